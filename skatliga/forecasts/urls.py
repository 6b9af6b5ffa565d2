"""Addresses of forecasts."""

from django.urls import path

from skatliga.forecasts import views
from skatliga.handouts import public_file_path

app_name = "forecasts"
urlpatterns = [
    path("liga/<slug:season>/<slug:slug>/", views.division, name="division"),
    public_file_path("liga/<slug:season>/<slug:slug>/prognose", views.division_file, "division_file"),
    path("clubjahr/<slug:slug>/", views.year, name="year"),
    public_file_path("clubjahr/<slug:slug>/prognose", views.year_file, "year_file", "tabelle"),
    path("turnierserie/<slug:slug>/", views.circuit, name="circuit"),
    public_file_path("turnierserie/<slug:slug>/prognose", views.circuit_file, "circuit_file"),
]
