"""Figures of whole lists: worked out by hand, by laws, and counted once more from the lists of a private round."""

import json
from collections import Counter
from fractions import Fraction
from itertools import groupby
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_home_round import DATA, as_list, convert, games, lists, place
from whole import share

from scoring.account import Violation
from scoring.deal import Deal
from scoring.figures import (
    NO_RUN,
    NOTHING,
    FigurePlace,
    Figures,
    Points,
    Tried,
    WinningRun,
    read,
    run_of,
    total,
    total_written,
    write,
)
from scoring.rulebook import RuleBook
from scoring.rulebooks import BOOKS
from scoring.sheet import ScorePlayer, ScoreRow, ScoreSheet, evaluate
from scoring.sheet_figures import count, count_against, count_deals, count_foot, follow

ISKO = BOOKS["isko-2022"]
PASSED = ScoreRow(0, Deal("eingepasst"))


def counted(book: RuleBook, seats: int, *rows: ScoreRow, evaluation: str = "seeger-fabian") -> tuple[Figures, ...]:
    sheet = ScoreSheet(book, seats, rows, evaluation)
    return count(sheet, evaluate(sheet))


# By hand ------------------------------------------------------------------------------------------------------------


def test_a_list_at_three() -> None:
    # 1 deals, 2 forehand, 3 middlehand, 1 rearhand; then 2 deals, 3 is forehand, and so on.
    found = counted(
        ISKO,
        3,
        ScoreRow(1, Deal("grand", 1, hand=True, won=True, schneider=True)),  # rearhand, 24 x (1 + 1 + 1 + 1) = 96
        ScoreRow(
            3, Deal("kreuz", -2, won=False, schneider=True)
        ),  # forehand, made Schneider himself: 12 x 4 x -2 = -96
        PASSED,
        ScoreRow(1, Deal("null", ouvert=True, won=True)),  # rearhand, 46
        ScoreRow(1, Deal("pik", 1, bid=33, won=True)),  # 2 deals, so middlehand; 22 < 33: -66
        ScoreRow(2, score=48),  # 3 deals, so middlehand; nobody knows what it was
    )
    assert found == (
        Figures(
            deals=6,
            held=6,
            passed=1,
            own={
                "all": Tried(3, 2),
                "grand": Tried(1, 1),
                "null": Tried(1, 1),
                "pik": Tried(1, 0),
                "hand": Tried(1, 1),
                "ouvert": Tried(1, 1),
                "overbid": Tried(1, 0),
                "schneider": Tried(1, 1),
                "+1": Tried(2, 1),
            },
            defence={"all": Tried(2, 1), "schneider": Tried(1, 1)},
            places={"3.1": FigurePlace(2, 0, 0), "3.2": FigurePlace(2, 1, 0), "3.3": FigurePlace(2, 2, 2)},
            # 96 + 46 - 66 = 76; won 2, lost 1; one deal lost by the others
            points={"seeger-fabian": Points(1, 6, 76, 76 + 50 + 40, 166, 166)},
            run=WinningRun(games=3, longest=2, first=2, last=0),
        ),
        Figures(
            deals=6,
            held=6,
            passed=1,
            own={"all": Tried(1, 1), "unknown": Tried(1, 1)},
            defence={"all": Tried(4, 2), "schneider": Tried(2, 1)},
            places={"3.1": FigurePlace(2, 0, 0), "3.2": FigurePlace(2, 1, 1), "3.3": FigurePlace(2, 0, 0)},
            points={"seeger-fabian": Points(1, 6, 48, 48 + 50 + 80, 178, 178)},
            run=WinningRun(1, 1, 1, 1),
        ),
        Figures(
            deals=6,
            held=6,
            passed=1,
            own={"all": Tried(1, 0), "kreuz": Tried(1, 0), "-2": Tried(1, 0), "schneider": Tried(1, 0)},
            defence={"all": Tried(4, 1), "schneider": Tried(1, 0)},
            places={"3.1": FigurePlace(2, 1, 0), "3.2": FigurePlace(2, 0, 0), "3.3": FigurePlace(2, 0, 0)},
            points={"seeger-fabian": Points(1, 6, -96, -96 - 50 + 40, -106, -106)},
            run=WinningRun(1, 0, 0, 0),
        ),
    )


