"""What changes money; each function is one transaction and raises ValidationError to refuse.

Every one of them locks the event first: two desks wait for each other, and the second finds what the first has booked.
What is booked is computed behind the lock, so nothing is paid twice. Whoever takes money for several matters at once
names the sum that was seen; if it is another one by now, nothing is booked.

**D** Money can still be booked when the event is closed: prizes are paid when nothing changes any more. What it costs
and how the pot becomes prizes can then no longer be changed. Nothing is booked any more when a club year of which it is
an evening is closed, for its cash book is closed as well.
"""

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.forms import model_to_dict
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.desk import dues
from skatliga.desk.dues import Kind, Position, fees_of
from skatliga.desk.models import Booking, Fees
from skatliga.desk.prize_plan import AwardedPrizes, find_in_awards, pot_of
from skatliga.desk.prizes import prize_list
from skatliga.events.changes import demand_open_years
from skatliga.events.models import Apart, Category, Entry, Event, Round
from skatliga.events.services import create_event, give_numbers, set_state
from skatliga.formatting import write_euros
from skatliga.lists.confirmation import demand_confirmed
from skatliga.people.models import User
from skatliga.publication import open_to_change
from skatliga.standings.ranking_source import find


@transaction.atomic
def set_fees(event: Event, **values: object) -> Fees:
    """Write what the event costs and how its pot becomes prizes; `values` are fields of Fees."""
    fees = dues.fees_of(open_to_change(event))
    for name, value in values.items():
        setattr(fees, name, value)
    fees.full_clean()
    fees.save()
    return fees


@transaction.atomic
def pay_entry_fee(entry: Entry, user: User, key: UUID | None = None) -> None:
    """Book the entry fee, or what is missing of it; already paid, or sent again with the same key, changes nothing."""
    event = _lock(entry.event)
    if _is_booked(key, event=event.pk, entry=entry.pk, kind=Kind.ENTRY_FEE):
        return
    for position in dues.positions_of(event, dues.fees_of(event), {Kind.ENTRY_FEE}, entry):
        if position.open > 0:
            _book(event, position, user, key=key)


def owes_entry_fee(entry: Entry) -> bool:
    """Whether something of the entry fee is still to be paid."""
    event = entry.event
    return any(each.open > 0 for each in dues.positions_of(event, dues.fees_of(event), {Kind.ENTRY_FEE}, entry))


@transaction.atomic
def book_transfer(entry: Entry, cents: int, user: User) -> None:
    """Book an entry fee that was paid into the account."""
    event = _lock(entry.event)
    Booking.objects.create(event=event, entry=entry, kind=Kind.ENTRY_FEE, cents=cents, by_transfer=True, by=user)


@transaction.atomic
def pay_player(entry: Entry, expected: int, user: User) -> int:
    """Book all that is open with a player; the cents booked, 0 where nothing was open."""
    event = _lock(entry.event)
    return _settle(event, dues.positions_of(event, dues.fees_of(event), entry=entry), expected, user)


@transaction.atomic
def pay_everybody(event: Event, expected: int, user: User) -> int:
    """Book all that is open with everybody who owes something; the cents booked, 0 where nothing was open.

    **D** Who has paid too much gets it back one by one: that money is counted out.
    """
    event = _lock(event)
    positions = list(dues.positions_of(event, dues.fees_of(event)))
    owed: Counter[int] = Counter()
    for position in positions:
        owed[position.matter.entry] += position.open
    return _settle(event, (each for each in positions if owed[each.matter.entry] > 0), expected, user)


@transaction.atomic
def pay_table(round: Round, table: int, expected: int, user: User) -> int:
    """Book the money that comes in with the list of a table; the cents booked, 0 where nothing was open."""
    event = _lock(round.event)
    positions, table_of = dues.list_money(event, dues.fees_of(event), round.pk)
    return _settle(event, (each for each in positions if table_of.get(each.matter.entry) == table), expected, user)


@transaction.atomic
def book_other(event: Event, cents: int, note: str, user: User, key: UUID | None = None) -> None:
    """Other money that came in (positive) or went out (negative), with a note what for."""
    event = _lock(event)
    if _is_booked(key, event=event.pk, kind=Kind.OTHER, cents=cents, note=note):
        return
    booking = Booking(event=event, kind=Kind.OTHER, cents=cents, note=note, key=key, by=user)
    booking.full_clean()
    booking.save()


@transaction.atomic
def reverse(booking: Booking, reason: str, user: User) -> None:
    """Take a booking back by one of the opposite amount; it needs a reason, and is done once."""
    event = _lock(booking.event)
    if booking.reverses_id:
        raise ValidationError(_("Eine Stornierung wird nicht storniert. Bitte den Betrag neu buchen."))
    if Booking.objects.filter(reverses=booking).exists():
        raise ValidationError(_("Diese Buchung ist schon storniert."))
    if not reason.strip():
        raise ValidationError(_("Bitte einen Grund für die Stornierung angeben."))
    opposite = Booking(
        event=event,
        entry_id=booking.entry_id,
        round_id=booking.round_id,
        kind=booking.kind,
        cents=-booking.cents,
        note=reason.strip(),
        by_transfer=booking.by_transfer,
        reverses=booking,
        by=user,
    )
    opposite.full_clean()
    opposite.save()


@transaction.atomic
def fix_awards(event: Event, awards: AwardedPrizes) -> None:
    """Fix the prizes; from then on they no longer follow the plan."""
    fees = dues.fees_of(open_to_change(event))
    if findings := find_in_awards(pot_of(event, fees), awards):
        raise ValidationError(findings)
    fees.awards = {"prizes": list(awards.prizes), "series_prizes": list(awards.series_prizes)}
    fees.save()


