from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class YearsConfig(AppConfig):
    name = "skatliga.years"
    verbose_name = _("Clubjahre")
