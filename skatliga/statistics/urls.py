"""Addresses of the statistics; those of tables are permanent."""

from collections.abc import Iterator

from django.urls import URLPattern, path

from skatliga.statistics import access, views


def _together(word: str, name: str, find: views.Find) -> Iterator[URLPattern]:
    yield path(f"{word}/<slug:slug>/", views.together, {"find": find}, name=name)
    yield path(f"{word}/<slug:slug>/spieler.<slug:ending>", views.together_file, {"find": find}, name=f"{name}_file")


app_name = "statistics"
urlpatterns = [
    *_together("verein", "club", access.of_club),
    *_together("veranstaltung", "event", access.of_event),
    *_together("saison", "season", access.of_season),
    *_together("clubjahr", "year", access.of_year),
    path("verein/<slug:slug>/staerke/", views.strength, name="strength"),
    path("verein/<slug:slug>/staerke/spieler.<slug:ending>", views.strength_file, name="strength_file"),
    path("verein/<slug:slug>/staerke/schalten/", views.rate, name="rate"),
    path("spieler/<int:pk>/", views.player, name="player"),
    path("spieler/<int:pk>/listen.<slug:ending>", views.player_file, name="player_file"),
    path("spieler/<int:pk>/mit/<int:other>/", views.meetings, name="meetings"),
    path("spieler/<int:pk>/mit/<int:other>/listen.<slug:ending>", views.meetings_file, name="meetings_file"),
]
