"""Addresses of the own account, and of all accounts for the administrator of the site."""

from django.urls import path

from skatliga.accounts import views

app_name = "accounts"
urlpatterns = [
    path("", views.account, name="account"),
    path("bestaetigen/", views.confirm, name="confirm"),
    path("angaben/", views.change_details, name="change_details"),
    path("anmeldungen/beenden/", views.end_all_other, name="end_all_other"),
    path("zweiter-faktor/", views.second_factor, name="second_factor"),
    path("zweiter-faktor/app/", views.add_app, name="add_app"),
    path("zweiter-faktor/codes/", views.make_codes, name="make_codes"),
    path("zweiter-faktor/passkey/", views.add_passkey, name="add_passkey"),
    path("zweiter-faktor/passkey/beginnen/", views.passkey_options, name="passkey_options"),
    path("zweiter-faktor/<str:kind>/<int:pk>/entfernen/", views.drop_factor, name="drop_factor"),
    path("zweiter-schritt/", views.second_step, name="second_step"),
    path("zweiter-schritt/passkey/", views.step_options, name="step_options"),
    path("schliessen/", views.close_account, name="close_account"),
    path("alle/", views.accounts, name="accounts"),
    path("alle/<int:pk>/", views.change_state, name="change_state"),
    path("alle/<int:pk>/zweiter-faktor/", views.drop_factors_of, name="drop_factors_of"),
    path("rollen/", views.waiting_roles, name="waiting_roles"),
    path("rollen/<str:kind>/<int:pk>/ablehnen/", views.decline_role, name="decline_role"),
]
