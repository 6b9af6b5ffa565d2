"""What the pages of a qualification read: its sources, who has a place, what everybody has answered."""

import datetime
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from django.db.models import Prefetch, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.federation.offers import OfferAnswer, OfferRule, PlaceOffer, run_offers
from skatliga.access import Role
from skatliga.events.models import Entry, Event
from skatliga.qualifications.models import Contestant, ContestantPerson, PlaceAnswer, Qualification, QuotaSource


def qualification_of(event: Event) -> Qualification | None:
    """How somebody gets into this event; None where nothing was said. It comes with the event."""
    found = Qualification.objects.filter(event=event).first() if event.championship else None
    if found:
        found.event = event
    return found


def events_with_quota(events: Sequence[Event]) -> set[int]:
    """The keys of those into which players come by a quota; a query where one is a championship."""
    asked = [event.pk for event in events if event.championship]
    return set(Qualification.objects.filter(event__in=asked).values_list("event", flat=True)) if asked else set()


def offers_to(entry: Entry) -> list[Contestant]:
    """The places that somebody who was entered here may have elsewhere, with their championships; one query."""
    found = Contestant.objects.filter(persons__entry=entry, qualification__event__state=Event.State.PUBLISHED)
    return list(found.select_related("qualification__event").order_by("qualification__event__date", "pk"))


def sources_of(rule: Qualification) -> list[QuotaSource]:
    """What feeds a championship, events with their clubs and Serien; one query, two where there are any."""
    found = rule.sources.select_related("event__club", "circuit__club").prefetch_related("event__rounds")
    return list(found)


def fed_by(event: Event) -> list[Event]:
    """The published championships that an event feeds."""
    if not event.championship:
        return []
    found = Event.objects.filter(qualification__sources__event=event).exclude(state=Event.State.DRAFT)
    return list(found.order_by("date", "pk"))


class PlaceStage(StrEnum):
    """What became of somebody's place."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    LAPSED = "lapsed"
    NEXT = "next"
    """Waits for a place."""

    @property
    def said(self) -> str:
        """In words."""
        return {
            PlaceStage.OPEN: _("Antwort offen"),
            PlaceStage.ACCEPTED: _("sagt zu"),
            PlaceStage.DECLINED: _("sagt ab"),
            PlaceStage.LAPSED: _("nicht geantwortet"),
            PlaceStage.NEXT: _("Nachrücker"),
        }[self]


@dataclass(frozen=True)
class ContestantLine:
    """Somebody who has a place or may move up. Who it is is asked when it is shown; many at once: `fetch_persons`."""

    contestant: Contestant
    role: Role | None
    """Of the visitor: names of those who object are seen by those who enter players."""
    title: str
    """Of the source; empty for a title holder whose place is nobody's."""
    stage: PlaceStage
    offered: datetime.date | None = None
    deadline: datetime.date | None = None
    waits: int = 0
    """The place among those of the source who wait."""
    place_of: str = ""
    """Whose place it was, where that is another source."""

    @property
    def name(self) -> str:
        """The team or the person, as this visitor may see it."""
        return name_of(self.contestant, self.role)

    @property
    def club(self) -> str:
        """For whom they were entered below."""
        clubs = {person.entry.club_name for person in self.contestant.persons.all() if person.entry}
        return ", ".join(sorted(filter(None, clubs)))

    @property
    def said(self) -> str:
        """How it stands, in words."""
        return _("%(number)s. Nachrücker") % {"number": self.waits} if self.waits else self.stage.said

    @property
    def entered(self) -> bool:
        """Whether all of it take part in the championship."""
        persons = self.contestant.persons.all()
        return bool(persons) and all(person.entered_id for person in persons)


@dataclass(frozen=True)
class OfferedPlaces:
    """Everybody in question, and the places that nobody has."""

    lines: tuple[ContestantLine, ...]
    free: int

    def at(self, *stages: PlaceStage) -> list[ContestantLine]:
        """Those of whom it stands so."""
        return [line for line in self.lines if line.stage in stages]

    @cached_property
    def accepted(self) -> list[ContestantLine]:
        """Who has said yes."""
        return self.at(PlaceStage.ACCEPTED)

    @cached_property
    def open(self) -> list[ContestantLine]:
        """Who has not answered yet."""
        return self.at(PlaceStage.OPEN)

    @cached_property
    def to_enter(self) -> list[ContestantLine]:
        """Who has said yes and does not take part yet; one query."""
        fetch_persons(self.accepted)
        return [line for line in self.accepted if not line.entered]

    def line_of(self, contestant: Contestant) -> ContestantLine:
        """The line of one of them."""
        return next(line for line in self.lines if line.contestant.pk == contestant.pk)