def test_at_four_the_dealer_sits_out() -> None:
    one, two, three, four = counted(
        ISKO, 4, ScoreRow(2, Deal("kreuz", 1, won=True)), ScoreRow(1, Deal("herz", 1, won=False))
    )
    assert [(each.deals, each.held) for each in (one, two, three, four)] == [(2, 1), (2, 1), (2, 2), (2, 2)]
    assert one.places == {"4.3": FigurePlace(1, 1, 0)}  # 2 deals, 3 is forehand, 4 middlehand
    assert two.places == {"4.1": FigurePlace(1, 1, 1)}
    assert three.places == {"4.1": FigurePlace(1, 0, 0), "4.2": FigurePlace(1, 0, 0)}
    assert four.places == {"4.2": FigurePlace(1, 0, 0), "4.3": FigurePlace(1, 0, 0)}
    assert three.defended == four.defended == Tried(2, 1)
    assert one.defended == two.defended == NOTHING.defended == Tried(0, 0)


def test_at_five_the_neighbours_of_the_dealer_play() -> None:
    found = counted(BOOKS["altenburg"], 5, ScoreRow(5, Deal("kreuz", 1, won=True)))
    assert [each.places for each in found] == [
        {},
        {"5.1": FigurePlace(1)},
        {"5.2": FigurePlace(1)},
        {},
        {"5.3": FigurePlace(1, 1, 1)},
    ]


def test_where_somebody_leaves_the_places_are_those_of_the_smaller_table() -> None:
    rows = [PASSED] * 4 + [ScoreRow(1, Deal("kreuz", 1, won=True), playing=(1, 2, 3)), PASSED, PASSED]
    one, _two, _three, four = counted(ISKO, 4, *rows)
    assert (four.deals, four.held, four.passed) == (4, 3, 3)
    assert one.places == {
        **{f"4.{at}": FigurePlace(1) for at in (1, 2, 3)},
        "3.1": FigurePlace(1),
        "3.2": FigurePlace(1),
    } | {"3.3": FigurePlace(1, 1, 1)}


def test_players_who_cannot_be_leave_the_table_as_it_was() -> None:
    found = counted(ISKO, 4, PASSED._replace(playing=(1, 1, 9)), PASSED)
    assert [(each.deals, each.held) for each in found] == [(2, 1), (2, 1), (2, 2), (2, 2)]


def test_rows_that_are_no_game() -> None:
    unread = Violation("not_json", "", {}, "JSON")
    found = counted(
        ISKO,
        3,
        ScoreRow(2, Deal("kreuz", 1, won=True), void=True, reason="verschrieben"),  # struck: no deal
        ScoreRow(2, Deal("kreuz", 12, won=True)),  # twelve Spitzen: a deal, but nobody's game
        ScoreRow(2),  # missing
        ScoreRow(3, unread=(unread,)),
        ScoreRow(2, Deal("eingepasst", spitzen=1)),  # what was passed in has no Spitzen
    )
    assert found[1] == Figures(
        deals=4,
        held=4,
        places={"3.1": FigurePlace(2), "3.2": FigurePlace(1), "3.3": FigurePlace(1)},
        points={"seeger-fabian": Points(1, 4, 0, 0, 0, 0)},
    )


def test_a_penalty_is_no_deal() -> None:
    book = BOOKS["skatordnung-1886"]
    one, _two, _three = counted(book, 3, ScoreRow(1, penalty=10, reason="§32"), evaluation="spielpunkte")
    assert one == Figures(points={"spielpunkte": Points(1, 0, -20, -20, -20, -20)})


def test_an_overbid_game_has_made_its_schneider() -> None:
    # Herz mit 1, Schneider: 30 at a bid of 36.
    one, two, three = counted(ISKO, 3, ScoreRow(1, Deal("herz", 1, bid=36, won=True, augen=95)))
    assert one.own["schneider"] == Tried(1, 1)
    assert one.own["overbid"] == one.declared == Tried(1, 0)
    assert two.defence == three.defence == {"all": Tried(1, 1), "schneider": Tried(1, 0)}


def test_an_announcement_is_played_from_the_hand() -> None:
    one, _two, _three = counted(ISKO, 3, ScoreRow(1, Deal("kreuz", 1, schwarz_angesagt=True, won=True, schwarz=True)))
    traits = {"all", "kreuz", "hand", "announced", "+1", "schneider", "schwarz"}
    assert one.own == dict.fromkeys(traits, Tried(1, 1))


