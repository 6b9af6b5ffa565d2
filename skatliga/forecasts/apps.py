from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ForecastsConfig(AppConfig):
    name = "skatliga.forecasts"
    verbose_name = _("Prognosen")
