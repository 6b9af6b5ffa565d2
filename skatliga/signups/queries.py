"""Who has a place and who waits, and what pages say of it."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final

from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from skatliga.desk.models import Fees
from skatliga.events.models import Event
from skatliga.events.queries import sort_key
from skatliga.money import Transfer
from skatliga.people.models import Publication
from skatliga.signups.access import page_path
from skatliga.signups.models import SignUp, SignUpTerms

ACTIVE: Final = Q(gone="")


class Stage(StrEnum):
    """Whether somebody can sign up now."""

    SOON = "soon"
    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True)
class Lineup:
    """All who have signed up for one event and have not left, in the order of their arrival."""

    places: int
    active: Sequence[SignUp]

    @property
    def taken(self) -> Sequence[SignUp]:
        """Who has a place."""
        return self.active[: self.places]

    @property
    def waiting(self) -> Sequence[SignUp]:
        """Who waits for one, the next first."""
        return self.active[self.places :]

    @cached_property
    def _order(self) -> dict[int, int]:
        return {signup.pk: order for order, signup in enumerate(self.active, 1)}

    def waits(self, signup: SignUp) -> int:
        """The place on the waiting list; 0 for who has a place, or has left."""
        return max(0, self._order.get(signup.pk, 0) - self.places)

    def moved_up(self, before: "Lineup") -> list[SignUp]:
        """Who has a place now and waited before, and is not there already."""
        waited = {signup.pk for signup in before.waiting}
        return [signup for signup in self.taken if signup.pk in waited and not signup.entry_id]


@dataclass(frozen=True, slots=True)
class SignUpCount:
    """How far the sign-ups of an event are."""

    terms: SignUpTerms
    active: int
    """How many have signed up and not left."""
    arrived: int
    """How many of them the desk has taken."""
    now: datetime.datetime
    public: bool
    """Whether the event is published and goes on."""

    @property
    def stage(self) -> Stage:
        """Whether somebody can sign up now."""
        if self.terms.opens_at and self.now < self.terms.opens_at:
            return Stage.SOON
        return Stage.OPEN if self.public and self.now <= self.terms.closes_at else Stage.CLOSED

    @property
    def taken(self) -> int:
        """How many have a place."""
        return min(self.active, self.terms.places)

    @property
    def waiting(self) -> int:
        """How many wait for one."""
        return self.active - self.taken

    @property
    def free(self) -> int:
        """How many places are left."""
        return self.terms.places - self.taken


def counts_of(events: Sequence[Event]) -> dict[int, SignUpCount]:
    """How far the sign-ups of these events are, by key, of those that take any; one query for any number of them."""
    states = {event.pk: event.state for event in events}
    active = Count("event__signups", filter=Q(event__signups__gone=""))
    arrived = Count("event__signups", filter=Q(event__signups__entry__isnull=False))
    found = SignUpTerms.objects.filter(event__in=states).annotate(active=active, arrived=arrived)
    now = timezone.now()
    return {
        terms.event_id: SignUpCount(
            terms, terms.active, terms.arrived, now, states[terms.event_id] == Event.State.PUBLISHED
        )
        for terms in found
    }


def count_of(event: Event) -> SignUpCount | None:
    """How far the sign-ups of an event are; None where it takes none."""
    return counts_of([event]).get(event.pk)


def lineup_of(event: Event, places: int) -> Lineup:
    """Who has signed up for an event that gives so many places."""
    return Lineup(places, list(event.signups.filter(ACTIVE).select_related("entry", "paid_by")))


def fee_of(event: Event) -> int:
    """The Startgeld in cents."""
    return Fees.objects.filter(event=event).values_list("entry_fee", flat=True).first() or 0


def names_shown(lineup: Lineup) -> tuple[list[str], int]:
    """The names of those with a place who let theirs be shown, and how many others there are."""
    shown = [signup.name for signup in lineup.taken if signup.publication == Publication.FULL]
    return shown, len(lineup.taken) - len(shown)


# ---- What those who direct see


@dataclass(frozen=True, slots=True)
class SignUpLine:
    """One of all who ever signed up, as pages and files have it."""

    signup: SignUp
    waits: int

    @property
    def state(self) -> str:
        """Where it stands, in a word or two."""
        if self.signup.gone:
            return self.signup.get_gone_display()
        if self.signup.entry:
            return _("ist da, Startnummer %(number)s") % {"number": self.signup.entry.start_number}
        return _("Warteliste %(place)s") % {"place": self.waits} if self.waits else _("hat einen Platz")

    @property
    def page(self) -> str:
        """The page of its own, with which the office helps who has lost the address."""
        return page_path(self.signup)

    @property
    def sort_key(self) -> str:
        """How the name is put in order."""
        return sort_key(self.signup.name)

    @property
    def welcome(self) -> bool:
        """Whether the desk takes it with one press."""
        return not self.signup.entry_id and self.signup.gone != SignUp.Gone.REMOVED

    @property
    def expected(self) -> bool:
        """Whether somebody with a place has not come yet."""
        return self.welcome and not self.waits and self.signup.gone in ("", SignUp.Gone.ABSENT)


def lines_of(event: Event, places: int) -> list[SignUpLine]:
    """All who ever signed up: those with a place, those who wait, and those who have left. One query."""
    everybody = list(event.signups.select_related("entry", "paid_by"))
    lineup = Lineup(places, [signup for signup in everybody if not signup.gone])
    gone = [signup for signup in everybody if signup.gone]
    return [SignUpLine(signup, lineup.waits(signup)) for signup in (*lineup.active, *gone)]


def transfer_of(signup: SignUp, terms: SignUpTerms, cents: int) -> Transfer:
    """What somebody who has signed up transfers."""
    return Transfer(terms.account_holder, terms.iban, cents, signup.reference)
