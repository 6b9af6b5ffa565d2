"""The ranking of an event: who stands where, from which lists, and what is still missing.

Places are given by the engine, from the lists that count (`ranking_source`). Pages, files and paper are made from one
`Ranking`, so they cannot say different things.

Decisions, where the rules of play are silent:

* **D** A player without a list that counts is not listed but counted, unless withdrawn.
* **D** The lot, where the event names it, parts whom Leistung, won and lost leave equal in every ranking over the whole
  event; in a Serie alone, among the best lists and without the lot they share the place.
* **D** The cut takes effect with the first list of a later Serie that counts; until then everybody stands in one
  ranking. It is made by the ranking of all, in the ranking of a class as well. Who is out stands below, with the place
  and the points of the cut.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from scoring.wertung import Fold, Rank, WertungResult, WertungRule, tabulate
from scoring.wertung.fold import account, fold
from scoring.wertung.lots import draw_lots
from scoring.wertung.places import WertungRow, rank
from scoring.wertung.presets import BY_LEISTUNG
from scoring.wertung.results import Label, Labels, Number, Where, labels_of, result_maker
from skatliga.access import Role
from skatliga.events.models import Category, Entry, Event, Team, TeamMember
from skatliga.events.queries import sort_key
from skatliga.standings.ranking_source import Best, ListResult, Progress, RankingSource, find, key_of


@dataclass(frozen=True, slots=True)
class RankingLine:
    """One line of a ranking; the name is the one this visitor may see."""

    place: int
    shared: bool
    start_number: int
    name: str
    club: str
    withdrawn: bool
    out: bool
    """Whether the cut has ended the event for him."""
    results: tuple[ListResult | None, ...]
    """In the order of the Serien of the ranking, None where no list counts."""
    spielpunkte: Number | None
    won: Number | None
    lost: Number | None
    leistung: Number
    lists: Number

    @property
    def sort_key(self) -> str:
        """How the name is put in order."""
        return sort_key(self.name)


@dataclass(frozen=True, slots=True)
class Drawn:
    """One of several whom nothing but the lot can part."""

    place: int
    start_number: int
    name: str
    by_hand: int | None
    """The number drawn by hand, None where it is made from the event's seed."""


@dataclass(frozen=True, slots=True)
class Cut:
    """That only the best go on, and what counts for them."""

    after: int
    places: int
    carries: bool
    made: bool
    """Whether it has taken effect in this ranking."""

    @property
    def first(self) -> int:
        """The first Serie after it."""
        return self.after + 1


@dataclass(frozen=True, slots=True)
class Ranking(Progress):
    """The ranking of some or all Serien of an event."""

    lines: tuple[RankingLine, ...]
    without_list: int
    best_lists: tuple[Best, ...]
    cut: Cut | None
    draws: tuple[tuple[Drawn, ...], ...]
    """Those equal in all but the lot, by places."""
    apart: tuple[RankingLine, ...]
    """Who plays außer Wertung, by points and without a place (0)."""

    @property
    def uncounted(self) -> frozenset[int]:
        """The Serien whose points do not count for those who went on."""
        if self.cut and self.cut.made and not self.cut.carries:
            return frozenset(range(1, self.cut.first))
        return frozenset()


def ranking(
    event: Event, role: Role | None, rounds: Collection[int] | None = None, category: Category | None = None
) -> Ranking:
    """The ranking as a visitor with this role may see it, of these Serien or of all, of one class or of everybody.

    `event` comes with its Serien (`events.access.event_for`). Three queries, however many take part; one more for the
    public, and for a class.
    """
    everybody = find(event, role, rounds)
    numbers = everybody.numbers
    through = _through(event, numbers, everybody)
    found = everybody
    if category:
        found = everybody.only(set(Entry.objects.filter(categories=category).values_list("start_number", flat=True)))
    entries, results = found.entries, found.results
    on, out, at_cut = _placed(event, numbers, everybody.everybody, results, through)
    listed = {_player(each) for each in chain(on, out)}
    progress = found.progress
    return Ranking(
        rounds=progress.rounds,
        provisional=progress.provisional,
        lines=tuple(_lines(found, on, out)),
        without_list=sum(
            not entry.withdrawn and number not in listed and (through is None or number in through)
            for number, entry in entries.items()
        ),
        best_lists=found.best(results),
        cut=_cut_of(event, numbers, through is not None),
        draws=_draws(event, found, on, at_cut) if _lot_decides(event, numbers) else (),
        apart=tuple(_lines_apart(found)),
    )


