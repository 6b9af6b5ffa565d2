"""What public pages say of one table, one player in an event, one player over the years, and of all lists by points.

**D** A player of a register has a page over events only if results are published under the full name; nobody else's
events can be found by name. A user with a role in one of the player's clubs may see it too.
"""

import datetime
from collections.abc import Collection
from dataclasses import dataclass

from scoring.wertung import Fold, WertungResult
from scoring.wertung.fold import PartFate, fold
from scoring.wertung.results import result_maker
from skatliga.access import Role
from skatliga.events.models import Entry, Event, Seat, Table
from skatliga.events.queries import sort_key, visible_events
from skatliga.lists.models import ARRIVED, SeatResult, Sheet
from skatliga.people.models import Player, Publication, User, means
from skatliga.people.queries import clubs_seen_by
from skatliga.rules.books import Evaluation
from skatliga.standings.ranking_source import ListResult, Progress, find, place_lists
from skatliga.standings.rankings import ListFate, Ranking, RankingLine, ranking
from skatliga.wertung.wording import FATES


@dataclass(frozen=True, slots=True)
class PlayerListLine:
    """One list of one player among all lists of an event."""

    place: int
    shared: bool
    start_number: int
    name: str
    club: str
    result: ListResult

    @property
    def sort_key(self) -> str:
        """How the name is put in order."""
        return sort_key(self.name)


@dataclass(frozen=True, slots=True)
class ListRanking(Progress):
    """All lists of an event, the best first."""

    lines: tuple[PlayerListLine, ...]


def list_ranking(event: Event, role: Role | None, rounds: Collection[int] | None = None) -> ListRanking:
    """Every list that counts by its points, of these Serien or of all; equal ones share a place."""
    found = find(event, role, rounds)
    progress = found.progress
    lines = (
        PlayerListLine(each.place, each.shared, entry.start_number, entry.shown, entry.club_name, each.result)
        for each in place_lists(found.results)
        for entry in [found.everybody[each.result.start_number]]
    )
    return ListRanking(progress.rounds, progress.provisional, tuple(lines))


@dataclass(frozen=True, slots=True)
class TableSeat:
    """Who sits at a table, and what the list came to for him where it counts."""

    seat: int
    start_number: int
    name: str
    club: str
    result: SeatResult | None


@dataclass(frozen=True, slots=True)
class RoundTableLine:
    """One table of a Serie with its list."""

    number: int
    sheet: Sheet | None
    sitters: tuple[TableSeat, ...]

    @property
    def counts(self) -> bool:
        """Whether its list counts in the ranking."""
        return self.sheet is not None and self.sheet.state in ARRIVED


def table_of(table: Table, role: Role | None) -> RoundTableLine:
    """Who sits at a table and what its list came to."""
    sheet = table.sheets.main().live().first()
    results = {}
    if sheet and sheet.state in ARRIVED:
        results = {result.entry_id: result for result in sheet.results.all()}
    sitters = tuple(
        TableSeat(seat.number, entry.start_number, entry.name_for(role), entry.club_name, results.get(entry.pk))
        for seat in table.seats.select_related("entry__player__merged_into")
        for entry in [seat.entry]
    )
    return RoundTableLine(table.number, sheet, sitters)


@dataclass(frozen=True, slots=True)
class PlayerRound:
    """One Serie of a player: where he sat, with whom, and the list where it counts."""

    round: int
    table: int
    seat: int
    others: tuple[tuple[int, str], ...]
    """Start number and name of those at the table, by seat."""
    result: ListResult | None
    fate: ListFate | None
    """What became of it in the ranking; None where all lists simply count."""

    @property
    def becomes(self) -> str:
        """The same in words: "gestrichen"; empty for what counts."""
        return "" if self.fate is None or self.fate.fate is PartFate.COUNTS else str(FATES[self.fate.fate])


@dataclass(frozen=True, slots=True)
class PlayerInEvent:
    """A player in an event: the line of the ranking, None where no list counts yet, and Serie by Serie."""

    entry: Entry
    name: str
    register: Player | None
    """Whose page over events everybody may read."""
    standing: str
    line: RankingLine | None
    ranking: Ranking
    played: tuple[PlayerRound, ...]

    @property
    def own(self) -> tuple[RankingLine, ...]:
        """The line alone."""
        return (self.line,) if self.line else ()


