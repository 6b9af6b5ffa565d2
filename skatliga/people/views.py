"""Pages of signing in, clubs, players and roles."""

from collections.abc import Mapping
from copy import copy
from typing import NamedTuple
from urllib.parse import urlencode

import segno
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.contrib.messages.views import SuccessMessageMixin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from skatliga.access import POWERS, Role
from skatliga.exports import Export
from skatliga.forms import refusal_in
from skatliga.people import queries, services
from skatliga.people.access import club_for, may_set_password, member_for, offer_for, role_for
from skatliga.people.forms import (
    AccountForm,
    ChangePasswordForm,
    ClubForm,
    ForgottenPasswordForm,
    InvitationForm,
    KnownPersonForm,
    KnownPlayerForm,
    LeaveForm,
    MergeForm,
    NewClubForm,
    NewPlayersForm,
    PlayerForm,
    RoleForm,
    SignInForm,
)
from skatliga.people.lockout import remember_browser
from skatliga.people.models import Club, ClubOffer, ClubRole, Membership, Player, RoleOffer, User
from skatliga.people.offers import offers_for
from skatliga.people.signing import fresh_sign_in, sign_in
from skatliga.people.tables import FILES_ALONE, LEVELS_ALONE, MemberTable
from skatliga.people.tree import above, units_of
from skatliga.requests import Request, refusal_told
from skatliga.tables import arrange

CLUBS_PER_PAGE = 60


class SignIn(auth.LoginView):
    request: Request
    template_name = "people/sign_in.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_default_redirect_url(self) -> str:
        """To the roles that wait, where there are some."""
        return (
            reverse("accounts:waiting_roles") if offers_for(self.request.user) else super().get_default_redirect_url()
        )

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        return sign_in(self.request, form.get_user(), self.get_success_url)


class ChangePassword(SuccessMessageMixin, auth.PasswordChangeView):
    template_name = "people/change_password.html"
    form_class = ChangePasswordForm

    def get_form_kwargs(self) -> dict[str, object]:
        return super().get_form_kwargs() | {"request": self.request}

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        response = super().form_valid(form)
        remember_browser(response, form.user)
        return response

    success_url = reverse_lazy("people:start")
    success_message = gettext_lazy("Das neue Passwort gilt ab jetzt.")


