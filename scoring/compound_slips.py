"""Slips of the hand that touch several fields of a foot at once.

Each kind proposes the feet from which it could have made the written one, with its odds: one in so many.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations, permutations
from typing import Final

from scoring.foot_check import Bounds, Field, Footer, PaperFoot, compute_gesamt
from scoring.proposed import FIELDS, Correction, Feet, gaps_of, propose, write_field
from scoring.slips import ODDS, before_slip, explain_number

_NEIGHBOURS: Final = frozenset({frozenset({0, 3}), frozenset({1, 2})})  # two sums, two counts: easily exchanged

# One in so many, by the slip that touches several fields.
EXCHANGED: Final = 2  # two like fields of a line, two like columns
CONFUSED: Final = 8  # two unlike ones
IN_LINES: Final = 6  # two like fields in some lines
BETWEEN_SEATS: Final = 3
SLIPPED: Final = 5  # a line typed one field off
SLIPPED_ODDLY: Final = 50  # with a number that comes from nowhere
LOOSE: Final = 20  # where Gesamt is nothing but the points, every field off fits by chance
MOVED: Final = 12  # a deal counted in a neighbouring column
SIGNS: Final = 4

# --- Fields, seats, columns exchanged -----------------------------------------------------------------------------


def _exchanged_fields(footer: Footer) -> Iterator[Correction]:
    """The numbers of one line in another order."""
    for seat, foot in enumerate(footer.feet, 1):
        for order in permutations(range(4)):
            moved = [at for at, other in enumerate(order) if at != other]
            feet = (*footer.feet[: seat - 1], PaperFoot(*(foot[at] for at in order)), *footer.feet[seat:])  # type: ignore[arg-type]
            if len(moved) == 2:
                odds = EXCHANGED if frozenset(moved) in _NEIGHBOURS else CONFUSED
                fields = ("field", FIELDS[moved[0]]), ("second_field", FIELDS[moved[1]])
                yield from propose(footer, feet, odds, "exchanged_fields", ("seat", seat), *fields)
            elif moved:
                yield from propose(footer, feet, CONFUSED * 2, "exchanged_line", ("seat", seat))


def _exchanged_in_lines(footer: Footer) -> Iterator[Correction]:
    """Two like fields exchanged in several lines, but not in all."""
    seats = range(1, len(footer.feet) + 1)
    for size in range(2, len(seats)):
        for lines in combinations(seats, size):
            for one, other, order in ((0, 3, (3, 1, 2, 0)), (1, 2, (0, 2, 1, 3))):
                feet = list(footer.feet)
                for seat in lines:
                    feet[seat - 1] = PaperFoot(*(footer.feet[seat - 1][at] for at in order))  # type: ignore[arg-type]
                fields = ("field", FIELDS[one]), ("second_field", FIELDS[other])
                written = ", ".join(map(str, lines))
                yield from propose(footer, feet, IN_LINES, "exchanged_in_lines", *fields, ("seats", written))


def _exchanged_seats(footer: Footer) -> Iterator[Correction]:
    """Some numbers of two lines exchanged; all of them at once satisfy every identity and cannot be found."""
    for one, other in combinations(range(len(footer.feet)), 2):
        near = int(other - one > 1)
        for size in (1, 2, 3):
            for fields in combinations(range(4), size):
                feet = list(footer.feet)
                first, second = list(feet[one]), list(feet[other])
                for at in fields:
                    first[at], second[at] = second[at], first[at]
                feet[one], feet[other] = PaperFoot(*first), PaperFoot(*second)  # type: ignore[arg-type]
                names = " ".join(FIELDS[at] for at in fields)
                odds = (BETWEEN_SEATS, 2 * CONFUSED, 8 * CONFUSED)[size - 1] + near
                params = ("fields", names), ("first", one + 1), ("second", other + 1)
                yield from propose(footer, feet, odds, "exchanged_seats", *params)


def _exchanged_columns(footer: Footer) -> Iterator[Correction]:
    """Two columns exchanged, all typed in the order of another paper, or one column in another order of seats."""
    columns = list(zip(*footer.feet, strict=True))
    for order in permutations(range(4)):
        moved = [at for at, other in enumerate(order) if at != other]
        feet = _lines(columns[at] for at in order)
        if len(moved) == 2:
            odds = EXCHANGED if frozenset(moved) in _NEIGHBOURS else CONFUSED
            fields = ("field", FIELDS[moved[0]]), ("second_field", FIELDS[moved[1]])
            yield from propose(footer, feet, odds, "exchanged_columns", *fields)
        elif moved:
            yield from propose(footer, feet, CONFUSED, "exchanged_order")
    for at, column in enumerate(columns):
        for order in _orders(len(column)):
            changed = columns[:]
            changed[at] = tuple(column[seat] for seat in order)
            yield from propose(footer, _lines(changed), CONFUSED, "exchanged_column", ("field", FIELDS[at]))


def _lines(columns: Iterable[tuple[int | None, ...]]) -> Feet:
    return tuple(PaperFoot(*line) for line in zip(*columns, strict=True))


def _orders(size: int) -> Iterable[tuple[int, ...]]:
    """Orders in which a column may have been typed: every one at a small table, else moved on by some seats."""
    seats = tuple(range(size))
    return permutations(seats) if size <= 4 else (seats[at:] + seats[:at] for at in range(1, size))


# --- One field off ------------------------------------------------------------------------------------------------


def _slipped(footer: Footer) -> Iterator[Correction]:
    """From some field on everything typed one field too late or too early, along the lines or the columns."""
    size = len(footer.feet)
    if all(foot.gesamt is None for foot in footer.feet):
        return  # nothing holds the numbers of a line together
    by_line = [(seat, at) for seat in range(size) for at in range(4)]
    for places, length in ((by_line, 4), (sorted(by_line, key=lambda place: place[1]), size)):
        if footer.eingepasst is not None:
            places, offset = [(-1, 0), *places], 1
        else:
            offset = 0
        written = [footer.eingepasst if seat < 0 else footer.feet[seat][at] for seat, at in places]
        ends = {len(places) - 1, *range(offset + length - 1, len(places), length)}
        for start in range(len(places)):
            for end in sorted(end for end in ends if end > start):
                for missing, drop in ((end, start), (start, end)):
                    values: list[int | None] = [*written[:drop], *written[drop + 1 :]]
                    values.insert(missing, None)
                    yield from _fill(footer, places, values, missing, written[drop], written, drop)


def _fill(
    footer: Footer,
    places: list[tuple[int, int]],
    values: list[int | None],
    missing: int,
    dropped: int | None,
    written: list[int | None],
    drop: int,
) -> Iterator[Correction]:
    """The foot in which one field is not known, with the value that the equations ask for."""
    lines: list[list[int | None]] = [[None] * 4 for _ in footer.feet]
    eingepasst = footer.eingepasst
    for (seat, at), value in zip(places, values, strict=True):
        if seat < 0:
            eingepasst = value
        else:
            lines[seat][at] = value
    seat, at = places[missing]
    most = footer.deals
    counts = [line[column] for line in lines for column in (1, 2)] + [eingepasst or 0]
    if any(count is not None and not 0 <= count <= most for count in counts):
        return
    if seat < 0:
        eingepasst = 0
    else:
        lines[seat][at] = 0
    if any(value is None for line in lines for value in line[:3]):
        return
    made = replace(footer, feet=tuple(PaperFoot(*line) for line in lines), eingepasst=eingepasst)  # type: ignore[arg-type]
    field: Field = "eingepasst" if seat < 0 else FIELDS[at]
    place = None if seat < 0 else seat + 1
    solved = _solve_missing(made, place, field)
    if solved is None:
        return
    known = {None, solved, *written[max(drop - 1, 0) : drop], *written[drop + 1 : drop + 2]}
    odds = SLIPPED if dropped in known else 2 * SLIPPED if dropped == 0 else SLIPPED_ODDLY
    odds *= 1 if footer.own_bonus and all(foot.gesamt is not None for foot in made.feet) else LOOSE
    whole = write_field(made, place, field, solved)
    seat, at = places[min(missing, drop)]
    params: list[tuple[str, int | str]] = [("field", "eingepasst")] if seat < 0 else [("field", FIELDS[at])]
    if seat >= 0:
        params.append(("seat", seat + 1))
    passed = replace(footer, eingepasst=whole.eingepasst)
    yield from propose(passed, whole.feet, odds, "slipped", *params)


def _solve_missing(footer: Footer, seat: int | None, field: Field) -> int | None:
    """The value of a field that is 0 so far, where the equations say it; each must say the same."""
    gaps = zip(gaps_of(footer), gaps_of(write_field(footer, seat, field, 1)), strict=True)
    found: int | None = None
    for gap, moved in gaps:
        if gap == moved:
            if gap:
                return None
            continue
        value, over = divmod(gap, gap - moved)
        if over or found not in (None, value):
            return None
        found = value
    return found


# --- Counts -------------------------------------------------------------------------------------------------------


def _counted(footer: Footer) -> Iterator[Correction]:
    """A count that was wrong on the paper already, with all or some of what was reckoned from it.

    Where only some was reckoned from it the number of all deals must say so too, or too much would fit.
    """
    own, other = footer.own_bonus, footer.others_bonus
    for seat, foot in enumerate(footer.feet, 1):
        if foot.gesamt is None:
            continue
        for more in (-1, 1, -2, 2):
            odds = ODDS["count"] * abs(more)
            won = _reckoned(footer, {seat: foot._replace(won=foot.won + more)}, {seat: own * more})
            yield from _propose_count(footer, won, odds, seat, "won", foot.won, more)
            changed = {seat: foot._replace(lost=foot.lost + more)}
            to_others = {each: other * more for each in range(1, len(footer.feet) + 1) if each != seat}
            ways = [(1, {seat: -own * more, **to_others})]
            if footer.eingepasst is not None:
                ways += [(2, {seat: -own * more}), (2, to_others)]
            for times, gesamt in ways:
                lost = _reckoned(footer, changed, gesamt)
                yield from _propose_count(footer, lost, odds * times, seat, "lost", foot.lost, more)


def _propose_count(
    footer: Footer, feet: Iterable[PaperFoot], odds: int, seat: int, field: Field, written: int, more: int
) -> Iterator[Correction]:
    params = ("field", field), ("seat", seat), ("written", written), ("right", written + more)
    yield from propose(footer, feet, odds, "counted", *params)


def _reckoned(footer: Footer, lines: Mapping[int, PaperFoot], gesamt: Mapping[int, int]) -> Iterator[PaperFoot]:
    """The feet with these lines, and so much more in each Gesamt that is written."""
    for seat, foot in enumerate(footer.feet, 1):
        line = lines.get(seat, foot)
        yield line if line.gesamt is None else line._replace(gesamt=line.gesamt + gesamt.get(seat, 0))


def _moved(footer: Footer) -> Iterator[Correction]:
    """A deal in a neighbouring column: of the other count, or of another player; each Gesamt is right."""
    places = [(seat, field) for seat in range(1, len(footer.feet) + 1) for field in ("won", "lost")]
    for (seat, field), (second, second_field) in permutations(places, 2):
        if seat != second and field != second_field:
            continue
        lines = dict(enumerate(footer.feet, 1))
        lines[seat] = lines[seat]._replace(**{field: getattr(lines[seat], field) - 1})
        lines[second] = lines[second]._replace(**{second_field: getattr(lines[second], second_field) + 1})
        params = ("field", field), ("seat", seat), ("second_field", second_field), ("second", second)
        yield from propose(footer, lines.values(), MOVED, "moved", *params)


# --- Signs --------------------------------------------------------------------------------------------------------


def _signs(footer: Footer) -> Iterator[Correction]:
    """Minus forgotten or typed by habit: in several fields, one line after the other."""
    changed: list[PaperFoot] = []
    for foot, computed in zip(footer.feet, compute_gesamt(footer), strict=True):
        p, gesamt = foot.spielpunkte, foot.gesamt
        least, most = _reach(footer.bounds, foot)
        if gesamt is None or footer.paying:
            changed.append(foot if least <= p <= most else foot._replace(spielpunkte=-p))
            continue
        rest = computed - p
        choices = [(p, gesamt), (p, -gesamt), (-p, gesamt), (-p, -gesamt)]
        fitting = [pair for pair in choices if pair[0] + rest == pair[1] and least <= pair[0] <= most]
        if not fitting:
            return
        changed.append(foot._replace(spielpunkte=fitting[0][0], gesamt=fitting[0][1]))
    yield from propose(footer, changed, SIGNS, "signs")


def _reach(bounds: Bounds, foot: PaperFoot) -> tuple[int, int]:
    """The least and most points that so many games can bring."""
    won_least, won_most, lost_least, lost_most = bounds
    return won_least * foot.won - lost_most * foot.lost, won_most * foot.won - lost_least * foot.lost


def _points(footer: Footer) -> Iterator[Correction]:
    """Points wrong on the paper already, and the Gesamt reckoned from them: seen where no games bring so much."""
    for seat, (foot, computed) in enumerate(zip(footer.feet, compute_gesamt(footer), strict=True), 1):
        least, most = _reach(footer.bounds, foot)
        if foot.gesamt is None or foot.gesamt != computed or footer.paying or least <= foot.spielpunkte <= most:
            continue
        for right in sorted(before_slip(foot.spielpunkte), key=lambda right: (abs(right - foot.spielpunkte), right)):
            odds, _ = explain_number(foot.spielpunkte, right)
            line = foot._replace(spielpunkte=right, gesamt=foot.gesamt + right - foot.spielpunkte)
            feet = (*footer.feet[: seat - 1], line, *footer.feet[seat:])
            more = right - foot.spielpunkte
            yield from _propose_count(footer, feet, odds * SIGNS, seat, "spielpunkte", foot.spielpunkte, more)


PROPOSERS: Final = (
    _exchanged_fields, _exchanged_in_lines, _exchanged_seats, _exchanged_columns, _slipped, _counted, _moved, _signs,
    _points,
)  # fmt: skip
