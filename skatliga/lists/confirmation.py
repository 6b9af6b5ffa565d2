"""The second look at a list: which ones wait for it, and who may give it.

* **D** Where the event demands a second person, a list that only was entered counts, but not for good: nothing that is
  final may rest on it. One in question neither; it is cleared up, then confirmed.
* **D** Lists wait in the order of Serie and table. A user who puts one off, or has dealt with one, goes on behind it,
  and begins again at the top where nothing is left behind it. A user to whom somebody else was faster goes on in the
  middle of what is left, so that two people do not meet at every list.
"""

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import BooleanField, Exists, OuterRef, Q, QuerySet
from django.db.models.expressions import ExpressionWrapper
from django.utils.translation import gettext as _

from skatliga.events.models import Event
from skatliga.lists.models import ARRIVED, SETTLED, Foot, Row, Sheet
from skatliga.people.models import User

UNCONFIRMED = ARRIVED - SETTLED
"""States in which a list counts although nobody has confirmed it."""

MOST_NAMED = 6
"""Lists that a refusal names."""


def unconfirmed(events: Iterable[Event] | QuerySet[Event]) -> QuerySet[Sheet]:
    """The lists of these events that count and wait for a second person, where the event demands one."""
    return (
        Sheet.objects.main()
        .filter(
            state__in=UNCONFIRMED,
            table__round__event__in=events,
            table__round__event__second_person=True,
        )
        .order_by("table__round__event__date", "table__round__event", "table__round__number", "table__number")
    )


def demand_confirmed(events: Iterable[Event] | QuerySet[Event]) -> None:
    """Refuse what would be final while a list of these events waits for its second person; ValidationError."""
    waiting = list(unconfirmed(events).select_related("table__round__event"))
    if not waiting:
        return
    named = "; ".join(f"{sheet.table.round.event}, {sheet}" for sheet in waiting[:MOST_NAMED])
    if further := len(waiting) - MOST_NAMED:
        named += _(" und %(number)s weitere") % {"number": further} if further > 0 else ""
    raise ValidationError(
        _(
            "Diese Listen hat noch keine zweite Person bestätigt: %(lists)s. Bitte zuerst bestätigen lassen (Stand der"
            " Listen, „Nächste zu bestätigende Liste“)."
        )
        % {"lists": named}
    )


def may_confirm(user: User) -> Q:
    """Lists on which this user is a second person: somebody else closed or corrected them last, and somebody else
    wrote on them too."""
    versions = [model.history.filter(sheet_id=OuterRef("pk")) for model in (Row, Foot)]
    wrote = Q(*[Exists(each.filter(history_user=user.pk)) for each in versions], _connector=Q.OR)
    others = Q(*[Exists(each.exclude(history_user=user.pk)) for each in versions], _connector=Q.OR)
    return ~Q(entered_by=user.pk) & ~(wrote & ~others)


def is_second_person(sheet: Sheet, user: User) -> bool:
    """Whether this user is one for this list."""
    return Sheet.objects.filter(may_confirm(user), pk=sheet.pk).exists()


class Waiting(NamedTuple):
    """The lists of an event that wait to be looked at again."""

    mine: list[UUID]
    """Those this user may confirm, in order."""
    others: int
    """How many only somebody else may confirm."""
    in_question: int
    """How many have to be cleared up before."""

    def after(self, sheet: UUID | None) -> "Waiting":
        """The same, beginning behind this list."""
        if sheet not in self.mine:
            return self
        cut = self.mine.index(sheet) + 1
        return self._replace(mine=self.mine[cut:] + self.mine[:cut])


def waiting_for(event: Event, user: User | None) -> Waiting:
    """What waits to be confirmed in an event, from this user's place. One query."""
    assert user or not event.second_person
    rule = may_confirm(user) if user and event.second_person else Q(pk__isnull=False)
    found = (
        Sheet.objects.main()
        .filter(table__round__event=event, state__in=UNCONFIRMED)
        .annotate(mine=ExpressionWrapper(rule, BooleanField()))
        .order_by("table__round__number", "table__number")
        .values_list("pk", "state", "mine")
    )
    entered = [(pk, mine) for pk, state, mine in found if state == Sheet.State.ENTERED]
    mine = [pk for pk, may in entered if may]
    return Waiting(mine, len(entered) - len(mine), len(found) - len(entered))
