"""A draw that anybody can check: hashes and seeds counted by other means, tampered files, closed wishes, hostile files.

Hashes in this file were made with `sha256sum`, not with the program.
"""

import copy
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from whole import share

from scoring.draw_json import answer_text

ROOT = Path(__file__).parents[2]
HASH = "f1c5ffd1126d5650e76724fe24d65887c7d910772612f213eae9874239feb66f"
VALUE = "Lotto 6 aus 49 am 28.11.2026: 3 8 17 22 31 44"
# printf '%s/%s/2/0' HASH VALUE | sha256sum
SEED_OF_THE_SECOND = "9347c8b2474651c926385993628bf5867f96af4a8ca19a50c0d4fd4e31837546"
SALTS = ["0123456789abcdef0123456789abcdef", "f" * 32, "5" * 32]
WISHES: list[dict[str, Any]] = [{"apart": [3, 7]}, {"place": [9, 1, None]}, {"no_list": 12}]


def by_hand(value: object) -> str:
    """The canonical form, written by a second way: pieces of text, put together."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{by_hand(key)}:{by_hand(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(by_hand, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def sha(value: object) -> str:
    return sha256(by_hand(value).encode()).hexdigest()


def openings() -> list[dict[str, Any]]:
    return [{"salt": salt, "wish": wish} for salt, wish in zip(SALTS, WISHES, strict=True)]


def terms(**other: object) -> dict[str, Any]:
    return {
        "format": 1,
        "method": "skatliga-1",
        "event": "Größter Preisskat",
        "players": list(range(1, 24)),
        "rounds": 4,
        "modes": ["no_repeats", "no_repeats", "nearby", "standing"],
        "sizes": [],
        "clubs": {"1": 1, "2": 1, "3": 2, "4": 2, "5": 2},
        "teams": [[10, 11, 12, 13], [14, 15, 16, 17]],
        "wishes": [sha(opening) for opening in openings()],
        "settings": {"clubs_first": False, "width": 1},
        "public": {"kind": "lottery", "about": "Lotto 6 aus 49, 28.11.2026", "due": "2026-11-28T19:25:00+01:00"},
    } | other


def file_with(**after: Any) -> dict[str, Any]:
    return {"before": terms(), "hash": sha(terms()), "opened": openings(), "after": {"value": VALUE, **after}}


def answered(file: dict[str, Any], check: bool = False) -> dict[str, Any]:
    return answer_text(json.dumps(file), check)[0]


RESULTS = {"3": list(range(23, 0, -1)), "4": [*range(1, 24, 2), *range(2, 24, 2)]}
CHANGES = [
    {"serie": 2, "gone": [5], "new": [24, 25], "clubs": {"24": 2}, "reason": "einer ging, zwei kamen"},
    {"serie": 2, "lot": 1, "gone": [6], "reason": "nach dem Aushang gegangen"},
]
AGAIN = [{"serie": 2, "lot": 1, "mended": True, "reason": "6 ist gegangen"}]


@pytest.fixture(scope="module")
def published() -> dict[str, Any]:
    """A whole event as it stands on the page in the end: four Serien, late-comers, one Serie mended."""
    file = file_with(results=RESULTS, changes=CHANGES, again=AGAIN)
    file["after"]["seated"] = json.loads(json.dumps(answered(file)["series"]))
    return file


def test_hash_and_seeds_are_those_that_anybody_can_count(published):
    answer = answered(published)
    assert (answer["hash"], answer["seed"][1]) == (HASH, sha256(f"{HASH}/{VALUE}/2/1".encode()).hexdigest())
    assert answered(file_with())["seed"][1] == SEED_OF_THE_SECOND


def test_everybody_sits_once_by_the_rules(published):
    serien = answered(published)["series"]
    fields = [set(range(1, 24)), {*range(1, 26)} - {5, 6}, {*range(1, 26)} - {5, 6}, {*range(1, 26)} - {5, 6}]
    assert [sorted(player for table in serie for player in table) for serie in serien] == [
        sorted(each) for each in fields
    ]
    assert all(9 in serie[0] for serie in serien[:2])
    assert not any({3, 7} <= set(table) for serie in serien[:2] for table in serie)
    assert not any(len({10, 11, 12, 13} & set(table)) > 1 for serie in serien[:2] for table in serie)
    assert set(serien[3][0]) == {1, 3, 7, 9}  # the best four of Serie 4, since 5 has gone


def test_what_was_published_agrees(published):
    answer = answered(published, check=True)
    assert answer == {
        "agrees": True, "differs": [], "hash": HASH, "drawn": [1, 2, 3, 4], "closed": [], "waiting": []
    }  # fmt: skip


def test_what_is_not_known_yet_is_waited_for():
    before = {"before": terms(), "hash": HASH, "opened": openings()}
    assert answered(before) == {"hash": HASH, "seed": [], "series": [], "report": []}
    assert answered(before, check=True)["waiting"] == [1, 2, 3, 4]
    assert len(answered(file_with())["series"]) == 2
    assert answered(file_with(), check=True)["waiting"] == [3, 4]


def test_where_a_wish_is_closed_the_serie_says_so_and_is_looked_at_all_the_same(published):
    file = published | {"opened": openings()[:2]}
    answer = answered(file, check=True)
    assert (answer["agrees"], answer["drawn"], answer["closed"]) == (True, [], [1, 2, 3, 4])
    file["after"] = copy.deepcopy(file["after"])
    [one, other] = file["after"]["seated"][0][:2]
    mate, far = next((player, table) for table in file["after"]["seated"][0] for player in table if player == 11)
    home = next(table for table in file["after"]["seated"][0] if 10 in table)
    stranger = next(player for player in home if player not in (10, 11, 12, 13))
    home[home.index(stranger)], far[far.index(mate)] = mate, stranger
    file["after"]["seated"][1] = [[*one], [*other]]
    codes = [(each["code"], each["where"]) for each in answered(file, check=True)["differs"]]
    assert codes == [("draw_team_together", "after.seated[0]"), ("draw_not_everybody", "after.seated[1]")]


def test_drawing_on_until_it_pleases_is_found(published):
    """Another draw of a Serie has another number, and the number an entry with its reason that everybody sees."""
    again = file_with(again=[{"serie": 1, "lot": 1, "reason": "gefiel nicht"}])
    file = copy.deepcopy(published)
    file["after"]["seated"][0] = answered(again)["series"][0]
    answer = answered(file, check=True)
    assert answer["agrees"] is False
    assert (answer["differs"][0]["code"], answer["differs"][0]["where"]) == ("draw_seats", "after.seated[0]")
    skipped = answered(file_with(again=[{"serie": 1, "lot": 2, "reason": "gefiel nicht"}]))
    assert [(each["code"], each["where"]) for each in skipped["violations"]] == [("draw_lots", "after.again")]


# ---- Tampered and hostile files


def leaves(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    yield from (place for key, each in entries for place in leaves(each, (*path, key)))
    if not isinstance(value, dict | list):
        yield path


def parent_of(file: Any, path: tuple[str | int, ...]) -> Any:
    for key in path[:-1]:
        file = file[key]
    return file


def other_than(value: object, lot: random.Random) -> object:
    if isinstance(value, bool) or value is None:
        return 1 if value is None else not value
    if isinstance(value, int):
        return value + lot.choice([-1, 1, 7])
    assert isinstance(value, str)
    at = lot.randrange(len(value))
    return value[:at] + lot.choice([letter for letter in "0a7ß" if letter != value[at]]) + value[at + 1 :]


def test_a_thousand_tampered_files_are_all_found(published):
    """Whatever the draw depends on: the terms, the value, the wishes, who came and went, the seats themselves.

    Reasons are words for people and not drawn from; of a standing the order within a table says nothing.
    """
    lot = random.Random(20261124)
    places = [path for path in leaves(published) if "reason" not in path and "results" not in path]
    unnoticed = []
    for path in (lot.choice(places) for _ in range(share(1000))):
        file = copy.deepcopy(published)
        holder = parent_of(file, path)
        if lot.random() < 0.2 and not isinstance(holder, dict):
            del holder[path[-1]]
        else:
            holder[path[-1]] = other_than(holder[path[-1]], lot)
        answer = answered(file, check=True)
        if not (answer.get("violations") or answer["agrees"] is False):
            unnoticed.append((path, holder))
    assert unnoticed == []


def test_a_standing_that_was_changed_is_found(published):
    file = copy.deepcopy(published)
    order = file["after"]["results"]["4"]
    order[0], order[-1] = order[-1], order[0]
    assert [each["where"] for each in answered(file, check=True)["differs"]] == ["after.seated[3]"]


ODD: list[object] = [None, True, -1, 0, 10**9, 10**400, 1.5, "", "x", "\ud800", [], [1, 1], [[]], {}, {"a": 1}]


def test_whatever_is_sent_is_answered(published):
    lot = random.Random(7)
    for path in sorted(leaves(published), key=str)[::5]:
        for cut in range(1, len(path) + 1):
            file = copy.deepcopy(published)
            parent_of(file, path[:cut])[path[cut - 1]] = lot.choice(ODD)
            answer, _good = answer_text(json.dumps(file), True)
            assert set(answer) in ({"violations"}, {"agrees", "differs", "hash", "drawn", "closed", "waiting"})


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"method": "skatliga-2"}, [("form_word", "before.method")]),
        ({"players": [1, 2, 2, 3]}, [("draw_not_ascending", "before.players")]),
        ({"players": [1, 3, 2, 4]}, [("draw_not_ascending", "before.players")]),
        ({"players": [1, 2, 3, 4, 5]}, [("draw_unsplit", "before.players")] * 4),
        ({"settings": {"width": 1.5}}, [("draw_not_canonical", "before.settings.width")]),
        ({"rounds": 5}, [("draw_modes", "before.modes")]),
        ({"modes": ["before", "lot", "lot", "lot"]}, [("draw_mode_before", "before.modes[0]")]),
        ({"teams": [[1, 99]]}, [("draw_player", "before.teams[0]")]),
        (
            {"public": {"kind": "x", "about": "", "due": "bald"}},
            [
                ("form_word", "before.public.kind"),
                ("form_kind", "before.public.about"),
                ("form_kind", "before.public.due"),
            ],
        ),
    ],
)
def test_terms_that_cannot_be(change, found):
    file = {"before": terms(wishes=[], clubs={}, teams=[]) | change, "after": {"value": VALUE}}
    assert [(each["code"], each["where"]) for each in answered(file)["violations"]] == found


def test_all_that_is_wrong_is_said_at_once():
    file = file_with(changes=[{"serie": 9, "gone": [99], "reason": ""}], again=[{"serie": 1, "lot": 1}])
    file["opened"][0]["salt"] = "0" * 32
    file["hash"] = "0" * 64
    file["extra"] = 1
    assert [(each["code"], each["where"]) for each in answered(file)["violations"]] == [("field_unknown", "extra")]
    del file["extra"]
    assert sorted((each["code"], each["where"]) for each in answered(file)["violations"]) == [
        ("draw_hash", "hash"),
        ("draw_not_committed", "opened[0]"),
        ("draw_serie", "after.changes[0].serie"),
        ("field_missing", "after.again[0].reason"),
        ("form_kind", "after.changes[0].reason"),
    ]


def run(*arguments: str, sent: str = "") -> tuple[int, list[dict[str, Any]]]:
    command = [sys.executable, "-m", "scoring", "draw", *arguments]
    done = subprocess.run(command, input=sent.encode(), capture_output=True, cwd=ROOT, check=False)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def test_the_command_line(published, tmp_path):
    path = tmp_path / "auslosung.json"
    path.write_text(json.dumps(published, indent=1), encoding="utf-8")
    status, [answer] = run("--check", str(path))
    assert (status, answer["agrees"]) == (0, True)
    file = copy.deepcopy(published)
    file["after"]["seated"][0][0].reverse()
    status, answers = run("--check", "-", sent="\n".join(json.dumps(each) for each in (file, {"before": 1})))
    assert (status, answers[0]["agrees"], list(answers[1])) == (1, False, ["violations"])