def test_a_ramsch_stands_apart() -> None:
    house = BOOKS["hausrunde"]
    one, two, three = counted(
        house, 3, ScoreRow(1, Deal("ramsch", augen=70)), ScoreRow(2, Deal("ramsch", durchmarsch=True)), PASSED
    )
    assert (one.own, two.own, three.own) == ({"ramsch": Tried(1, 0)}, {"ramsch": Tried(1, 1)}, {})
    assert {each.run for each in (one, two, three)} == {NO_RUN}
    assert {each.defended for each in (one, two, three)} == {Tried(0, 0)}

    old = BOOKS["skatordnung-1886"]
    found = counted(
        old,
        3,
        ScoreRow(0, Deal("ramsch", losers=(1, 2))),
        ScoreRow(0, Deal("ramsch", losers=(2,))),
        ScoreRow(0, Deal("ramsch", losers=())),  # three times 40 Augen
        evaluation="spielpunkte",
    )
    assert [each.own for each in found] == [{"ramsch": Tried(1, 0)}, {"ramsch": Tried(2, 0)}, {}]


def test_officers_skat_knows_no_places_and_credits_the_winner() -> None:
    book = BOOKS["offiziersskat"]
    one, two = counted(
        book,
        2,
        ScoreRow(1, Deal("grand", augen=61, stiche=10)),
        ScoreRow(2, Deal("kreuz", augen=20, stiche=2)),
        evaluation="spielpunkte",
    )
    assert (one.declared, one.defended, one.places) == (Tried(1, 1), Tried(1, 1), {})
    assert (two.declared, two.defended, two.run) == (Tried(1, 0), Tried(1, 0), WinningRun(1, 0, 0, 0))


def test_a_foot_tells_how_many_games_but_not_which() -> None:
    assert count_foot(ISKO, "seeger-fabian", 48, ScorePlayer(1, 700, 9, 0, 4, 1270)) == Figures(
        deals=48,
        own={"all": Tried(9, 9), "unknown": Tried(9, 9)},
        points={"seeger-fabian": Points(1, 48, 700, 1270, 1270, 1270)},
        run=WinningRun(9, 9, 9, 9),
    )
    assert count_foot(ISKO, "seeger", 36, ScorePlayer(1, 10, 2, 1, 0, 60)).run == WinningRun(3, 0, 0, 0)
    assert count_foot(ISKO, "seeger", 36, ScorePlayer(1, 0, 0, 0, 0, 0)) == Figures(
        deals=36, points={"seeger": Points(1, 36, 0, 0, 0, 0)}
    )


def test_a_foot_of_won_deals_tells_nothing_of_own_games() -> None:
    # Three of the four may have been games of the other that he lost; a series cannot go on over them.
    found = count_foot(BOOKS["offiziersskat"], "matches", 7, ScorePlayer(1, 11, 4, 0, 0, 1))
    assert (found.deals, found.own, found.declared) == (7, {}, Tried(0, 0))
    assert found.points == {"matches": Points(1, 7, 11, 1, 1, 1)}
    assert run_of([True, True]).then(found.run).then(run_of([True])).longest == 2


def test_own_games_against_each_other() -> None:
    rows = (ScoreRow(2, Deal("kreuz", 1, won=True)), ScoreRow(1, Deal("herz", 1, won=False)), PASSED)
    sheet = ScoreSheet(ISKO, 4, rows)
    assert count_against(follow(sheet, evaluate(sheet))) == {
        (2, 3): Tried(1, 1),
        (2, 4): Tried(1, 1),
        (1, 3): Tried(1, 0),
        (1, 4): Tried(1, 0),
    }


def test_sums_of_lists() -> None:
    first = Figures(48, 36, 2, {"all": Tried(12, 9)}, points={"seeger-fabian": Points(1, 48, 500, 900, 900, 900)})
    second = Figures(36, 36, 1, {"all": Tried(10, 8)}, points={"seeger-fabian": Points(1, 36, -60, 300, 300, 300)})
    other = Figures(32, 32, points={"seeger": Points(1, 32, 100, 150, 150, 150)})
    year = first + second + other
    assert (year.lists, year.deals, year.declared, year.declared.share) == (3, 116, Tried(22, 17), Fraction(17, 22))
    assert year.points["seeger-fabian"] == Points(2, 84, 440, 1200, 900, 300)
    assert year.points["seeger-fabian"].average == Fraction(1200 * 48, 84)
    assert year.points["seeger-fabian"].bonus == 760
    assert year.points["seeger"].average == Fraction(225)
    assert Points(1, 0, 0, 0, 0, 0).average == 0
    assert Tried().share is None
    assert Tried(5, 3).lost == 2


