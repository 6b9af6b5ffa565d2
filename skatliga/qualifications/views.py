"""Pages of a qualification: who is qualified, how places are divided, the step that offers them, and one's own page.

And what pages of events show of it, for templates: `{% load qualifications %}{% qualification_card event %}`.
"""

import datetime
from copy import copy

from django import template
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from skatliga.access import Role
from skatliga.events.models import Entry, Event
from skatliga.exports import Export
from skatliga.forms import refusal_in
from skatliga.handouts import ExportSteps
from skatliga.qualifications import services
from skatliga.qualifications.access import (
    championship_for,
    contestant_for,
    for_contestant,
    page_path,
    places_state,
    qualification_for,
)
from skatliga.qualifications.entering import enter_accepted as enter_all
from skatliga.qualifications.field import find_field, table_of
from skatliga.qualifications.forms import QualificationForm
from skatliga.qualifications.models import Contestant, Qualification, QuotaSource
from skatliga.qualifications.queries import (
    OfferedPlaces,
    answers_of,
    fed_by,
    fetch_persons,
    name_of,
    offered_places,
    offers_to,
    qualification_of,
    sources_of,
)
from skatliga.qualifications.quota_table import QuotaTable, written_quota
from skatliga.qualifications.tables import ContestantTable
from skatliga.requests import Request, refusal_told
from skatliga.tables import arrange

register = template.Library()


@login_not_required
def overview(request: Request, slug: str) -> HttpResponse:
    """Who is qualified, from where, who follows; for those who direct also what is to be done."""
    rule = qualification_for(request, slug, Role.READER)
    event, sources = rule.event, sources_of(rule)
    directs = bool(event.role and event.role.directs)
    places = offered_places(rule, sources, event.role)
    table = ContestantTable(places.lines, slug, event.role)
    arrange(request, table)
    fetch_persons(row.record for row in table.page.object_list)
    context = {
        "event": event,
        "rule": rule,
        "sources": sources,
        "quota": _quota(rule, sources, directs),
        "places": places,
        "table": table,
        "directs": directs,
        "history": _history(rule, places) if directs else (),
    }
    return render(request, "qualifications/overview.html", context)


def _quota(rule: Qualification, sources: list[QuotaSource], directs: bool) -> QuotaTable | None:
    """As it was written down; before that counted anew, for those who direct alone: it costs queries by source."""
    if rule.opened_on is None:
        return table_of(rule, rule.event, sources) if directs else None
    return written_quota(rule, sources)


def _history(rule: Qualification, places: OfferedPlaces) -> list[tuple[datetime.datetime, str, str]]:
    """Every answer, the latest first: when, what, and who wrote it down for the federation."""
    answers = answers_of(rule)
    answered = {answer.contestant_id for answer in answers}
    lines = [line for line in places.lines if line.contestant.pk in answered]
    fetch_persons(lines)
    names = {line.contestant.pk: line.name for line in lines}
    told = {True: _("%(name)s sagt zu"), False: _("%(name)s sagt ab")}
    found = []
    for answer in answers:
        by = (answer.by.name if answer.by else "–") if answer.by_office else _("selbst")
        found.append((answer.at, told[answer.accepted] % {"name": names[answer.contestant_id]}, by))
    return found


def contestants_file(request: Request, slug: str) -> ExportSteps:
    """The same as a file."""
    rule = qualification_for(request, slug, Role.READER)
    yield places_state(rule)
    found = offered_places(rule, sources_of(rule), rule.event.role)
    fetch_persons(found.lines)
    return Export(ContestantTable(found.lines), f"qualifizierte-{slug}", _("Qualifizierte"))


def rule(request: Request, slug: str) -> HttpResponse:
    """How places are divided and what feeds the championship."""
    event = championship_for(request, slug, Role.SPIELLEITUNG)
    held = qualification_of(event)
    form = QualificationForm(request.POST or None, event=event, instance=copy(held) if held else None)
    if request.method == "POST" and form.is_valid():
        with refusal_in(form):
            services.set_rule(event, request.user, list(form.chosen), form.cleaned_data["holders"], **form.values)
            messages.success(request, _("Die Quote ist gespeichert."))
            return redirect("qualifications:overview", slug)
    opened = bool(held and held.opened_on)
    return render(request, "qualifications/rule.html", {"event": event, "form": form, "held": held, "opened": opened})


