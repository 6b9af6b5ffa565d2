"""Promotion and relegation of whole pyramids: against a second implementation, and what must hold whoever is right.

What is expected by hand follows the Sportordnung of the DSkV (3.1.4) and what was published of the reform of 2016.
"""

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hostile_lines import STRANGE
from hypothesis import given, settings
from hypothesis import strategies as st
from pyramid_documents import Document, PyramidMaker, shuffled
from pyramid_oracle import Oracle
from whole import share

from scoring.deal_json import dump
from scoring.pyramid_json import answer_text

quick = settings(max_examples=share(400), deadline=None, derandomize=True)
seeds = st.integers(10**6, 10**9)
pyramids = seeds.map(lambda seed: PyramidMaker(Random(seed)).document())


def answered(given: Document) -> Document:
    answer, good = answer_text(json.dumps(given))
    assert good is ("violations" not in answer)
    return answer


def seasons(given: Document) -> tuple[dict[str, Document], dict[str, Document]]:
    """Moves by team and levels by key."""
    answer = answered(given)
    assert "violations" not in answer, answer
    return {each["team"]: each for each in answer["moves"]}, {each["level"]: each for each in answer["levels"]}


def codes(move: Document) -> list[str]:
    return [reason["code"] for reason in move["reasons"]]


def changes(given: Document) -> dict[str, tuple[str | None, str]]:
    """Where everybody goes who does not simply stay, with the reason that decided."""
    moves, _levels = seasons(given)
    return {key: (move["to"], codes(move)[-1]) for key, move in moves.items() if codes(move) != ["stay_place"]}


# ---- Against the other implementation


@pytest.mark.parametrize("begin", range(0, share(3200), 100))
def test_both_implementations_agree(begin):
    for seed in range(begin, begin + 100):
        given = PyramidMaker(Random(seed)).document()
        moves, levels = seasons(given)
        other = Oracle(given)
        assert {key: (move["to"], codes(move)[-1]) for key, move in moves.items()} == {
            key: (other.end[key], other.code[key]) for key in other.end
        }, seed
        assert {key: level["free"] for key, level in levels.items()} == other.free


# ---- What must hold


@quick
@given(pyramids)
def test_everybody_ends_once_and_sizes_hold(given):
    moves, levels = seasons(given)
    assert sorted(moves) == sorted(given["lots"])
    ends = [(key, name) for name, level in levels.items() for key in level["teams"]]
    assert sorted(ends) == sorted((key, move["to"]) for key, move in moves.items() if move["to"])
    for level in given["levels"]:
        found = levels[level["level"]]
        assert found["free"] >= 0
        if "places" in level:
            assert len(found["teams"]) + found["free"] == level["places"]


@quick
@given(pyramids)
def test_no_club_is_over_its_limit(given):
    moves, levels = seasons(given)
    for level in given["levels"]:
        clubs = [moves[key]["club"] for key in levels[level["level"]]["teams"]]
        assert all(clubs.count(club) <= level.get("club_limit", 99) for club in clubs)


@quick
@given(pyramids)
def test_nobody_is_passed_over_without_a_reason(given):
    moves, levels = seasons(given)
    by_key = {level["level"]: level for level in given["levels"]}
    for level in given["levels"]:
        above, tables = level.get("above"), level["tables"].values()
        zone = Oracle(given).zone(level["level"])
        for table in tables if above else ():
            rose = [moves[team["team"]]["to"] == above for team in table]
            ways = [codes(moves[team["team"]])[-1] for team in table]
            last = max(
                (n for n, up in enumerate(rose) if up and ways[n] in ("up_place", "up_passed", "up_best")), default=-1
            )
            for number, team in enumerate(table):
                if not rose[number] and (number < level["up"] or number < last):
                    told = [reason for reason in moves[team["team"]]["reasons"] if reason.get("level") == above]
                    assert {each["code"] for each in told} & {"declined", "club_is_there"}
            free_for_all = (
                levels[above]["free"] and "up" in by_key[above].get("fill", ["up"]) and "next" not in by_key[above]
            )
            for number, team in enumerate(table[: max(level["up"], level["reach"])] if free_for_all else ()):
                told = {"declined", "club_is_there"} & set(codes(moves[team["team"]]))
                assert rose[number] or team["team"] in zone or told
        pushed = [
            number
            for table in tables
            for number, team in enumerate(table)
            for reason in moves[team["team"]]["reasons"]
            if reason["code"] == "down_pushed" and reason["level"] == level["level"]
        ]
        stayed = [
            n for table in tables for n, team in enumerate(table) if codes(moves[team["team"]])[-1] == "stay_place"
        ]
        assert not pushed or not stayed or max(stayed) <= min(pushed)
        assert not pushed or levels[level["level"]]["free"] == 0


