"""A match-day group: line-ups, seats, late players, exchanges, signatures."""

from itertools import combinations

import pytest
from django.core.exceptions import ValidationError

from skatliga.events.models import Seat, Table
from skatliga.leagues import lineups, matchdays, squads
from skatliga.leagues.models import Group, GroupTeam, LineupPlace, SquadMember
from skatliga.lists.evaluation import Entered
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change, append_row, open_sheet
from web.league import groups_of, make_division, start
from web.replayed import world

pytestmark = pytest.mark.django_db

PLAN = "1: A* B C D / E* F H J\n2: A E* B F / C* H D J"


@pytest.fixture
@world
def division(club):
    """Eight teams of five players, two match days."""
    return make_division(club, "ABCDEFHJ", PLAN, players=5)


@pytest.fixture
def group(division):
    """The first group of the first day, not begun."""
    return groups_of(division, 1)[0]


def member_of(group, letter: str) -> GroupTeam:
    member = group.teams.select_related("team").get(team__letter=letter)
    member.group = group
    return member


def squad_of(member) -> list:
    return [each.player for each in member.team.squad.select_related("player")]


def tables_of(group, serie: int) -> list[list[str]]:
    """The letters at every table of a Serie, sorted."""
    tables: dict[int, list[str]] = {}
    seats = Seat.objects.filter(round__event=group.event, round__number=serie)
    for seat in seats.select_related("table", "entry__lineup_place__group_team__team"):
        tables.setdefault(seat.table.number, []).append(seat.entry.lineup_place.group_team.team.letter)
    return [sorted(tables[number]) for number in sorted(tables)]


def sentences(refusal) -> list[str]:
    return refusal.value.messages


@pytest.mark.parametrize(("days", "hours"), [(14, 336), (0, 24), (365, 999)])
def test_protests_are_taken_until_the_result_is_to_be_binding(group, days, hours):
    group.matchday.division.season.binding_days = days
    group.matchday.division.season.save()
    assert lineups.prepare(group).protest_hours == hours


def test_all_serien_are_seated_at_once_and_nobody_meets_twice(group):
    start(group)
    assert [tables_of(group, serie) for serie in (1, 2, 3)] == [[["A", "B", "C", "D"]] * 4] * 3
    met = [
        frozenset(pair)
        for table in Table.objects.filter(round__event=group.event).prefetch_related("seats")
        for pair in combinations([seat.entry_id for seat in table.seats.all()], 2)
    ]
    assert len(met) == len(set(met)) == 3 * 4 * 6


@pytest.mark.parametrize("lot", ["Ahorn", "Birke", "Eiche", "Linde", "Weide"])
def test_nobody_meets_twice_where_two_teams_lack_somebody(lot, group):
    event = lineups.prepare(group)
    event.seed = lot
    event.save()
    start(group, {"C": 3, "D": 3})
    met = [
        frozenset(pair)
        for table in Table.objects.filter(round__event=group.event).prefetch_related("seats")
        for pair in combinations([seat.entry_id for seat in table.seats.all()], 2)
    ]
    assert len(met) == len(set(met)) == 3 * (2 * 6 + 2 * 3)


@pytest.mark.parametrize(
    ("sizes", "absent", "tables"),
    [
        ({"D": 3}, "", [4, 4, 4, 3]),
        ({"C": 3, "D": 3}, "", [4, 4, 3, 3]),
        ({"B": 3, "C": 3, "D": 3}, "", [4, 3, 3, 3]),
        ({"A": 3, "B": 3, "C": 3, "D": 3}, "", [4, 4, 4]),
        ({}, "D", [3, 3, 3, 3]),
    ],
)
def test_tables_of_incomplete_groups(group, sizes, absent, tables):
    start(group, sizes, absent)
    for serie in (1, 2, 3):
        found = tables_of(group, serie)
        assert sorted(map(len, found), reverse=True) == tables
        assert all(len(set(table)) == len(table) for table in found)


def test_what_cannot_be_seated_is_refused_with_what_can(group):
    with pytest.raises(ValidationError) as refusal:
        start(group, {"C": 3}, absent="D")
    assert sentences(refusal) == [
        "Aufgestellt sind 4-4-3 Spieler; das ergibt keine Tische zu viert und zu dritt mit je einem Spieler einer"
        " Mannschaft. Es geht, wenn jede Mannschaft mit 3 spielt: Tische zu 3-3-3."
    ]
    assert not Seat.objects.filter(round__event__league_group=group).exists()


def test_a_team_of_two_does_not_begin(group):
    with pytest.raises(ValidationError) as refusal:
        start(group, {"B": 2})
    assert sentences(refusal) == [
        "„Staffel Ost B“: Mindestens 3 Spieler aufstellen oder die Mannschaft als fehlend melden."
    ]


