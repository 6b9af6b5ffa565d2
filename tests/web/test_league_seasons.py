"""Whole seasons: every table equals what the test adds up from the raw lists in another way, in every state.

The test counts, for each team of a group, how many others are better and how many are equal; the scale's points of
those places, divided among the equal, are its Pluspunkte. The site sorts and shares (`scoring.wertung`).
"""

from collections import defaultdict
from collections.abc import Callable, Collection
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

import pytest

from scoring.fixtures import default_plan, write_plan
from scoring.foot_check import PaperFoot
from scoring.wertung.presets import GroupTableRule
from skatliga.events.models import Table
from skatliga.leagues import binding, matchdays, squads
from skatliga.leagues.binding import check_sums, find_faults, lines_of
from skatliga.leagues.division_standing import Standing, read, standing
from skatliga.leagues.group_results import At, GroupStage, GroupState
from skatliga.leagues.models import Division, FormerTable, Group, GroupTeam, Team
from skatliga.leagues.player_rankings import best_lists, best_serien, player_ranking
from skatliga.lists.models import SeatResult, Sheet
from skatliga.lists.services import Change, enter_feet, open_sheet
from skatliga.lists.workflow import move
from web.league import Book, Points, groups_of, make_division, set_state, start

LETTERS = "ABCDEFHJKLMNPRST"
LAST = At(99, 9)


class Expected(NamedTuple):
    """One line of a table as the test reckons it."""

    place: int
    letter: str
    plus: Fraction
    minus: Fraction
    spielpunkte: int
    won: int
    lost: int
    leistung: int
    lists: int


def add(lists: Collection[Points]) -> Points:
    return Points(*(sum(column) for column in zip(*lists, strict=True)))


def expect(
    book: Book,
    letters: str,
    left_out: Collection[str] = (),
    half: Collection[tuple[int, int, int]] = (),
    until: At = LAST,
    scale: tuple[int, ...] = (3, 2, 1, 0),
    parting: Callable[[Points], tuple] = lambda sums: (sums.leistung, sums.won, -sums.lost),
) -> list[Expected]:
    """The table of these teams from the raw lists; `half` are the Serien (day, group, Serie) not complete."""
    series: dict[tuple[int, int, int], dict[str, Points]] = defaultdict(dict)
    lists: dict[str, int] = defaultdict(int)
    for (day, group, serie, letter), by_table in book.raw.items():
        if (day, serie) <= until and (day, group, serie) not in half and letter not in left_out:
            series[day, group, serie][letter] = add(by_table.values())
            lists[letter] += len(by_table)
    plus: dict[str, Fraction] = defaultdict(Fraction)
    played: dict[str, list[Points]] = defaultdict(list)
    for sums in series.values():
        for letter, own in sums.items():
            better = sum(parting(other) > parting(own) for other in sums.values())
            equal = sum(parting(other) == parting(own) for other in sums.values())
            plus[letter] += Fraction(sum(scale[better : better + equal]), equal)
            played[letter].append(own)
    rows = {
        letter: (plus[letter], *add(played[letter] or [Points(0, 0, 0, 0)]))
        for letter in letters
        if letter not in left_out
    }

    def order(letter: str) -> tuple:
        plus, _made, won, lost, leistung = rows[letter]
        return plus, leistung, won, -lost

    return [
        Expected(
            1 + sum(order(other) > order(letter) for other in rows),
            letter,
            rows[letter][0],
            scale[0] * len(played[letter]) - rows[letter][0],
            *rows[letter][1:],
            lists[letter],
        )
        for letter in sorted(rows, key=lambda letter: ([-value for value in order(letter)], letter))
    ]


def lines(table: Standing) -> list[Expected]:
    return [
        Expected(
            line.place,
            line.team.letter,
            line.plus,
            line.minus,
            line.spielpunkte,
            line.won,
            line.lost,
            line.leistung,
            line.lists,
        )
        for line in table.lines
    ]


def check(book: Book, letters: str, **facts) -> Standing:
    """The table is the expected one now, and every check sum holds."""
    table = standing(book.division)
    assert lines(table) == expect(book, letters, **facts)
    assert [str(each) for each in check_sums(table) if not each.holds] == []
    return table


def first_list(group: Group, serie: int = 1) -> Sheet:
    return Sheet.objects.get(table__round__event=group.event_id, table__round__number=serie, table__number=1)


# ---- Sixteen teams, the default plan, three Serien ----


