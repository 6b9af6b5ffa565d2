"""Rankings on paper: the columns and lines of the tables on the screen, in widths that fit a sheet.

* **D** Beyond two Serien the sheet lies on its side, beyond eight the Serien have no columns: each has a ranking of its
  own. Of the best lists the first hundred are printed.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django_tables2 import Table

from scoring.standings import Result
from skatliga.events.models import Team
from skatliga.lists.queries import corrections
from skatliga.printing.fitting import Room, length
from skatliga.printing.orders import ON_THE_WALL, Order, Tell
from skatliga.printing.rolls import Column, Line, print_roll
from skatliga.printing.rows import figures
from skatliga.standings import queries, teams
from skatliga.standings.players import ListLine, list_ranking
from skatliga.standings.progress import ListResult
from skatliga.standings.tables import MARKS, ListTable, RankingTable, TeamTable

MOST_SERIEN = 8
MOST_UPRIGHT = 2
BEST_LISTS = 100
UPRIGHT, WIDE = 180.0, 267.0
"""Millimetres between the margins."""

_WIDTHS = {
    "place": 11.0,
    "start_number": 11.0,
    "lists": 11.0,
    "round": 11.0,
    "table": 11.0,
    "missing": 16.0,
    "spielpunkte": 20.0,
    "won": 9.0,
    "lost": 9.0,
    "leistung": 17.0,
}
_SERIE = 14.5
_USUAL_SHARE = 0.57
_SHARES = tuple(share / 40 for share in range(12, 31))
"""Of what figures leave, how much is for the name where there is a club as well."""
_TEXT = Room(width=0, height=0, size=10, weight=400)
"""How names and clubs are written."""
_AIR = 2.1
"""Millimetres beside a text in its column."""

Write = Callable[[Any], str]
"""Writes the text of one column."""


def print_ranking(order: Order, context: dict[str, object], tell: Tell) -> bytes:
    """The ranking of one Serie or of all, of everybody or of a class, with what was corrected."""
    event, scope = order.event, order.scope
    found = queries.ranking(event, ON_THE_WALL, scope.rounds, scope.category)
    announcements = [each for each in corrections(event, ON_THE_WALL, round=order.round) if each.changes]
    corrected = {each.revocation.sheet_id for each in announcements}
    table = RankingTable(found, event, exclude=MARKS)
    columns, narrow = _columns(table, [_name(line) for line in found.lines], [line.club for line in found.lines])

    def serie(index: int) -> Write:
        def write(line: queries.Line) -> str:
            result = line.results[index]
            if result is None:
                return ""
            mark = "? " if result.in_question else "* " if result.sheet in corrected else ""
            written = mark + figures(result.leistung)
            return f"({written})" if result.round in found.uncounted and not line.out else written

        return write

    def total(line: queries.Line) -> str:
        alone = None if table.several else line.results[0]
        return ("? " if alone and alone.in_question else "") + figures(line.leistung)

    writers = _WRITERS | {"name": _name, "leistung": total}
    writers |= {f"serie_{state.number}": serie(index) for index, state in enumerate(found.rounds)}
    context |= {
        "ranking": found,
        "announcements": announcements,
        "narrow": narrow,
        "wide": _is_wide(columns),
        "several": table.several,
    }
    return print_roll("printing/ranking.html", context, columns, list(_lines(found.lines, columns, writers)))


def print_teams(kind: Team.Kind) -> Callable[[Order, dict[str, object], Tell], bytes]:
    """What prints the ranking of the teams of a kind, with their members below each."""

    def make(order: Order, context: dict[str, object], tell: Tell) -> bytes:
        found = teams.team_ranking(order.event, ON_THE_WALL, kind, order.scope.rounds)
        table = TeamTable(found, order.event, exclude=(*MARKS, "members", "spielpunkte", "won", "lost"))
        columns, narrow = _columns(table)
        context |= {"ranking": found, "narrow": narrow, "wide": _is_wide(columns)}
        lines = [line for each in found.lines for line in _team(each, found, columns)]
        return print_roll("printing/team_ranking.html", context, columns, lines)

    return make


def print_best_lists(order: Order, context: dict[str, object], tell: Tell) -> bytes:
    """The best lists of an event."""
    found = list_ranking(order.event, ON_THE_WALL, order.scope.rounds)
    first = found.lines[:BEST_LISTS]
    table = ListTable(found, order.event, exclude=MARKS)
    columns, _narrow = _columns(table, [line.name for line in first], [line.club for line in first])

    def write(field: str) -> Write:
        return lambda line: _known(getattr(line.result, field), str)

    def total(line: ListLine) -> str:
        return ("? " if line.result.in_question else "") + figures(line.result.leistung)

    writers = _WRITERS | {field: write(field) for field in ("round", "table", "won", "lost")}
    writers |= {"spielpunkte": lambda line: _known(line.result.spielpunkte, figures), "leistung": total}
    context |= {"ranking": found, "most": BEST_LISTS, "more": len(found.lines) > BEST_LISTS}
    lines = list(_lines(first, columns, writers))
    return print_roll("printing/best_lists.html", context, columns, lines)


def _name(line: queries.Line) -> str:
    """The name, and why the line may look odd."""
    gone = _("zurückgetreten") if line.withdrawn else ""
    out = _("ausgeschieden") if line.out else ""
    notes = ", ".join(note for note in (gone, out) if note)
    return f"{line.name} ({notes})" if notes else line.name


def _known(value: int | None, write: Callable[[int], str]) -> str:
    """A figure, blank where it is not known."""
    return "" if value is None else write(value)


_WRITERS: dict[str, Write] = {
    "place": lambda line: str(line.place),
    "start_number": lambda line: str(line.start_number),
    "name": lambda line: line.name,
    "club": lambda line: line.club,
    "lists": lambda line: str(line.lists),
    "spielpunkte": lambda line: _known(line.spielpunkte, figures),
    "won": lambda line: _known(line.won, str),
    "lost": lambda line: _known(line.lost, str),
}


def _lines(found: Sequence[object], columns: Sequence[Column], writers: dict[str, Write]) -> Iterator[Line]:
    for line in found:
        yield Line(tuple(writers[column.key](line) for column in columns))


def _team(line: teams.TeamLine, found: teams.TeamRanking, columns: Sequence[Column]) -> Iterator[Line]:
    """A team, and below it what its members brought."""

    def written(results: Sequence[ListResult | Result | None]) -> dict[str, str]:
        return {f"serie_{state.number}": _points(result) for state, result in zip(found.rounds, results, strict=True)}

    own = {"place": str(line.place), "name": line.name, "lists": str(line.lists), "missing": str(line.missing)}
    own |= written(line.results) | {"leistung": figures(line.leistung)}
    yield Line(tuple(own[column.key] for column in columns), "strong", closes=not line.members)
    for member in line.members:
        results = [result for result in member.results if result]
        texts = {"name": f"{member.start_number} {member.name}", "lists": str(len(results))}
        texts |= written(member.results)
        if results:
            texts["leistung"] = figures(sum(result.leistung for result in results))
        yield Line(tuple(texts.get(column.key, "") for column in columns), "member", closes=member is line.members[-1])


def _points(result: ListResult | Result | None) -> str:
    if result is None:
        return ""
    doubtful = isinstance(result, ListResult) and result.in_question
    return ("? " if doubtful else "") + figures(result.leistung)


def _columns(table: Table, names: Sequence[str] = (), clubs: Sequence[str] = ()) -> tuple[list[Column], bool]:
    """The columns of a table as wide as a sheet allows, and whether it allows none for the Serien."""
    headings = {column.name: str(column.header) for column in table.columns}
    headings |= {
        name: heading
        for name, heading in (("won", pgettext("Spielliste", "g")), ("lost", pgettext("Spielliste", "v")))
        if name in headings
    }
    serien = [name for name in headings if name.startswith("serie_")]
    narrow = len(serien) > MOST_SERIEN
    if narrow:
        headings = {name: heading for name, heading in headings.items() if name not in serien}
    room = WIDE if MOST_UPRIGHT < len(serien) <= MOST_SERIEN else UPRIGHT
    left = room - sum(_WIDTHS.get(name, _SERIE) for name in headings if name not in ("name", "club"))
    share = _name_share(left, names, clubs) if "club" in headings else 1
    shares = {"name": share * left, "club": (1 - share) * left}
    return [_column(name, heading, shares) for name, heading in headings.items()], narrow


def _name_share(left: float, names: Sequence[str], clubs: Sequence[str]) -> float:
    """How much of these millimetres is for the name, so that as few as can be need a second line."""
    needed = [(length(name, _TEXT) + _AIR, length(club, _TEXT) + _AIR) for name, club in zip(names, clubs, strict=True)]

    def broken(share: float) -> int:
        return sum(name > share * left or club > (1 - share) * left for name, club in needed)

    return min(_SHARES, key=lambda share: (broken(share), abs(share - _USUAL_SHARE)))


def _column(name: str, heading: str, shares: dict[str, float]) -> Column:
    if name in shares:
        return Column(name, heading, shares[name], "text")
    kind = "figure strong" if name in ("place", "leistung") else "figure"
    return Column(name, heading, _WIDTHS.get(name, _SERIE), kind)


def _is_wide(columns: Sequence[Column]) -> bool:
    """Whether the sheet lies on its side."""
    return sum(column.width for column in columns) > UPRIGHT + 1
