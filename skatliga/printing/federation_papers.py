"""Papers of a federation's year: who goes up and down after a season, with the reason of every move.

* **D** Whoever may read the page may have the paper. Level by level it says who goes which way in the order of the
  page; who just stays has no reason written beside the name.
"""

from collections.abc import Iterator
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _

from skatliga.printing.long_tables import PaperColumn, PaperLine, print_roll
from skatliga.promotions.models import Promotion
from skatliga.promotions.wording import PLAIN_STAY, LevelMoves, MoveGroup, count_ways, moves_by_level

MOVE_WIDTHS: Final = {"team": 46.0, "was": 32.0, "goes": 32.0, "why": 70.0}
"""Millimetres; 180 together."""


def print_moves(promotion: Promotion) -> bytes:
    """Every move after a season, which comes as `promotion.season`."""
    headings = {"team": _("Mannschaft"), "was": _("bisher"), "goes": _("künftig"), "why": _("Begründung")}
    columns = [PaperColumn(key, headings[key], width, "text") for key, width in MOVE_WIDTHS.items()]
    context = {
        "title": f"{promotion.season.name}, {_('Auf- und Absteiger')}",
        "season": promotion.season,
        "promotion": promotion,
        "sums": count_ways(promotion.decided),
        "now": timezone.now(),
    }
    lines = [line for level in moves_by_level(promotion.decided) for line in _lines_of(level)]
    return print_roll("printing/moves.html", context, columns, lines)


def _lines_of(level: LevelMoves) -> Iterator[PaperLine]:
    yield _heading(level.name, "heading")
    for group in level.groups:
        yield _heading(f"{group.heading} ({len(group.lines)})", "strong")
        yield from _group(group)


def _heading(text: str, kind: str) -> PaperLine:
    return PaperLine((text, *[""] * (len(MOVE_WIDTHS) - 1)), kind, closes=False)


def _group(group: MoveGroup) -> Iterator[PaperLine]:
    for line in group.lines:
        why = "" if group.way == PLAIN_STAY else line.why
        yield PaperLine((line.move["name"], line.was, line.goes, why))
