"""What changes clubs, players and roles; each function is one transaction and raises ValidationError to refuse."""

import datetime
from collections.abc import Iterable
from typing import Final

from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.history import explain
from skatliga.people.models import Club, ClubOffer, ClubRole, Membership, Player, Publication, User, usual_publication
from skatliga.people.names import address_of, fold, free_address
from skatliga.people.offers import make_code, must_accept, take
from skatliga.people.queries import in_federation
from skatliga.people.signals import club_renamed, players_merging
from skatliga.people.tree import holders


@transaction.atomic
def create_club(name: str, *, parent: Club | None = None, **fields: str) -> Club:
    """A new club, perhaps within another one; `fields` are others of Club.

    Its address is made of the name, with a number where another club has it already.
    """
    stem = address_of(name, 50, "verein")
    taken = set(Club.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    club = Club(name=name, slug=free_address(stem, taken), parent=parent, **fields)
    club.full_clean()
    club.save()
    return club


@transaction.atomic
def change_club(club: Club, *, name: str, **fields: str) -> Club:
    """Write new values over a club; its address stays as it was, and so do all that begin with it.

    * **D** Who has taken part in an event did so for the club as it was called then: lists and rankings keep that name.
    """
    stored = Club.objects.select_for_update().get(pk=club.pk)
    renamed = stored.name != name
    for field, value in {"name": name, **fields}.items():
        setattr(stored, field, value)
    stored.full_clean()
    stored.save()
    if renamed:
        club_renamed.send(Club, club=stored)
    return stored


@transaction.atomic
def add_player(
    club: Club,
    *,
    number: str = "",
    first_day: datetime.date | None = None,
    birth_year: int | None = None,
    publication: str = "",
    **fields: object,
) -> Membership:
    """A new player in the register of the club; `fields` are those of Player, as for `add_unregistered`."""
    player = add_unregistered(birth_year=birth_year, publication=publication, **fields)
    return _save_membership(Membership(club=club, player=player, number=number, first_day=first_day))


@transaction.atomic
def add_names(club: Club, names: Iterable[tuple[str, str]]) -> list[Membership]:
    """New players in the register by first and last name; whoever is called so there already is passed over."""
    known = set(club.players.values_list("sort_key", flat=True))
    added = []
    for first_name, last_name in names:
        key = fold(f"{last_name}, {first_name}")
        if key not in known:
            known.add(key)
            added.append(add_player(club, first_name=first_name, last_name=last_name))
    return added


def add_unregistered(*, birth_year: int | None = None, publication: str = "", **fields: object) -> Player:
    """A new player who stands in no register: whoever plays for a club that is not on this site.

    Where nothing is said about publication, what is usual at that age holds.
    """
    usual = usual_publication(birth_year, timezone.localdate().year)
    player = Player(**fields, birth_year=birth_year, publication=publication or usual)
    player.full_clean()
    player.save()
    return player


@transaction.atomic
def take_in(club: Club, player: Player) -> Membership:
    """Somebody who is known already joins the register of the club; see `queries.known_elsewhere`."""
    return _save_membership(Membership(club=club, player=player))


@transaction.atomic
def take_in_known(
    club: Club, *, last_name: str, federation_number: str = "", first_name: str = "", birth_year: int | None = None
) -> Membership:
    """Somebody who stands in another register of the same federation joins this one; the person stays one.

    * **D** A person is known by number and last name, or by first and last name and year of birth, which only the
      person can say; then the person has to agree. Nobody is shown for less, and exactly one must be meant.
    """
    found = in_federation(club).exclude(memberships__club=club)
    if federation_number:
        found = found.filter(federation_number__iexact=federation_number, sort_key__startswith=f"{fold(last_name)}, ")
    else:
        found = found.filter(sort_key=fold(f"{last_name}, {first_name}"), birth_year=birth_year)
    players = list(found[:2])
    if len(players) != 1:
        raise ValidationError(
            _("Im Verband steht niemand mit diesen Angaben, der hier noch fehlt. Bitte prüfen oder neu eintragen.")
            if not players
            else _("Auf diese Angaben passen mehrere. Bitte die Verbandsnummer angeben.")
        )
    return take_in(club, players[0])


LEFT: Final = "Ausgetragen"
"""Why a player has a new version that says nothing else; stands in the history as it is, with club and reason."""


@transaction.atomic
def leave_club(member: Membership, reason: str = "") -> None:
    """Take somebody out of the register of the club; the player stays, with everything that was played.

    The history of the player says who did it, and why.

    * **D** The squads of the club's teams stay as they are, those of seasons that are still played as well: for whom
      somebody plays in a season is for the league to say, and the club need not hold a role there.
    """
    player = Player.objects.select_for_update().get(pk=member.player_id)
    current = player.memberships.filter(pk=member.pk).first()
    if current is None:
        return  # somebody else was faster
    current.delete()
    explain(player, ": ".join(filter(None, (f"{LEFT} ({member.club})", reason))))
    player.save()


@transaction.atomic
def change_player(
    member: Membership,
    *,
    number: str,
    first_day: datetime.date | None = None,
    last_day: datetime.date | None = None,
    **fields: object,
) -> Membership:
    """Write new values over a player and the membership; what was there before stays in the player's history."""
    player = member.player
    member.number = number
    member.first_day, member.last_day = first_day, last_day
    for name, value in fields.items():
        setattr(player, name, value)
    _settle_number(player)
    player.full_clean()
    player.save()
    return _save_membership(member)


def same_pass(number: str, but: Player) -> QuerySet[Player]:
    """The other entries of registers with this pass number; none for an empty one."""
    found = Player.objects.filter(merged_into=None, federation_number__iexact=number).exclude(pk=but.pk)
    return found if number else found.none()


def _settle_number(player: Player) -> None:
    """Let a number that stood twice exist once, where it is another one now or the other entry is gone."""
    if player.number_doubled:
        stored = Player.objects.get(pk=player.pk).federation_number
        same = stored.upper() == player.federation_number.upper()
        player.number_doubled = same and same_pass(stored, player).exists()


def _save_membership(member: Membership) -> Membership:
    member.full_clean()
    member.save()
    return member


STRICTER: Final = (Publication.FULL, Publication.FIRST_NAME, Publication.PSEUDONYM)
"""How somebody is published, from the whole name to none of it."""

OF_A_PERSON: Final = ("birth_year", "gender", "category", "federation_number")
"""What is known of a player under one entry holds for the other one, where nothing is known there."""


@transaction.atomic
def merge_players(keep: Player, duplicate: Player) -> None:
    """Make two entries of one player one: what was written down for the duplicate counts for `keep` from now on.

    The duplicate leaves all registers and remembers who it is; the values of `keep` win, empty ones are filled.

    * **D** The stricter of both wishes about publication holds: a pseudonym says less of a person than the first name.
    * **D** Two entries that played in one Serie are two persons, and stay so. Who is entered twice in an event that
      is going on is withdrawn there first: merged, he would be drawn twice, and a list would count twice for him.
    """
    # Locked in one order, so that two merges of the same players wait for each other and the second one is refused.
    locked = Player.objects.select_for_update().order_by("pk").in_bulk([keep.pk, duplicate.pk])
    if keep.pk == duplicate.pk or any(player.merged_into_id for player in locked.values()):
        raise ValidationError(
            _("Diese beiden Einträge lassen sich nicht zusammenführen: Einer gehört schon zum anderen.")
        )
    keep, duplicate = locked[keep.pk], locked[duplicate.pk]
    players_merging.send(Player, keep=keep, duplicate=duplicate)
    _merge_memberships(keep, duplicate)
    for name in OF_A_PERSON:
        setattr(keep, name, getattr(keep, name) or getattr(duplicate, name))
    if STRICTER.index(Publication(duplicate.publication)) > STRICTER.index(Publication(keep.publication)):
        keep.publication, keep.pseudonym = duplicate.publication, duplicate.pseudonym
    for earlier in [*duplicate.merged.all(), duplicate]:
        earlier.merged_into = keep
        earlier.save()
    _settle_number(keep)
    keep.save()


def _merge_memberships(keep: Player, duplicate: Player) -> None:
    """The memberships of the duplicate become those of `keep`, each from the earlier day to the later one."""
    kept = {member.club_id: member for member in keep.memberships.all()}
    for member in duplicate.memberships.all():
        own = kept.get(member.club_id)
        if own is None:
            member.player = keep
            member.save()
            continue
        member.delete()
        own.number = own.number or member.number
        own.first_day = min(filter(None, (own.first_day, member.first_day)), default=None)
        own.last_day = max(own.last_day, member.last_day) if own.last_day and member.last_day else None
        own.save()


@transaction.atomic
def grant_role(club: Club, user: User, role: Role) -> ClubRole:
    """Give a user a role in the club, instead of the one held so far."""
    held = _roles_locked(club).get(user.pk)
    if held is None:
        held = ClubRole(club=club, user=user)
    elif held.role == Role.ADMINISTRATOR and role != Role.ADMINISTRATOR:
        _refuse_last_administrator(club, held)
    held.role = role
    held.full_clean()
    held.save()
    return held


@transaction.atomic
def withdraw_role(held: ClubRole) -> None:
    """Take the role in the club away from a user; the account stays."""
    current = _roles_locked(held.club).get(held.user_id)
    if current is None:
        return  # somebody else was faster
    if current.role == Role.ADMINISTRATOR:
        _refuse_last_administrator(held.club, current)
    current.delete()


def _roles_locked(club: Club) -> dict[int, ClubRole]:
    """All roles of the club by user, nobody else changing them until the transaction ends."""
    Club.objects.select_for_update().get(pk=club.pk)
    return {role.user_id: role for role in club.roles.all()}


def _refuse_last_administrator(club: Club, held: ClubRole) -> None:
    if not holders(club, [Role.ADMINISTRATOR], without=held.pk).exists():
        raise ValidationError(
            _("%(user)s ist der letzte Administrator des Vereins. Bitte zuerst jemand anderem diese Rolle geben.")
            % {"user": held.user.name}
        )


@transaction.atomic
def invite(
    club: Club, username: str, role: Role, *, first_name: str = "", last_name: str = "", email: str = ""
) -> ClubRole | ClubOffer:
    """Give a role to the user of this name; where there is none, a new account is made that the club looks after.

    A new account has no password: it is set by a one-time link (`password_path`). One that exists keeps its own name
    and address (`change_account`), and where another club looks after it the role waits (`people.offers`).
    """
    user = User.objects.named(username)
    if user is None:
        user = User(username=username, first_name=first_name, last_name=last_name, email=email, managed_by=club)
        user.set_unusable_password()
        user.full_clean(exclude=["password"])
        user.save()
    if must_accept(user, club):
        return _offer(club, user, role)
    return grant_role(club, user, role)


def _offer(club: Club, user: User, role: Role) -> ClubOffer:
    """Let a role wait, in the place of one that waits already; the code stays."""
    offer = club.offers.filter(user=user).first() or ClubOffer(club=club, user=user, code=make_code())
    offer.role = role
    offer.full_clean()
    offer.save()
    return offer


@transaction.atomic
def accept(offer: ClubOffer, code: str, email: str, password: str = "") -> ClubRole:
    """Give the role that waited, to whoever has the code (`people.offers.take`). Raises ValidationError."""
    return grant_role(offer.club, take(offer, code, email, password), Role(offer.role))


@transaction.atomic
def change_account(user: User, *, first_name: str, last_name: str, email: str) -> None:
    """Write another name and address over an account.

    A link to a new password that went to the former address is worth nothing from then on: Django's token is made of
    the address, too.
    """
    user.first_name, user.last_name, user.email = first_name, last_name, email
    user.full_clean(exclude=["password"])
    user.save(update_fields=["first_name", "last_name", "email"])


def password_path(user: User) -> str:
    """The path under which the user can choose a password, once and for PASSWORD_RESET_TIMEOUT at most.

    Django's token is worth nothing as soon as the password has changed or the user has signed in.
    """
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("people:set_password", args=[uid, default_token_generator.make_token(user)])
