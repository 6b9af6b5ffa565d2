"""What there is to tell now of a participant, a sign-up, an event: it follows from what is stored.

Each has a key by which it is known again; whatever changes what is said changes the key, and is told once more.

* **D** A seat is told until its list has come, a result as often as it changes, the final place once for each place.
* **D** Of a deadline somebody hears when a place is offered, and once more two days before it ends.
"""

import json
from collections.abc import Iterator
from typing import Final, NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from skatliga.events.models import Entry, Event
from skatliga.formatting import format_points
from skatliga.lists.models import ARRIVED, Protest
from skatliga.lists.queries import count_lists
from skatliga.phones.access import phone_path
from skatliga.phones.queries import OwnSeat, places_of, seats_of
from skatliga.qualifications.access import page_path as place_path
from skatliga.qualifications.models import Contestant
from skatliga.qualifications.queries import PlaceStage, offered_places, offers_to, sources_of
from skatliga.signups.access import page_path
from skatliga.signups.models import SignUp
from skatliga.signups.queries import lineup_of

NEAR_DAYS: Final = 2
"""So many days before its end a deadline is told once more."""


class Occasion(NamedTuple):
    """One thing to tell; `key` names it among all of one subscription."""

    key: str
    subject: str
    text: str
    path: str


def of_entry(entry: Entry) -> Iterator[Occasion]:
    """What a participant hears: seats, results, protests, the final place, and places that he is offered elsewhere."""
    event, own = entry.event, phone_path(entry)
    if event.public:
        for seat in seats_of(entry):
            yield from _of_seat(event, seat, own)
        if event.state == Event.State.FINAL and (places := places_of(event)):
            place = places.by_number.get(entry.start_number, (0, 0))[0]
            if place:
                said = _("Endstand: Platz %(place)s von %(placed)s") % {"place": place, "placed": places.placed}
                yield Occasion(f"final:{place}", said, _("Die Wertung ist abgeschlossen."), own)
    for contestant in offers_to(entry):
        yield from _of_place(contestant)


def _of_seat(event: Event, seat: OwnSeat, own: str) -> Iterator[Occasion]:
    serie = seat.round.number
    if seat.sheet is None or seat.sheet.state not in ARRIVED:
        values = {"serie": serie, "table": seat.table.number, "seat": seat.seat}
        said = _("Serie %(serie)s: Tisch %(table)s, Platz %(seat)s") % values
        others = get_text_list([name for _number, name in seat.others], _("und"))
        text = _("Mit am Tisch: %(names)s.") % {"names": others} if others else ""
        yield Occasion(f"seat:{serie}:{seat.table.number}:{seat.seat}", said, text, own)
        return
    if seat.leistung is not None:
        points = format_points(seat.leistung)
        said = _("Serie %(serie)s: %(points)s Punkte") % {"serie": serie, "points": points}
        yield Occasion(f"result:{serie}:{seat.leistung}", said, _("Ihre Liste ist eingetragen."), own)
    for protest in seat.sheet.protests.all():
        values = {"serie": serie, "table": seat.table.number}
        if protest.verdict == Protest.Verdict.OPEN:
            said, text = _("Protest gegen die Liste von Serie %(serie)s, Tisch %(table)s"), protest.text
        else:
            said = _("Protest entschieden: Serie %(serie)s, Tisch %(table)s")
            text = f"{protest.get_verdict_display()}: {protest.answer}"
        yield Occasion(f"protest:{protest.pk}:{protest.verdict}", said % values, text, own)


def _of_place(contestant: Contestant) -> Iterator[Occasion]:
    """A place in a championship that waits for an answer."""
    rule = contestant.qualification
    line = offered_places(rule, sources_of(rule), None).line_of(contestant)
    if line.stage is not PlaceStage.OPEN or line.deadline is None:
        return
    values = {"event": rule.event.name, "day": date_format(line.deadline, "SHORT_DATE_FORMAT")}
    own, days = place_path(contestant), (line.deadline - timezone.localdate()).days
    said = _("Startplatz: %(event)s") % values
    text = _("Sie haben einen Platz. Bitte antworten Sie bis zum %(day)s, sonst rückt der Nächste nach.") % values
    yield Occasion(f"place:{contestant.pk}:{line.deadline}", said, text, own)
    if days <= NEAR_DAYS:
        said = _("Nur noch bis zum %(day)s: %(event)s") % values
        yield Occasion(f"near:{contestant.pk}:{line.deadline}", said, _("Ihre Antwort fehlt noch."), own)


def of_signup(signup: SignUp) -> Iterator[Occasion]:
    """What somebody hears who has signed up: that he has a place."""
    terms = getattr(signup.event, "signup_terms", None)
    if terms is None or signup.gone or signup.entry_id:
        return
    if signup.pk in {each.pk for each in lineup_of(signup.event, terms.places).taken}:
        said = _("Sie haben einen Platz: %(event)s") % {"event": signup.event.name}
        text = _("Was zu zahlen ist, steht auf Ihrer Seite; dort können Sie sich auch abmelden.")
        yield Occasion(f"got-place:{signup.number}", said, text, page_path(signup))


def link_of(signup: SignUp, times: int) -> Occasion:
    """The address of somebody's page, for the how manieth time he asks for it."""
    said = _("Ihre Anmeldung: %(event)s") % {"event": signup.event.name}
    text = _("Hier steht, ob Sie einen Platz haben und was zu zahlen ist; dort können Sie sich auch abmelden:")
    kept = _("Wer diese Adresse kennt, kann die Anmeldung ändern. Bitte nicht weitergeben.")
    return Occasion(f"link:{times}", said, f"{text}\n\n{kept}", page_path(signup))


def of_event(event: Event) -> Iterator[Occasion]:
    """What a program hears of an event: `type`, the event and where it is, the Serie; as JSON."""
    if not event.public:
        return
    yield _for_program(event, "event.published")
    for serie in event.rounds.all():
        tables = serie.tables.count()
        if tables:
            yield _for_program(event, "serie.drawn", serie.number, serie.lot)
            if count_lists(serie)["arrived"] == tables:
                yield _for_program(event, "serie.complete", serie.number)
    if event.state == Event.State.FINAL:
        yield _for_program(event, "event.final")


def _for_program(event: Event, kind: str, serie: int | None = None, lot: str = "") -> Occasion:
    path = reverse("standings:ranking", args=[event.slug]) if kind != "event.published" else event.get_absolute_url()
    said: dict[str, str | int] = {
        "type": kind,
        "event": event.slug,
        "name": event.name,
        "date": event.date.isoformat(),
        "path": path,
    }
    if serie is not None:
        said["serie"] = serie
    return Occasion(f"{kind}:{event.pk}:{serie or ''}:{lot}"[:120], kind, json.dumps(said, ensure_ascii=False), path)
