"""Addresses of the league: seasons and how they are set up, match days and their groups; those of tables join them."""

from django.urls import URLPattern, URLResolver, include, path

from skatliga.exports import file_path
from skatliga.handouts import public_file_path
from skatliga.leagues import matchday_views as groups
from skatliga.leagues import setup_views
from skatliga.leagues import setup_views as squads
from skatliga.leagues.table_urls import tables

app_name = "leagues"

in_squad = [
    path("", squads.squad, name="squad"),
    path("aufnehmen/", squads.add_player, name="add_player"),
    path("<int:pk>/entfernen/", squads.drop_member, name="drop_member"),
    path("angaben/", squads.change_team, name="change_team"),
    path("entfernen/", squads.drop_team, name="drop_team"),
    path("zurueckziehen/", squads.withdraw_team, name="withdraw_team"),
    path("wieder-aufnehmen/", squads.take_back, name="take_back"),
]

in_group = [
    path("", groups.group, name="group"),
    public_file_path("spielbericht", groups.report_file, "report_file"),
    public_file_path("wechselliste", groups.exchanges_file, "exchanges_file"),
    path("beginnen/", groups.begin, name="begin"),
    path("plaetze-zuruecknehmen/", groups.take_seats_back, name="take_seats_back"),
    path("verbindlich/", groups.bind, name="bind"),
    path("zugang/", groups.admit, name="admit"),
    path("aufstellung/<slug:letter>/", groups.lineup, name="lineup"),
    path("nachzuegler/<slug:letter>/", groups.late, name="late"),
    path("abbruch/<slug:letter>/", groups.break_off, name="break_off"),
    path("wechsel/<slug:letter>/", groups.exchange, name="exchange"),
    path("unterschrift/<slug:letter>/", groups.sign, name="sign"),
    path("unterschrift/<slug:letter>/streichen/", groups.unsign, name="unsign"),
]

in_division: list[URLPattern | URLResolver] = [
    path("bearbeiten/", setup_views.change_division, name="change_division"),
    path("entfernen/", setup_views.drop_division, name="drop_division"),
    path("mannschaften/", squads.teams, name="teams"),
    file_path("mannschaften/kader", squads.squads_file, "squads_file"),
    path("kader/<slug:letter>/", include(in_squad)),
    path("plan/", squads.plan, name="plan"),
    file_path("plan/plan", squads.plan_file, "plan_file"),
    path("plan/datei/", squads.upload_plan, name="upload_plan"),
    path("termine/", squads.dates, name="dates"),
    path("spieltag/<int:number>/", groups.matchday, name="matchday"),
    path("spieltag/<int:number>/verbindlich/", groups.bind_matchday, name="bind_matchday"),
    path("gruppe/<int:pk>/", include(in_group)),
]

urlpatterns = [
    path("", setup_views.season_list, name="seasons"),
    path("neu/<slug:club>/", setup_views.create_season, name="create_season"),
    path("<slug:season>/", setup_views.season, name="season"),
    path("<slug:season>/bearbeiten/", setup_views.change_season, name="change_season"),
    path("<slug:season>/stand/", setup_views.set_state, name="set_state"),
    path("<slug:season>/aufbau/", setup_views.setup, name="setup"),
    path("<slug:season>/aufbau/staffel/", setup_views.create_division, name="create_division"),
    path("<slug:season>/verbindlich/", groups.open_days, name="open_days"),
    path("<slug:season>/ebene/<int:number>/", setup_views.change_level, name="change_level"),
    path("<slug:season>/ebene/<int:number>/entfernen/", setup_views.drop_level, name="drop_level"),
    path("<slug:season>/<slug:slug>/", include(in_division)),
    *tables,
]
