"""The table command: against a second way on random documents, and what it says of everything that is wrong."""

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from engine import table_oracle
from engine.table_documents import documents
from whole import WHOLE

from scoring.wertung_json import answer_text

ROOT = Path(__file__).parents[2]
SEED = 20261123


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "scoring", "table", *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, cwd=ROOT, check=False)


def test_random_tables_agree_with_a_second_way() -> None:
    refused = 0
    for text in documents(SEED, 4000 if WHOLE else 400):
        expected = table_oracle.answer(text, account=True)
        found, good = answer_text(text, with_account=True)
        if "violations" in expected:
            refused += 1
            assert not good
            assert {each["code"] for each in found["violations"]} <= {"award_size", "award_level"}
        else:
            assert (found, good) == (expected, True), text
    assert refused > 2


def test_the_command_answers_one_table_a_line_or_one_file(tmp_path: Path) -> None:
    texts = [*documents(SEED + 1, 40), "{"]
    expected = [table_oracle.answer(text) for text in texts[:-1]]
    done = run("-", given="\n".join(texts))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    told = ["violations" if "violations" in each else each for each in answers]
    assert told == [*("violations" if "violations" in each else each for each in expected), "violations"]
    assert (done.returncode, done.stderr) == (1, "")
    file = tmp_path / "table.json"
    file.write_text(json.dumps(json.loads(texts[0]), indent=2))
    done = run(str(file), "--account")
    assert (json.loads(done.stdout), done.returncode) == (table_oracle.answer(texts[0], account=True), 0)
    done = run(str(tmp_path / "nothing"))
    assert (done.returncode, done.stdout) == (2, "")


GOOD: dict[str, Any] = {
    "steps": [
        {"step": "scale", "figures": ["leistung"], "times": {"members_to": 4, "within": ["team"]}},
        {
            "step": "award",
            "within": ["evening"],
            "order": ["leistung"],
            "points": {"*": [3, 2, 1]},
            "absent": {"minus": 3},
        },
        {
            "step": "fold",
            "by": ["player", "team"],
            "take": {
                "missing": {"credit": 5, "most": 1, "of": "evening"},
                "minimum": [{"least": 1, "of": "evening", "per": "evening"}, {"share": "1/2"}],
                "drop": {"stages": [[3, 1], [5, 2]], "per": "evening", "absence": "uses"},
                "best": 9,
                "fill": 2,
            },
        },
        {"step": "rank", "order": ["points", "-minus"], "zones": [[1, 1, "Aufstieg"]], "lots": [{"player": "Anna"}]},
    ],
    "results": [
        {"player": "Anna", "team": "A", "evening": 1, "leistung": 5},
        {"player": "Bert", "team": "A", "evening": 1, "leistung": "7/2"},
        {"player": "Cora", "team": "A", "evening": 1, "absent": True},
    ],
    "held": [{"evening": 1}],
    "start": [{"player": "Anna", "team": "A", "points": -2}],
}

STEP, AWARD, FOLD, RANK = (("steps", at) for at in range(4))
TAKE = (*FOLD, "take")
GONE = ...

