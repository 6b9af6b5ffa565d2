"""Addresses of the statistics; those of tables are permanent."""

from collections.abc import Iterator

from django.urls import URLPattern, path

from skatliga.statistics import access, tables, views


def _together(word: str, name: str, find: access.Find) -> Iterator[URLPattern]:
    at, about = f"{word}/<slug:slug>/", {"find": find}
    yield path(at, views.together, about, name=name)
    yield path(f"{at}spieler.<slug:ending>", tables.together, about, name=f"{name}_file")
    yield path(f"{at}anteile.<slug:ending>", tables.together_rates, about, name=f"{name}_rates_file")
    yield path(f"{at}beste-listen.<slug:ending>", tables.together_best, about, name=f"{name}_best_file")
    yield path(f"{at}bild/<slug:key>.<slug:ending>", tables.together_figures, about, name=f"{name}_figures_file")


app_name = "statistics"
urlpatterns = [
    *_together("verein", "club", access.of_club),
    *_together("veranstaltung", "event", access.of_event),
    *_together("saison", "season", access.of_season),
    *_together("clubjahr", "year", access.of_year),
    path("verein/<slug:slug>/staerke/", views.strength, name="strength"),
    path("verein/<slug:slug>/staerke/spieler.<slug:ending>", tables.strength, name="strength_file"),
    path("verein/<slug:slug>/staerke/schalten/", views.rate, name="rate"),
    path("spieler/<int:pk>/", views.player, name="player"),
    path("spieler/<int:pk>/listen.<slug:ending>", tables.player, name="player_file"),
    path("spieler/<int:pk>/anteile.<slug:ending>", tables.player_rates, name="player_rates_file"),
    path("spieler/<int:pk>/mitspieler.<slug:ending>", tables.player_met, name="player_met_file"),
    path("spieler/<int:pk>/bild/<slug:key>.<slug:ending>", tables.player_figures, name="player_figures_file"),
    path("spieler/<int:pk>/mit/<int:other>/", views.meetings, name="meetings"),
    path("spieler/<int:pk>/mit/<int:other>/listen.<slug:ending>", tables.meetings, name="meetings_file"),
    path("rangliste/<slug:slug>/verteilung.<slug:ending>", tables.spread, name="spread_file"),
]
