"""What is stored about a person: told whole, and deleted so that the name is nowhere and no figure changes."""

import datetime
import json
import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from io import BytesIO
from pathlib import Path
from shutil import copytree
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client, override_settings
from django.urls import resolve, reverse
from django.utils import timezone
from django.utils.html import strip_tags
from PIL import Image
from whole import WHOLE, sample

from scoring.wertung.presets import TableRule
from skatliga.desk.models import Proposal
from skatliga.desk.services import book_other
from skatliga.desk.services import reverse as reverse_booking
from skatliga.events.categories import add_class
from skatliga.events.models import Entry, Event, Table
from skatliga.events.services import enter_guests, enter_players, set_state
from skatliga.exchange.models import FileName, Upload
from skatliga.exchange.personal.mentions import Mention, Names, replaced
from skatliga.exchange.personal.person import PersonRecords, erase
from skatliga.exchange.personal.stored_data import as_json, stored_about
from skatliga.exchange.uploads.upload_steps import keep
from skatliga.lists.models import Photo, Row, Sheet, Signature
from skatliga.lists.photos import add_photo
from skatliga.lists.protests import protest
from skatliga.lists.seat_changes import substitute
from skatliga.lists.services import Change
from skatliga.lists.workflow import sign
from skatliga.peers import merging, pairing
from skatliga.peers.items import ENTRY, LIST, read
from skatliga.peers.models import ItemVersion, SharedItem
from skatliga.people import services as people
from skatliga.people.models import Membership, Player, User
from skatliga.years.models import ClubYear, YearSum
from skatliga.years.past_years import take_over
from skatliga.years.services import book, set_start
from skatliga.years.services import set_state as set_year_state
from web.demonstration import demo_club
from web.worlds import believed, lasting

pytestmark = pytest.mark.django_db

NAMES = ("Müller-Demo", "Wunderlich", "Martha W", "Rote Martha", "Ahorn-Demo, Alma", "Alma Ahorn-Demo")
"""Under which Martha was ever known; other Ahorn-Demos play in her team."""


def picture() -> SimpleUploadedFile:
    content = BytesIO()
    Image.new("RGB", (8, 8)).save(content, "JPEG")
    return SimpleUploadedFile("liste.jpg", content.getvalue(), "image/jpeg")


