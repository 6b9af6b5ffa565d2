"""The cast of the web tests: one club, somebody for every role in it, and those who have none."""

import datetime
from functools import partial
from pathlib import Path

import pytest
from django.core.cache import cache
from django.template.loader import render_to_string
from django.test import Client
from django.utils import translation
from whole import WHOLE

from skatliga.access import Role
from skatliga.events import live_pages
from skatliga.events.models import Event, Table
from skatliga.events.services import create_event, enter_guests, seat_round, set_state
from skatliga.lists.device import followed
from skatliga.lists.models import Sheet
from skatliga.lists.services import open_sheet
from skatliga.people import services
from skatliga.people.models import Club, Membership, User
from skatliga.printing import circuit_papers, desk_papers, federation_papers, long_tables, pdf, ranking_papers, views
from web.both_databases import has_some, runs_with_both
from web.club_evenings import members, play, year  # noqa: F401  fixtures
from web.listeners import browser_keys, hans, mails, played_today, receiver  # noqa: F401
from web.made import made_at_once  # noqa: F401
from web.ordered import ordered  # noqa: F401
from web.ranks import enter_list
from web.replayed import GROUND, world
from web.worlds import believed

# What asks for one of these speaks to a database; everything else need not be tested once for each kind of database.
DATABASE = {"db", "transactional_db", "live_server", "django_db_setup", "server_database"}


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where only those tests are asked for that differ, the other files need not be read."""
    asked = config.option.markexpr == "database" and not WHOLE
    return True if asked and collection_path.stem.startswith("test_") and not has_some(collection_path.stem) else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("django_db") or DATABASE.intersection(getattr(item, "fixturenames", ())):
            if WHOLE or runs_with_both(item.path.stem, item.originalname):
                item.add_marker("database")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Tests that share a world begin with a database of their own even when they run alone.

    pytest-django makes one only where a test is marked for it; the others would be given the one of the settings.
    """
    asking = [item for item in session.items if "django_db_setup" in getattr(item, "fixturenames", ())]
    if asking and not any(item.get_closest_marker("django_db") for item in session.items):
        asking[0].add_marker("django_db")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item):
    GROUND.begin()
    with believed():
        return (yield)


@pytest.fixture(autouse=True)
def german():
    """Every test begins in German, whatever language the one before it was left in."""
    translation.activate("de")


@pytest.fixture(autouse=True)
def current(monkeypatch):
    """No test reads what another one has kept, and every page knows at once what has changed."""
    monkeypatch.setattr(live_pages, "BELIEVED", 0)
    monkeypatch.setattr(followed, "BELIEVED", 0)
    monkeypatch.setattr(followed, "SEATS_BELIEVED", 0)
    followed.forget_all()
    cache.clear()


@pytest.fixture
@world
def club(db):
    return services.create_club("Herz Dame Altenburg", place="Altenburg", number="07.01.116")


@pytest.fixture
@world
def other_club(db):
    return services.create_club("Grand Hand Gera")


def _holder(club: Club, username: str, role: Role) -> User:
    return services.invite(club, username, role, first_name=username.title()).user


@pytest.fixture
@world
def admin(club):
    return _holder(club, "admin", Role.ADMINISTRATOR)


@pytest.fixture
@world
def leiterin(club):
    return _holder(club, "leiterin", Role.SPIELLEITUNG)


@pytest.fixture
@world
def schreiber(club):
    return _holder(club, "schreiber", Role.LISTENFUEHRER)


@pytest.fixture
@world
def leser(club):
    return _holder(club, "leser", Role.READER)


@pytest.fixture
@world
def fremde(db):
    """Signed in, but without any role."""
    return User.objects.create_user("fremde")


@pytest.fixture
@world
def betreiber(db):
    """The administrator of the whole site."""
    return User.objects.create_superuser("betreiber")


@pytest.fixture
def cast(betreiber, admin, leiterin, schreiber, leser, fremde):
    """Everybody by name; None is the visitor who is not signed in."""
    users = (betreiber, admin, leiterin, schreiber, leser, fremde)
    return {user.username: user for user in users} | {"anonym": None}


