"""Calls from tables, as those who direct an event are told of them: before all else. And line-ups that are missing."""

import datetime
from collections.abc import Iterator, Mapping, Sequence

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from skatliga.events.models import Event
from skatliga.leagues.models import GroupTeam, Season
from skatliga.next_actions import NextAction, Urgency, name_tables
from skatliga.people.models import Club
from skatliga.phones.models import TableCall

MOST_TOLD = 3
"""Calls told of one by one."""
SOON_DAYS = 7
"""Before a match day its line-ups are asked for."""


def open_calls(events: Sequence[Event]) -> Mapping[int, list[TableCall]]:
    """The calls of these events that are not done, by key, the oldest first; one query, none where nobody directs."""
    directed = [event for event in events if event.role and event.role.directs]
    found: dict[int, list[TableCall]] = {event.pk: [] for event in events}
    if directed:
        calls = TableCall.objects.filter(round__event__in=directed, done_at=None)
        for call in calls.select_related("round", "taken_by"):
            found[call.round.event_id].append(call)
    return found


def call_actions(event: Event, calls: Sequence[TableCall]) -> Iterator[NextAction]:
    """Go to a table that waits; say that it is done."""
    waiting = [call for call in calls if call.taken_at is None]
    for call in waiting[:MOST_TOLD]:
        yield NextAction(
            _("Tisch %(table)s ruft seit %(time)s: %(kind)s.") % _said(call),
            _("Ich gehe hin"),
            reverse("phones:take_call", args=[event.slug, call.pk]),
            Urgency.AT_ONCE,
            (),
        )
    if further := waiting[MOST_TOLD:]:
        yield NextAction(
            _("Weitere Tische rufen: %(tables)s.") % {"tables": name_tables([call.table for call in further])},
            _("Rufe ansehen"),
            reverse("phones:calls", args=[event.slug]),
            Urgency.AT_ONCE,
        )
    for call in calls:
        if call.taken_at:
            yield NextAction(
                _("Tisch %(table)s, %(kind)s: %(name)s ist seit %(time)s dort.") % _said(call),
                _("Erledigt"),
                reverse("phones:finish_call", args=[event.slug, call.pk]),
                Urgency.NEXT,
                (),
            )


def lineup_actions(clubs: QuerySet[Club], most: int) -> Iterator[NextAction]:
    """Teams of these clubs that play within `SOON_DAYS` days and have named nobody; one query."""
    today = timezone.localdate()
    days = (today, today + datetime.timedelta(SOON_DAYS))
    found = GroupTeam.objects.filter(team__club__in=clubs.values("pk"), absence="", lineup=None, group__binding_at=None)
    found = found.filter(matchday__date__range=days).exclude(matchday__division__season__state=Season.State.DRAFT)
    rows = found.filter(team__withdrawal="").select_related("team", "matchday__division__season")
    for member in rows.order_by("matchday__date", "team__name")[:most]:
        division = member.matchday.division
        yield NextAction(
            _("%(team)s: noch keine Aufstellung für den %(matchday)s am %(day)s.")
            % {
                "team": member.team.name,
                "matchday": member.matchday,
                "day": date_format(member.matchday.date or today, "SHORT_DATE_FORMAT"),
            },
            _("Aufstellen"),
            reverse("phones:own_team", args=[division.season.slug, division.slug, member.team.letter]),
            Urgency.NEXT,
        )


def _said(call: TableCall) -> dict[str, object]:
    return {
        "table": call.table,
        "time": time_format(localtime(call.taken_at or call.called_at), "TIME_FORMAT"),
        "kind": call.get_kind_display(),
        "name": call.taken_by.name if call.taken_by else "",
    }
