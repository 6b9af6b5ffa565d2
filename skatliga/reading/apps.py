from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReadingConfig(AppConfig):
    name = "skatliga.reading"
    verbose_name = _("Fotos lesen")
