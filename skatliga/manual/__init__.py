"""Help: the pages of `docs/use/`, on the site in each of its languages; a `?` at each heading opens the right one."""
