"""What is to be done before anybody plays: who takes part, and who has a chair."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.events.models import Entry, Event, Round, Seat
from skatliga.events.registration import evening_before
from skatliga.next_actions import NextAction, Urgency

LEAST_OF_AN_EVENING, MOST_OF_AN_EVENING = 3, 40
"""A register of such a size may be there as a whole; of a larger one some are ticked."""


class RoundSeats(NamedTuple):
    """How far the seats of one Serie are."""

    number: int
    begun: bool
    """Whether a list is open."""
    seated: int
    """How many of those who take part have a chair."""
    left: int
    """How many chairs belong to somebody who has withdrawn."""


class EventSeats(NamedTuple):
    """Who takes part in an event, and how far its seats are."""

    active: int
    rounds: tuple[RoundSeats, ...]

    @property
    def next_to_draw(self) -> RoundSeats | None:
        """The first Serie in which nobody sits."""
        return next((each for each in self.rounds if not each.seated and not each.begun), None)


def seats_of(events: Sequence[Event]) -> dict[int, EventSeats]:
    """How far the seats of these events are, by key; three queries for any number of them."""
    active = dict(
        Entry.objects.filter(event__in=events, withdrawn=False)
        .order_by()
        .values_list("event")
        .annotate(number=Count("pk"))
    )
    seated = {
        round: counts
        for round, *counts in Seat.objects.filter(round__event__in=events)
        .order_by()
        .values_list("round")
        .annotate(
            active=Count("pk", filter=Q(entry__withdrawn=False)), left=Count("pk", filter=Q(entry__withdrawn=True))
        )
    }
    rounds: dict[int, list[RoundSeats]] = {event.pk: [] for event in events}
    for round in Round.objects.filter(event__in=events):
        counts = seated.get(round.pk, (0, 0))
        rounds[round.event_id].append(RoundSeats(round.number, round.started_at is not None, *counts))
    return {event.pk: EventSeats(active.get(event.pk, 0), tuple(rounds[event.pk])) for event in events}


def again_actions(event: Event, seats: EventSeats) -> Iterator[NextAction]:
    """That everybody of the evening before can be entered at once, while nobody is; two queries then."""
    if not (event.role and event.role.enters) or event.state == Event.State.FINAL or seats.active:
        return
    before = evening_before(event)
    if before is None:
        yield from _whole_register(event)
    else:
        number = before.entries.filter(withdrawn=False).count()
        yield NextAction(
            ngettext(
                "%(name)s am %(date)s hatte %(number)s Teilnehmer.",
                "%(name)s am %(date)s hatte %(number)s Teilnehmer.",
                number,
            )
            % {"name": before.name, "date": date_format(before.date, "SHORT_DATE_FORMAT"), "number": number},
            _("Alle vom letzten Mal eintragen"),
            reverse("events:enter_again", args=[event.slug]),
            Urgency.NEXT,
            (),
        )


def _whole_register(event: Event) -> Iterator[NextAction]:
    """That the whole register can be entered at once, where it is about as large as an evening; one query."""
    number = event.club.players.count()
    if LEAST_OF_AN_EVENING <= number <= MOST_OF_AN_EVENING:
        yield NextAction(
            _("Im Register des Vereins stehen %(number)s Spieler.") % {"number": number},
            _("Alle eintragen"),
            reverse("events:enter_register", args=[event.slug]),
            Urgency.NEXT,
            (),
        )


def participant_actions(event: Event, seats: EventSeats) -> Iterator[NextAction]:
    """Who takes part is to be entered, for those who may."""
    if event.role and event.role.enters and event.state != Event.State.FINAL and not seats.active:
        yield NextAction(
            _("Noch nimmt niemand teil: Namen einfügen, eintippen oder im Register ankreuzen."),
            _("Teilnehmer eintragen"),
            reverse("events:entries", args=[event.slug]),
            Urgency.NEXT,
        )
