"""What a guest sees: the form, and the page of one's own with the place, what is to be paid and the way to leave.

And what pages of events show of their sign-ups, for templates: `{% load signups %}{% signup_card event %}`.
"""

import segno
from django import template
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from skatliga.access import Role
from skatliga.events.access import event_for
from skatliga.events.models import Event
from skatliga.events.queries import events_seen_by
from skatliga.phones.access import WINDOW, is_too_often, phone_path
from skatliga.requests import Request
from skatliga.signups import services
from skatliga.signups.access import code_path, for_guest, page_path
from skatliga.signups.forms import SignUpForm
from skatliga.signups.models import SignUp, SignUpTerms
from skatliga.signups.queries import SignUpCount, Stage, count_of, fee_of, lineup_of, names_shown, transfer_of
from skatliga.signups.signals import send_link

register = template.Library()

MOST_SENT = 20
"""Forms from one address in `WINDOW` seconds: somebody may sign up a whole club from one phone."""


@login_not_required
@csrf_exempt
def form(request: Request, slug: str) -> HttpResponse:
    """The form; sent, somebody has signed up and gets a page."""
    event = event_for(request, slug, Role.READER)
    terms = get_object_or_404(SignUpTerms, event=event)
    given = request.GET.get("code", "").replace("\0", "")[:40]
    data = request.POST if request.method == "POST" else None
    form = SignUpForm(data, terms=terms, mails=bool(settings.EMAIL_HOST), invitation=given)
    if form.is_valid():
        if is_too_often(request, "signed-up", MOST_SENT):
            return _form_page(request, event, form, too_often=True)
        person = form.person
        try:
            signup = services.sign_up(event, **person)
        except services.AlreadySignedUpError as refusal:
            form.add_error(None, refusal)
            same = refusal.signup
            if same.email == person.get("email") and send_link(same):
                return _form_page(request, event, form, sent_again=True)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            return redirect(page_path(signup))
    return _form_page(request, event, form)


def _form_page(request: Request, event: Event, form: SignUpForm, **said: bool) -> HttpResponse:
    count = count_of(event)
    assert count
    shown, others = names_shown(lineup_of(event, count.terms.places))
    context = {"event": event, "count": count, "open": count.stage == Stage.OPEN, "form": form}
    context |= {"soon": count.stage == Stage.SOON, "names": shown, "others": others, "fee": fee_of(event), **said}
    response = render(request, "signups/form.html", context, status=429 if said.get("too_often") else 200)
    if response.status_code == 429:
        response["Retry-After"] = str(WINDOW)
    return response


# ---- One's own page


@require_safe
@for_guest
def page(request: Request, signup: SignUp) -> HttpResponse:
    """Place or waiting list, what is to be paid, the code for the desk; for the desk the button that takes him."""
    return _page(request, signup)


def _page(request: Request, signup: SignUp, refused: ValidationError | None = None) -> HttpResponse:
    event = signup.event
    count = count_of(event)
    assert count
    waits = lineup_of(event, count.terms.places).waits(signup)
    fee = fee_of(event)
    own = request.build_absolute_uri(page_path(signup))
    transfer = transfer_of(signup, count.terms, fee) if fee and count.terms.prepaid else None
    due = fee and not (waits or signup.gone or signup.entry_id or signup.paid_cents)
    context = {
        "event": event,
        "role": _role_of(request, event),
        "signup": signup,
        "waits": waits,
        "open": count.stage == Stage.OPEN,
        "fee": fee,
        "transfer": transfer if due else None,
        "in_hall": due and not transfer,
        "transfer_code": transfer.picture if transfer and due else "",
        "own": own,
        "own_code": _code_of(request, signup),
        "base": page_path(signup),
        "evening": phone_path(signup.entry) if signup.entry else "",
        "mails": bool(settings.EMAIL_HOST and signup.email),
        "refused": refused.messages if refused else (),
    }
    return render(request, "signups/page.html", context, status=422 if refused else 200)


def _role_of(request: Request, event: Event) -> Role | None:
    """The role of whoever looks at the page of somebody else, as at the desk."""
    if not request.user.is_authenticated:
        return None
    return events_seen_by(request.user).get(pk=event.pk).role


def _code_of(request: Request, signup: SignUp) -> str:
    address = request.build_absolute_uri(code_path(signup)).upper()
    return segno.make(address, micro=False).svg_data_uri(border=2, light="white")


@require_POST
@for_guest
def cancel(request: Request, signup: SignUp) -> HttpResponse:
    """The guest does not come; the first who waits gets the place and is told."""
    try:
        services.cancel(signup)
    except ValidationError as refusal:
        return _page(request, signup, refusal)
    return redirect(page_path(signup))


@require_POST
@for_guest
def come_back(request: Request, signup: SignUp) -> HttpResponse:
    """Who had cancelled comes after all."""
    try:
        services.come_back(signup)
    except ValidationError as refusal:
        return _page(request, signup, refusal)
    return redirect(page_path(signup))


@require_safe
@login_not_required
def signup_code(request: Request, pk: int, secret: str) -> HttpResponse:
    """The page by the code on a screen; the long address looks at the secret."""
    return redirect("signups:page", pk, secret.lower())


# ---- In templates


@register.inclusion_tag("signups/card.html")
def signup_card(event: Event) -> dict[str, object]:
    """How many places are left, with the button to sign up; for those who direct also the way to open sign-ups."""
    return _shown(event, count_of(event))


@register.inclusion_tag("signups/at_desk.html")
def signups_at_desk(event: Event) -> dict[str, object]:
    """How many are expected at the desk, with the way to their list."""
    return _shown(event, count_of(event))


def _shown(event: Event, count: SignUpCount | None) -> dict[str, object]:
    return {
        "event": event,
        "count": count,
        "open": count is not None and count.stage == Stage.OPEN,
        "soon": count is not None and count.stage == Stage.SOON,
        "over": event.state == Event.State.FINAL or event.date < timezone.localdate(),
    }
