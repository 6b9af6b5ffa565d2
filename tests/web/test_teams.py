"""Teams, Tandems, Mixed, and who does not want to sit at one table."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from skatliga.events import services, team_views, teams
from skatliga.events.models import Event, Table, Team, TeamMember
from skatliga.events.registration import change_entry
from skatliga.lists.services import open_sheet
from skatliga.people import services as people
from web.answers import refused, told
from web.replayed import world

pytestmark = pytest.mark.django_db
NAMES = ("Anton Albers", "Berta Brandt", "Carl Conrad", "Dora Dorn", "Emil Ernst", "Frieda Brandt")


@pytest.fixture
@world
def six(event) -> Event:
    """The evening with six guests, start numbers 1 to 6."""
    services.enter_guests(event, [(name, "") for name in NAMES])
    return event


def path(name: str, event: Event, *args: object) -> str:
    return reverse(f"events:{name}", args=[event.slug, *args])


def stored(event: Event) -> dict[tuple[str, str], list[int]]:
    """Start numbers by kind and name of the team."""
    return {
        (team.kind, team.name): [member.entry.start_number for member in team.members.all()]
        for team in event.teams.order_by("pk")
    }


def type_in(browser, event: Event, lines: str, kind: str = "team"):
    return browser.post(path("teams", event), {"kind": kind, "lines": lines}, follow=True)


def test_teams_are_typed_a_line_each(sign_in, six, schreiber):
    desk = sign_in(schreiber)
    page = type_in(desk, six, "Herz Buben: 1 2, 3 4\n\n Karo Damen :emil, FRIEDA brandt\nPik\n")
    assert told(page) == ["3 Mannschaften sind angelegt."]
    assert stored(six) == {("team", "Herz Buben"): [1, 2, 3, 4], ("team", "Karo Damen"): [5, 6], ("team", "Pik"): []}
    assert [(each.team.name, each.missing, each.line) for each in page.context["lines"]] == [
        ("Herz Buben", 0, "Herz Buben: 1 2 3 4"),
        ("Karo Damen", 2, "Karo Damen: 5 6"),
        ("Pik", 4, "Pik:"),
    ]
    assert told(type_in(desk, six, "Eins: 1 5", "tandem")) == ["1 Mannschaft ist angelegt."]
    assert stored(six)["tandem", "Eins"] == [1, 5]


def test_who_has_withdrawn_is_missing(sign_in, six, schreiber):
    teams.create_teams(six, Team.Kind.TANDEM, "Duo: 1 2")
    services.withdraw(six.entries.get(start_number=2))
    page = sign_in(schreiber).get(path("teams", six))
    assert [each.missing for each in page.context["lines"]] == [1]
    assert "1 Spieler fehlt" in page.content.decode()


def test_what_is_wrong_with_the_lines_is_said_and_nothing_stored(sign_in, six, schreiber):
    teams.create_teams(six, Team.Kind.TEAM, "Alt: 1")
    lines = "Gut: 2\nALT: 3\nVoll: 2 3 4 5 6\nZwei: 1 3\nDoppelt: 3 3\nWer: brandt, xaver\nKeiner: 99\n: 4\nGut: 5"
    form = type_in(sign_in(schreiber), six, lines).context["form"]
    assert form.errors == {
        "lines": [
            "„Alt“ gibt es schon.",
            "„Voll“ hätte 5 Spieler; höchstens 4 sind möglich.",
            "2 Berta Brandt spielt schon für „Gut“.",
            "1 Anton Albers spielt schon für „Alt“.",
            "3 Carl Conrad steht zweimal in „Doppelt“.",
            "„brandt“ kann mehrere meinen: 2 Berta Brandt, 6 Frieda Brandt. Bitte die Startnummer angeben.",
            "„xaver“ nimmt nicht teil. Bitte eine Startnummer oder einen Namen angeben.",
            "„99“ nimmt nicht teil. Bitte eine Startnummer oder einen Namen angeben.",
            "Bitte den Namen, dann einen Doppelpunkt und die Spieler: Herz Buben: 3 7 12 15",
            "„Gut“ gibt es schon.",
        ]
    }
    assert form["lines"].value() == lines
    assert stored(six) == {("team", "Alt"): [1]}


def test_the_database_refuses_a_player_in_two_teams_of_a_kind(six):
    first, second = teams.create_teams(six, Team.Kind.TEAM, "Eins: 1\nZwei: 2")
    member = first.members.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        TeamMember.objects.create(team=second, kind="team", entry=member.entry)


def test_a_mixed_is_a_lady_and_a_gentleman_as_far_as_is_known(event, club):
    players = [
        people.add_player(club, first_name=name, last_name="X", gender=gender).player
        for name, gender in (("Anna", "damen"), ("Berta", "damen"), ("Carl", "herren"))
    ]
    services.enter_players(event, players)
    services.enter_guests(event, [("Gast", "")])
    assert refused(teams.create_teams, event, Team.Kind.MIXED, "Zwei Damen: 1 2") == [
        "„Zwei Damen“: Zu einem Mixed gehören eine Dame und ein Herr."
    ]
    teams.create_teams(event, Team.Kind.MIXED, "Paar: 1 3\nOffen: 2 4")
    assert stored(event) == {("mixed", "Paar"): [1, 3], ("mixed", "Offen"): [2, 4]}


def test_a_team_is_changed_in_its_line_and_dissolved(sign_in, six, schreiber):
    (team,) = teams.create_teams(six, Team.Kind.TEAM, "Herz Buben: 1 2 3 4")
    desk = sign_in(schreiber)
    changed = desk.post(path("change_team", six, team.pk), {"line": "Herz Damen: 2 5"}, follow=True)
    assert (told(changed), stored(six)) == (["Herz Damen ist gespeichert."], {("team", "Herz Damen"): [2, 5]})
    wrong = desk.post(path("change_team", six, team.pk), {"line": "Herz Damen: 99"}, follow=True)
    assert told(wrong) == ["„99“ nimmt nicht teil. Bitte eine Startnummer oder einen Namen angeben."]
    assert stored(six) == {("team", "Herz Damen"): [2, 5]}
    assert told(desk.post(path("delete_team", six, team.pk), follow=True)) == ["„Herz Damen“ ist aufgelöst."]
    assert (stored(six), six.entries.count()) == ({}, 6)


def test_what_is_refused_stays_in_the_line_of_its_team(sign_in, six, schreiber, monkeypatch):
    """Also of a team on a later page of many."""
    monkeypatch.setattr(team_views, "TEAMS_PER_PAGE", 1)
    _first, second = teams.create_teams(six, Team.Kind.TEAM, "Asse: 1 2\nBuben: 3")
    services.seat_round(six.rounds.get(number=1), {1: [1, 2, 3, 4]})
    open_sheet(six.rounds.get(number=1).tables.get(), schreiber)
    page = sign_in(schreiber).post(path("change_team", six, second.pk), {"line": "Buben: 3 99", "reason": "krank"})
    assert page.status_code == 422
    assert [(each.line, each.reason) for each in page.context["lines"]] == [("Buben: 3 99", "krank")]
    assert 'value="Buben: 3 99"' in page.content.decode() and 'value="krank"' in page.content.decode()
    unexplained = sign_in(schreiber).post(path("change_team", six, second.pk), {"line": "Buben: 3 5", "reason": " "})
    assert 'value="Buben: 3 5"' in unexplained.content.decode()
    assert told(unexplained) == ["„Buben“: Es gibt schon Listen. Bitte begründen, warum jetzt andere für sie spielen."]
    assert stored(six) == {("team", "Asse"): [1, 2], ("team", "Buben"): [3]}


def test_a_player_is_moved_on_the_page_of_the_player(sign_in, six, schreiber):
    first, second = teams.create_teams(six, Team.Kind.TEAM, "Eins: 1 2 3 4\nZwei: 5")
    desk = sign_in(schreiber)
    sent = {"name": "Anton Albers", "club_name": "", "keeps_lists": "on"}
    desk.post(path("entry", six, 1), sent | {"team": second.pk})
    assert stored(six) == {("team", "Eins"): [2, 3, 4], ("team", "Zwei"): [1, 5]}
    desk.post(path("entry", six, 1), sent | {"team": ""})
    assert stored(six) == {("team", "Eins"): [2, 3, 4], ("team", "Zwei"): [5]}
    teams.change_team(second, "Zwei: 1 5 6")
    teams.change_team(first, "Eins: 2 3 4")
    full = services.enter_guests(six, [("Neu", "")])[0]
    change_entry(full, categories=[], teams={"team": first})
    entry = six.entries.get(start_number=6)
    with pytest.raises(ValidationError) as refusal:
        change_entry(entry, categories=[], teams={"team": first})
    assert refusal.value.messages == ["„Eins“ hätte 5 Spieler; höchstens 4 sind möglich."]
    assert stored(six) == {("team", "Eins"): [2, 3, 4, 7], ("team", "Zwei"): [1, 5, 6]}


def test_pairs_are_kept_apart(sign_in, six, schreiber):
    desk = sign_in(schreiber)
    desk.post(path("wishes", six), {"pairs": "3 1\nemil, Frieda\n1 3"})
    page = desk.get(path("wishes", six))
    assert [str(pair) for pair in page.context["pairs"]] == [
        "1 Anton Albers / 3 Carl Conrad",
        "5 Emil Ernst / 6 Frieda Brandt",
    ]
    form = desk.post(path("wishes", six), {"pairs": "1\n2 2\n4 99"}).context["form"]
    assert form.errors == {
        "pairs": [
            "„1“: Bitte zwei verschiedene Teilnehmer je Zeile angeben.",
            "„2 2“: Bitte zwei verschiedene Teilnehmer je Zeile angeben.",
            "„99“ nimmt nicht teil. Bitte eine Startnummer oder einen Namen angeben.",
        ]
    }
    desk.post(path("drop_wish", six, page.context["pairs"][0].pk))
    assert [str(pair) for pair in six.aparts.all()] == ["5 Emil Ernst / 6 Frieda Brandt"]


def test_wishes_of_single_players_are_listed(sign_in, six, schreiber):
    change_entry(six.entries.get(start_number=2), categories=[], teams={}, wanted_table=1)
    change_entry(six.entries.get(start_number=4), categories=[], teams={}, keeps_lists=False)
    page = sign_in(schreiber).get(path("wishes", six))
    assert [entry.start_number for entry in page.context["entries"]] == [2, 4]


def test_a_closed_event_keeps_its_teams(six):
    (team,) = teams.create_teams(six, Team.Kind.TEAM, "Eins: 1")
    services.set_state(six, Event.State.FINAL)
    sentence = ["Diese Veranstaltung ist abgeschlossen. Zum Ändern bitte zuerst wieder öffnen."]
    assert refused(teams.create_teams, six, Team.Kind.TEAM, "Zwei: 2") == sentence
    assert refused(teams.delete_team, team) == sentence
    assert refused(teams.keep_apart, six, "1 2") == sentence


# ---- Once there are lists ----

NEEDED = "„Eins“: Es gibt schon Listen. Bitte begründen, warum jetzt andere für sie spielen."


@pytest.fixture
@world
def begun(six, schreiber) -> Event:
    """Two teams of two, and a list opened."""
    teams.create_teams(six, Team.Kind.TANDEM, "Eins: 1 2\nZwei: 3 4")
    services.seat_round(six.rounds.get(number=1), {1: [1, 3, 5], 2: [2, 4, 6]})
    open_sheet(Table.objects.get(round__event=six, round__number=1, number=1), schreiber)
    return six


def verlauf(page) -> list[tuple[str, str, str, bool, str]]:
    return [(each.who, each.team, each.player, each.joined, each.why) for each in page.context["changes"]]


def test_who_plays_for_a_team_is_changed_only_with_a_reason(sign_in, begun, schreiber):
    desk = sign_in(schreiber)
    first = begun.teams.order_by("pk")[0]
    refusals = {
        "change_team": (first.pk, {"line": "Eins: 1 5"}),
        "delete_team": (first.pk, {"reason": " "}),
    }
    for name, (pk, sent) in refusals.items():
        assert told(desk.post(path(name, begun, pk), sent, follow=True)) == [NEEDED]
    sent = {"name": "Anton Albers", "club_name": "", "keeps_lists": "on", "tandem": ""}
    assert desk.post(path("entry", begun, 1), sent).context["form"].non_field_errors() == [NEEDED]
    made = desk.post(path("teams", begun), {"kind": "tandem", "lines": "Drei: 5 6"}).context["form"]
    assert made.errors == {"lines": [NEEDED.replace("Eins", "Drei")]}
    assert stored(begun) == {("tandem", "Eins"): [1, 2], ("tandem", "Zwei"): [3, 4]}
    assert verlauf(desk.get(path("teams", begun))) == []


def test_with_a_reason_it_is_changed_and_the_page_tells_who_when_and_why(sign_in, begun, schreiber):
    desk = sign_in(schreiber)
    first, second = begun.teams.order_by("pk")
    desk.post(path("change_team", begun, first.pk), {"line": "Eins: 1 5", "reason": "Berta ist krank"})
    sent = {"name": "Carl Conrad", "club_name": "", "keeps_lists": "on", "tandem": "", "reason": "spielt allein"}
    desk.post(path("entry", begun, 3), sent)
    desk.post(path("delete_team", begun, second.pk), {"reason": "zu wenige"})
    desk.post(path("teams", begun), {"kind": "tandem", "lines": "Drei: 2 3", "reason": "neu gelost"})
    page = desk.get(path("teams", begun))
    assert stored(begun) == {("tandem", "Eins"): [1, 5], ("tandem", "Drei"): [2, 3]}
    assert verlauf(page) == [
        ("Schreiber", "Drei", "3 Carl Conrad", True, "neu gelost"),
        ("Schreiber", "Drei", "2 Berta Brandt", True, "neu gelost"),
        ("Schreiber", "Zwei", "4 Dora Dorn", False, "zu wenige"),
        ("Schreiber", "Zwei", "3 Carl Conrad", False, "spielt allein"),
        ("Schreiber", "Eins", "5 Emil Ernst", True, "Berta ist krank"),
        ("Schreiber", "Eins", "2 Berta Brandt", False, "Berta ist krank"),
    ]
    assert "2 Berta Brandt spielt nicht mehr mit" in page.text


def test_another_name_needs_no_reason(sign_in, begun, schreiber):
    (first, _second) = begun.teams.order_by("pk")
    sign_in(schreiber).post(path("change_team", begun, first.pk), {"line": "Herz Asse: 1 2"})
    assert stored(begun)["tandem", "Herz Asse"] == [1, 2]


def test_before_the_first_list_nobody_asks_why(sign_in, six, schreiber):
    (team,) = teams.create_teams(six, Team.Kind.TANDEM, "Eins: 1 2")
    desk = sign_in(schreiber)
    desk.post(path("change_team", six, team.pk), {"line": "Eins: 1 3", "reason": "einfach so"})
    page = desk.get(path("teams", six))
    assert (stored(six), verlauf(page)) == ({("tandem", "Eins"): [1, 3]}, [])
    assert "reason" not in page.context["form"].fields


def test_a_reason_that_cannot_be_kept_is_refused(sign_in, begun, schreiber):
    desk, first = sign_in(schreiber), begun.teams.order_by("pk")[0]
    for reason in ("a\x00b", "x" * 501):
        page = desk.post(path("change_team", begun, first.pk), {"line": "Eins: 1", "reason": reason}, follow=True)
        assert len(told(page)) == 1
    assert stored(begun)["tandem", "Eins"] == [1, 2]


@pytest.mark.parametrize("page", ["teams", "wishes"])
def test_queries_do_not_grow_with_rows(sign_in, six, admin, page, django_assert_num_queries):
    browser = sign_in(admin)
    teams.create_teams(six, Team.Kind.TANDEM, "Eins: 1 2")
    teams.keep_apart(six, "1 2")
    with CaptureQueriesContext(connection) as once:
        assert browser.get(path(page, six)).status_code == 200
    teams.create_teams(six, Team.Kind.TANDEM, "Zwei: 3 4\nDrei: 5 6")
    teams.keep_apart(six, "1 3\n5 6")
    with django_assert_num_queries(len(once)):
        browser.get(path(page, six))


def test_the_history_of_teams_costs_as_much_for_one_change_as_for_three(
    sign_in, begun, schreiber, django_assert_num_queries
):
    desk, first = sign_in(schreiber), begun.teams.order_by("pk")[0]
    teams.change_team(first, "Eins: 1", "krank")
    with CaptureQueriesContext(connection) as once:
        desk.get(path("teams", begun))
    teams.change_team(first, "Eins: 5 6", "getauscht")
    with django_assert_num_queries(len(once)):
        assert len(desk.get(path("teams", begun)).context["changes"]) == 4