def test_a_withdrawn_team_is_not_expected(group):
    team = group.teams.get(team__letter="D").team
    team.withdrawal, team.withdrawn_from = "kept", 1
    team.save()
    start(group)
    assert tables_of(group, 1) == [["A", "B", "C"]] * 4


def test_a_team_that_withdraws_after_its_line_up_was_named_is_left_out(group):
    member = member_of(group, "D")
    lineups.set_lineup(member, squad_of(member)[:4])
    member.team.withdrawal, member.team.withdrawn_from = "kept", 1
    member.team.save()
    start(group)
    assert tables_of(group, 1) == [["A", "B", "C"]] * 4


def test_the_event_is_played_by_the_rules_of_the_season(group, division):
    start(group, typed=True)
    event, season = group.event, division.season
    assert (event.rulebook, event.evaluation, event.deals_at_four, event.rounds.count()) == (
        season.rulebook,
        season.evaluation,
        48,
        3,
    )
    assert (event.state, event.club, event.date) == ("published", season.club, group.matchday.date)
    entries = event.entries.order_by("start_number")
    assert [entry.club_name for entry in entries] == [
        name for name in ("Staffel Ost A", "Staffel Ost B", "Staffel Ost C", "Staffel Ost D") for _ in range(4)
    ]


def test_a_player_at_two_tables_of_a_match_day_is_refused(group, division):
    """The other group of the day; the squad alone would not stop him."""
    start(group)
    other = groups_of(division, 1)[1]
    guest = member_of(other, "E")
    stolen = LineupPlace.objects.filter(group_team__group=group).first().player
    SquadMember.objects.filter(player=stolen).update(team=guest.team)
    with pytest.raises(ValidationError) as refusal:
        lineups.set_lineup(guest, [stolen])
    assert sentences(refusal) == [f"{stolen.name} spielt an diesem Spieltag schon für „Staffel Ost A“."]


def test_nobody_stands_twice_in_a_line_up_or_comes_from_outside(group):
    member, other = member_of(group, "A"), member_of(group, "B")
    anna = squad_of(member)[0]
    with pytest.raises(ValidationError) as refusal:
        lineups.set_lineup(member, [anna, anna])
    assert sentences(refusal) == [f"{anna.name} steht zweimal in der Aufstellung."]
    with pytest.raises(ValidationError) as refusal:
        lineups.set_lineup(member, squad_of(other)[:1])
    assert sentences(refusal) == [f"{squad_of(other)[0].name} steht nicht im Kader von „Staffel Ost A“."]


def test_a_line_up_of_five_is_refused_whole(group):
    member = member_of(group, "A")
    squads.add_lines(member.team, "Fünfter Mann")
    five = squad_of(member)[:5]
    assert len(five) == 5
    with pytest.raises(ValidationError) as refusal:
        lineups.set_lineup(member, five)
    assert sentences(refusal) == ["Eine Mannschaft spielt mit 4; genannt sind 5."]
    assert not member.lineup.exists()


def test_a_line_up_is_written_anew(group):
    member = member_of(group, "A")
    one, two, three, *_rest = squad_of(member)
    lineups.set_lineup(member, [one, two, None, None])
    lineups.set_lineup(member, [two, three, None, None])
    assert list(member.lineup.values_list("player", "position")) == [(two.pk, 1), (three.pk, 2)]
    assert set(group.event.entries.values_list("player", flat=True)) == {two.pk, three.pk}


def test_without_a_date_there_is_no_line_up(group):
    group.matchday.date = None
    group.matchday.save()
    with pytest.raises(ValidationError) as refusal:
        lineups.prepare(group)
    assert sentences(refusal) == ["Der 1. Spieltag hat noch kein Datum. Bitte zuerst die Termine eintragen."]


def test_seats_are_taken_back_until_a_list_is_open(group, schreiber):
    start(group)
    matchdays.take_seats_back(group)
    assert not lineups.has_begun(group)
    matchdays.begin(group)
    open_sheet(Table.objects.filter(round__event=group.event, round__number=1).first(), schreiber)
    with pytest.raises(ValidationError, match="gibt es schon eine Liste"):
        matchdays.take_seats_back(group)
    assert lineups.has_begun(group)


def test_a_late_player_sits_down_where_no_table_changes(group, schreiber):
    start(group, {"D": 3})
    first = Table.objects.filter(round__event=group.event, round__number=1).order_by("number").first()
    open_sheet(first, schreiber)  # a table of four: the Serie has begun
    before = tables_of(group, 1)
    assert before == [["A", "B", "C", "D"]] * 3 + [["A", "B", "C"]]
    member = member_of(group, "D")
    assert matchdays.join_late(member, squad_of(member)[4]) == 1
    assert [tables_of(group, serie) for serie in (1, 2, 3)] == [[["A", "B", "C", "D"]] * 4] * 3


