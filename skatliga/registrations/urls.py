"""Addresses of registrations, beside those of the season that ends."""

from django.urls import path

from skatliga.exports import file_path
from skatliga.registrations import views

app_name = "registrations"
urlpatterns = [
    path("<slug:season>/meldung/", views.overview, name="overview"),
    path("<slug:season>/meldung/oeffnen/", views.terms, name="terms"),
    file_path("<slug:season>/meldung/mannschaften", views.teams_file, "teams_file"),
    path("<slug:season>/meldung/verein/<slug:club>/", views.club_teams, name="club_teams"),
    path("<slug:season>/meldung/verein/<slug:club>/wie-bisher/", views.as_before, name="as_before"),
    path("<slug:season>/meldung/verein/<slug:club>/bezahlt/", views.pay, name="pay"),
]
