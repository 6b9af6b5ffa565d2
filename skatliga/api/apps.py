from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ApiConfig(AppConfig):
    name = "skatliga.api"
    verbose_name = _("Schnittstelle")
