from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class OperationsConfig(AppConfig):
    name = "skatliga.operations"
    verbose_name = _("Betrieb")

    def ready(self) -> None:
        import_module("skatliga.operations.checks")
