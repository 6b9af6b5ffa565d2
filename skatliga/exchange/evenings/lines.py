"""One line of a file of lists: its columns, and what stands in them. What the columns mean says `lists`."""

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, get_args, get_type_hints

from django.utils.translation import gettext as _

from scoring import BOOKS, Deal, Misread, RuleBook, parse
from scoring.deal import DEFAULTS, FIELDS
from scoring.faults import Foot
from scoring.wire import deal_fields
from skatliga.lists.reckoning import Entered, OnlyGesamt
from skatliga.rules.wording import sentence, title
from skatliga.shapes import Json, JsonObject

EVENING: Final = ("veranstaltung", "datum", "ort")
SEATS: Final = tuple(f"platz{seat}" for seat in range(1, 7))
HEAD: Final = ("serie", "tisch", *SEATS, "spiele", "eingepasst", "vermerk")
ROW: Final = ("spiel", "kurz", "alleinspieler", "wert", "laufend", "strafe", "am_tisch", "gestrichen", "grund")
FOOT: Final = ("platz", "spielpunkte", "gewonnen", "verloren", "gesamt")
SETTINGS: Final = frozenset(name for book in BOOKS.values() for name in book.settings)
"""Fields that a table agrees on for a whole event; they are the event's, never the file's."""
DEAL: Final = tuple(name for name in FIELDS if name not in SETTINGS)
COLUMNS: Final = ("liste", *HEAD, *ROW, *FOOT, *DEAL)

TRUTH: Final = {
    **dict.fromkeys(("ja", "x", "1", "wahr", "true"), True),
    **dict.fromkeys(("nein", "0", "falsch", "false"), False),
}
MOST: Final = 9_999
"""Whatever is counted: more is a slip of the hand."""
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,6}")
_DAY: Final = re.compile(r"(?P<day>[0-9]{1,2})\.(?P<month>[0-9]{1,2})\.(?P<year>[0-9]{4})")
_HINTS: Final = get_type_hints(Deal)


@dataclass(frozen=True, slots=True)
class Problem:
    """What could not be read; ``line`` is that of the file, ``row`` that of the list, 0 where there is none."""

    line: int
    message: str
    row: int = 0


class Unreadable(Exception):
    """A cell, or a line, that cannot be understood."""


@dataclass(slots=True)
class Line:
    """One line of the file by columns, without its empty cells."""

    number: int
    cells: dict[str, str]

    def integer(self, column: str) -> int | None:
        """The number in a column, `None` where it is empty."""
        text = self.cells.get(column)
        if text is None:
            return None
        if not _NUMBER.fullmatch(text):
            raise Unreadable(_("%(column)s: „%(text)s“ ist keine ganze Zahl.") % {"column": column, "text": text})
        return int(text)

    def count(self, column: str, least: int = 0, most: int = MOST) -> int | None:
        """The number in a column that counts something."""
        number = self.integer(column)
        if number is not None and not least <= number <= most:
            raise Unreadable(
                _("%(column)s: %(number)s ist nicht möglich; möglich sind %(least)s bis %(most)s.")
                % {"column": column, "number": number, "least": least, "most": most}
            )
        return number

    def truth(self, column: str) -> bool:
        """Whether a column says yes."""
        text = self.cells[column]
        if text.lower() not in TRUTH:
            raise Unreadable(
                _("%(column)s: „%(text)s“ ist nicht zu verstehen; bitte ja oder nein schreiben.")
                % {"column": column, "text": text}
            )
        return TRUTH[text.lower()]

    def day(self, column: str) -> datetime.date:
        """The day in a column, written 2026-05-31 or 31.5.2026."""
        text = self.cells.get(column, "")
        german = _DAY.fullmatch(text)
        try:
            if german:
                return datetime.date(*(int(german[part]) for part in ("year", "month", "day")))
            return datetime.date.fromisoformat(text)
        except ValueError:
            raise Unreadable(
                _("%(column)s: „%(text)s“ ist kein Tag; bitte wie 31.05.2026 oder 2026-05-31 schreiben.")
                % {"column": column, "text": text[:40]}
            ) from None


def read_row(line: Line, number: int, book: RuleBook) -> Entered:
    """One row in the way in which it is written; what it is worth, and whether it can be, says the engine."""
    ways = [name for name in ("kurz", "wert", "strafe") if name in line.cells]
    deal = [name for name in DEAL if name in line.cells]
    if len(ways) + bool(deal) > 1:
        names = ", ".join([*ways, *deal])
        raise Unreadable(_("Bitte das Spiel auf eine Weise angeben, nicht auf mehrere: %(names)s.") % {"names": names})
    struck = "gestrichen" in line.cells and line.truth("gestrichen")
    row = Entered(
        nr=number,
        running=line.integer("laufend"),
        playing=_read_seats(line),
        void=struck,
        reason=line.cells.get("grund", ""),
    )
    if "kurz" not in line.cells:
        declarer = line.count("alleinspieler") or 0
        fields = _read_deal(line, deal) if deal else None
        score, penalty = line.integer("wert"), line.count("strafe") or 0
        return replace(row, declarer=declarer, deal=fields, score=score, penalty=penalty)
    if "alleinspieler" in line.cells:
        raise Unreadable(_("Wer gespielt hat, steht schon in kurz; bitte alleinspieler frei lassen."))
    if not book.notation:
        raise Unreadable(_("Das Regelwerk %(book)s hat keine Kurzschrift.") % {"book": title(book)})
    entry = parse(line.cells["kurz"], book)
    if isinstance(entry, Misread):
        raise Unreadable(_("kurz „%(text)s“: %(why)s") % {"text": line.cells["kurz"], "why": sentence(entry)})
    return replace(row, declarer=entry.seat, deal=deal_fields(entry.deal))


def read_foot(line: Line) -> Foot | OnlyGesamt:
    """The foot of one seat, or its Gesamt alone."""
    points, won, lost = line.integer("spielpunkte"), line.count("gewonnen"), line.count("verloren")
    gesamt = line.integer("gesamt")
    if gesamt is not None and points is won is lost is None:
        return OnlyGesamt(gesamt)
    if points is None or won is None or lost is None:
        raise Unreadable(_("Zu einem Fuß gehören spielpunkte, gewonnen und verloren, oder gesamt allein."))
    return Foot(points, won, lost, gesamt)


def _read_seats(line: Line) -> tuple[int, ...] | None:
    """Who plays from this row on; None where nothing changes."""
    seats = line.cells.get("am_tisch", "")
    if seats.strip("123456"):
        raise Unreadable(_("In am_tisch stehen nur Plätze, zum Beispiel 134, nicht „%(text)s“.") % {"text": seats})
    return tuple(sorted({int(seat) for seat in seats})) or None


def _read_deal(line: Line, columns: Sequence[str]) -> JsonObject:
    """The fields of a deal in the engine's JSON form, as far as they say more than an empty column."""
    fields = {name: _read_field(line, name) for name in columns}
    return {name: value for name, value in fields.items() if value != DEFAULTS.get(name)}


def _read_field(line: Line, name: str) -> Json:
    hint = _HINTS[name]
    kinds = (hint, *get_args(hint))
    text = line.cells[name]
    if name == "replacement":
        game, _space, spitzen = text.partition(" ")
        return {"game": game, "spitzen": Line(line.number, {name: spitzen.strip()}).integer(name)}
    if name == "schenken":
        return text.split()
    if name == "losers":
        return [Line(line.number, {name: seat}).integer(name) for seat in text.split()]
    if bool in kinds:
        return line.truth(name)
    return line.integer(name) if int in kinds else text
