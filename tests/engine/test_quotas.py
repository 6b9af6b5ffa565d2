"""Quotas by their definitions and by published figures; offers against a desk that looks at every single day."""

import copy
import json
import subprocess
import sys
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hostile_lines import STRANGE
from test_pyramid import paths
from whole import share

from scoring.deal_json import dump
from scoring.federation.offers import OfferAnswer, OfferRule, run_offers
from scoring.federation.qualification import TooManyHoldersError, qualify
from scoring.federation.quotas import QuotaTieError, dhondt, largest_remainder, proportional, share_of
from scoring.quota_json import answer_text

ROOT = Path(__file__).parents[2]
Document = dict[str, Any]


def answered(given: Document) -> Document:
    answer, good = answer_text(json.dumps(given))
    assert good is ("violations" not in answer)
    return answer


# ---- Published figures


def test_published_quotas():
    """17 of 55 and 19 of 61 are three tenths rounded up, 28 of 55 one half; of shares in tenths no other gives them."""
    ways = product(range(1, 10), ("up", "half", "down"))
    found = [
        (tenths, rounding)
        for tenths, rounding in ways
        if [share_of(count, Fraction(tenths, 10), rounding) for count in (55, 61)] == [17, 19]
    ]
    assert found == [(3, "up")]
    assert share_of(55, Fraction(1, 2)) == 28


def test_half_of_those_who_start_go_on():
    """„Für 50 Prozent der Teilnehmer aus der Herrenwertung ist ein Startplatz … reserviert“: 28 men, rank 14 the last.

    Told by a club of Verbandsgruppe 89 about the Vorrunde of 2026.
    """
    given = {
        "way": "share",
        "share": "1/2",
        "units": [{"unit": "89", "starters": 28, "ranking": list("abcdefghijklmnop")}],
    }
    [unit] = answered(given)["units"]
    assert (unit["quota"], unit["qualified"][-1]) == (14, "n")


SIX = {"Y": 47_000, "W": 16_000, "R": 15_900, "G": 12_000, "B": 6_000, "P": 3_100}


@pytest.mark.parametrize(
    ("method", "weights", "places", "expected"),
    [
        (dhondt, {"A": 100_000, "B": 80_000, "C": 30_000, "D": 20_000}, 8, [4, 3, 1, 0]),
        (largest_remainder, SIX, 10, [5, 2, 1, 1, 1, 0]),
        (largest_remainder, {"A": 5_670, "B": 3_850, "C": 480}, 15, [8, 6, 1]),
        (dhondt, {"A": 5_670, "B": 3_850, "C": 480}, 15, [9, 6, 0]),
    ],
    ids=["dhondt, textbook", "remainder, textbook", "remainder, small unit", "dhondt, small unit"],
)  # fmt: skip
def test_examples_of_textbooks(method, weights, places, expected):
    assert list(proportional(weights, places, method).values()) == expected


# ---- By definition


def test_quotas_are_what_their_names_say():
    for seed in range(share(800)):
        _check_quotas(Random(seed))


def _check_quotas(random: Random) -> None:
    weights = {chr(65 + number): random.randint(0, 30) for number in range(random.randint(1, 6))} | {"Z": 7}
    served = [unit for unit, weight in weights.items() if weight]
    least = random.randint(0, 2)
    places = random.randint(least * len(served), 40 + least * len(served))
    lots = random.sample(sorted(weights), len(weights))
    for method in (largest_remainder, dhondt):
        found = proportional(weights, places, method, lots, least)
        assert sum(found.values()) == places
        assert all(found[unit] >= least for unit in served)
        assert all(found[unit] == 0 for unit in weights if unit not in served)
        if method is dhondt:
            for one, other in product(served, served):
                if found[one] > least:
                    assert Fraction(weights[one], found[one]) >= Fraction(weights[other], found[other] + 1)
        free = [unit for unit in served if found[unit] > least or not least]
        if method is largest_remainder and not least:
            exact = {unit: Fraction(places * weights[unit], sum(weights.values())) for unit in free}
            up = [exact[unit] % 1 for unit in free if found[unit] > exact[unit]]
            down = [exact[unit] % 1 for unit in free if found[unit] < exact[unit]]
            assert all(abs(found[unit] - exact[unit]) < 1 for unit in free)
            assert not up or not down or min(up) >= max(down)


