"""What is said to a slip: the corrected foot and the suspected row, in the form of the command line.

Expected feet are the example mask of the office; the shares are those of the specification, on lists and slips of
`tests.bench.slips`, which describes them as people make them and knows nothing of how they are looked for.
"""

import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from whole import share

from scoring.corrections import find_corrections
from scoring.foot_check import Footer, PaperFoot
from scoring.rulebooks import BOOKS
from scoring.sheet_json import answer_list
from tests.bench import slips

Fields = dict[str, Any]
ISKO = BOOKS["isko-2022"]
COLUMNS = ("spielpunkte", "won", "lost", "leistung")
LINES = ((19, 3, 1, 329), (292, 10, 3, 792), (473, 12, 2, 1153), (172, 14, 2, 952))


def mask(*lines: tuple[int, ...], **other: Any) -> Fields:
    """The mask of the office as it is sent."""
    feet = [dict(zip(COLUMNS, line, strict=True)) for line in lines or LINES]
    foot = {"deals": 48, "eingepasst": 1, "feet": feet}
    return {"seats": ["A", "B", "C", "D"], "evaluation": "seeger-fabian", "foot": foot | other}


def corrections(sent: Fields) -> list[tuple[str, Fields]]:
    return [(one["message"], one["foot"]) for one in answer_list(sent, ISKO)["corrections"]]


def test_a_foot_that_adds_up_carries_no_corrections() -> None:
    assert answer_list(mask(), ISKO) == {"findings": [], "corrections": []}


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (((19, 3, 1, 329), (792, 10, 3, 292), *LINES[2:]), "Spielpunkte und Gesamt bei Platz 2 vertauscht?"),
        (((19, 1, 3, 329), *LINES[1:]), "Gewonnene und Verlorene bei Platz 1 vertauscht?"),
        (((19, 3, 1, 329), (792, 10, 3, 292), (473, 12, 2, 1153), (952, 14, 2, 172)),
         "Spielpunkte und Gesamt bei den Plätzen 2, 4 vertauscht?"),
        (((19, 1, 3, 329), (292, 3, 10, 792), (473, 2, 12, 1153), (172, 14, 2, 952)),
         "Gewonnene und Verlorene bei den Plätzen 1, 2, 3 vertauscht?"),
        (((292, 3, 1, 329), (19, 10, 3, 792), *LINES[2:]), "Spielpunkte von Platz 1 und Platz 2 vertauscht?"),
        (tuple((p, v, g, t) for p, g, v, t in LINES), "Spalten Gewonnene und Verlorene vertauscht?"),
        (tuple((t, g, v, p) for p, g, v, t in LINES), "Spalten Spielpunkte und Gesamt vertauscht?"),
        # The paper of another club has Gesamt behind Spielpunkte, or the counts first.
        (tuple((p, t, g, v) for p, g, v, t in LINES), "Spalten in anderer Reihenfolge?"),
        (tuple((g, v, p, t) for p, g, v, t in LINES), "Spalten in anderer Reihenfolge?"),
        # 40 for 30: ten more for each of the 7, 5, 6, 6 deals that others have lost.
        (((19, 3, 1, 399), (292, 10, 3, 842), (473, 12, 2, 1213), (172, 14, 2, 1012)),
         "Gesamt mit dem Zuschlag einer anderen Tischgröße gerechnet?"),
        (((19, 3, 1, 119), (292, 10, 3, 642), (473, 12, 2, 973), (172, 14, 2, 772)),
         "Gesamt ohne die verlorenen Spiele der anderen gerechnet?"),
        (((19, 3, 1, 359), (292, 10, 3, 882), (473, 12, 2, 1213), (172, 14, 2, 1012)),
         "Gesamt mit den eigenen verlorenen Spielen im Zuschlag gerechnet?"),
        ((LINES[0], (292, 292, 10, 3), *LINES[2:]), "Ab Spielpunkte bei Platz 2 um ein Feld verrutscht?"),
    ],
)  # fmt: skip
def test_a_slip_that_touches_several_fields_is_named_first(lines: Any, message: str) -> None:
    assert corrections(mask(*lines))[0] == (message, mask()["foot"])


