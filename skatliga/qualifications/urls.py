"""Addresses of qualifications, beside those of the championship, and of those who have a place."""

from django.urls import path

from skatliga.handouts import public_file_path
from skatliga.qualifications import views

app_name = "qualifications"
urlpatterns = [
    path("qualifikation/<slug:slug>/", views.overview, name="overview"),
    path("qualifikation/<slug:slug>/quote/", views.rule, name="rule"),
    path("qualifikation/<slug:slug>/anbieten/", views.open_places, name="open_places"),
    path("qualifikation/<slug:slug>/zuruecknehmen/", views.take_back, name="take_back"),
    path("qualifikation/<slug:slug>/eintragen/", views.enter_accepted, name="enter_accepted"),
    path("qualifikation/<slug:slug>/antwort/<int:number>/", views.office_answer, name="office_answer"),
    public_file_path("qualifikation/<slug:slug>/qualifizierte", views.contestants_file, "contestants_file"),
    path("startplatz/<int:pk>/<slug:secret>/", views.page, name="page"),
    path("startplatz/<int:pk>/<slug:secret>/antwort/", views.own_answer, name="own_answer"),
]
