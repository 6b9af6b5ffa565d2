"""The app of the players' own phones."""

from django.apps import AppConfig


class PhonesConfig(AppConfig):
    name = "skatliga.phones"
