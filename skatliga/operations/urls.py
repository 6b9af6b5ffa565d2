"""Addresses of the operations."""

from django.urls import path

from skatliga.exports import file_path
from skatliga.operations import views

app_name = "operations"
urlpatterns = [
    path("", views.overview, name="overview"),
    file_path("sicherungen", views.backups_file, "backups_file"),
    path("sichern/", views.start_backup, name="start_backup"),
    path("pruefen/", views.start_check, name="start_check"),
    path("sicherungen/<str:name>", views.download, name="download"),
]
