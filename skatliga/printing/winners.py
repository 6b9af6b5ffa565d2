"""The Siegerliste: who has won what, made from the same prizes and rankings as the pages.

* **D** All who may read the event may read it as soon as a list counts. Where nobody gets a prize, the first three are
  named; of Serien and lists the best one, of teams the first three.
* **D** Amounts are printed once the prizes are fixed; before that only for those who direct the event, as a proposal.
"""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from skatliga.desk.euros import write_euros
from skatliga.desk.prizes import PrizeTable, Winner, prize_list
from skatliga.events.models import Team
from skatliga.lists.models import ARRIVED, Sheet
from skatliga.printing.orders import ON_THE_WALL, Order, Tell
from skatliga.printing.rankings import UPRIGHT
from skatliga.printing.rolls import Column, Line, print_roll
from skatliga.printing.rows import figures
from skatliga.standings.progress import Best
from skatliga.standings.queries import Ranking, ranking
from skatliga.standings.teams import team_ranking

NAMED = 3
"""The places that are named where there are no prizes."""


def count_sheets(order: Order) -> int:
    """One as soon as a list counts."""
    counting = Sheet.objects.filter(table__round__event=order.event, kind=Sheet.Kind.MAIN, state__in=ARRIVED)
    return int(counting.exists())


def print_winners(order: Order, context: dict[str, object], tell: Tell) -> bytes:
    """The Siegerliste of an event."""
    event, role = order.event, order.role
    prizes = prize_list(event, ON_THE_WALL)
    money = bool(prizes.awards.prizes or prizes.awards.series_prizes or prizes.pot.jackpot)
    money = money and (prizes.fixed or bool(role and role.directs))
    found = ranking(event, ON_THE_WALL)
    lines = [*_total(prizes, found, money), *_series(prizes, found, money), *_teams(order, money)]
    lines += _grand_ouverts(prizes, money)
    context |= {"ranking": found, "prizes": prizes, "money": money}
    return print_roll("printing/winners.html", context, _columns(event.result_heading, money), lines)


def _columns(result: str, money: bool) -> list[Column]:
    prize = [Column("prize", _("Preis"), 25.0, "figure strong")] if money else []
    room = UPRIGHT - 11 - 11 - 20 - 25 * money
    return [
        Column("place", pgettext("Rangliste", "Platz"), 11.0, "figure strong"),
        Column("start_number", _("Nr."), 11.0),
        Column("name", _("Name"), 0.6 * room, "text"),
        Column("club", _("Verein"), 0.4 * room, "text"),
        Column("points", result, 20.0),
        *prize,
    ]


def _total(prizes: PrizeTable, found: Ranking, money: bool) -> Iterator[Line]:
    """Who has won a prize of the whole event, or is among the first."""
    yield _heading(_("Gesamtwertung"), money)
    if money and prizes.winners:
        yield from _winners(prizes.winners)
        return
    for line in found.lines:
        if line.place <= NAMED and not line.out:
            yield _line(money, str(line.place), str(line.start_number), line.name, line.club, figures(line.leistung))


def _series(prizes: PrizeTable, found: Ranking, money: bool) -> Iterator[Line]:
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


def _teams(order: Order, money: bool) -> Iterator[Line]:
    """The first teams of every kind that takes part."""
    known = set(order.event.teams.values_list("kind", flat=True))
    for kind in (kind for kind in Team.Kind if kind in known):
        found = team_ranking(order.event, ON_THE_WALL, kind)
        if found.lines:
            yield _heading(str(kind.label), money)
        for line in found.lines:
            if line.place <= NAMED:
                members = ", ".join(member.name for member in line.members)
                yield _line(money, str(line.place), "", f"{line.name}: {members}", "", figures(line.leistung))


def _grand_ouverts(prizes: PrizeTable, money: bool) -> Iterator[Line]:
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


def _winners(winners: Iterable[Winner]) -> Iterator[Line]:
    for winner in winners:
        prize = write_euros(winner.prize)
        points = figures(winner.points)
        yield _line(True, str(winner.place), str(winner.start_number), winner.name, winner.club, points, prize)


def _best(found: Iterable[Best], clubs: dict[int, str], money: bool) -> Iterator[Line]:
    for best in found:
        number = best.result.start_number
        yield _line(money, "1", str(number), best.name, clubs.get(number, ""), figures(best.result.leistung))


def _heading(text: str, money: bool) -> Line:
    return _line(money, "", "", text, "", "", kind="heading", closes=False)


def _line(money: bool, *texts: str, kind: str = "", closes: bool = True) -> Line:
    """A line in its columns; that of prizes is empty where nothing is won."""
    columns = 6 if money else 5
    return Line((*texts, "")[:columns], kind, closes)