@pytest.fixture(scope="module")
def made(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[tuple[SimpleNamespace, Path]]:
    """The demo club and what is known of Martha, for all tests of this file, and the folder of its files."""
    folder = tmp_path_factory.mktemp("made")
    with override_settings(MEDIA_ROOT=folder), lasting(django_db_blocker):
        with believed():
            world = make_world()
        yield world, folder


@pytest.fixture
def world(made, db, settings, tmp_path) -> SimpleNamespace:
    """The same for one test, which may change it."""
    whole, folder = made
    settings.MEDIA_ROOT = settings.VAR_DIR = tmp_path  # where no forecast is kept that another test has made
    copytree(folder, tmp_path, dirs_exist_ok=True)
    return deepcopy(whole)


def make_world() -> SimpleNamespace:
    """Martha was Müller and is Wunderlich now, plays in the league as Alma, and is named wherever one can write."""
    club = demo_club()
    admin, leader = User.objects.get(username="admin"), User.objects.get(username="leitung")
    martha = Membership.objects.get(player__first_name="Martha")
    alma = Player.objects.filter(first_name="Alma", last_name="Ahorn-Demo").first()
    alma = alma or people.add_player(club, first_name="Alma", last_name="Ahorn-Demo").player
    people.add_player(club, first_name="Berta", last_name="Ahorn-Demo")
    people.merge_players(martha.player, alma)
    alma.refresh_from_db()
    fields = {"first_name": "Martha", "birth_year": 1976, "gender": "damen", "federation_number": "07.4711"}
    for name, pseudonym in (("Müller-Demo", "Rote Martha"), ("Wunderlich", "")):
        people.change_player(martha, number="13", last_name=name, publication="full", pseudonym=pseudonym, **fields)
    evening = Event.objects.get(name="Vereinsabend Demo")
    tables = Table.objects.filter(round__event=evening, seats__entry__player=martha.player)
    sheets = list(Sheet.objects.filter(table__in=tables).order_by("table__round__number"))
    seat = sheets[0].table.seats.get(entry__player=martha.player).number
    Signature.objects.filter(sheet=sheets[0], seat=seat).delete()
    Signature.objects.create(sheet=sheets[0], seat=seat, name="Martha W.")
    protest(sheets[0], "MARTHA  WUNDERLICH hat Spiel 3 verloren, sagt Müller-Demo.", leader)
    sheets[0].note = "Frau Wunderlich kam später (Wunderlich, Martha)."
    sheets[0]._change_reason = "Martha Müller-Demo war nicht da"
    sheets[0].save()
    photo = add_photo(sheets[0], picture(), leader)
    book_other(evening, 500, "Blumen für Martha Wunderlich", leader)
    reverse_booking(evening.bookings.last(), "Wunderlich wollte keine", leader)
    year = ClubYear.objects.get()
    set_start(year, alma, -200, "Martha Wunderlich fehlte bei der Versammlung")
    book(year, date=year.first_day, cents=-700, note="Geschenk Wunderlich Martha", user=leader)
    results = [
        YearSum(name="Martha Müller-Demo", player=martha.player, place=1, gesamt=900),
        YearSum(name="Martha Wunderlich", place=2, gesamt=800),
        YearSum(name="Sepp Wunderbar", place=3, gesamt=700),
    ]
    days = (datetime.date(2001, 1, 1), datetime.date(2001, 12, 31))
    past = take_over(club, "Früher", days, TableRule(), results, leader)
    set_year_state(past, ClubYear.State.PUBLISHED)
    ahead = Event.objects.get(name="Clubabend Demo")
    enter_guests(ahead, [("Martha Wunderlich", "")])
    set_state(ahead, Event.State.PUBLISHED)
    keep(leader, Upload.Kind.PLAYERS, club, "a.csv", b"Name\nMartha Wunderlich\n")
    return SimpleNamespace(
        club=club, admin=admin, leader=leader, martha=martha.player, alma=alma, evening=evening, year=year,
        sheet=sheets[0], seat=seat, photo=photo, past=past,
    )  # fmt: skip


SAMPLE = 3 if WHOLE else 1
"""Of how many pages of a kind are looked at, besides those about the person."""


def public_pages(own: str) -> dict[str, str]:
    """The text of public pages reached by links from the start page, files included: some of every kind, and all
    whose address names the person by this pattern."""
    browser, found, kinds, ahead = Client(), {}, Counter(), ["/"]
    while ahead:
        path = ahead.pop(0)
        kind = resolve(path).view_name
        if path in found or (kinds[kind] >= SAMPLE and not re.search(own, path)):
            continue
        kinds[kind] += 1
        answer = browser.get(path)
        text = answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/")
        found[path] = answer.content.decode() if text else ""
        links = {urlsplit(link).path for link in re.findall(r'href="(/[^"#]*)"', found[path])}
        packed = {link for link in links if link.endswith((".xlsx", ".ods"))}  # say what the other files say
        ahead += sorted(link for link in links - packed if not link.startswith(("/static/", "/regeln/")))
    return {path: page for path, page in found.items() if page}


def figures_of(page: str, names: tuple[str, ...]) -> Counter[str]:
    """The figures on a page without these names, in whatever order: where a name stands in a list may change."""
    text = strip_tags(page)
    for name in names:
        text = text.replace(name, "")
    return Counter(re.findall(r"[+–-]?[0-9][0-9.,:]*", text))


def everything_stored() -> dict[str, list[str]]:
    """Every row of every table, as text."""
    return {
        model._meta.label: [str(row) for row in model._default_manager.values_list()]
        for model in apps.get_models(include_auto_created=True)
    }


def standing_in(stored: dict[str, list[str]], names: tuple[str, ...]) -> set[str]:
    """The tables in which one of the names stands."""
    small = [name.lower() for name in names]
    return {label for label, rows in stored.items() if any(name in row.lower() for row in rows for name in small)}


@pytest.mark.usefixtures("paper_as_html")  # papers are visited for their links alone
def test_the_name_is_nowhere_afterwards_and_no_figure_changes(world, django_capture_on_commit_callbacks):
    own = rf"(?<!statistik)/spieler/(13|p?{world.martha.pk})/$"
    before, stored = public_pages(own), everything_stored()
    named = {path for path, page in before.items() if any(name in page for name in NAMES)}
    assert len(named) > 10
    kinds = {resolve(path).view_name: path for path in before}
    others = sample(sorted(set(kinds.values()) - named), lambda path: path.split("/")[1], part=4)
    looked_at = named.union(others)
    before = {path: page for path, page in before.items() if path in looked_at}
    assert standing_in(stored, NAMES) >= {
        *("people.Player", "people.HistoricalPlayer", "events.Entry", "events.HistoricalEntry", "lists.Sheet"),
        *("lists.HistoricalSheet", "lists.Signature", "lists.Protest", "lists.HistoricalProtest", "desk.Booking"),
        *("years.CashEntry", "years.YearSum", "leagues.GroupTeam", "leagues.HistoricalGroupTeam"),
    }
    name = f"Anonym {world.martha.pk}"
    with django_capture_on_commit_callbacks(execute=True):
        assert erase(PersonRecords(world.alma), world.admin) == name
    after = {path: Client().get(path) for path in before}
    # Only the public pages over all of Martha's events are gone.
    gone = {path for path, answer in after.items() if answer.status_code != 200}
    over_all = re.compile(rf"(/statistik|/clubjahr)?/spieler/([0-9]+/mit/)?{world.martha.pk}/")
    assert gone == {path for path in before if over_all.match(path)}
    pages = {path: answer.content.decode() for path, answer in after.items() if path not in gone}
    assert {path for path, page in pages.items() if any(each in page for each in NAMES)} == set()
    assert standing_in(everything_stored(), NAMES) == set()
    written = ("Martha Wunderlich", "Martha Müller-Demo", "Alma Ahorn-Demo", name)
    changed = {path for path, page in pages.items() if figures_of(before[path], written) != figures_of(page, written)}
    assert changed == set()
    assert {path for path, page in pages.items() if name in page} == named - gone


def test_figures_in_the_database_stay(world):
    labels = ("lists.SeatResult", "lists.Row", "lists.Foot", "events.Seat", "events.TeamMember")
    before = everything_stored()
    moneys = list(world.evening.bookings.values_list("cents", "entry", "kind"))
    erase(PersonRecords(world.martha), world.admin)
    after = everything_stored()
    assert {label: after[label] for label in labels} == {label: before[label] for label in labels}
    assert list(world.evening.bookings.values_list("cents", "entry", "kind")) == moneys
    assert list(world.past.sums.values_list("place", "gesamt", "player")) == [
        (1, 900, world.martha.pk),
        (2, 800, None),
        (3, 700, None),
    ]


def test_what_says_more_than_a_result_goes(world, django_capture_on_commit_callbacks):
    file = world.photo.image
    assert file.storage.exists(file.name)
    with django_capture_on_commit_callbacks(execute=True):
        erase(PersonRecords(world.martha), world.admin)
    name = f"Anonym {world.martha.pk}"
    columns = ("first_name", "last_name", "birth_year", "gender", "category", "federation_number", "publication")
    nothing = ("Anonym", str(world.martha.pk), None, "", "", "", "pseudonym", name)
    keys = [world.martha.pk, world.alma.pk]
    for players in (Player.objects.filter(pk__in=keys), Player.history.filter(id__in=keys)):
        assert set(players.values_list(*columns, "pseudonym")) == {nothing}
    assert not Membership.objects.filter(player__in=keys).exists()
    assert (Photo.objects.exists(), file.storage.exists(file.name), Upload.objects.exists()) == (False, False, False)
    assert Signature.objects.get(sheet=world.sheet, seat=world.seat).name == name
    world.sheet.refresh_from_db()
    assert world.sheet.note == f"Frau {name} kam später ({name})."
    assert world.sheet.protests.get().text == f"{name} hat Spiel 3 verloren, sagt {name}."
    assert YearSum.objects.filter(name="Sepp Wunderbar").exists()


def test_who_deleted_and_when_is_kept_without_the_name(world):
    erase(PersonRecords(world.martha), world.admin)
    last = Player.history.filter(id=world.martha.pk).first()
    assert (last.history_user, last.history_change_reason) == (world.admin, "Personendaten gelöscht")
    earlier = Player.history.filter(id=world.martha.pk).exclude(pk=last.pk)
    assert set(earlier.values_list("history_change_reason", flat=True)) == {None}


def test_guests_of_the_same_name_can_be_others(world):
    erase(PersonRecords(world.martha), world.admin, with_guests=False)
    guest = Entry.objects.get(event__name="Clubabend Demo", player=None, name__startswith="Martha")
    assert guest.name == "Martha Wunderlich"
    assert YearSum.objects.get(place=2).name == "Martha Wunderlich"


def test_somebody_of_the_same_last_name_keeps_it(world):
    people.add_player(world.club, first_name="Otto", last_name="Wunderlich")
    erase(PersonRecords(world.martha), world.admin)
    name = f"Anonym {world.martha.pk}"
    world.sheet.refresh_from_db()
    assert world.sheet.note == f"Frau Wunderlich kam später ({name})."
    assert Player.objects.filter(last_name="Wunderlich").count() == 1


def test_another_club_with_somebody_of_the_same_name_is_not_touched(world, other_club, event):
    people.add_player(other_club, first_name="Martha", last_name="Wunderlich")
    Event.objects.filter(pk=event.pk).update(club=other_club)
    enter_guests(event, [("Martha Wunderlich", "")])
    book_other(event, 500, "Martha Wunderlich", world.leader)
    erase(PersonRecords(world.martha), world.admin)
    assert other_club.players.get().name == "Martha Wunderlich"
    assert (event.entries.get().name, event.bookings.get().note) == ("Martha Wunderlich", "Martha Wunderlich")


def test_a_signature_of_who_came_for_somebody_is_not_mistaken(world):
    """Somebody else finishes Martha's list and signs it."""
    other = world.evening.entries.exclude(seats__table=world.sheet.table).first()
    Sheet.objects.filter(pk=world.sheet.pk).update(state=Sheet.State.ENTERED)
    world.sheet.refresh_from_db()
    substitute(world.sheet.pk, world.seat, other, 9, False, Change(world.sheet.revision, world.leader, "krank"))
    Signature.objects.filter(sheet=world.sheet).delete()
    sign(world.sheet, world.seat, other.name)
    erase(PersonRecords(world.martha), world.admin)
    assert Signature.objects.get(sheet=world.sheet, seat=world.seat).name == other.name
    erase(PersonRecords(other.player), world.admin)
    assert Signature.objects.get(sheet=world.sheet, seat=world.seat).name == f"Anonym {other.player_id}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna Ärmel, Anna  Ärmel; ärmel, anna; ÄRMEL ANNA", "X, X; X; X"),
        ("Frau Ärmels Ärmel; der Jackenärmel; ärmel", "Frau X X; der Jackenärmel; ärmel"),
        ("Anna Ärmels Liste, ANNA ÄRMELS; Ärmel’s und Ärmel's; ärmels", "X Liste, X; X und X; ärmels"),
        ("Rote Annas Pik; Anna Ärmelsen", "X Pik; Anna Ärmelsen"),
        ("Rote Anna (Anna Maria Ärmel)", "X (Anna Maria X)"),
        ("Annabell Ärmelmann", "Annabell Ärmelmann"),
    ],
)
def test_how_a_name_is_found(text, expected):
    names = Names(frozenset({("Anna", "Ärmel")}), frozenset({"Rote Anna"}), alone=frozenset({"Ärmel"}))
    assert names.pattern(running=True).sub("X", text) == expected


