"""What changes club years; each function is one transaction and raises ValidationError to refuse.

Every one of them locks the year first. A closed year does not change any more: neither its rule, nor its evenings, nor
its cash book. So it is closed only when all of its evenings are; they cannot be opened again, and nothing is booked
there, as long as it is (`events.changes.demand_open_years`).

* **D** All evenings of a year have the same evaluation: points and matches won, or points made by different tables, do
  not add up.
"""

import datetime
from collections.abc import Iterable
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.access import Role
from skatliga.desk.dues import fees_of
from skatliga.desk.prizes import prize_list
from skatliga.desk.services import copy_event, set_fees
from skatliga.events.models import Event
from skatliga.events.services import set_state as set_event_state
from skatliga.history import explain, explain_change
from skatliga.lists.confirmation import demand_confirmed
from skatliga.people.models import Club, Player, User, means
from skatliga.people.names import address_of, free_address
from skatliga.publication import PublicationState, open_to_change, take_step
from skatliga.wertung.rules import YearTableRule, with_table, without_table
from skatliga.years.models import CashEntry, ClubYear, Evening, YearStart
from skatliga.years.year_sums import contradiction

MOST_NAMED = 3
"""How many evenings that are still open a refusal names."""


@transaction.atomic
def create_year(club: Club, **fields: object) -> ClubYear:
    """A new year of a club; `fields` are those of ClubYear."""
    Club.objects.select_for_update().get(pk=club.pk)  # two of one name get two addresses
    year = ClubYear(club=club, **fields)
    year.slug = _free_slug(year)
    save_year(year)
    return year


@transaction.atomic
def change_year(year: ClubYear, **fields: object) -> ClubYear:
    """Write new values over a year; the history keeps what was there before."""
    stored = open_to_change(year)
    for name, value in fields.items():
        setattr(stored, name, value)
    save_year(stored)
    return stored


@transaction.atomic
def set_table(year: ClubYear, number: int, table: YearTableRule, reason: str = "") -> None:
    """Write the rule of one of the year's tables, or of the next new one.

    **D** Once an evening of the year is closed its tables have been read as they are, so a rule changes only with a
    reason, which the history keeps. A further table can be added at any time.
    """
    stored = open_to_change(year)
    if number <= len(stored.tables) and is_frozen(stored):
        explain_change(stored, reason)
    stored.rules = with_table(stored.tables, number, table)
    save_year(stored)


@transaction.atomic
def remove_table(year: ClubYear, number: int) -> None:
    """Take one of the year's further tables away; the first one stays."""
    stored = open_to_change(year)
    if 2 <= number <= len(stored.tables):
        stored.rules = without_table(stored.tables, number)
        save_year(stored)


@transaction.atomic
def set_start(year: ClubYear, player: Player, points: int, reason: str) -> None:
    """Let a player begin the first table with points, or with a deduction; the history keeps why.

    Where he was made one with another who began with something, too, this is said instead of both.
    """
    stored = open_to_change(year)
    first, *others = stored.starts.filter(means(player.pk, "player")) or [YearStart(year=stored, player=player)]
    first.begin_with(points, reason)
    for other in others:
        other.begin_with(0, reason)
    save_year(stored)


def is_frozen(year: ClubYear) -> bool:
    """Whether a first result is binding: an evening of the year is closed."""
    return year.events.filter(state=Event.State.FINAL).exists()


@transaction.atomic
def set_state(year: ClubYear, state: PublicationState) -> None:
    """Publish, withdraw from the public, close or reopen a year."""
    stored = ClubYear.objects.select_for_update().get(pk=year.pk)
    if not take_step(stored, state):
        return
    if state == ClubYear.State.FINAL:
        _demand_evenings_closed(stored)
        demand_confirmed(stored.events.all())
    save_year(stored)


@transaction.atomic
def add_evenings(year: ClubYear, events: Iterable[Event]) -> None:
    """Make events of the club evenings of the year; who is one already is passed over."""
    stored = open_to_change(year)
    present = set(stored.evenings.values_list("event", flat=True))
    for event in events:
        if event.club_id != stored.club_id:
            raise ValidationError(_("%(event)s gehört einem anderen Verein.") % {"event": event})
        if event.pk not in present:
            _demand_alike(stored, event)
            Evening.objects.create(year=stored, event=event)
    save_year(stored)


@transaction.atomic
def remove_evening(evening: Evening, reason: str) -> None:
    """Let an event be no evening of the year any more; it stays as it is, and the history says why."""
    stored = open_to_change(evening.year)
    if not reason.strip():
        raise ValidationError(_("Bitte einen Grund angeben, warum der Abend nicht mehr zum Clubjahr gehört."))
    explain(evening, reason.strip())
    evening.delete()
    save_year(stored)


