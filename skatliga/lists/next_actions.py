"""What is to be done with the lists of an event: entered, taken from a table, confirmed, decided about."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.db.models import BooleanField, Exists, OuterRef, Q
from django.db.models.expressions import ExpressionWrapper
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.access import Role, strongest
from skatliga.events.models import Event, Table
from skatliga.lists.confirmation import may_confirm
from skatliga.lists.models import ARRIVED, Protest, Sheet, list_of_a_table
from skatliga.next_actions import NextAction, Urgency, name_tables
from skatliga.people.models import Club, User
from skatliga.people.tree import holders

State = Sheet.State


class TableList(NamedTuple):
    """One table, and the list it has."""

    number: int
    sheet: UUID | None
    state: str | None
    protested: bool


@dataclass(frozen=True, slots=True)
class EventLists:
    """How far the lists of an event are."""

    rounds: dict[int, tuple[TableList, ...]]
    """The tables of each Serie that has some."""
    mine: int
    """Lists this user may confirm, where the event demands a second person."""
    others: int
    """Lists that only somebody else may confirm."""
    user: User
    """Who looks at them."""

    def in_state(self, *states: str) -> Iterator[tuple[int, TableList]]:
        """The tables whose list is in one of these states, each with its Serie."""
        return ((serie, table) for serie, tables in self.rounds.items() for table in tables if table.state in states)

    def missing(self, serie: int) -> list[int]:
        """The tables of a Serie whose list neither counts nor has been handed in."""
        return [each.number for each in self.rounds.get(serie, ()) if each.state not in {*ARRIVED, State.HANDED_IN}]

    def arrived(self, serie: int) -> bool:
        """Whether every table of a Serie has a list that counts."""
        tables = self.rounds.get(serie, ())
        return bool(tables) and all(table.state in ARRIVED for table in tables)

    @property
    def number(self) -> int:
        """How many lists there are when all have come."""
        return sum(map(len, self.rounds.values()))

    @property
    def clear(self) -> bool:
        """Whether nobody has to confirm, to clear up or to decide anything."""
        protests = any(table.protested for tables in self.rounds.values() for table in tables)
        return not (self.mine or self.others or protests or any(self.in_state(State.IN_QUESTION)))


def lists_of(events: Sequence[Event], user: User) -> dict[int, EventLists]:
    """How far the lists of these events are, by key; two queries for any number of them."""
    protests = Protest.unsettled().filter(sheet=OuterRef("counted__pk"))
    found = (
        Table.objects.filter(round__event__in=events)
        .alias(counted=list_of_a_table())
        .order_by("round__number", "number")
    )
    rounds: dict[int, dict[int, list[TableList]]] = {event.pk: defaultdict(list) for event in events}
    for event, serie, *table in found.values_list(
        "round__event", "round__number", "number", "counted__pk", "counted__state", Exists(protests)
    ):
        rounds[event][serie].append(TableList(*table))
    waiting: dict[int, list[bool]] = defaultdict(list)
    entered = Sheet.objects.main().filter(state=State.ENTERED, table__round__event__in=events)
    mine = ExpressionWrapper(may_confirm(user), BooleanField())
    for event, may in (
        entered.filter(table__round__event__second_person=True)
        .annotate(mine=mine)
        .values_list("table__round__event", "mine")
    ):
        waiting[event].append(may)
    return {
        event.pk: EventLists(
            {serie: tuple(tables) for serie, tables in rounds[event.pk].items()},
            sum(waiting[event.pk]),
            len(waiting[event.pk]) - sum(waiting[event.pk]),
            user,
        )
        for event in events
    }


def practice_action(club: Club, sentence: str) -> NextAction:
    """That a list can be practised that counts nowhere."""
    return NextAction(sentence, _("Liste üben"), reverse("lists:practice", args=[club.slug]), Urgency.SOMETIME, ())


def list_actions(event: Event, lists: EventLists) -> Iterator[NextAction]:
    """What is to be done with the lists, for those who enter them or direct."""
    if not (event.role and event.role.enters) or event.state == Event.State.FINAL:
        return
    if event.role.directs:
        yield from _protests(lists)
    yield from _in_question(lists)
    yield from _handed_in(lists)
    yield from _missing(event, lists)
    yield from _unconfirmed(event, lists)


def _protests(lists: EventLists) -> Iterator[NextAction]:
    protested = [table for tables in lists.rounds.values() for table in tables if table.protested]
    if protested:
        yield NextAction(
            ngettext(
                "%(number)s Protest ist noch nicht erledigt – Tisch %(tables)s.",
                "%(number)s Proteste sind noch nicht erledigt – Tisch %(tables)s.",
                len(protested),
            )
            % {"number": len(protested), "tables": name_tables([table.number for table in protested])},
            _("Protest ansehen"),
            reverse("lists:sheet", args=[protested[0].sheet]) + "#proteste",
            Urgency.AT_ONCE,
        )


def _in_question(lists: EventLists) -> Iterator[NextAction]:
    found = list(lists.in_state(State.IN_QUESTION))
    if found:
        serie, first = found[0]
        yield NextAction(
            ngettext(
                "%(number)s Liste ist in Klärung – Serie %(serie)s, Tisch %(table)s.",
                "%(number)s Listen sind in Klärung – die erste: Serie %(serie)s, Tisch %(table)s.",
                len(found),
            )
            % {"number": len(found), "serie": serie, "table": first.number},
            _("Klären"),
            reverse("lists:sheet", args=[first.sheet]),
            Urgency.AT_ONCE,
        )


def _handed_in(lists: EventLists) -> Iterator[NextAction]:
    found = list(lists.in_state(State.HANDED_IN))
    if found:
        _serie, first = found[0]
        yield NextAction(
            ngettext(
                "%(number)s Liste ist am Tisch abgegeben und noch nicht erfasst – Tisch %(tables)s.",
                "%(number)s Listen sind am Tisch abgegeben und noch nicht erfasst – Tisch %(tables)s.",
                len(found),
            )
            % {"number": len(found), "tables": name_tables([table.number for _serie, table in found])},
            _("Tisch %(table)s ansehen") % {"table": first.number},
            reverse("lists:sheet", args=[first.sheet]),
            Urgency.AT_ONCE,
        )


def _missing(event: Event, lists: EventLists) -> Iterator[NextAction]:
    """The Serien begun of which lists are missing, and the first that can begin.

    **D** The button opens the list of the first table named; for another one there is the number on the page of the
    lists.
    """
    ahead = False
    for serie, tables in lists.rounds.items():
        missing = lists.missing(serie)
        begun = any(table.state for table in tables)
        if not missing or (ahead and not begun):
            continue
        ahead = True
        yield NextAction(
            ngettext(
                "Serie %(serie)s: %(number)s Liste fehlt – Tisch %(tables)s.",
                "Serie %(serie)s: %(number)s Listen fehlen – Tisch %(tables)s.",
                len(missing),
            )
            % {"serie": serie, "number": len(missing), "tables": name_tables(missing)},
            _("Tisch %(table)s eingeben") % {"table": missing[0]},
            reverse("lists:open", args=[event.slug, serie]),
            Urgency.NEXT,
            (("tisch", str(missing[0])),),
        )


def _unconfirmed(event: Event, lists: EventLists) -> Iterator[NextAction]:
    if lists.mine:
        yield NextAction(
            ngettext(
                "%(number)s Liste wartet auf eine zweite Person.",
                "%(number)s Listen warten auf eine zweite Person.",
                lists.mine,
            )
            % {"number": lists.mine},
            _("Bestätigen"),
            reverse("lists:confirm", args=[event.slug]),
            Urgency.NEXT,
        )
    elif lists.others:
        serie, _first = next(lists.in_state(State.ENTERED))
        yield NextAction(
            ngettext(
                "%(number)s Liste haben Sie selbst erfasst; bestätigen muss sie jemand anders.",
                "%(number)s Listen haben Sie selbst erfasst; bestätigen muss sie jemand anders.",
                lists.others,
            )
            % {"number": lists.others},
            _("Listen ansehen"),
            reverse("lists:board", args=[event.slug, serie]),
            Urgency.SOON,
        )
        yield from _second_person(event, lists.user)


def _second_person(event: Event, user: User) -> Iterator[NextAction]:
    """That nobody else may confirm so far, for those who give roles."""
    entering = [role for role in Role if role.enters]
    in_event = User.objects.filter(event_roles__event=event.pk, event_roles__role__in=entering, is_active=True)
    held = strongest(event.club_held)
    may = Q(pk__in=holders(event.club, entering).values("pk")) | Q(pk__in=in_event.values("pk"))
    if held and held.administers and not User.objects.filter(may).exclude(pk=user.pk).exists():
        yield NextAction(
            _("Noch kann niemand außer Ihnen Listen bestätigen."),
            _("Zweite Person eintragen"),
            reverse("people:roles", args=[event.club.slug]),
            Urgency.SOON,
        )
