"""What the statistics pages read: what one player, or all together, have played at some events.

Everything is made of events whose lists are counted together: `club_events`, `season_events`, `year_events`,
`player_events`, or one event alone. Every function brings their figures up to date first (`services`) and then needs a
fixed number of queries, however many lists there are.

Decisions:

* **D** Over several events only published ones count, for every visitor alike; a draft has its own page alone.
* **D** Figures are of one kind of game (`rules.books`), the one most lists are of where none is asked for. Points and
  averages are those of the evaluation most of its lists were counted by; games count whatever the evaluation.
* **D** A match to a target is won or lost, however long it takes: instead of points on 48 deals there is the share of
  matches won.
* **D** Tables of players name those of a register; guests, who cannot be told apart over the years, count in the sums.
* **D** The moving mean is that of the last ten lists, of fewer at the beginning.
"""

import datetime
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Sum, When
from django.db.models.functions import Coalesce

from scoring.figures import Figures, read, total
from skatliga.access import Role
from skatliga.events.models import Entry, Event
from skatliga.leagues.models import Season
from skatliga.lists.models import SeatResult, Substitution, counts
from skatliga.people.models import Club, Player, Publication, versions_of
from skatliga.rules.books import Evaluation, books_of, kind_of, kinds_by_lists
from skatliga.statistics.models import Tally
from skatliga.statistics.pages import (
    BEST_SHOWN,
    NO_RESULTS,
    BestListLine,
    Distribution,
    EveningFigures,
    GroupFigures,
    ListPoint,
    MemberFigures,
    PlayerFigures,
    average_of,
    distribute,
)
from skatliga.statistics.services import up_to_date
from skatliga.years.models import ClubYear

LISTS_OF_THE_MEAN = 10
PERSON = Coalesce("entry__player__merged_into", "entry__player")
"""Who somebody entered is, of a tally or a result: the player of the register."""

_OTHER_DEALS = (
    Q(sheet__deals_fixed=True)
    | ~Q(sheet__counted__deals=F("sheet__deals"))
    | Exists(Substitution.objects.filter(sheet=OuterRef("sheet"), split=True))
)
"""Of a result: it may be of other deals than the list was to have, as somebody came, went or ended it early."""

_ARRIVED = counts("sheet__") & Q(spielpunkte__isnull=False)
"""**D** A list of which nothing but the Gesamt is known is in no statistics: it would be one without deals."""


class Period(NamedTuple):
    """Days from one to another, both included; None where it is open."""

    first: datetime.date | None = None
    last: datetime.date | None = None

    def of(self, events: QuerySet[Event]) -> QuerySet[Event]:
        """Those of these events that lie in it."""
        if self.first:
            events = events.filter(date__gte=self.first)
        return events.filter(date__lte=self.last) if self.last else events


ALWAYS = Period()


def published(events: QuerySet[Event]) -> QuerySet[Event]:
    """Those of these events that everybody may read."""
    return events.exclude(state=Event.State.DRAFT)


def club_events(club: Club, period: Period = ALWAYS) -> QuerySet[Event]:
    """The published events of a club."""
    return period.of(published(Event.objects.filter(club=club)))


def season_events(season: Season) -> QuerySet[Event]:
    """The published events that the groups of a league season are played as."""
    return published(Event.objects.filter(league_group__matchday__division__level__season=season))


def year_events(year: ClubYear) -> QuerySet[Event]:
    """The published evenings of a club year."""
    return published(Event.objects.filter(year_evenings__year=year))


def player_events(player: Player, period: Period = ALWAYS, club: Club | None = None) -> QuerySet[Event]:
    """The published events a player was entered in, of all clubs or of one."""
    found = period.of(published(Event.objects.filter(pk__in=entries_of(player).values("event"))))
    return found.filter(club=club) if club else found


def group(events: QuerySet[Event], role: Role | None, kind: str | None = None) -> GroupFigures:
    """What all together have played at these events. Eight queries where nothing has changed."""
    events = up_to_date(events)
    played = _choose(_sums(events, entry=None), kind)
    figures = total(each.figures for each in played.sums)
    evaluation = _main(figures)
    results = _of_kind(results_of(events), played.kind, evaluation)
    return GroupFigures(
        kinds=played.kinds,
        kind=played.kind,
        figures=figures,
        lists=sum(each.lists for each in played.sums),
        deals=sum(each.deals for each in played.sums),
        evaluation=evaluation,
        evenings=tuple(_evenings(played.sums, evaluation)),
        members=_members(events, played.kind, evaluation, role),
        best=() if evaluation == Evaluation.MATCHES else _best(results, role),
        results=NO_RESULTS if evaluation == Evaluation.MATCHES else _distribution(results),
    )


