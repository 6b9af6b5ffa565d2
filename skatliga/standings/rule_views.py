"""Pages on which it is chosen how the tables of an event count."""

from copy import copy

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.events.access import event_for
from skatliga.events.models import Event
from skatliga.events.table_rules import rule_field_of
from skatliga.forms import refusal_in
from skatliga.requests import Request
from skatliga.standings import event_rules
from skatliga.standings.forms import TeamRuleForm
from skatliga.standings.rankings import ranking
from skatliga.standings.views import kind_of
from skatliga.wertung.presets import EVENT_PRESETS
from skatliga.wertung.rules import YearTableRule, write_rule
from skatliga.wertung.views import PreviewLine, RulePreview, TablesPages, start_page
from skatliga.wertung.wording import explain, heading_of, unit_of

TRIED = 3
"""How many earlier events are looked through for one with results."""


def rules(request: Request, slug: str) -> HttpResponse:
    """All tables of the event, each with its rule."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    said = [explain(rule, unit_of(rule, [event.evaluation]), alone=True) for _name, rule in event.tables]
    return _pages(event).all(request, said, open=event.state != Event.State.FINAL, begun=True)


def change_rule(request: Request, slug: str, number: int) -> HttpResponse:
    """The rule of one table, or of a new one."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    return _pages(event).change(
        request,
        number,
        EVENT_PRESETS,
        lambda table: _preview(event, table),
        lambda table, reason: event_rules.set_table(event, number, table, reason),
        frozen=event_rules.is_frozen(event),
        where=rule_field_of(event, number),
    )


def remove_rule(request: Request, slug: str, number: int) -> HttpResponse:
    """Take a further table away, after asking."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    return _pages(event).remove(request, number, lambda: event_rules.remove_table(event, number))


def _pages(event: Event) -> TablesPages:
    context: dict[str, object] = {"base": "events/event_base.html", "event": event, "subject": event.name}
    return TablesPages(event.tables, "standings", event.slug, _("Rangliste"), context)


def _preview(event: Event, table: YearTableRule) -> RulePreview | None:
    """What the rule makes of this event, or of the last one before that has any list."""
    earlier = event.club.events.filter(date__lt=event.date).prefetch_related("rounds").order_by("-date", "-pk")[:TRIED]
    for each in (event, *earlier):
        tried = copy(each)
        tried.rules = [write_rule(table.rule)]
        found = ranking(tried, event.role)
        if found.lines:
            lines = [PreviewLine(line.place, line.name, line.value) for line in found.lines]
            heading = heading_of(table.rule, [each.evaluation])
            return RulePreview(each.name, found.said, heading, lines, len(found.below))
    return None


def start(request: Request, slug: str, number: int) -> HttpResponse:
    """What a player begins the ranking with, or a deduction."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    entry = get_object_or_404(event.entries, start_number=number)
    return start_page(
        request,
        entry,
        lambda points, reason: event_rules.set_start(event, number, points, reason),
        reverse("standings:player", args=[slug, number]),
        {"base": "events/event_base.html", "event": event, "name": entry.name},
    )


def team_rule(request: Request, slug: str, kind: str) -> HttpResponse:
    """How the teams of a kind are counted."""
    event, of = event_for(request, slug, Role.SPIELLEITUNG), kind_of(kind)
    frozen = event_rules.is_frozen(event)
    form = TeamRuleForm(
        request.POST or None, rule=event.team_rule(kind), frozen=frozen, awards=event.rule.awards_points
    )
    if form.is_valid():
        with refusal_in(form):
            event_rules.set_team_rule(event, of, form.rule, form.cleaned_data.get("reason", ""))
            messages.success(request, _("Die Wertung ist gespeichert."))
            return redirect("standings:teams", slug, kind)
    return render(request, "standings/team_rule.html", {"event": event, "kind": of, "form": form})
