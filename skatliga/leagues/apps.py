from importlib import import_module

from django.apps import AppConfig
from django.db.models.signals import post_save
from django.utils.translation import gettext_lazy as _


class LeaguesConfig(AppConfig):
    name = "skatliga.leagues"
    verbose_name = _("Ligen")

    def ready(self) -> None:
        import_module("skatliga.leagues.squads")
        import_module("skatliga.leagues.start_checks")
        from skatliga.leagues.binding import remember_before_correction

        # Lists know nothing of leagues, and are opened again in many places.
        post_save.connect(remember_before_correction, sender="lists.Revocation", dispatch_uid="remember_table")