@pytest.mark.parametrize("method", [largest_remainder, dhondt])
def test_equal_claims_need_a_lot(method):
    weights = {"A": 10, "B": 10, "C": 20}
    with pytest.raises(QuotaTieError) as refused:
        proportional(weights, 2, method)
    assert refused.value.units == (("A", "B", "C") if method is dhondt else ("A", "B"))
    found = [proportional(weights, 2, method, lots) for lots in (["A", "B", "C"], ["B", "A", "C"])]
    assert found == [{"A": 1, "B": 0, "C": 1}, {"A": 0, "B": 1, "C": 1}]


# ---- Title holders


def with_holder(seeding: str) -> Document:
    ranking = {"unit": "A", "places": 3, "ranking": ["Anna", "Bert", "Cora", "Dora", "Emil"]}
    return answered(
        {"way": "fixed", "units": [ranking], "seeded": [{"player": "Bert", "unit": "A"}], "seeding": seeding}
    )


def test_title_holders_have_places_besides_or_of_their_unit():
    assert with_holder("outside") == {
        "places": 4,
        "units": [
            {"unit": "A", "quota": 3, "seeded": ["Bert"], "qualified": ["Anna", "Cora", "Dora"], "next": ["Emil"]}
        ],
    }
    assert with_holder("inside") == {
        "places": 3,
        "units": [
            {"unit": "A", "quota": 3, "seeded": ["Bert"], "qualified": ["Anna", "Cora"], "next": ["Dora", "Emil"]}
        ],
    }


def test_places_of_title_holders_come_off_what_is_divided():
    units = [{"unit": "A", "members": 100}, {"unit": "B", "members": 100}]
    given = {"way": "dhondt", "places": 9, "units": units, "seeded": [{"player": "Anna", "unit": "A"}]}
    assert [unit["quota"] for unit in answered(given)["units"]] == [4, 4]
    assert answered(given)["places"] == 9


# ---- The field


def in_rounds(quotas, ranking, holders, inside):
    """Everybody looks for himself where he belongs; then each unit calls its people up."""
    units = list(quotas)
    everybody = {player for players in ranking.values() for player in players} | set(holders)

    def home(player):
        ranks = [(ranking[unit].index(player), units.index(unit)) for unit in units if player in ranking[unit]]
        return units[min(ranks)[1]] if ranks else ""

    free = dict(quotas)
    stands = {}
    for player in holders:
        unit = home(player) if inside else ""
        stands[player] = unit, "seeded"
        if unit:
            free[unit] -= 1
    if min(free.values()) < 0:
        return None
    for unit in units:
        for player in sorted(
            (each for each in everybody if home(each) == unit and each not in holders), key=ranking[unit].index
        ):
            stands[player] = unit, "qualified" if free[unit] > 0 else "next"
            free[unit] -= 1
    return stands


def test_the_field_of_a_championship():
    for seed in range(share(800)):
        random = Random(seed)
        people = [f"P{number}" for number in range(12)]
        ranking = {unit: random.sample(people, random.randint(0, 6)) for unit in "ABC"}
        quotas = {unit: random.randint(0, 4) for unit in "ABC"}
        holders, inside = random.sample(people, random.randint(0, 3)), random.random() < 0.5
        expected = in_rounds(quotas, ranking, holders, inside)
        if expected is None:
            with pytest.raises(TooManyHoldersError):
                qualify(quotas, ranking, holders, inside=inside)
            continue
        found = qualify(quotas, ranking, holders, inside=inside)
        assert {line.player: (line.unit, line.stands) for line in found.lines} == expected
        assert len(found.lines) == len(expected)
        named = [(line.player, line.unit) for line in (*found.lines, *found.passed_over) if line.unit]
        assert sorted(named) == sorted((player, unit) for unit, players in ranking.items() for player in players)
        for unit, players in found.ranking.items():
            states = [line.stands for line in found.lines if line.unit == unit]
            assert states == sorted(states, key=("seeded", "qualified", "next").index)
            assert sum(state != "next" for state in states) <= found.places[unit]
            assert [line.player for line in found.lines if line.unit == unit] == players


# ---- Offers


