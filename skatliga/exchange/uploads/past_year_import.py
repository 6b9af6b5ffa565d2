"""Importing the final table of a year of which nothing but sums is known.

==================  ==================================================================================================
name                as „Anna Ärmel“ or „Ärmel, Anna“; or two columns: vorname, nachname
punkte              the Gesamt: whole; may be negative; or
schnitt             the average as it was published, with at most three decimals; or
wertungspunkte      points as they were awarded, likewise; or several of these
platz               as it was published; a column that is filled has to be filled in every line
abende, listen      how many; may be empty, like gewonnen and verloren
mitgliedsnummer     in the club, or in the federation; tells players of one name apart
==================  ==================================================================================================

* **D** The year is taken over whole or not at all: a table with a hole has wrong places. So one line that does not fit
  refuses the file, and every such line is named.
* **D** Who stands in the register under that number, or as the only one under that name, is that player; anybody else
  stays a name, and appears in public as guests do.
* **D** Places that were published hold. Without them Wertungspunkte decide, else averages, else the Gesamt; the club
  can choose another rule afterwards.
"""

import datetime
import re
from collections.abc import Mapping, Sequence, Set
from decimal import Decimal
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.wertung.presets import Measured, TableRule
from skatliga.exchange.uploads.columns import NAMES, Layout, UploadField, UploadLine, full_name, with_name
from skatliga.exchange.uploads.import_plan import Answers, Becomes, LineOutcome
from skatliga.people.models import Club, Membership, Player, User
from skatliga.people.names import fold
from skatliga.people.queries import members
from skatliga.years.models import YearSum
from skatliga.years.past_years import demand_free, take_over

LAYOUT: Final = Layout(
    fields=(
        *NAMES,
        UploadField("platz", gettext_lazy("Platz"), ("pl", "rang", "place", "rank")),
        UploadField("punkte", gettext_lazy("Punkte"), ("pkt", "gesamt", "gesamtpunkte", "summe", "points", "total")),
        UploadField(
            "schnitt",
            gettext_lazy("Schnitt"),
            ("durchschnitt", "mittelwert", "mittel", "oeschnitt", "avg", "average", "punkteschnitt"),
        ),
        UploadField(
            "wertungspunkte", gettext_lazy("Wertungspunkte"), ("wp", "wertpunkte", "wertung", "tabellenpunkte")
        ),
        UploadField("abende", gettext_lazy("Abende"), ("spielabende", "teilnahmen", "evenings")),
        UploadField("listen", gettext_lazy("Listen"), ("serien", "lists")),
        UploadField("gewonnen", gettext_lazy("Gewonnen"), ("gew", "siege", "gewspiele", "won")),
        UploadField("verloren", gettext_lazy("Verloren"), ("verl", "niederlagen", "verlspiele", "lost")),
        UploadField(
            "mitgliedsnummer",
            gettext_lazy("Mitglieds- oder Verbandsnummer"),
            ("mitgliedsnr", "mitgliednr", "mitglnr", "mnr", "nummer", "spielernummer", "verbandsnummer", "memberno"),
        ),
    ),
    needs=(*with_name("punkte"), *with_name("schnitt"), *with_name("wertungspunkte")),
)
MOST_POINTS: Final = 9_999_999
MOST_COUNT: Final = 9_999
THOUSANDTHS: Final = {"schnitt": "average", "wertungspunkte": "points"}
COUNTS: Final = {"abende": "evenings", "listen": "lists", "gewonnen": "won", "verloren": "lost"}
_NUMBER: Final = re.compile(r"[+-]?(?:[0-9]{1,3}(?:\.[0-9]{3})+|[0-9]{1,9})")
"""Thousands may be parted by a full stop."""
_AVERAGE: Final = re.compile(r"[+-]?[0-9]{1,7}(?:\.[0-9]{1,3}0*)?")
"""With a full stop before its decimals."""
_WHOLE: Final = re.compile(r",0+$")
"""What a spreadsheet writes behind a whole number that it shows with decimals."""


class PastYears:
    """The import of one year of a club, as its pages take it; days are texts, as they are kept with the upload."""

    layout = LAYOUT

    def __init__(self, club: Club, name: str, first_day: str, last_day: str) -> None:
        self.club, self.name = club, name
        self.first_day, self.last_day = map(datetime.date.fromisoformat, (first_day, last_day))

    def plan(self, lines: Sequence[UploadLine], answers: Answers) -> list[LineOutcome]:
        return [outcome for outcome, _result in _read(self.club, lines)]

    @transaction.atomic
    def store(self, lines: Sequence[UploadLine], answers: Answers, user: User | None) -> list[LineOutcome]:
        demand_free(self.club, self.name)
        read = _read(self.club, lines)
        outcomes = [outcome for outcome, _result in read]
        refused = [outcome for outcome in outcomes if outcome.left_out]
        if refused:
            raise ValidationError(
                [
                    _("Zeile %(line)s (%(name)s): %(why)s")
                    % {"line": outcome.line, "name": outcome.name, "why": outcome.says}
                    for outcome in refused
                ]
            )
        sums = [result for _outcome, result in read if result]
        columns = {key for line in lines for key in line.cells}
        take_over(self.club, self.name, (self.first_day, self.last_day), _rule_of(columns), sums, user)
        return outcomes