# Where something else is put, what, and what is said of which place.
DAMAGES: list[tuple[tuple[Any, ...], Any, str, str]] = [
    (("steps",), GONE, "field_missing", "steps"),
    (("steps",), [], "form_empty", "steps"),
    (("steps",), {}, "form_kind", "steps"),
    (("results",), GONE, "field_missing", "results"),
    (("results",), 1, "form_kind", "results"),
    (("extra",), 1, "field_unknown", "extra"),
    (STEP, 1, "form_kind", "steps[0]"),
    ((*STEP, "step"), "halve", "form_word", "steps[0].step"),
    ((*STEP, "step"), "rank", "wertung_rank_last", "steps[0]"),
    ((*STEP, "figures"), [], "form_empty", "steps[0].figures"),
    ((*STEP, "figures"), ["augen"], "form_word", "steps[0].figures[0]"),
    ((*STEP, "times"), GONE, "field_missing", "steps[0].times"),
    ((*STEP, "times"), 1.5, "form_kind", "steps[0].times"),
    ((*STEP, "times"), True, "form_kind", "steps[0].times"),
    ((*STEP, "times"), "1/0", "form_kind", "steps[0].times"),
    ((*STEP, "times"), "1.5", "form_kind", "steps[0].times"),
    ((*STEP, "times", "members_to"), 0, "form_bounds", "steps[0].times.members_to"),
    ((*STEP, "times", "within"), ["verein"], "form_word", "steps[0].times.within[0]"),
    ((*STEP, "times"), {"deals_to": "48"}, "form_kind", "steps[0].times.deals_to"),
    ((*STEP, "where"), {"halle": 1}, "field_unknown", "steps[0].where.halle"),
    ((*STEP, "where"), {"player": ""}, "form_kind", "steps[0].where.player"),
    ((*STEP, "where"), {"player": [None]}, "form_kind", "steps[0].where.player[0]"),
    ((*AWARD, "within"), GONE, "field_missing", "steps[1].within"),
    ((*AWARD, "order"), [], "form_empty", "steps[1].order"),
    ((*AWARD, "order"), ["+won"], "form_word", "steps[1].order[0]"),
    ((*AWARD, "points"), GONE, "field_missing", "steps[1].points"),
    ((*AWARD, "points"), {}, "form_empty", "steps[1].points"),
    ((*AWARD, "points"), [3, 2], "form_kind", "steps[1].points"),
    ((*AWARD, "points", "*"), [], "form_empty", "steps[1].points.*"),
    ((*AWARD, "points", "*"), [1, 2], "wertung_points_rise", "steps[1].points.*"),
    ((*AWARD, "points", "04"), [1], "wertung_size", "steps[1].points.04"),
    ((*AWARD, "ties"), "lot", "form_word", "steps[1].ties"),
    ((*AWARD, "absent", "plus"), 1, "field_unknown", "steps[1].absent.plus"),
    ((*AWARD, "each"), 5, "field_unknown", "steps[1].within"),
    ((*AWARD, "points"), {"1": [1]}, "award_size", "steps"),
    ((*FOLD, "by"), [], "form_empty", "steps[2].by"),
    ((*FOLD, "combine"), "max", "form_word", "steps[2].combine"),
    ((*TAKE, "measure"), "won", "form_word", "steps[2].take.measure"),
    ((*TAKE, "missing", "credit"), GONE, "field_missing", "steps[2].take.missing.credit"),
    ((*TAKE, "missing", "most"), -1, "form_bounds", "steps[2].take.missing.most"),
    ((*TAKE, "minimum"), [], "form_empty", "steps[2].take.minimum"),
    ((*TAKE, "minimum", 0, "share"), 1, "wertung_demand", "steps[2].take.minimum[0]"),
    ((*TAKE, "minimum", 1, "share"), "3/2", "form_bounds", "steps[2].take.minimum[1].share"),
    ((*TAKE, "minimum", 1, "share"), 0, "form_bounds", "steps[2].take.minimum[1].share"),
    ((*TAKE, "drop", "worst"), 1, "wertung_drop", "steps[2].take.drop"),
    ((*TAKE, "drop", "stages"), [], "form_empty", "steps[2].take.drop.stages"),
    ((*TAKE, "drop", "stages"), [[3, 1], [3, 2]], "wertung_stages", "steps[2].take.drop.stages"),
    ((*TAKE, "drop", "stages"), [[3, 1], [4, 1]], "wertung_stages", "steps[2].take.drop.stages"),
    ((*TAKE, "drop", "stages"), [[3]], "form_kind", "steps[2].take.drop.stages[0]"),
    ((*TAKE, "drop", "absence"), True, "form_kind", "steps[2].take.drop.absence"),
    ((*TAKE, "best"), 0, "form_bounds", "steps[2].take.best"),
    ((*TAKE, "fill"), "9", "form_kind", "steps[2].take.fill"),
    ((*RANK, "step"), "fold", "wertung_rank_last", "steps[3]"),
    ((*RANK, "order"), GONE, "field_missing", "steps[3].order"),
    ((*RANK, "within"), ["evening"], "wertung_label_gone", "steps[3].within"),
    ((*RANK, "where"), {}, "field_unknown", "steps[3].where"),
    ((*RANK, "zones", 0), [1, 2], "form_kind", "steps[3].zones[0]"),
    ((*RANK, "zones", 0, 0), 0, "form_bounds", "steps[3].zones[0][0]"),
    ((*RANK, "zones", 0, 2), "", "form_kind", "steps[3].zones[0][2]"),
    ((*RANK, "lots"), [{"player": "Anna"}, {"player": "Anna"}], "wertung_lots", "steps[3].lots"),
    ((*RANK, "lots"), [{"evening": 1}], "wertung_label_gone", "steps[3].lots[0]"),
    (("results", 0), [], "form_kind", "results[0]"),
    (("results", 0, "serien"), 1, "field_unknown", "results[0].serien"),
    (("results", 0, "player"), 1.0, "form_kind", "results[0].player"),
    (("results", 0, "won"), -1, "form_bounds", "results[0].won"),
    (("results", 0, "leistung"), "1" * 2000, "number_too_long", "results[0].leistung"),
    (("results", 0, "apart"), 1, "form_kind", "results[0].apart"),
    (("results", 2, "won"), 0, "wertung_absent", "results[2]"),
    (("held",), GONE, "wertung_held", "steps[2].take.missing"),
    (("held", 0, "evening"), None, "form_kind", "held[0].evening"),
    (("start", 0, "lists"), 1, "field_unknown", "start[0].lists"),
    (("start", 0, "team"), GONE, "field_missing", "start[0].team"),
    (("start", 0, "evening"), 1, "field_unknown", "start[0].evening"),
]