@quick
@given(pyramids)
def test_what_is_said_of_clubs_is_true(given):
    moves, _levels = seasons(given)
    for move in moves.values():
        for reason in move["reasons"]:
            assert reason["message"][-1] == "."
            if reason["code"] in ("club_is_there", "down_club"):
                assert len(reason["teams"]) == reason["limit"]
                for key in reason["teams"]:
                    assert moves[key]["club"] == move["club"]
                    assert moves[key]["to"] == reason["level"] or reason["code"] == "down_club"


@quick
@given(pyramids, seeds)
def test_the_order_of_levels_and_staffeln_says_nothing(given, seed):
    assert answered(shuffled(given, Random(seed))) == answered(given)


@quick
@given(pyramids)
def test_a_season_in_which_nothing_was_at_stake_changes_nothing(given):
    """The next season as it came out, with no zones, no wishes and places for all: everybody stays."""
    moves, levels = seasons(given)
    region = {team["team"]: team["region"] for level in given["levels"] for t in level["tables"].values() for team in t}
    region |= {team["team"]: team["region"] for team in given["new"]}
    settled = []
    for level in given["levels"]:
        keys = levels[level["level"]]["teams"]
        teams = [{"team": key, "club": moves[key]["club"], "region": region[key]} for key in keys]
        kept = {name: level[name] for name in ("level", "above", "region", "club_limit") if name in level}
        settled.append(
            kept | {"tables": {"all": teams}} | ({"places": max(1, len(teams))} if "places" in level else {})
        )
    lots = [key for key in given["lots"] if moves[key]["to"]]
    assert changes({"levels": settled, "lots": lots}) == {}


# ---- By hand


def table(*keys: str, **figures: list[int]) -> list[Document]:
    """Teams called after their club and a number, such as A1."""
    return [
        {"team": key, "club": key[0], **{name: values[n] for name, values in figures.items()}}
        for n, key in enumerate(keys)
    ]


def two_levels(upper: Document, lower: Document, **more: Any) -> Document:
    return {
        "levels": [
            {"level": "Oberliga", "places": 4, "tables": {"O": table("A1", "B1", "C1", "D1")}, **upper},
            {"level": "Landesliga", "above": "Oberliga", "tables": {"L": table("E1", "F1", "G1", "H1")}, **lower},
        ],
        **more,
    }


def wish(given: Document, key: str, **what: str) -> Document:
    given = copy.deepcopy(given)
    for level in given["levels"]:
        for each in level["tables"].values():
            for team in each:
                if team["team"] == key:
                    team.update(what)
    return given


UP_AND_DOWN = two_levels({"down": 1}, {"up": 1, "reach": 3})


def test_one_goes_up_and_one_down():
    assert changes(UP_AND_DOWN) == {"D1": ("Landesliga", "down_place"), "E1": ("Oberliga", "up_place")}


def test_a_champion_who_declines_is_followed_by_the_next():
    given = wish(UP_AND_DOWN, "E1", wish="stay")
    moves, _levels = seasons(given)
    assert codes(moves["E1"]) == ["declined", "stay_place"]
    assert moves["F1"]["reasons"] == [
        {
            "code": "up_passed",
            "place": 2,
            "division": "L",
            "teams": ["E1"],
            "message": "Platz 2 in L steigt auf, weil davor nicht aufsteigt: E1.",
        }
    ]


def test_where_nobody_within_reach_goes_up_who_would_go_down_stays():
    given = wish(two_levels({"down": 1}, {"up": 1}), "E1", wish="stay")
    assert changes(given)["D1"] == ("Oberliga", "stay_filled")


def test_a_team_that_leaves_is_replaced_from_below():
    given = wish(UP_AND_DOWN, "B1", wish="leave")
    assert changes(given) == {
        "B1": (None, "leaves"),
        "D1": ("Landesliga", "down_place"),
        "E1": ("Oberliga", "up_place"),
        "F1": ("Oberliga", "up_next"),
    }


