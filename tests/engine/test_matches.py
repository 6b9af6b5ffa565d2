"""Matches to a number of points (Offiziersskat), what a look-up costs, and violations beside an unknown game."""

from itertools import islice

import pytest

from scoring import BOOKS, Deal, RuleBook, ScoreRow, ScoreSheet, evaluate
from scoring.deal import DEFAULTS
from scoring.legal import explain, longest_match, scores
from scoring.sheet import Totals
from scoring.sheet_json import answer_list

OFFIZIERSSKAT = BOOKS["offiziersskat"]


def match(*augen: int, target: int = 5, evaluation: str = "matches") -> list[tuple[int, int, int, int]]:
    """Points, won, lost and Leistung by seat of a match; the trump maker, by turns, took so many Augen."""
    deals = [Deal("karo", augen=count, stiche=8 if 0 < count < 120 else count // 120 * 16) for count in augen]
    rows = tuple(ScoreRow(1 + nr % 2, deal) for nr, deal in enumerate(deals))
    players = evaluate(ScoreSheet(OFFIZIERSSKAT, 2, rows, evaluation, target=target)).players
    return [(player.spielpunkte, player.won, player.lost, player.leistung) for player in players]


def test_a_match_is_worth_one_to_whoever_has_the_points_first():
    # 61: einfach, 2 to seat 1; 95: Schneider, 3 to seat 2; 60: einfach, 2 to seat 2, who has 5
    assert match(61, 95, 60) == [(2, 1, 0, 0), (5, 2, 0, 1)]
    assert match(61, 95) == [(2, 1, 0, 0), (3, 1, 0, 0)]
    assert match(61, 95, 60, evaluation="spielpunkte") == [(2, 1, 0, 2), (5, 2, 0, 5)]


def test_a_match_on_the_wire_needs_its_points():
    line = {"rulebook": "offiziersskat", "seats": ["A", "B"], "evaluation": "matches", "deals": []}
    assert [found["field"] for found in answer_list(line, OFFIZIERSSKAT)["violations"]] == ["target"]
    deals = [{"declarer": 1, "game": "grand", "augen": 120, "stiche": 16}]
    answer = answer_list(line | {"target": 4, "deals": deals}, OFFIZIERSSKAT)
    assert (answer["winner"], [player["leistung"] for player in answer["players"]]) == (1, [1, 0])


def test_the_foot_of_a_match_is_held_against_its_worth():
    deal = Deal("grand", augen=120, stiche=16)
    sheet = ScoreSheet(
        OFFIZIERSSKAT, 2, (ScoreRow(1, deal),), "matches", target=4, totals=(Totals(leistung=0), Totals())
    )
    assert [(found.seat, found.code) for found in evaluate(sheet).findings] == [(1, "total_differs")]


@pytest.mark.parametrize(
    ("accounting", "target", "most"), [("einfach", 3, 3), ("einfach", 20, 19), ("skatordnung", 500, 55)]
)
def test_the_longest_match_is_won_by_the_smallest_scores(accounting, target, most):
    """2 points or (1 + 1) x 9 = 18 a deal: 27 deals of 18 are 486 for each, one more ends it."""
    assert longest_match(OFFIZIERSSKAT.agree(accounting=accounting), target) == most


def test_a_look_up_asks_one_deal_of_each_kind(monkeypatch):
    """Once a large book is enumerated, a new score is not looked for in all of its 65,000 deals."""
    book = BOOKS["skat-en-deux"]
    lost = sorted(score for score in scores(book) if score < 0)
    list(islice(explain(book, lost[0]), 51))
    asked = 0
    value = RuleBook.value

    def counted(self, deal):
        nonlocal asked
        asked += 1
        return value(self, deal)

    monkeypatch.setattr(RuleBook, "value", counted)
    for score in (lost[1], lost[len(lost) // 2], lost[-1], -1):
        asked = 0
        found = list(islice(explain(book, score), 51))
        assert asked < 20_000
        assert all(value(book, deal).score == score for deal in found)


@pytest.mark.parametrize("key", BOOKS)
def test_an_unknown_game_hides_nothing_else(key):
    book = BOOKS[key]
    deal = Deal("tarock", bid=19, bock=True, mode="frage", losers=(9,))
    fields = {violation.field for violation in book.check(deal)}
    foreign = {name for name in ("bid", "bock", "mode", "losers") if name not in book.fields}
    assert fields == {"game", *foreign, "bid"}
    assert book.check(Deal("tarock"))[0].code == "game_unknown" and len(book.check(Deal("tarock"))) == 1


def test_what_is_usual_is_no_violation_beside_an_unknown_game():
    for book in BOOKS.values():
        agreed = {name: DEFAULTS[name] for name in book.settings}
        assert [violation.code for violation in book.check(Deal("tarock", **agreed))] == ["game_unknown"]
