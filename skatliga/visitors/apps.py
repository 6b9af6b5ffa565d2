from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class VisitorsConfig(AppConfig):
    name = "skatliga.visitors"
    verbose_name = _("Besucher")
