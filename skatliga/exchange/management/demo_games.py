"""Games of the demonstration, drawn at random as they are usually played, and the lists that they fill.

Nothing here is counted: what a list comes to says the engine, as of any other list.
"""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

from scoring import Deal
from scoring.deal_json import deal_fields
from scoring.foot_check import PaperFoot
from scoring.sheet import active_seats
from skatliga.events.models import Event, Table
from skatliga.lists.bulk_create import Whole
from skatliga.lists.evaluation import Entered, Frame, View, reckon


def tables_of(event: Event, *serien: int) -> list[Table]:
    """The tables of these Serien with their seats, as lists are made for them."""
    found = Table.objects.filter(round__event=event, round__number__in=serien).prefetch_related("seats__entry")
    return list(found.order_by("round__number", "number"))


def draw_lists(event: Event, tables: Iterable[Table], by_chance: Random, with_rows: bool) -> Iterator[Whole]:
    """A whole list for each of these tables: deal by deal, or only what stands at the foot."""
    for table in tables:
        seats = list(table.seats.all())
        frame = Frame(
            event.rulebook, event.agreements, event.evaluation, len(seats), event.deals_at(len(seats)), target=None
        )
        rows = tuple(_draw_rows(frame, [seat.entry.start_number for seat in seats], by_chance))
        nothing = (None,) * frame.seats
        view = reckon(frame, rows, nothing, None)
        if with_rows:
            yield Whole(table, view, rows, nothing)
            continue
        feet = foot_of(view)
        yield Whole(table, reckon(frame, (), feet, view.passed), (), feet, view.passed)


def foot_of(view: View) -> tuple[PaperFoot, ...]:
    """What stands at the foot of a paper list with these games."""
    found = (player for player in view.players if player.spielpunkte is not None)
    return tuple(PaperFoot(player.spielpunkte, player.won, player.lost, player.leistung) for player in found)


def _draw_rows(frame: Frame, players: Sequence[int], by_chance: Random) -> Iterator[Entered]:
    """Every deal of a list; some players bid more often and lose less than others, which their number decides."""
    seats = tuple(range(1, frame.seats + 1))
    for nr in range(1, frame.deals + 1):
        if by_chance.random() < 0.04:
            yield Entered(nr, 0, {"game": "eingepasst"})
            continue
        active = active_seats(frame.book, seats, (nr - 1) % frame.seats + 1)
        [declarer] = by_chance.choices(active, [4 + players[seat - 1] * 7 % 5 for seat in active])
        yield Entered(nr, declarer, dict(deal_fields(_draw_deal(players[declarer - 1], by_chance))))


def _draw_deal(player: int, by_chance: Random) -> Deal:
    won = by_chance.random() > 0.10 + player * 5 % 7 / 50
    hand = by_chance.random() < 0.06
    kind = by_chance.random()
    if kind < 0.06:
        return Deal("null", hand=hand, ouvert=by_chance.random() < 0.2, won=won)
    game, most = ("grand", 4) if kind < 0.36 else (by_chance.choice(("karo", "herz", "pik", "kreuz")), 5)
    [spitzen] = by_chance.choices(range(1, most + 1), (60, 22, 10, 5, 2)[:most])
    sign = 1 if by_chance.random() < 0.7 else -1
    return Deal(game, spitzen=sign * spitzen, hand=hand, won=won, schneider=won and by_chance.random() < 0.2)
