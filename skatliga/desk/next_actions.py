"""What those who direct an event have to do: draw, publish, close, settle the money; and where it goes on then.

* **D** Drawing is told when the Serie before is complete; while its lists are out it is offered as something that can
  wait, since a draw can be made anew.
* **D** The group of a match day is drawn, published and closed with its league, so nothing of it is told here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.desk import dues
from skatliga.desk.draws import MENDED
from skatliga.desk.models import Fees, Proposal
from skatliga.desk.prizes import prize_list
from skatliga.events.models import Event
from skatliga.events.next_actions import EventSeats, RoundSeats
from skatliga.formatting import write_euros
from skatliga.lists.next_actions import EventLists
from skatliga.next_actions import NextAction, Urgency


@dataclass(frozen=True, slots=True)
class EventSituation:
    """All that the next steps of those who direct an event follow from."""

    event: Event
    seats: EventSeats
    lists: EventLists
    proposed: frozenset[int]
    """The Serien for which draws have been proposed at the desk."""

    @property
    def complete(self) -> bool:
        """Whether every Serie has its tables, and each of them a list that counts."""
        return bool(self.seats.rounds) and all(self.lists.arrived(each.number) for each in self.seats.rounds)


def proposed_for(events: Sequence[Event]) -> Mapping[int, frozenset[int]]:
    """The Serien of these events for which draws have been proposed, by key; one query.

    Whoever has mended seats after somebody came or left does not draw at the desk for that.
    """
    found: dict[int, set[int]] = {event.pk: set() for event in events}
    drawn = Proposal.objects.filter(round__event__in=events).exclude(settings__mode=MENDED).order_by()
    serien = drawn.values_list("round__event", "round__number")
    for event, serie in serien.distinct():
        found[event].add(serie)
    return {event: frozenset(serien) for event, serien in found.items()}


def direction_actions(now: EventSituation) -> Iterator[NextAction]:
    """What is to be drawn, published and closed, for those who direct."""
    event = now.event
    if not (event.role and event.role.enters):
        return
    ranking = reverse("standings:ranking", args=[event.slug])
    if event.role.directs and event.state != Event.State.FINAL:
        yield from _seating(now)
        yield from _publishing(now, ranking)
    if event.state == Event.State.FINAL:
        yield NextAction(_("Alles abgeschlossen."), _("Rangliste ansehen"), ranking, Urgency.DONE)
        if event.role.directs and event.club_held:
            yield NextAction(
                _("Beim nächsten Mal wieder so: Regeln, Serien, Startgeld und Preisplan lassen sich übernehmen."),
                _("Für das nächste Mal kopieren"),
                reverse("desk:copy_event", args=[event.slug]),
                Urgency.DONE,
            )
    elif now.complete:
        yield NextAction(_complete(now), _("Rangliste ansehen"), ranking, Urgency.DONE)


def _complete(now: EventSituation) -> str:
    return ngettext("%(number)s Liste ist da.", "Alle %(number)s Listen sind da.", now.lists.number) % {
        "number": now.lists.number
    }


def _seating(now: EventSituation) -> Iterator[NextAction]:
    for each in now.seats.rounds:
        if each.seated and not each.begun and not now.event.is_cut_before(each.number):
            yield from _mending(now, each)
    upcoming = now.seats.next_to_draw
    if upcoming and now.seats.active:
        before = upcoming.number - 1
        ready = not before or now.lists.arrived(before)
        yield _draw(now, upcoming.number, Urgency.NEXT if ready else Urgency.SOON)


def _draw(now: EventSituation, serie: int, urgency: Urgency) -> NextAction:
    """Draw at once, or look at the draws where this event is drawn at the desk or only some go on."""
    slug = now.event.slug
    values = {"serie": serie, "players": now.seats.active}
    if now.event.draw_hash:
        return NextAction(
            _("Serie %(serie)s: %(players)s Teilnehmer, öffentlich auszulosen.") % values,
            _("Öffentliche Auslosung"),
            reverse("desk:public_draw", args=[slug]),
            urgency,
        )
    if now.event.is_cut_before(serie) or now.proposed & {serie, serie - 1}:
        return NextAction(
            _("Serie %(serie)s ist noch nicht gesetzt.") % values,
            _("Auslosung für Serie %(serie)s ansehen") % values,
            reverse("desk:draw", args=[slug, serie]),
            urgency,
        )
    return NextAction(
        ngettext(
            "Serie %(serie)s: %(players)s Teilnehmer, noch nicht ausgelost.",
            "Serie %(serie)s: %(players)s Teilnehmer, noch nicht ausgelost.",
            now.seats.active,
        )
        % values,
        _("Serie %(serie)s auslosen") % values,
        reverse("events:draw", args=[slug, serie]),
        urgency,
        (),
    )


def _mending(now: EventSituation, seats: RoundSeats) -> Iterator[NextAction]:
    """Somebody has come or gone since the draw."""
    waiting = now.seats.active - seats.seated
    sentences = []
    if waiting > 0:
        sentences.append(ngettext("%(number)s sitzt noch nirgends", "%(number)s sitzen noch nirgends", waiting))
    if seats.left:
        sentences.append(ngettext("%(left)s Platz ist frei geworden", "%(left)s Plätze sind frei geworden", seats.left))
    if sentences:
        said = ", ".join(sentences) % {"number": waiting, "left": seats.left}
        public = bool(now.event.draw_hash)
        page = ("desk:public_draw", [now.event.slug]) if public else ("desk:mend", [now.event.slug, seats.number])
        yield NextAction(
            _("Serie %(serie)s: %(said)s.") % {"serie": seats.number, "said": said},
            _("Nachbessern"),
            reverse(page[0], args=page[1]),
            Urgency.NEXT,
            None if public else (),
        )


def _publishing(now: EventSituation, ranking: str) -> Iterator[NextAction]:
    event = now.event
    if event.state == Event.State.DRAFT and now.lists.rounds:
        published = (("state", Event.State.PUBLISHED.value), ("next", ranking))
        yield NextAction(
            _complete(now) if now.complete else _("Sitzplätze und Ergebnisse sehen bisher nur Sie und Ihre Helfer."),
            _("Veröffentlichen"),
            reverse("events:set_state", args=[event.slug]),
            Urgency.NEXT if now.complete else Urgency.SOMETIME,
            published if now.complete else published[:1],
        )
    elif event.state == Event.State.PUBLISHED and now.complete and now.lists.clear:
        yield NextAction(
            _("Alle %(number)s Listen sind da und veröffentlicht.") % {"number": now.lists.number},
            _("Abschließen"),
            reverse("desk:close", args=[event.slug]),
            Urgency.SOON,
        )


def money_actions(event: Event, complete: bool) -> Iterator[NextAction]:
    """What players owe, and prizes that are not fixed or paid out yet; for those who direct.

    `complete` says that all lists are there: until then no prize is spoken of. Four queries, more where prizes are.
    """
    fees = Fees.objects.filter(event=event).first() if event.role and event.role.directs else None
    if fees is None:
        return
    fees.event = event
    owing: dict[int, int] = {}
    for position in dues.positions_of(event, fees):
        owing[position.matter.entry] = owing.get(position.matter.entry, 0) + position.open
    open_ones = [cents for cents in owing.values() if cents > 0]
    if open_ones:
        yield NextAction(
            ngettext("Kasse: %(number)s schuldet %(euros)s.", "Kasse: %(number)s schulden %(euros)s.", len(open_ones))
            % {"number": len(open_ones), "euros": write_euros(sum(open_ones))},
            _("Kasse öffnen"),
            reverse("desk:cash", args=[event.slug]) + "?offen=on",
            Urgency.SOON if complete and event.state != Event.State.FINAL else Urgency.SOMETIME,
        )
    if complete:
        yield from _prizes(event)


def _prizes(event: Event) -> Iterator[NextAction]:
    found = prize_list(event, event.role)
    page = reverse("desk:prizes", args=[event.slug])
    number = sum(map(bool, found.awards.prizes))
    if number and not found.fixed and event.state != Event.State.FINAL:
        yield NextAction(
            ngettext(
                "%(number)s Preis ist noch nicht festgesetzt.", "%(number)s Preise sind noch nicht festgesetzt.", number
            )
            % {"number": number},
            _("Preise festsetzen"),
            page,
            Urgency.SOON,
        )
    elif found.open_for_all > 0:
        waiting = sum(found.open_with(payout) > 0 for payout in found.payouts)
        yield NextAction(
            ngettext(
                "Preise: %(number)s bekommt noch %(euros)s.", "Preise: %(number)s bekommen noch %(euros)s.", waiting
            )
            % {"number": waiting, "euros": write_euros(found.open_for_all)},
            _("Auszahlen"),
            page + "#auszahlen",
            Urgency.SOON,
        )