def club_figures(club: Club, kind: str | None) -> Figures:
    """What all together have played of a kind of game at the published events of a club."""
    events = up_to_date(club_events(club))
    return total(each.figures for each in _choose(_sums(events, entry=None), kind).sums)


def player(player: Player, events: QuerySet[Event], kind: str | None = None) -> PlayerFigures:
    """What a player has played at these events, beside all who played there. Six queries where nothing has changed."""
    events = up_to_date(events)
    own = entries_at(player, events)
    played = _choose(_sums(events, entry__in=own), kind)
    figures = total(each.figures for each in played.sums)
    evaluation = _main(figures)
    results = _of_kind(results_of(events), played.kind, evaluation).filter(entry__in=own)
    lists = tuple(_lists(results, evaluation))
    of_matches = evaluation == Evaluation.MATCHES
    return PlayerFigures(
        kinds=played.kinds,
        kind=played.kind,
        figures=figures,
        group=total(each.figures for each in _choose(_sums(events, entry=None), played.kind).sums),
        evaluation=evaluation,
        evenings=tuple(_evenings(played.sums, evaluation)),
        lists=lists,
        results=NO_RESULTS if of_matches else distribute(Counter(each.leistung for each in lists)),
    )


class _Sum(NamedTuple):
    """A tally and the event it is of."""

    rulebook: str
    slug: str
    name: str
    date: datetime.date
    figures: Figures
    lists: int
    deals: int


def entries_of(player: Player) -> QuerySet[Entry]:
    """Everything a player was entered in, also under a name that was merged into his."""
    return Entry.objects.filter(player__in=versions_of(player.pk))


def entries_at(player: Player, events: QuerySet[Event]) -> list[int]:
    """The keys of what a player was entered in at these events."""
    return list(entries_of(player).filter(event__in=events).values_list("pk", flat=True))


class _Choice(NamedTuple):
    """The kind of game whose figures are shown, among all that were played."""

    kinds: tuple[str, ...]
    kind: str | None
    """None where nothing was played."""
    sums: list[_Sum]


def _choose(sums: list[_Sum], asked: str | None) -> _Choice:
    """The sums of the kind that is asked for, or of the one most lists are of."""
    kinds = kinds_by_lists((each.rulebook, each.lists) for each in sums if each.lists)
    kind = asked or next(iter(kinds), None)
    return _Choice(kinds, kind, [each for each in sums if kind_of(each.rulebook) == kind])


def _of_kind(results: QuerySet[SeatResult], kind: str | None, evaluation: Evaluation | None) -> QuerySet[SeatResult]:
    """Those of lists of one kind of game that were evaluated in one way."""
    return results.filter(sheet__rulebook__in=_keys(kind), sheet__evaluation=evaluation)


def _keys(kind: str | None) -> list[str]:
    return [book.key for book in books_of(kind)]


def _sums(events: QuerySet[Event], **of: object) -> list[_Sum]:
    """The tallies of these events in the order of time."""
    rows = Tally.objects.filter(event__in=events.values("pk"), **of).order_by("event__date", "event", "entry")
    columns = ("event__rulebook", "event__slug", "event__name", "event__date", "figures", "lists", "deals")
    return [
        _Sum(book, slug, name, date, read(figures), lists, deals)
        for book, slug, name, date, figures, lists, deals in rows.values_list(*columns)
    ]


def _main(figures: Figures) -> Evaluation | None:
    """The evaluation of most lists."""
    most = max(figures.points, key=lambda evaluation: figures.points[evaluation].lists, default=None)
    return Evaluation(most) if most else None


def _evenings(sums: Iterable[_Sum], evaluation: Evaluation | None) -> Iterator[EveningFigures]:
    for slug, of_event in groupby(sums, key=lambda each: each.slug):
        parts = list(of_event)
        points = total(part.figures for part in parts).points
        if evaluation and evaluation in points:
            yield EveningFigures(slug, parts[0].name, parts[0].date, points[evaluation])


