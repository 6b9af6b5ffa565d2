"""What a photograph said becomes rows of a list, once a person has looked: by the ordinary services, as if typed."""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db.models import Count
from django.utils.translation import gettext as _

from scoring.foot_check import PaperFoot
from skatliga.database import JsonObject
from skatliga.events.models import Round, Table
from skatliga.history import demand
from skatliga.lists.evaluation import Entered, View, reckon
from skatliga.lists.models import Row, Sheet
from skatliga.lists.paper_codes import code_digits, sheet_digits, table_digits
from skatliga.lists.queries import frame_of, paper_feet
from skatliga.lists.services import ENTERING, Change, carry_out, columns_of, demand_room, save, write_feet
from skatliga.lists.sheet_page import tell
from skatliga.people.models import User


class RoundTables:
    """The tables of a Serie by what the codes on their paper say; read once for all photographs of a job."""

    def __init__(self, round: Round) -> None:
        tables = {table.pk: table for table in round.tables.all()}
        sheets = Sheet.objects.live().filter(table__in=tables).annotate(entered=Count("rows"))
        self._by_code = {table_digits(pk): table for pk, table in tables.items()}
        self._by_sheet: dict[str, Table] = {}
        self.begun: set[int] = set()
        """Tables whose list has rows already."""
        for sheet in sheets:
            table = tables[sheet.table_id]
            self._by_code[sheet_digits(sheet.pk)] = self._by_sheet[str(sheet.pk)] = table
            if sheet.kind == Sheet.Kind.MAIN and sheet.entered:
                self.begun.add(table.pk)

    def of_code(self, code: str) -> Table | None:
        """The table on whose paper a code stands; None for a code of something else, or none."""
        return self._by_code.get(code_digits(code))

    def of_sheet(self, pk: str) -> Table | None:
        """The table of a list."""
        return self._by_sheet.get(pk)


def rows_of_answer(rows: Sequence[JsonObject]) -> list[Entered]:
    """The rows of a reading as they are entered: the deal where the left block says it, otherwise the score.

    **D** A row whose total on paper does not follow is taken over with its score; the foot then shows the difference.
    """
    entered: list[Entered] = []
    for row in rows:
        number = len(entered) + 1
        if row["state"] == "passed":
            entered.append(Entered(number, deal={"game": "eingepasst"}))
        elif row["state"] == "played":
            deal = row["deal"]
            score = None if deal else row["score"]
            entered.append(Entered(number, row["declarer"], deal=deal, score=score))
    return entered


def feet_of_answer(feet: Sequence[JsonObject]) -> list[PaperFoot | None]:
    """The feet of a reading; None for a seat of which something is missing."""
    names = ("points", "won", "lost", "result")
    return [
        None
        if foot["points"] is None or foot["won"] is None or foot["lost"] is None
        else PaperFoot(*(foot[name] for name in names))
        for foot in feet
    ]


def take_over(
    sheet: Sheet, rows: Sequence[Entered], feet: Sequence[PaperFoot | None], user: User, revision: int
) -> View:
    """Enter all rows and the foot of an empty list in one change; refused with every finding."""
    reason = _("vom Foto gelesen, geprüft von %(name)s") % {"name": user.name}
    change = Change(revision, user, reason)

    def make(stored: Sheet) -> None:
        demand(stored.state in ENTERING, _("Diese Liste ist geschlossen; ändern kann sie nur die Spielleitung."))
        demand(
            not stored.rows.exists(),
            _("Diese Liste hat schon Zeilen. Bitte diese zuerst zurücknehmen oder von Hand weitertippen."),
        )
        demand(bool(rows), _("Auf diesem Foto ist keine Zeile, die sich übernehmen ließe."))
        view = reckon(frame_of(stored), rows, paper_feet(stored), None)
        found = [tell(finding, row.number) for row in view.rows for finding in row.findings]
        if found:
            raise ValidationError(found)
        demand_room(view)
        for row in rows:
            save(Row(sheet=stored, **columns_of(row)), user, reason)
        if all(feet):
            write_feet(stored, feet, None, change)

    return carry_out(sheet.pk, change, make)