def test_where_the_level_says_so_a_free_place_saves_who_would_go_down():
    given = wish(two_levels({"down": 1, "fill": ["stay", "up"]}, {"up": 1, "reach": 3}), "B1", wish="leave")
    assert changes(given)["D1"] == ("Oberliga", "stay_filled")


def test_a_place_that_nobody_takes_stays_free():
    given = wish(two_levels({"down": 1, "fill": []}, {"up": 1}), "B1", wish="leave")
    _moves, levels = seasons(given)
    assert levels["Oberliga"] == {"level": "Oberliga", "teams": ["A1", "C1", "E1"], "free": 1}


def test_the_second_team_cannot_go_where_the_first_one_is():
    given = two_levels({"down": 1, "club_limit": 1}, {"up": 1, "reach": 2, "tables": {"L": table("A2", "F1", "G1")}})
    assert changes(given)["F1"] == ("Oberliga", "up_passed")
    moves, _levels = seasons(given)
    assert moves["A2"]["reasons"][0] == {
        "code": "club_is_there",
        "level": "Oberliga",
        "teams": ["A1"],
        "limit": 1,
        "message": "Ein Platz in Oberliga geht an andere: Der Verein hat dort schon A1; erlaubt sind 1.",
    }


def test_the_second_team_goes_up_when_the_first_one_goes_down():
    given = two_levels({"down": 1, "club_limit": 1}, {"up": 1, "tables": {"L": table("D2", "F1", "G1")}})
    assert changes(given) == {"D1": ("Landesliga", "down_place"), "D2": ("Oberliga", "up_place")}


def test_of_two_champions_of_one_club_the_better_one_goes_up():
    tables = {"L": table("E1", "F1", points=[30, 28]), "M": table("E2", "G1", points=[33, 20])}
    given = two_levels({"down": 2, "club_limit": 1}, {"up": 1, "reach": 2, "tables": tables})
    assert {key: changes(given)[key] for key in ("E2", "F1")} == {
        "E2": ("Oberliga", "up_place"),
        "F1": ("Oberliga", "up_passed"),
    }


def three_levels(*, middle: Document, lowest: Document) -> Document:
    given = two_levels({"down": 1}, {"up": 1, "places": 4, **middle})
    tables = {"K": table("I1", "J1", "K1")}
    given["levels"].append({"level": "Kreisliga", "above": "Landesliga", "tables": tables, **lowest})
    return given


def test_a_first_team_that_comes_down_forces_the_second_one_down():
    middle = {"club_limit": 1, "down": 1, "tables": {"L": table("E1", "D2", "G1", "H1")}}
    assert changes(three_levels(middle=middle, lowest={"up": 1})) == {
        "D1": ("Landesliga", "down_place"),
        "D2": ("Kreisliga", "down_club"),
        "E1": ("Oberliga", "up_place"),
        "H1": ("Landesliga", "stay_filled"),
        "I1": ("Landesliga", "up_place"),
    }


def test_more_who_come_down_push_more_out():
    """Gleitender Abstieg: three come down to a level of four and one goes up, so of three who would stay two go."""
    given = three_levels(middle={"down": 0}, lowest={"up": 1})
    given["levels"][0] |= {"down": 3, "places": 2}
    assert changes(given) == {
        "B1": ("Landesliga", "down_place"),
        "C1": ("Landesliga", "down_place"),
        "D1": ("Landesliga", "down_place"),
        "E1": ("Oberliga", "up_place"),
        "F1": ("Kreisliga", "down_pushed"),
        "G1": ("Kreisliga", "down_pushed"),
        "H1": ("Kreisliga", "down_pushed"),
        "I1": ("Landesliga", "up_place"),
    }


def test_who_wishes_to_go_far_down_does():
    given = wish(three_levels(middle={}, lowest={"up": 1}), "A1", wish="down", to="Kreisliga")
    assert changes(given)["A1"] == ("Kreisliga", "down_wish")


def test_a_play_off_between_both_levels():
    """The third of the upper level plays with two of the lower one for two places, and loses."""
    playoff = {"into": "Oberliga", "places": 2, "order": ["F1", "E1", "C1"]}
    given = two_levels({"down": 1}, {}, playoffs=[playoff])
    assert changes(given) == {
        "C1": ("Landesliga", "down_playoff"),
        "D1": ("Landesliga", "down_place"),
        "E1": ("Oberliga", "up_playoff"),
        "F1": ("Oberliga", "up_playoff"),
    }
    playoff["order"] = ["C1", "F1", "E1"]
    assert changes(two_levels({"down": 1}, {}, playoffs=[playoff]))["C1"] == ("Oberliga", "stay_playoff")
    declined = wish(two_levels({"down": 1}, {}, playoffs=[playoff]), "F1", wish="stay")
    assert changes(declined)["E1"] == ("Oberliga", "up_playoff")


