from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class QualificationsConfig(AppConfig):
    name = "skatliga.qualifications"
    verbose_name = _("Qualifikation")

    def ready(self) -> None:
        import_module("skatliga.qualifications.services")
