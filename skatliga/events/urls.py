"""Addresses of events, entries, seats and roles in an event."""

from django.urls import path

from skatliga.events import views

app_name = "events"
urlpatterns = [
    path("", views.events, name="events"),
    path("neu/<slug:club>/", views.create_event, name="create_event"),
    path("<slug:slug>/", views.event, name="event"),
    path("<slug:slug>/bearbeiten/", views.change_event, name="change_event"),
    path("<slug:slug>/stand/", views.set_state, name="set_state"),
    path("<slug:slug>/teilnehmer/", views.entries, name="entries"),
    path("<slug:slug>/teilnehmer/register/", views.enter_players, name="enter_players"),
    path("<slug:slug>/teilnehmer/gaeste/", views.enter_guests, name="enter_guests"),
    path("<slug:slug>/teilnehmer/<int:number>/", views.entry, name="entry"),
    path("<slug:slug>/teilnehmer/<int:number>/zuruecktreten/", views.withdraw, name="withdraw"),
    path("<slug:slug>/teilnehmer/<int:number>/zurueckkehren/", views.readmit, name="readmit"),
    path("<slug:slug>/serie/<int:number>/", views.round, name="round"),
    path("<slug:slug>/serie/<int:number>/auslosen/", views.draw, name="draw"),
    path("<slug:slug>/serie/<int:number>/plaetze/", views.seats, name="seats"),
    path("<slug:slug>/rollen/", views.roles, name="roles"),
    path("<slug:slug>/rollen/<int:pk>/entziehen/", views.withdraw_role, name="withdraw_role"),
]
