"""The demonstration: made once, in an empty database only, with logins that work."""

import datetime
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import pytest
from django.core.management import call_command, get_commands
from django.db.models import Count
from django.utils import timezone

from skatliga.events.models import Entry, Event, Table
from skatliga.exchange.management.commands import demo as command
from skatliga.leagues.binding import find_faults
from skatliga.leagues.division_standing import standing
from skatliga.leagues.group_results import states_of
from skatliga.leagues.models import Division, Group
from skatliga.lists.models import Photo, Protest, SeatResult, Sheet
from skatliga.lists.queries import view_of
from skatliga.people.models import Club, Player, User
from web.replayed import world

pytestmark = pytest.mark.django_db


def printed() -> list[str]:
    """What the command prints."""
    output = StringIO()
    call_command("demo", stdout=output)
    return output.getvalue().splitlines()


@contextmanager
def quickly() -> Iterator[None]:
    """The command without its past, its tournament and its league, which take seconds."""
    with pytest.MonkeyPatch.context() as patch:
        for part in ("create_past", "create_tournament", "create_league"):
            patch.setattr(command, part, lambda *_arguments: None)
        yield


@pytest.fixture
def whole_demo(settings, tmp_path):
    """The command, with passwords kept where no other test sees them; it returns what it prints."""
    settings.VAR_DIR = tmp_path
    return printed


@pytest.fixture
def demo(whole_demo):
    with quickly():
        yield whole_demo


@pytest.fixture
def made(whole_demo):
    """What the quick command has made, for those who look at it."""
    make()


@world
def make() -> None:
    with quickly():
        printed()


def test_the_printed_logins_work(demo, client):
    heading, *logins = demo()
    password = heading.rpartition(" ")[2]
    assert [line.split() for line in logins] == [
        ["admin", "Administrator"],
        ["leitung", "Spielleitung"],
        ["liste", "Listenführer"],
        ["leser", "Leser"],
    ]
    for line in logins:
        answer = client.post("/anmelden/", {"username": line.split()[0], "password": password})
        assert answer.url == "/"
        client.post("/abmelden/")


def test_its_administrator_can_create_a_club(demo, client):
    """And nobody else, as on any site."""
    password = demo()[0].rpartition(" ")[2]
    clubs = {}
    for username in ("leitung", "admin"):
        client.post("/anmelden/", {"username": username, "password": password})
        created = client.post("/verein-anlegen/", {"name": f"Club von {username}", "place": "", "number": ""})
        clubs[username] = created.status_code, Club.objects.filter(name=f"Club von {username}").count()
        client.post("/abmelden/")
    assert clubs == {"leitung": (403, 0), "admin": (302, 1)}


def test_a_further_call_changes_nothing(demo):
    first = demo()
    assert demo() == first
    counts = [model.objects.count() for model in (Club, User, Player, Event, Sheet)]
    assert counts == [2, 4, 14, 2, 8]


def test_a_site_in_use_gets_no_demonstration(demo, fremde):
    assert demo() == []
    assert not Club.objects.exists()


def test_the_past_evening_shows_the_states_of_lists(made):
    evening = Event.objects.get(state="published")
    assert evening.date < timezone.localdate()
    sheets = Sheet.objects.filter(table__round__event=evening).annotate(typed=Count("rows"))
    places = sheets.order_by("table__round__number", "table__number")
    assert list(places.values_list("table__round__number", "table__number", "state", "deals", "typed")) == [
        (1, 1, "checked", 48, 48),
        (1, 2, "checked", 48, 48),
        (1, 3, "checked", 36, 36),
        (1, 4, "checked", 36, 0),
        (2, 1, "entered", 48, 48),
        (2, 2, "handed_in", 48, 0),
        (2, 3, "handed_in", 36, 20),
        (2, 4, "in_question", 36, 36),
    ]
    assert SeatResult.objects.filter(sheet__table__round__event=evening, sheet__table__round__number=1).count() == 14
    assert set(sheets.values_list("entered_by__username", "checked_by__username").distinct()) == {
        ("liste", "leitung"),
        ("liste", None),
        (None, None),
    }


