"""The second machine of a hall: what both have, what contradicts itself, how it is set up; and what the other one asks.

* **D** Those who direct an event decide what counts. The pair itself is the business of the administrator of the site:
  a second machine has everything of all clubs.
"""

from collections.abc import Iterator

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse, HttpResponseForbidden, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from skatliga.access import Role
from skatliga.events.access import event_for
from skatliga.operations.access import require_operator
from skatliga.operations.databases import DamagedError
from skatliga.peers import meeting, merging, pairing, setting_up
from skatliga.peers.meeting import MOST_BYTES, NotMetError
from skatliga.peers.models import ItemVersion
from skatliga.peers.next_actions import apart_sentence
from skatliga.peers.queries import contradictions_of, held_items, notices_of, state_of_pair
from skatliga.people.signing import fresh_sign_in
from skatliga.requests import Request, back


class AddressForm(forms.Form):
    """Where the other machine is now."""

    address = forms.URLField(label=gettext_lazy("Adresse des anderen Rechners"), assume_scheme="http")


class CarriedForm(forms.Form):
    """A file that was carried from the other machine."""

    file = forms.FileField(label=gettext_lazy("Datei vom anderen Rechner"))

    def clean_file(self) -> UploadedFile:
        """As it was made by the other machine, and no larger."""
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(_("Diese Datei ist nicht vom anderen Rechner."))
        return file


@never_cache
@require_safe
def event(request: Request, slug: str) -> HttpResponse:
    """How far both machines are, what is to be decided, and what to do when one of them dies."""
    found = event_for(request, slug, Role.SPIELLEITUNG)
    state = state_of_pair()
    code = pairing.open_code() if request.user.is_superuser else ""
    context = {
        "event": found,
        "possible": pairing.is_possible(),
        "state": state,
        "apart": apart_sentence(state) if state and state.apart else "",
        "contradictions": contradictions_of(found),
        "notices": notices_of(found),
        "held": held_items() if state else 0,
        "code": "-".join(code[start : start + 4] for start in range(0, len(code), 4)),
        "here": request.build_absolute_uri("/").rstrip("/"),
        "address_form": AddressForm(initial={"address": state.pairing.address}) if state else None,
        "carried_form": CarriedForm(),
    }
    return render(request, "peers/event.html", context)


@require_POST
def decide(request: Request, slug: str, pk: int) -> HttpResponse:
    """Let one of the things that are said count, on both machines."""
    found, mine = event_for(request, slug, Role.SPIELLEITUNG), pairing.current()
    waiting = {statement.pk for each in contradictions_of(found) for statement in each.statements}
    if mine and pk in waiting:
        merging.decide(mine, get_object_or_404(ItemVersion, pk=pk))
        messages.success(request, _("Das gilt jetzt, auch auf dem anderen Rechner. Das andere bleibt aufgehoben."))
    return back(request, found.get_absolute_url())


@require_POST
def seen(request: Request, slug: str, pk: int) -> HttpResponse:
    """Somebody knows of the new number."""
    found = event_for(request, slug, Role.SPIELLEITUNG)
    for notice in notices_of(found):
        if notice.pk == pk:
            notice.delete()
    return back(request, found.get_absolute_url())


@require_POST
@fresh_sign_in
def code(request: Request) -> HttpResponse:
    """Show a code that sets a second machine up."""
    require_operator(request)
    if pairing.is_possible():
        pairing.new_code()
    return back(request, "/")


@require_POST
def address(request: Request) -> HttpResponse:
    """The other machine is somewhere else now."""
    require_operator(request)
    form, mine = AddressForm(request.POST), pairing.current()
    if mine and form.is_valid():
        given = form.cleaned_data["address"].rstrip("/")
        pairing.keep(pairing.Pairing(mine.machine, mine.side, mine.identity, given))
        messages.success(request, _("Der andere Rechner wird jetzt dort gefragt."))
    else:
        messages.error(request, _("Das ist keine Adresse, etwa http://192.168.1.10:8000."))
    return back(request, "/")


@require_POST
def end(request: Request) -> HttpResponse:
    """Each goes its own way."""
    require_operator(request)
    if pairing.current():
        setting_up.end_pair()
        messages.success(request, _("Dieser Rechner tauscht sich nicht mehr aus. Was hier steht, bleibt."))
    return back(request, "/")


@never_cache
@require_safe
def carry(request: Request) -> HttpResponse:
    """What the other machine lacks, as a file for a stick."""
    require_operator(request)
    mine = pairing.current()
    if mine is None:
        return redirect("people:start")
    name = f"skatliga-{localtime():%Y%m%d-%H%M%S}.austausch"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(meeting.file_for(mine), content_type="application/octet-stream", headers=headers)


@require_POST
def carried(request: Request) -> HttpResponse:
    """A file was carried here."""
    require_operator(request)
    form, mine = CarriedForm(request.POST, request.FILES), pairing.current()
    try:
        if not (mine and form.is_valid()):
            raise NotMetError(_("Diese Datei ist nicht vom anderen Rechner."))
        meeting.take_file(mine, form.cleaned_data["file"].read())
        messages.success(request, _("Was der andere Rechner hatte, steht jetzt auch hier."))
    except NotMetError as failed:
        messages.error(request, str(failed))
    return back(request, "/")


# ---- What the other machine asks


@csrf_exempt
@login_not_required
@require_POST
def exchange(request: Request) -> HttpResponse:
    """Take in what the other machine has, and say what it lacks; a stranger is refused before anything is done."""
    mine = pairing.current()
    if mine is None or int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BYTES:
        return _refuse(_("Dieser Rechner gehört zu keinem anderen."))
    try:
        sealed = meeting.answer(mine, request.read(MOST_BYTES))
    except pairing.UnsealedError:
        return _refuse(_("Die Rechner gehören nicht mehr zusammen; bitte neu einrichten."))
    except NotMetError as failed:
        return _refuse(str(failed))
    return HttpResponse(sealed, content_type="application/octet-stream")


@csrf_exempt
@login_not_required
@require_POST
def copy(request: Request) -> HttpResponse | StreamingHttpResponse:
    """The whole installation, for who has read the code on the screen."""
    if not (pairing.is_possible() and pairing.is_proved(request.read(200).decode(errors="replace"))):
        return _refuse(_("Der Code gilt nicht."))
    try:
        pieces = _pieces()
        first = next(pieces)
    except (DamagedError, OSError) as failed:
        return _refuse(str(failed))

    def all_pieces() -> Iterator[bytes]:
        yield first
        yield from pieces

    return StreamingHttpResponse(all_pieces(), content_type="application/octet-stream")


def _pieces() -> Iterator[bytes]:
    with setting_up.copy_for_second() as file:
        while piece := file.read(1 << 20):
            yield piece


def _refuse(sentence: str) -> HttpResponse:
    return HttpResponseForbidden(sentence, content_type="text/plain; charset=utf-8")
