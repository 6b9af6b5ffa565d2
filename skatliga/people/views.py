"""Pages of signing in, clubs, players and roles."""

from collections.abc import Mapping
from copy import copy
from typing import Any
from urllib.parse import urlencode

import segno
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_not_required
from django.contrib.messages.views import SuccessMessageMixin
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.people import queries, services
from skatliga.people.access import club_for, may_set_password, member_for, role_for
from skatliga.people.forms import (
    AccountForm,
    ClubForm,
    InvitationForm,
    KnownPlayerForm,
    LeaveForm,
    MergeForm,
    PlayerForm,
    RoleForm,
)
from skatliga.people.models import ClubRole, Membership, Player, User
from skatliga.people.tables import FILES_ALONE, MemberTable
from skatliga.refusals import refusal_told
from skatliga.spreadsheets import table_file
from skatliga.tables import arrange


class SignIn(auth.LoginView):
    template_name = "people/sign_in.html"
    redirect_authenticated_user = True


class ChangePassword(SuccessMessageMixin, auth.PasswordChangeView):
    template_name = "people/change_password.html"
    success_url = reverse_lazy("people:start")
    success_message = gettext_lazy("Das neue Passwort gilt ab jetzt.")


class ForgottenPassword(SuccessMessageMixin, auth.PasswordResetView):
    """A link by mail, where the site can send mail; otherwise the page names who helps."""

    template_name = "people/forgotten_password.html"
    email_template_name = "people/forgotten_password_mail.txt"
    subject_template_name = "people/forgotten_password_subject.txt"
    success_url = reverse_lazy("people:sign_in")
    success_message = gettext_lazy("Falls es ein Konto mit dieser Adresse gibt, ist der Link unterwegs.")

    @property
    def extra_context(self) -> dict[str, Any]:
        return {"mail": bool(settings.EMAIL_HOST)}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.EMAIL_HOST:
            return self.get(request, *args, **kwargs)
        return super().post(request, *args, **kwargs)


class SetPassword(SuccessMessageMixin, auth.PasswordResetConfirmView):
    """Where a one-time link leads, whoever made it; the user is signed in afterwards."""

    template_name = "people/set_password.html"
    success_url = reverse_lazy("people:start")
    success_message = gettext_lazy("Das Passwort ist gesetzt, Sie sind angemeldet.")
    post_reset_login = True
    post_reset_login_backend = "django.contrib.auth.backends.ModelBackend"


@login_not_required
def start(request: HttpRequest) -> HttpResponse:
    clubs = list(queries.clubs_with_sizes(request.user))
    own = [club for club in clubs if club.held]
    others = [club for club in clubs if not club.held]
    return render(request, "people/start.html", {"own": own, "others": others})


def create_club(request: HttpRequest) -> HttpResponse:
    if not request.user.is_superuser:
        raise PermissionDenied
    form = ClubForm(request.POST or None)
    if form.is_valid():
        return redirect(services.create_club(**form.cleaned_data))
    return render(request, "people/create_club.html", {"form": form})


