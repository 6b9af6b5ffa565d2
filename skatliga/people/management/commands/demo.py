"""Set up the demo club in an empty database, and say how to sign in."""

import secrets
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction

from skatliga.access import Role
from skatliga.people import services
from skatliga.people.models import Club, User

CLUB = "Skatfreunde Demo"
USERS = {
    "admin": ("Ada", Role.ADMINISTRATOR),
    "leitung": ("Lea", Role.SPIELLEITUNG),
    "liste": ("Linus", Role.LISTENFUEHRER),
    "leser": ("Levi", Role.READER),
}
# Names nobody bears, each plainly one of a demonstration: first name, last name, year of birth, damen or herren.
PLAYERS = [
    ("Anton", "Albers-Demo", 1958, "herren"),
    ("Berta", "Brandt-Demo", 1964, "damen"),
    ("Cäsar", "Conrad-Demo", 1949, "herren"),
    ("Dora", "Decker-Demo", 1971, "damen"),
    ("Emil", "Engel-Demo", 1980, "herren"),
    ("Frieda", "Fuchs-Demo", 1953, "damen"),
    ("Gustav", "Gärtner-Demo", 1946, "herren"),
    ("Heinrich", "Hofmann-Demo", 1968, "herren"),
    ("Ida", "Iversen-Demo", 1990, "damen"),
    ("Jakob", "Jäger-Demo", 2008, "herren"),
    ("Klara", "Köster-Demo", 1962, "damen"),
    ("Ludwig", "Löffler-Demo", 1955, "herren"),
    ("Martha", "Müller-Demo", 1976, "damen"),
    ("Nils", "Neumann-Demo", 2001, "herren"),
]
PUBLICATION = {
    "Frieda": {"publication": "first_name"},
    "Nils": {"publication": "pseudonym", "pseudonym": "Kreuzbube"},
}


class Command(BaseCommand):
    help = "Legt in einer leeren Datenbank den Demo-Verein an und nennt die Anmeldungen."

    def handle(self, *args: Any, **options: Any) -> None:
        if not User.objects.exists():
            create_demo(_password())
        users = User.objects.filter(username__in=USERS, clubs__name=CLUB)
        if not users:
            return
        self.stdout.write(f"Anmeldungen im Verein {CLUB}, Passwort jeweils {_password()}")
        for user in sorted(users, key=lambda user: list(USERS).index(user.username)):
            self.stdout.write(f"  {user.username:<10}{USERS[user.username][1].label}")


@transaction.atomic
def create_demo(password: str) -> Club:
    """The demo club with its players and one user for every role, all with the same password."""
    club = services.create_club(CLUB, place="Altenburg", number="99.01.001")
    for username, (first_name, role) in USERS.items():
        user = services.invite(club, username, role, first_name=first_name, last_name="Demo").user
        user.set_password(password)
        user.save()
    for number, (first_name, last_name, birth_year, gender) in enumerate(PLAYERS, 1):
        services.add_player(
            club,
            first_name=first_name,
            last_name=last_name,
            birth_year=birth_year,
            gender=gender,
            number=str(number),
            league_club=number <= 8,
            **PUBLICATION.get(first_name, {}),
        )
    return club


def _password() -> str:
    """The password of the demo users, made once for this machine."""
    kept = settings.VAR_DIR / "demo_password"
    if not kept.exists():
        kept.parent.mkdir(exist_ok=True)
        kept.touch(mode=0o600)
        kept.write_text(f"skat-{secrets.token_hex(4)}")
    return kept.read_text()