def test_spitzen_and_games_in_their_order() -> None:
    own = {"grand": Tried(2, 2), "+2": Tried(3, 2), "-1": Tried(2, 1), "+1": Tried(1, 1), "karo": Tried(4, 2)}
    figures = Figures(own={**own, "unknown": Tried(1, 1)})
    assert list(figures.spitzen().items()) == [(-1, Tried(2, 1)), (1, Tried(1, 1)), (2, Tried(3, 2))]
    assert figures.with_spitzen() == (Tried(4, 3), Tried(2, 1))
    assert list(figures.games()) == ["karo", "grand", "unknown"]


# Laws ---------------------------------------------------------------------------------------------------------------

results = st.lists(st.booleans(), max_size=12)
tried = st.builds(lambda played, won: Tried(max(played, won), won), st.integers(0, 9), st.integers(0, 9))
points = st.builds(Points, *[st.integers(-999, 999)] * 6)
figures = st.builds(
    Figures,
    *[st.integers(0, 99)] * 3,
    own=st.dictionaries(st.sampled_from(["all", "grand", "+1", "-2", "hand"]), tried),
    defence=st.dictionaries(st.sampled_from(["all", "schneider"]), tried),
    places=st.dictionaries(st.sampled_from(["3.1", "4.2"]), st.builds(FigurePlace, *[st.integers(0, 9)] * 3)),
    points=st.dictionaries(st.sampled_from(["seeger", "seeger-fabian"]), points),
    run=results.map(run_of),
)
deals = st.one_of(
    st.just(Deal("eingepasst")),
    st.builds(
        Deal,
        st.sampled_from(["karo", "herz", "pik", "kreuz", "grand"]),
        st.sampled_from([-5, -2, -1, 1, 2, 4]),
        hand=st.booleans(),
        bid=st.sampled_from([None, 18, 33, 60]),
        won=st.booleans(),
        schneider=st.booleans(),
    ),
    st.builds(Deal, st.just("null"), hand=st.booleans(), ouvert=st.booleans(), won=st.booleans()),
)
rows = st.lists(st.builds(ScoreRow, st.integers(0, 4), deals, void=st.booleans(), reason=st.just("so")), max_size=30)


@settings(deadline=None)
@given(figures, figures, figures)
def test_adding_up_is_associative_and_nothing_changes_nothing(one: Figures, two: Figures, three: Figures) -> None:
    assert (one + two) + three == one + (two + three) == total([one, two, three])
    assert NOTHING + one == one == one + NOTHING


@settings(deadline=None)
@given(figures)
def test_figures_read_as_they_were_written(one: Figures) -> None:
    written = json.loads(json.dumps(write(one)))
    assert read(written) == one == total_written([written])


@settings(deadline=None)
@given(results, results)
def test_series_of_wins_go_on_over_the_end_of_a_list(one: list[bool], two: list[bool]) -> None:
    assert run_of(one).then(run_of(two)) == run_of(one + two)


@settings(deadline=None)
@given(results)
def test_the_longest_series(one: list[bool]) -> None:
    runs = [len(list(group)) for won, group in groupby(one) if won]
    assert run_of(one).longest == max(runs, default=0)


@settings(max_examples=share(50), deadline=None)
@given(rows, st.sampled_from([3, 4]))
def test_figures_agree_with_the_foot_and_with_each_other(rows: list[ScoreRow], seats: int) -> None:
    sheet = ScoreSheet(ISKO, seats, tuple(rows))
    evaluation = evaluate(sheet)
    found = count(sheet, evaluation)
    for seat, player in zip(found, evaluation.players, strict=True):
        assert (seat.declared.won, seat.declared.lost) == (player.won, player.lost)
        assert seat.points["seeger-fabian"][2:4] == (player.spielpunkte, player.leistung)
        assert seat.run.games == seat.declared.played == sum(each.played for each in seat.games().values())
        assert seat.held == sum(place.held for place in seat.places.values())
        assert seat.declared == Tried(
            sum(place.declared for place in seat.places.values()), sum(place.won for place in seat.places.values())
        )
    everybody = total(found)
    assert everybody.deals == seats * evaluation.deals
    assert everybody.held == 3 * evaluation.deals
    assert everybody.passed == 3 * evaluation.passed
    declared = everybody.declared
    assert everybody.defended == Tried(2 * declared.played, 2 * declared.lost)
    made = everybody.own.get("schneider", Tried())
    assert everybody.defence.get("schneider", Tried()) == Tried(2 * made.played, 2 * made.lost)


@settings(max_examples=share(50), deadline=None)
@given(rows, st.integers(0, 30))
def test_a_list_cut_in_two_is_the_same_list(rows: list[ScoreRow], at: int) -> None:
    sheet = ScoreSheet(ISKO, 4, tuple(rows))
    played = list(follow(sheet, evaluate(sheet)))
    before, after = count_deals(sheet, played[:at]), count_deals(sheet, played[at:])
    assert count_deals(sheet, played) == tuple(one + two for one, two in zip(before, after, strict=True))