def test_the_database_is_asked_for_what_stands_in_every_text():
    """Of umlauts it does not know that they are the same, small and large."""
    names = Names(frozenset({("Anna", "Ärmel"), ("Anna", "Lang")}), frozenset({"Anna Ärmel", "Rote Lang"}))
    assert names.stems == {"Ärmel", "ärmel", "ÄRMEL", "Lang"}


def test_numbers_beside_a_name_stay():
    told = {"name": "Anna Ärmel", "points": 34, "place": None, "lists": [1210, "Anna Ärmel", True]}
    mention = Mention(Proposal, 1, Proposal._meta.get_field("report"), "", told)
    found = replaced(mention, Names(frozenset({("Anna", "Ärmel")})), "X")
    assert found == {"name": "X", "points": 34, "place": None, "lists": [1210, "X", True]}


@pytest.mark.parametrize(
    ("last", "text", "expected"),
    [
        ("Klein", "Kleins Liste ist klein, kleins nicht", "X Liste ist klein, kleins nicht"),
        ("Hans", "Hans' Liste, von Hans, 'wie Hans' ", "X Liste, von X, 'wie X' "),
        ("Hau", "Anna Haus Liste liegt im Haus", "X Liste liegt im Haus"),
    ],
)
def test_how_a_genitive_is_found(last, text, expected):
    names = Names(frozenset({("Anna", last)}), alone=frozenset({last}))
    assert names.pattern(running=True).sub("X", text) == expected


