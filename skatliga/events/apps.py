from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class EventsConfig(AppConfig):
    name = "skatliga.events"
    verbose_name = _("Veranstaltungen")

    def ready(self) -> None:
        import_module("skatliga.events.championships")
        import_module("skatliga.events.merging")