def test_the_feet_of_the_demonstration_are_what_its_rows_come_to(made):
    """The feet in the file were counted when it was drawn; only that of the list in question is meant to be wrong."""
    found = {}
    for sheet in Sheet.objects.filter(table__round__event__state="published"):
        view = view_of(sheet)
        findings = [finding.message for finding in (*view.findings, *view.foot_findings)]
        if findings or not view.complete:
            found[sheet.table.round.number, sheet.table.number] = (view.deals, findings)
    assert found == {
        (2, 2): (0, []),
        (2, 3): (20, []),
        (2, 4): (36, ["Platz 2, Gesamtpunkte: auf dem Papier 657, gerechnet 757."]),
    }


def test_the_evening_ahead_is_being_prepared(made):
    evening = Event.objects.get(state="draft")
    assert (evening.date, evening.entries.count(), evening.rounds.count()) == (timezone.localdate(), 11, 2)
    assert not evening.rounds.filter(tables__isnull=False).exists()


def test_what_was_photographed(made):
    photos = Photo.objects.order_by("sheet__table__round__number")
    assert [(photo.sheet.table.round.number, photo.sheet.table.number, photo.sheet.state) for photo in photos] == [
        (1, 4, "checked"),
        (2, 2, "handed_in"),
    ]


def test_the_demonstration_lives(whole_demo):
    """Two years of evenings in closed club years, a tournament half in, a league after three of four match days."""
    whole_demo()
    today = timezone.localdate()
    club = Club.objects.get(name=command.CLUB)
    evenings = club.events.filter(name="Clubabend Demo", state="final").order_by("date")
    assert (evenings.count(), (today - evenings.first().date).days // 7) == (52, 105)
    assert not Table.objects.filter(round__event__in=evenings, sheets=None).exists()
    years = dict(club.years.values_list("first_day__year", "state"))
    this_year = (today - datetime.timedelta(days=7)).year
    assert {year for year, state in years.items() if state == "published"} == {this_year}
    assert {year for year, state in years.items() if state == "final"} == {
        evening.date.year for evening in evenings if evening.date.year < this_year
    }
    assert sum(year.events.count() for year in club.years.all()) == 52 + 2

    tournament = Event.objects.get(name="Herbstpreisskat Demo")
    assert (tournament.date, tournament.entries.count()) == (today, 61)
    states = Table.objects.filter(round__event=tournament).values_list("round__number", "sheets__state")
    assert Counter(states) == {
        (1, "checked"): 16,
        (2, "checked"): 16,
        (3, "checked"): 4,
        (3, "entered"): 2,
        (3, "in_question"): 1,
        (3, "handed_in"): 1,
        (3, None): 8,
    }
    assert Protest.objects.get().sheet.table.round.event == tournament

    division = Division.objects.select_related("season", "level").get()
    groups = Group.objects.select_related("matchday__division__season", "event").order_by("matchday", "number")
    assert [(state.group.matchday.number, state.state.value) for state in states_of(list(groups))] == [
        (1, "binding"),
        (1, "binding"),
        (2, "binding"),
        (2, "checked"),
        (3, "checked"),
        (3, "provisional"),
        (4, "planned"),
        (4, "planned"),
    ]
    # Eleven of twelve Serien of groups count: 3 + 2 + 1 + 0 plus points each.
    assert sum(line.plus for line in standing(division).lines) == 11 * 6
    assert find_faults(division) == [
        "3. Spieltag, Gruppe 2, Serie 2: Es fehlt die Liste von Tisch 4.",
        "4. Spieltag, Gruppe 1: Es ist noch nichts gespielt.",
        "4. Spieltag, Gruppe 2: Es ist noch nichts gespielt.",
    ]
    names = [*Player.objects.values_list("last_name", flat=True), *Entry.objects.values_list("name", flat=True)]
    assert [name for name in names if not name.endswith("-Demo")] == []


OWN_COMMANDS = sorted(name for name, app in get_commands().items() if str(app).startswith("skatliga."))


@pytest.mark.parametrize("name", OWN_COMMANDS)
def test_every_command_explains_itself(name, capsys):
    with pytest.raises(SystemExit) as ended:
        call_command(name, "--help")
    assert (ended.value.code, f" {name} " in capsys.readouterr().out) == (0, True)
