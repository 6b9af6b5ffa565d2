"""Championships: who may start at the desk, in the list and by online entry, and by which paragraph not."""

import datetime
import random
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace

import pytest
from django.urls import reverse
from whole import share

from skatliga.access import Role
from skatliga.events.championships import Starting, checks_of, with_checks
from skatliga.events.models import Entry, Event
from skatliga.events.queries import GUEST, find_at_desk
from skatliga.events.registration import register
from skatliga.events.services import change_event, create_event, enter_guests, enter_players
from skatliga.exchange.uploads.participant_import import LAYOUT, store
from skatliga.exchange.workbooks.table_reader import read
from skatliga.federations.licences import give_licence
from skatliga.federations.models import Licence, StartRules
from skatliga.people import services
from skatliga.people.models import Player
from skatliga.signups.services import open_signups, sign_up
from web.answers import refused
from web.conftest import make_event
from web.replayed import world

pytestmark = pytest.mark.django_db

DAY = datetime.date(2026, 9, 19)


@pytest.fixture
@world
def land(db) -> SimpleNamespace:
    """A Landesverband with two clubs and a single championship of its ladies, directed by Ida, entered by Lea."""
    top = services.create_club("Landesverband Ost", kind="Landesverband")
    asse, buben = (services.create_club(name, parent=top) for name in ("Asse", "Buben"))
    event = make_event(top)
    event.name, event.date, event.championship = "Damenmeisterschaft", DAY, "single-women"
    event.save()
    return SimpleNamespace(
        top=top,
        asse=asse,
        buben=buben,
        event=event,
        ida=services.invite(top, "ida", Role.SPIELLEITUNG).user,
        lea=services.invite(top, "lea", Role.LISTENFUEHRER).user,
        anna=_player(asse, "Anna Ärmel", "07.1"),
        otto=_player(asse, "Otto Ohm", "07.2", gender="herren"),
    )


def _player(club, name: str, number: str, **fields: object) -> Player:
    first_name, last_name = name.split()
    fields = {"gender": "damen", "federation_number": number, **fields}
    return services.add_player(club, first_name=first_name, last_name=last_name, **fields).player


def enter(event: Event, name: str, admitted: str = "") -> Entry:
    """What the desk does with a name that one player has."""
    [hit] = find_at_desk(event, name)
    return register(event, hit.choice, name, admitted=admitted)[0]


MEN = "Otto Ohm: In Damenwettbewerben dürfen Herren nicht starten. (SpO 1.5)"
NOWHERE = "Steht in keinem Register, das zu Landesverband Ost gehört. (SpO 1.5)"


def test_whoever_may_start_is_entered_for_the_club_of_the_register(land):
    entry = enter(land.event, "Anna Ärmel")
    assert (entry.player, entry.club_name, entry.admitted) == (land.anna, "Asse", "")
    assert [check.colour for _entry, check in with_checks(land.event, [entry])] == ["green"]


def test_who_may_not_start_is_refused_and_nobody_is_half_entered(land):
    assert refused(enter, land.event, "Otto Ohm") == [MEN]
    assert refused(register, land.event, GUEST, "Gerda Gast (Asse)") == [f"Gerda Gast: {NOWHERE}"]
    assert refused(enter_players, land.event, [land.anna, land.otto], club_name="Asse") == [MEN]
    assert refused(enter_guests, land.event, [("Gerda Gast", ""), ("Grete Gast", "")]) == [
        f"Gerda Gast: {NOWHERE}",
        f"Grete Gast: {NOWHERE}",
    ]
    assert not land.event.entries.exists()


def test_a_red_line_of_a_file_is_named_and_the_others_go_in(land):
    """Players of all clubs of the level are found by name, by club where two have it, and by federation number."""
    _player(land.buben, "Anna Ärmel", "07.3")
    _player(land.buben, "Berta Blau", "07.4")
    table = read(
        "Name;Verein;Nr\nAnna Ärmel;Asse;\nBerta Blau;;\n;;\nOtto Ohm;;\nGerda Gast;Asse;\nAnna Ärmel;;\n".encode()
    )
    lines = LAYOUT.lines(table, LAYOUT.propose(table.heading))
    planned = store(land.event, lines)
    assert [(each.line, str(each.becomes), each.why) for each in planned] == [
        (2, "new", ""),
        (3, "new", ""),
        (5, "refused", MEN.partition(": ")[2]),
        (6, "refused", NOWHERE),
        (7, "refused", "Im Register stehen mehrere dieses Namens. Bitte die Spielernummer angeben."),
    ]
    entered = [(each.name, each.club_name, each.admitted) for each in land.event.entries.all()]
    assert entered == [("Anna Ärmel", "Asse", ""), ("Berta Blau", "Buben", "")]
    assert [str(each.becomes) for each in store(land.event, lines)][:2] == ["present", "present"]


