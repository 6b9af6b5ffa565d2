"""Addresses of federations; they stand beside those of clubs."""

from django.urls import path

from skatliga.federations import views

app_name = "federations"
urlpatterns = [
    path("<slug:slug>/gliederung/", views.units, name="units"),
    path("<slug:slug>/gehoert-zu/", views.move_unit, name="move_unit"),
    path("<slug:slug>/bekanntmachungen/", views.notices, name="notices"),
    path("<slug:slug>/bekanntmachungen/neu/", views.add_notice, name="add_notice"),
    path("<slug:slug>/bekanntmachungen/<int:pk>/", views.change_notice, name="change_notice"),
    path("<slug:slug>/bekanntmachungen/<int:pk>/loeschen/", views.delete_notice, name="delete_notice"),
]