class ForgottenPassword(SuccessMessageMixin, auth.PasswordResetView):
    """A link by mail, where the site can send mail; otherwise the page names who helps."""

    template_name = "people/forgotten_password.html"
    form_class = ForgottenPasswordForm
    email_template_name = "people/forgotten_password_mail.txt"
    subject_template_name = "people/forgotten_password_subject.txt"
    success_url = reverse_lazy("people:sign_in")
    success_message = gettext_lazy("Falls es ein Konto mit dieser Adresse gibt, ist der Link unterwegs.")

    def get_context_data(self, **given: object) -> dict[str, object]:
        return super().get_context_data(**given) | {"mail": bool(settings.EMAIL_HOST)}

    def post(self, request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        if not settings.EMAIL_HOST:
            return self.get(request, *args, **named)
        return super().post(request, *args, **named)


class SetPassword(SuccessMessageMixin, auth.PasswordResetConfirmView):
    """Where a one-time link leads, whoever made it; the user is signed in afterwards."""

    request: Request
    template_name = "people/set_password.html"
    success_url = reverse_lazy("people:start")
    success_message = gettext_lazy("Das neue Passwort gilt ab jetzt.")

    def form_valid(self, form: SetPasswordForm) -> HttpResponse:
        super().form_valid(form)
        return sign_in(self.request, form.user, self.get_success_url)


@login_not_required
def start(request: Request) -> HttpResponse:
    own, others = queries.clubs_apart(request.user)
    # Of few one is a member of many; the administrator of the site holds a role in all of them.
    many = own if request.user.is_superuser else others
    page = Paginator(many, CLUBS_PER_PAGE).get_page(request.GET.get("page"))
    shown = {"own": page, "others": []} if request.user.is_superuser else {"own": own, "others": page}
    return render(request, "people/start.html", {"page": page, **shown})


def create_club(request: Request) -> HttpResponse:
    if not request.user.is_superuser:
        raise PermissionDenied
    begins = request.GET.get("art", "abend")
    name = _("Übungsverein") if begins == "umsehen" else ""
    form = NewClubForm(request.POST or None, initial={"begins": begins, "name": name})
    if form.is_valid():
        begins, names = form.cleaned_data.pop("begins"), form.cleaned_data.pop("players")
        club = services.create_club(**form.cleaned_data)
        if names:
            _tell_added(request, len(services.add_names(club, names)), len(names))
        # The pages it begins with are of apps that come later, reached by their names.
        first = {"abend": "events:create_event", "turnier": "events:create_event", "liga": "leagues:create_season"}
        if begins not in first:
            return redirect(club)
        kind = {"art": begins} if begins == "turnier" else None
        return redirect(reverse(first[begins], args=[club.slug], query=kind))
    return render(request, "people/create_club.html", {"form": form})


@login_not_required
def club(request: Request, slug: str) -> HttpResponse:
    club = club_for(request, slug, None)
    figures = {"size": club.memberships.count(), "users": club.roles.count()} if club.role else {}
    return render(request, "people/club.html", {"club": club, "above": above(club), "lines": units_of(club), **figures})


def change_club(request: Request, slug: str) -> HttpResponse:
    club = club_for(request, slug, Role.ADMINISTRATOR)
    form = ClubForm(request.POST or None, instance=copy(club))  # the page goes on naming the club as it is stored
    if form.is_valid():
        services.change_club(club, **form.cleaned_data)
        messages.success(request, _("Die Angaben sind gespeichert."))
        return redirect(club)
    return render(request, "people/change_club.html", {"club": club, "form": form})


def register(request: Request, slug: str) -> HttpResponse:
    return _register_page(request, club_for(request, slug, Role.READER), NewPlayersForm())


def _register_page(request: Request, club: Club, names: NewPlayersForm) -> HttpResponse:
    search = request.GET.get("suche", "")
    table = MemberTable(queries.members_below(club, search), exclude=(*FILES_ALONE, *_not_here(club)))
    arrange(request, table, 50)
    template = "people/register_found.html" if request.htmx else "people/register.html"
    found_by = urlencode({"suche": search}) if search else ""
    context = {"club": club, "table": table, "search": search, "found_by": found_by, "names": names}
    return render(request, template, context)


def _not_here(club: Club) -> tuple[str, ...]:
    """Columns that a register without other clubs does not have."""
    return () if club.units.exists() else LEVELS_ALONE


def register_file(request: Request, slug: str) -> Export:
    club = club_for(request, slug, Role.READER)
    table = MemberTable(queries.members_below(club, request.GET.get("suche", "")), exclude=_not_here(club))
    return Export(table, f"spieler-{slug}", _("Spieler"))


def add_player(request: Request, slug: str) -> HttpResponse:
    club = club_for(request, slug, Role.LISTENFUEHRER)
    form = PlayerForm(request.POST or None, member=Membership(club=club, player=Player()))
    if form.is_valid():
        added = services.add_player(club, **form.cleaned_data)
        messages.success(request, _("%(name)s steht jetzt im Register.") % {"name": added.player.name})
        return redirect("people:add_player" if "another" in request.POST else "people:register", slug)
    known = KnownPlayerForm(club=club, user=request.user)
    return render(request, "people/player.html", {"club": club, "form": form, "known": known})


@require_POST
def add_names(request: Request, slug: str) -> HttpResponse:
    """Many join the register at once, by their names alone."""
    club = club_for(request, slug, Role.LISTENFUEHRER)
    form = NewPlayersForm(request.POST)
    if not form.is_valid():
        return _register_page(request, club, form)
    added = services.add_names(club, form.cleaned_data["names"])
    _tell_added(request, len(added), len(form.cleaned_data["names"]))
    return redirect("people:register", slug)


def _tell_added(request: Request, added: int, named: int) -> None:
    told = ngettext("%(number)s Spieler ist neu im Register.", "%(number)s Spieler sind neu im Register.", added)
    messages.success(request, told % {"number": added})
    if known := named - added:
        told = ngettext("%(number)s steht schon darin.", "%(number)s stehen schon darin.", known)
        messages.warning(request, told % {"number": known})


@require_POST
def take_in(request: Request, slug: str) -> HttpResponse:
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


def take_in_known(request: Request, slug: str) -> HttpResponse:
    """Somebody of the same federation joins the register."""
    club = club_for(request, slug, Role.LISTENFUEHRER)
    form = KnownPersonForm(request.POST or None)
    if form.is_valid():
        with refusal_in(form):
            added = services.take_in_known(club, **form.cleaned_data)
            messages.success(request, _("%(name)s steht jetzt im Register.") % {"name": added.player.name})
            return redirect("people:register", slug)
    return render(request, "people/take_in_known.html", {"club": club, "form": form})


def player(request: Request, slug: str, pk: int) -> HttpResponse:
    member = member_for(request, slug, pk, Role.SPIELLEITUNG)
    form = PlayerForm(request.POST or None, member=member)
    if form.is_valid():
        services.change_player(member, **form.cleaned_data)
        messages.success(request, _("Die Angaben zu %(name)s sind gespeichert.") % {"name": member.player.name})
        return redirect("people:register", slug)
    doubles = queries.doubles_of(member)
    return render(
        request, "people/player.html", {"club": member.club, "form": form, "member": member, "doubles": doubles}
    )


def leave_club(request: Request, slug: str, pk: int) -> HttpResponse:
    """What leaving the register means; sent, it is done."""
    member = member_for(request, slug, pk, Role.SPIELLEITUNG)
    form = LeaveForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        services.leave_club(member, form.cleaned_data["reason"])
        messages.success(request, _("%(name)s steht nicht mehr im Register.") % {"name": member.player.name})
        return redirect("people:register", slug)
    context = {"club": member.club, "member": member, "form": form}
    return render(request, "people/leave_club.html", context)


def merge(request: Request, slug: str, pk: int) -> HttpResponse:
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


class RoleLine(NamedTuple):
    """Somebody's role in a club with what its administrator may do about it."""

    held: ClubRole
    form: RoleForm
    may_set_password: bool


def roles(request: Request, slug: str) -> HttpResponse:
    club = club_for(request, slug, Role.ADMINISTRATOR)
    form = InvitationForm(request.POST or None, club=club)
    if form.is_valid():
        with refusal_in(form):
            invited = services.invite(club, **form.cleaned_data)
            if isinstance(invited, ClubRole):
                _tell_role(request, invited)
            else:
                tell_offer(request, invited)
            _tell_kept(request, invited, form.cleaned_data)
            return redirect("people:roles", slug)
    lines = [_role_line(held, club, request.user) for held in queries.roles_in(club)]
    context = {
        **{"club": club, "roles": lines, "form": form},
        **{"offers": queries.offers_of(club), "above": queries.roles_above(club) if club.parent_id else ()},
    }
    return render(request, "people/roles.html", context)


def _role_line(held: "queries.RoleInClub", club: Club, administrator: User) -> RoleLine:
    form = RoleForm(initial={"role": held.role}, auto_id=f"id_%s_{held.pk}")
    own = held.user.managed_by == club and not held.user.is_superuser and not held.elsewhere
    return RoleLine(held, form, administrator.is_superuser or own)


@require_POST
def change_role(request: Request, slug: str, pk: int) -> HttpResponse:
    held = role_for(request, slug, pk)
    form = RoleForm(request.POST)
    if form.is_valid():
        with refusal_told(request):
            _tell_role(request, services.grant_role(held.club, held.user, Role(form.cleaned_data["role"])))
    return _redirect_to_roles(request, held)


@require_POST
def withdraw_role(request: Request, slug: str, pk: int) -> HttpResponse:
    held = role_for(request, slug, pk)
    with refusal_told(request):
        services.withdraw_role(held)
        messages.success(request, _("%(user)s hat in diesem Verein keine Rolle mehr.") % {"user": held.user.name})
    return _redirect_to_roles(request, held)


@require_POST
def withdraw_offer(request: Request, slug: str, pk: int) -> HttpResponse:
    offer = offer_for(request, slug, pk)
    offer.delete()
    messages.success(request, _("Die Rolle für %(user)s wartet nicht mehr.") % {"user": offer.user.name})
    return redirect("people:roles", slug)


def change_account(request: Request, slug: str, pk: int) -> HttpResponse:
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
@fresh_sign_in
@never_cache
def one_time_link(request: Request, slug: str, pk: int) -> HttpResponse:
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


def _tell_role(request: Request, held: ClubRole) -> None:
    messages.success(
        request,
        _("%(user)s hat jetzt die Rolle %(role)s.") % {"user": held.user.name, "role": held.get_role_display()},
    )


def tell_offer(request: Request, offer: RoleOffer) -> None:
    """Say that a role waits, for what, and what to do now."""
    messages.warning(
        request,
        _(
            "Das Konto %(account)s führt der Verein %(club)s. Die Rolle %(role)s wartet deshalb, bis die Person sie mit"
            " dem Code %(code)s annimmt. Bitte geben Sie den Code nur ihr selbst."
        )
        % {
            "account": offer.user.username,
            "club": offer.user.managed_by,
            "role": offer.get_role_display(),
            "code": offer.code,
        },
    )


def _tell_kept(request: Request, held: ClubRole | ClubOffer, typed: Mapping[str, str]) -> None:
    """Say that an account which was there already keeps its own name and address, where others were typed."""
    user = held.user
    asked = {**typed, "email": User.objects.normalize_email(typed["email"])}
    if all(asked[name] in ("", getattr(user, name)) for name in AccountForm.Meta.fields):
        return
    if may_set_password(request.user, user, held.club):
        where = _("Ändern lassen sie sich in der Liste der Benutzer.")
    elif user.managed_by and user.managed_by != held.club and not user.is_superuser:
        where = _("Ändern kann sie ein Administrator des Vereins %(club)s.") % {"club": user.managed_by}
    else:
        where = _("Ändern kann sie der Betreiber der Seite.")
    kept = _("Das Konto %(account)s gab es schon; es behält Namen und E-Mail-Adresse.") % {"account": user.username}
    messages.warning(request, f"{kept} {where}")


def _redirect_to_roles(request: Request, held: ClubRole) -> HttpResponse:
    """Back to the roles; whoever has just changed the own one may not see them any more."""
    return redirect("people:club" if held.user == request.user else "people:roles", held.club.slug)


@login_not_required
def what_roles_may(request: Request) -> HttpResponse:
    """What each role may do, for everybody to read; without one first."""
    roles = (None, *Role)
    powers = [(power, [power.granted_to(role) for role in roles]) for power in POWERS]
    return render(request, "people/what_roles_may.html", {"roles": [*Role], "powers": powers})
