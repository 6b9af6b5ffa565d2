"""Addresses of the panel alone."""

from django.urls import path

from skatliga.todo import views

app_name = "todo"
urlpatterns = [
    path("", views.start, name="start"),
    path("verein/<slug:slug>/", views.club, name="club"),
    path("veranstaltung/<slug:slug>/", views.event, name="event"),
    path("clubjahr/<slug:slug>/", views.year, name="year"),
    path("turnierserie/<slug:slug>/", views.circuit, name="circuit"),
    path("saison/<slug:season>/", views.season, name="season"),
    path("spieltag/<slug:season>/<slug:slug>/<int:number>/", views.matchday, name="matchday"),
    path("gruppe/<slug:season>/<slug:slug>/<int:pk>/", views.group, name="group"),
]
