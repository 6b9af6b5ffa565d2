"""What the pages of clubs and players read."""

from typing import TYPE_CHECKING, TypedDict, TypeVar

from django.db.models import CharField, Count, Exists, Model, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Coalesce
from django.utils import timezone

from skatliga.access import Role
from skatliga.people.models import Club, ClubOffer, ClubRole, Membership, Player, User
from skatliga.people.names import fold
from skatliga.people.offers import acting_elsewhere
from skatliga.people.signals import players_of_other_apps
from skatliga.people.tree import RoleHeld, below, federation_of, keys_above


def role_held(user: User, club: str = "club") -> Value | RoleHeld:
    """What the user is in the club that this field of a query names: a value of Role or None.

    A role above it in the tree of clubs counts as well (`people.tree`).
    """
    if user.is_superuser or user.pk is None:
        return Value(Role.ADMINISTRATOR.value if user.is_superuser else None, CharField())
    return RoleHeld(club, user.pk)


M = TypeVar("M", bound=Model)


class Elsewhere(TypedDict):
    """What is asked of somebody with a role in a club: whether the account acts elsewhere too."""

    elsewhere: bool


class MembershipsElsewhere(TypedDict):
    """What is asked of somebody who may join a register: where he is a member already."""

    elsewhere: list[Membership]


if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    RoleInClub = WithAnnotations[ClubRole, Elsewhere]
    KnownPlayer = WithAnnotations[Player, MembershipsElsewhere]


def with_role(found: QuerySet[M], user: User, club: str = "club") -> QuerySet[M]:
    """What belongs to a club (`skatliga.access.HasRole`), each with what the user is there: `held`."""
    # By its name: where no query asks, the class itself says that nothing is held, and mypy takes it for said twice.
    return found.annotate(**{"held": role_held(user, club)})


def clubs_seen_by(user: User) -> QuerySet[Club]:
    """All clubs, each with what the user is there: `held`, a value of Role or None."""
    return with_role(Club.objects.all(), user, "pk")


def clubs_apart(user: User) -> tuple[QuerySet[Club], QuerySet[Club]]:
    """The clubs in which the user holds a role, each with the number of its players (`size`), and others.

    * **D** Somebody's clubs are those he was given a role in; what belongs to them is found on their pages. Of others
      those are named that belong to nothing: all that belongs to them stands there.
    """
    clubs = clubs_seen_by(user)
    own = clubs.annotate(size=Count("memberships")).order_by("name", "pk")
    if user.is_superuser:
        return own, clubs.none()
    given = ClubRole.objects.filter(user=user.pk).values("club")
    return own.filter(pk__in=given), clubs.filter(parent=None).exclude(pk__in=given)


def members(club: Club, search: str = "") -> QuerySet[Membership]:
    """The register of a club in the order of names, searched as `matching` does; each with `licensed`.

    That is the key of the club whose licence the player holds today, if any.
    """
    return matching(_with_licence(club.memberships.select_related("player")), search)


def members_below(club: Club, search: str = "") -> QuerySet[Membership]:
    """The registers of a club and of all that belongs to it as one, each with its club; otherwise as `members`."""
    found = Membership.objects.filter(club__in=below(club)).select_related("player", "club")
    return matching(_with_licence(found), search)


def _with_licence(found: QuerySet[Membership]) -> QuerySet[Membership]:
    # Licences are of an app that comes later, reached by the name of the relation.
    held = Player.objects.filter(pk=OuterRef("player"), licences__first_day__lte=timezone.localdate())
    licensed = Subquery(held.order_by("-licences__first_day").values("licences__club")[:1])
    return found.annotate(licensed=licensed).order_by("player__sort_key", "pk")


def matching(found: QuerySet[Membership], search: str) -> QuerySet[Membership]:
    """Those of these members who are meant by a search.

    Each word of it must stand in the name or begin a number; umlauts may be typed as two letters.
    """
    for word in fold(search).replace(",", " ").split():
        found = found.filter(
            Q(player__sort_key__contains=word)
            | Q(number__istartswith=word)
            | Q(player__federation_number__istartswith=word)
        )
    return found


def known_elsewhere(club: Club, user: User) -> "QuerySet[KnownPlayer]":
    """Who can join the register without being typed: whoever played for the club, or is in one the user directs.

    Those of a federation are found one by one (`services.take_in_known`); here those of clubs the user was given a
    role in.

    Each comes with the memberships there as `elsewhere`, a former member perhaps with none. Two queries.

    * **D** Who has played for the club took part in one of its events out of its register, is in the squad of one of
      its teams, or in the table of a past year (`signals.register_played_for`): of other former members nothing is lost
      when they are typed again.
    """
    directed = clubs_seen_by(user).filter(Q(held__in=(Role.SPIELLEITUNG, Role.ADMINISTRATOR))).exclude(pk=club.pk)
    if not user.is_superuser:
        directed = directed.filter(roles__user=user.pk)
    theirs = Membership.objects.filter(club__in=directed.values("pk"))
    known = Q(pk__in=theirs.values("player"))
    for played in players_of_other_apps(club):
        known |= Q(pk__in=played.values(counts=Coalesce("merged_into", "pk")))
    return (
        Player.objects.filter(known, merged_into=None)
        .exclude(memberships__club=club)
        .exclude(last_name=Cast("pk", CharField()))  # whose personal data were deleted is called by the number
        .prefetch_related(Prefetch("memberships", theirs.select_related("club"), to_attr="elsewhere"))
    )


def doubles_of(member: Membership) -> "QuerySet[Player]":
    """Who has the same pass number as a member, from before a number existed once; each with `here`: in this register.

    Those of other federations are not named.
    """
    number = member.player.federation_number
    own = Exists(Membership.objects.filter(club=member.club_id, player=OuterRef("pk")))
    found = in_federation(member.club).filter(federation_number__iexact=number).exclude(pk=member.player_id)
    return (found if number else found.none()).annotate(here=own).prefetch_related("clubs")


def in_federation(club: Club) -> QuerySet[Player]:
    """All who stand in a register of the federation that a club belongs to in the end."""
    members = Membership.objects.filter(club__in=federation_of(club))
    return Player.objects.filter(merged_into=None, pk__in=members.values("player"))


def roles_in(club: Club) -> "QuerySet[RoleInClub]":
    """The users of a club with their roles, by name; each with whether the account acts elsewhere too: `elsewhere`."""
    elsewhere = Exists(acting_elsewhere(club).filter(pk=OuterRef("user")))
    roles = club.roles.select_related("user__managed_by").annotate(elsewhere=elsewhere)
    return roles.order_by("user__last_name", "user__first_name", "user__username")


def roles_above(club: Club) -> QuerySet[ClubRole]:
    """The roles that count in a club because they are held in what it belongs to."""
    held = ClubRole.objects.filter(club__in=keys_above(club)).exclude(club=club)
    return held.select_related("user", "club").order_by("club__name", "user__last_name", "user__username")


def offers_of(club: Club) -> QuerySet[ClubOffer]:
    """The roles of a club that wait for their users, the oldest first."""
    return club.offers.select_related("user__managed_by")