def damaged(path: tuple[Any, ...], value: object) -> str:
    document = copy.deepcopy(GOOD)
    at: Any = document
    for key in path[:-1]:
        at = at[key]
    if value is ...:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return json.dumps(document)


def test_the_document_that_is_damaged_here_is_in_order() -> None:
    text = json.dumps(GOOD)
    assert answer_text(text) == (table_oracle.answer(text), True)


@pytest.mark.parametrize(("path", "value", "code", "where"), DAMAGES, ids=lambda part: str(part)[:40])
def test_what_is_wrong_is_named_with_its_place(path: tuple[Any, ...], value: object, code: str, where: str) -> None:
    text = damaged(path, value)
    found, good = answer_text(text)
    assert not good
    # How long a number may be, and whether a text may be half a letter, is our own decision.
    assert code == "number_too_long" or "violations" in table_oracle.answer(text)
    assert (code, where) in [(each["code"], each["where"]) for each in found["violations"]]
    assert all(set(each) == {"code", "where", "message"} and each["message"] for each in found["violations"])


def test_everything_that_is_wrong_is_named_at_once() -> None:
    text = json.dumps({"steps": [{"step": "fold"}, {"step": "award"}], "start": [1], "more": {}})
    assert [(each["code"], each["where"]) for each in answer_text(text)[0]["violations"]] == [
        ("field_missing", "steps[0].by"),
        ("field_missing", "steps[1].within"),
        ("field_missing", "steps[1].order"),
        ("field_missing", "steps[1].points"),
        ("wertung_rank_last", "steps[1]"),
        ("field_unknown", "more"),
        ("field_missing", "results"),
        ("form_kind", "start[0]"),
    ]


def test_a_start_without_a_fold_and_a_tie_that_is_to_be_refused_are_no_tables() -> None:
    document = {
        "steps": [
            {"step": "award", "within": [], "order": ["won"], "points": {"*": [1]}, "ties": "refuse"},
            {"step": "rank", "order": ["points"]},
        ],
        "results": [{"player": 1}, {"player": 2}],
    }
    [violation] = answer_text(json.dumps(document))[0]["violations"]
    assert (violation["code"], violation["where"]) == ("award_level", "steps")
    [violation] = answer_text(json.dumps(document | {"start": []}))[0]["violations"]
    assert (violation["code"], violation["where"]) == ("wertung_start", "start")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_json"),
        ("[]", "not_an_object"),
        ('{"steps": [], "steps": []}', "duplicate_key"),
        ('{"steps": NaN}', "not_a_number"),
        ('{"steps": 1' + "0" * 5000 + "}", "number_too_long"),
        ('{"steps": ' + "[" * 100_000, "nested_too_deep"),
    ],
    ids=["nothing", "list", "twice", "NaN", "long", "deep"],
)
def test_what_is_no_object_is_no_table(text: str, code: str) -> None:
    assert [each["code"] for each in answer_text(text)[0]["violations"]] == [code]


def test_a_thousand_folds_are_answered_or_refused_but_nothing_raises() -> None:
    folds = [{"step": "fold", "by": ["player"]}] * 1000
    document = {"steps": [*folds, {"step": "rank", "order": ["leistung"]}], "results": [{"player": 1, "leistung": 2}]}
    found, good = answer_text(json.dumps(document))
    assert good
    assert found["rows"][0]["leistung"] == 2
    found, good = answer_text(json.dumps(document), with_account=True)
    assert [each["code"] for each in found.get("violations", [])] == ([] if good else ["nested_too_deep"])


def test_numbers_that_grow_beyond_all_bounds_are_refused() -> None:
    steps = [{"step": "scale", "figures": ["leistung"], "times": 10**900}] * 9
    document = {"steps": [*steps, {"step": "rank", "order": ["leistung"]}], "results": [{"player": 1, "leistung": 2}]}
    assert [each["code"] for each in answer_text(json.dumps(document))[0]["violations"]] == ["number_too_long"]


ODD: list[Any] = [None, True, -1, 0, 1.5, "", "x", [], {}, [[]], {"step": "rank"}, "1/0", "\ud800", 10**999, "leistung"]


def places_of(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places_of(inner, (*path, key))


def test_whatever_is_put_anywhere_there_is_an_answer() -> None:
    rng = Random(SEED)
    refused = 0
    for text in documents(SEED + 2, 3000 if WHOLE else 300):
        document = json.loads(text)
        path = rng.choice([path for path in places_of(document) if path])
        at = document
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = rng.choice(ODD)
        broken = json.dumps(document)
        expected = table_oracle.answer(broken, account=True)
        found, good = answer_text(broken, with_account=True)
        assert good is ("violations" not in found)
        if "\\ud800" not in broken:
            assert ("violations" in found) is ("violations" in expected), broken
            assert not good or found == expected, broken
        refused += not good
    assert refused > 100
