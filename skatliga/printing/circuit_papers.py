"""The table of a Turnierserie on paper, laid out like the ranking of an event.

* **D** It is for those who hold a role in one of its clubs: the public has the page and its files. Names are the public
  ones, as on the page.
* **D** Who is under the minimum stands below the others in the same columns, with what lacks. A tournament has a column
  as long as there is room (`ranking_papers.MOST_SERIEN`), headed by its number in the list below.
"""

from django.utils import timezone
from django.utils.translation import gettext as _

from skatliga.circuits.models import Circuit
from skatliga.circuits.queries import clubs_in, played
from skatliga.circuits.standing import CircuitLine, circuit_table
from skatliga.circuits.tables import CircuitStandingTable
from skatliga.printing.long_tables import PaperColumn, PaperLine, print_roll
from skatliga.printing.ranking_papers import SERIEN, Write, is_wide, ranking_columns
from skatliga.printing.sheet_rows import figures


def circuit_filename(circuit: Circuit) -> str:
    """What the paper is called where it is kept."""
    return f"turnierserie-{circuit.slug}.pdf"


def print_circuit(circuit: Circuit) -> bytes:
    """The table of a Turnierserie."""
    found = circuit_table(played(circuit))
    shown = CircuitStandingTable(found, found.lines, exclude=("shortfall",))
    names = [_name(line) for line in found.lines]
    columns, narrow = ranking_columns(shown, names, [line.person.club for line in found.lines])
    columns = [column._replace(heading=_heading(column)) for column in columns]
    lines = [_line(line, columns) for line in found.placed]
    if found.below:
        heading = {"name": _("Noch unter der Mindestzahl")}
        lines.append(PaperLine(tuple(heading.get(column.key, "") for column in columns), "heading", closes=False))
        lines += [_line(line, columns) for line in found.below]
    context = {
        "title": circuit.name,
        "circuit": circuit,
        "clubs": clubs_in(circuit),
        "table": found,
        "narrow": narrow,
        "wide": is_wide(columns),
        "now": timezone.now(),
    }
    return print_roll("printing/circuit.html", context, columns, lines)


def _heading(column: PaperColumn) -> str:
    return column.key.removeprefix(SERIEN[1]) if column.key.startswith(SERIEN) else column.heading


def _name(line: CircuitLine) -> str:
    if not line.shortfall:
        return line.person.name
    return f"{line.person.name} ({_('fehlt: %(lacking)s') % {'lacking': line.shortfall}})"


def _line(line: CircuitLine, columns: list[PaperColumn]) -> PaperLine:
    texts = _TEXTS | {f"{SERIEN[1]}{number}": _cell(number) for number in line.cells}
    return PaperLine(tuple(texts[column.key](line) if column.key in texts else "" for column in columns))


def _cell(number: int) -> Write:
    """What a tournament brought, in brackets where it does not count."""

    def write(line: CircuitLine) -> str:
        cell = line.cells[number]
        return figures(cell.value) if cell.counts else f"({figures(cell.value)})"

    return write


_TEXTS: dict[str, Write] = {
    "place": lambda line: str(line.place or "–"),
    "name": _name,
    "club": lambda line: line.person.club,
    "stops": lambda line: str(line.stops),
    "value": lambda line: figures(line.value),
    "qualified": lambda line: _("ja") if line.qualified else "",
}
