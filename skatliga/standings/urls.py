"""Addresses of standings."""

from django.urls import URLPattern

app_name = "standings"
urlpatterns: list[URLPattern] = []
