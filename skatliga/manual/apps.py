from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ManualConfig(AppConfig):
    name = "skatliga.manual"
    verbose_name = _("Hilfe")
