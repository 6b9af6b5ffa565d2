"""Rules that clubs and leagues use, made of a few numbers.

Decisions (**D**), where no rule of a club at hand says otherwise:

* **D** The best n and the drops are counted in the same unit as the average: lists, or evenings. The Leistung of an
  evening is the sum of its lists.
* **D** Who is absent has used a drop with it: of the k that are dropped in a block, lists or evenings missed are the
  first; nobody loses a good result for having been away.
* **D** A credit stands for a whole evening at which somebody has no list, the first ones missed; it is one result like
  any other, whether lists or evenings are counted.
* **D** The minimum is reached by what was played and by credits, whether it counts in the end or not.
* **D** Where drops go by stages of how many results somebody has, who is absent has used none: he is in a lower stage.
* **D** In points by places all who played there are in the field, guests too; who is level shares the points. Whoever
  plays außer Wertung is in no field: the others of his table get what a table without him gives.
* **D** At tables of a size that a rule does not name its other points hold, from the first place down.
* **D** Who is level is parted by more games won, then fewer lost, of what counts.
* **D** Of a short team points and Spielpunkte are multiplied; the games won and lost stay those that were played.

Of teams that meet in groups, through a season:

* An absent team gets no Wertungspunkte and no Spielpunkte (DSkV Sportordnung, Anlage 10); the teams present get the
  scale from its top. **D** That is 0:0, no minus points either, unless the rule gives them: then 0:3 for every Serie
  that its group plays.
* **D** The scale of a Serie is that for so many teams as the group has, else that of all groups. Teams that are absent
  belong to the group, annulled ones do not.
* **D** Team sums that are equal by all criteria share the Wertungspunkte of the places they occupy, exactly (3:0 and
  2:1 become 2½:½ twice); no published rule was found.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from scoring.wertung.results import EVERYWHERE, LABEL_AT, Labels, WertungResult, Where, result
from scoring.wertung.steps import (
    ANY_SIZE,
    Award,
    AwardBeaten,
    AwardEach,
    CopyFigure,
    Credit,
    DealsTo,
    Demand,
    Drop,
    Fold,
    MembersTo,
    Order,
    Rank,
    Scale,
    Step,
    WertungRule,
)

BY_LEISTUNG: Final[Order] = ("leistung", "won", "-lost")
"""The customary order of individuals and of teams within a Serie, before any lot."""
DEALS_OF_A_LIST: Final = 48
"""To which lists are projected: the deals of a Serie at a table of four."""

OF_A_YEAR: Final = ("quarter", "month", "block", "evening")
"""The labels that make an evening of a club year."""

Unit = Literal["list", "evening"]
Measured = Literal["total", "average"]
Worth = Literal["leistung", "places", "beaten", "awarded", "published"]
Among = Literal["", "table", "seat"]
"""Among whom places are taken: all who played, those of one table, or those on the same seat of all tables."""
SizePoints = tuple[tuple[int, tuple[int, ...]], ...]
"""Points of the places by the size of the field."""
Span = Literal["", "block", "quarter", "month"]
"""A label of parts of the year; empty for the whole."""


@dataclass(frozen=True, slots=True)
class TableRule:
    """The rule of a table of players: of an event, of a club year, of several tournaments.

    The results it is made for have the labels player and serie, table and seat where places are taken there, and those
    that make an evening (`of`). What somebody has of an evening or a list is called a result below.
    """

    unit: Unit = "list"
    """Whether lists are counted, averaged and dropped, or whole evenings."""
    measure: Measured = "total"
    """The sum of what counts, or its average."""
    serie: int | None = None
    """Only this Serie of every evening."""
    projected: bool = False
    """Every list is projected to 48 deals."""
    worth: Worth = "leistung"
    """What a result is worth: its Leistung, points by its place, or 2 points for every other it beats (matchpoints).

    Of results that come as sums also the points that were awarded elsewhere, or the place that was published: then a
    result brings it as `minus`, and nothing else is compared.
    """
    among: Among = ""
    """Among which results of the evening (of the Serie) places are taken, or others beaten."""
    place_points: tuple[int, ...] = ()
    """Points of the places from the first down, where `worth` is places; 0 beyond."""
    size_points: SizePoints = ()
    """Instead, where so many are in the field."""
    attendance: int = 0
    """Points for every result, besides what it is worth."""
    best: int | None = None
    """How many count; None for all."""
    drop: int = 0
    """How many of the worst are left out."""
    stages: tuple[tuple[int, int], ...] = ()
    """Instead of `drop`: from so many results on, so many."""
    span: Span = ""
    """In which part of the year each the worst are dropped."""
    minimum: int = 0
    """How many results somebody needs for a place."""
    minimum_evenings: int = 0
    """At how many evenings somebody must have played, besides."""
    a_month: int = 0
    """How many results somebody needs in every month that had an evening."""
    missing_as_zero: bool = False
    """What is missing of `minimum` counts 0 instead."""
    credit: int = 0
    """What an evening missed brings."""
    credits: int = 0
    """For how many evenings."""

    @property
    def compares(self) -> bool:
        """Whether results are compared with those of others to get their points."""
        return self.worth in ("places", "beaten")

    @property
    def awards_points(self) -> bool:
        """Whether points decide that were awarded, not Leistung."""
        return self.compares or self.worth == "awarded" or self.attendance > 0

    @property
    def figure(self) -> str:
        """What decides: the points awarded, where there are any, or the Leistung."""
        return "points" if self.awards_points else "leistung"

    @property
    def order(self) -> Order:
        """By what places go: what decides, then as always."""
        if self.worth == "published":
            return ("-minus",)
        return ("points", *BY_LEISTUNG) if self.awards_points else BY_LEISTUNG

    def start(self, points: Mapping[str, int] | Mapping[int, int]) -> tuple[WertungResult, ...]:
        """What these players begin with, for `carry_out`: of what decides, less than 0 for a deduction."""
        return tuple(result({"player": player}, {self.figure: given, "lists": 0}) for player, given in points.items())

    def of(self, outing: Sequence[str]) -> WertungRule:
        """The steps, where these labels make an evening: none in a single event."""
        return WertungRule((*self.awarding(outing), self.total()), Rank(self.order))

    def awarding(self, outing: Sequence[str] = ()) -> tuple[Step, ...]:
        """The steps by which every result gets its points; `total` adds them up."""
        return tuple(self._awarding(outing))

    def _awarding(self, outing: Sequence[str]) -> Iterator[Step]:
        if self.projected:
            yield Scale(("leistung",), DealsTo(DEALS_OF_A_LIST))
        serie = Where({"serie": frozenset({self.serie})}) if self.serie else EVERYWHERE
        at = () if self.unit == "evening" else ("serie",)
        among = (self.among,) if self.among and at else ()
        steps = self.compares or self.attendance > 0
        if self.unit == "evening" or self.serie or (steps and outing):
            yield Fold(("player", *outing, *at, *among), where=serie)
        if not steps:
            return
        field = (*outing[-1:], *at, *among)
        if self.worth == "places":
            yield Award(field, BY_LEISTUNG, {ANY_SIZE: self.place_points, **dict(self.size_points)})
        elif self.worth == "beaten":
            yield AwardBeaten(field, "leistung")
        elif self.worth == "leistung":
            yield CopyFigure("leistung", "points")
        if self.attendance:
            yield AwardEach(self.attendance)

    def total(self, where: Where = EVERYWHERE) -> Fold:
        """The step that makes one row of a player's results, of those picked."""
        demands = (
            Demand(0 if self.missing_as_zero else self.minimum),
            Demand(self.minimum_evenings, of="evening"),
            Demand(self.a_month, per="month"),
        )
        drops = self.drop or self.stages
        return Fold(
            ("player",),
            measure=self.figure,
            missing=Credit(self.credit, self.credits, "evening") if self.credits else None,
            minimum=tuple(demand for demand in demands if demand.least),
            drop=Drop(self.drop, self.stages, self.span or None, absence_uses=not self.stages) if drops else None,
            best=self.best,
            fill=self.minimum if self.missing_as_zero and self.minimum else None,
            combine="mean" if self.measure == "average" else "sum",
            where=where,
        )

    @property
    def counting_all(self) -> "TableRule":
        """The same so that everything played counts: no minimum, no drops, no credits."""
        plain = TableRule()
        kept = {name: getattr(plain, name) for name in CHOOSING}
        return replace(self, **kept)


