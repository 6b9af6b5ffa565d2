"""Addresses for visitors; those of calendars, feeds, pictures and frames are permanent."""

from django.urls import path

from skatliga.visitors import views

app_name = "visitors"
urlpatterns = [
    path("suche/", views.search, name="search"),
    path("wo/<slug:slug>/", views.where, name="where"),
    path("beispiel/", views.sample, name="sample"),
    path("vereine/<slug:slug>/termine/", views.club_dates, name="club_dates"),
    path("vereine/<slug:slug>/termine.ics", views.club_calendar, name="club_calendar"),
    path("vereine/<slug:slug>/ergebnisse.atom", views.club_feed, name="club_feed"),
    path("vereine/<slug:slug>/bekanntmachungen.atom", views.club_notices, name="club_notices"),
    path("einbetten/verein/<slug:slug>/", views.framed_dates, name="framed_dates"),
    path("einbetten/rangliste/<slug:slug>/", views.framed_ranking, name="framed_ranking"),
    path("einbetten/clubjahr/<slug:slug>/", views.framed_year, name="framed_year"),
    path("einbetten/liga/<slug:season>/<slug:slug>/", views.framed_division, name="framed_division"),
    path("bild/skatliga.png", views.site_picture, name="site_picture"),
    path("bild/veranstaltung/<slug:slug>.png", views.picture, name="picture"),
    path("sitemap.xml", views.sitemap, name="sitemap"),
    path("sitemap-<slug:section>.xml", views.sitemap, name="sitemap_part"),
    path("robots.txt", views.robots, name="robots"),
]
