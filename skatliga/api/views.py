"""The user's access keys, and the description of the interface for people and for programs.

**D** Instead of one of the pages that are made from such descriptions by a script, which fetch it from elsewhere or
need scripts within the page, the site makes a plain page of its own from the same description.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from skatliga.api import problems
from skatliga.api.access import key_for
from skatliga.api.keys import KeyForm, create_key, keys_of, operations, withdraw_key
from skatliga.api.responses import PER_PAGE, described, for_programs
from skatliga.api.v1.interface import VERSION, description_of
from skatliga.forms import refusal_in
from skatliga.people.signing import fresh_sign_in
from skatliga.requests import Request


@fresh_sign_in
@never_cache
def keys(request: Request) -> HttpResponse:
    """The user's keys; a new one is shown here, once."""
    form = KeyForm(request.POST or None)
    made = None
    if form.is_valid():
        with refusal_in(form):
            made = create_key(request.user, **form.cleaned_data)
            form = KeyForm()
    context = {"keys": keys_of(request.user), "form": form, "made": made}
    return render(request, "api/keys.html", context, status=422 if form.errors else 200)


@require_POST
def withdraw(request: Request, pk: int) -> HttpResponse:
    key = key_for(request, pk)
    withdraw_key(key)
    messages.success(request, _("Der Zugangsschlüssel „%(name)s“ gilt nicht mehr.") % {"name": key.name})
    return redirect("api:keys")


@login_not_required
@require_safe
def documentation(request: Request) -> HttpResponse:
    """What can be asked and how, for people."""
    root = reverse("api_v1:api-root")
    context = {
        "chapters": operations(description_of(root)),
        "root": request.build_absolute_uri(root),
        "version": VERSION,
        "per_page": PER_PAGE,
    }
    return render(request, "api/documentation.html", context)


@for_programs
@require_safe
def description(request: Request) -> HttpResponse:
    """The same for programs."""
    return described(request, description_of(reverse("api_v1:api-root")))


@for_programs
def unknown(request: Request) -> HttpResponse:
    """Whatever else is asked of the interface."""
    return problems.not_found()
