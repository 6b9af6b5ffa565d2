"""Addresses of tables of leagues, below that of all leagues; they are permanent, for links and codes on paper."""

from django.urls import path

from skatliga.leagues import table_views as views

DIVISION = "<slug:season>/<slug:slug>/"

tables = [
    path("<slug:season>/vergleich/<int:level>/", views.comparison, name="comparison"),
    path("<slug:season>/vergleich/<int:level>/vergleich.<slug:ending>", views.comparison_file, name="comparison_file"),
    path(DIVISION, views.division, name="division"),
    path(f"{DIVISION}tabelle.<slug:ending>", views.division_file, name="division_file"),
    path(f"{DIVISION}mannschaft/<slug:letter>/", views.team, name="team"),
    path(f"{DIVISION}mannschaft/<slug:letter>/<slug:kind>.<slug:ending>", views.team_file, name="team_file"),
    path(f"{DIVISION}kreuztabelle/", views.cross, name="cross"),
    path(f"{DIVISION}kreuztabelle/kreuztabelle.<slug:ending>", views.cross_file, name="cross_file"),
    path(f"{DIVISION}spieler/", views.players, name="players"),
    path(f"{DIVISION}spieler/spieler.<slug:ending>", views.players_file, name="players_file"),
    path(f"{DIVISION}serien/", views.series, name="series"),
    path(f"{DIVISION}serien/<slug:kind>.<slug:ending>", views.series_file, name="series_file"),
    path(f"{DIVISION}tabellen/", views.former_tables, name="former_tables"),
    path(f"{DIVISION}tabellen/<int:pk>/", views.former_table, name="former_table"),
    path(f"{DIVISION}tabellen/<int:pk>/tabelle.<slug:ending>", views.former_file, name="former_file"),
]