def open_places(request: Request, slug: str) -> HttpResponse:
    """Who would have a place; sent, the places are offered."""
    found = qualification_for(request, slug, Role.SPIELLEITUNG)
    if request.method == "POST":
        with refusal_told(request):
            number = services.open_places(found, request.user)
            told = ngettext("%(number)s Platz ist angeboten.", "%(number)s Plätze sind angeboten.", number)
            messages.success(request, told % {"number": number})
        return redirect("qualifications:overview", slug)
    if found.opened_on:
        return redirect("qualifications:overview", slug)
    context = {"event": found.event, "rule": found, "found": find_field(found, found.event)}
    return render(request, "qualifications/open_places.html", context)


@require_POST
def take_back(request: Request, slug: str) -> HttpResponse:
    """Nothing is offered any more."""
    found = qualification_for(request, slug, Role.SPIELLEITUNG)
    with refusal_told(request):
        services.take_back(found, request.user)
        messages.success(request, _("Das Angebot ist zurückgenommen; die Quote lässt sich wieder ändern."))
    return redirect("qualifications:overview", slug)


@require_POST
def enter_accepted(request: Request, slug: str) -> HttpResponse:
    """Who has said yes takes part."""
    found = qualification_for(request, slug, Role.SPIELLEITUNG)
    with refusal_told(request):
        report = enter_all(found)
        for sentence in report.refused:
            messages.error(request, sentence)
        if report.entered or not report.refused:
            told = ngettext("%(number)s ist neu eingetragen.", "%(number)s sind neu eingetragen.", report.entered)
            messages.success(request, told % {"number": report.entered})
    return redirect("qualifications:overview", slug)


@require_POST
def office_answer(request: Request, slug: str, number: int) -> HttpResponse:
    """The federation writes down what somebody has said."""
    contestant = contestant_for(request, slug, number, Role.SPIELLEITUNG)
    accepted = _said(request)
    if accepted is not None:
        with refusal_told(request):
            services.answer(contestant, accepted, request.user)
            told = _("%(name)s sagt zu.") if accepted else _("%(name)s sagt ab.")
            messages.success(request, told % {"name": name_of(contestant, contestant.qualification.event.role)})
    return redirect("qualifications:overview", slug)


def _said(request: Request) -> bool | None:
    """What a button sends; None for anything else."""
    return {"ja": True, "nein": False}.get(request.POST.get("antwort", ""))


# ---- One's own page


@require_safe
@for_contestant
def page(request: Request, contestant: Contestant) -> HttpResponse:
    """Whether one has a place and until when to answer, with both buttons."""
    return _page(request, contestant)


@require_POST
@for_contestant
def own_answer(request: Request, contestant: Contestant) -> HttpResponse:
    """Yes or no."""
    accepted = _said(request)
    if accepted is not None:
        try:
            services.answer(contestant, accepted)
        except ValidationError as refusal:
            return _page(request, contestant, refusal)
    return redirect(page_path(contestant))


def _page(request: Request, contestant: Contestant, refused: ValidationError | None = None) -> HttpResponse:
    found = contestant.qualification
    line = offered_places(found, sources_of(found), Role.LISTENFUEHRER).line_of(contestant)
    context = {
        "event": found.event,
        "rule": found,
        "line": line,
        "base": page_path(contestant),
        "refused": refused.messages if refused else (),
    }
    return render(request, "qualifications/page.html", context, status=422 if refused else 200)


# ---- In templates


@register.inclusion_tag("qualifications/card.html")
def qualification_card(event: Event) -> dict[str, object]:
    """The way to who is qualified for a championship, and for which others one qualifies in it."""
    found = qualification_of(event)
    may_begin = bool(event.championship and event.role and event.role.directs)
    return {
        "event": event,
        "rule": found,
        "begin": may_begin and found is None and event.state != Event.State.FINAL,
        "feeds": fed_by(event),
    }


@register.inclusion_tag("qualifications/offers.html")
def places_offered(entry: Entry) -> dict[str, object]:
    """On the phone of somebody who was entered below: the way to the page where he answers."""
    return {"offers": [(page_path(each), each.qualification.event) for each in offers_to(entry)]}


@register.simple_tag
def place_page(request: Request, contestant: Contestant) -> str:
    """The whole address of somebody's own page, to be handed on."""
    return request.build_absolute_uri(page_path(contestant))