def test_with_a_reason_whoever_may_not_start_is_admitted_and_stays_red(land):
    entry = enter(land.event, "Otto Ohm", "Das Register irrt sich.")
    assert (entry.admitted, entry.history.first().admitted) == ("Das Register irrt sich.", "Das Register irrt sich.")
    assert [check.colour for _entry, check in with_checks(land.event, [entry])] == ["red"]
    assert enter(land.event, "Anna Ärmel", "nicht nötig").admitted == ""


def test_who_directs_admits_and_who_enters_names_asks(land, sign_in):
    address = reverse("events:desk", args=[land.event.slug])
    [hit] = find_at_desk(land.event, "Otto Ohm")
    sent = {"suche": "Otto Ohm", "gesucht": "Otto Ohm", "wahl": hit.choice, "grund": "Das Register irrt sich."}
    page = sign_in(land.lea).post(address, sent)
    assert page.context["form"].errors["suche"] == [MEN, "Zulassen kann die Spielleitung, mit einer Begründung."]
    assert not page.context["admit"] and not land.event.entries.exists()
    office = sign_in(land.ida)
    page = office.post(address, {**sent, "grund": ""})
    assert page.context["admit"] and 'name="grund"' in page.text
    queue = office.post(address, {**sent, "grund": ""}, headers={"Accept": "application/json"})
    assert queue.json() == {"refused": [MEN], "admit": True}
    office.post(address, sent)
    given = office.get(address, {"nummer": "1"})
    assert given.text.count("Zugelassen: Das Register irrt sich.") == 2
    assert "In Damenwettbewerben dürfen Herren nicht starten. (SpO 1.5)" in given.text
    assert "darf nicht spielen" in office.get(reverse("events:entry", args=[land.event.slug, 1])).text


def test_the_list_shows_everybody_s_colour_to_the_office_alone(land, sign_in, django_assert_num_queries):
    Player.objects.filter(pk=land.anna.pk).update(federation_number="")
    enter_players(land.event, [land.anna], club_name="Asse")
    enter_players(land.event, [land.otto], club_name="Asse", admitted="Irrtum")
    Event.objects.filter(pk=land.event.pk).update(state="published")
    address = reverse("events:entries", args=[land.event.slug])
    with django_assert_num_queries(9):
        checks_of(land.event, [Starting(player.pk, "Asse") for player in (land.anna, land.otto) * 40])
    page = sign_in(land.lea).get(address)
    assert [row.record.check.colour for row in page.context["table"].rows] == ["yellow", "red"]
    assert "1 rot, 1 gelb" in page.text
    assert "bitte vorlegen lassen. (SpO 1.6)" in page.text
    assert "SpO" not in sign_in(None).get(address).text


def test_a_club_of_another_level_and_a_wrong_club_are_red(land):
    far = services.create_club("Fern")
    checks = checks_of(
        land.event,
        [Starting(land.anna.pk, "Asse"), Starting(land.anna.pk, "Buben"), Starting(land.anna.pk, far.name)],
    )
    assert [check.sentences for check in checks] == [
        (),
        ("Am 19.09.2026 kein Mitglied von Buben. (SpO 1.5)",),
        ("Fern gehört nicht zu Landesverband Ost. (SpO 1.5)",),
    ]


def test_who_was_a_member_until_a_day_may_start_until_then(land):
    [member] = land.anna.memberships.all()
    for last_day, colour in ((DAY, "green"), (DAY - datetime.timedelta(days=1), "red")):
        member.last_day = last_day
        member.save()
        [check] = checks_of(land.event, [Starting(land.anna.pk, "Asse")])
        assert check.colour == colour
    assert check.sentences == ("Am 19.09.2026 kein Mitglied von Asse. (SpO 1.5)",)


def test_the_same_event_without_a_championship_asks_nobody(land):
    event = change_event(land.event, rounds=2, championship="")
    assert register(event, GUEST, "Gerda Gast")[1]
    assert with_checks(event, list(event.entries.all())) == [(event.entries.get(), None)]