def test_a_season_of_sixteen_teams(club, leiterin):
    division = make_division(club, LETTERS, write_plan(default_plan()))
    book = Book(division, "sixteen")

    table = check(book, LETTERS)
    assert (table.at, table.state, {line.place for line in table.lines}) == (None, GroupStage.PLANNED, {1})
    assert {line.zone for line in table.lines} == {None}

    # The first day, list by list.
    groups = groups_of(division, 1)
    for group in groups:
        start(group, typed=True)
    book.play(groups[0], 1)
    book.play(groups[1], 1, tables=[1, 2, 4])
    table = check(book, LETTERS, half=[(1, 2, 1)])
    assert (table.at, table.state) == (At(1, 1), GroupStage.PROVISIONAL)
    assert [(state.group, serie.at, serie.missing) for state, serie in table.gaps] == [(groups[1], At(1, 1), (3,))]
    book.play(groups[1], 1, tables=[3])
    check(book, LETTERS)
    for group in groups:
        for serie in (1, 2, 3):
            if not (serie == 1 and group in groups[:2]):
                book.play(group, serie, equal="AE" if group is groups[0] and serie == 2 else "")
    table = check(book, LETTERS)
    assert (table.at, table.state) == (At(1, 3), GroupStage.CHECKED)
    assert [line.wertungen[1].plus.denominator for line in table.lines if line.team.letter in "AE"] == [2, 2]

    # A list in question counts, and nothing is binding before it is settled.
    set_state(groups[2], 3, 2, Sheet.State.IN_QUESTION)
    table = check(book, LETTERS)
    assert [(state.group, serie.at, serie.in_question) for state, serie in table.gaps] == [(groups[2], At(1, 3), (2,))]
    assert table.state == GroupStage.PROVISIONAL
    assert find_faults(groups[2]) == ["1. Spieltag, Gruppe 3, Serie 3: Es sind noch nicht alle Listen geprüft."]
    set_state(groups[2], 3, 2, Sheet.State.CHECKED)

    bind(groups, leiterin)
    table = check(book, LETTERS)
    assert [(day.state, day.matchday.number) for day in table.days] == [(GroupStage.BINDING, 1)] + [
        (GroupStage.PLANNED, number) for number in range(2, 6)
    ]

    # The other days.
    for day in range(2, 6):
        for group in groups_of(division, day):
            start(group)
            if group.number == 1:
                assert check(book, LETTERS).days[day - 1].state == GroupStage.PROVISIONAL
            for serie in (1, 2, 3):
                book.play(group, serie, Sheet.State.ENTERED if day == 5 else Sheet.State.CHECKED)
        assert check(book, LETTERS).at == At(day, 3)

    # The table after every Serie and every day; places gained and lost since the day before.
    [reckoned] = read([division])
    assert reckoned.stages == tuple(At(day, serie) for day in range(1, 6) for serie in (1, 2, 3))
    for at in reckoned.stages:
        after = reckoned.standing(at)
        assert lines(after) == expect(book, LETTERS, until=at)
        assert all(each.holds for each in check_sums(after))
        if at.day > 1:
            before = {each.letter: each.place for each in expect(book, LETTERS, until=At(at.day - 1, 3))}
            assert {line.team.letter: line.before for line in after.lines} == before
    assert [str(each) for each in check_sums(standing(division))[:2]] == [
        "360 Pluspunkte = 60 Gruppenserien × 6",
        "720 Plus- und Minuspunkte = 240 Wertungen × 3",
    ]

    # Everybody has met everybody once; zones go by places; the last Serien are the form.
    assert {pair for state in reckoned.groups for pair in pairs(state.teams)} == set(combinations(LETTERS, 2))
    table = standing(division)
    zones = {line.place: line.zone and line.zone.label for line in table.lines}
    assert zones == {1: "Aufstieg", 2: "Aufstieg", 3: "Relegation"} | dict.fromkeys(range(4, 10)) | dict.fromkeys(
        range(10, 17), "Abstieg"
    )
    assert all(line.form == line.wertungen[-5:] and len(line.wertungen) == 15 for line in table.lines)

    # Players: everybody has fifteen lists, and all of them together are all lists.
    check_players(book, division)

    # A correction after the result has become binding: the old table stays readable.
    group = groups_of(division, 1)[3]
    old = lines(standing(division))
    correct(book, group, leiterin)
    assert lines(standing(division)) == expect(book, LETTERS) != old
    [former] = division.former_tables.all()
    assert former_lines(former) == old
    assert (former.by, former.reason) == (leiterin, "Tisch 1 war verschrieben")
    check(book, LETTERS)


