"""One field of a foot with another value: the likeliest for each field."""

from collections.abc import Iterable, Iterator
from typing import Final

from scoring.foot_check import Field, Footer, adds_up
from scoring.proposed import Correction, gaps_of, is_possible, write_field
from scoring.slips import ANY_SUM, ODDS, Reason, before_slip, explain_number

_LINE: Final[tuple[Field, ...]] = ("gesamt", "spielpunkte", "won", "lost")
_COUNTS: Final = ("won", "lost", "eingepasst")


def _single(footer: Footer) -> Iterator[Correction]:
    """One field with another value, the likeliest for each field."""
    places: list[tuple[int | None, Field]] = [(None, "eingepasst")]
    places += [(seat, field) for field in _LINE for seat in range(1, len(footer.feet) + 1)]
    for seat, field in places:
        if field not in footer.absent:
            corrections = sorted(_correct(footer, seat, field), key=lambda one: one.odds)
            yield from corrections[:1]


def _correct(footer: Footer, seat: int | None, field: Field) -> Iterator[Correction]:
    written: int | None = getattr(footer if seat is None else footer.feet[seat - 1], field)
    if written is None:
        return
    others = [foot for other, foot in enumerate(footer.feet, 1) if other != seat and foot.gesamt is not None]
    for right in sorted(_solve(footer, seat, field, written), key=lambda right: (abs(right - written), right)):
        made = write_field(footer, seat, field, right)
        if right == written or not adds_up(made) or not is_possible(footer, made):
            continue
        odds, reason = explain_field(footer, seat, field, written, right)
        params: list[tuple[str, int | str]] = [("field", field), ("written", written), ("right", right)]
        if seat is not None:
            params.append(("seat", seat))
        if field == "lost" and others and footer.others_bonus:
            params.append(("others", footer.others_bonus * (right - written)))
        yield Correction("correction", tuple(params), odds, made, reason)


def _solve(footer: Footer, seat: int | None, field: Field, written: int) -> Iterable[int]:
    """The one value that C1 or C2 asks for, unchecked; for a field in neither all it may have been."""
    gaps = zip(gaps_of(footer), gaps_of(write_field(footer, seat, field, written + 1)), strict=True)
    steps = [(gap, gap - moved) for gap, moved in gaps if gap != moved]  # the equations are linear
    return [written + steps[0][0] // steps[0][1]] if steps else before_slip(written)


def explain_field(footer: Footer, seat: int | None, field: Field, written: int, right: int) -> tuple[int, Reason]:
    """The smallest odds of all explanations, and the name of that one."""
    found: list[tuple[int, Reason]] = []
    rows = () if seat is None else (*footer.feet[max(seat - 2, 0) : seat - 1], *footer.feet[seat : seat + 1])
    if any(getattr(row, field) == written for row in rows):
        # Counts are small and often the same without anybody having looked at the wrong line.
        found.append((ODDS["row"] * (3 if field in _COUNTS else 1), "row"))
    diff = abs(right - written)
    if field in _COUNTS and diff <= 2:
        found.append((ODDS["count"] * diff, "count"))
    if field == "gesamt":
        factors = (footer.own_bonus, footer.others_bonus)
        carried = diff in (1, 10, 100, 1000) or any(factor and diff % factor == 0 for factor in factors)
        found.append((ODDS["sum"] if carried else ANY_SUM, "sum"))
    return min((*found, explain_number(written, right)), key=lambda one: one[0])


PROPOSERS: Final = (_single,)
