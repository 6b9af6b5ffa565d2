"""Whole lists: who deals and plays, what a list adds up to, what it reports. Expected sums are worked out by hand."""

import pytest

from scoring.deal import Deal
from scoring.rulebooks import BOOKS
from scoring.sheet import ScorePlayer, ScoreRow, ScoreSheet, SheetEvaluation, Totals, active_seats, evaluate

ISKO = BOOKS["isko-2022"]
PASSED = ScoreRow(0, Deal("eingepasst"))


def won(seat: int, game: str = "kreuz", spitzen: int = 1) -> ScoreRow:
    """Kreuz mit 1, 24 points, unless told otherwise."""
    return ScoreRow(seat, Deal(game, spitzen, won=True))


def lost(seat: int) -> ScoreRow:
    """Kreuz mit 1 lost, -48 points."""
    return ScoreRow(seat, Deal("kreuz", 1, won=False))


def codes(evaluation: SheetEvaluation) -> list[tuple[int, int, str]]:
    return [(found.row, found.seat, found.code) for found in evaluation.findings]


def four(*rows: ScoreRow, **settings: object) -> SheetEvaluation:
    return evaluate(ScoreSheet(ISKO, 4, rows, **settings))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("key", "seats", "expected"),
    [
        ("isko-2022", 3, {1: (1, 2, 3), 2: (1, 2, 3), 3: (1, 2, 3)}),
        ("isko-2022", 4, {1: (2, 3, 4), 2: (3, 4, 1), 3: (4, 1, 2), 4: (1, 2, 3)}),
        ("altenburg", 5, {1: (2, 3, 5), 2: (3, 4, 1), 3: (4, 5, 2), 4: (5, 1, 3), 5: (1, 2, 4)}),
        ("skatordnung-1886", 6, {1: (2, 3, 6), 4: (5, 6, 3), 6: (1, 2, 5)}),
        ("skat-en-deux", 2, {1: (1, 2), 2: (1, 2)}),
        ("offiziersskat", 2, {1: (2,), 2: (1,)}),
    ],
)
def test_who_can_declare(key: str, seats: int, expected: dict[int, tuple[int, ...]]) -> None:
    playing = tuple(range(1, seats + 1))
    assert {dealer: active_seats(BOOKS[key], playing, dealer) for dealer in expected} == expected


def test_a_round_of_four_with_seeger_fabian() -> None:
    # 2 wins 24, 1 loses 48, passed in, 3 wins 24: one lost deal brings each of the others 30.
    evaluation = four(won(2), lost(1), PASSED, won(3))
    assert evaluation.findings == ()
    assert evaluation.players == (
        ScorePlayer(1, -48, 0, 1, 0, -98),
        ScorePlayer(2, 24, 1, 0, 1, 104),
        ScorePlayer(3, 24, 1, 0, 1, 104),
        ScorePlayer(4, 0, 0, 0, 1, 30),
    )
    assert [(line.dealer, line.declarer, line.score, line.total) for line in evaluation.lines] == [
        (1, 2, 24, 24),
        (2, 1, -48, -48),
        (3, 0, 0, 0),
        (4, 3, 24, 24),
    ]
    assert (evaluation.deals, evaluation.passed) == (4, 1)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("spielpunkte", (-48, 24, 24, 0)), ("seeger", (-98, 74, 74, 0)), ("payment", (-192, 96, 96, 0))],
)
def test_other_evaluations(name: str, expected: tuple[int, ...]) -> None:
    # Payment: 24 from each of three for the winners, 48 to each of three for the loser.
    evaluation = four(won(2), lost(1), PASSED, won(3), evaluation=name)
    assert tuple(player.leistung for player in evaluation.players) == expected


