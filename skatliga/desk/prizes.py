"""Who has won what: the Siegerliste, and what of it has been paid out.

It is computed from the ranking; only what was paid out is stored. Pages and paper are made from one `PrizeTable`.

Decisions, where the rules of play are silent:

* **D** Players with equal results share their prizes to the cent; the cents left over belong to the rest.
* **D** The prizes of a Serie are paid out once all its lists are checked, everything else once the ranking is final.
* **D** Each Grand ouvert that was won has an equal share of the jackpot; odd cents stay in it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import NamedTuple

from scoring.money import PrizeList, share_prizes
from scoring.wertung.results import Number
from skatliga.access import Role
from skatliga.desk.dues import Kind, Matter, Position, booked, fees_of, pair
from skatliga.desk.prize_plan import AwardedPrizes, GrandOuvert, Pot, fixed_awards, grand_ouverts, pot_of, propose
from skatliga.events.models import Event
from skatliga.events.queries import EntryShown, entries_shown
from skatliga.standings.ranking_source import place_lists
from skatliga.standings.rankings import Ranking, RankingLine, ranking

PAID_OUT = frozenset({Kind.PRIZE, Kind.JACKPOT})
"""Kinds of money that players get."""


class Winner(NamedTuple):
    """Who gets a prize, in cents; the name is the one this visitor may see."""

    place: int
    shared: bool
    start_number: int
    name: str
    club: str
    points: Number
    prize: int


class SeriesWinners(NamedTuple):
    """Who has won the prizes of one Serie, and whether all its lists are checked."""

    number: int
    settled: bool
    winners: tuple[Winner, ...]


class JackpotWinner(NamedTuple):
    """Who has won a Grand ouvert, and his share of the jackpot in cents."""

    start_number: int
    name: str
    club: str
    grand_ouvert: GrandOuvert
    prize: int


class Payout(NamedTuple):
    """All that one player gets, or has got; money that goes out is negative in the positions."""

    start_number: int
    name: str
    positions: tuple[Position, ...]

    @property
    def won(self) -> int:
        """The cents won."""
        return -sum(position.due for position in self.positions)

    @property
    def paid(self) -> int:
        """The cents paid out."""
        return -sum(position.booked for position in self.positions)


@dataclass(frozen=True, slots=True)
class PrizeTable:
    """The Siegerliste of an event, with the money behind it."""

    pot: Pot
    proposal: PrizeList
    awards: AwardedPrizes
    fixed: bool
    """Whether the prizes are fixed; until then they follow the plan."""
    provisional: bool
    """Whether the ranking can still change."""
    missing_lists: int
    """How many lists are missing although the event is closed."""
    winners: tuple[Winner, ...]
    series: tuple[SeriesWinners, ...]
    jackpot: tuple[JackpotWinner, ...]
    payouts: tuple[Payout, ...]
    """Whoever gets or has got money, by start number."""
    settled_rounds: frozenset[int]
    """The Serien (by key) all of whose lists are checked."""

    @property
    def rest(self) -> int:
        """What the prizes leave of the pot."""
        return self.pot.cents - self.awards.total(self.pot.rounds)

    @property
    def given(self) -> int:
        """The prizes that somebody has won so far."""
        groups = (self.winners, *(each.winners for each in self.series))
        return sum(winner.prize for group in groups for winner in group)

    @property
    def carried_on(self) -> int:
        """What stays in the jackpot for the next event."""
        return self.pot.jackpot - sum(winner.prize for winner in self.jackpot)

    @property
    def positions(self) -> list[Position]:
        """Everything that is due to players or has been paid to them."""
        return [position for payout in self.payouts for position in payout.positions]

    def payable(self, start_number: int | None = None) -> list[Position]:
        """What may be paid out by now and has not been: to all, or to one player, who may have got too much."""
        if start_number is None:
            return [each for payout in self.payouts for each in self._payable_of(payout) if each.open < 0]
        return [
            each for payout in self.payouts if payout.start_number == start_number for each in self._payable_of(payout)
        ]

    @property
    def open_for_all(self) -> int:
        """The cents to pay out by now."""
        return -sum(position.open for position in self.payable())

    def open_with(self, payout: Payout) -> int:
        """The cents to pay out to one player by now; negative where he has to pay back."""
        return -sum(position.open for position in self._payable_of(payout))

    def _payable_of(self, payout: Payout) -> list[Position]:
        return [position for position in payout.positions if position.open and self._is_sure(position)]

    def _is_sure(self, position: Position) -> bool:
        return self.fixed and (not self.provisional or position.matter.round in self.settled_rounds)


def prize_list(event: Event, role: Role | None) -> PrizeTable:
    """The prizes of the event and who has won them, with the names a visitor with this role may see.

    `event` comes with its Serien (`events.access.event_for`).
    """
    fees = fees_of(event)
    pot = pot_of(event, fees)
    proposal = propose(fees, pot)
    fixed = fixed_awards(fees)
    awards = fixed or AwardedPrizes(proposal.prizes, proposal.series_prizes)
    found = ranking(event, role)
    entries = entries_shown(event, role)
    settled = {state.number for state in found.rounds if state.settled}
    winners = tuple(_total_winners(found, awards.prizes))
    series = tuple(
        SeriesWinners(state.number, state.settled, tuple(_series_winners(found, state.number, awards.series_prizes)))
        for state in found.rounds
    )
    jackpot = tuple(_jackpot_winners(grand_ouverts(event), entries, pot.jackpot))
    rounds = {round.number: round.pk for round in event.rounds.all()}
    due = _due(entries, rounds, winners, series, jackpot)
    return PrizeTable(
        pot=pot,
        proposal=proposal,
        awards=awards,
        fixed=fixed is not None,
        provisional=found.provisional,
        missing_lists=found.missing_for_good,
        winners=winners,
        series=series,
        jackpot=jackpot,
        payouts=tuple(_payouts(pair(due, booked(event, PAID_OUT), PAID_OUT), entries)),
        settled_rounds=frozenset(rounds[number] for number in settled),
    )


def _total_winners(found: Ranking, prizes: Sequence[int]) -> Iterator[Winner]:
    """Everybody in the total ranking who gets a prize, by place."""
    yield from _winners([(line.place, line, line.value) for line in found.lines], prizes)


def _series_winners(found: Ranking, number: int, prizes: Sequence[int]) -> Iterator[Winner]:
    """Everybody who gets a prize of one Serie, by place in it."""
    if not prizes:
        return
    at = [state.number for state in found.rounds].index(number)
    results = [result for line in found.lines if (result := line.results[at])]
    least = min(nlargest(len(prizes), (result.leistung for result in results)), default=0)
    placed = place_lists(result for result in results if result.leistung >= least)  # nobody else can win
    lines = {line.start_number: line for line in found.lines}
    won = [(each.place, lines[each.result.start_number], each.result.leistung) for each in placed]
    yield from _winners(won, prizes)


def _winners(placed: Sequence[tuple[int, RankingLine, Number]], prizes: Sequence[int]) -> Iterator[Winner]:
    """Give out the prizes in this order; whoever is equal to the one before shares with him.

    The prizes are counted off, for places may have gaps where a cut has ended the event for some.
    """
    counted: list[int] = []
    before = None
    for number, (place, line, _points) in enumerate(placed, 1):
        counted.append(counted[-1] if (place, line.out) == before else number)
        before = place, line.out
    holders = Counter(counted)
    for (place, line, points), at, prize in zip(placed, counted, share_prizes(prizes, counted).amounts, strict=True):
        if prize:
            yield Winner(place, holders[at] > 1, line.start_number, line.name, line.club, points, prize)


def _jackpot_winners(
    found: Sequence[GrandOuvert], entries: Iterable[EntryShown], jackpot: int
) -> Iterator[JackpotWinner]:
    by_key = {entry.pk: entry for entry in entries}
    for each in found:
        entry = by_key[each.entry]
        yield JackpotWinner(entry.start_number, entry.shown, entry.club_name, each, jackpot // len(found))


def _due(
    entries: Iterable[EntryShown],
    rounds: Mapping[int, int],
    winners: Iterable[Winner],
    series: Iterable[SeriesWinners],
    jackpot: Iterable[JackpotWinner],
) -> Counter[Matter]:
    """What goes out to whom and for what, in negative cents."""
    key_of = {entry.start_number: entry.pk for entry in entries}
    due: Counter[Matter] = Counter()
    for winner in winners:
        due[Matter(key_of[winner.start_number], None, Kind.PRIZE)] -= winner.prize
    for each in series:
        for winner in each.winners:
            due[Matter(key_of[winner.start_number], rounds[each.number], Kind.PRIZE)] -= winner.prize
    for won in jackpot:
        due[Matter(key_of[won.start_number], None, Kind.JACKPOT)] -= won.prize
    return due


def _payouts(positions: Iterable[Position], entries: Iterable[EntryShown]) -> Iterator[Payout]:
    of_player: defaultdict[int, list[Position]] = defaultdict(list)
    for position in positions:
        of_player[position.matter.entry].append(position)
    for entry in entries:
        if entry.pk in of_player:
            yield Payout(entry.start_number, entry.shown, tuple(of_player[entry.pk]))
