"""An event that is played on several days: which Serie on which, and how that is said.

* **D** A Serie without a day of its own is played on that of the Serie before it, the first on that of the event.
* **D** When the date of an event changes, all its days move with it.
"""

import datetime
from collections.abc import Mapping
from typing import Final, NamedTuple

from django import template
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from skatliga.events.models import Event, Round
from skatliga.publication import changing

MOST_DAYS: Final = 60
"""After the first day; later ones are another event, or a year mistyped."""

register = template.Library()


class PlayDay(NamedTuple):
    """One of several days of an event, with the Serien that are played on it."""

    date: datetime.date
    serien: frozenset[int]
    alone_of_its_name: bool
    """Whether no other day of the event is the same day of a week."""

    def __str__(self) -> str:
        return date_format(self.date, pgettext("Tag mit Wochentag", "l, j. F"))

    @property
    def label(self) -> str:
        """What it is called among the others."""
        return date_format(self.date, "l") if self.alone_of_its_name else str(self)


def dates_of(event: Event) -> dict[int, datetime.date]:
    """The day of each Serie by its number; the event comes with its Serien."""
    day, found = event.date, {}
    for round in event.rounds.all():
        found[round.number] = day = round.date or day
    return found


def last_day(event: Event) -> datetime.date:
    """Its last day, mostly the only one; the event comes with its Serien."""
    return max(dates_of(event).values(), default=event.date)


def days_of(event: Event) -> tuple[PlayDay, ...]:
    """The days of an event that has several, in order; none of one that has not. The event comes with its Serien."""
    by_date: dict[datetime.date, set[int]] = {}
    for number, date in dates_of(event).items():
        by_date.setdefault(date, set()).add(number)
    if len(by_date) < 2:
        return ()
    names = [date.weekday() for date in by_date]
    return tuple(PlayDay(date, frozenset(serien), names.count(date.weekday()) == 1) for date, serien in by_date.items())


@register.filter(name="days")
def write_days(event: Event) -> str:
    """When an event is: "14. März 2026", "14. bis 15. März 2026". The event comes with its Serien."""
    last = last_day(event)
    written = date_format(last, "DATE_FORMAT")
    if last == event.date:
        return written
    if last.year != event.date.year:
        first = date_format(event.date, "DATE_FORMAT")
    elif last.month != event.date.month:
        first = date_format(event.date, pgettext("Tag ohne Jahr", "j. F"))
    else:
        first = date_format(event.date, pgettext("Tag desselben Monats", "j."))
    return _("%(first)s bis %(last)s") % {"first": first, "last": written}


@register.filter(name="own_day")
def write_own_day(round: Round) -> str:
    """The day of a Serie where its event has several; otherwise empty. The event comes with its Serien."""
    return next((str(day) for day in days_of(round.event) if round.number in day.serien), "")


@register.filter(name="day_of")
def write_day_of(event: Event, round: Round | None) -> str:
    """When a Serie is played, or the whole event without one."""
    return date_format(dates_of(event)[round.number], "DATE_FORMAT") if round else write_days(event)


def find_in_days(first: datetime.date, days: Mapping[int, datetime.date | None]) -> dict[int, str]:
    """What cannot be of the days of Serien, by the number of the Serie; `first` is that of the event."""
    found, before, last = {}, first, first + datetime.timedelta(days=MOST_DAYS)
    for number, date in sorted(days.items()):
        if date is None:
            continue
        if date < before:
            sentence = _("Die Serie davor ist am %(before)s; bitte diesen Tag oder einen späteren.")
            found[number] = sentence % {"before": date_format(before, "DATE_FORMAT")}
        elif date > last:
            sentence = _("Das ist mehr als %(most)s Tage nach dem Beginn; bitte einen Tag bis zum %(last)s.")
            found[number] = sentence % {"most": MOST_DAYS, "last": date_format(last, "DATE_FORMAT")}
        else:
            before = date
    return found


def set_days(event: Event, days: Mapping[int, datetime.date | None]) -> None:
    """Write on which days these Serien are played, None on that of the one before.

    Raises ValidationError for a day before that of the Serie before, and for one too far away.
    """
    with changing(event) as stored:
        rounds = {round.number: round for round in stored.rounds.all()}
        whole = {number: days.get(number, round.date) for number, round in rounds.items()}
        if found := find_in_days(stored.date, whole):
            raise ValidationError([f"{rounds[number]}: {said}" for number, said in found.items()])
        before = stored.date
        for number, round in rounds.items():
            day = whole[number] or before
            round.date = day if day > before else None
            round.save(update_fields=["date"])
            before = day


def move_days(event: Event, days: datetime.timedelta) -> None:
    """Let the days of an event move with its date; whoever asks has locked the event."""
    for round in event.rounds.all() if days else ():
        if round.date:
            round.date += days
            round.save(update_fields=["date"])