def by_the_day(places, ranking, rule, answers, day):
    """Every day from the first to the last: who has what, by player."""
    place_of, since, state, out = {}, {}, {}, set()
    left = {unit: list(players) for unit, players in ranking.items()}
    turn, free = list(rule.pass_on), dict.fromkeys(places, 0)
    closes = 10**9 if rule.closes is None else rule.closes

    def give(unit, today):
        willing = {each: [player for player in players if player not in out] for each, players in left.items()}
        left.update(willing)
        sources = [unit, *turn]
        source = next((each for each in sources if left.get(each)), None)
        if source is None or today > closes:
            free[unit] += 1
            return
        if source != unit:
            turn.append(turn.pop(turn.index(source)))
        player = left[source].pop(0)
        place_of[player], since[player], state[player] = unit, today, "open"

    for today in range(day + 1):
        if today == rule.opens:
            for unit in sorted(places):
                for _place in range(places[unit]):
                    give(unit, today)
        for player in list(place_of):
            if state[player] == "open" and today > min(since[player] + rule.days, closes):
                state[player] = "lapsed"
                give(place_of[player], today)
        heard = set()
        while True:
            ready = [
                (unit, place, number)
                for number, answer in enumerate(answers)
                for unit, players in ranking.items()
                for place, player in enumerate(players)
                if player == answer.player and answer.day == today and player in place_of and number not in heard
            ]
            for _unit, _place, number in sorted(ready):
                heard.add(number)
                player, says = answers[number].player, answers[number].says
                if state[player] in ("open", "accepted") and state[player] != says and today <= closes:
                    state[player] = says
                    if says == "declined":
                        give(place_of[player], today)
            if not ready:
                break
        out |= {answer.player for answer in answers if answer.day == today and answer.says == "declined"}
    return state, {unit: count for unit, count in free.items() if count}


def test_offers_go_as_they_do_day_by_day():
    for seed in range(share(1600)):
        _check_offers(Random(seed))


def _check_offers(random: Random) -> None:
    units = "ABC"[: random.randint(1, 3)]
    ranking = {unit: [f"{unit}{number}" for number in range(random.randint(0, 6))] for unit in units}
    places = {unit: random.randint(0, 4) for unit in units}
    closes = random.choice((None, 6, 12))
    rule = OfferRule(random.randint(0, 3), random.randint(0, 4), closes, random.choice(((), ("B",), ("C", "A", "B"))))
    players = [player for each in ranking.values() for player in each] + ["nobody"]
    answers = [
        OfferAnswer(random.choice(players), random.randint(0, 15), random.choice(("accepted", "declined")))
        for _answer in range(random.randint(0, 10))
    ]
    day = random.randint(0, 16)
    outcome = run_offers(places, ranking, rule, answers, day)
    state, free = by_the_day(places, ranking, rule, answers, day)
    assert {offer.player: offer.state for offer in outcome.offers} == state
    assert {unit: count for unit, count in outcome.free.items() if count} == free
    if day >= rule.opens:
        held = sum(offer.state in ("open", "accepted") for offer in outcome.offers)
        assert held + sum(free.values()) == sum(places.values())
    for unit, players in ranking.items():
        offered = [offer.player for offer in outcome.offers if offer.unit == unit]
        unwilling = {answer.player for answer in answers if answer.says == "declined"}
        reached = players[: max(map(players.index, offered), default=-1) + 1]
        assert [player for player in reached if player in offered or player not in unwilling] == offered


def test_a_place_passes_on_until_somebody_takes_it():
    given = {
        "way": "fixed",
        "units": [{"unit": "A", "places": 1, "ranking": ["Anna", "Bert", "Cora", "Dora"]}],
        "offers": {
            "opens": 10,
            "days": 5,
            "day": 30,
            "answers": [
                {"player": "Anna", "day": 12, "answer": "declined"},
                {"player": "Bert", "day": 18, "answer": "accepted"},
                {"player": "Cora", "day": 19, "answer": "accepted"},
                {"player": "Dora", "day": 19, "answer": "accepted"},
                {"player": "Dora", "day": 31, "answer": "declined"},
            ],
        },
    }
    answer = answered(given)
    assert [(each["player"], each["offered"], each["deadline"], each["state"]) for each in answer["offers"]] == [
        ("Anna", 10, 15, "declined"),
        ("Bert", 12, 17, "lapsed"),
        ("Cora", 18, 23, "accepted"),
    ]
    assert [(each["player"], each["code"]) for each in answer["ignored"]] == [
        ("Bert", "answer_late"),
        ("Dora", "answer_without_offer"),
        ("Dora", "answer_not_yet"),
    ]
    assert answer["free"] == {}


# ---- What is wrong is said

