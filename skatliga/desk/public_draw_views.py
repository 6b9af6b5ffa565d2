"""Pages of a draw that anybody can check: what was published, the file, a wish looked up; and drawing by it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from scoring.deal_json import read_object
from scoring.seating import Mode
from scoring.seating.draw_file import canonical, hash_of, seed_of
from skatliga.access import Role
from skatliga.database import JsonObject
from skatliga.desk import public_draws
from skatliga.desk.forms import MODES
from skatliga.desk.models import PublicDraw
from skatliga.desk.public_draw_forms import KINDS, PublicTermsForm, PublicValueForm
from skatliga.events.access import event_for, round_for
from skatliga.events.draw_field import current_seating
from skatliga.events.live_pages import Poll, live
from skatliga.events.models import Event
from skatliga.events.queries import entries_shown
from skatliga.forms import refusal_in
from skatliga.requests import Request, refusal_told, text_of

MOST_TYPED: Final = 500
"""Letters of a wish that is looked up."""


@dataclass(frozen=True, slots=True)
class PublicDrawLine:
    """One Serie on the page."""

    number: int
    way: str
    seed: str
    """In hexadecimal; empty until it is drawn."""
    lots: int
    """How often it was drawn."""
    agrees: bool | None
    """Whether it sits as its lot gave; None where nobody sits."""
    begun: bool


@login_not_required
def public_draw(request: Request, slug: str) -> HttpResponse:
    """What was published, the value, every Serie, and whether it agrees."""

    def make(event: Event, poll: Poll) -> HttpResponse:
        draw = public_draws.public_draw_of(event)
        if draw is None and not (event.role and event.role.directs):
            raise Http404
        context = {"event": event, "poll": poll, "draw": draw, "possible": public_draws.can_be_public(event)}
        if draw:
            context |= _page(draw)
        return render(request, "desk/public_draw.html", context)

    return live(request, slug, make)


def _page(draw: PublicDraw) -> dict[str, object]:
    return {
        "kind": KINDS[draw.terms["public"]["kind"]],
        "lines": list(_lines(draw)),
        "intact": hash_of(draw.terms) == draw.hash,
        "wishes": sum(map(len, [draw.terms["wishes"], *(each.get("wishes", ()) for each in draw.changes)])),
        "value_form": PublicValueForm(),
    }


def _lines(draw: PublicDraw) -> Iterator[PublicDrawLine]:
    modes = draw.terms["modes"]
    for round in draw.event.rounds.all():
        number = round.number
        if number > len(modes):
            break
        further = sum(each["serie"] == number for each in draw.again)
        drawn = str(number) in draw.drawn
        seating = current_seating(round)
        yield PublicDrawLine(
            number=number,
            way=str(MODES[Mode(modes[number - 1])]),
            seed=f"{seed_of(draw.hash, draw.value, number, further):064x}" if drawn else "",
            lots=further + drawn,
            agrees=public_draws.agrees(draw, number, seating) if seating else None,
            begun=bool(round.started_at),
        )


@login_not_required
def public_draw_file(request: Request, slug: str) -> HttpResponse:
    """The draw file, for `python -m scoring draw --check`; without the private wishes."""

    def make(event: Event, _poll: Poll) -> HttpResponse:
        return _file(_announced(event), f"auslosung-{slug}.json")

    return live(request, slug, make)


def opened_draw_file(request: Request, slug: str) -> HttpResponse:
    """The same with the openings of all wishes, for those who direct: with it every Serie can be drawn again."""
    draw = _announced(event_for(request, slug, Role.SPIELLEITUNG))
    response = _file(draw, f"auslosung-{slug}-offen.json", opened=True)
    patch_cache_control(response, private=True, no_store=True)
    return response


def _file(draw: PublicDraw, name: str, *, opened: bool = False) -> HttpResponse:
    response = JsonResponse(
        public_draws.document(draw, opened=opened), json_dumps_params={"ensure_ascii": False, "indent": 1}
    )
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _announced(event: Event) -> PublicDraw:
    draw = public_draws.public_draw_of(event)
    if draw is None:
        raise Http404
    return draw


@csrf_exempt  # it changes nothing, and a page for everybody carries no token
@login_not_required
@require_POST
def look_up_wish(request: Request, slug: str) -> HttpResponse:
    """Whether somebody's opened wish is among those that were committed."""
    event = event_for(request, slug, Role.READER)
    draw = _announced(event)
    typed = request.POST.get("zusage", "")[:MOST_TYPED]
    given = read_object(typed)
    wish = given.get("wish") if isinstance(given, dict) else None
    committed = {*draw.terms["wishes"], *(wish for each in draw.changes for wish in each.get("wishes", ()))}
    context = {"event": event, "draw": draw, "readable": wish is not None, "typed": typed}
    if isinstance(given, dict) and wish is not None:
        try:
            context |= {"commitment": hash_of(given), "found": hash_of(given) in committed, "wish": given["wish"]}
        except ValueError:
            context["readable"] = False
    return render(request, "desk/public_wish.html", context)


