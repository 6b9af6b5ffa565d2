"""Write the archive of an event or a club."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from skatliga.consoles import shown
from skatliga.exchange.archive.export import ArchiveScope, count_records, scope_of_club, scope_of_event, take_out
from skatliga.exchange.management.import_base import club_of, event_of


class Command(BaseCommand):
    help = _("Schreibt das Archiv einer Veranstaltung oder eines Vereins (docs/admin/archive.md).")

    def add_arguments(self, parser: CommandParser) -> None:
        of = parser.add_mutually_exclusive_group(required=True)
        of.add_argument("--event", help=_("die Veranstaltung, wie sie in ihrer Adresse heißt"))
        of.add_argument("--club", help=_("der Verein, wie er in seiner Adresse heißt"))
        parser.add_argument("-o", "--output", type=Path, help=_("die Datei; ohne Angabe nach der Adresse benannt"))
        parser.add_argument("--progress", type=Path, help=_("Datei, in der steht, wie weit es ist"))

    def handle(
        self,
        *args: object,
        event: str | None,
        club: str | None,
        output: Path | None,
        progress: Path | None,
        **options: object,
    ) -> None:
        scope = _scope(event, club)
        path = output or Path(f"{options['event'] or options['club']}.zip")
        part = path.with_name(path.name + ".part")
        try:
            with shown(_("Datensätze"), count_records(scope), progress) as tell:
                take_out(scope, part, tell)
            part.replace(path)
        except OSError as error:
            raise CommandError(
                _("%(file)s lässt sich nicht schreiben: %(why)s") % {"file": path, "why": error.strerror}
            ) from error
        finally:
            part.unlink(missing_ok=True)
        self.stdout.write(_("Das Archiv steht in %(file)s.") % {"file": path})


def _scope(event: str | None, club: str | None) -> ArchiveScope:
    if event:
        return scope_of_event(event_of(event))
    assert club  # one of the two is demanded
    return scope_of_club(club_of(club))
