"""Lists of a federation's year: drawn, typed as sums from paper or kept deal by deal on a phone, then checked."""

import re
from collections import Counter
from random import Random
from typing import Any, Final, NamedTuple
from uuid import uuid4

from tests.bench.device import ROUND
from tests.bench.federation.visitor import ShownPage, Visitor

BY_PHONE: Final = 50
"""One list in so many is kept at its table."""
_VALUES: Final = (18, 20, 22, 23, 24, 27, 30, 33, 36, 40, 44, 46, 48, 50, 60)
_SHEET: Final = re.compile(r"/listen/[0-9a-f-]{36}/")
_OPENS: Final = re.compile(r'form="oeffnen" name="tisch" value="(\d+)"')
_DEALS: Final = {3: 36, 4: 48}
_OTHERS_LOST: Final = {3: 40, 4: 30}
"""What each of the others gets for a lost deal (SkWO 6.3.1)."""


class Foot(NamedTuple):
    """What a list says of one player."""

    points: int
    won: int
    lost: int
    leistung: int


def drawn_feet(random: Random, seats: int) -> tuple[int, list[Foot]]:
    """A list: how many deals were passed, and the feet."""
    played = [[0, 0, 0] for _seat in range(seats)]
    passed = 0
    for _deal in range(_DEALS[seats]):
        if random.random() < 0.03:
            passed += 1
            continue
        own, value = random.choice(played), random.choice(_VALUES)
        if random.random() < 0.82:
            own[0], own[1] = own[0] + value, own[1] + 1
        else:
            own[0], own[2] = own[0] - 2 * value, own[2] + 1
    lost = sum(each[2] for each in played)
    bonus = _OTHERS_LOST[seats]
    return passed, [Foot(p, w, away, p + 50 * (w - away) + bonus * (lost - away)) for p, w, away in played]


def play_serie(visitor: Visitor, board: str, random: Random) -> Counter[str]:
    """Every list of a Serie that is not opened yet; how many of them."""
    counts: Counter[str] = Counter()
    page = visitor.see(board)
    for table in _OPENS.findall(page.text):
        sheet = _SHEET.findall(visitor.hand_in(page, "/oeffnen/", tisch=table))[0]
        if random.randrange(BY_PHONE):
            type_sums(visitor, sheet, random)
        else:
            keep_by_phone(visitor, sheet)
            counts["lists by phone"] += 1
        counts["lists"] += 1
    return counts


def type_sums(visitor: Visitor, sheet: str, random: Random) -> None:
    """From paper: points, won and lost of everybody, and what the players have added up."""
    page = visitor.see(f"{sheet}summen/?art=summen")
    passed, feet = drawn_feet(random, len(set(re.findall(r'name="won-(\d)"', page.text))))
    sent = {"eingepasst": str(passed), "entscheidung": "save"}
    for seat, foot in enumerate(feet, 1):
        sent |= {f"spielpunkte-{seat}": str(foot.points), f"gesamt-{seat}": str(foot.leistung)}
        sent |= {f"won-{seat}": str(foot.won), f"lost-{seat}": str(foot.lost)}
    visitor.hand_in(page, "/summen/", **sent)


def keep_by_phone(visitor: Visitor, sheet: str) -> None:
    """At the table, without an account: all deals, signed by everybody, handed in, taken by the office."""
    table = visitor.see(sheet).link(r"/t/\d+/[\w-]+/")
    phone, device = Visitor(visitor.site, visitor.ledger), str(uuid4())
    _status, told = phone.tell(f"{table}schreiben/", {"device": device, "keeper": 1})
    seats = len(told["state"]["seats"])
    deals = [text for text, _value in ROUND if int(text[0]) <= seats]
    rows = [
        {"kind": "row", "nr": nr + 1, "dealer": nr % seats + 1, "text": deals[nr % seats]}
        for nr in range(_DEALS[seats])
    ]
    sending = {"device": device, "generation": told["generation"], "list": told["state"]["list"]}
    state = _send(phone, table, sending, rows)["state"]
    feet = [[seat["name"], foot[0]] for seat, foot in zip(state["seats"], state["feet"], strict=True)]
    signed: list[dict[str, Any]] = [{"kind": "sign", "seat": seat, "feet": feet} for seat in range(1, seats + 1)]
    _send(phone, table, sending, [*signed, {"kind": "hand_in"}])
    visitor.hand_in(visitor.see(sheet), "/stand/", stand="entered")


def _send(phone: Visitor, table: str, sending: dict[str, Any], entries: list[dict[str, Any]]) -> Any:
    body = sending | {"entries": [entry | {"key": str(uuid4())} for entry in entries]}
    status, answer = phone.tell(f"{table}senden/", body)
    assert status == 200, answer
    assert [each["status"] for each in answer["answers"]] == ["accepted"] * len(entries), answer["answers"][-1]
    return answer


def check_all(visitor: Visitor, event: str) -> None:
    """List after list of an event (`/listen/…/`) is confirmed, until none waits."""
    page: ShownPage = visitor.see(f"{event}bestaetigen/")
    while 'id="bestaetigen"' in page.text:
        page = visitor.send(page, field="liste", tun="bestaetigen")
