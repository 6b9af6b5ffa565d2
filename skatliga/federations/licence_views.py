"""Pages of licences: those of a player, and the rules of a level."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.federations import licences
from skatliga.federations.access import may_license
from skatliga.federations.forms import EndLicenceForm, LicenceForm, StartRulesForm
from skatliga.federations.models import StartRules
from skatliga.federations.start_rules import copy_of, rules_for
from skatliga.forms import refusal_in
from skatliga.people.access import club_for, member_for
from skatliga.people.models import Membership
from skatliga.requests import Request, refusal_told


def licence(request: Request, slug: str, pk: int) -> HttpResponse:
    """For which clubs somebody has played; whoever may gives a licence for this one."""
    member = member_for(request, slug, pk, Role.SPIELLEITUNG)
    form = LicenceForm(request.POST or None)
    if form.is_valid():
        _demand_licensing(request, member)
        with refusal_in(form, "first_day"):
            licences.give_licence(member.player, member.club, form.cleaned_data["first_day"], request.user)
            messages.success(request, _("Die Lizenz ist eingetragen."))
            return redirect("federations:licence", slug, pk)
    return _page(request, member, form)


@require_POST
def end_licence(request: Request, slug: str, pk: int) -> HttpResponse:
    member = member_for(request, slug, pk, Role.SPIELLEITUNG)
    _demand_licensing(request, member)
    form = EndLicenceForm(request.POST)
    if form.is_valid():
        with refusal_in(form, "last_day"):
            licences.end_licence(member.player, form.cleaned_data["last_day"], request.user)
            messages.success(request, _("Das Ende der Lizenz ist eingetragen."))
            return redirect("federations:licence", slug, pk)
    return _page(request, member, LicenceForm(), form)


@require_POST
def take_back(request: Request, slug: str, pk: int) -> HttpResponse:
    member = member_for(request, slug, pk, Role.SPIELLEITUNG)
    _demand_licensing(request, member)
    with refusal_told(request):
        licences.take_back(member.player)
        messages.success(request, _("Das Letzte ist zurückgenommen."))
    return redirect("federations:licence", slug, pk)


def _demand_licensing(request: Request, member: Membership) -> None:
    if not may_license(request.user, member):
        raise PermissionDenied


def _page(
    request: Request, member: Membership, form: LicenceForm, ending: EndLicenceForm | None = None
) -> HttpResponse:
    spells = licences.spells_of(member.player)
    context = {
        **{"club": member.club, "member": member, "spells": spells, "form": form},
        "ending": ending or EndLicenceForm(),
        "open": bool(spells) and spells[0].last is None,
        "may": may_license(request.user, member),
        "rules": rules_for(member.club),
    }
    return render(request, "federations/licence.html", context)


def start_rules(request: Request, slug: str) -> HttpResponse:
    """Who may start for whom in all that belongs to a level; one without own rules begins with those above it."""
    club = club_for(request, slug, Role.ADMINISTRATOR)
    held = rules_for(club)
    own = held is not None and held.club_id == club.pk
    form = StartRulesForm(request.POST or None, instance=held if held and own else copy_of(held, club))
    if form.is_valid():
        form.save()
        messages.success(request, _("Die Regeln sind gespeichert."))
        return redirect(club)
    context = {"club": club, "form": form, "own": own, "inherited": None if own else held}
    return render(request, "federations/start_rules.html", context)


@require_POST
def drop_start_rules(request: Request, slug: str) -> HttpResponse:
    """Let the rules of the level above hold again."""
    club = club_for(request, slug, Role.ADMINISTRATOR)
    StartRules.objects.filter(club=club).delete()
    messages.success(request, _("%(club)s hat keine eigenen Regeln mehr.") % {"club": club.name})
    return redirect("federations:start_rules", slug)
