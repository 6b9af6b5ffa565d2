"""A Spielliste as it stands on paper: its head, its rows shared out on pages, its foot and remarks.

Filled and blank lists are the same document; a blank one has nothing in its cells. Nothing is valued here, and nothing
is written in HTML.

* **D** The foot is printed once every deal is there. Before that it stays empty, so that a list begun on a device can
  be finished by hand.
* **D** Reasons and notes are written for those who have a role; the public sees that a row was struck or corrected.
* **D** Remarks stand below the list one after the other, as far as rows of the least height leave room for all of them;
  otherwise all of them stand on a sheet of their own, and the list says so.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from scoring.sheet import OWN_GAME, Player
from skatliga.lists.reckoning import Entered, Frame, View, reckon
from skatliga.printing.columns import Column, key_of, left_block, values_of
from skatliga.printing.rows import Row, Rows, figures
from skatliga.rules.contents import Evaluation
from skatliga.rules.wording import title

ROOM = 216.4
"""Millimetres of a page for rows and remarks, after head, column heads and foot."""
LEAST_HEIGHT = 4.3
MOST_HEIGHT = 6.5
REMARK_HEIGHT = 3.2
REMARK_GAP = 0.4
"""Above the first line of remarks."""
REMARK_LENGTH = 125
"""Characters of a remark that fit on a line."""
NAME_LENGTH = 32
"""Letters of a name that are written in full size; longer ones become smaller the longer they are."""


@dataclass(frozen=True, slots=True)
class Place:
    """Whose column it is, as this visitor may know it."""

    seat: int
    name: str = ""
    start_number: int | None = None
    club: str = ""
    signature: str = ""

    @property
    def name_size(self) -> str:
        """How large a long name is written, so that all of it has room: a length of CSS, empty for full size."""
        return f"{(1800 / len(self.name)) ** 0.5:.2f}pt" if len(self.name) > NAME_LENGTH else ""

    @property
    def origin(self) -> str:
        """What stands below the name."""
        number = _("Nr. %(number)s") % {"number": self.start_number} if self.start_number else ""
        return " · ".join(part for part in (number, self.club) if part)


@dataclass(frozen=True, slots=True)
class Head:
    """What a list says of itself; where Serie, table or state are empty, there is a line to write on."""

    event: str = ""
    club: str = ""
    occasion: str = ""
    """Club, place and day in one line."""
    round: str = ""
    table: str = ""
    marks: tuple[str, ...] = ()
    """Why the list does not count."""
    state: str = ""
    address: str = ""
    """Where the list is opened; printed as a code."""


NO_HEAD = Head()
"""Of a list for any event."""


@dataclass(frozen=True, slots=True)
class FootLine:
    """One line of the foot, with what it comes to for every seat."""

    key: str
    label: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """A whole list, ready to be printed."""

    head: Head
    frame: Frame
    rules: str
    """By what it is played and evaluated."""
    columns: tuple[Column, ...]
    values: tuple[str, ...]
    """The columns of Spielwert, plus and minus; where the winner is credited there is no minus."""
    passes: bool
    """Whether there is a column for deals passed in."""
    places: tuple[Place, ...]
    pages: tuple[tuple[Row, ...], ...]
    counters: tuple[tuple[str, str, str], ...]
    """Spielpunkte, won and lost of every seat."""
    passed: str
    foot: tuple[FootLine, ...]
    remarks: tuple[str, ...]
    """Sentences on single rows and on the whole list."""
    remark_lines: int
    """How many lines they take."""
    key: str
    """What the letters and signs on the list mean."""

    @property
    def left_span(self) -> int:
        """How many columns stand left of the players."""
        return 1 + len(self.columns) + len(self.values)

    @property
    def place_span(self) -> int:
        """How many columns each player has."""
        return 3 if self.frame.counts_lost else 2

    @property
    def spread(self) -> str:
        """How close the columns stand: a class of `paper.css`."""
        columns = self.left_span + self.place_span * len(self.places)
        return "close" if columns > 25 else "" if columns > 22 else "wide" if columns > 16 else "vast"

    @property
    def remark(self) -> str:
        """All remarks, one after the other."""
        return " ".join(self.remarks)

    @property
    def apart(self) -> bool:
        """Whether the remarks need a sheet of their own."""
        return _remark_room(self.remark_lines) + len(self.pages[-1]) * LEAST_HEIGHT > ROOM

    @property
    def row_height(self) -> str:
        """As high as the page allows: a length of CSS."""
        room = ROOM - _remark_room(1 if self.apart else self.remark_lines)
        height = room / max(len(page) for page in self.pages)
        return f"{min(max(height, LEAST_HEIGHT), MOST_HEIGHT):.2f}mm"

    def texts(self) -> dict[str, str]:
        """What stands outside the rows in a place of its own, by the key of that place."""
        texts = {"state": self.head.state, "passed": self.passed}
        for leaf in range(1, len(self.pages) + self.apart + 1):
            texts |= {f"round-{leaf}": self.head.round, f"table-{leaf}": self.head.table}
        for leaf in range(1, len(self.pages) + 1):
            for place in self.places:
                texts |= {f"name-{leaf}-{place.seat}": place.name, f"from-{leaf}-{place.seat}": place.origin}
        for place, (points, won, lost) in zip(self.places, self.counters, strict=True):
            texts |= {f"points-{place.seat}": points, f"won-{place.seat}": won, f"lost-{place.seat}": lost}
            texts[f"signature-{place.seat}"] = place.signature
        for line in self.foot:
            texts |= {f"{line.key}-{place.seat}": text for place, text in zip(self.places, line.values, strict=True)}
        texts["remark"] = self.remark
        return {key: text for key, text in texts.items() if text}


def blank(frame: Frame, places: Sequence[Place] = (), head: Head = NO_HEAD) -> Paper:
    """The empty list of a table, with names where they are given, and with values as far as they fit on a line."""
    places = places or [Place(seat) for seat in range(1, frame.seats + 1)]
    paper = lay_out(reckon(frame, (), (), None), (), places, head=head)
    values = values_of(frame.book)
    return replace(paper, remarks=(values,), remark_lines=1) if len(values) <= REMARK_LENGTH else paper


def lay_out(
    view: View,
    entered: Sequence[Entered],
    places: Sequence[Place],
    corrected: Mapping[int, str] | None = None,
    reasons: bool = False,
    head: Head = NO_HEAD,
    note: str = "",
    substitutes: Sequence[str] = (),
) -> Paper:
    """A list as it stands: what was entered and what it came to.

    `corrected` holds the reasons of rows that were corrected after the list was closed, by their `nr`; `reasons` is
    whether these and all others are printed. `note` is the remark on the whole list, `substitutes` says who took over
    which seat.
    """
    corrected = corrected or {}
    frame = view.frame
    columns = left_block(frame.book)
    values = ("plus",) if frame.book.credits_winner else ("plus", "minus")
    passes = "eingepasst" in frame.book.ways
    writer = Rows(frame, columns, values, tuple(place.seat for place in places), passes)
    rows = [
        *(writer.filled(row, entered[: at + 1], row.nr in corrected) for at, row in enumerate(view.rows)),
        *writer.unfilled(view, entered),
    ]
    finished = view.players if view.complete else ()
    remarks = [*substitutes, *_remarks(view, entered, corrected, reasons)]
    if note:
        remarks.append(_ended(_("Vermerk: %(note)s") % {"note": " ".join(note.split())}))
    return Paper(
        head=head,
        frame=frame,
        rules=f"{title(frame.book)} · {Evaluation(frame.evaluation).label}",
        columns=columns,
        values=values,
        passes=passes,
        places=tuple(places),
        pages=tuple(share_out(rows)),
        counters=tuple(
            (figures(player.spielpunkte), str(player.won), str(player.lost) if frame.counts_lost else "")
            for player in finished
        )
        or (("", "", ""),) * len(places),
        passed=str(view.passed) if finished and passes else "",
        foot=tuple(_foot(frame, finished, _sizes(frame, entered), len(places))),
        remarks=tuple(remarks),
        remark_lines=ceil(len(" ".join(remarks)) / REMARK_LENGTH),
        key=_key(view, corrected),
    )


def share_out(rows: Sequence[Row]) -> Iterator[tuple[Row, ...]]:
    """Rows on pages of about the same length, broken between rounds where that leaves room."""
    most = int((ROOM - _remark_room(1)) / LEAST_HEIGHT)
    # A page of several ends with its round, which may need five rows more than the page's share.
    pages = 1 if len(rows) <= most else ceil(len(rows) / (most - 5))
    share = ceil(len(rows) / pages)
    page: list[Row] = []
    for row in rows:
        page.append(row)
        if row is not rows[-1] and ((len(page) >= share and row.closes_round) or len(page) == most):
            yield tuple(page)
            page = []
    yield tuple(page)


def _remark_room(lines: int) -> float:
    """Millimetres that so many lines of remarks take."""
    return REMARK_GAP + REMARK_HEIGHT * lines if lines else 0


def _foot(frame: Frame, players: Sequence[Player], sizes: Sequence[int], seats: int) -> Iterator[FootLine]:
    """The lines between Spielpunkte and signature, as the evaluation has them."""

    def line(key: str, label: str, values: list[str]) -> FootLine:
        return FootLine(key, label, tuple(values) or ("",) * seats)

    own = [OWN_GAME * (player.won - player.lost) for player in players]
    if frame.evaluation in {"seeger", "seeger-fabian"}:
        yield line("own", _("± %(bonus)s × (g − v)") % {"bonus": OWN_GAME}, [_signed(points) for points in own])
    if frame.evaluation == "seeger-fabian":
        bonus = {size: frame.book.opponents_bonus.get(size, 0) for size in sizes}
        factor = " / ".join(str(points) for points in bonus.values())
        others = [player.leistung - player.spielpunkte - points for player, points in zip(players, own, strict=True)]
        label = _("+ %(bonus)s × v der anderen") % {"bonus": factor}
        yield line("others", label, [_signed(points) for points in others])
    if frame.adds:
        result = _("Gesamtpunkte") if frame.evaluation in {"seeger", "seeger-fabian"} else frame.result_heading
        yield line("result", result, [figures(player.leistung) for player in players])


def _sizes(frame: Frame, entered: Sequence[Entered]) -> list[int]:
    """How many sat at the table, from the beginning to the end, each number once."""
    sizes = [frame.seats, *(len(row.playing) for row in entered if row.playing)]
    return list(dict.fromkeys(sizes))


def _remarks(view: View, entered: Sequence[Entered], corrected: Mapping[int, str], reasons: bool) -> Iterator[str]:
    """What must be said about single rows."""
    played = 0
    for row, was in zip(view.rows, entered, strict=False):
        words = {"number": row.number, "next": played + 1, "seat": row.declarer}
        if was.playing:
            words["seats"] = get_text_list([str(seat) for seat in was.playing], _("und"))
            yield _("Ab Spiel %(next)s spielen die Plätze %(seats)s.") % words
        if row.void:
            yield _with_reason(_("Gestrichen vor Spiel %(next)s") % words, row.reason, reasons)
        elif row.penalty:
            yield _with_reason(_("Strafe vor Spiel %(next)s, Platz %(seat)s") % words, row.reason, reasons)
        elif row.nr in corrected:
            yield _with_reason(_("Spiel %(number)s korrigiert") % words, corrected[row.nr], reasons)
        ruling = (was.deal or {}).get("reason") or row.reason
        if reasons and ruling and not (row.void or row.penalty):
            yield _with_reason(_("Spiel %(number)s") % words, ruling, reasons)
        played += bool(row.number)


def _with_reason(what: str, reason: str, reasons: bool) -> str:
    return _ended(f"{what}: {' '.join(reason.split())}" if reasons and reason else what)


def _ended(sentence: str) -> str:
    """With a full stop, if nothing else ends it."""
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."


def _key(view: View, corrected: Mapping[int, str]) -> str:
    counters = _("g gewonnen, v verloren") if view.frame.counts_lost else _("g gewonnen")
    texts = [_("• gibt"), counters, *key_of(view.frame.book)]
    if any(row.account and row.account.ueberreizt for row in view.rows):
        texts.append(_("ü überreizt"))
    if corrected:
        texts.append(_("k korrigiert"))
    return " · ".join(texts)


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"