MISTAKEN = {
    "mit den eigenen statt den verlorenen Spielen der anderen gerechnet?": (149, 732, 1033, 832),
    "mit den gewonnenen statt den verlorenen Spielen der anderen gerechnet?": (1199, 1512, 1783, 1522),
    "ohne die eigenen gewonnenen und verlorenen Spiele gerechnet?": (229, 442, 653, 352),
    "ohne die Spielpunkte gerechnet?": (310, 500, 680, 780),
    "Verlorene Spiele der anderen beim Gesamt abgezogen statt zugezählt?": (-91, 492, 793, 592),
    "Verlorene Spiele aller beim Gesamt um eines verzählt?": (299, 762, 1123, 922),
    "Beim Gesamt nur die Spielpunkte übernommen?": (19, 292, 473, 172),
    "Eigene verlorene Spiele beim Gesamt nicht abgezogen?": (379, 942, 1253, 1052),
    "Eigene verlorene Spiele beim Gesamt zugezählt statt abgezogen?": (429, 1092, 1353, 1152),
    "Eigene verlorene Spiele beim Gesamt doppelt abgezogen?": (279, 642, 1053, 852),
    "Spielpunkte beim Gesamt mit falschem Vorzeichen gerechnet?": (291, 208, 207, 608),
}
"""What everybody's Gesamt comes to under a mistake: 39 deals were won, 8 lost; each counts 50, those of others 30."""


@pytest.mark.parametrize("message", MISTAKEN)
def test_a_gesamt_that_all_have_mistaken_alike_is_named_by_the_mistake(message: str) -> None:
    lines = [(*line[:3], gesamt) for line, gesamt in zip(LINES, MISTAKEN[message], strict=True)]
    named, foot = corrections(mask(*lines))[0]
    assert (named.removeprefix("Gesamt "), foot) == (message, mask()["foot"])


def test_where_several_explain_it_equally_all_are_named() -> None:
    """48 deals and one more: passed in, or a count that all sums follow; three won deals bring more than 19 points."""
    named = corrections(mask(eingepasst=2))
    assert [message for message, _foot in named] == [
        "Eingepasste: 2 statt 1 (Nachbartaste)?",
        *(f"Gewonnene bei Platz {seat}: {won} statt {won - 1}, und damit weitergerechnet?"
          for seat, (_p, won, _v, _t) in enumerate(LINES, 1)),
        *(f"Verlorene bei Platz {seat}: {lost} statt {lost - 1}, und damit weitergerechnet?"
          for seat, (_p, _g, lost, _t) in enumerate(LINES, 1) if seat > 1),
    ]  # fmt: skip
    assert named[0][1] == mask()["foot"]


@pytest.mark.parametrize("kinds", [slips.ONE_FIELD, slips.COMPOUND, slips.EQUAL])
def test_more_than_three_are_named_only_where_all_explain_it_equally(kinds: Any) -> None:
    """Odds within a factor of three are equal; where more than ten are, ten are named."""
    rng = Random(1897)
    for _ in range(share(60, 2)):
        typed, _right, _kind = slips.draw_slip(rng, kinds, ("seeger-fabian",))
        foot, bonus = typed["foot"], slips.BONUS[len(typed["seats"])]
        feet = tuple(PaperFoot(*(line[name] for name in COLUMNS)) for line in foot["feet"])
        named = find_corrections(
            Footer(deals=foot["deals"], eingepasst=foot["eingepasst"], feet=feet, others_bonus=bonus)
        )
        odds = [one.odds for one in named]
        assert odds == sorted(odds)
        assert len(named) <= 10 and all(one <= 3 * odds[0] for one in odds[3:])


def test_every_correction_is_a_foot_that_adds_up_with_the_fields_that_were_sent() -> None:
    sent = mask()
    sent["foot"]["feet"][1]["won"] = 11
    for foot in sent["foot"]["feet"][2:]:
        del foot["leistung"]
    del sent["foot"]["eingepasst"]
    found = corrections(sent)
    assert found
    for _message, foot in found:
        assert [line.keys() for line in foot["feet"]] == [line.keys() for line in sent["foot"]["feet"]]
        assert foot.keys() == sent["foot"].keys()
        assert answer_list({**sent, "foot": foot}, ISKO) == {"findings": [], "corrections": []}


