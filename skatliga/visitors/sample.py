"""A list to look at: made up, valued by the engine like every other, kept nowhere."""

from functools import cache
from typing import Final, NamedTuple

from django.utils.translation import get_language

from scoring.account import Item
from scoring.deal_json import deal_fields
from scoring.notation import ParsedDeal, parse
from scoring.rulebooks import BOOKS
from skatliga.lists.evaluation import Entered, Frame, reckon
from skatliga.lists.sheet_page import Display, SheetLine, Sitting, show
from skatliga.rules.wording import items

NAMES: Final = ("Anna", "Bert", "Cora", "Dirk")
TYPED: Final = ("221+", "311+", "101/+", "333+", "442+", "0", "29o2-", "341+", "401.+", "32o3-", "233+", "191+")
"""Three rounds as a scorekeeper types them."""


class SampleDeal(NamedTuple):
    """A row with what it is made of."""

    line: SheetLine
    items: list[Item]


class Sample(NamedTuple):
    """The list with its rows."""

    display: Display
    deals: list[SampleDeal]


def sample() -> Sample:
    """The list in the visitor's language."""
    return _sample(get_language())


@cache
def _sample(language: str | None) -> Sample:
    book = next(iter(BOOKS.values()))
    frame = Frame(book.key, {}, "seeger-fabian", seats=len(NAMES), deals=len(TYPED))
    entered = []
    for number, typed in enumerate(TYPED, 1):
        read = parse(typed, book)
        assert isinstance(read, ParsedDeal), typed
        entered.append(Entered(nr=number, declarer=read.seat, deal=deal_fields(read.deal)))
    sittings = [Sitting(seat, seat, name, "", 0) for seat, name in enumerate(NAMES, 1)]
    display = show(reckon(frame, entered, [None] * len(NAMES), None), sittings)
    deals = [SampleDeal(line, items(line.row.account) if line.row.account else []) for line in display.lines]
    return Sample(display, deals)
