"""What changes events; each function is one transaction and raises ValidationError to refuse.

Every one of them locks the event first, so two desks wait for each other: start numbers are given once, and nobody is
moved while somebody else opens the first list.
"""

import datetime
import secrets
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, Q
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from scoring.seating import draw
from skatliga.database import label_of
from skatliga.events.agreements import check_rules
from skatliga.events.categories import assign_usual_classes
from skatliga.events.championships import demand_eligible
from skatliga.events.changes import demand_open_years
from skatliga.events.days import move_days
from skatliga.events.draw_field import Plan, Tables, field_of, to_tables
from skatliga.events.models import Entry, Event, Round, Seat, Table
from skatliga.events.reseating import former_tables, is_first_seating, keep_former, last_former, seated
from skatliga.events.signals import event_closed, number_after
from skatliga.events.table_rules import demand_fitting_rules, misfits
from skatliga.history import explain
from skatliga.people.models import Club, Player, User
from skatliga.people.names import address_of, fold, free_address
from skatliga.publication import PublicationState, bump_version, changing, open_to_change, take_step

RULES = ("rulebook", "evaluation", "agreements", "deals_at_four", "deals_at_three", "target")
"""What a list is valued by; it stays as it was once there is one."""


@transaction.atomic
def create_event(club: Club, *, name: str, date: datetime.date, rounds: int, **fields: object) -> Event:
    """A new event with its Serien; `fields` are those of Event. Its lot is drawn here and never changes."""
    Club.objects.select_for_update().get(pk=club.pk)  # two of one name get two addresses
    event = Event(club=club, name=name, date=date, slug=_free_slug(name, date), seed=secrets.token_hex(4), **fields)
    _save(event)
    _set_rounds(event, rounds)
    return event


def change_event(event: Event, *, rounds: int, **fields: object) -> Event:
    """Write new values over an event; once a list exists, what it is valued by stays."""
    with changing(event) as stored:
        changed = [name for name in RULES if name in fields and fields[name] != getattr(stored, name)]
        if changed and stored.rounds.filter(started_at__isnull=False).exists():
            names = get_text_list([label_of(Event, name) for name in changed], _("und"))
            raise ValidationError(
                _("Nicht mehr zu ändern: %(names)s. Es gibt schon eine Liste, die danach gespielt wurde.")
                % {"names": names}
            )
        before, date = misfits(stored), stored.date
        for name, value in fields.items():
            setattr(stored, name, value)
        _save(stored)
        move_days(stored, stored.date - date)
        demand_fitting_rules(stored, rounds, before)
        _refuse_unfit_tables(stored)
        _set_rounds(stored, rounds)
        return stored


@transaction.atomic
def set_state(event: Event, state: PublicationState) -> None:
    """Publish, withdraw from the public, close or reopen an event; one of a closed club year stays closed."""
    stored = Event.objects.select_for_update().get(pk=event.pk)
    if not take_step(stored, state):
        return
    if stored.practice_of_id:
        raise ValidationError(_("Eine Übung bleibt, wo sie ist: Sie zählt nirgends, und niemand sonst sieht sie."))
    if state != Event.State.FINAL:
        demand_open_years(stored)
    stored.save()
    bump_version(stored)
    if state == Event.State.FINAL:
        event_closed.send(Event, event=stored)


@transaction.atomic
def enter_players(
    event: Event, players: Iterable[Player], key: UUID | None = None, *, club_name: str = "", admitted: str = ""
) -> list[Entry]:
    """Players of a register take part, with the next start numbers; whoever does already is passed over.

    The `key` is that of a registration of one alone; the club is usually that of the event. Who may not start in a
    championship is `admitted` for a reason, or refused.
    """
    stored = open_to_change(event)
    entered = {
        known
        for pair in stored.entries.values_list("player_id", "player__merged_into_id")
        for known in pair
        if known is not None
    }
    new = {player.pk: player for player in players if player.pk not in entered}
    club_name = club_name or stored.club.name
    entries = (Entry(player=player, name=player.name, club_name=club_name, key=key) for player in new.values())
    return give_numbers(stored, entries, admitted)


