"""What an import of many evenings comes to: a few numbers, and a file with everything that did not fit.

The file is written while the import goes on, so that a file with nothing but mistakes needs no more memory than a good
one. Only the first lines of it are kept at hand, for a page.
"""

import csv
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from skatliga.exchange.evenings.reports import Outcome, Report
from skatliga.shapes import JsonObject
from skatliga.spreadsheets import harmless

SHOWN: Final = 200
Tell = Callable[[Report], None]


class Told(NamedTuple):
    """One line of what did not fit, as texts; a number is empty where there is none."""

    evening: str
    date: str
    label: str
    place: str
    line: str
    row: str
    seat: str
    became: str
    message: str
    rule: str


@dataclass(slots=True)
class Summary:
    """The numbers of an import."""

    dry_run: bool = False
    evenings: int = 0
    """Evenings of which something has been stored, and how many of them are new."""
    new_evenings: int = 0
    known_evenings: int = 0
    """Evenings that were there already, with all their lists."""
    refused_evenings: int = 0
    lists: int = 0
    rows: int = 0
    with_findings: int = 0
    present: int = 0
    refused: int = 0
    left_out: int = 0
    """Lines of the file that belong to no list, while the rest was looked at."""
    members: int = 0
    guests: int = 0
    told: int = 0
    """How many lines the file of what did not fit has."""
    asked: dict[str, int] = field(default_factory=dict)
    """Names of which nobody has said whom they mean, with how many evenings they stand in."""
    remarks: list[str] = field(default_factory=list)
    """What was guessed about the file."""
    shown: list[Told] = field(default_factory=list)
    """The first of the lines."""

    @property
    def good(self) -> bool:
        """Whether nothing was refused."""
        return not (self.refused or self.refused_evenings or self.left_out)

    @property
    def fields(self) -> JsonObject:
        """In a form in which it can be kept."""
        return asdict(self)

    def add(self, report: Report) -> None:
        """Count one more evening."""
        self.evenings += bool(report.imported)
        self.new_evenings += bool(report.imported and report.new)
        self.known_evenings += bool(report.present and report.good and not report.imported)
        self.refused_evenings += bool(report.problems)
        self.lists += len(report.imported)
        self.rows += report.rows
        self.with_findings += len(report.with_findings)
        self.present += len(report.present)
        self.refused += len(report.refused)
        self.left_out += len(report.notes)
        for name in report.asked:
            self.asked[name] = self.asked.get(name, 0) + 1
        if report.imported:
            self.members += report.members
            self.guests += report.guests


def read_summary(fields: JsonObject) -> Summary:
    """The summary that was kept (`Summary.fields`)."""
    return Summary(**{**fields, "shown": [Told(*told) for told in fields["shown"]]})


def sum_up(reports: Iterable[Report], summary: Summary, file: Path | None = None, tell: Tell | None = None) -> None:
    """Carry an import out, evening by evening, counting in ``summary`` and writing to ``file`` what did not fit."""
    part = file.with_name(f"{file.name}.part") if file else None
    stream = part.open("w", newline="", encoding="utf-8-sig") if part else None
    lines = csv.writer(stream, delimiter=";") if stream else None
    try:
        if lines:
            lines.writerow(heading())
        for report in reports:
            summary.add(report)
            for told in tell_all(report):
                summary.told += 1
                if len(summary.shown) < SHOWN:
                    summary.shown.append(told)
                if lines:
                    lines.writerow(map(harmless, told))
            if tell:
                tell(report)
    finally:
        if stream:
            stream.close()
    if part and file:
        part.replace(file)


def heading() -> list[str]:
    """What stands over the columns of `Told`."""
    return [
        *(_("Veranstaltung"), _("Datum"), _("Liste"), _("gespielt"), _("Zeile der Datei"), _("Spiel"), _("Platz")),
        *(_("wurde"), _("Hinweis"), _("Regel")),
    ]


def tell_all(report: Report) -> Iterator[Told]:
    """Everything that did not fit of one evening; of one that was there in part what became of every list."""
    evening = (report.event, report.date)
    for problem in report.problems:
        row = str(problem.row or "")
        yield Told(*evening, "", "", str(problem.line or ""), row, "", _("abgelehnt"), problem.message, "")
    for note in report.notes:
        yield Told(*evening, "", "", str(note.line), "", "", _("ausgelassen"), note.message, "")
    for outcome in report.outcomes:
        if not outcome.remarks and report.partly_known:
            yield Told(*evening, outcome.label, outcome.place, "", "", "", _became(outcome), "", "")
        for remark in outcome.remarks:
            line, row, seat = (str(number or "") for number in (remark.line, remark.row, remark.seat))
            became = _became(outcome)
            yield Told(*evening, outcome.label, outcome.place, line, row, seat, became, remark.message, remark.rule)


def _became(outcome: Outcome) -> str:
    if outcome.present:
        return _("gibt es schon")
    return _("abgelehnt") if outcome.refused else _("neu")