def left_out(event: Event, number: int) -> frozenset[int]:
    """The start numbers of those whom the cut keeps from this Serie; nobody before the cut and without one.

    Made by the lists there are, like everything that is drawn before the last one has come.
    """
    if not event.is_cut_before(number):
        return frozenset()
    serien = [round.number for round in event.rounds.all()]
    made = _cut_of(event, serien, made=True)
    if made is None:
        return frozenset()
    found = find(event, Role.SPIELLEITUNG, range(1, made.first))
    through = _qualified(event, serien, made, found)
    return frozenset(start_number for start_number in found.everybody if start_number not in through)


def _lot_decides(event: Event, numbers: Sequence[int]) -> bool:
    return event.lot_decides and (len(numbers) > 1 or len(event.rounds.all()) == 1)


def _rank(event: Event, numbers: Sequence[int], players: Iterable[int]) -> Rank:
    """What places go by; the lot is drawn among these players."""
    if not _lot_decides(event, numbers):
        return Rank(BY_LEISTUNG)
    keys = {key_of(number): number for number in players}
    by_hand = {key_of(int(number)): drawn for number, drawn in event.lots.items()}
    return Rank(BY_LEISTUNG, tuple(labels_of({"player": keys[key]}) for key in draw_lots(event.seed, keys, by_hand)))


def _cut_of(event: Event, numbers: Sequence[int], made: bool) -> Cut | None:
    if event.cut_after is None or event.cut_places is None or event.cut_after not in numbers or len(numbers) == 1:
        return None
    return Cut(event.cut_after, event.cut_places, event.cut_carries, made)


def _through(event: Event, numbers: Sequence[int], found: RankingSource) -> frozenset[int] | None:
    """The start numbers of those who went on at the cut; None where it has not taken effect."""
    made = _cut_of(event, numbers, made=True)
    if made is None or not any(result.round > made.after for result in found.results):
        return None
    return _qualified(event, numbers, made, found)


def _qualified(event: Event, numbers: Sequence[int], made: Cut, found: RankingSource) -> frozenset[int]:
    """The start numbers of those whom these lists let go on; all who share the last place do."""
    at_cut = _table(_rank(event, numbers, found.everybody), found.results, range(1, made.first))
    return frozenset(_player(row) for row in at_cut if row.place <= made.places)


def _table(
    by: Rank, results: Iterable[ListResult], serien: Iterable[int] | None = None, players: Iterable[int] | None = None
) -> tuple[WertungRow, ...]:
    """Players by the sum of their lists, of these Serien and of these players alone where that is said."""
    seen: dict[str, frozenset[Label]] = {}
    if serien is not None:
        seen["serie"] = frozenset(serien)
    if players is not None:
        seen["player"] = frozenset(players)
    rule = WertungRule((Fold(("player",), where=Where(seen)),), by)
    return tabulate(rule, [result.result for result in results]).rows


def _player(row: WertungRow) -> int:
    """The start number."""
    return int(row.result.label("player") or 0)


Rows = Sequence[WertungRow]


def _placed(
    event: Event,
    numbers: Sequence[int],
    players: Iterable[int],
    results: Sequence[ListResult],
    through: frozenset[int] | None,
) -> tuple[Rows, Rows, Rows]:
    """Who is still in by place, who is out with the place of the cut, and everybody at the cut."""
    by = _rank(event, numbers, players)
    if through is None or event.cut_after is None:
        return _table(by, results), (), ()
    at_cut = _table(by, results, range(1, event.cut_after + 1))
    out = [row for row in at_cut if _player(row) not in through]
    counting = None if event.cut_carries else [number for number in numbers if number > event.cut_after]
    return _table(by, results, counting, through), out, at_cut