def test_a_table_that_shrinks_changes_the_bonus_deal_by_deal() -> None:
    # One round of four (a lost deal brings 30), then one of three (it brings 40); seat 4 has left.
    rows = (lost(2), won(3), PASSED, PASSED, lost(1)._replace(playing=(1, 2, 3)), won(2), PASSED)
    evaluation = four(*rows)
    assert evaluation.findings == ()
    assert [player.leistung for player in evaluation.players] == [-98 + 30, -98 + 50 + 24 + 40, 24 + 50 + 30 + 40, 30]
    assert [line.dealer for line in evaluation.lines] == [1, 2, 3, 4, 1, 2, 3]


def test_running_totals_are_held_against_the_paper() -> None:
    evaluation = four(won(2)._replace(running=24), lost(1)._replace(running=-46), PASSED, won(3)._replace(running=24))
    assert codes(evaluation) == [(2, 1, "running_total")]
    assert evaluation.findings[0].message == "Zeile 2: Platz 1: mit -48 wären es -48, auf dem Papier steht -46."


def test_value_only_rows_count_like_deals() -> None:
    full = four(won(2), lost(1), PASSED, won(3))
    bare = four(ScoreRow(2, score=24), ScoreRow(1, score=-48), PASSED, ScoreRow(3, score=24))
    assert bare.players == full.players
    assert codes(four(ScoreRow(2, score=25), ScoreRow(1, score=-23), PASSED, PASSED)) == [
        (1, 2, "score_impossible"),
        (2, 1, "score_impossible"),
    ]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([won(1), PASSED, PASSED, PASSED], [(1, 1, "seat_deals")]),
        ([won(0), PASSED, PASSED, PASSED], [(1, 0, "declarer_missing")]),
        ([won(5), PASSED, PASSED, PASSED], [(1, 5, "seat_unknown")]),
        ([PASSED._replace(declarer=2), PASSED, PASSED, PASSED], [(1, 2, "declarer_needless")]),
        ([ScoreRow(), PASSED, PASSED, PASSED], [(1, 0, "row_missing")]),
        ([PASSED, PASSED, PASSED], [(0, 0, "rounds_incomplete")]),
        ([ScoreRow(2, Deal("grand", 5, won=True)), PASSED, PASSED, PASSED], [(1, 2, "spitzen_impossible")]),
        ([PASSED, PASSED._replace(playing=(1, 2, 3)), PASSED, PASSED], [(2, 0, "rounds_incomplete")]),
        ([PASSED._replace(playing=(1, 1, 9)), PASSED, PASSED, PASSED], [(1, 0, "playing_impossible")]),
        ([ScoreRow(2, penalty=10), PASSED, PASSED, PASSED, PASSED], [(1, 2, "reason_missing")]),
        ([ScoreRow(7, penalty=10, reason="Vergeben"), PASSED, PASSED, PASSED, PASSED], [(1, 7, "penalty_seat")]),
    ],
)
def test_what_does_not_fit_is_found_with_row_and_seat(
    rows: list[ScoreRow], expected: list[tuple[int, int, str]]
) -> None:
    assert codes(four(*rows)) == expected


def test_a_newcomer_takes_the_last_seat_at_the_end_of_a_round() -> None:
    three = ScoreSheet(
        ISKO, 4, (PASSED._replace(playing=(1, 2, 3)), PASSED, PASSED, PASSED._replace(playing=(1, 2, 3, 4)))
    )
    assert codes(evaluate(three._replace(rows=(*three.rows, PASSED, PASSED, PASSED)))) == []
    middle = (PASSED._replace(playing=(1, 3, 4)), PASSED, PASSED, PASSED._replace(playing=(1, 2, 3, 4)))
    assert codes(evaluate(three._replace(rows=(*middle, PASSED, PASSED, PASSED)))) == [(4, 2, "newcomer_seat")]


def test_a_struck_row_is_no_deal_and_the_same_dealer_deals_again() -> None:
    struck = won(3)._replace(void=True, reason="Vergeben")
    evaluation = four(struck, won(2), PASSED, PASSED, PASSED)
    assert evaluation.findings == ()
    assert [line.dealer for line in evaluation.lines] == [1, 1, 2, 3, 4]
    assert [player.spielpunkte for player in evaluation.players] == [0, 24, 0, 0]


