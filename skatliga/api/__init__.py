"""The site for programs: read events, lists, rankings and leagues, write lists."""