def test_a_late_player_waits_for_the_next_serie_where_the_list_is_open(group, schreiber):
    start(group, {"D": 3})
    three = Table.objects.get(round__event=group.event, round__number=1, number=4)
    open_sheet(three, schreiber)
    member = member_of(group, "D")
    assert matchdays.join_late(member, squad_of(member)[3]) == 2
    assert sorted(map(len, tables_of(group, 1))) == [3, 4, 4, 4]
    assert [tables_of(group, serie) for serie in (2, 3)] == [[["A", "B", "C", "D"]] * 4] * 2


def test_three_tables_of_four_become_four_tables_from_the_next_serie(group, schreiber):
    start(group, dict.fromkeys("ABCD", 3))
    for table in Table.objects.filter(round__event=group.event, round__number=1):
        open_sheet(table, schreiber)
    member = member_of(group, "B")
    assert matchdays.join_late(member, squad_of(member)[3]) == 2
    assert [sorted(map(len, tables_of(group, serie)), reverse=True) for serie in (1, 2, 3)] == [
        [4, 4, 4],
        [4, 3, 3, 3],
        [4, 3, 3, 3],
    ]


def test_a_complete_team_takes_nobody_more(group):
    start(group)
    member = member_of(group, "A")
    with pytest.raises(ValidationError, match="ist vollzählig"):
        matchdays.join_late(member, squad_of(member)[4])


def test_an_exchange_within_a_serie_is_on_the_list_and_holds_for_the_rest_of_the_day(group, schreiber):
    start(group)
    member = member_of(group, "A")
    out = member.lineup.get(position=1)
    seat = out.entry.seats.get(round__number=1)
    sheet = open_sheet(seat.table, schreiber)
    append_row(sheet.pk, Entered(declarer=2, score=24), Change(0, schreiber))
    comes = squad_of(member)[4]
    matchdays.exchange(member, out, comes, 1, 13, "muss zur Arbeit", schreiber)
    taken = Sheet.objects.get(pk=sheet.pk).substitutions.get()
    assert (taken.seat, taken.entry.player, taken.from_deal, taken.split) == (seat.number, comes, 13, False)
    playing = {
        serie: set(
            Seat.objects.filter(round__event=group.event, round__number=serie).values_list("entry__player", flat=True)
        )
        for serie in (1, 2, 3)
    }
    assert [(out.player_id in playing[serie], comes.pk in playing[serie]) for serie in (1, 2, 3)] == [
        (True, False),
        (False, True),
        (False, True),
    ]
    [listed] = member.exchanges.all()
    assert (listed.out, listed.into.player, listed.serie, listed.deal, listed.reason) == (
        out.entry,
        comes,
        1,
        13,
        "muss zur Arbeit",
    )


def test_an_exchange_at_the_beginning_of_a_serie_and_back(group, leiterin):
    start(group)
    member = member_of(group, "A")
    out = member.lineup.select_related("entry", "player").get(position=1)
    comes = squad_of(member)[4]
    matchdays.exchange(member, out, comes, 2, 1, "nur eine Serie Zeit", leiterin)
    back = member.lineup.select_related("entry", "player").get(player=comes)
    matchdays.exchange(member, back, out.player, 3, 1, "ist wieder da", leiterin)
    sat = Seat.objects.filter(round__event=group.event, entry__player__in=[out.player, comes]).order_by("round__number")
    assert [seat.entry.player for seat in sat] == [out.player, comes, out.player]
    assert [tables_of(group, serie) for serie in (1, 2, 3)] == [[["A", "B", "C", "D"]] * 4] * 3


@pytest.mark.parametrize("deal", [25, 1])
def test_a_second_exchange_on_a_seat_within_a_serie_is_refused(deal, group, schreiber):
    """The list knows one substitute a seat; who came in by it sits nowhere himself before the next Serie."""
    start(group)
    member = member_of(group, "A")
    out = member.lineup.select_related("entry", "player").get(position=1)
    open_sheet(out.entry.seats.get(round__number=1).table, schreiber)
    comes = squad_of(member)[4]
    matchdays.exchange(member, out, comes, 1, 13, "muss weg", schreiber)
    came = member.lineup.select_related("entry", "player").get(player=comes)
    with pytest.raises(ValidationError) as refusal:
        matchdays.exchange(member, came, out.player, 1, deal, "ist zurück", schreiber)
    assert sentences(refusal) == [
        f"{comes.name} ist in dieser Serie selbst eingewechselt, und die Liste nennt je Platz nur einen Wechsel. Bitte"
        " den zweiten ab der nächsten Serie eintragen und für diese auf dem Spielbericht vermerken."
    ]
    matchdays.exchange(member, came, out.player, 2, 1, "ist zurück", schreiber)
    assert [(each.serie, each.out.player, each.into.player) for each in member.exchanges.all()] == [
        (1, out.player, comes),
        (2, comes, out.player),
    ]


