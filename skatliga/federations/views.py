"""Pages of federations: what belongs to a level, and what it makes known."""

from copy import copy

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.federations.access import notice_for, unit_for
from skatliga.federations.forms import MoveUnitForm, NoticeForm, UnitForm
from skatliga.federations.models import OfficialNotice
from skatliga.federations.notices import drop_notice, notices_for, notices_of, save_notice
from skatliga.forms import refusal_in
from skatliga.people.access import club_for
from skatliga.people.services import create_club
from skatliga.people.tree import move, units_of
from skatliga.requests import Request


def units(request: Request, slug: str) -> HttpResponse:
    """What belongs to a level; something new that does."""
    club = club_for(request, slug, Role.ADMINISTRATOR)
    form = UnitForm(request.POST or None)
    if form.is_valid():
        made = create_club(**form.cleaned_data, parent=club)
        messages.success(request, _("%(unit)s gehört jetzt zu %(club)s.") % {"unit": made.name, "club": club.name})
        return redirect("federations:units", slug)
    return render(request, "federations/units.html", {"club": club, "lines": units_of(club), "form": form})


def move_unit(request: Request, slug: str) -> HttpResponse:
    """What a club belongs to."""
    unit = unit_for(request, slug)
    form = MoveUnitForm(request.POST or None, unit=unit, user=request.user)
    if request.method == "POST" and form.is_valid():
        with refusal_in(form):
            parent = form.cleaned_data["parent"]
            move(unit, parent)
            told = _("%(unit)s gehört jetzt zu %(club)s.") if parent else _("%(unit)s gehört jetzt zu nichts mehr.")
            messages.success(request, told % {"unit": unit.name, "club": parent and parent.name})
            return redirect(unit)
    return render(request, "federations/move_unit.html", {"club": unit, "form": form})


@login_not_required
def notices(request: Request, slug: str) -> HttpResponse:
    """What holds here today; for those who direct also what is over or to come."""
    club = club_for(request, slug, None)
    shown = list(notices_for(club))
    others = [each for each in notices_of(club) if each not in shown] if club.role and club.role.directs else []
    return render(request, "federations/notices.html", {"club": club, "notices": shown, "others": others})


def add_notice(request: Request, slug: str) -> HttpResponse:
    club = club_for(request, slug, Role.SPIELLEITUNG)
    return _notice_page(request, OfficialNotice(club=club))


def change_notice(request: Request, slug: str, pk: int) -> HttpResponse:
    return _notice_page(request, notice_for(request, slug, pk))


def _notice_page(request: Request, notice: OfficialNotice) -> HttpResponse:
    form = NoticeForm(request.POST or None, instance=copy(notice))
    if form.is_valid():
        save_notice(form.instance, request.user)
        messages.success(request, _("Die Bekanntmachung ist gespeichert."))
        if form.instance.last_day and form.instance.last_day < timezone.localdate():
            messages.warning(request, _("Ihr letzter Tag ist schon vorbei: Es liest sie nur, wer hier leitet."))
        return redirect("federations:notices", notice.club.slug)
    context = {"club": notice.club, "notice": notice, "form": form}
    return render(request, "federations/notice.html", context)


@require_POST
def delete_notice(request: Request, slug: str, pk: int) -> HttpResponse:
    drop_notice(notice_for(request, slug, pk))
    messages.success(request, _("Die Bekanntmachung ist gelöscht."))
    return redirect("federations:notices", slug)