@transaction.atomic
def next_evening(year: ClubYear, date: datetime.date) -> Event:
    """The next evening of the year, made from its template, or from the last evening where it has none.

    Rules, Serien, fees and prize plan come with it; the jackpot begins with what the last evening has left. **D** In a
    published year it is published at once: that it takes place is no secret.
    """
    stored = open_to_change(year)
    _demand_in_year(stored, date)
    if stored.events.filter(date=date).exists():
        raise ValidationError(
            _("Am %(date)s gibt es schon einen Abend; bitte einen anderen Tag wählen.") % {"date": date_format(date)}
        )
    last = stored.events.prefetch_related("rounds").order_by("date", "pk").last()
    template = stored.template or last
    if template is None:
        raise ValidationError(
            _("Das Clubjahr hat noch kein Muster. Bitte bei den Angaben eine Veranstaltung als Muster wählen.")
        )
    _demand_alike(stored, template)
    event = copy_event(template, name=template.name, date=date)
    if last and last != template:
        left = prize_list(last, Role.SPIELLEITUNG).carried_on
        if left != fees_of(event).jackpot:
            set_fees(event, jackpot=left)
    if stored.state == ClubYear.State.PUBLISHED:
        set_event_state(event, Event.State.PUBLISHED)
    Evening.objects.create(year=stored, event=event)
    save_year(stored)
    event.refresh_from_db()
    return event


def next_date(year: ClubYear) -> datetime.date:
    """The day proposed for the next evening: the interval after the last one in the year, or its first day."""
    in_year = year.events.filter(date__range=(year.first_day, year.last_day))
    last = in_year.order_by("date").values_list("date", flat=True).last()
    return last + datetime.timedelta(days=year.interval) if last else year.first_day


@transaction.atomic
def book(year: ClubYear, *, date: datetime.date, cents: int, note: str, user: User, key: UUID | None = None) -> None:
    """Money of the club outside of its evenings; sent again with the same key, nothing is booked."""
    stored = open_to_change(year)
    if key and CashEntry.objects.filter(key=key).exists():
        return
    _demand_in_year(stored, date)
    _save_entry(CashEntry(year=stored, date=date, cents=cents, note=note, key=key, by=user))


@transaction.atomic
def reverse(entry: CashEntry, reason: str, user: User) -> None:
    """Take an entry of the cash book back by one of the opposite amount on the same day; it needs a reason."""
    stored = open_to_change(entry.year)
    if entry.reverses_id:
        raise ValidationError(_("Eine Stornierung wird nicht storniert. Bitte den Betrag neu buchen."))
    if CashEntry.objects.filter(reverses=entry).exists():
        raise ValidationError(_("Diese Buchung ist schon storniert."))
    if not reason.strip():
        raise ValidationError(_("Bitte einen Grund für die Stornierung angeben."))
    _save_entry(
        CashEntry(year=stored, date=entry.date, cents=-entry.cents, note=reason.strip(), reverses=entry, by=user)
    )


def _demand_evenings_closed(year: ClubYear) -> None:
    """Refuse where an evening is not closed; nobody opens one again until the transaction ends."""
    evenings = year.events.select_for_update(of=("self",)).order_by("date", "pk")
    still_open = [event for event in evenings if event.state != Event.State.FINAL]
    if not still_open:
        return
    told = [f"{event} ({date_format(event.date, 'SHORT_DATE_FORMAT')})" for event in still_open[:MOST_NAMED]]
    if further := len(still_open) - len(told):
        told.append(ngettext("%(number)s weiterer", "%(number)s weitere", further) % {"number": further})
    raise ValidationError(
        _(
            "Noch nicht abgeschlossen: %(evenings)s. Ein Clubjahr wird erst abgeschlossen, wenn alle seine Abende es"
            " sind; bitte jeden abschließen oder aus dem Clubjahr herausnehmen."
        )
        % {"evenings": get_text_list(told, _("und"))}
    )


def _demand_in_year(year: ClubYear, date: datetime.date) -> None:
    if not year.covers(date):
        words = {"date": date_format(date), "first": date_format(year.first_day), "last": date_format(year.last_day)}
        raise ValidationError(_("%(date)s liegt nicht im Clubjahr; es geht vom %(first)s bis zum %(last)s.") % words)


def _demand_alike(year: ClubYear, event: Event) -> None:
    other = year.events.exclude(evaluation=event.evaluation).first()
    if other:
        raise ValidationError(
            _(
                "„%(event)s“ wird nach „%(evaluation)s“ gewertet, „%(other)s“ nach „%(counted)s“; das lässt sich nicht"
                " zusammenzählen. Bitte dafür ein eigenes Clubjahr anlegen."
            )
            % {
                "event": event,
                "evaluation": event.get_evaluation_display(),
                "other": other,
                "counted": other.get_evaluation_display(),
            }
        )


def save_year(year: ClubYear) -> None:
    """Check a year and write it, with a new version; refuse what its tables cannot count."""
    if year.template and year.template.club_id != year.club_id:
        raise ValidationError(_("%(event)s gehört einem anderen Verein.") % {"event": year.template})
    year.version += 1
    year.full_clean()
    if year.pk:
        _demand_countable(year)
    year.save()


def _demand_countable(year: ClubYear) -> None:
    sums, evenings = list(year.sums.all()), year.evenings.exists()
    for table in year.tables:
        if refusal := contradiction(table.rule, sums, evenings=evenings):
            raise ValidationError(f"{table.name}: {refusal}" if table.name else refusal)


def _save_entry(entry: CashEntry) -> None:
    entry.full_clean()
    entry.save()
    save_year(entry.year)


def _free_slug(year: ClubYear) -> str:
    """An address made of the club's and the name, with a number where there is one already."""
    stem = f"{year.club.slug}-{address_of(year.name, 80, 'clubjahr')}"
    return free_address(stem, set(ClubYear.objects.filter(slug__startswith=stem).values_list("slug", flat=True)))