@pytest.mark.parametrize(
    ("last", "note", "becomes"),
    [
        ("Peter", "Peter zahlt, Peters nicht; Eva Peter's Rest", "X zahlt, Peters nicht; X Rest"),
        ("Prei", "Prei zahlt den Preis; Eva Preis Rest", "X zahlt den Preis; Eva Preis Rest"),
        ("Berlin", "Berlins Pokal, Frau Berlins Rest, Eva Berlins Rest", "Berlins Pokal, Frau X Rest, X Rest"),
    ],
)
def test_a_genitive_that_is_another_name_or_word_stays(club, event, leiterin, last, note, becomes):
    people.add_player(club, first_name="Uwe", last_name="Peters")
    Event.objects.filter(pk=event.pk).update(place="Berlin")
    player = people.add_player(club, first_name="Eva", last_name=last).player
    book_other(event, 500, note, leiterin)
    erase(PersonRecords(player), leiterin)
    assert event.bookings.get().note == becomes.replace("X", f"Anonym {player.pk}")


@pytest.mark.parametrize(
    ("nickname", "note", "becomes"),
    [
        ("evi_w7", "evi_w7 zahlt; evi_w78 nicht", "X zahlt; evi_w78 nicht"),
        ("sonne", "die sonne scheint; Eva („sonne“) zahlt", "die sonne scheint; Eva („X“) zahlt"),
    ],
)
def test_a_name_on_a_skat_server_goes_where_it_is_no_word(club, event, leiterin, nickname, note, becomes):
    player = people.add_player(club, first_name="Eva", last_name="Wunderlich").player
    FileName.objects.create(club=club, name=nickname, player=player)
    book_other(event, 500, note, leiterin)
    erase(PersonRecords(player), leiterin)
    assert event.bookings.get().note == becomes.replace("X", f"Anonym {player.pk}")


