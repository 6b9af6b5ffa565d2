"""What became of the lists of a file: stored, known already, or refused, with everything there is to say."""

import csv
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from skatliga.database import JsonObject
from skatliga.exchange.evenings.file_lines import FileProblem
from skatliga.exports import harmless


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to be said about a list: in which line of the file, which row, at which seat, by which rule."""

    message: str
    line: int = 0
    row: int = 0
    seat: int = 0
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one list; the remarks say why it was refused, or what is left to be answered."""

    label: str
    place: str
    rows: int
    state: str
    """The state in which it is stored, empty for a list that was refused."""
    remarks: tuple[Remark, ...]
    present: bool = False
    """Whether it was stored already, just so."""

    @property
    def refused(self) -> bool:
        """Whether nothing of it is stored."""
        return not self.state


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What became of the lists of one event; with problems of the file its own, none of them was looked at."""

    outcomes: tuple[Outcome, ...]
    problems: tuple[FileProblem, ...]
    dry_run: bool
    remarks: tuple[str, ...] = ()
    """What was guessed about the file."""
    notes: tuple[FileProblem, ...] = ()
    """What was left out of the file, while the rest was looked at."""
    event: str = ""
    """The name of an evening that the file itself brings, and below its day."""
    date: str = ""
    address: str = ""
    """Where the evening is found, empty where nothing of it is stored."""
    new: bool = False
    """Whether the import has made the event."""
    members: int = 0
    """How many new participants stand in the register, and how many do not."""
    guests: int = 0
    asked: frozenset[str] = frozenset()
    """Names of which nobody has said so far whom they mean."""

    @property
    def imported(self) -> tuple[Outcome, ...]:
        """The lists that have been stored now, or would be."""
        return tuple(outcome for outcome in self.outcomes if not (outcome.refused or outcome.present))

    @property
    def present(self) -> tuple[Outcome, ...]:
        """The lists that were there already, just so."""
        return tuple(outcome for outcome in self.outcomes if outcome.present)

    @property
    def partly_known(self) -> bool:
        """Whether some of the lists were there already and others not."""
        return bool(self.present) and len(self.present) < len(self.outcomes)

    @property
    def refused(self) -> tuple[Outcome, ...]:
        """The lists of which nothing is stored."""
        return tuple(outcome for outcome in self.outcomes if outcome.refused)

    @property
    def with_findings(self) -> tuple[Outcome, ...]:
        """The stored lists that leave something to be answered."""
        return tuple(outcome for outcome in self.imported if outcome.remarks)

    @property
    def rows(self) -> int:
        """How many rows are stored."""
        return sum(outcome.rows for outcome in self.imported)

    @property
    def good(self) -> bool:
        """Whether nothing was refused."""
        return not (self.problems or self.refused)


# ---- What an import of many evenings comes to

SHOWN: Final = 200
Tell = Callable[[ImportReport], None]


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

    def add(self, report: ImportReport) -> None:
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


def sum_up(
    reports: Iterable[ImportReport], summary: Summary, file: Path | None = None, tell: Tell | None = None
) -> None:
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


def tell_all(report: ImportReport) -> Iterator[Told]:
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
