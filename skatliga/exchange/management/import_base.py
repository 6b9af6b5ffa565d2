"""What the commands that import many evenings have in common: the rules, the report, how far it is."""

import json
from argparse import RawDescriptionHelpFormatter
from collections.abc import Iterator
from pathlib import Path
from typing import NotRequired, TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table as Printed

from scoring import BOOKS
from skatliga.consoles import console_of
from skatliga.database import Json
from skatliga.events.agreements import MOST_DEALS, find_in_agreements, usual_agreements
from skatliga.events.models import Event
from skatliga.exchange.evenings.file_lines import Source, open_file
from skatliga.exchange.evenings.import_evenings import MakeParticipants, Rules, import_evenings
from skatliga.exchange.evenings.import_report import ImportReport, Summary, sum_up
from skatliga.exchange.evenings.list_file import WrittenEvening
from skatliga.exchange.evenings.name_matching import Register, keep_names, read_names
from skatliga.exchange.uploads.columns import Layout
from skatliga.exchange.uploads.import_plan import Becomes, Import, LineOutcome, said_of, store
from skatliga.exchange.uploads.upload_steps import heading_of, propose
from skatliga.exchange.workbooks.table_reader import FileTable, read
from skatliga.jobs import write_whole
from skatliga.people.models import Club, Player, User
from skatliga.statistics.services import bring_up_to_date


def club_of(slug: str) -> Club:
    """The club of this address."""
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise CommandError(_("Einen Verein „%(slug)s“ gibt es nicht.") % {"slug": slug})
    return club


def event_of(slug: str) -> Event:
    """The event of this address, with its club."""
    event = Event.objects.select_related("club").filter(slug=slug).first()
    if event is None:
        raise CommandError(_("Eine Veranstaltung „%(slug)s“ gibt es nicht.") % {"slug": slug})
    return event


def content_of(file: Path) -> bytes:
    """All that is in a file."""
    try:
        return file.read_bytes()
    except OSError as error:
        raise CommandError(
            _("%(file)s lässt sich nicht lesen: %(why)s") % {"file": file, "why": error.strerror}
        ) from error


def user_of(name: str | None) -> User | None:
    """The account of this name, `None` where none is given."""
    if name is None:
        return None
    user = User.objects.named(name)
    if user is None:
        raise CommandError(_("Ein Konto „%(name)s“ gibt es nicht.") % {"name": name})
    return user


# ---- Imports of many evenings

SHOWN = 40


class ImportOptions(TypedDict):
    """What is said on the command line."""

    club: str
    file: Path
    rulebook: str
    evaluation: str | None
    agree: list[str]
    deals: str
    target: int | None
    publish: bool
    dry_run: bool
    user: str | None
    names: Path | None
    report: Path | None
    summary: Path | None
    progress: Path | None
    language: str
    name: NotRequired[str]
    """How evenings of the server are called, and the day of records without a time."""
    date: NotRequired[str | None]


