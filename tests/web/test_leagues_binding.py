"""Results become binding, are corrected afterwards, and teams withdraw; the table before stays readable."""

from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError

from scoring.foot_check import PaperFoot
from skatliga.events.models import Table
from skatliga.leagues import binding, matchdays, squads
from skatliga.leagues.binding import find_faults, lines_of
from skatliga.leagues.division_standing import standing
from skatliga.leagues.models import FormerTable, Team
from skatliga.lists import protests
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change, enter_feet, open_sheet
from skatliga.lists.workflow import move
from web.league import groups_of, make_division, set_state, start
from web.replayed import world

pytestmark = pytest.mark.django_db

PLAN = "1: A* B C D\n2: A B* C D"


@pytest.fixture
@world
def division(club):
    """Four teams, two match days of one Serie."""
    return make_division(club, "ABCD", PLAN, rounds=1)


@pytest.fixture
@world
def group(division, schreiber):
    """The first match day, played and checked: A before B, C and D."""
    group = groups_of(division, 1)[0]
    start(group)
    play(group, schreiber)
    return group


def play(group, user) -> None:
    """Every list typed by its foot and checked: eight won, none lost, 16 of 48 passed in."""
    for table in Table.objects.filter(round__event=group.event):
        sheet = open_sheet(table, user)
        seats = table.seats.order_by("number").select_related("entry__lineup_place__group_team__team")
        letters = [seat.entry.lineup_place.group_team.team.letter for seat in seats]
        feet = [PaperFoot(SPIELPUNKTE[letter], 8, 0, None) for letter in letters]
        enter_feet(sheet.pk, feet, 16, Change(sheet.revision, user))
        move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision + 1, user))
        move(sheet.pk, Sheet.State.CHECKED, Change(sheet.revision + 2, user))


SPIELPUNKTE = {"A": 400, "B": 320, "C": 240, "D": 200}


def sign_all(group, user) -> None:
    for member in group.teams.select_related("team"):
        member.group = group
        matchdays.sign(member, "Kapitän", user)


def table(division) -> list[tuple[int, str, Fraction, Fraction]]:
    return [(line.place, line.team.letter, line.plus, line.minus) for line in standing(division).lines]


FIRST_DAY = [(1, "A", 3, 0), (2, "B", 2, 1), (3, "C", 1, 2), (4, "D", 0, 3)]


def test_a_checked_and_signed_group_becomes_binding(group, leiterin):
    sign_all(group, leiterin)
    binding.bind(group, leiterin)
    group.refresh_from_db()
    assert group.binding_at and group.binding_by == leiterin
    states = Sheet.objects.filter(table__round__event=group.event).values_list("state", flat=True)
    assert list(states) == ["binding"] * 4
    with pytest.raises(ValidationError, match="ist schon verbindlich"):
        binding.bind(group, leiterin)


def test_without_signatures_a_reason_is_asked_for(group, leiterin):
    with pytest.raises(ValidationError) as refusal:
        binding.bind(group, leiterin)
    names = ", ".join(f"Staffel Ost {letter}" for letter in "ABCD")
    assert refusal.value.messages == [
        f"Es fehlt die Unterschrift von {names}. Bitte unterschreiben lassen oder begründen."
    ]
    binding.bind(group, leiterin, "Spielbericht liegt auf Papier vor")
    group.refresh_from_db()
    assert group.history.first().history_change_reason == "Spielbericht liegt auf Papier vor"


def test_an_unsettled_list_cannot_be_made_binding(group, leiterin):
    sign_all(group, leiterin)
    set_state(group, 1, 2, Sheet.State.ENTERED)
    with pytest.raises(ValidationError) as refusal:
        binding.bind(group, leiterin)
    assert refusal.value.messages == ["1. Spieltag, Gruppe 1, Serie 1: Es sind noch nicht alle Listen geprüft."]
    group.refresh_from_db()
    assert group.binding_at is None


def test_a_protest_is_answered_before_the_result_becomes_binding(group, leiterin):
    sign_all(group, leiterin)
    sheet = Sheet.objects.get(table__round__event=group.event, table__number=3)
    made = protests.protest(sheet, "Spiel 7 war Herz.", leiterin)
    with pytest.raises(ValidationError) as refusal:
        binding.bind(group, leiterin)
    assert refusal.value.messages == [
        "1. Spieltag, Gruppe 1, Serie 1: Ein Protest gegen die Liste von Tisch 3 ist noch nicht erledigt."
    ]
    protests.answer(made, "rejected", "Es war Kreuz.", leiterin)
    binding.bind(group, leiterin)
    group.refresh_from_db()
    assert group.binding_at


