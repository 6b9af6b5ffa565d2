"""Help: the pages of `docs/use/` on the site, in German and English; a `?` at each heading opens the right one."""
