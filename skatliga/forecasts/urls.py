"""Addresses of forecasts."""

from django.urls import path

from skatliga.forecasts import views

app_name = "forecasts"
urlpatterns = [
    path("liga/<slug:season>/<slug:slug>/", views.division, name="division"),
    path("clubjahr/<slug:slug>/", views.year, name="year"),
    path("turnierserie/<slug:slug>/", views.circuit, name="circuit"),
]
