"""Addresses of events, entries, seats and roles in an event."""

from django.urls import path

from skatliga.events import guest_views as guests
from skatliga.events import registration_views as registration
from skatliga.events import team_views as teams
from skatliga.events import views
from skatliga.handouts import public_file_path

app_name = "events"
urlpatterns = [
    path("", views.events, name="events"),
    public_file_path("veranstaltungen", views.events_file, "events_file", "verein"),
    path("neu/<slug:club>/", views.create_event, name="create_event"),
    path("gast/<slug:club>/spieler/<int:pk>/", guests.as_guest, name="as_guest"),
    path("gast/<slug:club>/spieler/<int:pk>/zurueck/", guests.guest_again, name="guest_again"),
    path("<slug:slug>/", views.event, name="event"),
    path("<slug:slug>/bearbeiten/", views.change_event, name="change_event"),
    path("<slug:slug>/tage/", views.days, name="days"),
    path("<slug:slug>/stand/", views.set_state, name="set_state"),
    path("<slug:slug>/teilnehmer/", views.entries, name="entries"),
    public_file_path("<slug:slug>/teilnehmer/teilnehmer", views.entries_file, "entries_file"),
    path("<slug:slug>/teilnehmer/register/", views.enter_players, name="enter_players"),
    path("<slug:slug>/teilnehmer/alle/", views.enter_register, name="enter_register"),
    path("<slug:slug>/teilnehmer/wieder/", views.enter_again, name="enter_again"),
    path("<slug:slug>/teilnehmer/gaeste/", views.enter_guests, name="enter_guests"),
    path("<slug:slug>/anmeldung/", registration.desk, name="desk"),
    path("<slug:slug>/teilnehmer/<int:number>/", registration.entry, name="entry"),
    path("<slug:slug>/teilnehmer/<int:number>/name/", registration.refresh_name, name="refresh_name"),
    path("<slug:slug>/teilnehmer/<int:number>/zuruecktreten/", registration.withdraw, name="withdraw"),
    path("<slug:slug>/teilnehmer/<int:number>/nicht-erschienen/", registration.no_show, name="no_show"),
    path("<slug:slug>/teilnehmer/<int:number>/loeschen/", registration.delete, name="delete_entry"),
    path("<slug:slug>/teilnehmer/<int:number>/zurueckkehren/", registration.readmit, name="readmit"),
    path("<slug:slug>/klassen/", registration.class_list, name="classes"),
    path("<slug:slug>/klassen/setzen/", registration.set_classes, name="set_classes"),
    path("<slug:slug>/klassen/uebliche/", registration.add_usual_classes, name="usual_classes"),
    path("<slug:slug>/klassen/<int:pk>/umbenennen/", registration.rename_class, name="rename_class"),
    path("<slug:slug>/klassen/<int:pk>/loeschen/", registration.delete_class, name="delete_class"),
    path("<slug:slug>/mannschaften/", teams.teams, name="teams"),
    path("<slug:slug>/mannschaften/<int:pk>/", teams.change_team, name="change_team"),
    path("<slug:slug>/mannschaften/<int:pk>/aufloesen/", teams.delete_team, name="delete_team"),
    path("<slug:slug>/wuensche/", teams.wishes, name="wishes"),
    path("<slug:slug>/wuensche/<int:pk>/streichen/", teams.drop_wish, name="drop_wish"),
    path("<slug:slug>/serie/<int:number>/", views.round, name="round"),
    public_file_path("<slug:slug>/serie/<int:number>/plaetze", views.seating_file, "seating_file"),
    path("<slug:slug>/serie/<int:number>/auslosen/", views.draw, name="draw"),
    path("<slug:slug>/serie/<int:number>/plaetze/zuruecksetzen/", views.undo_seating, name="undo_seating"),
    path("<slug:slug>/serie/<int:number>/plaetze/", views.seats, name="seats"),
    path("<slug:slug>/serie/<int:number>/zeit/", views.set_time, name="set_time"),
    path("<slug:slug>/rollen/", views.roles, name="roles"),
    path("<slug:slug>/rollen/wartend/<int:pk>/", views.withdraw_offer, name="withdraw_offer"),
    path("<slug:slug>/rollen/<int:pk>/entziehen/", views.withdraw_role, name="withdraw_role"),
]