def fetch_persons(lines: Iterable[ContestantLine]) -> None:
    """Who these are, in one query; a field has thousands, and a page shows some of them."""
    persons = ContestantPerson.objects.select_related("entry__player__merged_into", "player__merged_into", "entered")
    prefetch_related_objects([line.contestant for line in lines], Prefetch("persons", persons))


def offered_places(
    rule: Qualification, sources: Sequence[QuotaSource], role: Role | None, today: datetime.date | None = None
) -> OfferedPlaces:
    """How everybody stands today, for a visitor with this role in the championship; two queries."""
    if rule.opened_on is None:
        return OfferedPlaces((), 0)
    contestants = list(rule.contestants.prefetch_related("answers"))
    titles = {str(source.pk): source.title for source in sources}
    places = {str(source.pk): source.granted or 0 for source in sources}
    day = today or timezone.localdate()
    offers, free = _run(rule, contestants, places, day)
    waiting: Counter[int | None] = Counter()
    lines = []
    for contestant in contestants:
        offer = offers.get(str(contestant.number))
        stage = _stage(contestant, offer)
        if stage is PlaceStage.NEXT:
            waiting[contestant.source_id] += 1
        lines.append(
            ContestantLine(
                contestant,
                role,
                titles.get(unit_of(contestant), ""),
                stage,
                offer and datetime.date.fromordinal(offer.offered),
                offer and datetime.date.fromordinal(offer.deadline),
                waiting[contestant.source_id] if stage is PlaceStage.NEXT else 0,
                titles.get(offer.place_of, "") if offer and offer.place_of != offer.unit else "",
            )
        )
    return OfferedPlaces(tuple(lines), free)


def unit_of(contestant: Contestant) -> str:
    """Whose place it is, as the engine is told."""
    return str(contestant.source_id or "")


def _run(
    rule: Qualification, contestants: Iterable[Contestant], places: Mapping[str, int], day: datetime.date
) -> tuple[dict[str, PlaceOffer], int]:
    """The offers by contestant, and how many places nobody has; places besides are passed on to nobody."""
    assert rule.opened_on
    ranking: dict[str, list[str]] = {}
    answers: list[OfferAnswer] = []
    for contestant in contestants:
        ranking.setdefault(unit_of(contestant), []).append(str(contestant.number))
        answers += _answers(contestant)
    answers.sort(key=lambda answer: answer.day)
    besides = {"": ranking.pop("", [])}
    closes = rule.closes_on.toordinal()
    offering = OfferRule(rule.opened_on.toordinal(), rule.answer_days, closes)
    found = run_offers({"": len(besides[""])}, besides, offering, answers, day.toordinal())
    offering = offering._replace(pass_on=tuple(places) if rule.pass_on else ())
    others = run_offers(places, ranking, offering, answers, day.toordinal())
    offers = {offer.player: offer for offer in (*found.offers, *others.offers)}
    return offers, sum(others.free.values())


def _answers(contestant: Contestant) -> Iterator[OfferAnswer]:
    for answer in contestant.answers.all():
        day = timezone.localdate(answer.at).toordinal()
        yield OfferAnswer(str(contestant.number), day, "accepted" if answer.accepted else "declined")


def _stage(contestant: Contestant, offer: PlaceOffer | None) -> PlaceStage:
    if offer:
        return PlaceStage(offer.state)
    declined = any(not answer.accepted for answer in contestant.answers.all())
    return PlaceStage.DECLINED if declined else PlaceStage.NEXT


def name_of(contestant: Contestant, role: Role | None) -> str:
    """The team, or the person."""
    return contestant.team_name or ", ".join(person_name(person, role) for person in contestant.persons.all())


def person_name(person: ContestantPerson, role: Role | None) -> str:
    """The name that a visitor with this role in the championship may see."""
    known = role if role and role.enters else None
    if person.entry:
        return person.entry.name_for(known)
    assert person.player
    return person.player.canonical.name if known else person.player.canonical.public_name


def answers_of(rule: Qualification) -> list[PlaceAnswer]:
    """All answers, the latest first, with who wrote them down."""
    found = PlaceAnswer.objects.filter(contestant__qualification=rule)
    return list(found.select_related("by").order_by("-at", "-pk"))
