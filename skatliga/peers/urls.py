"""Addresses of the second machine: pages in an event, what its administrator does, and what the other machine asks."""

from django.urls import path

from skatliga.peers import views
from skatliga.peers.meeting import COPY_PATH, EXCHANGE_PATH

app_name = "peers"
urlpatterns = [
    path("veranstaltungen/<slug:slug>/zweiter-rechner/", views.event, name="event"),
    path("veranstaltungen/<slug:slug>/zweiter-rechner/gilt/<int:pk>/", views.decide, name="decide"),
    path("veranstaltungen/<slug:slug>/zweiter-rechner/gesehen/<int:pk>/", views.seen, name="seen"),
    path("zweiter-rechner/code/", views.code, name="code"),
    path("zweiter-rechner/adresse/", views.address, name="address"),
    path("zweiter-rechner/beenden/", views.end, name="end"),
    path("zweiter-rechner/mitnehmen/", views.carry, name="carry"),
    path("zweiter-rechner/mitgebracht/", views.carried, name="carried"),
    path(EXCHANGE_PATH.lstrip("/"), views.exchange, name="exchange"),
    path(COPY_PATH.lstrip("/"), views.copy, name="copy"),
]
