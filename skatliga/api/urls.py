"""Addresses of the interface, of its description, and of the access keys in the user's own account."""

from collections.abc import Sequence

from django.urls import URLPattern, URLResolver, include, path, re_path

from skatliga.api import views
from skatliga.api.responses import for_programs
from skatliga.api.v1.interface import interface


def _for_programs(patterns: Sequence[URLPattern | URLResolver]) -> list[URLPattern]:
    """The same addresses without the sign-in page."""
    return [
        path(str(pattern.pattern), for_programs(pattern.callback), name=pattern.name)
        for pattern in patterns
        if isinstance(pattern, URLPattern)
    ]


v1, app, namespace = interface.urls

pages = [
    path("api/", views.documentation, name="documentation"),
    path("api/v1/openapi.json", views.description, name="description"),
    path("konto/schluessel/", views.keys, name="keys"),
    path("konto/schluessel/<int:pk>/zurueckziehen/", views.withdraw, name="withdraw"),
]
urlpatterns = [
    path("", include((pages, "api"))),
    path("api/v1/", include((_for_programs(v1), app), namespace)),
    re_path(r"^api/v1/[\s\S]*$", views.unknown, name="api_unknown"),  # line breaks too
]