BROKEN = {
    "no object": 5,
    "empty": {},
    "no feet": {"deals": 48},
    "deals below one": {"deals": 0, "feet": [dict.fromkeys(COLUMNS, 0)] * 4},
    "deals as text": {"deals": "48", "feet": [dict.fromkeys(COLUMNS, 0)] * 4},
    "a truth value": {"deals": True, "feet": [dict.fromkeys(COLUMNS, 0)] * 4},
    "a line too few": {"deals": 48, "feet": [dict.fromkeys(COLUMNS, 0)] * 3},
    "a line that is none": {"deals": 48, "feet": [None] * 4},
    "an unknown field": {"deals": 48, "feet": [{**dict.fromkeys(COLUMNS, 0), "gesamt": 0}] * 4},
    "no counts": {"deals": 48, "feet": [{"spielpunkte": 0}] * 4},
    "a count of nothing": {"deals": 48, "feet": [{**dict.fromkeys(COLUMNS, 0), "lost": None}] * 4},
    "too much": {"deals": 48, "feet": [{**dict.fromkeys(COLUMNS, 0), "leistung": 10_000_000}] * 4},
    "too little": {"deals": 48, "feet": [{**dict.fromkeys(COLUMNS, 0), "spielpunkte": -10_000_000}] * 4},
    "endless": {"deals": 48, "feet": [{**dict.fromkeys(COLUMNS, 0), "leistung": 10**4000}] * 4},
    "more beside it": {"deals": 48, "feet": [dict.fromkeys(COLUMNS, 0)] * 4, "rows": []},
}


@pytest.mark.parametrize("foot", BROKEN.values(), ids=BROKEN)
def test_a_foot_that_cannot_be_read_is_refused(foot: Any) -> None:
    answer = answer_list(mask() | {"foot": foot}, ISKO)
    assert [(wrong["code"], wrong["field"]) for wrong in answer["violations"]] == [("foot_form", "foot")]


def test_the_largest_numbers_of_a_foot_are_read() -> None:
    most = {"spielpunkte": -9_999_999, "won": 0, "lost": 0, "leistung": 9_999_999}
    assert "violations" not in answer_list(mask() | {"foot": {"deals": 48, "feet": [most] * 4}}, ISKO)


@pytest.mark.parametrize("beside", [{"deals": []}, {"totals": [{}] * 4}])
def test_a_foot_stands_instead_of_rows(beside: Fields) -> None:
    answer = answer_list(mask() | beside, ISKO)
    assert [wrong["code"] for wrong in answer["violations"]] == ["foot_alone"]


def test_any_numbers_of_a_foot_are_answered() -> None:
    rng = Random(4)
    for book in (BOOKS["isko-2022"], BOOKS["skatordnung-1886"], BOOKS["offiziersskat"]):
        for _ in range(40):
            size = rng.choice(book.table_sizes)
            feet = [
                {name: rng.choice((0, 1, -1, 7, 50, 9_999_999, -9_999_999, rng.randrange(2000))) for name in COLUMNS}
                for _ in range(size)
            ]
            foot = {"deals": rng.choice((1, 12, 48, 9_999_999)), "eingepasst": rng.choice((None, 0, -3)), "feet": feet}
            evaluation = rng.choice([name for name in book.evaluations if name != "matches"])
            sent = {"seats": ["x"] * size, "evaluation": evaluation, "foot": foot}
            answer = answer_list(sent, book)
            assert json.dumps(answer)
            assert answer.keys() in ({"violations"}, {"findings", "corrections"})
            for one in answer.get("corrections", []):
                assert answer_list(sent | {"foot": one["foot"]}, book)["findings"] == []


# --- Rows ---------------------------------------------------------------------------------------------------------


def test_the_row_that_explains_the_totals_is_given_as_it_then_would_be() -> None:
    """Grand mit 3 Hand (5 x 24) at 1, Kreuz mit 1 (2 x 12) at 2; typed as lost, it cost twice as much."""
    deals = [
        {"declarer": 1, "game": "grand", "spitzen": 3, "hand": True, "won": True},
        {"declarer": 2, "game": "kreuz", "spitzen": 1, "won": False},
        {"game": "eingepasst"},
    ]
    totals = [{"spielpunkte": 120, "won": 1, "lost": 0}, {"spielpunkte": 24, "won": 1, "lost": 0}, {"spielpunkte": 0}]
    sent = {"seats": ["A", "B", "C"], "deals": deals, "totals": totals}
    assert answer_list(sent, ISKO)["suspects"] == [
        {
            "row": 2,
            "message": "Spiel 2: gewonnen statt verloren?",
            "deal": {"declarer": 2, "game": "kreuz", "spitzen": 1, "won": True},
        }
    ]


