"""What the page of a list proposes where rows and foot do not agree: each proposal is taken with one key.

The keys are letters, so that nobody takes one who goes on typing numbers without looking.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from scoring.corrections import find_corrections
from scoring.deal_json import deal_fields
from scoring.foot_check import Footer, PaperFoot
from scoring.footer import footer_of
from scoring.proposed import Correction, only_gesamt
from scoring.sheet import evaluate
from scoring.suspects import Suspect, find_suspects
from skatliga.lists.evaluation import Entered, View, engine_sheet
from skatliga.lists.models import Sheet
from skatliga.lists.queries import frame_of, paper_feet, stored_rows
from skatliga.lists.services import MOST_POINTS
from skatliga.rules.wording import account_text, name, sentence, suspicion

KEYS = "ABCDEFGHIJ"


class FootProposal(NamedTuple):
    """A whole corrected foot, or a row as it then would be; without a key where the paper itself would be wrong."""

    key: str
    said: str
    feet: tuple[PaperFoot, ...] = ()
    eingepasst: int | None = None
    row: Entered | None = None
    left_out: bool = False
    text: str = ""
    """The row in words."""
    lines: tuple[tuple[str, tuple[tuple[int | None, bool], ...]], ...] = ()
    """The foot as a page shows it: name, and each number with whether it is another than now."""
    passed: int | None = None
    """The number of deals passed in, where it is another than now."""


class Proposals(NamedTuple):
    """All proposals, likeliest first, and whether the paper may be the one that is mistaken."""

    offered: tuple[FootProposal, ...]
    computed_may_count: bool

    def of(self, key: str) -> FootProposal | None:
        """The proposal that is taken with this key."""
        return next((one for one in self.offered if one.key == key and key), None)


def proposals_for(sheet: Sheet, view: View, names: Mapping[int, str] = MappingProxyType({})) -> Proposals:
    """What may have been meant by a list that is complete; nothing where everything agrees."""
    if view.flawless or not view.complete:
        return Proposals((), view.only_gesamt_differs)
    if view.footer is None and not view.rows:
        return Proposals((), view.only_gesamt_differs)
    if view.footer is None:
        rows = stored_rows(sheet)
        whole = engine_sheet(view.frame, rows, paper_feet(sheet))
        suspects = find_suspects(whole, evaluate(whole))
        offered = tuple(_of_row(key, view, rows, suspect) for key, suspect in zip(KEYS, suspects, strict=False))
        return Proposals(offered, view.only_gesamt_differs)
    found = find_corrections(view.footer)
    return Proposals(_of_feet(view.footer, found, names), view.only_gesamt_differs and _may_be_mistaken(view, found))


def proposals_for_typed(
    sheet: Sheet, feet: Sequence[PaperFoot], eingepasst: int | None, names: Mapping[int, str] = MappingProxyType({})
) -> Proposals:
    """What may have been meant by numbers that were refused, since no list can show them.

    A line typed one field off puts points where deals are counted: it can be named, but never be stored.
    """
    numbers = [number for foot in feet for number in foot if number] + [eingepasst or 0]
    if max(map(abs, numbers)) > MOST_POINTS:
        return Proposals((), computed_may_count=False)
    frame = frame_of(sheet)
    footer = footer_of(frame.book, frame.evaluation, frame.deals, feet, eingepasst, frame.target)
    return Proposals(_of_feet(footer, find_corrections(footer), names), computed_may_count=False)


def _of_feet(written: Footer, found: Sequence[Correction], names: Mapping[int, str]) -> tuple[FootProposal, ...]:
    keys = iter(KEYS)
    return tuple(_of_foot("" if one.of_paper else next(keys), written, one, names) for one in found)


def _may_be_mistaken(view: View, found: Sequence[Correction]) -> bool:
    """Whether nothing explains the gap better than sums that came out wrong on the paper."""
    if not found or view.footer is None:
        return True
    mistaken = only_gesamt(view.footer)
    return any(one.footer == mistaken and one.odds <= found[0].odds for one in found)


def _of_foot(key: str, written: Footer, one: Correction, names: Mapping[int, str]) -> FootProposal:
    lines = tuple(
        (names.get(seat, str(seat)), tuple((new, new != old) for new, old in zip(foot, before, strict=True)))
        for seat, (foot, before) in enumerate(zip(one.footer.feet, written.feet, strict=True), 1)
    )
    passed = one.footer.eingepasst if one.footer.eingepasst != written.eingepasst else None
    return FootProposal(key, sentence(one), one.footer.feet, one.footer.eingepasst, lines=lines, passed=passed)


def _of_row(key: str, view: View, rows: Sequence[Entered], suspect: Suspect) -> FootProposal:
    at = suspect.nr - 1
    number = view.rows[at].number if at < len(rows) else view.deals + 1
    row, book = suspect.row, view.frame.book
    entered = Entered(
        nr=rows[at].nr if at < len(rows) else 0,
        declarer=row.declarer,
        deal=deal_fields(row.deal) if row.deal else None,
        score=row.score,
        running=row.running,
        playing=row.playing,
        void=row.void,
        reason=row.reason,
    )
    if row.deal is None:
        text = "" if row.score is None else f"{row.score:+d}"
    else:
        text = name("eingepasst") if row.deal.game == "eingepasst" else account_text(book.value(row.deal))
    return FootProposal(key, suspicion(suspect, number), row=entered, left_out=suspect.left_out, text=text)
