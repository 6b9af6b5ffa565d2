from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrintingConfig(AppConfig):
    name = "skatliga.printing"
    verbose_name = _("Druck")