def _lines(found: RankingSource, on: Rows, out: Rows) -> Iterator[RankingLine]:
    """The lines by place; who shares one stands there by start number."""
    by_round = {(result.start_number, result.round): result for result in found.lists}
    for placed in (on, out):
        holders = Counter(row.place for row in placed)
        for row in placed:
            line = _line(found, row, by_round)
            yield replace(line, place=row.place, shared=holders[row.place] > 1, out=placed is out)


def _lines_apart(found: RankingSource) -> Iterator[RankingLine]:
    """Those außer Wertung, the most points first."""
    by_round = {(result.start_number, result.round): result for result in found.lists}
    for row in _table(Rank(BY_LEISTUNG), found.apart):
        yield _line(found, row, by_round)


def _line(found: RankingSource, row: WertungRow, by_round: Mapping[tuple[int, int], ListResult]) -> RankingLine:
    """What somebody brought, without a place."""
    entry, total = found.everybody[_player(row)], row.result
    return RankingLine(
        place=0,
        shared=False,
        start_number=entry.start_number,
        name=entry.shown,
        club=entry.club_name,
        withdrawn=entry.withdrawn,
        out=False,
        results=tuple(by_round.get((entry.start_number, number)) for number in found.numbers),
        spielpunkte=total.spielpunkte,
        won=total.won,
        lost=total.lost,
        leistung=total.leistung,
        lists=total.lists,
    )


def _draws(event: Event, found: RankingSource, on: Rows, at_cut: Rows) -> tuple[tuple[Drawn, ...], ...]:
    """Who was parted by the lot alone: first those of whom it let some go on at the cut, then those in one ranking."""
    still = {_player(row) for row in on}
    split = [group for group in _equal(at_cut) if 0 < sum(_player(row) in still for row in group) < len(group)]
    known = [{_player(row) for row in group} for group in split]
    further = [group for group in _equal(on) if not any({_player(row) for row in group} <= keys for keys in known)]
    return tuple(
        tuple(
            Drawn(row.place, entry.start_number, entry.shown, event.lots.get(str(entry.start_number)))
            for row in group
            for entry in [found.everybody[_player(row)]]
        )
        for group in (*split, *further)
    )


def _equal(placed: Rows) -> list[list[WertungRow]]:
    """The groups of several that are equal in all but the lot."""
    groups: list[list[WertungRow]] = []
    for row in placed:
        if groups and row.parted_by in (None, "lot"):
            groups[-1].append(row)
        else:
            groups.append([row])
    return [group for group in groups if len(group) > 1]


# ---- Rankings of teams, Tandems and Mixed


@dataclass(frozen=True, slots=True)
class MemberLine:
    """Who plays for a team, and what he brought it."""

    start_number: int
    name: str
    results: tuple[ListResult | None, ...]


class TeamSerie(NamedTuple):
    """What a team made in one Serie."""

    name: str
    round: int
    spielpunkte: Number | None
    won: Number | None
    lost: Number | None
    leistung: Number
    lists: Number

    @classmethod
    def of(cls, result: WertungResult) -> "TeamSerie":
        """What the engine has added up."""
        name, round = str(result.label("team")), int(result.label("serie") or 0)
        return cls(name, round, result.spielpunkte, result.won, result.lost, result.leistung, result.lists)


@dataclass(frozen=True, slots=True)
class TeamLine:
    """One line of a ranking of teams."""

    place: int
    shared: bool
    name: str
    members: tuple[MemberLine, ...]
    size: int
    """How many play for it when it is complete."""
    results: tuple[TeamSerie | None, ...]
    """In the order of the Serien of the ranking, None where no member has a list that counts."""
    spielpunkte: Number | None
    won: Number | None
    lost: Number | None
    leistung: Number
    lists: Number
    missing: Number
    """How many lists are missing in the Serien begun, of a complete team."""

    @property
    def complete(self) -> bool:
        """Whether as many play for it as should."""
        return len(self.members) >= self.size

    @property
    def sort_key(self) -> str:
        """How the name is put in order."""
        return sort_key(self.name)


