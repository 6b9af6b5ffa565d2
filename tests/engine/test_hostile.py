"""Whatever is sent, the engine answers: one JSON object for every line, a sentence for everything wrong, never a crash.

Every answer goes through `answer`, which holds it against what any answer must be, whatever the input was.
"""

import json
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from counting import steps, watch_patterns
from hostile_lines import (
    COMPOUNDS,
    DEAL_FIELDS,
    DEALS,
    LINES,
    LIST_FIELDS,
    NUMBERS,
    RECORD,
    ROW_FIELDS,
    STRANGE,
    STRANGE_FRAMES,
    STRANGE_ROWS,
    TEXTS,
    TRUTHS,
    VALUES,
    WORDS,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from whole import share

from scoring import iss
from scoring.__main__ import judge_record, rate, value_list
from scoring.deal import DEFAULTS, GAMES, MODES, Deal, Replacement
from scoring.deal_json import dump
from scoring.legal import explain
from scoring.rulebook import RuleBook
from scoring.rulebooks import BOOKS

ROOT = Path(__file__).resolve().parents[2]
ISKO = BOOKS["isko-2022"]
COMMANDS: dict[str, Callable[[bytes, RuleBook], tuple[dict[str, Any], bool]]] = {
    "rate": rate,
    "list": value_list,
    "iss": judge_record,
}
Fields = dict[str, Any]

quick = settings(max_examples=share(300), deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


def refuse_constant(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")


def answer(command: str, line: bytes, book: RuleBook = ISKO) -> Fields:
    """The answer to one line, which must be one line of JSON in UTF-8 and say all good only if nothing is wrong."""
    fields, good = COMMANDS[command](line, book)
    written = dump(fields).decode("utf-8")
    assert written.endswith("\n")
    assert written.count("\n") == 1
    found: Fields = json.loads(written, parse_constant=refuse_constant)
    wrong = found.get("violations", []) + found.get("findings", [])
    assert good is (wrong == [])
    for entry in wrong:
        assert entry["message"][-1] in ".?!"
        assert len(entry["message"]) < 3000
    for entry in found.get("violations", []):
        assert entry.keys() == {"code", "field", "rule", "message"}
        assert entry["rule"]
    return found


def codes(found: Fields) -> list[str]:
    return [entry["code"] for entry in found.get("violations", []) + found.get("findings", [])]


# --- single lines ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LINES)
def test_a_hostile_line_is_told_what_is_wrong(name: str) -> None:
    line, expected = LINES[name]
    found = answer("rate", line)
    if isinstance(expected, int):
        assert found["score"] == expected
    else:
        assert expected in codes(found)
    for command in ("list", "iss"):
        answer(command, line)


# --- every field with every wrong kind ------------------------------------------------------------------------------


def written(fields: Any) -> bytes:
    return (
        json.dumps(fields, ensure_ascii=False, allow_nan=True)
        .encode("utf-8", "backslashreplace")
        .replace(b"Infinity", b"1e400")
    )


def wrong_kinds() -> Iterator[tuple[str, Any]]:
    right = {**dict.fromkeys(TRUTHS, "truth"), **dict.fromkeys(NUMBERS, "number"), **dict.fromkeys(TEXTS, "text")}
    for name in (*right, *COMPOUNDS):
        for kind, values in VALUES.items():
            if right.get(name) == kind or (name in ("schenken", "cards", "skat") and kind == "text"):
                continue
            for value in values:
                if value != [] or name not in COMPOUNDS:  # no gifts, losers or cards
                    yield name, value


def test_a_value_of_the_wrong_kind_is_a_violation_of_its_field() -> None:
    number = 0
    for name, value in wrong_kinds():
        found = answer("rate", written({"game": "grand", "spitzen": 1, "won": True, name: value}))
        assert name in [wrong["field"] for wrong in found["violations"]], (name, value)
        number += 1
    assert number > 500


@pytest.mark.parametrize("digits", [4000, 4300, 5000])
@pytest.mark.parametrize("sign", ["", "-"])
def test_endless_numbers_in_every_field_of_a_deal(digits: int, sign: str) -> None:
    huge = sign + "9" * digits
    within = [f'"{name}":{huge}' for name in (*NUMBERS, *TRUTHS, *TEXTS, *COMPOUNDS)]
    within += [f'"losers":[{huge}]', f'"replacement":{{"game":"karo","spitzen":{huge}}}', f'"schenken":[{huge}]']
    for part in within:
        for key, book in BOOKS.items():
            for game in ("null", "ramsch", "herz"):
                if '"game":' in part[:7] or '"rulebook":' in part:
                    continue
                line = f'{{"rulebook":"{key}","game":"{game}",{part}}}'
                found = answer("rate", line.encode(), book)
                assert found["violations"], part
                assert (codes(found) == ["number_too_long"]) is (digits > 4300)


# --- mutated deals ----------------------------------------------------------------------------------------------------


def mutate(fields: Fields, names: list[str], rng: random.Random) -> Fields:
    """One to four fields deleted, replaced or added; a replaced one often takes the value of another."""
    mutant = dict(fields)
    for _ in range(rng.choice((1, 1, 2, 4))):
        name = rng.choice([*mutant, *names] if rng.random() < 0.5 or not mutant else list(mutant))
        if rng.random() < 0.25:
            mutant.pop(name, None)
        else:
            mutant[name] = rng.choice(STRANGE if rng.random() < 0.8 or not mutant else list(mutant.values()))
    return mutant


def damage(text: bytes, rng: random.Random) -> bytes:
    """Some bytes deleted, doubled, replaced or put in."""
    octets = bytearray(text)
    for _ in range(rng.choice((1, 2, 5))):
        at, length = rng.randrange(len(octets) + 1), rng.choice((0, 1, 1, 3))
        octets[at : at + length] = rng.choice((b"", octets[at : at + 2] * 2, rng.randbytes(1), b'"', b"{", b"]", b"\\"))
    return bytes(octets)


def test_the_lines_that_are_mutated_are_good() -> None:
    assert [codes(answer("rate", written(fields))) for fields in DEALS] == [[]] * len(DEALS)
    assert {fields.get("rulebook", "isko-2022") for fields in DEALS} == set(BOOKS)


@pytest.mark.parametrize("key", BOOKS)
def test_mutated_deals_are_valued_or_refused(key: str) -> None:
    rng, refused = random.Random(key), 0
    for fields in (rng.choice(DEALS) for _ in range(share(1500))):
        # Half the lines leave the book to the call, so that deals of one book meet the rules of the others.
        line = written(mutate(fields if rng.random() < 0.5 else {**fields, "rulebook": key}, DEAL_FIELDS, rng))
        found = answer("rate", line if rng.random() < 0.9 else damage(line, rng), BOOKS[key])
        assert ("score" in found) is not ("violations" in found)
        refused += "violations" in found
    assert share(1500) // 5 < refused < share(1500)


# --- mutated lists ----------------------------------------------------------------------------------------------------


def random_row(key: str, rng: random.Random) -> Any:
    if rng.random() < 0.3:
        return rng.choice(STRANGE_ROWS)
    deal = rng.choice([fields for fields in DEALS if fields.get("rulebook", "isko-2022") == key])
    row = {"declarer": rng.randint(1, 4), **deal}
    return mutate(row, [*ROW_FIELDS, *DEAL_FIELDS], rng) if rng.random() < 0.4 else row


def random_list(key: str, rng: random.Random) -> Fields:
    seats = [f"Platz {seat}" for seat in range(1, rng.randint(2, 6) + 1)]
    rows = [random_row(key, rng) for _ in range(rng.randint(0, 8))]
    fields: Fields = {"rulebook": key, "seats": seats, "deals": rows}
    fields |= {"evaluation": rng.choice(("spielpunkte", "seeger", "seeger-fabian", "payment", None))}
    fields |= rng.choice(({}, {"stake_cents": "1/4"}, {"target": 10}, {"first_dealer": rng.randint(1, 6)}))
    if rng.random() < 0.4:
        fields[rng.choice(LIST_FIELDS)] = rng.choice(STRANGE_FRAMES + STRANGE)
    return fields


@pytest.mark.parametrize("key", BOOKS)
def test_mutated_lists_are_evaluated_or_refused(key: str) -> None:
    rng, evaluated = random.Random(f"lists of {key}"), 0
    for _ in range(share(500)):
        fields = random_list(key, rng)
        line = written(fields)
        found = answer("list", line if rng.random() < 0.95 else damage(line, rng), BOOKS[key])
        if "violations" not in found:
            evaluated += 1
            assert len(found["players"]) >= 2
            assert [row["nr"] for row in found["rows"]] == list(range(1, len(found["rows"]) + 1))
            assert all(entry["row"] is None or entry["row"] <= len(found["rows"]) for entry in found["findings"])
            if fields.get("evaluation") == "payment":
                assert sum(player["leistung"] for player in found["players"]) == 0
    assert evaluated > share(500) // 5


@pytest.mark.parametrize("name", LIST_FIELDS)
def test_every_field_of_a_list_takes_any_value(name: str) -> None:
    frame = {"seats": ["A", "B", "C"], "deals": [{"declarer": 1, "score": 18}, {"declarer": 2, "score": -48}]}
    refused = 0
    for value in STRANGE_FRAMES + STRANGE:
        found = answer("list", written({**frame, name: value}))
        refused += "violations" in found
    assert refused > len(STRANGE)


@pytest.mark.parametrize("digits", [4000, 4300, 5000])
def test_endless_numbers_in_every_field_of_a_list(digits: int) -> None:
    huge = "9" * digits
    lost = '{"declarer":1,"score":-48},{"declarer":2,"score":-48}'
    frames = [f'"{name}":{huge},"deals":[{lost}]' for name in LIST_FIELDS if name not in ("deals", "seats")]
    frames += [f'"opponents_bonus":{{"3":{huge}}},"deals":[{lost}]']
    frames += [f'"totals":[{{"won":{huge}}},{{}},{{}}],"deals":[{lost}]']
    frames += [f'"deals":[{lost},{{"game":"eingepasst","{name}":{huge}}}]' for name in ROW_FIELDS]
    frames += [f'"deals":[{{"declarer":{huge},"score":-48}},{{"declarer":1,"score":-{huge}}}]']
    frames += [f'"deals":[{{"strafe":{huge},"seat":1,"reason":"x"}},{{"strafe":9,"seat":{huge},"reason":"x"}}]']
    frames += [f'"deals":[{{"game":"eingepasst","seats_playing":[1,2,{huge}]}}]']
    for frame in frames:
        found = answer("list", f'{{"seats":["A","B","C"],{frame}}}'.encode())
        assert (codes(found) == ["number_too_long"]) is (digits > 4300), frame[:40]
        assert codes(found) or frame.startswith('"target"'), frame[:40]


# --- mutated records --------------------------------------------------------------------------------------------------


def test_the_record_that_is_mutated_is_good() -> None:
    assert codes(answer("iss", RECORD.encode())) == []


@pytest.mark.parametrize("key", BOOKS)
def test_mutated_records_are_judged_or_refused(key: str) -> None:
    rng = random.Random(f"records of {key}")
    for _ in range(share(600)):
        words = RECORD.split(" ")
        for _ in range(rng.choice((1, 1, 2, 5))):
            at = rng.randrange(len(words))
            words[at : at + rng.choice((0, 1, 1, 9))] = rng.choice(([], [rng.choice(WORDS)], words[at : at + 2] * 2))
            words = words or [""]
        line = " ".join(words).encode("utf-8", "surrogatepass")
        found = answer("iss", line if rng.random() < 0.7 else damage(line, rng), BOOKS[key])
        assert found.keys() - {"ended"} == {
            "id", "players", "declarer", "deal", "tricks", "augen", "stiche", "score", "recorded", "agrees",
            "violations",
        }  # fmt: skip
        assert found["score"] is not None or not found["agrees"]


# --- anything at all --------------------------------------------------------------------------------------------------

NAMES = st.sampled_from(DEAL_FIELDS) | st.text()
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=5),
    max_leaves=12,
)


@pytest.mark.parametrize("command", COMMANDS)
@quick
@given(line=st.binary(max_size=300) | st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_get_an_answer(command: str, line: bytes) -> None:
    found = answer(command, line)
    # Bytes can happen to be right: then they are valued, otherwise every answer names what is wrong.
    assert codes(found) or {"score", "players"} & found.keys()


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("key", BOOKS)
@settings(quick, max_examples=share(60))
@given(fields=st.dictionaries(st.sampled_from([*DEAL_FIELDS, *LIST_FIELDS]), JSON, max_size=8))
def test_any_object_gets_an_answer(command: str, key: str, fields: Fields) -> None:
    answer(command, json.dumps(fields).encode(), BOOKS[key])


NUMBER = st.none() | st.sampled_from([0, 1, -1, 2, 10, 18, 23, 61, 90, 120, 264, 10**5000, -(10**5000)]) | st.integers()
WHOLE = NUMBER.map(lambda number: number or 0)
MAYBE = st.sampled_from([None, True, False])
TEXT = st.sampled_from(["", "einfach", "spiel", "schneider", "\ud800", "{name}", "%s"]) | st.text(max_size=10)
GAME = st.sampled_from(GAMES) | TEXT
ANYTHING: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys(TRUTHS, st.booleans()),
    **dict.fromkeys(("won", "schneider", "schwarz", "schenken_angenommen"), MAYBE),
    **dict.fromkeys(("spitzen", "bid", "augen", "stiche"), NUMBER),
    **dict.fromkeys(("jungfern", "schieben", "ramsch_limit"), WHOLE),
    **dict.fromkeys(("reason", "accounting"), TEXT),
    "mode": st.none() | st.sampled_from(MODES) | TEXT,
    "replacement": st.none() | st.builds(Replacement, GAME, WHOLE),
    "schenken": st.lists(TEXT, max_size=3).map(tuple),
    "losers": st.none() | st.lists(WHOLE, max_size=3).map(tuple),
}


def test_every_field_of_a_deal_is_drawn() -> None:
    assert ANYTHING.keys() == DEFAULTS.keys()


@pytest.mark.parametrize("key", BOOKS)
@settings(quick, max_examples=share(500))
@given(game=GAME, fields=st.fixed_dictionaries({}, optional=ANYTHING))
def test_no_deal_makes_a_check_raise_and_every_violation_has_a_sentence(key: str, game: str, fields: Fields) -> None:
    book, deal = BOOKS[key], Deal(game, **fields)
    violations = book.check(deal)
    for violation in violations:
        assert violation.rule
        assert 10 < len(violation.message) < 1000
    if not violations:
        account = book.value(deal)
        assert account.text.endswith(f"{account.score:+d}" if account.score else "0")
        assert all(warning.message for warning in book.warn(deal))


@pytest.mark.parametrize("key", BOOKS)
def test_any_score_can_be_asked_for(key: str) -> None:
    for score in (0, 1, -1, 10**4000, -(10**4000), 2**63, -541):
        for deal in explain(BOOKS[key], score):
            assert BOOKS[key].check(deal) == ()


# --- time -------------------------------------------------------------------------------------------------------------


def keys(number: int) -> bytes:
    return b",".join(b'"k%d":1' % key for key in range(number))


ROW = b'{"declarer":9,"score":19,"seats_playing":[1,2]}'
LONGER: dict[str, tuple[str, Callable[[int], bytes], Callable[[int], list[str] | None]]] = {
    "a key twice": ("rate", lambda n: b"{" + keys(n) + b',"k%d":1}' % (n - 1), lambda n: ["duplicate_key"]),
    "unknown keys": ("rate", lambda n: b"{" + keys(n) + b"}", lambda n: ["field_unknown"] * n + ["field_missing"]),
    "cards": (
        "rate",
        lambda n: b'{"game":"karo","won":true,"cards":[' + b",".join([b'"CJ"'] * n) + b"]}",
        lambda n: ["cards_count", "spitzen_missing"],
    ),
    "rows": ("list", lambda n: b'{"seats":["A","B","C"],"deals":[' + b",".join([ROW] * n) + b"]}", lambda n: None),
    "brackets": ("iss", lambda n: b"(;MV[" + b"]" * n, lambda n: None),
    "properties": ("iss", lambda n: b"(;" + b"A[]" * n, lambda n: None),
    "brackets and blanks": ("iss", lambda n: b"(;A[" + b" ]" * n, lambda n: None),
    "blanks": ("iss", lambda n: b"(" + b" " * n, lambda n: None),
    "a bracket and blanks": ("iss", lambda n: b"(;A[]" + b" " * n, lambda n: None),
}
"""The command, a line with so many parts that are wrong, and all that is told where it is known."""


@pytest.mark.parametrize("name", LONGER)
def test_the_work_to_refuse_grows_with_the_line_and_not_with_its_square(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    command, line, told = LONGER[name]
    for number in (300, 10_000):
        found = codes(answer(command, line(number)))
        assert sorted(found) == sorted(told(number) or found)
        assert found
    watch_patterns(monkeypatch, iss)
    short, long = (steps(lambda: COMMANDS[command](sent, ISKO)) for sent in (line(300), line(600)))  # noqa: B023
    assert 100 < short < long < 2.5 * short


# --- whole streams ----------------------------------------------------------------------------------------------------

GOOD: dict[str, tuple[bytes, str, Any]] = {
    "rate": (b'{"game":"grand","spitzen":2,"won":true}', "score", 72),
    "list": (b'{"seats":["A","B","C"],"deals":[]}', "rows", []),
    "iss": (RECORD.encode(), "score", 120),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_stream_of_hostile_lines_is_answered_to_its_end(command: str, tmp_path: Path) -> None:
    rng = random.Random(f"stream of {command}")
    good, name, expected = GOOD[command]
    hostile = [line for line, _ in LINES.values() if len(line) < 200_000]
    hostile += [damage(rng.choice((good, RECORD.encode(), written(rng.choice(DEALS)))), rng) for _ in range(share(500))]
    hostile += [rng.randbytes(rng.randint(1, 80)) for _ in range(200)]
    lines = [re.sub(rb"[\r\n]", b"", line) for line in hostile]
    sent = [good, *(line for line in lines if line.strip()), good]
    file = tmp_path / "feindlich.txt"
    file.write_bytes(b"\xef\xbb\xbf" + b"\r\n\r\n".join(sent))
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-m", "scoring", command, str(file)], capture_output=True, cwd=ROOT, check=False
    )
    assert (done.returncode, done.stderr) == (1, b"")
    printed = done.stdout.decode("utf-8").split("\n")[:-1]
    answers = [json.loads(line, parse_constant=refuse_constant) for line in printed]
    assert len(answers) == len(sent)
    assert answers[0][name] == answers[-1][name] == expected
