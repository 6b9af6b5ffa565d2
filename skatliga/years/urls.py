"""Addresses of club years; those of tables are permanent."""

from django.urls import include, path

from skatliga.exports import file_path
from skatliga.handouts import public_file_path
from skatliga.years import evening_views, rule_views, sum_views, views

TABLE = "tabelle"

pages = [
    path("", views.year, name="year"),
    public_file_path(TABLE, views.year_file, "file"),
    path("teil/<int:part>/", views.year, name="part"),
    public_file_path(f"teil/<int:part>/{TABLE}", views.year_file, "part_file"),
    path("spieler/<slug:key>/", views.player, name="player"),
    public_file_path("spieler/<slug:key>/konto", views.player_file, "player_file"),
    path("spieler/<slug:key>/vorab/", rule_views.start, name="start"),
    path("wertung/", rule_views.rules, name="rules"),
    path("wertung/<int:number>/", views.year, name="table"),
    public_file_path(f"wertung/<int:number>/{TABLE}", views.year_file, "table_file"),
    path("wertung/<int:number>/spieler/<slug:key>/", views.player, name="table_player"),
    public_file_path("wertung/<int:number>/spieler/<slug:key>/konto", views.player_file, "table_player_file"),
    path("wertung/<int:number>/regel/", rule_views.change_rule, name="change_rule"),
    path("wertung/<int:number>/weg/", rule_views.remove_rule, name="remove_rule"),
    path("rekorde/", views.records, name="records"),
    path("angaben/", views.change_year, name="change_year"),
    path("stand/", views.set_state, name="set_state"),
    path("abende/", evening_views.evenings, name="evenings"),
    public_file_path("abende/abende", evening_views.evenings_file, "evenings_file"),
    path("abende/naechster/", evening_views.next_evening, name="next_evening"),
    path("abende/dazu/", evening_views.add_evenings, name="add_evenings"),
    path("abende/<slug:event>/heraus/", evening_views.remove_evening, name="remove_evening"),
    path("setzliste/", evening_views.seating, name="seating"),
    file_path("setzliste/setzliste", evening_views.seating_file, "seating_file"),
    path("setzliste/setzen/", evening_views.seat, name="seat"),
    path("summen/", sum_views.sums, name="sums"),
    path("summen/<int:pk>/", sum_views.change_sum, name="change_sum"),
    path("summen/<int:pk>/heraus/", sum_views.remove_sum, name="remove_sum"),
    path("entfernen/", sum_views.remove_year, name="remove_year"),
    path("kasse/", views.cash, name="cash"),
    file_path("kasse/kassenbuch", views.cash_file, "cash_file"),
    path("kasse/<int:pk>/stornieren/", views.reverse, name="reverse"),
]

app_name = "years"
urlpatterns = [
    path("verein/<slug:club>/", views.years, name="years"),
    path("verein/<slug:club>/neu/", views.create_year, name="create_year"),
    path("verein/<slug:club>/ehrentafel/", views.honours, name="honours"),
    public_file_path("verein/<slug:club>/ehrentafel/sieger", views.honours_file, "honours_file"),
    public_file_path("spieler/<int:pk>/jahre", views.results_file, "results_file"),
    path("frueher/<slug:slug>/", views.former_address, name="former_address"),
    path("<slug:slug>/", include(pages)),
]
