"""Addresses of rules."""

from django.urls import path

from skatliga.handouts import public_file_path
from skatliga.rules import views

app_name = "rules"
urlpatterns = [
    path("", views.books, name="books"),
    path("<slug:key>/", views.book, name="book"),
    public_file_path("<slug:key>/werte", views.values_file, "values_file"),
    path("<slug:key>/ergebnisse/", views.scores, name="scores"),
]
