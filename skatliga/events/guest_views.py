"""The page on which what somebody has played as a guest becomes the member's."""

from django import forms
from django.contrib import messages
from django.db.models import Model, QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from skatliga.access import Role
from skatliga.events.guests import ReturnedEntries, adopt_entries, adopted_entries, entries_as_guest, return_entries
from skatliga.events.models import Entry
from skatliga.forms import RowsField, Sent, model_field, refusal_in
from skatliga.people.access import member_for
from skatliga.people.models import Membership
from skatliga.requests import Request


class _EntriesField(RowsField):
    """Entries by their events, as the one who knows the guest remembers them."""

    def label_from_instance(self, obj: Model) -> str:
        assert isinstance(obj, Entry)
        event = f"{obj.event.name}, {date_format(obj.event.date, 'SHORT_DATE_FORMAT')}"
        return f"{event}: {obj.name} ({obj.club_name})" if obj.club_name else f"{event}: {obj.name}"


class AsGuestForm(forms.Form):
    """Which entries of a guest are a member's."""

    entries = _EntriesField(
        label=gettext_lazy("Veranstaltungen"), queryset=Entry.objects.none(), widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, data: Sent = None, *, offered: QuerySet[Entry]) -> None:
        super().__init__(data)
        model_field(self, "entries").queryset = offered


def as_guest(request: Request, club: str, pk: int) -> HttpResponse:
    """What a member has played as a guest; sent, what is ticked is the member's."""
    member = member_for(request, club, pk, Role.SPIELLEITUNG)
    form = AsGuestForm(request.POST if request.method == "POST" else None, offered=entries_as_guest(member))
    if form.is_valid():
        number = adopt_entries(member, form.cleaned_data["entries"], request.user)
        told = ngettext(
            "%(number)s Teilnahme gehört jetzt %(name)s.", "%(number)s Teilnahmen gehören jetzt %(name)s.", number
        )
        messages.success(request, told % {"number": number, "name": member.player.name})
        return redirect("people:player", club, pk)
    context = {"club": member.club, "member": member, "form": form, "adopted": adopted_entries(member)}
    return render(request, "events/as_guest.html", context)


def guest_again(request: Request, club: str, pk: int) -> HttpResponse:
    """What a member was given as played by a guest; sent, what is ticked is a guest's again."""
    member = member_for(request, club, pk, Role.SPIELLEITUNG)
    form = AsGuestForm(request.POST if request.method == "POST" else None, offered=adopted_entries(member))
    if form.is_valid():
        with refusal_in(form):
            returned = return_entries(member, form.cleaned_data["entries"], request.user)
            _tell_returned(request, member, returned)
            return redirect("people:player", club, pk)
    return render(request, "events/guest_again.html", {"club": member.club, "member": member, "form": form})


def _tell_returned(request: Request, member: Membership, returned: ReturnedEntries) -> None:
    told = ngettext(
        "%(number)s Teilnahme gehört wieder einem Gast.",
        "%(number)s Teilnahmen gehören wieder einem Gast.",
        returned.number,
    )
    messages.success(request, told % {"number": returned.number})
    if returned.name_stays:
        said = _("Der Name von %(name)s bleibt öffentlich gekürzt; ändern lässt er sich im Register.")
        messages.info(request, said % {"name": member.player.name})