def test_a_penalty_goes_to_all_others_and_is_no_deal() -> None:
    evaluation = four(ScoreRow(2, penalty=10, reason="Vergeben"), PASSED, PASSED, PASSED, PASSED)
    assert evaluation.findings == ()
    assert [player.leistung for player in evaluation.players] == [10, -30, 10, 10]
    assert [line.dealer for line in evaluation.lines] == [1, 1, 2, 3, 4]


def test_the_foot_of_the_paper_is_compared_number_by_number() -> None:
    totals = (Totals(leistung=-98), Totals(24, 1, 0, 104), Totals(won=2), Totals())
    evaluation = four(won(2), lost(1), PASSED, won(3), totals=totals)
    assert codes(evaluation) == [(0, 3, "total_differs")]
    assert evaluation.findings[0].message == "Platz 3, gewonnen: auf dem Papier 2, gerechnet 1."


def test_six_at_a_table_need_a_bonus_from_the_event() -> None:
    rows = (lost(2), *(PASSED,) * 5)
    unknown = evaluate(ScoreSheet(ISKO, 6, rows))
    assert codes(unknown) == [(0, 0, "bonus_unknown")]
    given = evaluate(ScoreSheet(ISKO, 6, rows, opponents_bonus={6: 20}))
    assert given.findings == ()
    assert [player.leistung for player in given.players] == [20, -98, 20, 20, 20, 20]


def test_a_ramsch_of_1886_with_two_losers_is_paid_by_each_to_the_others() -> None:
    book = BOOKS["skatordnung-1886"]
    ramsch = ScoreRow(0, Deal("ramsch", losers=(2, 3)))
    evaluation = evaluate(ScoreSheet(book, 4, (ramsch, PASSED, PASSED, PASSED), evaluation="payment"))
    assert evaluation.findings == ()
    assert [player.leistung for player in evaluation.players] == [20, -20, -20, 20]
    dealer_lost = evaluate(
        ScoreSheet(book, 4, (ScoreRow(0, Deal("ramsch", losers=(1,))), PASSED, PASSED, PASSED), "payment")
    )
    assert codes(dealer_lost) == [(1, 1, "seat_deals")]


def test_a_ramsch_of_the_house_enters_no_counter() -> None:
    evaluation = evaluate(ScoreSheet(BOOKS["hausrunde"], 3, (ScoreRow(1, Deal("ramsch", augen=70)), lost(2), PASSED)))
    assert evaluation.findings == ()
    assert evaluation.players == (
        ScorePlayer(1, -70, 0, 0, 1, -30),
        ScorePlayer(2, -48, 0, 1, 0, -98),
        ScorePlayer(3, 0, 0, 0, 1, 40),
    )


def test_officers_are_credited_as_winners_until_the_target() -> None:
    def deal(augen: int, stiche: int) -> Deal:
        return Deal("karo", augen=augen, stiche=stiche)

    rows = (ScoreRow(1, deal(95, 12)), ScoreRow(2, deal(40, 5)), ScoreRow(1, deal(70, 9)), ScoreRow(2, deal(61, 8)))
    sheet = ScoreSheet(BOOKS["offiziersskat"], 2, rows, "spielpunkte", target=7)
    evaluation = evaluate(sheet)
    assert codes(evaluation) == [(4, 1, "after_target")]
    assert evaluation.winner == 1
    assert [(line.dealer, line.score, line.credited, line.total) for line in evaluation.lines] == [
        (2, 3, 1, 3),
        (1, 2, 1, 5),
        (2, 2, 1, 7),
        (1, 2, 2, 2),
    ]
    assert codes(evaluate(sheet._replace(rows=(ScoreRow(2, deal(95, 12)),), target=None)))[0] == (
        1,
        2,
        "seat_does_not_lead",
    )
