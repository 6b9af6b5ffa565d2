"""Import whole lists of one event from a file and say what does not fit."""

from argparse import RawDescriptionHelpFormatter
from collections.abc import Iterable, Sequence
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rich.console import Console
from rich.progress import track
from rich.table import Table

from skatliga.consoles import console_of
from skatliga.exchange.evenings.import_lists import import_lists
from skatliga.exchange.evenings.import_report import ImportReport, Outcome
from skatliga.exchange.evenings.list_file import WrittenList
from skatliga.exchange.management.import_base import content_of, event_of, user_of

FORMAT = gettext_lazy(
    """Die Datei: CSV, XLSX oder ODS. Die erste Zeile nennt die Spalten, gleich in welcher Reihenfolge; jede
weitere ist eine Zeile einer Liste oder der Fuß eines Platzes. Leere Spalten können fehlen.

  liste               beliebige Bezeichnung; gleiche Bezeichnung, gleiche Liste
in der ersten Zeile einer Liste:
  serie, tisch        wo sie gespielt wurde
  platz1 … platz6     wer dort saß: Name oder Startnummer
  spiele              Zahl der Spiele, wenn nicht die der Veranstaltung
  eingepasst          Zahl der eingepassten Spiele, nur ohne Zeilen
  vermerk             warum die Liste so gilt, obwohl etwas nicht aufgeht: „abgebrochen“, keine vollen Runden
in jeder Zeile eines Spiels:
  spiel               Stelle auf der Liste: 1, 2, 3 …, auch gestrichene
  kurz                Kurzschrift, zum Beispiel 143.+; oder
  alleinspieler       sein Platz, dazu das Spiel mit den Feldern des Rechenkerns: game, spitzen,
                      hand, schneider, won, bid, augen …; oder dazu nur
  wert, laufend       der Wert mit Vorzeichen und, wenn gewünscht, der laufende Stand
  strafe              Punkte, die alleinspieler jedem anderen zahlt; die Zeile ist dann kein Spiel
  am_tisch            die Plätze, die ab hier spielen, wenn jemand geht oder kommt, zum Beispiel 134
  gestrichen, grund   ja bei einer gestrichenen Zeile; warum sie gestrichen ist oder jemand Strafe zahlt
in jedem Fuß:
  platz               sein Platz
  spielpunkte, gewonnen, verloren, gesamt

Ja heißt ja, x oder 1, nein heißt nein oder 0. Eine Liste hat nur Füße oder Zeilen, auch beides.

  liste;serie;tisch;platz1;platz2;platz3;spiel;kurz;platz;spielpunkte;gewonnen;verloren;gesamt
  A;1;1;Anna;Bert;Cora;1;243.+;;;;;
  A;;;;;;2;0;;;;;
  A;;;;;;;;2;120;1;0;170

Eine Liste wird ganz übernommen oder gar nicht. Wer noch nicht teilnimmt, wird als Gast eingetragen;
eine Serie ohne Plätze wird nach der Datei gesetzt."""
)


class Command(BaseCommand):
    help = _("Übernimmt ganze Spiellisten einer Veranstaltung aus einer Datei und nennt, was nicht passt.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.epilog = str(FORMAT)
        parser.add_argument("file", type=Path, help=_("die Datei"))
        parser.add_argument("--event", required=True, help=_("die Veranstaltung, wie sie in ihrer Adresse heißt"))
        parser.add_argument("--user", help=_("Benutzer, der in der Historie steht"))
        parser.add_argument("--dry-run", action="store_true", help=_("nur prüfen, nichts übernehmen"))

    def handle(self, *args: object, file: Path, event: str, user: str | None, dry_run: bool, **options: object) -> None:
        stored, content = event_of(event), content_of(file)
        console = console_of(self)

        def show_progress(lists: Sequence[WrittenList]) -> Iterable[WrittenList]:
            return track(lists, _("Listen"), console=console, transient=True, disable=not console.is_terminal)

        report = import_lists(stored, content, user_of(user), dry_run=dry_run, track=show_progress)
        _print(report, console)
        if not report.good:
            raise CommandError(_("Nicht alles ließ sich übernehmen."))


def _print(report: ImportReport, console: Console) -> None:
    for remark in report.remarks:
        console.print(remark)
    for problem in report.problems:
        console.print(_("Zeile %(line)s der Datei: %(message)s") % {"line": problem.line, "message": problem.message})
    for heading, outcomes in (
        (_("Abgelehnt"), report.refused),
        (_("Übernommen, aber zu klären"), report.with_findings),
    ):
        if outcomes:
            console.print(_remark_table(heading, outcomes))
    counts = {
        "lists": len(report.imported),
        "rows": report.rows,
        "findings": len(report.with_findings),
        "present": len(report.present),
        "refused": len(report.refused),
    }
    console.print(
        _(
            "Listen: %(lists)s übernommen (%(rows)s Zeilen), davon %(findings)s zu klären; %(present)s schon da;"
            " %(refused)s abgelehnt."
        )
        % counts
    )
    if report.dry_run:
        console.print(_("Das war ein Probelauf: gespeichert ist nichts."))


def _remark_table(heading: str, outcomes: Iterable[Outcome]) -> Table:
    """Every remark with its list, the line of the file, row and seat, and the rule."""
    columns = (_("Liste"), _("Dateizeile"), _("Spiel"), _("Platz"), _("Hinweis"))
    table = Table(*columns, title=heading, title_justify="left")
    for outcome in outcomes:
        label = f"{outcome.label} ({outcome.place})"
        for remark in outcome.remarks:
            numbers = (str(number or "") for number in (remark.line, remark.row, remark.seat))
            rule = f" ({remark.rule})" if remark.rule else ""
            table.add_row(label, *numbers, remark.message + rule)
            label = ""
    return table
