from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CircuitsConfig(AppConfig):
    name = "skatliga.circuits"
    verbose_name = _("Turnierserien")

    def ready(self) -> None:
        import_module("skatliga.circuits.services")