@pytest.fixture
@world
def anna(club) -> Membership:
    return services.add_player(club, first_name="Anna", last_name="Ärmel", number="1", birth_year=1960)


@pytest.fixture
@world
def bert(club) -> Membership:
    return services.add_player(club, first_name="Bert", last_name="Brandt", number="2")


@pytest.fixture
@world
def event(club) -> Event:
    """A published evening of two Serien, nobody entered yet."""
    return make_event(club)


def make_event(club: Club) -> Event:
    """What `event` is, for worlds that last longer than a test."""
    evening = create_event(
        club,
        name="Clubabend",
        date=datetime.date(2026, 11, 20),
        rounds=2,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
    )
    set_state(evening, Event.State.PUBLISHED)
    evening.refresh_from_db()
    return evening


@pytest.fixture
@world
def evening(club) -> Event:
    """A published evening of two Serien of one round, eight guests at the same two tables."""
    evening = create_event(
        club,
        name="Preisskat",
        date=datetime.date(2026, 11, 21),
        rounds=2,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
        deals_at_four=4,
        deals_at_three=3,
    )
    enter_guests(evening, [(f"Gast {letter}", "") for letter in "ABCDEFGH"])
    for round in evening.rounds.all():
        seat_round(round, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]})
    set_state(evening, Event.State.PUBLISHED)
    evening.refresh_from_db()
    return evening


@pytest.fixture
def list_of(evening, schreiber):
    """Opens the list of a table of the evening."""
    return partial(_open_list, evening, schreiber)


@pytest.fixture
@world
def paper(evening, schreiber) -> Sheet:
    """The open list of table 1 in Serie 1."""
    return _open_list(evening, schreiber)


def _open_list(evening: Event, user: User, table: int = 1, round: int = 1, kind: str = Sheet.Kind.MAIN) -> Sheet:
    return open_sheet(Table.objects.get(round__event=evening, round__number=round, number=table), user, kind)


@pytest.fixture
def paper_as_html(monkeypatch):
    """Instead of a PDF the page it is made of: what is told of it need not be set."""

    def lists(papers, title, tell=None) -> bytes:
        return "".join(
            render_to_string("printing/sheet.html", {"paper": paper, "title": title}) for paper in papers
        ).encode()

    def roll(template, context, columns, lines) -> bytes:
        cells = [long_tables.PaperCell(column.key, column.kind, column.heading) for column in columns]
        pieces = [long_tables.Piece("head", cells=tuple(cells))]
        for line in lines:
            texts = zip(columns, line.texts, strict=True)
            cells = [long_tables.PaperCell(column.key, column.kind, text) for column, text in texts]
            pieces.append(long_tables.Piece(line.kind, line.kind, cells=tuple(cells)))
        pages = [pieces] if lines else [()]
        return render_to_string(template, context | {"columns": columns, "pages": pages}).encode()

    monkeypatch.setattr(pdf, "to_pdf", str.encode)
    monkeypatch.setattr(views, "print_lists", lists)
    for module in (ranking_papers, circuit_papers, desk_papers, federation_papers):
        monkeypatch.setattr(module, "print_roll", roll)


@pytest.fixture
def enter(schreiber):
    """Enters the list of a table by its foot and brings it to a state."""
    return partial(enter_list, schreiber)


@pytest.fixture
def sign_in():
    """A browser of the given user."""

    def browser(user: User | None) -> Client:
        client = Client()
        if user:
            client.cookies.load(_session_of(user))
        return client

    return browser


@world
def _session_of(user: User) -> dict[str, str]:
    """The cookies of a browser in which the user has signed in."""
    client = Client()
    client.force_login(user)
    return {name: cookie.value for name, cookie in client.cookies.items()}


@pytest.fixture
def desk(sign_in, schreiber) -> Client:
    """A browser of the office."""
    return sign_in(schreiber)


@pytest.fixture
def direction(sign_in, leiterin) -> Client:
    """A browser of the Spielleitung."""
    return sign_in(leiterin)
