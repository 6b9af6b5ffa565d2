"""Addresses of club years; those of tables are permanent."""

from django.urls import include, path

from skatliga.years import evening_views, views

TABLE = "tabelle.<slug:ending>"

pages = [
    path("", views.year, name="year"),
    path(TABLE, views.year_file, name="file"),
    path("teil/<int:part>/", views.year, name="part"),
    path(f"teil/<int:part>/{TABLE}", views.year_file, name="part_file"),
    path("spieler/<slug:key>/", views.player, name="player"),
    path("spieler/<slug:key>/konto.<slug:ending>", views.player_file, name="player_file"),
    path("rekorde/", views.records, name="records"),
    path("angaben/", views.change_year, name="change_year"),
    path("stand/", views.set_state, name="set_state"),
    path("abende/", evening_views.evenings, name="evenings"),
    path("abende/abende.<slug:ending>", evening_views.evenings_file, name="evenings_file"),
    path("abende/naechster/", evening_views.next_evening, name="next_evening"),
    path("abende/dazu/", evening_views.add_evenings, name="add_evenings"),
    path("abende/<slug:event>/heraus/", evening_views.remove_evening, name="remove_evening"),
    path("setzliste/", evening_views.seating, name="seating"),
    path("setzliste/setzliste.<slug:ending>", evening_views.seating_file, name="seating_file"),
    path("setzliste/setzen/", evening_views.seat, name="seat"),
    path("kasse/", views.cash, name="cash"),
    path("kasse/kassenbuch.<slug:ending>", views.cash_file, name="cash_file"),
    path("kasse/<int:pk>/stornieren/", views.reverse, name="reverse"),
]

app_name = "years"
urlpatterns = [
    path("verein/<slug:club>/", views.years, name="years"),
    path("verein/<slug:club>/neu/", views.create_year, name="create_year"),
    path("verein/<slug:club>/ehrentafel/", views.honours, name="honours"),
    path("verein/<slug:club>/ehrentafel/sieger.<slug:ending>", views.honours_file, name="honours_file"),
    path("frueher/spieler/<int:pk>/jahre.<slug:ending>", views.results_file, name="past_results_file"),
    path("frueher/<slug:slug>/", views.past_year, name="past_year"),
    path("frueher/<slug:slug>/tabelle.<slug:ending>", views.past_file, name="past_file"),
    path("frueher/<slug:slug>/stand/", views.publish, name="publish_past_year"),
    path("frueher/<slug:slug>/entfernen/", views.remove, name="remove_past_year"),
    path("<slug:slug>/", include(pages)),
]