def pairs(members: Collection[GroupTeam]) -> Collection[tuple[str, str]]:
    return set(combinations(sorted(member.team.letter for member in members), 2))


def bind(groups: Collection[Group], user) -> None:
    """All captains of the first sign; for the others a reason is given. Their results become binding."""
    for number, group in enumerate(groups):
        for member in group.teams.select_related("team", "group__matchday__division__season") if number == 0 else ():
            matchdays.sign(member, f"{member.team} Mannschaftsführer", user)
        binding.bind(group, user, "" if number == 0 else "Die Berichte kamen mit der Post.")
        group.refresh_from_db()


def correct(book: Book, group: Group, user) -> None:
    """The first list of the group is opened again, written anew and checked; the book learns of it."""
    sheet = first_list(group)
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, user, "Tisch 1 war verschrieben"))
    [state] = [state for state in standing(book.division).groups if state.group == group]
    assert state.state == GroupStage.REOPENED
    at = list(sheet.table.seats.select_related("entry__lineup_place__group_team__team"))
    letters = [seat.entry.lineup_place.group_team.team.letter for seat in at]
    points = book.points(letters)
    sheet.refresh_from_db()
    feet = [PaperFoot(own.spielpunkte, own.won, own.lost, own.leistung) for own in points]
    passed = 48 - sum(own.won + own.lost for own in points)
    enter_feet(sheet.pk, feet, passed, Change(sheet.revision, user, "Tisch 1 war verschrieben"))
    for letter, own in zip(letters, points, strict=True):
        book.raw[group.matchday.number, group.number, 1, letter][1] = own
    sheet.refresh_from_db()
    move(sheet.pk, Sheet.State.CHECKED, Change(sheet.revision, user))
    [state] = [state for state in standing(book.division).groups if state.group == group]
    assert state.state == GroupStage.BINDING


def check_players(book: Book, division: Division, left_out: Collection[str] = ()) -> None:
    """The sums of players are those of their lists, by team; best Serien and lists are the largest of them."""
    found = player_ranking(division, division.teams.all(), None)
    sums: dict[str, int] = defaultdict(int)
    every, serien = [], []
    for (_day, _group, _serie, letter), by_table in book.raw.items():
        if letter not in left_out:
            sums[letter] += sum(own.leistung for own in by_table.values())
            every += [own.leistung for own in by_table.values()]
            serien.append(add(by_table.values()).leistung)
    by_team: dict[str, int] = defaultdict(int)
    for line in found.lines:
        by_team[line.team.letter] += line.leistung
        assert line.average == Fraction(line.leistung, line.lists)
    assert by_team == sums
    assert sum(line.leistung for line in found.lines) == found.of_lists
    assert [line.leistung for line in found.lines] == sorted((line.leistung for line in found.lines), reverse=True)
    best = [each.row.leistung for each in best_lists(division, division.teams.all(), None)]
    assert best == sorted(every, reverse=True)[: len(best)] and len(best) >= 20
    [reckoned] = read([division])
    best = [each.result.leistung for each in best_serien(reckoned)]
    assert best == sorted(serien, reverse=True)[: len(best)] and len(best) >= 20


# ---- Twelve teams, a typed plan with pairs that meet twice, a team that leaves ----

TWELVE = "ABCDEFHJKLMN"
TYPED = """
1: A* B C D / E* F H J / K* L M N
2: A E* K B / C F* L H / D J M* N
3: A F M* H / B* J L E / C K N D*
4: A* J N F / B D E M / C* H K L
"""


def test_a_season_of_twelve_teams(club, leiterin):
    division = make_division(club, TWELVE, TYPED)
    book = Book(division, "twelve")
    play_day(book, 1)
    play_day(book, 2, sizes={"F": 3}, absent="M")
    play_day(book, 3)
    check_the_incomplete(book)

    # A team leaves after the third day; what it had is annulled, the days before are reckoned anew.
    before = lines(standing(division))
    squads.withdraw_team(team(division, "K"), Team.Withdrawal.ANNULLED, 4, "Kein Spieler mehr da", leiterin)
    table = check(book, TWELVE, left_out="K")
    assert [team.letter for team in table.annulled] == ["K"]
    assert wertungen(table, 1, "KLMN") == [[(3, 0), (2, 1), (1, 2)]] * 3
    [former] = division.former_tables.all()
    assert (former.reason, former.by) == ("Kein Spieler mehr da", leiterin)
    assert former_lines(former) == before

    # The last day is played without it: three teams in its group.
    play_day(book, 4)
    table = check(book, TWELVE, left_out="K")
    assert wertungen(table, 4, "CHKL") == [[(3, 0), (2, 1), (1, 2)]] * 3
    assert find_faults(division) == []
    check_players(book, division, left_out="K")

    # Taken back, everything is as if it had never left; leaving again, it may keep what it had.
    annulled = lines(table)
    squads.take_back(team(division, "K"), "Doch noch da", leiterin)
    back = lines(check(book, TWELVE))
    assert former_lines(division.former_tables.first()) == annulled != back
    squads.withdraw_team(team(division, "K"), Team.Withdrawal.KEPT, 4, "Nun doch nicht", leiterin)
    table = check(book, TWELVE)
    assert (table.annulled, lines(table)) == ((), back)
    check_players(book, division)
    assert [former.reason for former in division.former_tables.all()] == [
        "Nun doch nicht",
        "Doch noch da",
        "Kein Spieler mehr da",
    ]


