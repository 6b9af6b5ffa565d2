"""Addresses of tables of leagues, below that of all leagues; they are permanent, for links and codes on paper."""

from django.urls import path

from skatliga.handouts import public_file_path
from skatliga.leagues import table_views as views

DIVISION = "<slug:season>/<slug:slug>/"

tables = [
    path("<slug:season>/vergleich/<int:level>/", views.comparison, name="comparison"),
    public_file_path("<slug:season>/vergleich/<int:level>/vergleich", views.comparison_file, "comparison_file"),
    path(DIVISION, views.division, name="division"),
    public_file_path(f"{DIVISION}tabelle", views.division_file, "division_file", "nach"),
    path(f"{DIVISION}mannschaft/<slug:letter>/", views.team, name="team"),
    public_file_path(f"{DIVISION}mannschaft/<slug:letter>/<slug:kind>", views.team_file, "team_file"),
    path(f"{DIVISION}kreuztabelle/", views.cross, name="cross"),
    public_file_path(f"{DIVISION}kreuztabelle/kreuztabelle", views.cross_file, "cross_file"),
    path(f"{DIVISION}spieler/", views.players, name="players"),
    public_file_path(f"{DIVISION}spieler/spieler", views.players_file, "players_file", "ab", "nach"),
    path(f"{DIVISION}serien/", views.series, name="series"),
    public_file_path(f"{DIVISION}serien/<slug:kind>", views.series_file, "series_file"),
    path(f"{DIVISION}tabellen/", views.former_tables, name="former_tables"),
    path(f"{DIVISION}tabellen/<int:pk>/", views.former_table, name="former_table"),
    public_file_path(f"{DIVISION}tabellen/<int:pk>/tabelle", views.former_file, "former_file"),
]
