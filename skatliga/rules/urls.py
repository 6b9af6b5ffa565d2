"""Addresses of rules."""

from django.urls import path

from skatliga.rules import views

app_name = "rules"
urlpatterns = [
    path("", views.books, name="books"),
    path("<slug:key>/", views.book, name="book"),
    path("<slug:key>/werte.<slug:ending>", views.values_file, name="values_file"),
    path("<slug:key>/ergebnisse/", views.scores, name="scores"),
]