def test_who_has_no_seat_in_a_serie_is_not_exchanged_in_it(group, leiterin):
    """Somebody comes in from the third Serie on only; in the second he cannot go."""
    start(group)
    member = member_of(group, "A")
    out = member.lineup.select_related("entry", "player").get(position=1)
    comes = squad_of(member)[4]
    [third] = [added.player for added in squads.add_lines(member.team, "Zoe Zuletzt")]
    matchdays.exchange(member, out, comes, 3, 1, "muss früher weg", leiterin)
    came = member.lineup.select_related("entry", "player").get(player=comes)
    with pytest.raises(ValidationError) as refusal:
        matchdays.exchange(member, came, third, 2, 1, "verhindert", leiterin)
    assert sentences(refusal) == [f"{comes.name} sitzt in dieser Serie an keinem Tisch."]


def test_a_team_that_got_another_name_exchanges_and_takes_in_late_players(group, leiterin):
    start(group, {"B": 3})
    for letter in "AB":
        squads.change_team(member_of(group, letter).team, name=f"Neue {letter}")
    one, other = member_of(group, "A"), member_of(group, "B")
    out = one.lineup.select_related("entry", "player").get(position=1)
    matchdays.exchange(one, out, squad_of(one)[4], 1, 1, "krank", leiterin)
    matchdays.join_late(other, squad_of(other)[3])
    players = {team.name[-1]: team.members.count() for team in group.event.teams.all()}
    assert players == {"A": 5, "B": 4, "C": 4, "D": 4}


def test_a_late_player_moves_nobody_into_a_serie_before_his_exchange(group, leiterin):
    """The Serien not begun are drawn again; who goes from the third on still plays the first two."""
    start(group, {"D": 3})
    member, late = member_of(group, "A"), member_of(group, "D")
    out = member.lineup.select_related("entry", "player").get(position=1)
    comes = squad_of(member)[4]
    matchdays.exchange(member, out, comes, 3, 1, "muss früher weg", leiterin)
    matchdays.join_late(late, squad_of(late)[3])
    sat = Seat.objects.filter(round__event=group.event, entry__player__in=[out.player, comes]).order_by("round__number")
    assert [seat.entry.player for seat in sat] == [out.player, out.player, comes]
    assert [tables_of(group, serie) for serie in (1, 2, 3)] == [[["A", "B", "C", "D"]] * 4] * 3


def test_nobody_begins_who_left_the_squad_after_the_line_up(group):
    members = [member_of(group, letter) for letter in "ABCD"]
    for member in members:
        lineups.set_lineup(member, squad_of(member)[:4])
    left = members[1].team.squad.select_related("team", "season", "player").first()
    squads.drop_member(left)
    with pytest.raises(ValidationError) as refusal:
        matchdays.begin(Group.objects.select_related("matchday__division__season", "event", "host").get(pk=group.pk))
    assert sentences(refusal) == [f"{left.player.name} steht nicht im Kader von „{members[1].team.name}“."]
    assert not lineups.has_begun(group)


def test_an_exchange_needs_a_reason_an_open_list_and_somebody_of_the_squad(group, leiterin):
    start(group)
    member, other = member_of(group, "A"), member_of(group, "B")
    out, comes = member.lineup.get(position=1), squad_of(member)[4]
    for arguments, said in [
        ((comes, 1, 13, " "), "Bitte eine Begründung angeben."),
        ((comes, 1, 13, "krank"), "Die Liste ist noch nicht eröffnet."),
        ((comes, 4, 1, "krank"), "Diese Serie gibt es nicht."),
        ((squad_of(other)[4], 2, 1, "krank"), "steht nicht im Kader"),
        ((squad_of(member)[1], 2, 1, "krank"), "spielt schon mit."),
    ]:
        with pytest.raises(ValidationError, match=said):
            matchdays.exchange(member, out, *arguments, leiterin)
    assert not member.exchanges.exists()
    assert not out.entry.withdrawn


def test_a_captain_signs_once(group, schreiber):
    member = member_of(group, "A")
    with pytest.raises(ValidationError, match="noch nichts zu unterschreiben"):
        matchdays.sign(member, "Anna", schreiber)
    start(group)
    matchdays.sign(member, " Anna Ost ", schreiber)
    matchdays.sign(member, "Bert", schreiber)
    member.refresh_from_db()
    assert member.signed_by == "Anna Ost" and member.signed_at
    matchdays.unsign(member, schreiber)
    assert list(member.history.values_list("signed_by", flat=True)) == ["", "Anna Ost", ""]
