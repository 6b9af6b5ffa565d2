from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PeersConfig(AppConfig):
    name = "skatliga.peers"
    verbose_name = _("Zweiter Rechner")

    def ready(self) -> None:
        from skatliga.events.signals import register_numbering
        from skatliga.exchange.signals import person_erased
        from skatliga.peers.erasing import erase_said
        from skatliga.peers.pairing import next_number

        register_numbering(next_number)
        person_erased.connect(erase_said)
