from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SignUpsConfig(AppConfig):
    name = "skatliga.signups"
    verbose_name = _("Voranmeldung")

    def ready(self) -> None:
        import_module("skatliga.signups.arrivals")
