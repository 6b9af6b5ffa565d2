"""Addresses of Aufstieg und Abstieg, beside those of the season; that of the moves is permanent."""

from django.urls import path

from skatliga.handouts import public_file_path
from skatliga.promotions import views

app_name = "promotions"
urlpatterns = [
    path("<slug:season>/folgesaison/", views.step, name="step"),
    path("<slug:season>/folgesaison/anlegen/", views.confirm, name="confirm"),
    path("<slug:season>/folgesaison/zuruecknehmen/", views.undo, name="undo"),
    path("<slug:season>/auf-und-absteiger/", views.moves, name="moves"),
    public_file_path("<slug:season>/auf-und-absteiger/liste", views.moves_file, "moves_file"),
]
