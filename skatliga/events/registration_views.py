"""Pages of the desk: entering people fast, what is known of one of them, and the classes."""

import re
from typing import Final, TypedDict

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.events import categories, registration, services
from skatliga.events.access import category_for, entry_for, event_for
from skatliga.events.championships import IneligibleError, with_checks
from skatliga.events.forms import ClassForm, DeskForm, EntryForm
from skatliga.events.models import Entry, Event
from skatliga.events.queries import (
    GUEST,
    Hit,
    chosen_at_desk,
    count_active,
    find_at_desk,
    last_entered,
    sure_at_desk,
    without_chair,
)
from skatliga.events.registration import NO_SHOW, change_entry, register
from skatliga.forms import refusal_in
from skatliga.requests import Request, refusal_told, text_of

OF_A_TABLE: Final = 60
"""Who is shown at once in the table of classes; a form has room for a thousand fields."""


def desk(request: Request, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.LISTENFUEHRER)
    if request.method == "POST":
        send = _answer_queue if request.headers.get("Accept") == "application/json" else _register
        return send(request, event, DeskForm(request.POST))
    text = request.GET.get("suche", "").strip()[:120]
    found = _found(event, text)
    if request.htmx and "suche" in request.GET:
        return render(request, "events/desk_found.html", found)
    form = DeskForm(initial={"suche": text, "bezahlt": request.GET.get("bezahlt")})
    number = request.GET.get("nummer", "")
    given = event.entries.filter(start_number=number).first() if number.isdecimal() and len(number) < 10 else None
    return _desk_page(request, event, form, given, **found)


def entry(request: Request, slug: str, number: int) -> HttpResponse:
    entry = entry_for(request, slug, number)
    name = entry.name
    form = EntryForm(request.POST or None, instance=entry)
    if form.is_valid():
        with refusal_in(form):
            changed = change_entry(entry, **form.changes)
            messages.success(request, _("%(name)s ist gespeichert.") % {"name": changed.name})
            return redirect("events:entries", slug)
    gone = entry.history.filter(withdrawn=True).exclude(history_change_reason=None).first() if entry.withdrawn else None
    [(_entry, check)] = with_checks(entry.event, [entry])
    context = {"event": entry.event, "entry": entry, "name": name, "form": form, "check": check}
    context["no_show"] = gone and gone.history_change_reason == NO_SHOW
    return render(request, "events/entry.html", context)


@require_POST
def refresh_name(request: Request, slug: str, number: int) -> HttpResponse:
    entry = entry_for(request, slug, number)
    with refusal_told(request):
        changed = registration.refresh_name(entry)
        messages.success(request, _("Der Name ist jetzt %(name)s, wie im Register.") % {"name": changed.name})
    return redirect("events:entry", slug, number)


@require_POST
def withdraw(request: Request, slug: str, number: int) -> HttpResponse:
    entry = entry_for(request, slug, number)
    with refusal_told(request):
        services.withdraw(entry)
        messages.success(request, _("%(name)s ist zurückgetreten.") % {"name": entry.name})
    return redirect("events:entries", slug)


@require_POST
def no_show(request: Request, slug: str, number: int) -> HttpResponse:
    entry = entry_for(request, slug, number)
    with refusal_told(request):
        services.withdraw(entry, NO_SHOW)
        messages.success(request, _("%(name)s ist nicht erschienen.") % {"name": entry.name})
    return redirect("events:entries", slug)


@require_POST
def delete(request: Request, slug: str, number: int) -> HttpResponse:
    entry = entry_for(request, slug, number)
    with refusal_told(request):
        registration.delete_entry(entry)
        messages.success(
            request,
            _("%(name)s ist gelöscht; die Startnummer %(number)s wird nicht noch einmal vergeben.")
            % {"name": entry.name, "number": number},
        )
        return redirect("events:entries", slug)
    return redirect("events:entry", slug, number)


@require_POST
def readmit(request: Request, slug: str, number: int) -> HttpResponse:
    entry = entry_for(request, slug, number)
    with refusal_told(request):
        services.readmit(entry)
        messages.success(request, _("%(name)s nimmt wieder teil.") % {"name": entry.name})
    return redirect("events:entries", slug)


