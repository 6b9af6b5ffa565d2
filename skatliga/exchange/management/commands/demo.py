"""Set up the demo club in an empty database, and say how to sign in.

The club has two years behind it (`demo_past`), a tournament that is going on (`demo_tournament`), one evening of last
week with lists in every state an evening knows, and one today. Last week's lists are those of `demo_lists.csv`, drawn
at random with the usual frequencies of games; they are imported as any other file is. Its federation has a league
(`demo_league`).

* **D** The tests build the last evenings and a smaller league alone (`create_demo`): they look at pages, and the past
  would only make each of them slower. It is made by the services and not kept as a file, which every change of the
  model would have to be followed in, and whose days would have to be moved to today.

* **D** Its administrator is that of the whole site too, who can make clubs of their own beside it and see
  *Betrieb*.
"""

import datetime
import secrets
from pathlib import Path

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.money import PrizePlan
from scoring.wertung.presets import TableRule
from skatliga.access import Role
from skatliga.circuits import services as circuits
from skatliga.circuits.models import Circuit
from skatliga.desk.models import usual_ladder
from skatliga.desk.prize_plan import write_plan
from skatliga.desk.services import pay_entry_fee, set_fees
from skatliga.events.categories import add_usual_classes
from skatliga.events.models import Event, Table, Team
from skatliga.events.services import create_event, enter_guests, enter_players, seat_round, set_state
from skatliga.events.teams import create_teams
from skatliga.exchange.evenings.import_lists import import_lists
from skatliga.exchange.management.demo_league import create_league
from skatliga.exchange.management.demo_past import create_past
from skatliga.exchange.management.demo_tournament import create_tournament
from skatliga.lists.models import Sheet
from skatliga.lists.photos import add_photo
from skatliga.lists.services import Change, open_sheet
from skatliga.lists.workflow import move
from skatliga.people import services
from skatliga.people.models import Club, Player, User
from skatliga.wertung.presets import GRAND_PRIX
from skatliga.years.models import ClubYear
from skatliga.years.services import add_evenings, create_year
from skatliga.years.services import set_state as set_year_state

CLUB = "Skatfreunde Demo"
FEDERATION = "Skatverband Demo"
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
CIRCUIT_RULE = TableRule(unit="evening", worth="places", place_points=GRAND_PRIX, best=7)
RULES = {"rulebook": "isko-2022", "evaluation": "seeger-fabian"}
LISTS = Path(__file__).parents[2] / "demo_lists.csv"
PHOTOS = Path(__file__).parents[2] / "demo_photos"
PHOTOGRAPHED = ((1, 4), (2, 2))
"""Serie and table."""
# Start numbers by Serie and table, as the lists have them; that of Serie 2, table 2 is still missing.
SEATING = {
    1: {1: (9, 2, 13, 5), 2: (4, 11, 7, 14), 3: (1, 8, 12), 4: (6, 3, 10)},
    2: {1: (2, 8, 10, 11), 2: (13, 1, 4, 6), 3: (14, 9, 3), 4: (12, 5, 7)},
}

# By start number, as they are typed.
TEAMS = {
    Team.Kind.TEAM: "Herz Buben Demo: 1 3 5 7\nKaro Damen Demo: 2 4 6 9\nPik Asse Demo: 8 10 12 14",
    Team.Kind.TANDEM: "Kreuz Demo: 1 2\nPik Demo: 3 4\nHerz Demo: 5 6\nKaro Demo: 7 8",
    Team.Kind.MIXED: "Grand Demo: 9 10\nNull Demo: 11 12\nRamsch Demo: 13 14",
}


class Command(BaseCommand):
    help = _("Legt in einer leeren Datenbank den Demo-Verein an und nennt die Anmeldungen.")

    def handle(self, *args: object, **options: object) -> None:
        if not User.objects.exists():
            create_living_demo(_password())
        users = User.objects.filter(username__in=USERS, clubs__name=CLUB)
        if not users:
            return
        words = {"club": CLUB, "password": _password()}
        self.stdout.write(_("Anmeldungen im Verein %(club)s, Passwort jeweils %(password)s") % words)
        for user in sorted(users, key=lambda user: list(USERS).index(user.username)):
            self.stdout.write(f"  {user.username:<10}{USERS[user.username][1].label}")


@transaction.atomic
def create_living_demo(password: str) -> Club:
    """The demo club as whoever tries the site finds it: with its past, a tournament that is going on, photographs."""
    club = create_demo(password, matchdays=3)
    users = {user.username: user for user in User.objects.filter(clubs=club)}
    _photograph(club.events.get(state=Event.State.PUBLISHED), users["liste"])
    players = [member.player for member in club.memberships.select_related("player").order_by("pk")]
    create_past(club, players, users, club.years.get(), RULES)
    create_tournament(club, players, users, timezone.localdate(), RULES)
    return club


@transaction.atomic
def create_demo(password: str, matchdays: int = 2) -> Club:
    """The demo club with its players, a user for every role, all of one password, two evenings of a year, a league.

    So small it is what the tests look at.
    """
    club = services.create_club(CLUB, place="Altenburg", number="99.01.001")
    encoded = make_password(password)  # takes most of a second, on purpose; once is enough where all have the same
    users = {username: _create_user(club, username, encoded) for username in USERS}
    players = [_add_player(club, number, *person) for number, person in enumerate(PLAYERS, 1)]
    today = timezone.localdate()
    past = _create_past_evening(club, players, users, today - datetime.timedelta(days=7))
    ahead = _create_evening_ahead(club, players, today)
    _create_year(club, past, ahead)
    federation = services.create_club(FEDERATION, place="Erfurt", number="99.02.001")
    for username, user in users.items():
        services.grant_role(federation, user, USERS[username][1])
    _create_circuit(club, federation, past, users["leitung"])
    create_league(federation, users, today, RULES, matchdays)
    return club


