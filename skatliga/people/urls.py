"""Addresses of signing in, clubs, players and roles."""

from django.contrib.auth import views as auth
from django.urls import path

from skatliga.exports import file_path
from skatliga.people import views

app_name = "people"
urlpatterns = [
    path("", views.start, name="start"),
    path("anmelden/", views.SignIn.as_view(), name="sign_in"),
    path("abmelden/", auth.LogoutView.as_view(), name="sign_out"),
    path("passwort/", views.ChangePassword.as_view(), name="change_password"),
    path("passwort/vergessen/", views.ForgottenPassword.as_view(), name="forgotten_password"),
    path("passwort/neu/<uidb64>/<token>/", views.SetPassword.as_view(), name="set_password"),
    path("rollen/", views.what_roles_may, name="what_roles_may"),
    path("verein-anlegen/", views.create_club, name="create_club"),
    path("vereine/<slug:slug>/", views.club, name="club"),
    path("vereine/<slug:slug>/angaben/", views.change_club, name="change_club"),
    path("vereine/<slug:slug>/spieler/", views.register, name="register"),
    file_path("vereine/<slug:slug>/spieler", views.register_file, "register_file"),
    path("vereine/<slug:slug>/spieler/neu/", views.add_player, name="add_player"),
    path("vereine/<slug:slug>/spieler/namen/", views.add_names, name="add_names"),
    path("vereine/<slug:slug>/spieler/aus-dem-verband/", views.take_in_known, name="take_in_known"),
    path("vereine/<slug:slug>/spieler/aufnehmen/", views.take_in, name="take_in"),
    path("vereine/<slug:slug>/spieler/<int:pk>/", views.player, name="player"),
    path("vereine/<slug:slug>/spieler/<int:pk>/zusammenfuehren/", views.merge, name="merge"),
    path("vereine/<slug:slug>/spieler/<int:pk>/austragen/", views.leave_club, name="leave_club"),
    path("vereine/<slug:slug>/rollen/", views.roles, name="roles"),
    path("vereine/<slug:slug>/rollen/<int:pk>/", views.change_role, name="change_role"),
    path("vereine/<slug:slug>/rollen/<int:pk>/konto/", views.change_account, name="change_account"),
    path("vereine/<slug:slug>/rollen/<int:pk>/entziehen/", views.withdraw_role, name="withdraw_role"),
    path("vereine/<slug:slug>/rollen/wartend/<int:pk>/", views.withdraw_offer, name="withdraw_offer"),
    path("vereine/<slug:slug>/rollen/<int:pk>/einmal-link/", views.one_time_link, name="one_time_link"),
]
