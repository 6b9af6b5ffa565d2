"""Pages of a person's data: everything that is stored, the same as a file, and deleting who it is."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from skatliga.exchange.access import person_for
from skatliga.exchange.personal.mentions import changes
from skatliga.exchange.personal.person import PersonRecords, anonymous_name, erase
from skatliga.exchange.personal.stored_data import as_json, stored_about
from skatliga.forms import Sent
from skatliga.people.models import Club
from skatliga.people.names import fold
from skatliga.people.signing import fresh_sign_in
from skatliga.requests import Request


class EraseForm(forms.Form):
    """Deleting who somebody is: the name typed once more."""

    guests = forms.BooleanField(
        label=gettext_lazy("auch Teilnahmen als Gast unter demselben Namen"), required=False, initial=True
    )
    name = forms.CharField(
        label=gettext_lazy("Zur Sicherheit der Name"),
        help_text=gettext_lazy("Bitte Vor- und Nachname eintippen, wie sie oben stehen."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Sent = None, *, name: str) -> None:
        super().__init__(data)
        self.expected = name

    def clean_name(self) -> str:
        typed = self.cleaned_data["name"]
        if fold(typed) != fold(self.expected):
            raise forms.ValidationError(_("Das ist ein anderer Name; gelöscht ist nichts."))
        return typed


# ---- Pages


@fresh_sign_in
@never_cache
def person(request: Request, pk: int) -> HttpResponse:
    """Everything that is stored, for somebody to read; or which clubs have to be asked."""
    found = person_for(request, pk, whole=False)
    parts = [] if found.others else stored_about(found)
    return render(request, "exchange/person.html", {"person": found, "club": _club(found), "parts": parts})


@fresh_sign_in
@never_cache
def person_file(request: Request, pk: int) -> HttpResponse:
    """The same as one JSON file."""
    found = person_for(request, pk, whole=True)
    response = JsonResponse(as_json(stored_about(found)), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="personendaten-{found.player.pk}.json"'
    return response


@fresh_sign_in
@never_cache
def erase_person(request: Request, pk: int) -> HttpResponse:
    """What deleting does; sent with the name typed, it is done."""
    found = person_for(request, pk, whole=True)
    form = EraseForm(request.POST or None, name=found.player.name)
    club = _club(found)
    if form.is_valid():
        name = erase(found, request.user, with_guests=form.cleaned_data["guests"])
        messages.success(
            request,
            _("Die Personendaten sind gelöscht. Die Ergebnisse stehen jetzt unter „%(name)s“.") % {"name": name},
        )
        return redirect("people:register", club.slug) if club else redirect("people:start")
    name = anonymous_name(found)
    context = {
        "person": found,
        "club": club,
        "form": form,
        "name": name,
        "entries": found.entries.count(),
        "guests": found.guests.count() + found.sums_by_name.count() + found.signups_by_name.count(),
        "photos": found.photos.count(),
        "changes": changes(found.mentions(), found.names, name),
    }
    return render(request, "exchange/erase.html", context)


def _club(found: PersonRecords) -> Club | None:
    """A club whose register the visitor may have come from."""
    return next(iter(found.clubs), None)
