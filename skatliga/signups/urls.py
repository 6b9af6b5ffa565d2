"""Addresses of sign-ups; those of guests' pages are short, since they are shown as codes."""

from django.urls import path

from skatliga.exports import file_path
from skatliga.signups import office_views as office
from skatliga.signups import views

app_name = "signups"
urlpatterns = [
    path("v/<int:pk>/<str:secret>/", views.page, name="page"),
    path("v/<int:pk>/<str:secret>/abmelden/", views.cancel, name="cancel"),
    path("v/<int:pk>/<str:secret>/wieder/", views.come_back, name="come_back"),
    path("voranmeldung/<slug:slug>/", views.form, name="form"),
    path("voranmeldung/<slug:slug>/einstellen/", office.terms, name="terms"),
    path("voranmeldung/<slug:slug>/schliessen/", office.close, name="close"),
    path("voranmeldung/<slug:slug>/liste/", office.signups, name="signups"),
    file_path("voranmeldung/<slug:slug>/liste/voranmeldungen", office.signups_file, "signups_file"),
    path("voranmeldung/<slug:slug>/bezahlt/", office.pay, name="pay"),
    path("voranmeldung/<slug:slug>/nicht-da/", office.strike_absent, name="strike_absent"),
    path("voranmeldung/<slug:slug>/<int:number>/da/", office.arrive, name="arrive"),
    path("voranmeldung/<slug:slug>/<int:number>/streichen/", office.remove, name="remove"),
    path("voranmeldung/<slug:slug>/<int:number>/nicht-bezahlt/", office.unpay, name="unpay"),
]