def play_day(book: Book, day: int, sizes: dict[str, int] | None = None, absent: str = "") -> None:
    """A whole match day, all lists checked."""
    for group in groups_of(book.division, day):
        start(group, sizes, absent)
        for serie in (1, 2, 3):
            book.play(group, serie)
    left = book.division.teams.filter(withdrawal=Team.Withdrawal.ANNULLED).values_list("letter", flat=True)
    check(book, TWELVE, left_out=list(left))


def check_the_incomplete(book: Book) -> None:
    """Three players play at three of the four tables; with an absent team there are four tables of three."""
    table = standing(book.division)
    sizes = Table.objects.filter(round__number=1).order_by("number")
    [three] = [state.group for state in table.groups if letters(state) == "CFHL"]
    assert [each.seats.count() for each in sizes.filter(round__event=three.event_id)] == [4, 4, 4, 3]
    [absent] = [state.group for state in table.groups if letters(state) == "DJMN"]
    assert [each.seats.count() for each in sizes.filter(round__event=absent.event_id)] == [3, 3, 3, 3]
    assert wertungen(table, 2, "DJMN") == [[(3, 0), (2, 1), (1, 2)]] * 3
    lists = {line.team.letter: line.lists for line in table.lines}
    assert lists == dict.fromkeys(TWELVE, 36) | {"F": 33, "M": 24}


def team(division: Division, letter: str) -> Team:
    return Team.objects.select_related("division__season", "division__level").get(division=division, letter=letter)


def letters(state: GroupState) -> str:
    return "".join(each.team.letter for each in state.teams)


def wertungen(table: Standing, day: int, teams: str) -> list[list[tuple[Fraction, Fraction]]]:
    """Plus and minus points in a group, Serie by Serie, best first."""
    [state] = [state for state in table.groups if letters(state) == teams and state.group.matchday.number == day]
    return [[(each.plus, each.minus) for each in serie.wertungen] for serie in state.serien]


def former_lines(former: FormerTable) -> list[Expected]:
    return [
        Expected(
            *(line.place, line.letter, line.plus, line.minus, line.spielpunkte),
            *(line.won, line.lost, line.leistung, line.lists),
        )
        for line in lines_of(former)
    ]


# ---- Settings of a season ----


@pytest.fixture
def four(club):
    """Makes a season of four teams that meet twice; a day of two Serien, by other settings."""

    def made(**fields) -> tuple[Book, list[Group]]:
        division = make_division(club, "ABCD", "1: A B C D\n2: A B C D", rounds=2, **fields)
        groups = [*groups_of(division, 1), *groups_of(division, 2)]
        return Book(division, "four"), groups

    return made


def test_equal_team_sums_share_or_are_parted_as_the_season_says(four):
    # Two teams with the same Leistung on each table, the one with more deals won: 300 + 50 x 6 = 200 + 50 x 8.
    expected = {"won_lost": [3, 2], "shared": [Fraction(5, 2), Fraction(5, 2)]}
    for tie, plus in expected.items():
        book, [group, _second] = four(rule=GroupTableRule(ties=tie), name=f"Liga {tie}")
        start(group)
        book.play(group, 1)
        results = SeatResult.objects.filter(sheet__table__round__event=group.event_id)
        for letter, own in {
            "A": (200, 8, 0, 600),
            "B": (300, 6, 0, 600),
            "C": (0, 4, 0, 200),
            "D": (0, 2, 0, 100),
        }.items():
            made = dict(zip(("spielpunkte", "won", "lost", "leistung"), own, strict=True))
            results.filter(entry__lineup_place__group_team__team__letter=letter).update(**made)
        table = standing(book.division)
        assert [(line.team.letter, line.plus) for line in table.lines[:2]] == [("A", plus[0]), ("B", plus[1])]
        assert all(each.holds for each in check_sums(table))


