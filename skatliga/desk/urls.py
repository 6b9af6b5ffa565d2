"""Addresses of the desk."""

from django.urls import URLPattern

app_name = "desk"
urlpatterns: list[URLPattern] = []
