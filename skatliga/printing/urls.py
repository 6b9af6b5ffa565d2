"""Addresses of printing."""

from django.urls import path

from skatliga.printing import views

app_name = "printing"
urlpatterns = [
    path("liste/<uuid:pk>/", views.sheet, name="sheet"),
    path("liste/<uuid:pk>/leer/", views.blank_sheet, name="blank_sheet"),
    path("<slug:slug>/rangliste/", views.ranking, name="ranking"),
    path("<slug:slug>/leer/<int:size>/", views.blank_form, name="blank_form"),
    path("<slug:slug>/serie/<int:number>/tisch/<int:table>/", views.blank_table, name="blank_table"),
]
