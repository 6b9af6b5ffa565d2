"""Addresses of being told; those of a page that a code opens stand below it."""

from django.urls import path

from skatliga.subscriptions import account_views, division_views, hook_views, team_views, views

app_name = "subscriptions"
urlpatterns = [
    path("m/<int:pk>/<str:secret>/benachrichtigen/", views.subscribe, name="subscribe"),
    path("m/<int:pk>/<str:secret>/abbestellen/", views.unsubscribe, name="unsubscribe"),
    path("k/<int:pk>/<str:secret>/benachrichtigen/", team_views.subscribe, name="subscribe_team"),
    path("k/<int:pk>/<str:secret>/abbestellen/", team_views.unsubscribe, name="unsubscribe_team"),
    path("liga/<slug:season>/<slug:slug>/benachrichtigen/", division_views.listen, name="division"),
    path("konto/benachrichtigungen/", account_views.overview, name="account"),
    path("konto/benachrichtigungen/beenden/", account_views.end, name="end_own"),
    path("konto/benachrichtigungen/staffel/<int:pk>/", account_views.begin_division, name="begin_division"),
    path("konto/benachrichtigungen/verein/<slug:slug>/", account_views.begin_club, name="begin_club"),
    path("benachrichtigung/<int:pk>/<str:secret>/", views.own, name="own"),
    path("vereine/<slug:slug>/webhooks/", hook_views.hooks, name="hooks"),
    path("vereine/<slug:slug>/webhooks/<int:pk>/probe/", hook_views.probe, name="try_hook"),
    path("vereine/<slug:slug>/webhooks/<int:pk>/beenden/", hook_views.end, name="end_hook"),
]