@pytest.mark.parametrize(
    ("typed", "totals", "message", "meant"),
    [
        (  # Grand mit 3 Hand (5 x 24) alone is in the totals.
            {"declarer": 2, "game": "kreuz", "spitzen": 1, "won": True},
            [{"spielpunkte": 120, "won": 1, "lost": 0}, {"spielpunkte": 0, "won": 0}, {"spielpunkte": 0}],
            "Spiel 2: eingepasst?",
            {"game": "eingepasst"},
        ),
        (  # Seat 2 has won Kreuz mit 1 (2 x 12), which is the plainest game worth 24.
            {"game": "eingepasst"},
            [{"spielpunkte": 120, "won": 1, "lost": 0}, {"spielpunkte": 24, "won": 1}, {"spielpunkte": 0}],
            "Spiel 2: gespielt von Platz 2 statt eingepasst?",
            {"declarer": 2, "game": "kreuz", "spitzen": 1, "won": True},
        ),
    ],
    ids=["typed as a game", "typed as passed in"],
)
def test_a_deal_passed_in_and_one_that_was_not(typed: Any, totals: Any, message: str, meant: Any) -> None:
    grand = {"declarer": 1, "game": "grand", "spitzen": 3, "hand": True, "won": True}
    sent = {"seats": ["A", "B", "C"], "deals": [grand, typed, {"game": "eingepasst"}], "totals": totals}
    suspects = answer_list(sent, ISKO)["suspects"]
    [found] = [one for one in suspects[:5] if one["row"] == 2 and one["message"] == message]
    assert found["deal"].items() >= meant.items()


@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize("running", [False, True])
@pytest.mark.parametrize("kind", slips.ROW_SLIPS)
def test_every_suspect_makes_everything_agree(kind: str, running: bool, bare: bool) -> None:
    rng = Random(8)
    for _ in range(4):
        whole, row = slips.draw_row_slip(rng, kind, running, bare)
        suspects = answer_list(whole, ISKO)["suspects"]
        assert 0 < len(suspects) <= 10
        assert row in [one["row"] for one in suspects]
        for one in suspects:
            changed = deepcopy(whole)
            changed["deals"][one["row"] - 1] = one["deal"]
            assert answer_list(changed, ISKO)["findings"] == []


def test_a_row_left_out_is_put_in_and_one_typed_twice_is_struck() -> None:
    rng = Random(9)
    for seats in (3, 4, 5):
        whole = slips.draw_list(rng, seats)
        at = next(at for at, row in enumerate(whole["deals"]) if at > 5 and row["game"] != "eingepasst")
        row = whole["deals"].pop(at)
        places = {}
        for one in answer_list(whole, ISKO)["suspects"]:
            changed = deepcopy(whole)
            changed["deals"].insert(one["row"] - 1, one["deal"])
            assert answer_list(changed, ISKO)["findings"] == []
            places[one["row"]] = one["message"]
        if seats > 3:  # at three nothing says where
            assert places[at + 1] == f"Vor Spiel {at + 1} ein Spiel ausgelassen?"
        whole["deals"][at:at] = [row, row]
        twice = next(one for one in answer_list(whole, ISKO)["suspects"] if one["row"] == at + 2)
        assert twice == {
            "row": at + 2,
            "message": f"Spiel {at + 2} zweimal eingegeben?",
            "deal": {"declarer": row["declarer"], "void": True, "reason": "zweimal eingegeben"},
        }
        whole["deals"][at + 1] = twice["deal"]
        assert answer_list(whole, ISKO)["findings"] == []


def test_totals_that_are_no_possible_foot_accuse_no_row() -> None:
    rng = Random(10)
    whole = slips.draw_list(rng, 4, "seeger-fabian")
    whole["totals"][0]["leistung"] += 7
    assert "suspects" not in answer_list(whole, ISKO)


# --- How often ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "evaluations", "within", "target"),
    [
        (slips.ONE_FIELD, slips.WITH_BONUS, 2, 97),
        (slips.COMPOUND, slips.EVALUATIONS, 3, 93),
        (slips.EQUAL, slips.EVALUATIONS, 10, 95),
    ],
    ids=["one field", "several fields", "equal ones"],
)
def test_the_foot_that_was_meant_is_named(kinds: Any, evaluations: Any, within: int, target: int) -> None:
    rng = Random(1898)
    places = [slips.place_of(*slips.draw_slip(rng, kinds, evaluations)[:2]) for _ in range(share(120, 2))]
    assert slips.share(places, within) >= target


@pytest.mark.parametrize("kind", slips.ROW_SLIPS)
def test_the_row_is_among_the_first_five_suspects(kind: str) -> None:
    rng = Random(1899)
    places = [slips.row_place(*slips.draw_row_slip(rng, kind)) for _ in range(40)]
    assert slips.share(places, 5) >= slips.ROW_SLIPS[kind][1]


def test_clean_lists_accuse_nobody() -> None:
    rng = Random(1900)
    for _ in range(60):
        whole = slips.draw_list(rng)
        assert "suspects" not in answer_list(whole, ISKO)
        assert answer_list(slips.foot_alone(whole), ISKO) == {"findings": [], "corrections": []}