def test_the_best_second_places_are_compared_by_averages():
    """F1 has more points, G1 more of them in a Serie."""
    tables = {
        "L": table("E1", "F1", points=[40, 30], lists=[15, 15]),
        "M": table("H1", "G1", points=[30, 24], lists=[10, 10]),
    }
    given = two_levels({"down": 3}, {"up": 1, "best": 1, "reach": 2, "tables": tables})
    assert changes(given)["F1"] == ("Oberliga", "up_best")
    assert changes(given | {"average": True})["G1"] == ("Oberliga", "up_best")


def test_the_reform_of_2016():
    """Ten Regionalligen of sixteen: „die Plätze 10-16 und die vier punktschlechtesten 9. Plätze“ went down.

    Reported by the Trierischer Volksfreund in 2016; which teams these were is made up here, the rule is not.
    """
    tables = {}
    for number in range(10):
        points = [60 - 2 * place for place in range(16)]
        points[8] = 36 + (7 * number) % 10
        tables[f"R{number}"] = [
            {"team": f"R{number}-{place}", "club": f"{number}/{place}", "points": value}
            for place, value in enumerate(points, 1)
        ]
    ninths = sorted(range(10), key=lambda number: tables[f"R{number}"][8]["points"])
    lots = [team["team"] for each in tables.values() for team in each]
    expected = {f"R{number}-{place}" for number in range(10) for place in range(10, 17)}
    expected |= {f"R{number}-9" for number in ninths[:4]}
    levels = [{"level": "Regionalliga", "tables": tables}, {"level": "Oberliga", "above": "Regionalliga", "tables": {}}]
    for rule in ({"places": 86, "down": 7, "worst": 4}, {"places": 86, "down": 7}):
        given = {"levels": [levels[0] | rule, levels[1]], "lots": lots}
        assert set(changes(given)) == expected


def test_new_teams_begin_where_they_are_entered():
    given = two_levels({"down": 1}, {"up": 1}, new=[{"team": "N1", "club": "N", "level": "Landesliga"}])
    moves, levels = seasons(given)
    assert (moves["N1"]["move"], moves["N1"]["from"], moves["N1"]["to"]) == ("new", None, "Landesliga")
    assert levels["Landesliga"]["teams"] == ["D1", "N1", "F1", "G1", "H1"]


def test_teams_go_down_to_the_level_of_their_region():
    given = two_levels({"down": 2, "places": 3}, {"region": "07", "up": 1})
    given["levels"].append({"level": "Nord", "above": "Oberliga", "region": "08", "tables": {"N": []}})
    for key, region in (("A1", "07"), ("B1", "07.1"), ("C1", "08.11"), ("D1", "07.2")):
        given = wish(given, key, region=region)
    for key in ("E1", "F1", "G1", "H1"):
        given = wish(given, key, region="07")
    assert changes(given)["C1"] == ("Nord", "down_place")
    assert changes(given)["D1"] == ("Landesliga", "down_place")


# ---- What is wrong is said


