"""Addresses of printing."""

from django.urls import path

from skatliga.printing import views

app_name = "printing"
urlpatterns = [
    path("liste/<uuid:pk>/", views.sheet, name="sheet"),
    path("liste/<uuid:pk>/leer/", views.blank_sheet, name="blank_sheet"),
    path("regelwerk/<slug:key>/<int:size>/", views.rules_form, name="rules_form"),
    path("auftrag/<uuid:pk>/", views.job, name="job"),
    path("auftrag/<uuid:pk>/datei/", views.job_file, name="job_file"),
    path("clubjahr/<slug:slug>/<slug:name>/", views.year_document, name="year"),
    path("turnierserie/<slug:slug>/", views.circuit_document, name="circuit"),
    path("statistik/verein/<slug:slug>/", views.club_statistics, name="club_statistics"),
    path("statistik/spieler/<int:pk>/", views.player_statistics, name="player_statistics"),
    path("urkunde/<int:pk>/<str:secret>/", views.own_certificate, name="own_certificate"),
    path("<slug:slug>/rangliste/", views.ranking, name="ranking"),
    path("<slug:slug>/rangliste/<slug:kind>/", views.team_ranking, name="team_ranking"),
    path("<slug:slug>/beste-listen/", views.best_lists, name="best_lists"),
    path("<slug:slug>/qualifikation/", views.qualified, name="qualified"),
    path("<slug:slug>/siegerliste/", views.winners, name="winners"),
    path("<slug:slug>/kassenblatt/", views.cash_day, name="cash_day"),
    path("<slug:slug>/serie/<int:number>/kassenzettel/", views.cash_slips, name="cash_slips"),
    path("<slug:slug>/leer/<int:size>/", views.blank_form, name="blank_form"),
    path("<slug:slug>/serie/<int:number>/tisch/<int:table>/", views.blank_table, name="blank_table"),
    path("<slug:slug>/serie/<int:number>/listen/", views.round_sheets, name="round_sheets"),
    path("<slug:slug>/serie/<int:number>/tischkarten/", views.table_cards, name="table_cards"),
    path("<slug:slug>/serie/<int:number>/aushang/", views.notice, name="notice"),
    path("<slug:slug>/serie/<int:number>/auslosung/", views.draw_report, name="draw_report"),
    path("<slug:slug>/urkunden/", views.certificate_form, name="certificate_form"),
    path("<slug:slug>/urkunden/probe/", views.certificate_specimen, name="certificate_specimen"),
    path("<slug:slug>/urkunden/druck/", views.certificates, name="certificates"),
    path("<slug:slug>/startkarten/", views.start_cards, name="start_cards"),
    path("liga/<slug:season>/auf-und-absteiger/", views.league_moves, name="league_moves"),
    path("liga/<slug:season>/<slug:slug>/tabelle/", views.league_table, name="league_table"),
    path("liga/<slug:season>/<slug:slug>/spieler/", views.league_players, name="league_players"),
    path("liga/<slug:season>/<slug:slug>/gruppe/<int:pk>/spielbericht/", views.league_report, name="league_report"),
    path(
        "liga/<slug:season>/<slug:slug>/gruppe/<int:pk>/wechselliste/", views.league_exchanges, name="league_exchanges"
    ),
]
