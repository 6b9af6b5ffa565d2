"""Addresses of players' own phones; the page's own are short, since they are printed as codes."""

from django.urls import path

from skatliga.phones import call_views, captain_views, table_calls, views

app_name = "phones"
urlpatterns = [
    path("m/sw.js", views.worker, name="worker"),
    path("m/<int:pk>/<str:secret>/", views.evening, name="evening"),
    path("m/<int:pk>/<str:secret>/unterschrift/", views.sign, name="sign"),
    path("m/<int:pk>/<str:secret>/staerke/", views.strength, name="strength"),
    path("m/<int:pk>/<str:secret>/ruf/", views.call, name="call"),
    path("m/<int:pk>/<str:secret>/app.webmanifest", views.manifest, name="manifest"),
    path("k/sw.js", captain_views.worker, name="captain_worker"),
    path("k/<int:pk>/<str:secret>/app.webmanifest", captain_views.manifest, name="captain_manifest"),
    path("k/<int:pk>/<str:secret>/", captain_views.matchday, name="captain"),
    path("k/<int:pk>/<str:secret>/aufstellung/", captain_views.lineup, name="captain_lineup"),
    path("k/<int:pk>/<str:secret>/wechsel/", captain_views.exchange, name="captain_exchange"),
    path("k/<int:pk>/<str:secret>/unterschrift/", captain_views.sign, name="captain_sign"),
    path("mannschaft/<slug:season>/<slug:slug>/<slug:letter>/", captain_views.own_team, name="own_team"),
    path("mannschaft/<slug:season>/<slug:slug>/<slug:letter>/code/", captain_views.renew_code, name="renew_team_code"),
    path("t/<int:pk>/<str:secret>/ruf/", table_calls.table_call, name="table_call"),
    path("rufe/<slug:slug>/", call_views.calls, name="calls"),
    path("rufe/<slug:slug>/<int:pk>/annehmen/", call_views.take_call, name="take_call"),
    path("rufe/<slug:slug>/<int:pk>/erledigt/", call_views.finish_call, name="finish_call"),
    path("rufe/<slug:slug>/code/<int:number>/", call_views.renew_code, name="renew_code"),
]