@transaction.atomic
def enter_guests(
    event: Event, guests: Iterable[tuple[str, str]], key: UUID | None = None, *, admitted: str = ""
) -> list[Entry]:
    """Guests take part, each with a name and a club, which may be empty; the `key` is that of one alone.

    In a championship they are `admitted` for a reason, or refused. A name that takes part already is refused: on lists
    and rankings the two could not be told apart.
    """
    stored = open_to_change(event)
    known = {fold(entry.name): entry for entry in stored.entries.all()}
    new: dict[str, Entry] = {}
    refused = []
    for name, club_name in guests:
        folded = fold(name)
        if folded in known:
            refused.append(same_name(known[folded]))
        elif folded in new:
            refused.append(_("%(name)s steht zweimal in der Eingabe.") % {"name": name})
        else:
            new[folded] = Entry(name=name, club_name=club_name, key=key)
    if refused:
        raise ValidationError(refused)
    return give_numbers(stored, new.values(), admitted)


@transaction.atomic
def withdraw(entry: Entry, reason: str = "zurückgetreten") -> None:
    """Somebody does not take part any more: the start number stays, draws pass it over; the history says why."""
    _set_withdrawn(entry, True, reason)


@transaction.atomic
def readmit(entry: Entry) -> None:
    """Somebody who had withdrawn takes part again, with the same start number."""
    _set_withdrawn(entry, False, "nimmt wieder teil")


@transaction.atomic
def draw_round(round: Round) -> None:
    """Seat everybody who takes part by the event's lot, as far as can be without meeting again.

    Refused after the cut: who goes on is known from the ranking only (`desk.draws`).
    """
    event = open_to_change(round.event)
    demand_no_public_draw(event)
    if event.is_cut_before(round.number):
        raise ValidationError(
            _("Vor %(round)s liegt der Schnitt; bitte „Auslosung mit Wünschen“ nehmen, sie setzt die Weitergekommenen.")
            % {"round": round}
        )
    lot = f"{event.seed}/{round.number}"
    drawn = draw(field_of(round), lot)
    _seat(event, round, to_tables(drawn.seating), drawn.plan, lot)


@transaction.atomic
def seat_round(
    round: Round,
    tables: Mapping[int, Sequence[int]],
    plan: Plan = (),
    *,
    lot: str = "",
    reason: str = "",
    user: User | None = None,
) -> None:
    """Seat these start numbers at these tables instead of what was there; without tables nobody sits anywhere.

    ``plan`` is what a draw planned for the Serien after this one, ``lot`` its own. What was there is kept
    (`reseating`); the ``reason`` says why it is replaced, where that needs one.
    """
    seats = {table: tuple(seats) for table, seats in tables.items() if seats}
    _seat(open_to_change(round.event), round, seats, plan, lot, reason, user)


@transaction.atomic
def undo_seating(round: Round, reason: str = "", user: User | None = None) -> None:
    """Set the former seats of a Serie back exactly, with their lot and plan; done once more, it is undone itself.

    Before the first seats nobody sat anywhere.
    """
    event = open_to_change(round.event)
    demand_not_started(round)
    former = last_former(round)
    if former:
        _seat(event, round, former_tables(former), former.plan, former.lot, reason, user)
    elif is_first_seating(round):
        _seat(event, round, {}, (), reason=reason, user=user)
    else:
        raise ValidationError(_("Zu %(round)s gibt es keine früheren Plätze.") % {"round": round})


def add_tables(round: Round, tables: Mapping[int, Sequence[int]]) -> None:
    """Seat these start numbers at tables that the Serie lacks so far; whoever sits already stays where he is."""
    with changing(round.event) as event:
        sitting = {seat.entry.start_number: seat.table.number for seat in round.seats.select_related("entry", "table")}
        if taken := sorted(tables.keys() & set(round.tables.values_list("number", flat=True))):
            raise ValidationError(_("%(round)s hat schon einen Tisch %(table)s.") % {"round": round, "table": taken[0]})
        entries = {entry.start_number: entry for entry in event.entries.all()}
        if findings := _check_seating(tables, entries, event.table_sizes, sitting):
            raise ValidationError(findings)
        _store_tables(round, tables, entries)


