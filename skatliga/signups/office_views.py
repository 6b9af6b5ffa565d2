"""Pages of those who direct an event or sit at its desk: the terms, who has signed up, who has paid, who has come."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.events.access import event_for
from skatliga.events.models import Event
from skatliga.exports import Export
from skatliga.requests import Request, back, refusal_told
from skatliga.signups import services
from skatliga.signups.access import signup_for
from skatliga.signups.arrivals import take
from skatliga.signups.forms import PaidForm, TermsForm
from skatliga.signups.models import SignUp, SignUpTerms
from skatliga.signups.queries import Stage, count_of, fee_of, lines_of
from skatliga.signups.tables import SignUpTable
from skatliga.tables import arrange

MOST_NAMED = 20
"""Lines of a statement that are told of because no code stands in them."""


def terms(request: Request, slug: str) -> HttpResponse:
    """Open sign-ups for an event, or change their terms."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    held = SignUpTerms.objects.filter(event=event).first()
    form = TermsForm(request.POST or None, event=event, instance=held)
    if form.is_valid():
        try:
            moved = services.open_signups(event, **form.cleaned_data)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            _tell_moved(request, moved)
            messages.success(request, _("Die Voranmeldung ist gespeichert."))
            return redirect("signups:signups", slug)
    return render(request, "signups/terms.html", {"event": event, "held": held, "form": form, "fee": fee_of(event)})


@require_POST
def close(request: Request, slug: str) -> HttpResponse:
    """Take no more sign-ups from now on."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    get_object_or_404(SignUpTerms, event=event)
    with refusal_told(request):
        services.close_signups(event)
        messages.success(request, _("Die Anmeldung ist geschlossen."))
    return redirect("signups:signups", slug)


def signups(request: Request, slug: str) -> HttpResponse:
    """All who have signed up: to be taken, marked as paid, struck."""
    event = event_for(request, slug, Role.LISTENFUEHRER)
    return _signups_page(request, event, PaidForm())


def _signups_page(request: Request, event: Event, form: PaidForm, **said: object) -> HttpResponse:
    count = count_of(event)
    if count is None:
        raise Http404
    lines = lines_of(event, count.terms.places)
    table = SignUpTable(lines, event, count.terms)
    arrange(request, table)
    public = reverse(
        "signups:form", args=[event.slug], query={"code": count.terms.invitation} if count.terms.invitation else {}
    )
    context = {
        "event": event,
        "count": count,
        "open": count.stage == Stage.OPEN,
        "soon": count.stage == Stage.SOON,
        "table": table,
        "form": form,
        "fee": fee_of(event),
        "paid": sum(1 for line in lines if line.signup.paid_cents and not line.signup.gone),
        "is_day": event.date <= timezone.localdate(),
        "absent": sum(line.expected and not line.signup.gone for line in lines),
        "refund": [line.signup for line in lines if line.signup.paid_cents and line.signup.gone],
        "address": request.build_absolute_uri(public),
    }
    return render(request, "signups/signups.html", context | said)


def signups_file(request: Request, slug: str) -> Export:
    """The same as a file, without addresses of mail."""
    event = event_for(request, slug, Role.LISTENFUEHRER)
    terms = get_object_or_404(SignUpTerms, event=event)
    table = SignUpTable(lines_of(event, terms.places), event, terms)
    return Export(table, f"voranmeldungen-{slug}", _("Voranmeldungen"))


@require_POST
def arrive(request: Request, slug: str, number: int) -> HttpResponse:
    """Somebody has come, and takes part."""
    signup = signup_for(request, slug, number, Role.LISTENFUEHRER)
    with refusal_told(request):
        entry = take(signup.event, number)
        messages.success(
            request, _("Startnummer %(number)s: %(name)s") % {"number": entry.start_number, "name": entry.name}
        )
    return back(request, reverse("signups:signups", args=[slug]))


@require_POST
def remove(request: Request, slug: str, number: int) -> HttpResponse:
    """Take a sign-up out."""
    signup = signup_for(request, slug, number, Role.SPIELLEITUNG)
    with refusal_told(request):
        moved = services.remove(signup)
        messages.success(request, _("%(name)s ist gestrichen.") % {"name": signup.name})
        _tell_moved(request, moved)
    return redirect("signups:signups", slug)


@require_POST
def strike_absent(request: Request, slug: str) -> HttpResponse:
    """Strike all who have not come; those who wait move up."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    get_object_or_404(SignUpTerms, event=event)
    with refusal_told(request):
        number, moved = services.strike_absent(event)
        struck = ngettext(
            "%(number)s, der nicht da ist, wurde gestrichen.",
            "%(number)s, die nicht da sind, wurden gestrichen.",
            number,
        )
        messages.success(request, struck % {"number": number})
        _tell_moved(request, moved)
    return redirect("signups:signups", slug)


@require_POST
def pay(request: Request, slug: str) -> HttpResponse:
    """Mark as paid whose codes stand in the lines that were pasted."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    form = PaidForm(request.POST)
    if not form.is_valid():
        return _signups_page(request, event, form)
    try:
        report = services.mark_paid(event, form.cleaned_data["lines"], request.user)
    except ValidationError as refusal:
        form.add_error("lines", refusal)
        return _signups_page(request, event, form)
    _tell_paid(request, report)
    return redirect("signups:signups", slug)


def _tell_paid(request: Request, report: services.PaidReport) -> None:
    if report.marked:
        messages.success(request, _("Als bezahlt angehakt: %(names)s.") % {"names": _names(report.marked)})
    if report.already:
        messages.info(request, _("War schon angehakt: %(names)s.") % {"names": _names(report.already)})
    if report.gone:
        messages.warning(
            request, _("Hat bezahlt, ist aber nicht mehr angemeldet: %(names)s.") % {"names": _names(report.gone)}
        )
    if report.in_hall:
        messages.warning(
            request, _("Hat schon in der Halle bezahlt, nichts gebucht: %(names)s.") % {"names": _names(report.in_hall)}
        )
    if report.other_sum:
        said = _("Nicht angehakt, hier steht ein anderer Betrag als das Startgeld: %(lines)s")
        messages.warning(request, said % {"lines": _named(report.other_sum)})
    if report.unknown:
        said = _("In diesen Zeilen steht kein Code dieser Veranstaltung: %(lines)s")
        messages.warning(request, said % {"lines": _named(report.unknown)})


def _names(signups: list[SignUp]) -> str:
    return ", ".join(signup.name for signup in signups)


def _named(lines: list[str]) -> str:
    """The first of these lines, and how many more there are."""
    named = " · ".join(f"„{line[:120]}“" for line in lines[:MOST_NAMED])
    more = len(lines) - MOST_NAMED
    return named + (_(" … und %(number)s weitere") % {"number": more} if more > 0 else "")


@require_POST
def unpay(request: Request, slug: str, number: int) -> HttpResponse:
    """The money has not come after all."""
    signup = signup_for(request, slug, number, Role.SPIELLEITUNG)
    with refusal_told(request):
        services.unmark_paid(signup)
        messages.success(request, _("%(name)s ist nicht mehr als bezahlt angehakt.") % {"name": signup.name})
    return redirect("signups:signups", slug)


def _tell_moved(request: Request, moved: list[SignUp]) -> None:
    if moved:
        messages.info(request, _("Von der Warteliste nachgerückt: %(names)s.") % {"names": _names(moved)})
