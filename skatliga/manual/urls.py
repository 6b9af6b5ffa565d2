"""Addresses of help."""

from django.urls import path

from skatliga.manual import views

app_name = "manual"
urlpatterns = [
    path("", views.index, name="index"),
    path("<slug:key>/", views.page, name="page"),
]