def named(club, event, leader, first: str, last: str, note: str) -> Player:
    """Somebody of this name who takes part; his name stands about where names and words of all kinds can stand."""
    player = people.add_player(club, first_name=first, last_name=last).player
    club.place = f"{last} (bei {first} {last})"
    club.save()
    Event.objects.filter(pk=event.pk).update(place=f"{last}, Haus {first} {last}")
    enter_players(event, [player])
    enter_guests(event, [("Gast Eins", f"SC {last}"), ("Gast Zwei", f"Runde {last}, {first}")])
    book_other(event, 500, note, leader)
    return player


@pytest.mark.parametrize(
    ("first", "last", "note", "becomes"),
    [
        (
            "Anton",
            "Berlin",
            "Fahrt nach Berlin mit Anton Berlin, Herr Berlin zahlt",
            "Fahrt nach Berlin mit X, Herr X zahlt",
        ),
        ("Anton", "Grand", "Grand ouvert von Grand, Anton; für Herrn Grand", "Grand ouvert von X; für Herrn X"),
        ("Eva", "Schneider", "Schneider angesagt; Frau Schneider war es", "Schneider angesagt; Frau X war es"),
        ("Eva", "Wagner-Berlin", "Eva Wagner-Berlin-Pokal, Eva Wagner-Berlin", "Eva Wagner-Berlin-Pokal, X"),
        ("Eva", "Wagner", "Eva Wagner-Berlin und Eva Wagner, Haus-Wagner", "Eva Wagner-Berlin und X, Haus-Wagner"),
    ],
)
def test_a_name_that_means_something_else_stays_where_it_does(club, event, leiterin, first, last, note, becomes):
    player = named(club, event, leiterin, first, last, note)
    erase(PersonRecords(player), leiterin)
    new = f"Anonym {player.pk}"
    event.refresh_from_db()
    assert event.bookings.get().note == becomes.replace("X", new)
    assert event.place == f"{last}, Haus {new}"
    clubs = event.entries.filter(player=None).order_by("pk").values_list("club_name", flat=True)
    assert list(clubs) == [f"SC {last}", f"Runde {new}"]


def test_a_rare_last_name_alone_goes_from_notes_and_stays_in_names(club, event, leiterin):
    player = people.add_player(club, first_name="Eva", last_name="Wunderlich").player
    enter_players(event, [player])
    add_class(event, "Wunderlich-Pokal")
    add_class(event, "Wunderlich")
    book_other(event, 500, "Wunderlich zahlt, Herr Wunderlich-Koch nicht", leiterin)
    erase(PersonRecords(player), leiterin)
    assert event.bookings.get().note == f"Anonym {player.pk} zahlt, Herr Wunderlich-Koch nicht"
    assert set(event.categories.values_list("name", flat=True)) == {"Wunderlich-Pokal", "Wunderlich"}


def test_an_account_keeps_its_name(club, event, leiterin):
    """Even where its last name is that of the player, who may be somebody else."""
    User.objects.filter(pk=leiterin.pk).update(last_name="Wunderlich", managed_by=club)
    player = people.add_player(club, first_name="Eva", last_name="Wunderlich").player
    erase(PersonRecords(player), leiterin)
    assert User.objects.get(pk=leiterin.pk).last_name == "Wunderlich"