def _create_user(club: Club, username: str, encoded: str) -> User:
    first_name, role = USERS[username]
    user = services.invite(club, username, role, first_name=first_name, last_name="Demo").user
    user.password = encoded
    user.is_superuser = role == Role.ADMINISTRATOR
    user.save()
    return user


def _add_player(club: Club, number: int, first_name: str, last_name: str, birth_year: int, gender: str) -> Player:
    member = services.add_player(
        club,
        first_name=first_name,
        last_name=last_name,
        birth_year=birth_year,
        gender=gender,
        number=str(number),
        **PUBLICATION.get(first_name, {}),  # type: ignore[arg-type]
    )
    return member.player


def _create_past_evening(club: Club, players: list[Player], users: dict[str, User], date: datetime.date) -> Event:
    """Two Serien: all lists of the first are checked; of the second one is missing, one half typed, one in question."""
    event = create_event(
        club, name="Vereinsabend Demo", place="Vereinsheim", date=date, rounds=2, second_person=True, **RULES
    )
    enter_players(event, players)
    add_usual_classes(event)
    _let_it_cost(event, users["leitung"])
    for kind, lines in TEAMS.items():
        create_teams(event, kind, lines)
    for round in event.rounds.all():
        seat_round(round, SEATING[round.number])
    set_state(event, Event.State.PUBLISHED)
    import_lists(event, LISTS.read_bytes(), users["liste"])
    for sheet in Sheet.objects.filter(table__round__event=event, table__round__number=1):
        move(sheet.pk, Sheet.State.CHECKED, Change(sheet.revision, users["leitung"]))
    doubtful = Sheet.objects.get(table__round__event=event, table__round__number=2, table__number=4)
    reason = "Am Fuß von Platz 2 fehlen 100 Punkte; bitte am Tisch nachfragen."
    move(doubtful.pk, Sheet.State.IN_QUESTION, Change(doubtful.revision, users["liste"], reason))
    return event


def _photograph(event: Event, user: User) -> None:
    """Photographs of two lists: one stays with a list that is checked, the other is still to be entered from it.

    They were printed by the site and laid on a table of wood.
    """
    for round, number in PHOTOGRAPHED:
        table = Table.objects.get(round__event=event, round__number=round, number=number)
        sheet = table.sheets.first()
        if sheet is None:
            sheet = open_sheet(table, user)
            move(sheet.pk, Sheet.State.HANDED_IN, Change(sheet.revision, user))
        name = f"serie-{round}-tisch-{number}.jpg"
        add_photo(sheet, SimpleUploadedFile(name, (PHOTOS / name).read_bytes(), "image/jpeg"), user)


def _let_it_cost(event: Event, director: User) -> None:
    """Startgeld, paid by everybody but the last, Kartengeld, Abreizgeld, prizes for the evening and each Serie."""
    plan = PrizePlan(players_per_prize=5, series_prizes=(500,))
    set_fees(event, entry_fee=500, list_fee=50, abreizgeld=usual_ladder(), prizes=write_plan(plan))
    for entry in event.entries.order_by("start_number")[: len(PLAYERS) - 1]:
        pay_entry_fee(entry, director)


def _create_evening_ahead(club: Club, players: list[Player], date: datetime.date) -> Event:
    """An evening that is still being prepared: some have said that they come, nobody is seated."""
    event = create_event(club, name="Clubabend Demo", place="Vereinsheim", date=date, rounds=2, **RULES)
    enter_players(event, players[:10])
    enter_guests(event, [("Olga Ostermann-Demo", "Skatclub Nebenan Demo")])
    return event


def _create_year(club: Club, past: Event, ahead: Event) -> None:
    """The club year of these evenings: the average, in three groups, by which the next evening is seated."""
    year = create_year(
        club,
        name=f"Clubjahr {ahead.date.year} Demo",
        first_day=datetime.date(past.date.year, 1, 1),
        last_day=datetime.date(ahead.date.year, 12, 31),
        rules=[{"measure": "average"}],
        groups=3,
        seating="groups",
        template=past,
    )
    add_evenings(year, [past, ahead])
    set_year_state(ClubYear.objects.get(pk=year.pk), ClubYear.State.PUBLISHED)


def _create_circuit(club: Club, federation: Club, past: Event, user: User) -> None:
    """Tournaments of both clubs in one table, after the first of them; the first four are qualified."""
    days = {"first_day": datetime.date(past.date.year, 1, 1), "last_day": datetime.date(past.date.year + 1, 12, 31)}
    circuit = circuits.create_circuit(club, name="Städtepokal Demo", qualified=4, **days)
    circuits.set_rule(circuit, CIRCUIT_RULE)
    circuits.answer(circuits.invite(circuit, federation, user), True, user)
    circuits.add_stops(circuit, club, [past], user)
    circuits.set_state(circuit, Circuit.State.PUBLISHED)


def _password() -> str:
    """The password of the demo users, made once for this machine."""
    kept = settings.VAR_DIR / "demo_password"
    if not kept.exists():
        kept.parent.mkdir(exist_ok=True)
        kept.touch(mode=0o600)
        kept.write_text(f"skat-{secrets.token_hex(4)}")
    return kept.read_text()
