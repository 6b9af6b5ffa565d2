"""Addresses of federations; they stand beside those of clubs."""

from django.urls import path

from skatliga.federations import licence_views, views

app_name = "federations"
urlpatterns = [
    path("<slug:slug>/gliederung/", views.units, name="units"),
    path("<slug:slug>/gehoert-zu/", views.move_unit, name="move_unit"),
    path("<slug:slug>/spielberechtigung/", licence_views.start_rules, name="start_rules"),
    path("<slug:slug>/spielberechtigung/weglassen/", licence_views.drop_start_rules, name="drop_start_rules"),
    path("<slug:slug>/spieler/<int:pk>/lizenz/", licence_views.licence, name="licence"),
    path("<slug:slug>/spieler/<int:pk>/lizenz/beenden/", licence_views.end_licence, name="end_licence"),
    path("<slug:slug>/spieler/<int:pk>/lizenz/zurueck/", licence_views.take_back, name="take_back"),
    path("<slug:slug>/bekanntmachungen/", views.notices, name="notices"),
    path("<slug:slug>/bekanntmachungen/neu/", views.add_notice, name="add_notice"),
    path("<slug:slug>/bekanntmachungen/<int:pk>/", views.change_notice, name="change_notice"),
    path("<slug:slug>/bekanntmachungen/<int:pk>/loeschen/", views.delete_notice, name="delete_notice"),
]
