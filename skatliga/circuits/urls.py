"""Addresses of Turnierserien; those of tables are permanent."""

from django.urls import include, path

from skatliga.circuits import views
from skatliga.handouts import public_file_path

pages = [
    path("", views.circuit, name="circuit"),
    public_file_path("tabelle", views.circuit_file, "file"),
    path("mannschaften/", views.teams, name="teams"),
    path("spieler/<slug:key>/", views.player, name="player"),
    public_file_path("spieler/<slug:key>/konto", views.player_file, "player_file"),
    path("angaben/", views.change_circuit, name="change_circuit"),
    path("regel/", views.change_rule, name="change_rule"),
    path("stand/", views.set_state, name="set_state"),
    path("turniere/", views.stops, name="stops"),
    public_file_path("turniere/turniere", views.stops_file, "stops_file"),
    path("turniere/<slug:club>/dazu/", views.add_stops, name="add_stops"),
    path("turniere/<slug:event>/heraus/", views.remove_stop, name="remove_stop"),
    path("vereine/", views.partners, name="partners"),
    path("vereine/<int:pk>/heraus/", views.remove_partner, name="remove_partner"),
    path("einladung/<slug:club>/", views.invitation, name="invitation"),
]

app_name = "circuits"
urlpatterns = [
    path("verein/<slug:club>/", views.circuits, name="circuits"),
    path("verein/<slug:club>/neu/", views.create_circuit, name="create_circuit"),
    path("<slug:slug>/", include(pages)),
]
