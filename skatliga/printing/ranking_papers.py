"""Rankings and the Siegerliste on paper, made from the same rankings and prizes as the pages.

* **D** Beyond two Serien, and where names had no room, the sheet lies on its side; beyond eight the Serien have no
  columns: each has a ranking of its own. Of the best lists the first hundred are printed.
* **D** All who may read the event may read the Siegerliste as soon as a list counts. Where nobody gets a prize, the
  first three are named; of Serien and lists the best one, of teams the first three.
* **D** Amounts are printed once the prizes are fixed; before that only for those who direct the event, as a proposal.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django_tables2 import Table

from skatliga.desk.prizes import PrizeTable, Winner, prize_list
from skatliga.events.models import Event, Team
from skatliga.formatting import format_points, write_euros
from skatliga.lists.models import Sheet
from skatliga.lists.queries import corrections
from skatliga.printing.fitting import Room, length
from skatliga.printing.long_tables import PaperColumn, PaperLine, print_roll
from skatliga.printing.print_request import ON_THE_WALL, PrintRequest, Tell
from skatliga.printing.sheet_rows import figures
from skatliga.standings import rankings
from skatliga.standings.player_pages import PlayerListLine, list_ranking
from skatliga.standings.ranking_source import Best, ListResult
from skatliga.standings.rankings import Ranking, ranking
from skatliga.standings.tables import MARKS, EventListTable, RankingTable, TeamTable
from skatliga.standings.team_rankings import TeamLine, TeamRanking, TeamSerie, team_ranking
from skatliga.wertung.wording import heading_of

MOST_SERIEN = 8
MOST_UPRIGHT = 2
BEST_LISTS = 100
UPRIGHT, WIDE = 180.0, 267.0
"""Millimetres between the margins."""
LEAST_FOR_NAMES = 50.0
"""Millimetres for name and club."""

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
    "points": 25.0,
    "stops": 15.0,
    "value": 25.0,
    "qualified": 20.0,
}
_SERIE = 14.5
SERIEN = ("serie_", "stop_")
"""What the columns of Serien and of tournaments begin with."""
_USUAL_SHARE = 0.57
_SHARES = tuple(share / 40 for share in range(12, 31))
"""Of what figures leave, how much is for the name where there is a club as well."""
_TEXT = Room(width=0, height=0, size=10, weight=400)
"""How names and clubs are written."""
_AIR = 2.1
"""Millimetres beside a text in its column."""

Write = Callable[[Any], str]
"""Writes the text of one column."""


def print_ranking(order: PrintRequest, context: dict[str, object], tell: Tell) -> bytes:
    """The ranking of one Serie or of all, of everybody or of a class, with what was corrected."""
    event, scope = order.event, order.scope
    found = scope.ranking(event, ON_THE_WALL)
    announcements = [each for each in corrections(event, ON_THE_WALL, round=scope.round) if each.changes]
    corrected = {each.revocation.sheet_id for each in announcements}
    table = RankingTable(found, event, exclude=MARKS)
    columns, narrow = ranking_columns(table, [_name(line) for line in found.lines], [line.club for line in found.lines])

    def serie(index: int) -> Write:
        def write(line: rankings.RankingLine) -> str:
            result = line.results[index]
            if result is None:
                return ""
            mark = "? " if result.in_question else "* " if result.sheet in corrected else ""
            written = mark + figures(result.leistung)
            unused = result.round in found.uncounted and not line.out
            return f"({written})" if unused or result.round in line.unused else written

        return write

    def total(line: rankings.RankingLine) -> str:
        alone = None if table.several else line.results[0]
        return ("? " if alone and alone.in_question else "") + figures(line.leistung)

    writers = _WRITERS | {"name": _name, "leistung": total}
    writers |= {f"serie_{state.number}": serie(index) for index, state in enumerate(found.rounds)}
    context |= {
        "ranking": found,
        "announcements": announcements,
        "narrow": narrow,
        "wide": is_wide(columns),
        "several": table.several,
    }
    return print_roll("printing/ranking.html", context, columns, list(_lines(found.lines, columns, writers)))


def print_teams(kind: Team.Kind) -> Callable[[PrintRequest, dict[str, object], Tell], bytes]:
    """What prints the ranking of the teams of a kind, with their members below each."""

    def make(order: PrintRequest, context: dict[str, object], tell: Tell) -> bytes:
        found = order.scope.team_ranking(order.event, ON_THE_WALL, kind)
        table = TeamTable(found, order.event, exclude=(*MARKS, "members", "spielpunkte", "won", "lost"))
        columns, narrow = ranking_columns(table)
        context |= {"ranking": found, "narrow": narrow, "wide": is_wide(columns)}
        lines = [line for each in found.lines for line in _team(each, found, columns)]
        return print_roll("printing/team_ranking.html", context, columns, lines)

    return make


def print_best_lists(order: PrintRequest, context: dict[str, object], tell: Tell) -> bytes:
    """The best lists of an event."""
    found = list_ranking(order.event, ON_THE_WALL, order.scope.rounds)
    first = found.lines[:BEST_LISTS]
    table = EventListTable(found, order.event, exclude=MARKS)
    columns, _narrow = ranking_columns(table, [line.name for line in first], [line.club for line in first])

    def write(field: str) -> Write:
        return lambda line: _known(getattr(line.result, field), str)

    def total(line: PlayerListLine) -> str:
        return ("? " if line.result.in_question else "") + figures(line.result.leistung)

    writers = _WRITERS | {field: write(field) for field in ("round", "table", "won", "lost")}
    writers |= {"spielpunkte": lambda line: _known(line.result.spielpunkte, figures), "leistung": total}
    context |= {"ranking": found, "most": BEST_LISTS, "more": len(found.lines) > BEST_LISTS}
    lines = list(_lines(first, columns, writers))
    return print_roll("printing/best_lists.html", context, columns, lines)


def _name(line: rankings.RankingLine) -> str:
    """The name, and why the line may look odd."""
    gone = _("zurückgetreten") if line.withdrawn else ""
    out = _("ausgeschieden") if line.out else ""
    notes = ", ".join(note for note in (gone, out) if note)
    return f"{line.name} ({notes})" if notes else line.name


def _known(value: object, write: Write) -> str:
    """A figure, blank where it is not known."""
    return "" if value is None else write(value)


_WRITERS: dict[str, Write] = {
    "points": lambda line: _known(line.points, format_points),
    "place": lambda line: str(line.place),
    "start_number": lambda line: str(line.start_number),
    "name": lambda line: line.name,
    "club": lambda line: line.club,
    "lists": lambda line: str(line.lists),
    "spielpunkte": lambda line: _known(line.spielpunkte, figures),
    "won": lambda line: _known(line.won, str),
    "lost": lambda line: _known(line.lost, str),
}


def _lines(found: Sequence[object], columns: Sequence[PaperColumn], writers: dict[str, Write]) -> Iterator[PaperLine]:
    for line in found:
        yield PaperLine(tuple(writers[column.key](line) for column in columns))


def _team(line: TeamLine, found: TeamRanking, columns: Sequence[PaperColumn]) -> Iterator[PaperLine]:
    """A team, and below it what its members brought."""

    def written(results: Sequence[ListResult | TeamSerie | None]) -> dict[str, str]:
        return {f"serie_{state.number}": _points(result) for state, result in zip(found.rounds, results, strict=True)}

    own = {"place": str(line.place), "name": line.name, "lists": str(line.lists), "missing": str(line.missing)}
    own |= written(line.results) | {
        "leistung": figures(line.leistung),
        "points": _known(line.points, format_points),
    }
    yield PaperLine(tuple(own[column.key] for column in columns), "strong", closes=not line.members)
    for member in line.members:
        results = [result for result in member.results if result]
        texts = {"name": f"{member.start_number} {member.name}", "lists": str(len(results))}
        texts |= written(member.results)
        if results:
            texts["leistung"] = figures(sum(result.leistung for result in results))
        yield PaperLine(
            tuple(texts.get(column.key, "") for column in columns), "member", closes=member is line.members[-1]
        )


def _points(result: ListResult | TeamSerie | None) -> str:
    if result is None:
        return ""
    doubtful = isinstance(result, ListResult) and result.in_question
    return ("? " if doubtful else "") + figures(result.leistung)


def ranking_columns(
    table: Table, names: Sequence[str] = (), clubs: Sequence[str] = ()
) -> tuple[list[PaperColumn], bool]:
    """The columns of a table as wide as a sheet allows, and whether it allows none for the Serien."""
    headings = {column.name: str(column.header) for column in table.columns}
    headings |= {
        name: heading
        for name, heading in (("won", pgettext("Spielliste", "g")), ("lost", pgettext("Spielliste", "v")))
        if name in headings
    }
    serien = [name for name in headings if name.startswith(SERIEN)]
    narrow = len(serien) > MOST_SERIEN
    if narrow:
        headings = {name: heading for name, heading in headings.items() if name not in serien}
    taken = sum(_WIDTHS.get(name, _SERIE) for name in headings if name not in ("name", "club"))
    lies = MOST_UPRIGHT < len(serien) <= MOST_SERIEN or UPRIGHT - taken < LEAST_FOR_NAMES
    left = (WIDE if lies else UPRIGHT) - taken
    share = _name_share(left, names, clubs) if "club" in headings else 1
    shares = {"name": share * left, "club": (1 - share) * left}
    return [_column(name, heading, shares) for name, heading in headings.items()], narrow


def _name_share(left: float, names: Sequence[str], clubs: Sequence[str]) -> float:
    """How much of these millimetres is for the name, so that as few as can be need a second line."""
    needed = [(length(name, _TEXT) + _AIR, length(club, _TEXT) + _AIR) for name, club in zip(names, clubs, strict=True)]

    def broken(share: float) -> int:
        return sum(name > share * left or club > (1 - share) * left for name, club in needed)

    return min(_SHARES, key=lambda share: (broken(share), abs(share - _USUAL_SHARE)))


def _column(name: str, heading: str, shares: dict[str, float]) -> PaperColumn:
    if name in shares:
        return PaperColumn(name, heading, shares[name], "text")
    kind = "figure strong" if name in ("place", "leistung", "points", "value") else "figure"
    return PaperColumn(name, heading, _WIDTHS.get(name, _SERIE), kind)


def is_wide(columns: Sequence[PaperColumn]) -> bool:
    """Whether the sheet lies on its side."""
    return sum(column.width for column in columns) > UPRIGHT + 1


NAMED = 3
"""The places that are named where there are no prizes."""


def count_winner_sheets(order: PrintRequest) -> int:
    """One as soon as a list counts."""
    return int(Sheet.objects.counting().filter(table__round__event=order.event).exists())


def print_winners(order: PrintRequest, context: dict[str, object], tell: Tell) -> bytes:
    """The Siegerliste of an event."""
    event, role = order.event, order.role
    prizes = prize_list(event, ON_THE_WALL)
    money = bool(prizes.awards.prizes or prizes.awards.series_prizes or prizes.pot.jackpot)
    money = money and (prizes.fixed or bool(role and role.directs))
    found = ranking(event, ON_THE_WALL)
    lines = [*_total(prizes, found, money), *_series(prizes, found, money), *_teams(order, money)]
    lines += _grand_ouverts(prizes, money)
    context |= {"ranking": found, "prizes": prizes, "money": money}
    return print_roll("printing/winners.html", context, _winner_columns(_heading_of(found, event), money), lines)


def _heading_of(found: Ranking, event: Event) -> str:
    """What stands above what decides."""
    if found.rule.awards_points or found.rule.measure == "average":
        return heading_of(found.rule, ())
    return event.result_heading


def _winner_columns(result: str, money: bool) -> list[PaperColumn]:
    prize = [PaperColumn("prize", _("Preis"), 25.0, "figure strong")] if money else []
    room = UPRIGHT - 11 - 11 - 20 - 25 * money
    return [
        PaperColumn("place", pgettext("Rangliste", "Platz"), 11.0, "figure strong"),
        PaperColumn("start_number", _("Nr."), 11.0),
        PaperColumn("name", _("Name"), 0.6 * room, "text"),
        PaperColumn("club", _("Verein"), 0.4 * room, "text"),
        PaperColumn("points", result, 20.0),
        *prize,
    ]


def _total(prizes: PrizeTable, found: Ranking, money: bool) -> Iterator[PaperLine]:
    """Who has won a prize of the whole event, or is among the first."""
    yield _heading(_("Gesamtwertung"), money)
    if money and prizes.winners:
        yield from _winners(prizes.winners)
        return
    for line in found.lines:
        if line.place <= NAMED and not line.out:
            yield _line(money, str(line.place), str(line.start_number), line.name, line.club, figures(line.value))


def _series(prizes: PrizeTable, found: Ranking, money: bool) -> Iterator[PaperLine]:
    """Who has won each Serie, and the best list of all."""
    won = {each.number: each for each in prizes.series if money and each.winners}
    clubs = {line.start_number: line.club for line in found.lines}
    if len(found.rounds) == 1 and not won:
        return
    for state in found.begun:
        name = _("Serie %(number)s") % {"number": state.number}
        yield _heading(name if state.settled else f"{name} ({_('vorläufig')})", money)
        if state.number in won:
            yield from _winners(won[state.number].winners)
        else:
            yield from _best(state.winners, clubs, money)
    if len(found.rounds) > 1 and found.best_lists:
        yield _heading(_("Beste Liste"), money)
        yield from _best(found.best_lists, clubs, money)


def _teams(order: PrintRequest, money: bool) -> Iterator[PaperLine]:
    """The first teams of every kind that takes part."""
    known = set(order.event.teams.values_list("kind", flat=True))
    for kind in (kind for kind in Team.Kind if kind in known):
        found = team_ranking(order.event, ON_THE_WALL, kind)
        if found.lines:
            yield _heading(str(kind.label), money)
        for line in found.lines:
            if line.place <= NAMED:
                members = ", ".join(member.name for member in line.members)
                yield _line(money, str(line.place), "", f"{line.name}: {members}", "", figures(line.value))


def _grand_ouverts(prizes: PrizeTable, money: bool) -> Iterator[PaperLine]:
    """Every Grand ouvert by name."""
    if prizes.jackpot:
        yield _heading(_("Grand ouvert"), money)
    for won in prizes.jackpot:
        game = won.grand_ouvert
        where = _("Serie %(number)s, Tisch %(table)s, Spiel %(game)s") % {
            "number": game.round,
            "table": game.table,
            "game": game.game,
        }
        prize = write_euros(won.prize) if won.prize else ""
        yield _line(money, "", str(won.start_number), f"{won.name} ({where})", won.club, "", prize)


def _winners(winners: Iterable[Winner]) -> Iterator[PaperLine]:
    for winner in winners:
        prize = write_euros(winner.prize)
        points = figures(winner.points)
        yield _line(True, str(winner.place), str(winner.start_number), winner.name, winner.club, points, prize)


def _best(found: Iterable[Best], clubs: dict[int, str], money: bool) -> Iterator[PaperLine]:
    for best in found:
        number = best.result.start_number
        yield _line(money, "1", str(number), best.name, clubs.get(number, ""), figures(best.result.leistung))


def _heading(text: str, money: bool) -> PaperLine:
    return _line(money, "", "", text, "", "", kind="heading", closes=False)


def _line(money: bool, *texts: str, kind: str = "", closes: bool = True) -> PaperLine:
    """A line in its columns; that of prizes is empty where nothing is won."""
    columns = 6 if money else 5
    return PaperLine((*texts, "")[:columns], kind, closes)