# ---- For those who direct


def public_terms(request: Request, slug: str) -> HttpResponse:
    """Publish terms, or new ones until the value is known."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    draw = public_draws.public_draw_of(event)
    form = PublicTermsForm(request.POST or None, rounds=event.rounds.count(), replacing=bool(draw))
    if form.is_valid():
        with refusal_in(form):
            public_draws.publish_terms(event, request.user, **form.terms)
            messages.success(request, _("Die Bedingungen sind veröffentlicht."))
            return redirect("desk:public_draw", slug)
    players = event.entries.filter(withdrawn=False).count()
    context = {"event": event, "form": form, "draw": draw, "players": players}
    return render(request, "desk/public_terms.html", context)


@require_POST
def reveal(request: Request, slug: str) -> HttpResponse:
    """Write down the public value."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    _announced(event)
    form = PublicValueForm(request.POST)
    if form.is_valid():
        with refusal_told(request):
            public_draws.reveal(event, form.cleaned_data["value"])
            messages.success(request, _("Der Wert steht fest; jede Serie hat jetzt ihr Los."))
    else:
        for sentences in form.errors.values():
            for sentence in sentences:
                messages.error(request, str(sentence))
    return redirect("desk:public_draw", slug)


@require_POST
def draw_publicly(request: Request, slug: str, number: int) -> HttpResponse:
    """Seat a Serie by its lot; `art` says whether a Serie that is drawn is mended instead."""
    round = round_for(request, slug, number, Role.SPIELLEITUNG)
    _announced(round.event)
    with refusal_told(request):
        mended = request.POST.get("art") == "nachbessern"
        public_draws.draw_serie(round, request.user, text_of(request, "reason"), mended=mended)
        messages.success(request, _("%(round)s ist öffentlich ausgelost.") % {"round": round})
        return redirect("lists:board", slug, number)
    return redirect("desk:public_draw", slug)


def openings(request: Request, slug: str) -> HttpResponse:
    """Whose wish has which opening, for handing over to those whom it concerns."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    draw = _announced(event)
    names = {entry.start_number: entry.shown for entry in entries_shown(event, event.role)}
    lines = [(_persons(each["wish"], names), _in_words(each["wish"]), canonical(each).decode()) for each in draw.opened]
    return render(request, "desk/public_openings.html", {"event": event, "draw": draw, "lines": lines})


def _numbers(wish: JsonObject) -> list[int]:
    if "apart" in wish:
        return list(wish["apart"])
    return [wish["place"][0]] if "place" in wish else [wish["no_list"]]


def _persons(wish: JsonObject, names: dict[int, str]) -> str:
    return ", ".join(f"{number} {names.get(number, '')}".strip() for number in _numbers(wish))


def _in_words(wish: JsonObject) -> str:
    if "apart" in wish:
        return _("sitzen nicht zusammen")
    if "no_list" in wish:
        return _("führt keine Liste")
    _player, table, seat = wish["place"]
    places = (
        _("Tisch %(table)s") % {"table": table} if table else "",
        _("Platz %(seat)s") % {"seat": seat} if seat else "",
    )
    return ", ".join(filter(None, places))
