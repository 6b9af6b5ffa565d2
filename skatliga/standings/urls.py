"""Addresses of standings."""

from django.urls import path

from skatliga.standings import views

app_name = "standings"
urlpatterns = [
    path("<slug:slug>/", views.ranking, name="ranking"),
    path("<slug:slug>/rangliste.csv", views.csv, name="csv"),
    path("<slug:slug>/rangliste.xlsx", views.xlsx, name="xlsx"),
    path("<slug:slug>/serie/<int:number>/", views.ranking, name="round"),
    path("<slug:slug>/serie/<int:number>/rangliste.csv", views.csv, name="round_csv"),
    path("<slug:slug>/serie/<int:number>/rangliste.xlsx", views.xlsx, name="round_xlsx"),
]
