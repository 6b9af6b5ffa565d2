"""Addresses of what comes in from files."""

from django.urls import path

from skatliga.exchange import views

app_name = "exchange"
urlpatterns = [
    path("<slug:slug>/teilnehmer/", views.participants, name="participants"),
]