def test_names_in_files_go_with_the_person(club, event, leiterin):
    player = people.add_player(club, first_name="Eva", last_name="Wunderlich").player
    for name, meant in (("evchen", player), ("Eva Wunderlich", None), ("Wunderlich, Eva", None), ("otto", None)):
        FileName.objects.create(club=club, name=name, player=meant)
    told = as_json(stored_about(PersonRecords(player)))["Namen in Dateien"]
    assert [row["Name"] for row in told] == ["Eva Wunderlich", "Wunderlich, Eva", "evchen"]
    erase(PersonRecords(player), leiterin)
    assert list(FileName.objects.values_list("name", flat=True)) == ["otto"]


def test_the_page_shows_every_text_that_will_change(sign_in, club, event, admin, leiterin):
    player = named(club, event, leiterin, "Anton", "Berlin", "Fahrt nach Berlin, Anton Berlin")
    shown = sign_in(admin).get(reverse("exchange:erase_person", args=[player.pk]))
    new = f"Anonym {player.pk}"
    assert shown.context["changes"] == [
        ("Buchung: Vermerk", "Clubabend", "Fahrt nach Berlin, Anton Berlin", f"Fahrt nach Berlin, {new}", 1),
        ("Teilnehmer: Verein", "Clubabend", "Runde Berlin, Anton", f"Runde {new}", 2),
        ("Veranstaltung: Ort", "Clubabend", "Berlin, Haus Anton Berlin", f"Berlin, Haus {new}", 1),
    ]
    text = shown.content.decode()
    for change in shown.context["changes"]:
        assert all(f"<td>{part}</td>" in text for part in (change.before, change.after))
    sign_in(admin).post(reverse("exchange:erase_person", args=[player.pk]), {"name": "Anton Berlin"})
    assert event.bookings.get().note == f"Fahrt nach Berlin, {new}"


def played_and_counted() -> list[tuple]:
    """Everything a list is valued from."""
    sheets = Sheet.objects.order_by("pk").values_list("pk", "rulebook", "evaluation", "agreements", "accepted")
    return [*sheets, *Row.objects.order_by("pk").values_list("pk", "deal", "playing", "score")]


@pytest.mark.parametrize(
    "pseudonym", ["Grand", "Kreuz", "Schneider", "Spitzen", "Seeger", "ISKO-2022"] if WHOLE else ["Grand", "ISKO-2022"]
)
def test_lists_stay_whoever_is_called_like_a_word_of_the_game(world, pseudonym):
    Player.objects.filter(pk=world.martha.pk).update(publication="pseudonym", pseudonym=pseudonym)
    before = played_and_counted()
    told = stored_about(PersonRecords(Player.objects.get(pk=world.martha.pk)))[-1].rows
    assert not [row["Text"] for row in told if not isinstance(row["Text"], str)]
    erase(PersonRecords(Player.objects.get(pk=world.martha.pk)), world.admin)
    assert played_and_counted() == before


def test_lists_stay_where_a_name_was_written_small(world):
    member = people.add_player(world.club, first_name="paul", last_name="herz")
    before = played_and_counted()
    erase(PersonRecords(member.player), world.admin)
    assert played_and_counted() == before


def test_the_number_that_is_left_is_no_name(world):
    """Whoever is deleted a second time, such as with guests forgotten at first, takes no numbers along."""
    player = Player.objects.create(pk=4711, first_name="Max", last_name="Muster")
    enter_players(Event.objects.get(name="Clubabend Demo"), [player])
    Sheet.objects.filter(pk=world.sheet.pk).update(note="Max Muster zahlte 4711 Cent.")
    for _time in range(2):
        erase(PersonRecords(Player.objects.get(pk=4711)), world.admin)
        assert Sheet.objects.get(pk=world.sheet.pk).note == "Anonym 4711 zahlte 4711 Cent."


# ---- Telling ----