# The lists of a private round ---------------------------------------------------------------------------------------


def _count_by_hand(rows: list[dict[str, str]]) -> dict[str, Counter[str]]:
    """The same from the columns of the file, for each player."""
    sums: dict[str, Counter[str]] = {name: Counter() for name in "ABC"}
    for row in rows:
        seats, number = row["seats"], int(row["game_no"])
        for name in seats:
            sums[name]["held"] += 1
            sums[name]["passed"] += row["game"] == ""
        if not row["game"]:
            continue
        declarer = sums[row["declarer"]]
        if row["game"] == "R":
            declarer["ramsch"] += 1
            declarer["ramsch won"] += int(row[f"score_{row['declarer']}"]) > 0  # a Durchmarsch
            continue
        won = row["won"] == "1"
        traits = ["all", row["game"]]
        traits += [name for name in ("hand", "ouvert") if row[name] == "1"]
        if row["game"] != "N":
            announced = "1" in (row["schneider_announced"], row["schwarz_announced"], row["ouvert"])
            traits += [f"{int(row['spitzen']):+}"] + ["announced"] * announced
            traits += ["hand"] * (announced and row["hand"] == "0")
            schneider = "1" in (row["schneider"], row["schwarz"])
            declarer["schneider"] += schneider
            declarer["schneider made"] += schneider and won
            declarer["schwarz"] += row["schwarz"] == "1"
            declarer["schwarz made"] += row["schwarz"] == "1" and won
        for trait in traits:
            declarer[trait] += 1
            declarer[f"{trait} won"] += won
        # The dealer of a list of three is seat 1, then 2, 3, 1 …; forehand sits to his left.
        place = (seats.index(row["declarer"]) - number) % 3 + 1
        declarer[f"place {place}"] += 1
        for name in seats:
            if name != row["declarer"]:
                sums[name]["defended"] += 1
                sums[name]["defended won"] += not won
    return sums


def _flat(found: Figures) -> Counter[str]:
    """Figures under the names of the count by hand."""
    names = {"karo": "D", "herz": "H", "pik": "S", "kreuz": "C", "grand": "G", "null": "N"}
    sums = Counter({"held": found.held, "passed": found.passed})
    for trait, (played, won) in found.own.items():
        name = names.get(trait, trait)
        sums[name] += played
        sums[f"{name} made" if name in ("schneider", "schwarz") else f"{name} won"] += won
    for at, place_ in found.places.items():
        sums[f"place {at[-1]}"] += place_.declared
    sums["defended"], sums["defended won"] = found.defended
    return sums


def _plain(row: dict[str, str]) -> dict[str, Any]:
    """The row by its verdict; only a Ramsch needs its Augen."""
    return convert(row, counted=row["game"] == "R")


@pytest.mark.skipif(not DATA.is_dir(), reason="the lists of the round are not beside the project")
def test_the_lists_of_a_private_round_counted_twice() -> None:
    house = BOOKS["hausrunde"]
    found: dict[str, list[Figures]] = {"A": [], "B": [], "C": []}
    by_hand: dict[str, Counter[str]] = {name: Counter() for name in "ABC"}
    # Lists 1 and 13 have a Ramsch with more Augen than there are.
    whole = [series for series in lists() if series not in (1, 13)]
    for series in whole:
        rows = sorted((row for row in games() if place(row)[0] == series), key=place)
        rows = [{**row, "game_no": str(number)} for number, row in enumerate(rows, 1)]
        seats = as_list(series, rows)["seats"]
        entered = tuple(
            ScoreRow(seats.index(row["declarer"]) + 1 if row["declarer"] else 0, Deal(**_plain(row))) for row in rows
        )
        sheet = ScoreSheet(house, 3, entered)
        for name, figures_ in zip(seats, count(sheet, evaluate(sheet)), strict=True):
            found[name].append(figures_)
        for name, sums in _count_by_hand(rows).items():
            by_hand[name] += sums
    assert len(whole) == 131
    for name in "ABC":
        all_lists = total(found[name])
        assert +_flat(all_lists) == +by_hand[name]
        recorded = [int(lists()[series]["recorded_" + name]) for series in whole]
        came_to = all_lists.points["seeger-fabian"]
        assert (came_to.lists, came_to.leistung, came_to.best, came_to.worst) == (
            131,
            sum(recorded),
            max(recorded),
            min(recorded),
        )
