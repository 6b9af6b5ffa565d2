"""Addresses of the statistics; those of tables are permanent."""

from collections.abc import Iterator

from django.urls import URLPattern, path

from skatliga.handouts import public_file_path
from skatliga.statistics import access, strength_views, tables, views

CHOICE = ("zeit", "spiel")
"""What of the lists a page is about, as its address says it."""


def _together(word: str, name: str, find: access.Find) -> Iterator[URLPattern]:
    at = f"{word}/<slug:slug>/"
    yield path(at, views.together, {"find": find}, name=name)
    yield public_file_path(f"{at}spieler", tables.together(find), f"{name}_file", *CHOICE)
    yield public_file_path(f"{at}anteile", tables.together_rates(find), f"{name}_rates_file", *CHOICE)
    yield public_file_path(f"{at}beste-listen", tables.together_best(find), f"{name}_best_file", *CHOICE)
    yield public_file_path(f"{at}bild/<slug:key>", tables.together_figures(find), f"{name}_figures_file", *CHOICE)


app_name = "statistics"
urlpatterns = [
    *_together("verein", "club", access.of_club),
    *_together("veranstaltung", "event", access.of_event),
    *_together("saison", "season", access.of_season),
    *_together("clubjahr", "year", access.of_year),
    path("staerke/", strength_views.ranking, name="ranking"),
    public_file_path("staerke/spieler", tables.ranking, "ranking_file", "klasse"),
    path("staerke/rechnen/", strength_views.rate_all, name="rate_all"),
    path("staerke/<slug:slug>/", strength_views.ranking, name="level_ranking"),
    public_file_path("staerke/<slug:slug>/spieler", tables.ranking, "level_ranking_file", "klasse"),
    path("verein/<slug:slug>/spieler/<int:pk>/staerke/", strength_views.consent, name="consent"),
    path("verein/<slug:slug>/staerke/", strength_views.strength, name="strength"),
    public_file_path("verein/<slug:slug>/staerke/spieler", tables.strength, "strength_file"),
    path("verein/<slug:slug>/staerke/schalten/", strength_views.rate, name="rate"),
    path("spieler/<int:pk>/", views.player, name="player"),
    public_file_path("spieler/<int:pk>/listen", tables.player, "player_file", *CHOICE),
    public_file_path("spieler/<int:pk>/anteile", tables.player_rates, "player_rates_file", *CHOICE),
    public_file_path("spieler/<int:pk>/mitspieler", tables.player_met, "player_met_file", *CHOICE),
    public_file_path("spieler/<int:pk>/bild/<slug:key>", tables.player_figures, "player_figures_file", *CHOICE),
    path("spieler/<int:pk>/mit/<int:other>/", views.meetings, name="meetings"),
    public_file_path("spieler/<int:pk>/mit/<int:other>/listen", tables.meetings, "meetings_file", *CHOICE),
    public_file_path(
        *("rangliste/<slug:slug>/verteilung", tables.spread, "spread_file"),
        *("nach", "tag", "klasse", "tabelle", "serie"),
    ),
]