@transaction.atomic
def add_rounds(event: Event, number: int) -> None:
    """Let the event have at least this many Serien."""
    stored = open_to_change(event)
    held = stored.rounds.aggregate(last=Max("number"))["last"] or 0
    if held < number:
        _set_rounds(stored, number)
        bump_version(stored)


def give_numbers(event: Event, entries: Iterable[Entry], admitted: str = "") -> list[Entry]:
    """Store new entries of an opened event, with the next start numbers where they bring none, and in their classes.

    A number once given is never given again. Who may not start in a championship needs a reason (`admitted`).
    """
    entered = _enter(event, entries, admitted)
    bump_version(event)
    return entered


def enter_at_once(event: Event, entries: Iterable[Entry], user: User | None, reason: str) -> list[Entry]:
    """Store many new entries with the next start numbers and in their classes; the history says who and why.

    Whoever brings them has seen to it that nobody of them takes part already.
    """
    with changing(event) as stored:
        return _enter(stored, entries, user=user, reason=reason)


def _enter(
    event: Event, entries: Iterable[Entry], admitted: str = "", user: User | None = None, reason: str | None = None
) -> list[Entry]:
    """What both have in common; all of them are stored at once, with a fixed number of queries."""
    new = list(entries)
    demand_eligible(event, new, admitted)
    last = _last_number(event)
    for entry in new:
        entry.event, entry.start_number = event, entry.start_number or number_after(last)
        last = max(last, entry.start_number)
    _check(event, new)
    entered = bulk_create_with_history(new, Entry, default_user=user, default_change_reason=reason)
    assign_usual_classes(event, entered)
    return entered


def _check(event: Event, new: Sequence[Entry]) -> None:
    """Refuse what is wrong with one of these, as the form of one would say it."""
    for entry in new:
        entry.full_clean(exclude=["event", "player"], validate_unique=False, validate_constraints=False)
    numbers = [entry.start_number for entry in new]
    players = [entry.player_id for entry in new if entry.player_id]
    keys = [entry.key for entry in new if entry.key]
    here = event.entries.filter(Q(start_number__in=numbers) | Q(player__in=players))
    if here.exists() or (keys and Entry.objects.filter(key__in=keys).exists()):
        for entry in new:
            entry.full_clean()
    if len({*numbers}) < len(numbers) or len({*players}) < len(players):
        raise ValidationError(_("Jemand steht zweimal in der Eingabe, oder zwei haben dieselbe Startnummer."))


def _last_number(event: Event) -> int:
    """The highest start number ever given, to somebody whose entry was deleted as well."""
    given = [event.entries, Entry.history.filter(event=event.pk, history_type="-")]
    return max(numbers.aggregate(last=Max("start_number"))["last"] or 0 for numbers in given)


def same_name(entry: Entry) -> str:
    """The sentence that refuses somebody of the same name."""
    return _(
        "%(name)s nimmt schon teil (Startnummer %(number)s). Wer nur so heißt, braucht einen Zusatz, zum Beispiel"
        " „%(name)s II“."
    ) % {"name": entry.name, "number": entry.start_number}


def _save(event: Event) -> None:
    check_rules(event)
    event.full_clean()
    event.save()


def _free_slug(name: str, date: datetime.date) -> str:
    """An address made of name and day, with a number where there is one already."""
    stem = f"{address_of(name, 110, 'veranstaltung')}-{date:%Y-%m-%d}"
    return free_address(stem, set(Event.objects.filter(slug__startswith=stem).values_list("slug", flat=True)))


def _set_rounds(event: Event, number: int) -> None:
    """Make it this many Serien; one that has seats already is not dropped."""
    held = set(event.rounds.values_list("number", flat=True))
    for surplus in event.rounds.filter(number__gt=number):
        if surplus.started_at or surplus.tables.exists():
            raise ValidationError(
                _("%(round)s hat schon Plätze. Bitte zuerst die Plätze leeren, dann die Zahl der Serien senken.")
                % {"round": surplus}
            )
        surplus.delete()
    Round.objects.bulk_create(Round(event=event, number=new) for new in range(1, number + 1) if new not in held)