def test_a_start_for_another_club_in_the_same_year_is_one_too_many(land):
    services.take_in(land.buben, land.anna)
    earlier = create_event(
        land.top,
        **{"name": "Vorrunde", "date": datetime.date(2026, 2, 1), "rounds": 1, "championship": "single-open"},
        **{"rulebook": land.event.rulebook, "evaluation": land.event.evaluation},
    )
    [entry] = enter_players(earlier, [land.anna], club_name="Buben")
    one = Starting(land.anna.pk, "Asse")
    said = "Im Jahr 2026 schon für Buben gestartet; erlaubt ist nur ein Verein. (SpO 1.5)"
    assert checks_of(land.event, [one])[0].sentences == (said,)
    StartRules.objects.create(club=land.top, clubs_a_year=2, paragraphs={"starts": "SpO Ost 4"}, starts_a_year=1)
    assert checks_of(land.event, [one])[0].colour == "green"  # another championship
    Event.objects.filter(pk=earlier.pk).update(championship="single-women")
    assert checks_of(land.event, [one])[0].sentences == (
        "Im Jahr 2026 schon 1-mal gestartet; erlaubt sind 1. (SpO Ost 4)",
    )
    Entry.objects.filter(pk=entry.pk).update(withdrawn=True)
    assert checks_of(land.event, [one])[0].colour == "green"


def test_a_joint_team_of_ladies_stands_beside_their_club(land):
    """SpO 1.5: one club, and in teams one Spielgemeinschaft."""
    joint = services.create_club("SG Nord", parent=land.top, kind="Spielgemeinschaft")
    services.take_in(joint, land.anna)
    enter_players(land.event, [land.anna], club_name="Asse")
    later = make_event(land.top)
    later.date = datetime.date(2026, 10, 3)
    for championship, rules, sentences in (
        ("team-women", {}, ()),
        (
            *("single-women", {}),
            ("SG Nord ist eine Spielgemeinschaft; im Einzel wird für einen Verein gestartet. (SpO 1.5)",),
        ),
        (
            *("team-women", {"own_classes_apart": False}),
            ("Im Jahr 2026 schon für Asse gestartet; erlaubt ist nur ein Verein. (SpO 1.5)",),
        ),
    ):
        later.championship = championship
        later.save()
        StartRules.objects.update_or_create(club=land.top, defaults=rules)
        assert checks_of(later, [Starting(land.anna.pk, "SG Nord")])[0].sentences == sentences


# ---- Five hundred starts of which each breaks one rule

PARAGRAPHS = {
    # by the Sportordnung: for whom somebody starts says 1.5, classes by age 1.2; how often, the Ausschreibung
    "man among ladies": "In Damenwettbewerben dürfen Herren nicht starten. (SpO 1.5)",
    "no licence": "Am {day} keine Lizenz für Asse. (SpO 1.5)",
    "licence ended": "Am {day} keine Lizenz für Asse. (SpO 1.5)",
    "licence begins a day late": "Am {day} keine Lizenz für Asse. (SpO 1.5)",
    "another level": "Fern gehört nicht zu Landesverband Ost. (SpO 1.5)",
    "nowhere": "Steht in keinem Register, das zu Landesverband Ost gehört. (SpO 1.5)",
    "other club": "Im Jahr {year} schon für Buben gestartet; erlaubt ist nur ein Verein. (SpO 1.5)",
    "too often": "Im Jahr {year} schon 1-mal gestartet; erlaubt sind 1. (Ausschreibung)",
    "joined late": "Erst seit 01.04.{year} Mitglied von Asse; nötig war es bis 31.03.{year}. (Ausschreibung)",
    "too old": "Am 01.01.{year} 40 Jahre alt; starten darf, wer dann jünger als 21 ist. (SpO 1.2)",
    "too young": "Am 01.01.{year} 41 Jahre alt; starten darf, wer dann 60 ist. (SpO 1.2)",
}
CLASSES = {"too old": "single-juniors", "too young": "single-seniors"}


def test_500_starts_against_a_rule_are_refused_each_with_its_paragraph(land):
    """In the file whole; each kind through the desk, by ticks, as a guest or online, and nobody is half entered."""
    land.far = services.create_club("Fern")
    StartRules.objects.create(club=land.top, starts_a_year=1, joined_by="03-31")
    lot = random.Random(1886)
    kinds = [*PARAGRAPHS, *lot.choices(list(PARAGRAPHS), k=share(500, 20) - len(PARAGRAPHS))]
    open_entry(land.event)
    earlier = create_event(
        land.top,
        **{"name": "Vorrunde", "date": datetime.date(2099, 2, 1), "rounds": 1, "championship": "single-women"},
        **{"rulebook": land.event.rulebook, "evaluation": land.event.evaluation},
    )
    told = []
    for number, kind in enumerate(kinds, 100):
        Event.objects.filter(pk=land.event.pk).update(championship=CLASSES.get(kind, "single-women"))
        land.event.refresh_from_db()
        name = _against(land, kind, number, earlier)
        for way in _ways(land, kind, name):
            [said] = refused(way)
            told.append((kind, name, said))
    day = {"day": "19.09.2099", "year": 2099}
    assert told == [(kind, name, f"{name}: {PARAGRAPHS[kind].format(**day)}") for kind, name, _said in told]
    assert len(told) >= 2 * len(kinds) and {kind for kind, *_said in told} == set(PARAGRAPHS)
    assert not land.event.entries.exists() and not land.event.signups.exists()