def test_another_scale_and_another_order(four):
    book, groups = four(rule=GroupTableRule(place_points=(6, 4, 2, 0), order=("leistung", "plus")))
    for group in groups:
        start(group)
        for serie in (1, 2):
            book.play(group, serie)
    table = standing(book.division)
    expected = expect(book, "ABCD", scale=(6, 4, 2, 0))
    assert [line.leistung for line in table.lines] == sorted((each.leistung for each in expected), reverse=True)
    assert {(line.team.letter, line.plus, line.minus) for line in table.lines} == {
        (each.letter, each.plus, each.minus) for each in expected
    }
    assert [str(each) for each in check_sums(table)[:2]] == [
        "48 Pluspunkte = 4 Gruppenserien × 12",
        "96 Plus- und Minuspunkte = 16 Wertungen × 6",
    ]


def test_groups_of_five(club):
    division = make_division(club, "ABCDE", "1: A B C D E", rounds=2, rule=GroupTableRule(place_points=(4, 3, 2, 1, 0)))
    book = Book(division, "five")
    [group] = groups_of(division, 1)
    start(group)
    for serie in (1, 2):
        book.play(group, serie)
    assert lines(standing(division)) == expect(book, "ABCDE", scale=(4, 3, 2, 1, 0))
    assert [str(each) for each in check_sums(standing(division))[:1]] == ["20 Pluspunkte = 2 Gruppenserien × 10"]


# ---- What does not add up ----


def test_what_forbids_binding_is_said(four):
    book, [group, second] = four()
    assert find_faults(group) == ["1. Spieltag, Gruppe 1: Es ist noch nichts gespielt."]
    start(group)
    book.play(group, 1, tables=[1, 3])
    assert find_faults(group) == [
        "1. Spieltag, Gruppe 1, Serie 1: Es fehlen die Listen der Tische 2, 4.",
        "1. Spieltag, Gruppe 1, Serie 2: Es fehlen die Listen der Tische 1, 2, 3, 4.",
    ]
    book.play(group, 1, tables=[2, 4])
    book.play(group, 2)
    assert find_faults(group) == []
    start(second)
    stranger = second.teams.get(team__letter="A").lineup.get(position=1)
    result = SeatResult.objects.filter(sheet__table__round__event=group.event_id, sheet__table__round__number=2).first()
    assert find_faults(book.division) == [
        f"2. Spieltag, Gruppe 1, Serie {serie}: Es fehlen die Listen der Tische 1, 2, 3, 4." for serie in (1, 2)
    ]
    result.entry = stranger.entry
    result.save()
    sentence = "Ergebnis gehört zu keiner Aufstellung dieser Gruppe; bitte die Aufstellungen ergänzen."
    assert find_faults(group) == [f"1. Spieltag, Gruppe 1, Serie 2: 1 {sentence}"]
    [fails] = [each for each in check_sums(standing(book.division)) if not each.holds]
    assert str(fails) == (
        f"{fails.expected - result.leistung} Punkte der Mannschaften, es müssten aber {fails.expected} sein: "
        "Summe der gewerteten Listen"
    )


def test_lists_of_an_absent_team_are_noticed(four):
    book, [group, _second] = four()
    start(group)
    for serie in (1, 2):
        book.play(group, serie)
    group.teams.filter(team__letter="C").update(absence=GroupTeam.Absence.REFUSED)
    assert find_faults(group) == [
        f"1. Spieltag, Gruppe 1, Serie {serie}: Staffel Ost C fehlt nach der Meldung, hat aber Listen."
        for serie in (1, 2)
    ]


def test_the_site_counts_what_a_list_comes_to_as_the_test_does(four, schreiber):
    """A list of the book, written through the services, is valued the same."""
    book, [group, _second] = four()
    start(group)
    table = Table.objects.get(round__event=group.event_id, round__number=1, number=1)
    sheet = open_sheet(table, schreiber)
    points = book.points("ABCD")
    passed = 48 - sum(own.won + own.lost for own in points)
    enter_feet(sheet.pk, [PaperFoot(*own[:3], None) for own in points], passed, Change(sheet.revision, schreiber))
    assert list(sheet.results.values_list("spielpunkte", "won", "lost", "leistung")) == [tuple(own) for own in points]