def _rule_of(columns: Set[str]) -> TableRule:
    """How a table with these columns was counted."""
    measure: Measured = "average" if "schnitt" in columns else "total"
    if "platz" in columns:
        return TableRule(worth="published", measure=measure)
    return TableRule(worth="awarded") if "wertungspunkte" in columns else TableRule(measure=measure)


class _NameRegister:
    """The members by number and by name."""

    def __init__(self, club: Club) -> None:
        self.by_name: dict[str, list[Membership]] = {}
        self.by_number: dict[str, Membership] = {}
        for member in members(club):
            self.by_name.setdefault(fold(member.player.name), []).append(member)
            for number in (member.player.federation_number, member.number):
                if number:
                    self.by_number[number] = member


def _read(club: Club, lines: Sequence[UploadLine]) -> list[tuple[LineOutcome, YearSum | None]]:
    """Every line with its result, None for one that does not fit."""
    register = _NameRegister(club)
    placed = any("platz" in line.cells for line in lines)
    measures = [name for name in ("punkte", *THOUSANDTHS) if any(name in line.cells for line in lines)] or ["punkte"]
    met: dict[tuple[int | None, str], int] = {}
    read: list[tuple[LineOutcome, YearSum | None]] = []
    for line in lines:
        name = " ".join(full_name(line.cells).split())
        try:
            result = _read_line(register, line, name, placed, measures)
            key = (result.player_id, "" if result.player_id else fold(name))
            if key in met:
                raise ValidationError(_("Steht schon in Zeile %(line)s.") % {"line": met[key]})
            met[key] = line.number
            says = _("aus dem Register") if result.player_id else _("nur als Name")
            read.append((LineOutcome(line.number, name, Becomes.NEW, says), result))
        except ValidationError as refusal:
            why = " ".join(refusal.messages)
            read.append((LineOutcome(line.number, name, Becomes.REFUSED, why), None))
    return read


def _read_line(register: _NameRegister, line: UploadLine, name: str, placed: bool, measures: Sequence[str]) -> YearSum:
    if not any(letter.isalpha() for letter in name):
        raise ValidationError(_("Es fehlt der Name."))
    if len(name) > 130:
        raise ValidationError(_("Der Name ist zu lang."))
    result = YearSum(player=_player(register, line, name), name=name)
    if "punkte" in measures:
        result.gesamt = _number(line.cells, "punkte", -MOST_POINTS, MOST_POINTS)
    for column, attribute in THOUSANDTHS.items():
        if column in measures:
            setattr(result, attribute, _thousandths(line.cells, column))
    for column, attribute in COUNTS.items():
        if column in line.cells:
            setattr(result, attribute, _number(line.cells, column, 0, MOST_COUNT))
    if placed:
        result.place = _number({"platz": line.cells.get("platz", "").removesuffix(".")}, "platz", 1, MOST_COUNT)
    return result


def _player(register: _NameRegister, line: UploadLine, name: str) -> Player | None:
    """Who of the register is meant, None for nobody."""
    if number := line.cells.get("mitgliedsnummer"):
        member = register.by_number.get(number)
        if member and fold(member.player.name) != fold(name):
            raise ValidationError(
                _("Die Spielernummer %(number)s gehört %(player)s.") % {"number": number, "player": member.player.name}
            )
        return member.player if member else None
    found = register.by_name.get(fold(name), [])
    if len(found) > 1:
        raise ValidationError(_("Im Register stehen mehrere dieses Namens. Bitte die Mitgliedsnummer angeben."))
    return found[0].player if found else None


def _number(cells: Mapping[str, str], column: str, least: int, most: int) -> int:
    text = _WHOLE.sub("", cells.get(column, "").replace(" ", ""))
    title = _title(column)
    if not text:
        raise ValidationError(_("%(column)s: Die Zelle ist leer.") % {"column": title})
    if not _NUMBER.fullmatch(text):
        raise ValidationError(_("%(column)s: „%(text)s“ ist keine ganze Zahl.") % {"column": title, "text": text[:20]})
    number = int(text.replace(".", ""))
    if not least <= number <= most:
        raise ValidationError(
            _("%(column)s: %(number)s ist nicht möglich; möglich sind %(least)s bis %(most)s.")
            % {"column": title, "number": number, "least": least, "most": most}
        )
    return number


def _thousandths(cells: Mapping[str, str], column: str) -> int:
    """A number of a line in thousandths; with a comma, or where there is none with a full stop."""
    text, title = cells.get(column, "").replace(" ", ""), _title(column)
    if not text:
        raise ValidationError(_("%(column)s: Die Zelle ist leer.") % {"column": title})
    plain = text.replace(".", "").replace(",", ".") if "," in text else text
    if not _AVERAGE.fullmatch(plain):
        raise ValidationError(
            _("%(column)s: „%(text)s“ ist keine Zahl mit höchstens drei Stellen nach dem Komma.")
            % {"column": title, "text": text[:20]}
        )
    return int(Decimal(plain) * 1000)


def _title(column: str) -> str:
    return next(str(field.title) for field in LAYOUT.fields if field.key == column)