class ClubImportCommand(BaseCommand):
    """Imports the evenings of a file into a club; what kind of file it is, a subclass says."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.formatter_class = RawDescriptionHelpFormatter
        book = next(iter(BOOKS))
        parser.add_argument("club", help=_("der Verein, wie er in seiner Adresse heißt"))
        parser.add_argument("file", type=Path, help=_("die Datei"))
        parser.add_argument("--rulebook", choices=BOOKS, default=book, help=_("Regelwerk, ohne Angabe %(default)s"))
        parser.add_argument("--evaluation", help=_("Wertung, ohne Angabe die erste des Regelwerks"))
        parser.add_argument(
            *("--agree", "--vereinbart"), action="append", default=[], metavar="NAME=WERT", help=_("eine Vereinbarung")
        )
        parser.add_argument("--deals", default="48/36", help=_("Spiele am Vierertisch und am Dreiertisch, etwa 48/36"))
        parser.add_argument("--target", type=int, help=_("Punkte, bei denen eine Partie endet"))
        parser.add_argument("--publish", action="store_true", help=_("neue Veranstaltungen gleich veröffentlichen"))
        parser.add_argument("--dry-run", action="store_true", help=_("nur prüfen, nichts übernehmen"))
        parser.add_argument("--user", help=_("Benutzer, der in der Historie steht"))
        parser.add_argument(
            "--names", type=Path, help=_("Datei mit den Spalten name und spieler: wer gemeint ist; bleibt gespeichert")
        )
        parser.add_argument("--report", type=Path, help=_("Datei (CSV), in der steht, was nicht passte"))
        parser.add_argument("--summary", type=Path, help=_("Datei (JSON) mit den Zahlen des Imports"))
        parser.add_argument("--progress", type=Path, help=_("Datei, in der steht, wie viel Prozent gelesen sind"))
        parser.add_argument("--language", default="de", help=_("Sprache"))

    def handle(self, *args: object, **options: Unpack[ImportOptions]) -> None:
        with translation.override(options["language"]):
            self._import(options)

    def open(
        self, register: Register, rules: Rules, options: ImportOptions
    ) -> tuple[Source, Iterator[WrittenEvening], MakeParticipants]:
        """The file, its evenings as they are read, and who is meant by the names in it."""
        raise NotImplementedError

    def _import(self, options: ImportOptions) -> None:
        club = club_of(options["club"])
        user = user_of(options["user"])
        rules = _read_rules(options)
        console = console_of(self)
        summary = Summary(dry_run=options["dry_run"])
        try:
            names = _read_names(club, options["names"])
            source, evenings, make_participants = self.open(Register(club, names), rules, options)
        except ValidationError as refused:
            summary.remarks += refused.messages
            summary.refused_evenings = 1
            _keep(summary, options)
            raise CommandError(" ".join(refused.messages)) from refused
        if not options["dry_run"]:
            keep_names(club, names)
        summary.remarks += source.remarks
        reports = import_evenings(
            club, evenings, rules, make_participants, user, publish=options["publish"], dry_run=options["dry_run"]
        )
        with _bar(console) as bar:
            task = bar.add_task(_("Abende"), total=source.size)

            def tell(report: ImportReport) -> None:
                bar.update(task, completed=source.done, description=report.date)
                if options["progress"]:
                    write_whole(options["progress"], str(100 * source.done // source.size).encode())

            sum_up(reports, summary, options["report"], tell)
        if not options["dry_run"]:
            with console.status(_("Die Statistik wird gezählt …")):  # so that no page has to do it
                bring_up_to_date(club.events.all())
        _keep(summary, options)
        _print(summary, console)
        if not summary.good:
            raise CommandError(_("Nicht alles ließ sich übernehmen."))


def _keep(summary: Summary, options: ImportOptions) -> None:
    if options["summary"]:
        write_whole(options["summary"], json.dumps(summary.fields).encode())


def _read_names(club: Club, path: Path | None) -> dict[str, Player | None]:
    """Whom the names of a file mean, as far as one is given."""
    if path is None:
        return {}
    with open_file(path) as file:
        return read_names(file.read(), path.name, Register(club))


def _read_rules(options: ImportOptions) -> Rules:
    """The rules as the options give them; refused where the book does not know them."""
    book = BOOKS[options["rulebook"]]
    evaluation = options["evaluation"] or book.evaluations[0]
    if evaluation not in book.evaluations:
        known = ", ".join(book.evaluations)
        raise CommandError(_("Diese Wertung kennt das Regelwerk nicht; möglich sind: %(known)s.") % {"known": known})
    agreements = usual_agreements(book)
    for text in options["agree"]:
        name, _sign, value = text.partition("=")
        if not (name and value):
            raise CommandError(_("„%(text)s“ ist keine Vereinbarung; bitte wie NAME=WERT schreiben.") % {"text": text})
        agreements |= {name: _read_agreed(value)}
    if agreements.keys() != set(book.settings):
        raise CommandError(_("Diese Vereinbarungen kennt das Regelwerk nicht."))
    if found := find_in_agreements(book, agreements):
        raise CommandError(" ".join(sentence for sentences in found.values() for sentence in sentences))
    at_four, _stroke, at_three = options["deals"].partition("/")
    for deals, size in ((at_four, 4), (at_three, 3)):
        if not (deals.isdecimal() and 0 < int(deals) <= MOST_DEALS and int(deals) % size == 0):
            raise CommandError(_("Bitte ganze Runden angeben, am Vierertisch und am Dreiertisch: --deals 48/36"))
    return Rules(options["rulebook"], evaluation, agreements, int(at_four), int(at_three), options["target"])


def _read_agreed(text: str) -> Json:
    """What is agreed on, as people write it (ja, 5, a word) or as JSON."""
    if text.lower() in ("ja", "nein"):
        return text.lower() == "ja"
    try:
        return json.loads(text)
    except ValueError:
        return text


def _bar(console: Console) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), "{task.percentage:>3.0f} %", TimeElapsedColumn())
    return Progress(*columns, TimeRemainingColumn(), console=console, transient=True, disable=not console.is_terminal)


def _print(summary: Summary, console: Console) -> None:
    for remark in summary.remarks:
        console.print(remark)
    for told in summary.shown[:SHOWN]:
        line = _("Zeile %(line)s") % {"line": told.line} if told.line else ""
        row = _("Spiel %(row)s") % {"row": told.row} if told.row else ""
        rule = f"({told.rule})" if told.rule else ""
        where = ", ".join(
            part for part in (told.date, told.evening, told.label, told.place, line, row, told.became) if part
        )
        console.print(f"{where}: {told.message} {rule}".rstrip())
    if summary.told > SHOWN:
        console.print(_("… und %(number)s weitere; alle stehen in --report.") % {"number": summary.told - SHOWN})
    console.print(
        _("Abende: %(evenings)s übernommen, %(known)s schon da, %(refused)s abgelehnt.")
        % {"evenings": summary.evenings, "known": summary.known_evenings, "refused": summary.refused_evenings}
    )
    console.print(
        _(
            "Listen: %(lists)s übernommen (%(rows)s Zeilen), davon %(findings)s zu klären; %(present)s schon da;"
            " %(refused)s abgelehnt."
        )
        % {
            "lists": summary.lists,
            "rows": summary.rows,
            "findings": summary.with_findings,
            "present": summary.present,
            "refused": summary.refused,
        }
    )
    if summary.asked:
        names = sorted(summary.asked, key=lambda name: (-summary.asked[name], name))
        asked = {"number": len(names), "names": ", ".join(names[:SHOWN])}
        console.print(_("Als Gast, wenn --names nicht sagt, wer gemeint ist (%(number)s): %(names)s") % asked)
    if summary.dry_run:
        console.print(_("Das war ein Probelauf: gespeichert ist nichts."))


# ---- Imports of a table


class ImportCommand(BaseCommand):
    """Imports a table into a club; the columns are known by their headings, nobody is asked about doubtful lines."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", help=_("der Verein, wie er in seiner Adresse heißt"))
        parser.add_argument("file", type=Path, help=_("die Datei: CSV, XLSX oder ODS"))
        parser.add_argument("--sheet", default="", help=_("das Blatt der Mappe; ohne Angabe das erste"))
        parser.add_argument("--dry-run", action="store_true", help=_("nur prüfen, nichts übernehmen"))

    def import_table(self, source: Import, file: Path, sheet: str, dry_run: bool) -> None:
        """Store the table and tell what became of it; raises CommandError where something was left out."""
        console = console_of(self, soft_wrap=True)
        try:
            table = _read(file, source.layout, sheet)
            for remark in table.remarks:
                console.print(remark)
            lines = source.layout.lines(table, propose(source.layout, table, source.club))
            busy = console.status(_("%(number)s Zeilen werden übernommen …") % {"number": len(lines)})
            with busy, transaction.atomic():
                outcomes = store(source, lines, {}, None)
                transaction.set_rollback(dry_run)
        except ValidationError as refusal:
            raise CommandError("\n".join(refusal.messages)) from None
        _report(outcomes, console)
        if dry_run:
            console.print(_("Das war ein Probelauf: gespeichert ist nichts."))
        if any(each.left_out for each in outcomes):
            raise CommandError(_("Nicht alles ließ sich übernehmen."))


def _read(file: Path, layout: Layout, sheet: str) -> FileTable:
    content = content_of(file)
    table = read(content, file.name, sheet=sheet)
    heading = heading_of(layout, table)
    return read(content, file.name, sheet=sheet, heading=heading) if heading is not None else table


def _report(outcomes: list[LineOutcome], console: Console) -> None:
    """What was left out and why, and how many lines became what."""
    left_out = [each for each in outcomes if each.left_out]
    if left_out:
        table = Printed(_("Zeile"), _("Name"), _("Warum nicht"))
        for each in left_out:
            table.add_row(str(each.line), each.name, said_of(each, ()))
        console.print(table)
    count = {becomes.value: sum(each.becomes == becomes for each in outcomes) for becomes in Becomes}
    console.print(
        _(
            "Zeilen: %(new)s neu, %(changed)s geändert, %(present)s schon da, %(differs)s im Register anders,"
            " %(asked)s zu entscheiden, %(refused)s bleiben draußen."
        )
        % count
    )