@transaction.atomic
def release_awards(event: Event) -> None:
    """Let the prizes follow the plan again."""
    fees = dues.fees_of(open_to_change(event))
    fees.awards = None
    fees.save()


@transaction.atomic
def pay_prizes(event: Event, expected: int, user: User, start_number: int | None = None) -> int:
    """Pay out what is won and may be paid by now, to one player or to all; the cents paid.

    `event` comes with its Serien. Refused as long as the prizes are not fixed.
    """
    _lock(event)
    if dues.fees_of(event).awards is None:
        raise ValidationError(_("Bitte zuerst die Preise festsetzen."))
    found = prize_list(event, Role.SPIELLEITUNG).payable(start_number)
    return -_settle(event, found, -expected, user)


def _lock(event: Event) -> Event:
    """The event as it is stored; nobody else books anything in it until the transaction ends.

    Refused where the cash book it belongs to is closed.
    """
    stored = Event.objects.select_for_update().get(pk=event.pk)
    demand_open_years(stored)
    return stored


def _settle(event: Event, positions: Iterable[Position], expected: int, user: User) -> int:
    """Book everything that is open of these positions, if it is the sum that was seen."""
    open_ones = [position for position in positions if position.open]
    total = sum(position.open for position in open_ones)
    if open_ones and total != expected:
        raise ValidationError(
            _("Inzwischen sind es %(now)s statt %(seen)s. Nichts ist gebucht; bitte prüfen und noch einmal buchen.")
            % {"now": write_euros(abs(total)), "seen": write_euros(abs(expected))}
        )
    for position in open_ones:
        _book(event, position, user)
    return total


def _is_booked(key: UUID | None, **said: object) -> bool:
    """Whether the request with this key was carried out already.

    Raises ValidationError where another one came under it, as when an old page is sent again with another amount.
    """
    if key is None or not Booking.objects.filter(key=key).exists():
        return False
    if not Booking.objects.filter(key=key, **said).exists():
        raise ValidationError(
            _("Von dieser Seite ist schon etwas anderes gebucht, dies hier nicht; bitte prüfen und noch einmal buchen.")
        )
    return True


def _book(event: Event, position: Position, user: User, key: UUID | None = None) -> None:
    matter = position.matter
    Booking.objects.create(
        event=event,
        entry_id=matter.entry,
        round_id=matter.round,
        kind=matter.kind,
        cents=position.open,
        key=key,
        by=user,
    )


# ---- Closing an event


@transaction.atomic
def close_event(event: Event, seen: str) -> None:
    """Close an event whose missing lists, as `Progress.lacking` names them, are those that were seen."""
    open_to_change(event)
    demand_confirmed([event])
    if find(event, None).progress.lacking != seen:
        raise ValidationError(_("Inzwischen fehlen andere Listen. Bitte noch einmal ansehen und dann abschließen."))
    set_state(event, Event.State.FINAL)


# ---- The next event made from an old one

OWN = frozenset({"id", "club", "name", "slug", "date", "state", "seed", "version", "lots", "draw_hash", "practice_of"})
"""What every event has of its own and is not copied."""


@transaction.atomic
def copy_event(event: Event, *, name: str, date: datetime.date, with_entries: bool = False) -> Event:
    """A new event played and paid for like this one: rules, Serien, classes, fees and prize plan.

    `event` comes with its Serien. The jackpot begins with what this event carries on; prizes once fixed are not copied.
    """
    fields = {field.name: getattr(event, field.name) for field in Event._meta.concrete_fields if field.name not in OWN}
    rounds = list(event.rounds.all())
    new = create_event(event.club, name=name, date=date, rounds=len(rounds), **fields)
    for round in rounds:
        day = round.date and date + (round.date - event.date)
        Round.objects.filter(event=new, number=round.number).update(minutes=round.minutes, date=day)
    Category.objects.bulk_create(Category(event=new, name=category.name) for category in event.categories.all())
    _copy_fees(event, new)
    if with_entries:
        _copy_entries(event, new)
    return new


def _copy_fees(event: Event, new: Event) -> None:
    fees = fees_of(event)
    if fees.pk:
        values = model_to_dict(fees, exclude=("id", "event", "awards"))
        Fees.objects.create(event=new, **values | {"jackpot": prize_list(event, None).carried_on})


def _copy_entries(event: Event, new: Event) -> None:
    """Whoever has not withdrawn, in the order of the start numbers, under the name the register has today.

    **D** Players of a register are put into their classes again, since they have grown older; guests keep theirs.
    """
    old = event.entries.filter(withdrawn=False).select_related("player__merged_into").prefetch_related("categories")
    copies: dict[object, tuple[Entry, Entry]] = {}
    for entry in old:
        player = entry.player and entry.player.canonical
        copy = Entry(
            player=player,
            name=player.name if player else entry.name,
            club_name=entry.club_name,
            keeps_lists=entry.keeps_lists,
            wanted_table=entry.wanted_table,
            wanted_seat=entry.wanted_seat,
        )
        copies.setdefault(player or entry, (entry, copy))
    give_numbers(new, (copy for _entry, copy in copies.values()))
    classes = {category.name: category for category in new.categories.all()}
    for entry, copy in copies.values():
        if not entry.player:
            copy.categories.set(classes[category.name] for category in entry.categories.all())
    _copy_pairs(event, new, {entry.pk: copy for entry, copy in copies.values()})


def _copy_pairs(event: Event, new: Event, copies: Mapping[int, Entry]) -> None:
    """Who is not seated with whom, as far as both come along."""
    wished = event.aparts.values_list("one", "other")
    pairs = [sorted(copies[key].pk for key in pair if key in copies) for pair in wished]
    Apart.objects.bulk_create(Apart(event=new, one_id=pair[0], other_id=pair[1]) for pair in pairs if len(pair) == 2)
