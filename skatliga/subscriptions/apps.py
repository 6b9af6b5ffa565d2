from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SubscriptionsConfig(AppConfig):
    name = "skatliga.subscriptions"
    verbose_name = _("Benachrichtigungen")

    def ready(self) -> None:
        import_module("skatliga.subscriptions.services")