def test_a_protest_against_an_annulled_list_is_not_waited_for(group, leiterin):
    sheet = Sheet.objects.get(table__round__event=group.event, table__number=3)
    protests.protest(sheet, "Spiel 7 war Herz.", leiterin)
    move(sheet.pk, Sheet.State.ANNULLED, Change(sheet.revision, leiterin, "Falsch ausgeteilt"))
    assert find_faults(group) == ["1. Spieltag, Gruppe 1, Serie 1: Es fehlt die Liste von Tisch 3."]


def test_a_group_of_which_two_are_left_plays_nothing_and_becomes_binding(group, division, leiterin):
    [second] = groups_of(division, 2)
    with pytest.raises(ValidationError, match="daraus lassen sich keine Tische bilden"):
        start(second, absent="CD")
    binding.bind(second, leiterin, "Nur zwei Mannschaften angetreten")
    second.refresh_from_db()
    assert second.binding_at
    assert table(division) == FIRST_DAY


def test_a_correction_keeps_the_table_as_it_was(group, division, leiterin):
    sign_all(group, leiterin)
    binding.bind(group, leiterin)
    assert not FormerTable.objects.exists()
    sheet = Sheet.objects.filter(table__round__event=group.event).first()
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, leiterin, "Ein Spiel falsch abgeschrieben"))
    [former] = FormerTable.objects.all()
    assert (former.division, former.by, former.reason) == (division, leiterin, "Ein Spiel falsch abgeschrieben")
    assert [(line.place, line.letter, line.plus, line.minus) for line in lines_of(former)] == FIRST_DAY
    group.refresh_from_db()
    assert [found.reason for found in binding.corrections(group)] == ["Ein Spiel falsch abgeschrieben"]


def test_a_list_opened_before_the_result_was_binding_keeps_no_table(group, leiterin):
    sheet = Sheet.objects.filter(table__round__event=group.event).first()
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, leiterin, "Noch einmal ansehen"))
    assert not FormerTable.objects.exists()


@pytest.mark.parametrize(
    ("kind", "after"),
    [
        # Without A the others move up: the scale from its top for three.
        ("annulled", [(1, "B", 3, 0), (2, "C", 2, 1), (3, "D", 1, 2)]),
        ("kept", FIRST_DAY),
    ],
)
def test_a_team_withdraws(kind, after, group, division, leiterin):
    team = Team.objects.get(letter="A")
    squads.withdraw_team(team, Team.Withdrawal(kind), 2, "kein vierter Spieler mehr", leiterin)
    assert table(division) == after
    [former] = FormerTable.objects.all()
    assert [(line.place, line.letter, line.plus, line.minus) for line in lines_of(former)] == FIRST_DAY
    assert (former.reason, former.by) == ("kein vierter Spieler mehr", leiterin)
    # The next day is played by three.
    later = groups_of(division, 2)[0]
    start(later)
    assert later.event.entries.count() == 12


def test_a_withdrawal_is_taken_back(group, division, leiterin):
    team = Team.objects.get(letter="A")
    squads.withdraw_team(team, Team.Withdrawal.ANNULLED, 2, "keine Spieler", leiterin)
    team.refresh_from_db()
    squads.take_back(team, "spielt doch weiter", leiterin)
    assert table(division) == FIRST_DAY
    assert list(FormerTable.objects.order_by("at").values_list("reason", flat=True)) == [
        "keine Spieler",
        "spielt doch weiter",
    ]
    reasons = team.history.order_by("history_id").values_list("history_change_reason", "withdrawal")
    assert list(reasons)[-2:] == [("keine Spieler", "annulled"), ("spielt doch weiter", "")]


def test_bad_withdrawals_are_refused(group, leiterin):
    team = Team.objects.get(letter="A")
    for arguments, said in [
        ((2, " "), "Bitte eine Begründung angeben."),
        ((1, "keine Lust"), "hat am 1. Spieltag gespielt und kann erst ab dem 2. zurückgezogen werden."),
    ]:
        with pytest.raises(ValidationError, match=said):
            squads.withdraw_team(team, Team.Withdrawal.KEPT, *arguments, leiterin)
    with pytest.raises(ValidationError, match="ist nicht zurückgezogen"):
        squads.take_back(team, "doch", leiterin)
    assert not FormerTable.objects.exists()
