"""What programs and table devices send, good and bad, and what they are answered."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final
from uuid import UUID

from tests.bench.unchanged.browser import Answer, Browser, Visitor
from tests.bench.unchanged.command_line import random_row

API: Final = "/api/v1/"
KEY: Final = str(UUID(int=4711))
KREUZ: Final = {"declarer": 2, "game": "kreuz", "spitzen": 1, "won": True}
FOOT: Final = {"spielpunkte": 24, "won": 1, "lost": 0}
LISTS: Final = 30

ODD: Final[tuple[Any, ...]] = (
    *(None, True, 0, -1, 1.5, 10**400, "", "1", "x" * 600, "a\0b", "\ud800", [], [1], ["1"], {}, {"a": 1}),
)
RAW: Final = (
    *(b"", b"{", b"[]", b"null", b"5", b"\xff", b'{"revision": NaN}', b'{"revision": 0, "revision": 1}', b"[" * 5000),
    *(b'{"\\ud800": 1}', b'{"revision": 1e400}', b" " * 30_000, b" " * 300_000, b'{"a": "' + b"x" * 19_000 + b'"}'),
    b'{"revision": ' + b"9" * 5000 + b"}",
)
ROWS: Final[tuple[Any, ...]] = (
    *(KREUZ, {"declarer": 3, "score": 48}, {"game": "eingepasst"}, {"strafe": 10, "seat": 3, "reason": "vergeben"}),
    *({**KREUZ, "running": 24}, {**KREUZ, "running": 25}, {**KREUZ, "score": 24}, {**KREUZ, "seat": 2}, {"seat": 1}),
    *({"declarer": 3, "score": 24, "seats_playing": [1, 3, 4]}, {**KREUZ, "seats_playing": [3, 1]}, {"score": 5}),
    *({**KREUZ, "seats_playing": []}, {**KREUZ, "seats_playing": [1, 1]}, {**KREUZ, "seats_playing": [True]}),
    *({"strafe": 10}, {"strafe": 10, "seat": 3}, {"strafe": 0, "seat": 3, "reason": "x"}, {"strafe": 1000, "seat": 9}),
    *({"strafe": 10, "seat": 3, "reason": " ", "won": True}, {"strafe": "x", "reason": 5}, {**KREUZ, "rulebook": "x"}),
    *(
        {**KREUZ, "rulebook": "isko-2022"},
        {**KREUZ, "rulebook": 5},
        {**KREUZ, "hand_doubled": True},
        {**KREUZ, "bid": 19},
    ),
    *(
        {**KREUZ, "spitzen": 12},
        {**KREUZ, "spitzen": "1"},
        {**KREUZ, "farbe": "rot", "zahl": 1},
        {**KREUZ, "cards": "CJ"},
    ),
    {**KREUZ, "reason": "Revoke"},
)
FIELDS: Final = {
    "zeilen": ("post", {"revision": 0, "row": KREUZ, "key": KEY}),
    "zeilen/1": ("put", {"revision": 0, "row": KREUZ, "key": KEY, "reason": "verlesen"}),
    "streichungen": ("post", {"revision": 0, "rows": [1, 2], "key": KEY, "reason": "vergeben"}),
    "fuss": ("put", {"revision": 0, "feet": [FOOT, None, FOOT, FOOT], "eingepasst": 2, "key": KEY, "reason": ""}),
    "stand": ("post", {"revision": 0, "to": "entered", "reason": "", "key": KEY}),
}
ENTRY: Final = {"key": KEY, "kind": "row", "nr": 1, "text": "221+", "before": "", "dealer": 1, "seat": 0}
SENDING: Final = {"device": str(UUID(int=7)), "generation": 1, "list": str(UUID(int=9)), "entries": [ENTRY]}
WRITING: Final = {"device": str(UUID(int=7)), "keeper": 1, "code": "", "forced": False, "seals": True}


def what_programs_send(browser: Browser) -> dict[str, Any]:
    """Where it goes: a key that may write, lists, a table without one, addresses of table devices."""
    from django.apps import apps

    from skatliga.lists.access import device_path

    tables = apps.get_model("events", "Table").objects
    sheets = apps.get_model("lists", "Sheet").objects.order_by("table", "pk")
    free = tables.filter(sheets=None, seats__isnull=False).select_related("round__event").order_by("pk")
    wholes = [
        f"veranstaltungen/{each.round.event.slug}/serien/{each.round.number}/tische/{each.number}/liste"
        for each in free.distinct()[:2]
    ]
    found = {}
    for sheet in sheets:
        found.setdefault(sheet.state, [f"listen/{sheet.pk}", sheet.revision])
    kept = sheets.filter(lease__isnull=False)[:1]
    devices = [device_path(each) for each in (*(sheet.table for sheet in kept), *free.distinct()[:1])]
    return {"secret": browser.new_key(), "sheets": found, "wholes": wholes, "devices": devices}


def write(given: dict[str, Any], known: set[str], folder: Path) -> None:
    """The answers, a file for every address and language."""
    folder.mkdir(parents=True)
    bearer = {"Authorization": f"Bearer {given['secret']}"}
    for language, every in (("de", 1), ("en", 5)):
        browser = Browser(Visitor("", language))
        for state, (path, revision) in given["sheets"].items():
            for rest, (method, fields) in FIELDS.items():
                bodies = list(
                    _bodies(fields | {"revision": revision}, state == ("at_table" if rest == "zeilen" else "handed_in"))
                )[::every]
                answers = [browser.send(method, f"{API}{path}/{rest}", body, **bearer) for body in bodies]
                _write(folder / f"{language}_{state}_{rest.replace('/', '_')}.txt", bodies, answers, known)
        for number, path in enumerate(given["wholes"]):
            bodies = [*_wholes(number), *RAW][::every]
            answers = [browser.send("put", f"{API}{path}", body, **bearer) for body in bodies]
            _write(folder / f"{language}_whole_{number}.txt", bodies, answers, known)
            answers = [browser.send("post", f"{API}{path}", body, **bearer) for body in RAW]
            _write(folder / f"{language}_open_{number}.txt", list(RAW), answers, known)
        for number, path in enumerate(given["devices"]):
            bodies = [*_device_bodies(number == 0), *RAW][::every]
            answers = [browser.send("post", f"{path}senden/", body) for body in bodies]
            _write(folder / f"{language}_device_send_{number}.txt", bodies, answers, known)
            bodies = [*_each_odd(WRITING), *RAW][::every]
            answers = [browser.send("post", f"{path}schreiben/", body) for body in bodies]
            _write(folder / f"{language}_device_write_{number}.txt", bodies, answers, known)


def _bodies(fields: dict[str, Any], thorough: bool) -> Iterator[bytes]:
    """A body as it should be, and for one list all kinds of others."""
    yield _json(fields)
    if not thorough:
        return
    yield from _each_odd(fields)
    yield from RAW
    if "row" in fields:
        yield from (_json(fields | {"row": row}) for row in ROWS)
        yield from (_json(fields | {"row": row | {name: odd}}) for row in ROWS[:4] for name in row for odd in ODD)
    if "feet" in fields:
        for name in (*FOOT, "gesamt", "total"):
            yield from (_json(fields | {"feet": [FOOT | {name: odd}, None, None, None]}) for odd in ODD)
        yield from (_json(fields | {"feet": [odd, odd, None, FOOT]}) for odd in ODD)
        yield _json(fields | {"feet": [{"spielpunkte": 1}, {"won": 1}, 5, None]})
    if "to" in fields:
        yield from (_json(fields | {"to": to}) for to in ("handed_in", "checked", "binding", "annulled", "x"))
    if "rows" in fields:
        yield from (_json(fields | {"rows": rows}) for rows in ([1], [0], [1, "2"], [1] * 1001, [10**9], [True]))


def _each_odd(fields: dict[str, Any]) -> Iterator[bytes]:
    """The body with each field left out, replaced by everything odd, and with one field too many."""
    for name in fields:
        yield _json({key: value for key, value in fields.items() if key != name})
        yield from (_json(fields | {name: odd}) for odd in ODD)
    yield _json(fields | {"unbekannt": 1, "auch": None})
    yield _json({name: {} for name in fields} | {"unbekannt": 1})


def _wholes(number: int) -> Iterator[bytes]:
    """Whole lists, only checked and stored, with slips and broken fields."""
    random = Random(f"whole lists {number}")
    for _ in range(LISTS):
        rows = [random_row(random, 4) for _ in range(random.choice((4, 8, 12, 48)))]
        feet = [FOOT | {"gesamt": random.choice((74, 75, None))} for _ in range(4)] if random.random() < 0.4 else None
        note = random.choice((None, "abgebrochen", " "))
        yield _json(
            {"rows": rows, "feet": feet, "note": note, "eingepasst": random.choice((None, 0, 1)), "dry_run": True}
        )
    fields = {"rows": [KREUZ] * 4, "feet": [FOOT] * 4, "eingepasst": 0, "deals": 4, "note": "x", "dry_run": False}
    yield from _each_odd(fields | {"key": KEY})
    yield from (_json({"rows": [KREUZ, row], "deals": 2, "note": "x"}) for row in (*ROWS, *ODD))
    yield from (_json({"feet": feet}) for feet in ([FOOT] * 4, [FOOT] * 3, [FOOT, None, FOOT, FOOT], [1, {}, [], ""]))
    yield _json({"rows": [KREUZ] * 201})


def _device_bodies(thorough: bool) -> Iterator[bytes]:
    """What a device sends: entries of every kind, each with odd fields."""
    yield from _each_odd(SENDING)
    if not thorough:
        return
    for kind in ("row", "correction", "undo", "sign", "unsign", "hand_in", "delete"):
        entry = ENTRY | {"kind": kind, "feet": [["Anna", 24], ["Bert", 0]], "agreed": [1, 2]}
        yield _json(SENDING | {"entries": [entry]})
        for name in entry if kind in {"row", "sign"} else ():
            yield _json(SENDING | {"entries": [{key: value for key, value in entry.items() if key != name}]})
            yield from (_json(SENDING | {"entries": [entry | {name: odd}]}) for odd in ODD)
    for feet in ([["A", 1]] * 7, [[1, 1]], [["A", True]], [["A"]], [["A", 1, 2]], [["\0" * 99, 10**30]], ["A1"]):
        yield _json(SENDING | {"entries": [ENTRY | {"feet": feet}]})
    for agreed in (list(range(7)), ["1"], [True], [-1, 10**30], [1.0]):
        yield _json(SENDING | {"entries": [ENTRY | {"agreed": agreed}]})
    for key in (KEY.replace("-", ""), f"{{{KEY}}}", f"urn:uuid:{KEY}", KEY.upper(), KEY[:-1], f" {KEY}"):
        yield _json(SENDING | {"device": key, "entries": [ENTRY | {"key": key}]})
    yield _json(SENDING | {"entries": [ENTRY] * 401})
    yield _json(SENDING | {"entries": [ENTRY | {"unbekannt": 1}], "unbekannt": 1})


def _json(body: object) -> bytes:
    return json.dumps(body).encode()


def _write(file: Path, bodies: list[bytes], answers: list[Answer], known: set[str]) -> None:
    lines = (
        f">>>> {body[:400].decode(errors='replace')}\n{answer.text(known)}"
        for body, answer in zip(bodies, answers, strict=True)
    )
    file.write_text("\n".join(lines))