UNITS = [{"unit": "A", "members": 10}, {"unit": "B", "members": 10}]
FIXED = {"way": "fixed", "units": [{"unit": "A", "places": 1}, {"unit": "B", "places": 2}]}
WRONG: list[tuple[str, Document, list[tuple[str, str]]]] = [
    ("nothing", {}, [("field_missing", "units"), ("field_missing", "way")]),
    ("sum", FIXED | {"places": 4}, [("quota_sum", "places")]),
    ("tie", {"way": "dhondt", "places": 3, "units": UNITS}, [("quota_lots", "lots")]),
    ("least", {"way": "dhondt", "places": 3, "least": 2, "units": UNITS}, [("quota_least", "least")]),
    ("nobody", {"way": "dhondt", "places": 3, "units": [{"unit": "A", "members": 0}]}, [("quota_nobody", "units")]),
    ("foreign", FIXED | {"least": 1, "share": "1/2"}, [("quota_foreign", "share"), ("quota_foreign", "least")]),
    ("no places", {"way": "dhondt", "units": UNITS}, [("field_missing", "places")]),
    ("share", {"way": "share", "share": "3/2", "units": []}, [("form_bounds", "share"), ("form_empty", "units")]),
    ("no share", {"way": "share", "units": []}, [("field_missing", "share"), ("form_empty", "units")]),
    (
        "holders",
        FIXED | {"seeding": "inside", "seeded": [{"player": p, "unit": "A"} for p in "xy"]},
        [("quota_seeded", "seeded")],
    ),
    (
        "unknown",
        FIXED | {"seeded": [{"player": "x", "unit": "C"}], "lots": ["D"]},
        [("form_nowhere", "lots"), ("form_nowhere", "seeded")],
    ),
    (
        "twice",
        {"way": "fixed", "units": [{"unit": "A", "places": 1, "ranking": ["x"]}] * 2},
        [("form_twice", "units")] * 2,
    ),
    ("closed", FIXED | {"offers": {"opens": 5, "days": 1, "day": 7, "closes": 4}}, [("quota_closed", "offers.closes")]),
]  # fmt: skip


@pytest.mark.parametrize(("given", "expected"), [each[1:] for each in WRONG], ids=[each[0] for each in WRONG])
def test_what_is_wrong_is_said(given, expected):
    found = answered(given)["violations"]
    assert [(each["code"], each["where"]) for each in found] == expected
    assert all(each["message"].endswith(".") for each in found)


WHOLE_QUOTA = {
    "way": "largest_remainder",
    "by": "starters",
    "places": 9,
    "least": 1,
    "lots": ["A", "B"],
    "seeding": "inside",
    "units": [
        {"unit": "A", "members": 9, "starters": 5, "ranking": ["a", "b"]},
        {"unit": "B", "starters": 5, "ranking": ["c"]},
    ],
    "seeded": [{"player": "a", "unit": "A"}],
    "offers": {
        "opens": 1,
        "days": 2,
        "closes": 9,
        "day": 5,
        "pass_on": ["B"],
        "answers": [{"player": "b", "day": 2, "answer": "declined"}],
    },
}


def test_whatever_is_sent_is_answered():
    for seed in range(share(400)):
        _check_answer(Random(seed))


def _check_answer(random: Random) -> None:
    given: Any = copy.deepcopy(WHOLE_QUOTA)
    for _time in range(random.randint(0, 3)):
        *way, last = random.choice([path for path in paths(given) if path])
        place = given
        for key in way:
            place = place[key]
        place[last] = copy.deepcopy(random.choice(STRANGE))
    answer, good = answer_text(json.dumps(given))
    assert json.loads(dump(answer))
    assert good is ("violations" not in answer)
    for each in answer.get("violations", []):
        assert each["message"][-1] in ".?!"


# ---- The command line


@pytest.mark.parametrize("command", ["quota", "pyramid"])
def test_the_command_line(command, tmp_path):
    level = {"level": "L", "tables": {"S": [{"team": "A 1", "club": "A"}]}}
    right = {"quota": FIXED, "pyramid": {"levels": [level]}}[command]
    path = tmp_path / "federation.json"
    path.write_text(json.dumps(right, indent=1))
    run = [sys.executable, "-S", "-E", "-m", "scoring", command]
    of_file = subprocess.run([*run, str(path)], capture_output=True, cwd=ROOT, check=False)
    lines = json.dumps(right) + "\n\n{\n" + json.dumps(right)
    of_lines = subprocess.run([*run, "-"], input=lines.encode(), capture_output=True, cwd=ROOT, check=False)
    assert (of_file.returncode, of_lines.returncode) == (0, 1)
    one, broken, other = of_lines.stdout.splitlines()
    assert one == other == of_file.stdout.strip()
    assert [each["code"] for each in json.loads(broken)["violations"]] == ["not_json"]
