"""Addresses of standings; they are permanent, for links and codes on paper."""

from django.urls import include, path

from skatliga.standings import views

FILE = "rangliste.<slug:ending>"

rankings = [
    path("", views.ranking, name="ranking"),
    path(FILE, views.ranking_file, name="file"),
    path("serie/<int:number>/", views.ranking, name="round"),
    path(f"serie/<int:number>/{FILE}", views.ranking_file, name="round_file"),
    path("serie/<int:number>/tisch/<int:table>/", views.table, name="table"),
    path("mannschaften/<slug:kind>/", views.teams, name="teams"),
    path(f"mannschaften/<slug:kind>/{FILE}", views.teams_file, name="teams_file"),
    path("listen/", views.lists, name="lists"),
    path(f"listen/{FILE}", views.lists_file, name="lists_file"),
    path("spieler/<int:number>/", views.player, name="player"),
    path("los/", views.lots, name="lots"),
]

app_name = "standings"
urlpatterns = [
    path("ranglisten/<slug:slug>/", include(rankings)),
    path("spieler/<int:pk>/", views.person, name="person"),
    path("spieler/<int:pk>/veranstaltungen.<slug:ending>", views.person_file, name="person_file"),
]
