"""Addresses of what comes in from files, and of the personal data of a player."""

from django.urls import path

from skatliga.exchange.archive import views as archive_views
from skatliga.exchange.evenings import views as past_views
from skatliga.exchange.personal import views as personal_views
from skatliga.exchange.uploads import views

app_name = "exchange"
urlpatterns = [
    path("archiv/", archive_views.receive, name="receive_archive"),
    path("archiv/<uuid:key>/", archive_views.archive, name="archive"),
    path("archiv/<uuid:key>/einspielen/", archive_views.approve, name="approve_archive"),
    path("archiv/<uuid:key>/datei/", archive_views.file, name="archive_file"),
    path("archiv/verein/<slug:club>/", archive_views.of_club, name="club_archive"),
    path("archiv/veranstaltung/<slug:slug>/", archive_views.of_event, name="event_archive"),
    path("verein/<slug:club>/abende/", past_views.past, name="past"),
    path("verein/<slug:club>/abende/<uuid:key>/", past_views.past_order, name="past_order"),
    path("verein/<slug:club>/abende/<uuid:key>/uebernehmen/", past_views.carry_out, name="carry_out_past"),
    path("verein/<slug:club>/abende/<uuid:key>/namen/", past_views.name_players, name="name_players"),
    path("verein/<slug:club>/abende/<uuid:key>/verwerfen/", past_views.discard, name="discard_past"),
    path("verein/<slug:club>/abende/<uuid:key>/nicht-uebernommen.csv", past_views.past_file, name="past_file"),
    path("verein/<slug:club>/spieler/", views.players, name="players"),
    path("verein/<slug:club>/clubjahr/", views.past_year, name="past_year"),
    path("datei/<uuid:key>/spalten/", views.columns, name="columns"),
    path("datei/<uuid:key>/vorschau/", views.preview, name="preview"),
    path("datei/<uuid:key>/bericht/", views.report, name="report"),
    path("datei/<uuid:key>/nicht-uebernommen.csv", views.report_file, name="report_file"),
    path("person/<int:pk>/", personal_views.person, name="person"),
    path("person/<int:pk>/personendaten.json", personal_views.person_file, name="person_file"),
    path("person/<int:pk>/loeschen/", personal_views.erase_person, name="erase_person"),
    path("<slug:slug>/teilnehmer/", views.participants, name="participants"),
]
