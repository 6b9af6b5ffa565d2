"""Addresses of printing."""

from django.urls import path

from skatliga.printing import views

app_name = "printing"
urlpatterns = [
    path("liste/<uuid:pk>/", views.sheet, name="sheet"),
    path("liste/<uuid:pk>/leer/", views.blank_sheet, name="blank_sheet"),
    path("auftrag/<uuid:pk>/", views.job, name="job"),
    path("auftrag/<uuid:pk>/datei/", views.job_file, name="job_file"),
    path("<slug:slug>/rangliste/", views.ranking, name="ranking"),
    path("<slug:slug>/leer/<int:size>/", views.blank_form, name="blank_form"),
    path("<slug:slug>/serie/<int:number>/tisch/<int:table>/", views.blank_table, name="blank_table"),
    path("<slug:slug>/serie/<int:number>/listen/", views.round_sheets, name="round_sheets"),
    path("<slug:slug>/serie/<int:number>/tischkarten/", views.table_cards, name="table_cards"),
    path("<slug:slug>/serie/<int:number>/aushang/", views.notice, name="notice"),
    path("<slug:slug>/urkunden/", views.certificate_form, name="certificate_form"),
    path("<slug:slug>/urkunden/probe/", views.certificate_specimen, name="certificate_specimen"),
    path("<slug:slug>/urkunden/druck/", views.certificates, name="certificates"),
    path("<slug:slug>/startkarten/", views.start_cards, name="start_cards"),
]