WRONG: list[tuple[str, Document, list[tuple[str, str]]]] = [
    ("no levels", {}, [("field_missing", "levels")]),
    ("empty", {"levels": []}, [("form_empty", "levels")]),
    ("above", two_levels({}, {"above": "Liga"}), [("form_nowhere", "levels[1].above")]),
    (
        "circle",
        two_levels({"above": "Landesliga"}, {}),
        [("pyramid_circle", "levels[0].above"), ("pyramid_circle", "levels[1].above")],
    ),
    (
        "places",
        {"levels": [{"level": "A", "tables": {}}, {"level": "B", "above": "A", "places": 4, "down": 1, "tables": {}}]},
        [("pyramid_places", "levels[0]"), ("pyramid_lowest", "levels[1].places"), ("pyramid_lowest", "levels[1].down")],
    ),
    ("highest", two_levels({"up": 1, "down": 1}, {}), [("pyramid_highest", "levels[0].up")]),
    ("zones", two_levels({"down": 5}, {}), [("pyramid_zones", "levels[0].tables.O")]),
    ("too many", two_levels({"places": 1}, {"up": 2}), [("pyramid_too_many_up", "levels[0].places")]),
    ("too many best", two_levels({"places": 1}, {"up": 1, "best": 1}), [("pyramid_too_many_up", "levels[0].places")]),
    ("twice", two_levels({}, {"tables": {"L": table("A1")}}), [("form_twice", "levels")]),
    ("region", two_levels({}, {"region": "07"}), [("pyramid_way_down", "levels")]),
    ("lots", two_levels({}, {"tables": {"L": table("E1"), "M": table("F1")}, "up": 1}), [("pyramid_lots", "lots")]),
    ("lot", two_levels({}, {}, lots=["X1", "A1", "A1"]), [("form_twice", "lots"), ("form_nowhere", "lots[0]")]),
    ("wish", wish(two_levels({}, {}), "E1", wish="down"), [("pyramid_lowest", "levels[1].tables.L[0].wish")]),
    ("to", wish(two_levels({}, {}), "A1", to="Landesliga"), [("pyramid_wish", "levels[0].tables.O[0].to")]),
    ("goes", wish(two_levels({}, {}), "A1", wish="down", to="X"), [("pyramid_goes_to", "levels[0].tables.O[0].to")]),
    (
        "playoff",
        two_levels({}, {}, playoffs=[{"into": "Oberliga", "places": 2, "order": ["X1"]}]),
        [("form_bounds", "playoffs[0].places"), ("pyramid_playoff", "playoffs[0].order[0]")],
    ),
    (
        "into",
        two_levels({}, {}, playoffs=[{"into": "X", "places": 1, "order": ["A1"]}]),
        [("form_nowhere", "playoffs[0].into")],
    ),
    ("new", two_levels({}, {}, new=[{"team": "N", "club": "N", "level": "X"}]), [("form_nowhere", "new[0].level")]),
    ("next", two_levels({"next": ["A1"]}, {}), [("pyramid_playoff", "levels[0].next[0]")]),
    ("fill", two_levels({"fill": ["up", "up"]}, {}), [("form_twice", "levels[0].fill")]),
    ("divisions", two_levels({"divisions": {}}, {}), [("pyramid_divisions", "levels[0].divisions")]),
    (
        "average",
        two_levels({"tables": {"O": table("A1", points=[3])}}, {}, average=True),
        [("pyramid_compared", "levels[0].tables.O[0]")],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("given", "expected"), [each[1:] for each in WRONG], ids=[each[0] for each in WRONG])
def test_what_is_wrong_is_said(given, expected):
    found = answered(given)["violations"]
    assert [(each["code"], each["where"]) for each in found] == expected
    assert all(each["message"].endswith(".") for each in found)


def paths(value: Any, path: tuple = ()) -> Iterator[tuple]:
    """The ways to every value inside another."""
    yield path
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        yield from paths(entry, (*path, key))


def test_whatever_is_sent_is_answered():
    for seed in range(share(400)):
        _check_answer(Random(seed))


def _check_answer(random: Random) -> None:
    given: Any = PyramidMaker(random).document()
    for _time in range(random.randint(1, 3)):
        *way, last = random.choice([path for path in paths(given) if path])
        place = given
        for key in way:
            place = place[key]
        place[last] = copy.deepcopy(random.choice(STRANGE))
    text = json.dumps(given)
    answer, good = answer_text(text)
    assert json.loads(dump(answer))
    assert good is ("violations" not in answer)
    for each in answer.get("violations", []):
        assert each["message"][-1] in ".?!"


def test_a_chain_of_a_thousand_levels():
    levels = [{"level": "0", "places": 1, "tables": {"t": [{"team": "t0", "club": "c"}]}, "down": 1}]
    levels += [
        {"level": f"{n}", "above": f"{n - 1}", "places": 1, "tables": {"t": [{"team": f"t{n}", "club": "c"}]}, "up": 1}
        for n in range(1, 999)
    ]
    levels.append({"level": "999", "above": "998", "tables": {}})
    moves, found = seasons({"levels": levels})
    assert moves["t1"]["to"] == "0" and moves["t0"]["to"] == "998" and len(found) == 1000
    over = [*levels, *({"level": f"x{n}", "tables": {}} for n in range(2))]
    assert [each["code"] for each in answered({"levels": over})["violations"]] == ["form_bounds"]
