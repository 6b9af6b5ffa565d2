"""Every address of the site, as the resolver knows it."""

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver


def names(patterns: list | None = None, namespace: str = "") -> Iterator[str]:
    """The full names of all addresses; one without a name is given by its pattern, so that it is noticed."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from names(pattern.url_patterns, inner)
        elif isinstance(pattern, URLPattern):
            yield f"{namespace}{pattern.name}" if pattern.name else str(pattern.pattern)


def routes(patterns: list | None = None, namespace: str = "", before: str = "") -> Iterator[tuple[str, str]]:
    """The full names of all addresses with their patterns, such as `liga/<slug:season>/`."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = f"{before}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from routes(pattern.url_patterns, inner, route)
        elif not route.startswith("^"):
            yield f"{namespace}{pattern.name}", route