def results_of(events: QuerySet[Event]) -> QuerySet[SeatResult]:
    """The results of all lists of these events that count, in no order."""
    return SeatResult.objects.filter(_ARRIVED, sheet__table__round__event__in=events.values("pk")).order_by()


def _distribution(results: QuerySet[SeatResult]) -> Distribution:
    return distribute(Counter(dict(results.values_list("leistung").annotate(Count("pk")))))


def _members(
    events: QuerySet[Event], kind: str | None, evaluation: Evaluation | None, role: Role | None
) -> tuple[MemberFigures, ...]:
    """The players of registers by average, or by the share of matches won."""
    columns = ("lists", "deals", "declared", "won", "spielpunkte", "leistung")
    alike = events.filter(rulebook__in=_keys(kind), evaluation=evaluation)
    own = Tally.objects.filter(event__in=alike.values("pk"), entry__player__isnull=False)
    sums = own.values_list(PERSON).annotate(*(Sum(column) for column in columns)).order_by()
    rows = list(sums)
    players = Player.objects.in_bulk([row[0] for row in rows])
    members = (
        MemberFigures(pk, player.name if role else player.public_name, has_page(player), *numbers)
        for pk, *numbers in rows
        for player in [players[pk]]
    )
    worth = attrgetter("matches" if evaluation == Evaluation.MATCHES else "average")
    return tuple(sorted(members, key=lambda member: (-worth(member), member.name)))


def _best(results: QuerySet[SeatResult], role: Role | None) -> tuple[BestListLine, ...]:
    places = ("-leistung", "sheet__table__round__event__date", "sheet", "seat")
    # Which they are is asked first: more than eight tables PostgreSQL joins in the order in which they are named.
    best = list(results.order_by(*places).values_list("pk", flat=True)[:BEST_SHOWN])
    shown = SeatResult.objects.select_related("sheet__table__round__event", "entry__player__merged_into")
    return tuple(_best_list(result, role) for result in shown.filter(pk__in=best).order_by(*places))


def _best_list(result: SeatResult, role: Role | None) -> BestListLine:
    round, register = result.sheet.table.round, result.entry.player
    register = register and register.canonical
    _points, won, lost = result.counts
    return BestListLine(
        sheet=result.sheet_id,
        slug=round.event.slug,
        event=round.event.name,
        date=round.event.date,
        round=round.number,
        table=result.sheet.table.number,
        name=result.entry.name_for(role),
        player=register.pk if register and has_page(register) else None,
        leistung=result.leistung,
        won=won,
        lost=lost,
    )


def _lists(results: QuerySet[SeatResult], evaluation: Evaluation | None) -> Iterator[ListPoint]:
    """A player's lists in the order of time, each with the mean of the last ones."""
    at = "sheet__table__round"
    columns = (
        *("sheet", f"{at}__event__slug", f"{at}__event__name", f"{at}__event__date", f"{at}__number"),
        *("sheet__table__number", "sheet__deals", "spielpunkte", "won", "lost", "leistung", "entry", "other_deals"),
    )
    in_order = (f"{at}__event__date", f"{at}__event", f"{at}__number", "sheet__table__number", "seat")
    last: deque[tuple[int, int]] = deque(maxlen=LISTS_OF_THE_MEAN)
    counted = results.annotate(other_deals=Case(When(_OTHER_DEALS, then=F("sheet__counted__figures"))))
    for row in counted.order_by(*in_order).values_list(*columns):
        sheet, slug, name, date, round, table, deals, spielpunkte, won, lost, leistung, entry, other_deals = row
        if other_deals and (own := other_deals.get(str(entry))):
            deals = read(own).deals
        last.append((leistung, deals))
        points, dealt = map(sum, zip(*last, strict=True))
        mean = Fraction(points, len(last)) if evaluation == Evaluation.MATCHES else average_of(points, dealt)
        yield ListPoint(sheet, slug, name, date, round, table, deals, spielpunkte, won, lost, leistung, mean)


def has_page(player: Player) -> bool:
    """Whether everybody may read the page of this player (`standings.player_pages`)."""
    return player.publication == Publication.FULL
