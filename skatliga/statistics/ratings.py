"""How strong the players of a club are, from who was ahead of whom on every list, and how sure that is.

The model is that of Plackett and Luce in the form of Weng and Lin (2011), by the library openskill: everybody has a
mean and an uncertainty; a list moves the means of those at its table towards what its order says, the less the more is
known of them, and makes all of them more certain. So it takes into account against whom somebody has played, which an
average cannot.

What came of each event is kept (`models.Rating`), so that after a change only that event and those after it are rated
again. Which these are is seen by comparing the events of the club, each with its day and version, with those rated.

Decisions:

* **D** One list says little: what chance does to it is taken to be half as large again as the differences in strength
  of new players (`CHANCE`). With lists drawn by chance around strengths that were known, the model was then as sure of
  itself as it was right: of two players whom it put in order with 75 % certainty, three in four stood in that order.
* **D** The order of a list is that of its results; how far somebody is ahead does not count, so that tables of three
  and four, long and short lists, and all evaluations are alike.
* **D** Only lists of Skat count, by whatever rule book: who is strong at another game is not strong at this one.
* **D** Lists on which a seat was shared are left out. Guests play as somebody of whom nothing is known.
* **D** Who has fewer than 20 lists is not shown; his strength would say nothing.
* **D** Only a club's own published events count, so that its figures do not depend on what others have switched on.
"""

import datetime
from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile
from typing import Final, NamedTuple

from django.db import transaction
from openskill.models import PlackettLuce

from skatliga.access import Role
from skatliga.events.models import Event
from skatliga.people.models import Club, Player
from skatliga.rules.books import SKAT, books_of
from skatliga.statistics.models import Rated, Rating
from skatliga.statistics.pages import Strength
from skatliga.statistics.queries import PERSON, club_events, has_page, results_of

START: Final = 25.0
UNKNOWN: Final = START / 3
"""Mean and uncertainty of somebody who has not played yet, in the library's units."""
CHANCE: Final = 1.5 * UNKNOWN
LEAST_LISTS: Final = 20
ZERO: Final = 1000
STEP: Final = 20
"""What is shown is 1000 at the start and 20 for each of the library's units."""
SURE: Final = 1.96
"""Uncertainties on both sides of the mean between which 95 of 100 true values lie."""

_MODEL: Final = PlackettLuce(mu=START, sigma=UNKNOWN, beta=CHANCE)


class _State(NamedTuple):
    """What is known of a player."""

    mean: float = START
    uncertainty: float = UNKNOWN
    lists: int = 0


class _Event(NamedTuple):
    """An event as it is told whether its rating is still current."""

    pk: int
    version: int
    date: datetime.date
    merged: int


def is_rated(club: Club) -> bool:
    """Whether a club has switched it on."""
    return Rated.objects.filter(club=club).exists()


def strengths(club: Club, role: Role | None) -> tuple[Strength, ...]:
    """The players of a club that has it switched on, the strongest first; nobody otherwise. Five queries where nothing
    has changed."""
    if not is_rated(club):
        return ()
    known = _bring_up_to_date(club)
    shown = {pk: state for pk, state in known.items() if state.lists >= LEAST_LISTS}
    players = Player.objects.in_bulk(shown)
    found = (
        Strength(
            player=pk,
            name=player.name if role else player.public_name,
            has_page=has_page(player),
            value=round(ZERO + STEP * (state.mean - START)),
            margin=round(STEP * SURE * state.uncertainty),
            lists=state.lists,
        )
        for pk, state in shown.items()
        for player in [players[pk]]
    )
    return tuple(sorted(found, key=lambda each: (-each.value, each.name)))


class _RatedSoFar(NamedTuple):
    """What is known so far, and which events it does not tell of yet."""

    events: list[_Event]
    first: int
    """Place of the first of them that has not been rated as it is now."""
    outdated: list[int]
    """Keys of events whose ratings no longer hold."""
    states: dict[int, _State]

    @property
    def current(self) -> bool:
        return self.first == len(self.events) and not self.outdated


def _find_known(club: Club) -> _RatedSoFar:
    merged = Player.objects.filter(merged_into__isnull=False).count()
    in_order = club_events(club).order_by("date", "pk").values_list("pk", "version", "date")
    events = [_Event(*event, merged) for event in in_order]
    kept = list(Rating.objects.filter(event__club=club).order_by("place"))
    as_rated = [_Event(each.event_id, each.version, each.date, each.merged) for each in kept]
    first = sum(1 for _same in takewhile(lambda pair: pair[0] == pair[1], zip(events, as_rated, strict=False)))
    states = {int(pk): _State(*state) for each in kept[:first] for pk, state in each.strengths.items()}
    return _RatedSoFar(events, first, [each.event_id for each in kept[first:]], states)


def _bring_up_to_date(club: Club) -> dict[int, _State]:
    """Rate again from the first event on that has changed; two who ask at once wait for each other."""
    known = _find_known(club)
    if not known.current:
        with transaction.atomic():
            Rated.objects.select_for_update().get(club=club)
            known = _find_known(club)
            Rating.objects.filter(event__in=known.outdated).delete()
            Rating.objects.bulk_create(_rate(known.events, known.first, known.states))
    return known.states


def _rate(events: Sequence[_Event], first: int, known: dict[int, _State]) -> Iterator[Rating]:
    """The ratings of the events from one on; what is known of the players is brought forward with them."""
    later = {event.pk: place for place, event in enumerate(events) if place >= first}
    by_place: dict[int, list[list[tuple[int | None, int]]]] = {}
    for event, orders in _orders(later):
        by_place.setdefault(later[event], []).append(orders)
    for place in later.values():
        changed: dict[int, _State] = {}
        for order in by_place.get(place, ()):
            changed |= _rate_list(order, known)
        pk, version, date, merged = events[place]
        yield Rating(event_id=pk, place=place, version=version, date=date, merged=merged, strengths=changed)


def _orders(events: dict[int, int]) -> Iterator[tuple[int, list[tuple[int | None, int]]]]:
    """The lists of these events in the order of Serien and tables: who played and what it came to."""
    at = "sheet__table__round"
    rows = (
        results_of(Event.objects.filter(pk__in=events))
        .filter(sheet__rulebook__in=[book.key for book in books_of(SKAT)])
        .order_by(f"{at}__event", f"{at}__number", "sheet__table__number", "sheet", "seat")
        .values_list(f"{at}__event", "sheet", "sheet__seats", PERSON, "leistung")
    )
    for (event, _sheet, seats), results in groupby(rows.iterator(), key=lambda row: row[:3]):
        order = [(person, leistung) for *_of, person, leistung in results]
        if len(order) == seats:
            yield event, order


def _rate_list(order: Sequence[tuple[int | None, int]], known: dict[int, _State]) -> dict[int, _State]:
    """What is known after a list of those players of registers who played it."""
    before = [known.get(person, _State()) if person else _State() for person, _leistung in order]
    teams = [[_MODEL.rating(mu=state.mean, sigma=state.uncertainty)] for state in before]
    after = _MODEL.rate(teams, scores=[leistung for _person, leistung in order])
    changed = {
        person: _State(rated.mu, rated.sigma, state.lists + 1)
        for (person, _leistung), state, [rated] in zip(order, before, after, strict=True)
        if person
    }
    known |= changed
    return changed