@login_not_required
def club(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_for(request, slug, None)
    figures = {"size": club.memberships.count(), "users": club.roles.count()} if club.role else {}
    return render(request, "people/club.html", {"club": club, **figures})


def change_club(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_for(request, slug, Role.ADMINISTRATOR)
    form = ClubForm(request.POST or None, instance=copy(club))  # the page goes on naming the club as it is stored
    if form.is_valid():
        services.change_club(club, **form.cleaned_data)
        messages.success(request, _("Die Angaben sind gespeichert."))
        return redirect(club)
    return render(request, "people/change_club.html", {"club": club, "form": form})


def register(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_for(request, slug, Role.READER)
    search = request.GET.get("suche", "")
    table = MemberTable(queries.members(club, search), exclude=FILES_ALONE)
    arrange(request, table, 50)
    template = "people/register_found.html" if request.htmx else "people/register.html"
    found_by = urlencode({"suche": search}) if search else ""
    return render(request, template, {"club": club, "table": table, "search": search, "found_by": found_by})


def register_file(request: HttpRequest, slug: str, ending: str) -> HttpResponse:
    club = club_for(request, slug, Role.READER)
    table = MemberTable(queries.members(club, request.GET.get("suche", "")))
    return table_file(table, f"spieler-{slug}", ending, _("Spieler"))


def add_player(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_for(request, slug, Role.LISTENFUEHRER)
    form = PlayerForm(request.POST or None, member=Membership(club=club, player=Player()))
    if form.is_valid():
        added = services.add_player(club, **form.cleaned_data)
        messages.success(request, _("%(name)s steht jetzt im Register.") % {"name": added.player.name})
        return redirect("people:add_player" if "another" in request.POST else "people:register", slug)
    known = KnownPlayerForm(club=club, user=request.user)
    return render(request, "people/player.html", {"club": club, "form": form, "known": known})


@require_POST
def take_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Somebody of another register, or who has played for this club, joins its register."""
    club = club_for(request, slug, Role.LISTENFUEHRER)
    form = KnownPlayerForm(request.POST, club=club, user=request.user)
    if not form.is_valid():
        messages.error(request, _("Bitte jemanden aus der Liste wählen."))
        return redirect("people:add_player", slug)
    with refusal_told(request):
        added = services.take_in(club, form.cleaned_data["player"])
        messages.success(request, _("%(name)s steht jetzt im Register.") % {"name": added.player.name})
    return redirect("people:register", slug)


def player(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    member = member_for(request, slug, pk, Role.SPIELLEITUNG)
    form = PlayerForm(request.POST or None, member=member)
    if form.is_valid():
        services.change_player(member, **form.cleaned_data)
        messages.success(request, _("Die Angaben zu %(name)s sind gespeichert.") % {"name": member.player.name})
        return redirect("people:register", slug)
    return render(request, "people/player.html", {"club": member.club, "form": form, "member": member})


def leave_club(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What leaving the register means; sent, it is done."""
    member = member_for(request, slug, pk, Role.SPIELLEITUNG)
    form = LeaveForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        services.leave_club(member, form.cleaned_data["reason"])
        messages.success(request, _("%(name)s steht nicht mehr im Register.") % {"name": member.player.name})
        return redirect("people:register", slug)
    context = {"club": member.club, "member": member, "form": form, "squads": queries.squads_of(member)}
    return render(request, "people/leave_club.html", context)


def merge(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    member = member_for(request, slug, pk, Role.SPIELLEITUNG)
    form = MergeForm(request.POST or request.GET or None, member=member)
    other = form.cleaned_data["duplikat"] if form.is_valid() else None
    if other and request.method == "POST":
        with refusal_told(request):
            services.merge_players(member.player, other)
            messages.success(
                request, _("Die beiden Einträge von %(name)s sind jetzt einer.") % {"name": member.player.name}
            )
        return redirect("people:register", slug)
    return render(request, "people/merge.html", {"club": member.club, "member": member, "form": form, "other": other})


def roles(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_for(request, slug, Role.ADMINISTRATOR)
    form = InvitationForm(request.POST or None)
    if form.is_valid():
        try:
            invited = services.invite(club, **form.cleaned_data)
            _tell_role(request, invited)
            _tell_kept(request, invited, form.cleaned_data)
            return redirect("people:roles", slug)
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
    held = list(queries.roles_in(club))
    for role in held:
        role.form = RoleForm(initial={"role": role.role}, auto_id=f"id_%s_{role.pk}")
        role.may_set_password = may_set_password(request.user, role.user, club)
    return render(request, "people/roles.html", {"club": club, "roles": held, "form": form})


@require_POST
def change_role(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    held = role_for(request, slug, pk)
    form = RoleForm(request.POST)
    if form.is_valid():
        with refusal_told(request):
            _tell_role(request, services.grant_role(held.club, held.user, Role(form.cleaned_data["role"])))
    return _redirect_to_roles(request, held)


@require_POST
def withdraw_role(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    held = role_for(request, slug, pk)
    with refusal_told(request):
        services.withdraw_role(held)
        messages.success(request, _("%(user)s hat in diesem Verein keine Rolle mehr.") % {"user": held.user.name})
    return _redirect_to_roles(request, held)


def change_account(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    held = role_for(request, slug, pk)
    if not may_set_password(request.user, held.user, held.club):
        raise PermissionDenied
    form = AccountForm(request.POST or None, instance=copy(held.user))
    if form.is_valid():
        services.change_account(held.user, **form.cleaned_data)
        messages.success(request, _("Die Angaben zu %(name)s sind gespeichert.") % {"name": held.user.name})
        return redirect("people:roles", slug)
    return render(request, "people/change_account.html", {"club": held.club, "held": held, "form": form})


@require_POST
@never_cache
def one_time_link(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    held = role_for(request, slug, pk)
    if not may_set_password(request.user, held.user, held.club):
        raise PermissionDenied
    link = request.build_absolute_uri(services.password_path(held.user))
    context = {
        "club": held.club,
        "held": held,
        "link": link,
        "code": segno.make(link, micro=False).svg_data_uri(scale=4),
        "days": settings.PASSWORD_RESET_TIMEOUT // 86400,
    }
    return render(request, "people/one_time_link.html", context)


def _tell_role(request: HttpRequest, held: ClubRole) -> None:
    messages.success(
        request,
        _("%(user)s hat jetzt die Rolle %(role)s.") % {"user": held.user.name, "role": held.get_role_display()},
    )


def _tell_kept(request: HttpRequest, held: ClubRole, typed: Mapping[str, str]) -> None:
    """Say that an account which was there already keeps its own name and address, where others were typed."""
    user = held.user
    asked = {**typed, "email": User.objects.normalize_email(typed["email"])}
    if all(asked[name] in ("", getattr(user, name)) for name in AccountForm.Meta.fields):
        return
    if may_set_password(request.user, user, held.club):
        where = _("Ändern lassen sie sich in der Liste der Benutzer.")
    elif user.managed_by and not user.is_superuser:
        where = _("Ändern kann sie ein Administrator des Vereins %(club)s.") % {"club": user.managed_by}
    else:
        where = _("Ändern kann sie der Betreiber der Seite.")
    kept = _("Das Konto %(account)s gab es schon; es behält Namen und E-Mail-Adresse.") % {"account": user.username}
    messages.warning(request, f"{kept} {where}")


def _redirect_to_roles(request: HttpRequest, held: ClubRole) -> HttpResponse:
    """Back to the roles; whoever has just changed the own one may not see them any more."""
    return redirect("people:club" if held.user == request.user else "people:roles", held.club.slug)