TOLD = {
    "people.Player": "Im Register",
    "people.HistoricalPlayer": "Frühere Angaben",
    "people.Membership": "Mitgliedschaften",
    "federations.Licence": "Lizenzen",
    "statistics.RatedPlayer": "Spielstärke",
    "statistics.StrengthConsent": "Spielstärke",
    "signups.SignUp": "Voranmeldungen",
    "exchange.FileName": "Namen in Dateien",
    "events.Entry": "Teilnahmen",
    "events.Entry_categories": "Teilnahmen",
    "events.TeamMember": "Teilnahmen",
    "events.HistoricalEntry": "Frühere Fassungen der Teilnahmen",
    "qualifications.ContestantPerson": "Qualifikationen",
    "qualifications.TitleHeld": "Qualifikationen",
    "subscriptions.Subscription": "Benachrichtigungen",
    "events.Apart": "Wünsche für die Auslosung",
    "events.Seat": "Plätze",
    "lists.SeatResult": "Listen",
    "lists.Substitution": "Eingesprungen",
    "lists.Signature": "Unterschriften",
    "phones.TableCall": "Rufe vom Tisch",
    "desk.Booking": "Zahlungen",
    "leagues.Team": "Ligamannschaften",
    "leagues.SquadMember": "Ligamannschaften",
    "registrations.RegisteredTeam": "Mannschaftsmeldungen",
    "leagues.LineupPlace": "Aufstellungen",
    "leagues.Exchange": "Wechsel",
    "years.YearStart": "Punkte vorab",
    "years.YearSum": "Nur als Summe bekannt",
}
"""By table that refers to players or participants."""
NOT_TOLD = {
    "statistics.Tally": "is computed from the lists",
    "events.HistoricalEntry_categories": "belongs to versions of a participation",
    "events.HistoricalTeamMember": "says who was in which team before, as the history of the event does",
    "lists.HistoricalSubstitution": "is the list's history",
    "lists.HistoricalSignature": "is the list's history",
    "phones.EntryPass": "says how often a code was renewed, which is somebody's card and nothing about him",
    "phones.HistoricalEntryPass": "says when a code was renewed",
    "leagues.HistoricalTeam": "is the league's history",
    "leagues.HistoricalSquadMember": "is the league's history",
    "leagues.HistoricalLineupPlace": "is the league's history",
    "leagues.HistoricalExchange": "is the league's history",
    "registrations.HistoricalRegisteredTeam": "is the history of what a club registered",
    "years.HistoricalYearStart": "is the year's history",
    "years.HistoricalYearSum": "is the year's history",
}


def test_every_table_that_names_a_person_is_told_or_left_out_with_a_reason():
    naming = {
        model._meta.label
        for model in apps.get_models(include_auto_created=True)
        if any(field.related_model in (Player, Entry) for field in model._meta.concrete_fields)
    }
    assert naming == TOLD.keys() | NOT_TOLD.keys()


def test_everything_is_told(world):
    told = as_json(stored_about(PersonRecords(world.martha)))
    assert list(told) == [
        *("Im Register", "Frühere Angaben", "Mitgliedschaften", "Teilnahmen", "Frühere Fassungen der Teilnahmen"),
        *("Plätze", "Listen", "Unterschriften"),
        *("Fotos von Listen", "Zahlungen", "Ligamannschaften", "Aufstellungen"),
        *("Punkte vorab", "Nur als Summe bekannt", "Texte, in denen der Name steht"),
    ]
    assert told["Im Register"] == [
        {
            "Nummer": world.martha.pk,
            "Vorname": "Martha",
            "Nachname": "Wunderlich",
            "Geburtsjahr": 1976,
            "Damen oder Herren": "Damen",
            "Altersklasse": "",
            "Verbandsnummer": "07.4711",
            "Veröffentlichung": "voller Name",
            "Pseudonym": "",
        },
        {
            "Nummer": world.alma.pk,
            "Vorname": "Alma",
            "Nachname": "Ahorn-Demo",
            "Geburtsjahr": None,
            "Damen oder Herren": "",
            "Altersklasse": "",
            "Verbandsnummer": "",
            "Veröffentlichung": "voller Name",
            "Pseudonym": "",
        },
    ]
    assert {row["Nachname"] for row in told["Frühere Angaben"]} == {"Müller-Demo", "Wunderlich", "Ahorn-Demo"}
    assert told["Mitgliedschaften"][0] == {
        "Verein": "Skatfreunde Demo",
        "Mitgliedsnummer": "13",
        "Mitglied seit": None,
        "Mitglied bis": None,
    }
    assert {(row["Veranstaltung"], row["Startnummer"]) for row in told["Teilnahmen"]} == {
        ("Vereinsabend Demo", 13),
        ("Staffel Ost Demo, 1. Spieltag, Gruppe 1", 1),
        ("Staffel Ost Demo, 2. Spieltag, Gruppe 1", 1),
    }
    assert [(row["Mannschaft"], row["Aufgabe"]) for row in told["Ligamannschaften"]] == [
        ("Herz Buben Demo", "Kader"),
        ("Herz Buben Demo", "Mannschaftsführer"),
    ]
    assert told["Punkte vorab"] == [
        {
            "Verein": "Skatfreunde Demo",
            "Clubjahr": world.year.name,
            "Punkte": -200,
            "Grund": "Martha Wunderlich fehlte bei der Versammlung",
        }
    ]
    assert told["Nur als Summe bekannt"][0]["Name"] == "Martha Müller-Demo"
    texts = [row["Text"] for row in told["Texte, in denen der Name steht"]]
    assert "Geschenk Wunderlich Martha" in texts
    assert json.loads(json.dumps(told)) == told  # as a file has it


