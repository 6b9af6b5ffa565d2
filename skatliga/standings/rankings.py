"""The ranking of an event: who stands where, from which lists, and what is still missing.

Places are given by the engine, from the lists that count (`ranking_source`). Pages, files and paper are made from one
`Ranking`, so they cannot say different things.

The rule of the event (`Event.rule`) says what a list is worth, and which lists count.

Decisions, where the rules of play are silent:

* **D** Points by places are those among all who play the Serie (the table), in the ranking of a class as well.
* **D** In the ranking of one Serie or day of several everything counts. A minimum is asked for only as far as it cannot
  be reached any more in the Serien to come; whoever misses it stands below, without a place.
* **D** Points that somebody begins with, or a deduction, count in every ranking but that of one Serie or day of several
  and but in further tables. The cut is one of the first table; in a further one everybody is.
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
from typing import ClassVar, NamedTuple

from django.utils.translation import gettext as _

from scoring.wertung import Rank, WertungResult, WertungRule, carry_out, tabulate
from scoring.wertung.fold import PartFate, account
from scoring.wertung.lots import draw_lots
from scoring.wertung.places import WertungRow, WertungTable
from scoring.wertung.presets import TableRule
from scoring.wertung.results import LABEL_AT, Label, Labels, Number, Where, labels_of
from skatliga.access import Role
from skatliga.events.models import Category, Entry, Event
from skatliga.events.queries import sort_key
from skatliga.standings.ranking_source import Best, Cut, ListResult, Progress, RankingSource, find, key_of
from skatliga.wertung.rules import PLAIN
from skatliga.wertung.wording import explain, shortfall, unit_of


class ListFate(NamedTuple):
    """What became of one list in the ranking."""

    round: int
    fate: PartFate
    leistung: Number
    """What it counts with: projected where the rule says so."""
    points: Number | None


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
    points: Number | None = None
    """What was awarded; None where the rule awards nothing."""
    fates: tuple["ListFate", ...] = ()
    """What became of each list; empty where all simply count."""
    start: int = 0
    """What he began with; negative for a deduction."""
    why: str = ""
    """For what."""
    shortfall: str = ""
    """What is missing for a place; empty for who has one."""

    @property
    def value(self) -> Number:
        """What decides: the points awarded, or the Leistung."""
        return self.leistung if self.points is None else self.points

    @property
    def unused(self) -> frozenset[int]:
        """The Serien whose lists do not count."""
        counting = {each.round for each in self.fates if each.fate is PartFate.COUNTS}
        return frozenset(each.round for each in self.results if each and self.fates and each.round not in counting)

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
    rule: TableRule
    evaluation: str
    below: tuple[RankingLine, ...] = ()
    """Who has too few lists for a place (0)."""
    name: str = ""
    """Of a further table; empty for that of everything."""

    @property
    def title(self) -> str:
        """What stands above it."""
        return self.name or _("Rangliste")

    plain: ClassVar = PLAIN
    """The rule by which all lists are simply added up."""

    @property
    def everybody(self) -> Iterator[RankingLine]:
        """All lines, those without a place too."""
        return chain(self.lines, self.below, self.apart)

    @property
    def ahead(self) -> tuple[RankingLine, ...]:
        """Those who began with points, or with a deduction."""
        return tuple(line for line in chain(self.lines, self.below) if line.start)

    @property
    def said(self) -> str:
        """How it is counted, in plain sentences."""
        return explain(self.rule, unit_of(self.rule, [self.evaluation]), alone=True)

    @property
    def uncounted(self) -> frozenset[int]:
        """The Serien whose points do not count for those who went on."""
        if self.cut and self.cut.made and not self.cut.carries:
            return frozenset(range(1, self.cut.first))
        return frozenset()


def ranking(
    event: Event,
    role: Role | None,
    rounds: Collection[int] | None = None,
    category: Category | None = None,
    number: int = 1,
    running: bool = False,
    day: bool = False,
) -> Ranking:
    """The ranking as a visitor with this role may see it, of these Serien or of all, of one class or of everybody.

    `number` says by which of the event's tables. Raises IndexError where it has fewer. With `running` lists still
    written count as if they ended now; with `day` these Serien are those of one day. `event` comes with its Serien
    (`events.access.event_for`). Three queries, however many take part; one more for the public, and for a class.
    """
    everybody = find(event, role, rounds, running=running)
    counted = _counted(event, everybody, number, part=day or is_one_of_several(event, everybody.numbers))
    through = _through(event, counted)
    found = everybody
    if category:
        members = set(Entry.objects.filter(categories=category).values_list("start_number", flat=True))
        found, counted = everybody.only(members), counted.only(members)
    entries = found.entries
    placed = _placed(event, counted, through)
    listed = {_player(each.result) for each in chain(placed.on, placed.out)} | set(map(_player, placed.below))
    progress = found.progress
    return Ranking(
        rounds=progress.rounds,
        provisional=progress.provisional,
        lines=tuple(_lines(found, counted, placed)),
        without_list=sum(
            not entry.withdrawn and number not in listed and (through is None or number in through)
            for number, entry in entries.items()
        ),
        best_lists=found.best(found.results),
        cut=_cut_of(event, counted, through is not None),
        draws=_draws(event, found, placed) if _lot_decides(event, counted) else (),
        apart=tuple(_lines_apart(found)),
        rule=counted.rule,
        evaluation=event.evaluation,
        below=tuple(_lines_below(found, counted, placed.below)),
        name=event.tables[number - 1].name,
    )


class CountedLists(NamedTuple):
    """The lists of a ranking with the points they were awarded, and the rule by which they are added up."""

    rule: TableRule
    numbers: Sequence[int]
    players: Collection[int]
    results: Sequence[WertungResult]
    held: Sequence[Labels]
    """The Serien begun."""
    start: Mapping[int, int]
    """What players begin with, by start number."""
    main: bool = True
    """Whether it is the first table of the event."""
    part: bool = False
    """Whether it is that of one Serie of several, or of one day."""

    def only(self, players: Collection[int]) -> "CountedLists":
        """Those of these players; the points are still those among everybody."""
        return self._replace(results=[each for each in self.results if each.labels[PLAYER] in players])


PLAYER = LABEL_AT["player"]


def _counted(event: Event, found: RankingSource, number: int = 1, *, part: bool = False) -> CountedLists:
    """The lists of everybody who is ranked, awarded by the rule of a table of the event."""
    begun = [round.number for round in found.progress.begun]
    rule = rule_for(event, begun, number, part=part)
    results = carry_out(rule.awarding(), [each.result for each in found.results])
    held = [labels_of({"serie": serie}) for serie in begun if rule.serie in (None, serie)]
    main = number == 1
    there = set() if part or not main else {each.start_number for each in found.results}
    start = {number: found.everybody[number].start_points for number in there}
    start = {number: points for number, points in start.items() if points}
    return CountedLists(rule, found.numbers, found.everybody, results, held, start, main, part)


def rule_for(event: Event, begun: Collection[int], number: int = 1, *, part: bool = False) -> TableRule:
    """The rule of a table of an event for a ranking in which these Serien were begun, or of a part of them alone."""
    rule = event.tables[number - 1].rule
    if part:
        return replace(rule.counting_all, serie=None)
    if rule.minimum and not rule.missing_as_zero:
        to_come = [
            each for each in event.rounds.all() if each.number not in begun and rule.serie in (None, each.number)
        ]
        rule = replace(rule, minimum=max(0, rule.minimum - len(to_come)))
    return rule


def is_one_of_several(event: Event, numbers: Sequence[int]) -> bool:
    """Whether this is the ranking of one Serie of several."""
    return len(numbers) == 1 and len(event.rounds.all()) > 1


def left_out(event: Event, number: int) -> frozenset[int]:
    """The start numbers of those whom the cut keeps from this Serie; nobody before the cut and without one.

    Made by the lists there are, like everything that is drawn before the last one has come.
    """
    if not event.is_cut_before(number):
        return frozenset()
    found = find(event, Role.SPIELLEITUNG, range(1, (event.cut_after or 0) + 1))
    counted = _counted(event, found)
    made = _cut_of(event, counted, made=True)
    through = _qualified(event, counted, made) if made else frozenset(found.everybody)
    return frozenset(start_number for start_number in found.everybody if start_number not in through)


def _lot_decides(event: Event, counted: CountedLists) -> bool:
    return event.lot_decides and not counted.part


def _rank(event: Event, counted: CountedLists) -> Rank:
    """What places go by; the lot is drawn among these players."""
    if not _lot_decides(event, counted):
        return Rank(counted.rule.order)
    keys = {key_of(number): number for number in counted.players}
    by_hand = {key_of(int(number)): drawn for number, drawn in event.lots.items()}
    lots = tuple(labels_of({"player": keys[key]}) for key in draw_lots(event.seed, keys, by_hand))
    return Rank(counted.rule.order, lots)


def _cut_of(event: Event, counted: CountedLists, made: bool) -> Cut | None:
    after, places = event.cut_after, event.cut_places
    if after is None or places is None or after not in counted.numbers or counted.part or not counted.main:
        return None
    return Cut(after, places, event.cut_carries, made)


def _through(event: Event, counted: CountedLists) -> frozenset[int] | None:
    """The start numbers of those who went on at the cut; None where it has not taken effect."""
    made = _cut_of(event, counted, made=True)
    if made is None or not any(int(result.label("serie") or 0) > made.after for result in counted.results):
        return None
    return _qualified(event, counted, made)


def _qualified(event: Event, counted: CountedLists, made: Cut) -> frozenset[int]:
    """The start numbers of those whom these lists let go on; all who share the last place do."""
    at_cut = _table(event, counted, range(1, made.first)).rows
    return frozenset(_player(row.result) for row in at_cut if row.place <= made.places)


def _table(
    event: Event, counted: CountedLists, serien: Iterable[int] | None = None, players: Iterable[int] | None = None
) -> WertungTable:
    """Players by what their lists come to, of these Serien and of these players alone where that is said."""
    seen: dict[str, frozenset[Label]] = {}
    if serien is not None:
        seen["serie"] = frozenset(serien)
    if players is not None:
        seen["player"] = frozenset(players)
    rule = WertungRule((counted.rule.total(Where(seen)),), _rank(event, counted))
    among = counted.start if players is None else counted.start.keys() & set(players)
    start = counted.rule.start({number: counted.start[number] for number in among})
    return tabulate(rule, counted.results, counted.held, start)


def _player(result: WertungResult) -> int:
    """The start number."""
    return int(result.label("player") or 0)


Rows = Sequence[WertungRow]


class Placed(NamedTuple):
    """Who stands where."""

    on: Rows
    """Who is still in, by place."""
    out: Rows = ()
    """Who is out, with the place of the cut."""
    at_cut: Rows = ()
    """Everybody at the cut."""
    below: Sequence[WertungResult] = ()
    """Who has too few lists for a place."""


def _placed(event: Event, counted: CountedLists, through: frozenset[int] | None) -> Placed:
    if through is None or event.cut_after is None:
        table = _table(event, counted)
        return Placed(table.rows, below=table.below)
    at_cut = _table(event, counted, range(1, event.cut_after + 1))
    out = [row for row in at_cut.rows if _player(row.result) not in through]
    counting = None if event.cut_carries else [number for number in counted.numbers if number > event.cut_after]
    table = _table(event, counted, counting, through)
    return Placed(table.rows, out, at_cut.rows, (*table.below, *at_cut.below))


def _lines(found: RankingSource, counted: CountedLists, placed: Placed) -> Iterator[RankingLine]:
    """The lines by place; who shares one stands there by start number."""
    by_round = found.by_round
    for rows in (placed.on, placed.out):
        holders = Counter(row.place for row in rows)
        for row in rows:
            line = _line(found, row.result, by_round, counted)
            yield replace(line, place=row.place, shared=holders[row.place] > 1, out=rows is placed.out)


def _lines_below(found: RankingSource, counted: CountedLists, below: Iterable[WertungResult]) -> Iterator[RankingLine]:
    """Those who have too few lists."""
    by_round = found.by_round
    for result in below:
        yield _line(found, result, by_round, counted)


def _lines_apart(found: RankingSource) -> Iterator[RankingLine]:
    """Those außer Wertung, the most points first; they are awarded nothing."""
    by_round = found.by_round
    for row in tabulate(PLAIN.of(()), [each.result for each in found.apart]).rows:
        yield _line(found, row.result, by_round)


def _line(
    found: RankingSource,
    total: WertungResult,
    by_round: Mapping[tuple[int, int], ListResult],
    counted: CountedLists | None = None,
) -> RankingLine:
    """What somebody brought, without a place; without `counted` everything he played."""
    entry = found.everybody[_player(total)]
    rule = counted.rule if counted else PLAIN
    start = counted.start.get(entry.start_number, 0) if counted else 0
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
        points=total.points if rule.awards_points else None,
        fates=() if rule == PLAIN else tuple(_fates(total, rule)),
        start=start,
        why=entry.start_reason if start else "",
        shortfall=shortfall(total, rule),
    )


def _fates(total: WertungResult, rule: TableRule) -> Iterator[ListFate]:
    for part in account(total):
        if number := part.result.label("serie"):
            points = part.result.points if rule.awards_points else None
            yield ListFate(int(number), part.fate, part.result.leistung, points)


def _draws(event: Event, found: RankingSource, placed: Placed) -> tuple[tuple[Drawn, ...], ...]:
    """Who was parted by the lot alone: first those of whom it let some go on at the cut, then those in one ranking."""
    still = _numbers(placed.on)
    split = [group for group in _equal(placed.at_cut) if 0 < len(_numbers(group) & still) < len(group)]
    known = [_numbers(group) for group in split]
    further = [group for group in _equal(placed.on) if not any(_numbers(group) <= keys for keys in known)]
    return tuple(
        tuple(
            Drawn(row.place, entry.start_number, entry.shown, event.lots.get(str(entry.start_number)))
            for row in group
            for entry in [found.everybody[_player(row.result)]]
        )
        for group in (*split, *further)
    )


def _numbers(rows: Rows) -> set[int]:
    return {_player(row.result) for row in rows}


def _equal(placed: Rows) -> list[list[WertungRow]]:
    """The groups of several that are equal in all but the lot."""
    groups: list[list[WertungRow]] = []
    for row in placed:
        if groups and row.parted_by in (None, "lot"):
            groups[-1].append(row)
        else:
            groups.append([row])
    return [group for group in groups if len(group) > 1]
