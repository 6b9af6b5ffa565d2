from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class QualificationsConfig(AppConfig):
    name = "skatliga.qualifications"
    verbose_name = _("Qualifikation")
