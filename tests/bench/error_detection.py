"""Where slips of the hand are found: one wrong key in a list that is typed in one of three ways.

Plausible lists at a table of four, 48 deals, are typed without a mistake but one: a key beside the right one on the
number pad, one left out, one struck twice, or two in the wrong order, each kind equally often. A slip counts when it
changes the declarer, the score or the verdict of a row, or a number of the foot; where it is found:

* at the key: in compact notation the next key is not accepted (syntax, a dealer who cannot play, a game that cannot be
  or one too many); a row of bare values or a field of the foot is refused;
* by the foot: the list does not come to what the paper says;
* nowhere.

The mix of games is that of the specification: 3 % passed in, 6 % Null, 30 % Grand, 7 % Hand, 20 % Schneider, 18 % lost.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Final

from scoring import BOOKS, Deal, Misread, parse
from scoring.deal_json import deal_fields
from scoring.foot_check import PaperFoot
from scoring.sheet import active_seats
from skatliga.lists.evaluation import Entered, Frame, RowView, View, reckon

BOOK: Final = BOOKS["isko-2022"]
FRAME: Final = Frame("isko-2022", {}, "seeger-fabian", seats=4, deals=48)
SEATS: Final = (1, 2, 3, 4)
LISTS: Final = 100
SLIPS: Final = 10_000
SEED: Final = "1886"

# The keys beside each key of a number pad: / * - above 7 8 9 +, a wide 0 and the comma below 1 2 3.
PAD: Final = {
    "0": "12.", "1": "024", "2": "0135", "3": "26.", "4": "157", "5": "2468", "6": "359+", "7": "48", "8": "579/",
    "9": "68*+", "/": "8*", "*": "9/-", "-": "*+", "+": "69-", ".": "03",
}  # fmt: skip
KINDS: Final = ("wrong", "missing", "doubled", "swapped")

_ROW: Final = re.compile(r"0|[^+-]*[+-]|.+")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,5}")


class Found(Enum):
    """Where a slip is found."""

    KEY = "key"
    FOOT = "foot"
    NOWHERE = "nowhere"


@dataclass(frozen=True)
class Paper:
    """A list as it lies beside the keyboard, every number right."""

    rows: tuple[Entered, ...]
    view: View
    feet: tuple[PaperFoot, ...]

    @property
    def outcomes(self) -> list[tuple[int, int]]:
        """Declarer and score of every row; a lost deal is one in minus."""
        return _outcomes(self.view)


Judge = Callable[[Paper, Random, str], Found | None]
"""Types a list with one slip of this kind and says where it is found, or `None` where it changes nothing."""


def figures(slips: int = SLIPS) -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    papers = draw_papers()
    keys = sum(len(_keys(paper)) for paper in papers) / sum(len(paper.rows) for paper in papers)
    yield f"rows_keys_per_game {keys:.2f} keys <=4.3"
    for way, judge in WAYS.items():
        found = measure(judge, papers, slips)
        yield f"{way}_slips {found.total()} slips >={SLIPS}"
        for kind in KINDS:
            yield f"{way}_{kind}_at_key {_share(found, Found.KEY, kind):.1f} % -"
        target = ">=75" if way == "rows" else "-"
        yield f"{way}_at_key {_share(found, Found.KEY):.1f} % {target}"
        yield f"{way}_found {100 - _share(found, Found.NOWHERE):.2f} % =100"


def measure(judge: Judge, papers: Sequence[Paper], slips: int) -> Counter[tuple[str, Found]]:
    """Where this many slips are found, by kind, every kind equally often."""
    rng = Random(SEED)
    found: Counter[tuple[str, Found]] = Counter()
    for kind in KINDS:
        counted = 0
        while counted < slips // len(KINDS):
            where = judge(rng.choice(papers), rng, kind)
            if where is not None:
                found[kind, where] += 1
                counted += 1
    return found


def _share(found: Counter[tuple[str, Found]], where: Found, kind: str | None = None) -> float:
    """How many percent of the slips, or of those of one kind, are found there."""
    of_kind = {key: number for key, number in found.items() if kind in (None, key[0])}
    return 100 * sum(number for key, number in of_kind.items() if key[1] == where) / sum(of_kind.values())


def slip(text: str, kind: str, rng: Random) -> str:
    """The text as it is typed with one slip; the same text where there is nothing to swap."""
    at = rng.randrange(len(text))
    before, key, after = text[:at], text[at], text[at + 1 :]
    if kind == "wrong":
        return before + rng.choice(PAD[key]) + after
    if kind == "missing":
        return before + after
    if kind == "doubled":
        return before + key + key + after
    return before + after[:1] + key + after[1:]


def judge_rows(paper: Paper, rng: Random, kind: str) -> Found | None:
    """Compact notation: 200 keys in a row, each row closing by itself."""
    rows: list[Entered] = []
    for text in _ROW.findall(slip(_keys(paper), kind, rng)):
        dealer = len(rows) % 4 + 1
        entry = parse(text, BOOK, active_seats(BOOK, SEATS, dealer), dealer)
        if isinstance(entry, Misread) or len(rows) == FRAME.deals:
            return Found.KEY
        rows.append(Entered(len(rows) + 1, entry.seat, deal_fields(entry.deal)))
    return _judge_list(paper, rows)


def judge_values(paper: Paper, rng: Random, kind: str) -> Found | None:
    """Declarer, value and running total, each in its field."""
    fields = [_value_fields(row) for row in paper.view.rows]
    keys = [(nr, name) for nr, row in enumerate(fields) for name, text in row.items() for _key in text]
    nr, name = rng.choice(keys)
    fields[nr][name] = slip(fields[nr][name], kind, rng)
    rows = [_read_value(number, row) for number, row in enumerate(fields, 1)]
    complete = [row for row in rows if row is not None]
    return _judge_list(paper, complete) if len(complete) == len(rows) else Found.KEY


def judge_totals(paper: Paper, rng: Random, kind: str) -> Found | None:
    """The foot alone: points, won, lost and the control number of every player, and the deals passed in."""
    right = [paper.view.passed, *(number for foot in paper.feet for number in foot)]
    fields = [str(number) for number in right]
    at = rng.choice([at for at, text in enumerate(fields) for _key in text])
    fields[at] = slip(fields[at], kind, rng)
    if at == 0 and not fields[0]:
        return None  # without this number less is checked, but nothing is wrong
    typed = [_signed(text) for text in fields]
    if typed == right:
        return None
    numbers = [number for number in typed if number is not None]
    if len(numbers) < len(right):
        return Found.KEY
    feet = [PaperFoot(*numbers[first : first + 4]) for first in range(1, len(numbers), 4)]
    return Found.NOWHERE if reckon(FRAME, (), feet, numbers[0]).flawless else Found.FOOT


WAYS: Final[dict[str, Judge]] = {"rows": judge_rows, "values": judge_values, "totals": judge_totals}


def _judge_list(paper: Paper, rows: Sequence[Entered]) -> Found | None:
    view = reckon(FRAME, rows, paper.feet, None)
    if _outcomes(view) == paper.outcomes:
        return None
    if any(row.findings for row in view.rows):
        return Found.KEY
    return Found.NOWHERE if view.complete and view.flawless else Found.FOOT


def _outcomes(view: View) -> list[tuple[int, int]]:
    return [(row.declarer, row.score) for row in view.rows]


def _keys(paper: Paper) -> str:
    return "".join(row.notation for row in paper.view.rows)


def _value_fields(row: RowView) -> dict[str, str]:
    if not row.declarer:
        return {"declarer": "0", "score": "", "running": ""}
    return {"declarer": str(row.declarer), "score": str(row.score), "running": str(row.total)}


def _read_value(nr: int, fields: dict[str, str]) -> Entered | None:
    """The row that the fields give, `None` where one cannot be read."""
    declarer, score, running = (_signed(text) for text in fields.values())
    unread = any(text and _signed(text) is None for text in fields.values())
    if unread or declarer is None or not 0 <= declarer <= FRAME.seats or (declarer and score is None):
        return None
    if not declarer and score is None:
        return Entered(nr, deal={"game": "eingepasst"})
    return Entered(nr, declarer, score=score, running=running)


def _signed(text: str) -> int | None:
    """A number whose sign may stand before or behind it."""
    turned = text[-1] + text[:-1] if text[-1:] in ("+", "-") else text
    return int(turned) if _NUMBER.fullmatch(turned) else None


def draw_papers(number: int = LISTS) -> list[Paper]:
    """Plausible lists, always the same."""
    rng = Random(SEED)
    return [_draw_paper(rng) for _list in range(number)]


def _draw_paper(rng: Random) -> Paper:
    rows = []
    for nr in range(1, FRAME.deals + 1):
        deal = draw_deal(rng)
        dealer = (nr - 1) % 4 + 1
        declarer = 0 if deal.game == "eingepasst" else rng.choice(active_seats(BOOK, SEATS, dealer))
        rows.append(Entered(nr, declarer, deal_fields(deal)))
    view = reckon(FRAME, rows, [None] * FRAME.seats, None)
    feet = tuple(PaperFoot(player.spielpunkte, player.won, player.lost, player.leistung) for player in view.players)
    return Paper(tuple(rows), view, feet)


def draw_deal(rng: Random) -> Deal:
    """One deal of the reference mix; whether with or without Spitzen is left out, as a practised hand leaves it."""
    kind = rng.random()
    if kind < 0.03:
        return Deal("eingepasst")
    won = rng.random() >= 0.18
    if kind < 0.09:
        return Deal("null", hand=rng.random() < 0.07, ouvert=rng.random() < 0.2, won=won)
    game, most = ("grand", 4) if kind < 0.39 else (rng.choice(("karo", "herz", "pik", "kreuz")), 5)
    spitzen = rng.choices(range(1, most + 1), (60, 20, 12, 6, 2)[:most])[0]
    return Deal(game, spitzen=spitzen, hand=rng.random() < 0.07, won=won, schneider=rng.random() < 0.2)
