"""A Spielliste as it stands on paper: its head, its rows shared out on pages, its foot and remarks.

Filled and blank lists are the same document; a blank one has nothing in its cells. Nothing is valued here, and nothing
is written in HTML.

* **D** The foot is printed once every deal is there. Before that it stays empty, so that a list begun on a device can
  be finished by hand.
* **D** Reasons and notes are written for those who have a role; the public sees that a row was struck or corrected.
* **D** Remarks stand below the list one after the other, if the line there is for them is enough; otherwise all of them
  stand on a sheet of their own, and the list says so.
* **D** Only lists with a row for each of their deals carry the marks by which a photograph is read; where a row was
  struck or a penalty stands between them, rows are lower. The large edition and matches have none either.
* **D** A page after the first begins with the figures of the one before (Übertrag), once all deals before it are there.
* **D** The control line adds up the foot another way: the Gesamt of all is the Spielpunkte of all, 50 for every deal
  won more than lost, and for every lost deal the bonus of all others. Where somebody came or left in between, the bonus
  is one figure. With payments the sum is 0; Spielpunkte alone have nothing to check.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import ceil, floor

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from scoring.sheet import OWN_GAME, ScorePlayer
from skatliga.lists.evaluation import AnyPlayer, Entered, Frame, View, reckon
from skatliga.printing.fitting import FittedText, Room, fit
from skatliga.printing.formats import LARGE, NORMAL, REMARK_LINES, TICKED, Edition, Format
from skatliga.printing.sheet_rows import PaperRow, RowWriter, SheetColumn, figures, key_of, left_block, values_of
from skatliga.printing.tick_block import can_be_ticked, tick_block
from skatliga.reading.layouts import CORNERS, LAYOUT, TICK_LAYOUT, mark_pattern
from skatliga.rules.books import Evaluation
from skatliga.rules.wording import title

CODE_ROOM, ROUND_ROOM = 29.4, 18.0
"""Of the code in the head, of Serie and Tisch each, in millimetres."""


@dataclass(frozen=True, slots=True)
class PaperPlace:
    """Whose column it is, as this visitor may know it."""

    seat: int
    name: str = ""
    start_number: int | None = None
    club: str = ""
    signature: str = ""

    @property
    def unnamed(self) -> bool:
        """Whether nobody is known to sit there, and there is a line for the name."""
        return not (self.name or self.origin)

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
    """Where the list is opened; printed as a code, with the page behind it."""


NO_HEAD = Head()
"""Of a list for any event."""

Figures = tuple[str, str, str]
"""Spielpunkte, won and lost of one seat."""


@dataclass(frozen=True, slots=True)
class Carried:
    """What a page takes over from the one before."""

    counters: tuple[Figures, ...]
    """By seat."""
    passed: str = ""


@dataclass(frozen=True, slots=True)
class ControlPart:
    """A figure of the control line, and what stands before it."""

    label: str
    figure: str


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
    columns: tuple[SheetColumn, ...]
    values: tuple[str, ...]
    """The columns of Spielwert, plus and minus; where the winner is credited there is no minus."""
    passes: bool
    """Whether there is a column for deals passed in."""
    places: tuple[PaperPlace, ...]
    pages: tuple[tuple[PaperRow, ...], ...]
    format: Format
    carried: tuple[Carried, ...]
    """Of every page but the first."""
    counters: tuple[Figures, ...]
    passed: str
    foot: tuple[FootLine, ...]
    control: tuple[ControlPart, ...]
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
    def remark(self) -> str:
        """All remarks, one after the other."""
        return " ".join(self.remarks)

    @property
    def apart(self) -> bool:
        """Whether the remarks need a sheet of their own."""
        return self.remark_lines > REMARK_LINES

    @property
    def marked(self) -> bool:
        """Whether it carries the marks of its layout: all lists of this kind have their cells in the same places."""
        frame = self.frame
        return self.format.edition is not LARGE and not frame.target and sum(self._rows) == frame.deals

    @property
    def marks(self) -> Mapping[str, tuple[str, ...]]:
        """The marks, by corner."""
        return {corner: mark_pattern(self.layout, corner) for corner in CORNERS} if self.marked else {}

    @property
    def layout(self) -> int:
        """Which of the layouts that can be photographed it has, where it is marked."""
        return TICK_LAYOUT if self.format.edition is TICKED else LAYOUT

    @property
    def row_height(self) -> str:
        """As high as the pages allow: a length of CSS."""
        height = self.format.row_height(self._rows)
        return f"{floor(height * 100) / 100:.2f}mm"

    @property
    def _rows(self) -> list[int]:
        """How many rows each page has."""
        return [sum(len(row.joined) or 1 for row in page) for page in self.pages]

    @property
    def title_room(self) -> Room:
        """For the name of the event."""
        edition = self.format.edition
        return Room(self._head_width, edition.title, 14.0, face="serif", least=edition.least_size)

    @property
    def occasion_room(self) -> Room:
        """For the lines below it."""
        return self.format.plain_room(self._head_width, self.format.edition.occasion, 8.5, pitch=1.2)

    @property
    def key_room(self) -> Room:
        """For what the letters mean."""
        height = 7.2 if self.format.edition is LARGE else 2.7
        return self.format.plain_room(self._head_width, height, 6.5, pitch=1.1)

    @property
    def _head_width(self) -> float:
        return self.format.width - CODE_ROOM - ROUND_ROOM * (2 + (len(self.pages) > 1)) - 3

    def texts(self) -> dict[str, str | FittedText]:
        """What stands outside the rows in a place of its own, by the key of that place."""
        texts: dict[str, str | FittedText | None] = {"state": self.head.state, "passed": self.passed}
        for leaf in range(1, len(self.pages) + self.apart + 1):
            texts |= {f"round-{leaf}": self.head.round, f"table-{leaf}": self.head.table}
        for leaf in range(1, len(self.pages) + 1):
            for place in self.places:
                texts |= {f"name-{leaf}-{place.seat}": place.name, f"from-{leaf}-{place.seat}": self.origin_of(place)}
        for place, (points, won, lost) in zip(self.places, self.counters, strict=True):
            texts |= {f"points-{place.seat}": points, f"won-{place.seat}": won, f"lost-{place.seat}": lost}
            texts[f"signature-{place.seat}"] = place.signature
        for line in self.foot:
            texts |= {f"{line.key}-{place.seat}": text for place, text in zip(self.places, line.values, strict=True)}
        for leaf, carried in enumerate(self.carried, 2):
            texts[f"carried-{leaf}-passed"] = carried.passed
            for place, (points, won, lost) in zip(self.places, carried.counters, strict=True):
                texts |= {f"carried-{leaf}-points-{place.seat}": points, f"carried-{leaf}-won-{place.seat}": won}
                texts[f"carried-{leaf}-lost-{place.seat}"] = lost
        texts |= {f"control-{at}": part.figure for at, part in enumerate(self.control, 1)}
        texts["remark"] = self.remark
        form = self.format
        rooms = {"name": form.name_room, "signature": form.signature_room, "state": form.state_room}
        return {
            key: fit(text, room) if isinstance(text, str) and (room := rooms.get(key.partition("-")[0])) else text
            for key, text in texts.items()
            if text
        }

    def origin_of(self, place: PaperPlace) -> FittedText | None:
        """What stands below a name, in the room that the name leaves."""
        room = self.format.club_room(fit(place.name, self.format.name_room))
        return fit(place.origin, room) if place.origin else None


def blank(frame: Frame, places: Sequence[PaperPlace] = (), head: Head = NO_HEAD, edition: Edition = NORMAL) -> Paper:
    """The empty list of a table, with names where they are given, and with values as far as they fit on a line."""
    places = places or [PaperPlace(seat) for seat in range(1, frame.seats + 1)]
    if edition is TICKED and not can_be_ticked(frame.book, frame.seats):
        edition = NORMAL
    paper = lay_out(reckon(frame, (), (), None), (), places, head=head, edition=edition)
    if edition is TICKED:
        return replace(
            paper, remarks=(_("Ankreuzen, was zutrifft. Ein falsches Kreuz ganz schwärzen."),), remark_lines=1
        )
    values = values_of(frame.book)
    return replace(paper, remarks=(values,), remark_lines=1) if len(values) <= paper.format.remark_length else paper


def lay_out(
    view: View,
    entered: Sequence[Entered],
    places: Sequence[PaperPlace],
    corrected: Mapping[int, str] | None = None,
    reasons: bool = False,
    head: Head = NO_HEAD,
    note: str = "",
    substitutes: Sequence[str] = (),
    edition: Edition = NORMAL,
) -> Paper:
    """A list as it stands: what was entered and what it came to.

    `corrected` holds the reasons of rows that were corrected after the list was closed, by their `nr`; `reasons` is
    whether these and all others are printed. `note` is the remark on the whole list, `substitutes` says who took over
    which seat.
    """
    corrected = corrected or {}
    frame = view.frame
    ticked = edition is TICKED
    columns = tick_block(frame.seats) if ticked else left_block(frame.book)
    values = () if ticked else ("plus",) if frame.book.credits_winner else ("plus", "minus")
    passes = "eingepasst" in frame.book.ways
    writer = RowWriter(frame, columns, values, tuple(place.seat for place in places), passes)
    rows = [
        *(writer.filled(row, entered[: at + 1], row.nr in corrected) for at, row in enumerate(view.rows)),
        *writer.unfilled(view, entered),
    ]
    finished = view.players if view.complete else ()
    known = view.known_players if view.complete else ()
    sizes = _sizes(frame, entered)
    foot = tuple(_foot(frame, finished, sizes, len(places)))
    control = tuple(_control(frame, known, sizes))
    form = Format(edition, _kinds(frame, columns, values, passes))
    shared = form.share_out([row.closes_round for row in rows])
    ends = list(accumulate(shared))
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
        pages=tuple(tuple(rows[end - count : end]) for count, end in zip(shared, ends, strict=True)),
        format=form,
        carried=tuple(_carried(frame, entered, end, len(places), passes) for end in ends[:-1]),
        counters=_counters(frame, known, len(places)),
        passed=str(view.passed) if known and passes else "",
        foot=foot,
        control=control,
        remarks=tuple(remarks),
        remark_lines=ceil(len(" ".join(remarks)) / form.remark_length),
        key=_key(view, corrected, bool(control)),
    )


def _kinds(frame: Frame, columns: Sequence[SheetColumn], values: Sequence[str], passes: bool) -> tuple[str, ...]:
    """The kinds of all columns, from the left."""
    each = ("points", "counter", "counter") if frame.counts_lost else ("points", "counter")
    left = ("nr", *(column.kind for column in columns), *("value",) * len(values))
    return (*left, *each * frame.seats, *("passed",) * passes)


def _counters(frame: Frame, players: Sequence[ScorePlayer], seats: int) -> tuple[Figures, ...]:
    """Where everybody stands; empty where that is not known."""
    return (
        tuple(
            (figures(player.spielpunkte), str(player.won), str(player.lost) if frame.counts_lost else "")
            for player in players
        )
        or (("", "", ""),) * seats
    )


def _carried(frame: Frame, entered: Sequence[Entered], rows: int, seats: int, passes: bool) -> Carried:
    """Where everybody stands after so many rows, if they are all there."""
    if len(entered) < rows:
        return Carried((("", "", ""),) * seats)
    view = reckon(frame, entered[:rows], (), None)
    return Carried(_counters(frame, view.known_players, seats), str(view.passed) if passes else "")


def _control(frame: Frame, players: Sequence[ScorePlayer], sizes: Sequence[int]) -> Iterator[ControlPart]:
    """What the results of all must come to."""

    def part(label: str, figure: int) -> ControlPart:
        return ControlPart(label, figures(figure) if players else "")

    total = sum(player.leistung for player in players)
    if frame.evaluation == "payment":
        yield part(_("Kontrolle: Alle Bezahlungen zusammen sind 0:"), total)
    if frame.evaluation not in {"seeger", "seeger-fabian"}:
        return
    points, won, lost = (sum(getattr(player, name) for player in players) for name in ("spielpunkte", "won", "lost"))
    yield part(_("Kontrolle: Σ Gesamtpunkte"), total)
    yield part(_("= Σ Spielpunkte"), points)
    yield part(_("+ %(bonus)s × (Σ g") % {"bonus": OWN_GAME}, won)
    yield part(_("− Σ v"), lost)
    if frame.evaluation == "seeger":
        return
    if len(sizes) == 1:
        yield part(_(") + %(bonus)s × Σ v") % {"bonus": _bonus_of_all(frame, sizes[0])}, lost)
    else:
        yield part(_(") + Bonus"), total - points - OWN_GAME * (won - lost))


def _bonus_of_all(frame: Frame, size: int) -> int:
    """What a lost deal brings all others at the table together."""
    return (size - 1) * frame.book.opponents_bonus.get(size, 0)


def _foot(frame: Frame, players: Sequence[AnyPlayer], sizes: Sequence[int], seats: int) -> Iterator[FootLine]:
    """The lines between Spielpunkte and signature, as the evaluation has them."""

    def line(key: str, label: str, values: list[str]) -> FootLine:
        return FootLine(key, label, tuple(values) or ("",) * seats)

    known = [player for player in players if isinstance(player, ScorePlayer)]
    if len(known) < len(players):
        yield line("result", _("Gesamtpunkte"), [figures(player.leistung) for player in players])
        return
    own = [OWN_GAME * (player.won - player.lost) for player in known]
    if frame.evaluation in {"seeger", "seeger-fabian"}:
        yield line("own", _("± %(bonus)s × (g − v)") % {"bonus": OWN_GAME}, [_signed(points) for points in own])
    if frame.evaluation == "seeger-fabian":
        bonus = {size: frame.book.opponents_bonus.get(size, 0) for size in sizes}
        factor = " / ".join(str(points) for points in bonus.values())
        others = [player.leistung - player.spielpunkte - points for player, points in zip(known, own, strict=True)]
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
        words: dict[str, object] = {"number": row.number, "next": played + 1, "seat": row.declarer}
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


def _key(view: View, corrected: Mapping[int, str], controlled: bool) -> str:
    frame = view.frame
    counters = _("g gewonnen, v verloren") if frame.counts_lost else _("g gewonnen")
    texts = [_("• gibt"), counters, *key_of(frame.book)]
    if controlled:
        texts.append(_("Σ alle zusammen"))
    if frame.evaluation == "seeger-fabian":
        words = {"all": _bonus_of_all(frame, frame.seats), "others": frame.seats - 1, "bonus": frame.factor}
        texts.append(_("%(all)s = %(others)s andere × %(bonus)s") % words)
    if any(row.account and row.account.ueberreizt for row in view.rows):
        texts.append(_("ü überreizt"))
    if corrected:
        texts.append(_("k korrigiert"))
    return " · ".join(texts)


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"