CHOOSING: Final = (
    *("best", "drop", "stages", "span", "minimum", "minimum_evenings", "a_month"),
    *("missing_as_zero", "credit", "credits"),
)
"""The fields of a rule that say what of somebody's results counts."""


@dataclass(frozen=True, slots=True)
class TeamTableRule:
    """How teams of players are counted in an event, from the results of their members."""

    size: int
    """How many play for a complete team."""
    counting: int | None = None
    """How many lists of a Serie count, the best; None for all."""
    filled: bool = False
    """Whether a short team is counted as if it were complete: three of four times 4/3."""
    points: bool = False
    """Whether the points that the members were awarded decide, not their Leistung."""

    @property
    def order(self) -> Order:
        """By what places go."""
        return ("points", *BY_LEISTUNG) if self.points else BY_LEISTUNG

    @property
    def serie(self) -> tuple[Step, ...]:
        """The steps that make what a team has in each Serie, of results with the labels player, team and serie."""
        full = Scale(("leistung", "spielpunkte", "points"), MembersTo(self.counting or self.size, ("team", "serie")))
        measure = "points" if self.points else "leistung"
        fold = Fold(("team", "serie"), measure=measure, best=self.counting)
        return (full, fold) if self.filled else (fold,)

    @property
    def total(self) -> WertungRule:
        """The rest: what its Serien come to."""
        return WertungRule((Fold(("team",)),), Rank(self.order))


