from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class YearsConfig(AppConfig):
    name = "skatliga.years"
    verbose_name = _("Clubjahre")

    def ready(self) -> None:
        import_module("skatliga.years.past_years")