def class_list(request: Request, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    form = ClassForm(request.POST or None)
    if form.is_valid():
        with refusal_in(form, "name"):
            categories.add_class(event, form.cleaned_data["name"])
            return redirect("events:classes", slug)
    found = list(event.categories.annotate(size=Count("entries")).order_by("name"))
    entries = event.entries.filter(withdrawn=False).order_by("start_number").prefetch_related("categories")
    page = Paginator(entries if found else Entry.objects.none(), OF_A_TABLE).get_page(request.GET.get("page"))
    rows = [(entry, {category.pk for category in entry.categories.all()}) for entry in page]
    context = {"event": event, "classes": found, "form": form, "page": page, "rows": rows}
    return render(request, "events/classes.html", context)


@require_POST
def set_classes(request: Request, slug: str) -> HttpResponse:
    """Who stands in which class, as ticked in the table; it names what was ticked when it was shown."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    page = ""
    with refusal_told(request):
        page = text_of(request, "page", 4)
        number = categories.set_classes(event, _ticks(request, "war"), _ticks(request, "klasse"))
        told = ngettext("%(number)s Haken ist geändert.", "%(number)s Haken sind geändert.", number)
        messages.success(request, told % {"number": number})
    return redirect(reverse("events:classes", args=[slug], query={"page": page}))


def _ticks(request: Request, name: str) -> set[tuple[int, int]]:
    """The pairs of entry and class that a field names, as "12-3"."""
    found = (re.fullmatch(r"([0-9]{1,9})-([0-9]{1,9})", value) for value in request.POST.getlist(name))
    return {(int(pair[1]), int(pair[2])) for pair in found if pair}


@require_POST
def add_usual_classes(request: Request, slug: str) -> HttpResponse:
    event = event_for(request, slug, Role.SPIELLEITUNG)
    with refusal_told(request):
        categories.add_usual_classes(event)
        messages.success(request, _("Die üblichen Klassen sind da; wen das Register kennt, der steht in seiner."))
    return redirect("events:classes", slug)


@require_POST
def rename_class(request: Request, slug: str, pk: int) -> HttpResponse:
    category = category_for(request, slug, pk)
    with refusal_told(request):
        categories.rename_class(category, text_of(request, "name", 60))
    return redirect("events:classes", slug)


@require_POST
def delete_class(request: Request, slug: str, pk: int) -> HttpResponse:
    category = category_for(request, slug, pk)
    with refusal_told(request):
        categories.delete_class(category)
        messages.success(request, _("Die Klasse „%(name)s“ gibt es nicht mehr.") % {"name": category.name})
    return redirect("events:classes", slug)


def _register(request: Request, event: Event, form: DeskForm) -> HttpResponse:
    """Enter whoever was chosen, as a browser without JavaScript asks; where nobody was, those found are shown."""
    if not form.is_valid():
        return _desk_page(request, event, form)
    text = form.cleaned_data["suche"]
    try:
        choice, found = _choice_of(event, form)
        if choice is None:
            return _desk_page(request, event, form, **found)
        entry, _new = register(event, choice, text, admitted=_reason(event, form))
    except ValidationError as refusal:
        form.add_error("suche", _refused(event, refusal))
        return _desk_page(request, event, form, **_found(event, text), admit=_may_admit(event, refusal))
    query = {"nummer": entry.start_number} | ({"bezahlt": "1"} if form.cleaned_data["bezahlt"] else {})
    return redirect(reverse("events:desk", args=[event.slug], query=query))


def _answer_queue(request: Request, event: Event, form: DeskForm) -> JsonResponse:
    """Enter a name that waited in the page's queue: the parts of the page that change, or why not and who was found."""
    if not form.is_valid():
        return JsonResponse({"refused": [said for errors in form.errors.values() for said in errors]}, status=422)
    try:
        choice, found = _choice_of(event, form)
        if choice is None:
            hits = [hit._asdict() for hit in found["hits"]]
            return JsonResponse({"refused": [_("Wer ist gemeint?")], "hits": hits}, status=422)
        text = form.cleaned_data["suche"]
        entry, new = register(event, choice, text, form.cleaned_data["key"], admitted=_reason(event, form))
        # Who types on does not see whom the page shows: a name typed out twice may be two people.
        if not new and form.choice in ("", GUEST):
            raise ValidationError(services.same_name(entry))
    except ValidationError as refusal:
        admit = {"admit": True} if _may_admit(event, refusal) else {}
        return JsonResponse({"refused": _refused(event, refusal), **admit}, status=422)
    context = _counted(event, entry, pay=form.cleaned_data["bezahlt"]) | {"new": new}
    parts = render_to_string("events/desk_given.html", context, request)
    parts += render_to_string("events/desk_latest.html", context, request)
    said = _("Startnummer %(number)s: %(name)s") % {"number": entry.start_number, "name": entry.name}
    return JsonResponse({"parts": parts, "said": said})


def _reason(event: Event, form: DeskForm) -> str:
    """Why somebody starts who may not, of those who may say so."""
    return form.cleaned_data["grund"] if event.role and event.role.directs else ""


def _may_admit(event: Event, refusal: ValidationError) -> bool:
    return isinstance(refusal, IneligibleError) and bool(event.role and event.role.directs)


def _refused(event: Event, refusal: ValidationError) -> list[str]:
    """Why not, and who can do something about it."""
    asks = isinstance(refusal, IneligibleError) and not _may_admit(event, refusal)
    return [*refusal.messages, *([_("Zulassen kann die Spielleitung, mit einer Begründung.")] if asks else [])]


class FoundPlayers(TypedDict, total=False):
    """Who is found by what is typed, and which of them Enter takes, as the page has it."""

    text: str
    hits: list[Hit]
    chosen: str


def _choice_of(event: Event, form: DeskForm) -> tuple[str | None, FoundPlayers]:
    """Who is meant, None where somebody has to look, and who was found."""
    if form.choice:
        return form.choice, FoundPlayers()
    found = _found(event, form.cleaned_data["suche"])
    return sure_at_desk(found["hits"], form.cleaned_data["suche"]), found


def _found(event: Event, text: str) -> FoundPlayers:
    hits = find_at_desk(event, text)
    return FoundPlayers(text=text, hits=hits, chosen=chosen_at_desk(hits, text))


def _desk_page(
    request: Request, event: Event, form: DeskForm, given: Entry | None = None, **found: object
) -> HttpResponse:
    """The desk with the field, who was found, the number given last and the latest entries."""
    return render(request, "events/desk.html", _counted(event, given) | {"form": form} | found)


def _counted(event: Event, given: Entry | None, *, pay: bool = False) -> dict[str, object]:
    """What changes on the page with every name: the number given last, the latest entries, how many there are.

    `asked` are those whose fees the page asks for: not of whom it pays with, the answer could come after the payment.
    """
    latest = with_checks(event, last_entered(event) + ([given] if given else []))
    given_check = latest.pop()[1] if given else None
    shown = [entry for entry, _check in latest if entry != given] + ([given] if given else [])
    return {
        "event": event,
        "given": given,
        "given_check": given_check,
        "latest": latest,
        "active": count_active(event),
        "waiting": without_chair(event, shown),
        "pay": pay,
        "asked": [entry.start_number for entry in shown if not (pay and entry == given)],
    }