Criterion = Literal["plus", "minus", "leistung", "won", "lost", "spielpunkte", "average"]
"""What the order of a league table may name; minus and lost are better when they are fewer."""
_FIGURE_OF: Final[Mapping[Criterion, str]] = {
    "plus": "points",
    "minus": "-minus",
    "leistung": "leistung",
    "won": "won",
    "lost": "-lost",
    "spielpunkte": "spielpunkte",
    "average": "difference",
}


@dataclass(frozen=True, slots=True)
class GroupTableRule:
    """How the teams of a league are counted that meet in groups, from what the lists of each Serie brought them.

    The results it is made for have the labels team and serie, and as `lists` how many of the team were played.
    """

    size: int = 4
    """How many play for a complete team."""
    filled: bool = False
    """Whether a short team is counted as if it were complete: three of four times 4/3."""
    place_points: tuple[int, ...] = (3, 2, 1, 0)
    """Plus points from the first place down; what a place falls short of the first is its minus points: 3:0, 2:1."""
    plus_only: bool = False
    """Whether there are no minus points."""
    size_points: SizePoints = ()
    """Instead, in groups of so many teams."""
    ties: Literal["won_lost", "shared"] = "won_lost"
    """Equal Leistung in a Serie is parted by more games won, then fewer lost; or the points are shared at once."""
    absent_minus: bool = False
    """Whether a team that does not come gets all minus points."""
    broken_off_minus: bool = False
    """Whether one does that leaves before the end."""
    order: tuple[Criterion, ...] = ("plus", "leistung", "won", "lost")
    """By what places in the table go."""

    def scale(self, teams: int) -> tuple[int, ...]:
        """The plus points in a group of so many teams."""
        return dict(self.size_points).get(teams, self.place_points)

    def on_a_day(self, points: Sequence[int] | None) -> "GroupTableRule":
        """The rule of a match day that may have a scale of its own, whatever the size of its groups."""
        return replace(self, place_points=tuple(points), size_points=()) if points else self

    @property
    def serie_order(self) -> Order:
        """What parts the teams of a group in a Serie."""
        return BY_LEISTUNG if self.ties == "won_lost" else ("leistung",)

    def serie(self, teams: int) -> tuple[Step, ...]:
        """The steps that give a group of so many teams its points in each Serie."""
        scale = self.scale(teams)
        minus = {} if self.plus_only else {ANY_SIZE: tuple(scale[0] - points for points in scale)}
        lost = 0 if self.plus_only else scale[0]
        award = Award(("serie",), self.serie_order, {ANY_SIZE: scale}, minus or None, absent_minus=lost)
        full = (_LISTS_AS_DEALS, Scale(("leistung", "spielpunkte"), DealsTo(self.size)), _NO_DEALS)
        return (*full, award) if self.filled else (award,)

    @property
    def total(self) -> WertungRule:
        """The rest: what the Serien of each team come to."""
        placing = by(self.order)
        return WertungRule((Fold(("team",)), *placing.steps), placing.rank)


_LISTS_AS_DEALS: Final = CopyFigure("lists", "deals")
_NO_DEALS: Final = Scale(("deals",), 0)


def by(order: Sequence[Criterion]) -> WertungRule:
    """Places of sums in the order of a league table; an average is computed where the order can name it."""
    averaged = (_LISTS_AS_DEALS, CopyFigure("leistung", "difference", DealsTo(1)))
    return WertungRule(averaged if "average" in order else (), Rank(tuple(_FIGURE_OF[name] for name in order)))


def held_for(rule: WertungRule, serien: Iterable[Labels]) -> tuple[Labels, ...]:
    """What took place, in what the last fold counts: of Serien the evenings, where it counts these.

    Whoever missed an evening of two Serien has missed one part of it then, not two.
    """
    if len(rule.folds) < 2:
        return tuple(serien)
    first = rule.folds[-2]
    kept = {LABEL_AT[name] for name in first.by}
    serien = (labels for labels in serien if not first.where.contradicts(labels))
    coarser = (tuple(value if at in kept else None for at, value in enumerate(labels)) for labels in serien)
    return tuple(dict.fromkeys(coarser))