@dataclass(frozen=True, slots=True)
class TeamRanking(Progress):
    """The ranking of all teams of one kind."""

    kind: Team.Kind
    lines: tuple[TeamLine, ...]
    without_list: int
    """How many teams have no list that counts."""
    best: tuple[TeamSerie, ...]
    """The best Serie of a team, several where they are equal."""


def team_ranking(
    event: Event, role: Role | None, kind: Team.Kind, rounds: Collection[int] | None = None
) -> TeamRanking:
    """The ranking of the teams of a kind, of these Serien or of all, under the names this visitor may see.

    `event` comes with its Serien. Five queries, however many teams there are; six for the public.
    """
    found = find(event, role, rounds)
    progress = found.progress
    teams = _members(event, kind)
    serien = fold(Fold(("team", "serie")), _of_teams(found.results, teams))
    lots: tuple[Labels, ...] = ()
    if event.lot_decides:
        lots = tuple(labels_of({"team": name}) for name in draw_lots(f"{event.seed}/{kind}", teams))
    placed = tabulate(WertungRule((Fold(("team",)),), Rank(BY_LEISTUNG, lots)), serien).rows
    members = _member_lines(found, teams)
    return TeamRanking(
        rounds=progress.rounds,
        provisional=progress.provisional,
        kind=kind,
        lines=tuple(_team_lines(placed, members, Team(kind=kind).size, found.numbers, len(progress.begun))),
        without_list=len(teams) - len(placed),
        best=tuple(TeamSerie.of(row.result) for row in rank(Rank(BY_LEISTUNG), serien).rows if row.place == 1),
    )


def _of_teams(results: Iterable[ListResult], teams: Mapping[str, Iterable[int]]) -> Iterator[WertungResult]:
    """The lists of all members, each with its team."""
    team_of = {number: name for name, members in teams.items() for number in members}
    for each in results:
        if each.start_number in team_of:
            yield _in_team((*each, team_of[each.start_number]))


_in_team = result_maker(
    ("player", "sheet", "state", "serie", "table", "spielpunkte", "won", "lost", "leistung", "team")
)


def _members(event: Event, kind: Team.Kind) -> dict[str, list[int]]:
    """The start numbers of the members by the name of their team, teams without members included."""
    teams: dict[str, list[int]] = {name: [] for name in event.teams.filter(kind=kind).values_list("name", flat=True)}
    members = TeamMember.objects.filter(team__event=event, team__kind=kind).order_by("entry__start_number")
    for name, number in members.values_list("team__name", "entry__start_number"):
        teams[name].append(number)
    return teams


def _member_lines(found: RankingSource, teams: Mapping[str, Sequence[int]]) -> dict[str, tuple[MemberLine, ...]]:
    by_round = {(result.start_number, result.round): result for result in found.results}

    def line(number: int) -> MemberLine:
        results = tuple(by_round.get((number, round)) for round in found.numbers)
        return MemberLine(number, found.everybody[number].shown, results)

    return {name: tuple(map(line, members)) for name, members in teams.items()}


def _team_lines(
    placed: Rows, members: Mapping[str, tuple[MemberLine, ...]], size: int, numbers: Sequence[int], begun: int
) -> Iterator[TeamLine]:
    for row in placed:
        total, name = row.result, str(row.result.label("team"))
        by_round = {serie.round: serie for part in account(total) for serie in [TeamSerie.of(part.result)]}
        yield TeamLine(
            place=row.place,
            shared=row.shared,
            name=name,
            members=members[name],
            size=size,
            results=tuple(by_round.get(number) for number in numbers),
            spielpunkte=total.spielpunkte,
            won=total.won,
            lost=total.lost,
            leistung=total.leistung,
            lists=total.lists,
            missing=max(0, size * begun - total.lists),
        )
