"""What a draw of a Serie starts from: who takes part, who has met whom, who wishes what.

The lot is the event's seed with the number of the Serie, so anybody can draw again what was drawn, on any machine.

* **D** The same lot and the same players give the same seating: drawing once more until the result pleases is not
  possible without being seen. As soon as somebody is entered or withdraws, the draw is another one.
* **D** Players go into the draw by start number, so that it does not depend on the order of entering.
* **D** Who is in no club, or alone of it, has no club mates.
"""

from collections.abc import Collection, Sequence
from typing import TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring.seating import DrawField, DrawPlace, Mode, Seating, Wishes, split
from scoring.seating.draw_model import Player
from skatliga.events.models import Entry, Event, Round, Seat
from skatliga.people.names import fold

Tables = dict[int, tuple[int, ...]]
"""Start numbers by table, in the order of the seats; tables count from 1."""


Plan = Sequence[Sequence[Sequence[Player]]]
"""Seatings planned for Serien to come, as the engine gives them or as they are stored."""


def split_into_tables(players: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """The sizes of the tables, largest first; raises ValidationError for a number that cannot be split.

    Tables of four, and (-n) mod 4 of three at the end; where the rule book has one size only, tables of that size.

    >>> split_into_tables(22, (3, 4, 5, 6))
    (4, 4, 4, 4, 3, 3)
    >>> split_into_tables(6, (2,))
    (2, 2, 2)
    """
    if 4 in sizes:
        try:
            return split(players)
        except ValueError as impossible:
            raise ValidationError(
                _(
                    "%(players)s Teilnehmer lassen sich nicht auf Tische zu viert und zu dritt verteilen. Bitte weitere"
                    " eintragen oder die Plätze von Hand setzen."
                )
                % {"players": players}
            ) from impossible
    size = max(sizes)
    if players and players % size == 0:
        return (size,) * (players // size)
    raise ValidationError(
        _(
            "%(players)s Teilnehmer lassen sich nicht auf Tische zu %(size)s verteilen. Bitte weitere eintragen oder"
            " die Plätze von Hand setzen."
        )
        % {"players": players, "size": size}
    )


class SeatingWay(TypedDict, total=False):
    """How a Serie is drawn, as the engine's `DrawField` takes it."""

    mode: Mode
    width: int | None


def field_of(
    round: Round,
    sizes: Sequence[int] = (),
    clubs_first: bool = False,
    out: Collection[int] = (),
    **way: Unpack[SeatingWay],
) -> DrawField:
    """Everything the engine draws a Serie from; `way` is how, players are start numbers.

    `out` are those whom the cut has left behind. Raises ValidationError where the players do not fit the tables.
    """
    event = round.event
    entries = list(event.entries.filter(withdrawn=False).exclude(start_number__in=out))
    players = tuple(entry.start_number for entry in entries)
    tables = tuple(sizes) or split_into_tables(len(players), event.table_sizes)
    if sum(tables) != len(players):
        raise ValidationError(
            _("Diese Tische haben %(seats)s Plätze, es nehmen aber %(players)s teil; bitte die Tische anpassen.")
            % {"seats": sum(tables), "players": len(players)}
        )
    return DrawField(
        players=players,
        rounds=max(1, event.rounds.count() - round.number + 1),
        history=seatings_before(round),
        plan=_plan_of(round),
        wishes=wishes_of(event, entries, clubs_first),
        sizes=tables,
        **way,
    )


def seatings_before(round: Round) -> tuple[Seating, ...]:
    """The seatings of the earlier Serien, as the engine takes them."""
    return _seatings(Seat.objects.filter(round__event=round.event_id, round__number__lt=round.number))


def current_seating(round: Round) -> Seating:
    """Who sits where in this Serie, empty where nobody does."""
    return next(iter(_seatings(round.seats.all())), ())


def _seatings(seats: QuerySet[Seat]) -> tuple[Seating, ...]:
    seats = seats.order_by("round__number", "table__number", "number")
    serien: dict[int, dict[int, list[int]]] = {}
    for serie, table, player in seats.values_list("round__number", "table__number", "entry__start_number"):
        serien.setdefault(serie, {}).setdefault(table, []).append(player)
    return tuple(tuple(tuple(table) for table in tables.values()) for tables in serien.values())


def _plan_of(round: Round) -> tuple[Seating, ...]:
    """What was planned from here on when the Serie before was drawn."""
    before = Round.objects.filter(event=round.event_id, number=round.number - 1).first()
    return tuple(tuple(map(tuple, seating)) for seating in before.plan) if before else ()


def to_tables(seating: Seating) -> Tables:
    """A drawn seating by the numbers of its tables."""
    return {number: tuple(int(player) for player in table) for number, table in enumerate(seating, 1)}


def wishes_of(event: Event, entries: Sequence[Entry], clubs_first: bool = False) -> Wishes:
    """Who of these wants to sit where, or not with whom."""
    present = {entry.start_number for entry in entries}
    teams: dict[int, list[int]] = {}
    members = event.teams.values_list("pk", "members__entry__start_number")
    for team, player in members.order_by("pk", "members__entry__start_number"):
        if player in present:
            teams.setdefault(team, []).append(player)
    pairs = event.aparts.values_list("one__start_number", "other__start_number").order_by("one", "other")
    return Wishes(
        teams=tuple(tuple(team) for team in teams.values() if len(team) > 1),
        apart=tuple(pair for pair in pairs if present.issuperset(pair)),
        clubs={entry.start_number: fold(entry.club_name) for entry in entries if entry.club_name},
        places={
            entry.start_number: DrawPlace(entry.wanted_table, entry.wanted_seat)
            for entry in entries
            if entry.wanted_table or entry.wanted_seat
        },
        no_list=frozenset(entry.start_number for entry in entries if not entry.keeps_lists),
        clubs_first=clubs_first,
    )
