from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FederationsConfig(AppConfig):
    name = "skatliga.federations"
    verbose_name = _("Verbände")

    def ready(self) -> None:
        import_module("skatliga.federations.licences")
