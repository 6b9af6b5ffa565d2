"""Addresses of standings; they are permanent, for links and codes on paper."""

from django.urls import include, path

from skatliga.handouts import public_file_path
from skatliga.standings import rule_views, views

FILE = "rangliste"

rankings = [
    path("", views.ranking, name="ranking"),
    public_file_path(FILE, views.ranking_file, "file", "nach", "tag", "klasse", "tabelle"),
    path("serie/<int:number>/", views.ranking, name="round"),
    public_file_path(f"serie/<int:number>/{FILE}", views.ranking_file, "round_file", "nach", "klasse"),
    path("serie/<int:number>/tisch/<int:table>/", views.table, name="table"),
    path("mannschaften/<slug:kind>/", views.teams, name="teams"),
    public_file_path(f"mannschaften/<slug:kind>/{FILE}", views.teams_file, "teams_file", "nach", "tag", "klasse"),
    path("listen/", views.lists, name="lists"),
    public_file_path(f"listen/{FILE}", views.lists_file, "lists_file", "nach", "tag", "klasse"),
    path("spieler/<int:number>/", views.player, name="player"),
    path("spieler/<int:number>/vorab/", rule_views.start, name="start"),
    path("mannschaften/<slug:kind>/wertung/", rule_views.team_rule, name="team_rule"),
    path("wertung/", rule_views.rules, name="rules"),
    path("wertung/<int:number>/regel/", rule_views.change_rule, name="change_rule"),
    path("wertung/<int:number>/weg/", rule_views.remove_rule, name="remove_rule"),
    path("los/", views.lots, name="lots"),
]

app_name = "standings"
urlpatterns = [
    path("ranglisten/<slug:slug>/", include(rankings)),
    path("spieler/<int:pk>/", views.person, name="person"),
    public_file_path("spieler/<int:pk>/veranstaltungen", views.person_file, "person_file"),
]