def player_in_event(event: Event, entry: Entry, role: Role | None, number: int = 1) -> PlayerInEvent:
    """Where somebody stands in a table and sat; `event` comes with its Serien. Five queries, six for the public."""
    found = ranking(event, role, number=number)
    line = next((line for line in found.everybody if line.start_number == entry.start_number), None)
    results = {result.round: result for result in (line.results if line else ()) if result}
    fates = {each.round: each for each in (line.fates if line else ())}
    own = dict(entry.seats.values_list("table_id", "number"))
    by_table: dict[int, list[Seat]] = {}
    seats = Seat.objects.filter(table__in=own).select_related("table", "round", "entry__player__merged_into")
    for seat in seats.order_by("round__number", "number"):
        by_table.setdefault(seat.table_id, []).append(seat)
    played = (
        PlayerRound(
            round=at[0].round.number,
            table=at[0].table.number,
            seat=own[table],
            others=tuple(
                (seat.entry.start_number, seat.entry.name_for(role)) for seat in at if seat.entry_id != entry.pk
            ),
            result=results.get(at[0].round.number),
            fate=fates.get(at[0].round.number),
        )
        for table, at in by_table.items()
    )
    player = entry.player and entry.player.canonical
    known = player if line and player and player.publication == Publication.FULL else None
    return PlayerInEvent(entry, entry.name_for(role), known, found.standing, line, found, tuple(played))


@dataclass(frozen=True, slots=True)
class EventOfPlayer:
    """What one event brought a player."""

    name: str
    slug: str
    date: datetime.date
    place: str
    start_number: int
    evaluation: Evaluation
    total: WertungResult


@dataclass(frozen=True, slots=True)
class PlayerOverEvents:
    """A player of a register with all events this visitor may see, the newest first."""

    player: Player
    events: tuple[EventOfPlayer, ...]
    by_evaluation: tuple[tuple[Evaluation, WertungResult], ...]
    """All lists of one evaluation together, that of the newest event first: points and matches have no average."""


def readable_player(user: User, pk: int) -> Player | None:
    """The player whose page this visitor may read; an entry merged into another is the other."""
    player = Player.objects.select_related("merged_into").filter(pk=pk).first()
    player = player and player.canonical
    if player is None or player.publication == Publication.FULL:
        return player
    knows = user.is_superuser or any(club.held for club in clubs_seen_by(user).filter(players=player))
    return player if knows else None


def player_over_events(player: Player, user: User) -> PlayerOverEvents:
    """What a player's lists came to in every event; three queries, however many there were."""
    own = Entry.objects.filter(means(player.pk, "player"), event__in=visible_events(user))
    entries = list(own.select_related("event").order_by("-event__date", "-event", "-start_number"))
    found = {entry.event.slug: entry for entry in entries}  # of two entries merged into one, the lower number stands
    rows = SeatResult.objects.counting()
    rows = rows.filter(entry__in=[entry.pk for entry in entries])
    columns = ("entry__event__slug", "entry__event__evaluation", "spielpunkte", "won", "lost", "leistung")
    results = [_make(row) for row in rows.values_list(*columns)]
    by_event = {total.label("event"): total for total in fold(Fold(("event",)), results)}
    events = tuple(
        EventOfPlayer(
            event.name, slug, event.date, event.place, entry.start_number, Evaluation(event.evaluation), total
        )
        for slug, entry in found.items()
        for event in [entry.event]
        if (total := by_event.get(slug))
    )
    sums = {total.label("class"): total for total in fold(Fold(("class",)), results)}
    order = dict.fromkeys(each.evaluation for each in events)
    return PlayerOverEvents(player, events, tuple((evaluation, sums[evaluation]) for evaluation in order))


_make = result_maker(("event", "class", "spielpunkte", "won", "lost", "leistung"))
"""The way of evaluation is the class: points and matches are not added up."""