def _against(land: SimpleNamespace, kind: str, number: int, earlier: Event) -> str:
    """Somebody who breaks this rule alone; the name."""
    name = f"Gerda Gast{number}"
    if kind == "nowhere":
        return name
    fields = {"gender": "herren" if kind == "man among ladies" else "damen"}
    fields |= {"birth_year": 2058} if kind in CLASSES else {}
    fields |= {"first_day": datetime.date(2099, 4, 1)} if kind == "joined late" else {}
    player = _player(land.far if kind == "another level" else land.asse, name, f"07.{number}", **fields)
    licences = {
        "no licence": [(land.buben, "2099-01-01")],
        "licence ended": [(land.asse, "2099-01-01"), (None, "2099-09-19")],
        "licence begins a day late": [(land.asse, "2099-09-20")],
    }.get(kind, ())
    for club, first_day in licences:
        Licence.objects.create(player=player, club=club, first_day=datetime.date.fromisoformat(first_day))
    if kind in ("other club", "too often"):
        club_name = "Buben" if kind == "other club" else "Asse"
        services.take_in(land.buben, player)
        Event.objects.filter(pk=earlier.pk).update(
            championship="single-open" if kind == "other club" else "single-women"
        )
        Entry.objects.create(event=earlier, player=player, name=name, club_name=club_name, start_number=number)
    return name


def _ways(land: SimpleNamespace, kind: str, name: str) -> list[Callable[[], object]]:
    """Those by which somebody gets into the event: the list, the desk, online."""
    event, club_name = land.event, "Fern" if kind == "another level" else "Asse"
    player = Player.objects.filter(sort_key=f"{name.split()[1].lower()}, gerda").first()
    if player is None:
        guest = [
            partial(enter_guests, event, [(name, club_name)]),
            partial(register, event, GUEST, f"{name} ({club_name})"),
        ]
        return guest
    ticked = partial(enter_players, event, [player], club_name=club_name)
    if kind == "another level":
        return [ticked, ticked]
    member = player.memberships.get(club=land.asse)
    desk = partial(register, event, f"m{member.pk}", name)
    online = partial(
        sign_up, event, name=name, club_name="Asse", federation_number=player.federation_number, publication="full"
    )
    return [ticked, desk, online]


# ---- Online entry


def open_entry(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(state="published", date=datetime.date(2099, 9, 19))
    event.refresh_from_db()
    closes = datetime.datetime(2099, 9, 18, 20, tzinfo=datetime.UTC)
    open_signups(event, places=10, closes_at=closes, asks_number=True)


def test_online_entry_is_for_those_who_may_start(land):
    open_entry(land.event)
    anna = sign_up(land.event, name="Anna Ärmel", federation_number="07.1", publication="full")
    assert refused(sign_up, land.event, name="Otto Ohm", club_name="Asse", publication="full") == [MEN]
    assert refused(sign_up, land.event, name="Gerda Gast", club_name="Asse", publication="full") == [
        "Gerda Gast steht so in keinem Register, das zu Landesverband Ost gehört (SpO 1.6). Bitte die Nummer vom"
        " Spielerpass angeben und den Namen schreiben wie dort."
    ]
    assert [signup.name for signup in land.event.signups.all()] == ["Anna Ärmel"]
    [hit] = find_at_desk(land.event, "Anna Ärmel")
    entry, _new = register(land.event, hit.choice, "Anna Ärmel")
    assert (entry.player, entry.club_name, entry.signup) == (land.anna, "Asse", anna)


def test_who_was_eligible_online_and_is_not_any_more_waits_at_the_desk_for_a_reason(land):
    open_entry(land.event)
    sign_up(land.event, name="Anna Ärmel", federation_number="07.1", publication="full")
    give_licence(land.anna, land.buben, datetime.date(2026, 1, 1), land.ida)
    [hit] = find_at_desk(land.event, "Anna Ärmel")
    assert hit.choice == "v1"
    assert refused(register, land.event, hit.choice, "") == [
        "Anna Ärmel: Am 19.09.2099 keine Lizenz für Asse. (SpO 1.5)"
    ]
    assert register(land.event, hit.choice, "", admitted="Wechsel läuft")[0].admitted == "Wechsel läuft"