def _refuse_unfit_tables(event: Event) -> None:
    """A rule book can be exchanged only for one that knows the tables already set."""
    sizes = event.table_sizes
    for table in Table.objects.filter(round__event=event).annotate(size=Max("seats__number")):
        if table.size and table.size not in sizes:
            raise ValidationError(
                _("Nach diesem Regelwerk gibt es keine Tische zu %(size)s. Bitte zuerst die Plätze leeren.")
                % {"size": table.size}
            )


def _set_withdrawn(entry: Entry, withdrawn: bool, reason: str) -> None:
    event = open_to_change(entry.event)
    entry.withdrawn = withdrawn
    explain(entry, reason)
    entry.save()
    bump_version(event)


def demand_no_public_draw(event: Event) -> None:
    """Refuse a lot of one's own where the lots follow from terms that were published."""
    if event.draw_hash:
        raise ValidationError(
            _("Diese Veranstaltung wird öffentlich nachprüfbar ausgelost; bitte auf der Seite „Öffentliche Auslosung“.")
        )


def demand_not_started(round: Round) -> Round:
    """The Serie as it is stored; refused where a list of it has been opened: from then on nobody is seated anew."""
    stored = Round.objects.get(pk=round.pk)
    if stored.started_at:
        raise ValidationError(
            _("Zu %(round)s gibt es schon eine Liste; ihre Plätze lassen sich nicht mehr neu vergeben.")
            % {"round": round}
        )
    return stored


def _seat(
    event: Event,
    round: Round,
    tables: Tables,
    plan: Plan,
    lot: str = "",
    reason: str = "",
    user: User | None = None,
) -> None:
    """Store a seating and keep the former one, or refuse it with everything that is wrong with it."""
    stored = demand_not_started(round)
    entries = {entry.start_number: entry for entry in event.entries.all()}
    if findings := _check_seating(tables, entries, event.table_sizes):
        raise ValidationError(findings)
    former = seated(stored)
    if former == tables and not lot:
        return
    if former and former != tables:
        keep_former(stored, former, reason, user)
    printed = stored.printed_at if former == tables else None
    Round.objects.filter(pk=round.pk).update(plan=plan, lot=lot, printed_at=printed)
    round.tables.all().delete()
    _store_tables(round, tables, entries)
    bump_version(event)


def _store_tables(round: Round, tables: Mapping[int, Sequence[int]], entries: Mapping[int, Entry]) -> None:
    stored = Table.objects.bulk_create(Table(round=round, number=number) for number in tables)
    Seat.objects.bulk_create(
        Seat(round=round, table=table, number=seat, entry=entries[start_number])
        for table in stored
        for seat, start_number in enumerate(tables[table.number], 1)
    )


def _check_seating(
    tables: Mapping[int, Sequence[int]],
    entries: Mapping[int, Entry],
    sizes: Sequence[int],
    seated: Mapping[int, int] = MappingProxyType({}),
) -> list[str]:
    """Every sentence there is to say against a seating; ``seated`` are tables by start number that stay as they are."""
    findings = []
    sitting = dict(seated)
    for table, seats in tables.items():
        place = {"table": table, "size": len(seats), "sizes": get_text_list([str(size) for size in sizes], _("oder"))}
        if len(seats) not in sizes:
            findings.append(_("Tisch %(table)s hat %(size)s Plätze; möglich sind %(sizes)s.") % place)
        for number in seats:
            place["number"] = number
            entry = entries.get(number)
            if entry is None:
                findings.append(_("Tisch %(table)s: Die Startnummer %(number)s gibt es nicht.") % place)
                continue
            place["name"] = entry.name
            if entry.withdrawn:
                findings.append(_("Tisch %(table)s: %(number)s %(name)s ist zurückgetreten.") % place)
            if sitting.get(number) == table:
                findings.append(_("Tisch %(table)s: %(number)s %(name)s steht dort zweimal.") % place)
            elif number in sitting:
                place["other"] = sitting[number]
                findings.append(_("%(number)s %(name)s sitzt an Tisch %(other)s und an Tisch %(table)s.") % place)
            sitting[number] = table
    return findings
