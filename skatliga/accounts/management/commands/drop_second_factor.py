"""The way back for an administrator of the site who has lost app, passkey and recovery codes."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from skatliga.accounts.factors import drop_all
from skatliga.people.models import User


class Command(BaseCommand):
    help = _("Hebt den zweiten Faktor eines Kontos auf; danach genügt wieder das Passwort.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", help=_("Benutzername"))

    def handle(self, *args: object, username: str, **options: object) -> None:
        user = User.objects.named(username)
        if user is None:
            raise CommandError(_("Ein Konto „%(name)s“ gibt es nicht.") % {"name": username})
        drop_all(user)
        self.stdout.write(_("Für %(name)s genügt wieder das Passwort.") % {"name": user.username})