def test_the_page_and_the_file_say_the_same(sign_in, world):
    office = sign_in(world.admin)
    page = office.get(reverse("exchange:person", args=[world.alma.pk])).content.decode()
    file = office.get(reverse("exchange:person_file", args=[world.alma.pk]))
    told = json.loads(file.content)
    assert file["Content-Disposition"] == f'attachment; filename="personendaten-{world.martha.pk}.json"'
    assert told == json.loads(json.dumps(as_json(stored_about(PersonRecords(world.martha)))))
    for title, rows in told.items():
        assert title in page
        values = [_as_read(value) for value in rows[0].values() if isinstance(value, str) and "&" not in value]
        assert [value for value in values if value not in page] == []


def _as_read(value: str) -> str:
    """A day or a time as a club reads it, anything else as it is."""
    found = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d):\d\d[+-]\d\d:\d\d)?", value)
    if not found:
        return value
    year, month, day, time = found.groups()
    return f"{day}.{month}.{year}" + (f" {time}" if time else "")


# ---- What two machines of a hall have said


@pytest.fixture
def put_aside(world) -> list[dict]:
    """What was said of Martha, her entry, a licence and a list, by the other machine, and does not count."""
    if connection.vendor != "sqlite":
        pytest.skip("a second machine needs SQLite")
    martha, [sheet, *_others] = world.martha, Sheet.objects.filter(signatures__name="Martha W.")
    member, entry = martha.memberships.first(), Entry.objects.filter(player=martha).first()
    keys = (
        *(("people_player", martha.pk), ("people_historicalplayer", martha.history.latest().pk)),
        *(("people_membership", member.pk), (ENTRY, entry.pk), (LIST, sheet.table_id)),
    )
    for number, (kind, key) in enumerate(keys):
        item = SharedItem.objects.create(kind=kind, key=str(key))
        item.versions.create(
            machine="anders",
            number=number,
            name=str(key),
            seen=[],
            at=timezone.now(),
            said=read(kind, str(key)),
            aside=True,
        )
    said = list(ItemVersion.objects.values_list("said", flat=True))
    assert len(named_in(said)) == 4
    return said


def named_in(said: list[dict]) -> list[dict]:
    return [
        each for each in said if any(name.lower() in json.dumps(each, ensure_ascii=False).lower() for name in NAMES)
    ]


def test_versions_that_were_put_aside_name_nobody_and_keep_their_figures(world, put_aside):
    erase(PersonRecords(world.martha), world.admin)
    said = list(ItemVersion.objects.order_by("number").values_list("said", flat=True))
    assert named_in(said) == []
    assert [each.get("people_membership") for each in said] == [None, None, [], None, None]
    assert said[4]["lists_row"] == put_aside[4]["lists_row"] and said[4]["players"] == put_aside[4]["players"]
    assert [each["name"] for each in said[4]["lists_signature"] if each["name"].startswith("Anonym")]


def test_the_other_machine_erases_what_it_has_put_aside(world, put_aside):
    others, mine = [], pairing.new_pairing(1)
    for number, player in enumerate(PersonRecords(world.martha).players):
        said = read("people_player", str(player.pk))
        [record] = said["people_player"]
        nobody = {
            "first_name": "Anonym",
            "last_name": str(world.martha.pk),
            "federation_number": "",
            "birth_year": None,
        }
        nobody |= {"pseudonym": f"Anonym {world.martha.pk}", "sort_key": f"{world.martha.pk}, anonym"}
        others.append(
            {
                **{
                    "kind": "people_player",
                    "name": str(player.pk),
                    "machine": "erste",
                    "number": number + 1,
                    "seen": [],
                },
                **{"at": timezone.now().isoformat(), "decides": False, "said": {"people_player": [record | nobody]}},
            }
        )
    merging.take_in(mine, {"has": {"erste": len(others)}, "versions": others})
    assert PersonRecords(Player.objects.get(pk=world.martha.pk)).is_erased
    assert named_in(list(ItemVersion.objects.filter(aside=True).values_list("said", flat=True))) == []
