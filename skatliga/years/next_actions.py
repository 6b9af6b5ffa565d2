"""What is to be done in a club year: evenings made and finished, the year published and closed; and what comes next.

* **D** A year is to be closed when its last day is over, or too near for another evening, and no evening is open.
"""

import datetime
from collections.abc import Iterator, Sequence

from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.events.models import Event, Round
from skatliga.lists.event_progress import missing_lists
from skatliga.next_actions import NextAction, Urgency
from skatliga.people.models import Club
from skatliga.years.models import ClubYear
from skatliga.years.queries import years_with
from skatliga.years.services import next_date


def year_actions(year: ClubYear) -> Iterator[NextAction]:
    """What is to be done in a year that comes with the visitor's role; three queries."""
    if not (year.role and year.role.directs):
        return
    begun = Exists(Round.objects.filter(event=OuterRef("pk"), started_at__isnull=False))
    nights = list(year.events.annotate(begun=begun).order_by("date", "pk"))
    played = bool(nights) or year.sums.exists()
    if year.state == ClubYear.State.FINAL:
        yield from _finished(year, len(nights))
        return
    running = [night for night in nights if night.state != Event.State.FINAL]
    yield from _unfinished([night for night in running if night.begun])
    coming = next((night for night in running if not night.begun), None)
    over = timezone.localdate() > year.last_day or bool(nights and next_date(year) > year.last_day)
    if coming:
        yield _evening(coming, Urgency.SOON)
    elif not (over and played) and not running:
        yield _make(year, len(nights), Urgency.NEXT)
    if year.state == ClubYear.State.DRAFT and played:
        yield NextAction(
            _("Das Clubjahr mit %(number)s Abenden sehen bisher nur Sie und Ihre Helfer.") % {"number": len(nights)}
            if len(nights) > 1
            else _("Das Clubjahr sehen bisher nur Sie und Ihre Helfer."),
            _("Veröffentlichen"),
            reverse("years:set_state", args=[year.slug]),
            Urgency.SOON,
            (("state", ClubYear.State.PUBLISHED.value),),
        )
    elif year.state == ClubYear.State.PUBLISHED and over and played and not running:
        yield NextAction(
            _("Alle %(number)s Abende sind abgeschlossen, und das Jahr ist um.") % {"number": len(nights)}
            if nights
            else _("Das Jahr ist um."),
            _("Clubjahr abschließen"),
            reverse("years:set_state", args=[year.slug]),
            Urgency.NEXT,
            (("state", ClubYear.State.FINAL.value),),
        )


def first_year_of(club: Club) -> Iterator[NextAction]:
    """That the evenings of a club can become a year, where it has none; one query."""
    if club.role and club.role.directs and not club.years.exists():
        yield NextAction(
            _("Noch kein Clubjahr: Aus den Abenden wird von selbst eine Jahrestabelle."),
            _("Clubjahr anlegen"),
            reverse("years:create_year", args=[club.slug]),
            Urgency.DONE,
        )


def next_evening_of(event: Event) -> Iterator[NextAction]:
    """Where it goes on in the club year after this evening, which is over; two queries a year."""
    years = list(years_with(event))
    if not years and event.club_held:
        event.club.held = event.club_held
        yield from first_year_of(event.club)
    for year in years:
        yield NextAction(
            _("Der Abend zählt in der Jahrestabelle von %(year)s.") % {"year": year},
            _("Jahrestabelle ansehen"),
            year.get_absolute_url(),
            Urgency.DONE,
        )
        if not (event.club_held and event.role and event.role.directs) or year.state == ClubYear.State.FINAL:
            continue
        coming = (
            year.events.filter(date__gte=event.date, rounds__started_at=None)
            .exclude(pk=event.pk)
            .exclude(state=Event.State.FINAL)
            .order_by("date")
        ).first()
        if coming:
            yield _evening(coming, Urgency.DONE)
        elif next_date(year) <= year.last_day:
            yield _make(year, None, Urgency.DONE)


def _unfinished(nights: Sequence[Event]) -> Iterator[NextAction]:
    """The evenings held of which lists are missing, and those that nobody has closed."""
    missing = missing_lists([night.pk for night in nights])
    for night in nights:
        number = missing.get(night.pk, 0)
        values = {"name": night.name, "date": _day(night.date), "number": number}
        yield NextAction(
            ngettext(
                "%(name)s am %(date)s: %(number)s Liste fehlt.",
                "%(name)s am %(date)s: %(number)s Listen fehlen.",
                number,
            )
            % values
            if number
            else _("%(name)s am %(date)s ist noch nicht abgeschlossen.") % values,
            _("Zum Abend"),
            night.get_absolute_url(),
            Urgency.NEXT if number else Urgency.SOON,
        )


def _evening(night: Event, urgency: Urgency) -> NextAction:
    return NextAction(
        _("Nächster Abend: %(name)s am %(date)s.") % {"name": night.name, "date": _day(night.date)},
        _("Abend vorbereiten"),
        night.get_absolute_url(),
        urgency,
    )


def _make(year: ClubYear, held: int | None, urgency: Urgency) -> NextAction:
    sentence = _("Der nächste Abend ist noch nicht angelegt.")
    if held is not None:
        sentence = (
            ngettext(
                "%(number)s Abend ist gespielt, der nächste ist noch nicht angelegt.",
                "%(number)s Abende sind gespielt, der nächste ist noch nicht angelegt.",
                held,
            )
            % {"number": held}
            if held
            else _("Das Clubjahr hat noch keinen Abend.")
        )
    return NextAction(sentence, _("Nächsten Abend anlegen"), reverse("years:evenings", args=[year.slug]), urgency)


def _finished(year: ClubYear, nights: int) -> Iterator[NextAction]:
    after = ngettext("Abgeschlossen nach %(number)s Abend.", "Abgeschlossen nach %(number)s Abenden.", nights)
    yield NextAction(
        after % {"number": nights} if nights else _("Abgeschlossen."),
        _("Ehrentafel ansehen"),
        reverse("years:honours", args=[year.club.slug]),
        Urgency.DONE,
    )
    if not year.club.years.filter(first_day__gt=year.last_day).exists():
        yield NextAction(
            _("Das nächste Clubjahr gibt es noch nicht."),
            _("Nächstes Clubjahr anlegen"),
            reverse("years:create_year", args=[year.club.slug]),
            Urgency.DONE,
        )


def _day(date: datetime.date) -> str:
    return date_format(date, "SHORT_DATE_FORMAT")
