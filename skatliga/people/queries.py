"""What the pages of clubs and players read."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypedDict, TypeVar

from django.db.models import CharField, Count, Exists, Model, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Coalesce

from skatliga.access import Role
from skatliga.people.models import Club, ClubOffer, ClubRole, Membership, Player, User
from skatliga.people.names import fold
from skatliga.people.offers import acting_elsewhere
from skatliga.publication import PublicationState


def role_held(user: User, club: str = "club") -> Value | Subquery:
    """What the user is in the club that this field of a query names: a value of Role or None."""
    if user.is_superuser:
        return Value(Role.ADMINISTRATOR.value, CharField())
    return Subquery(ClubRole.objects.filter(club=OuterRef(club), user=user.pk).values("role"))


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
    """The clubs in which the user holds a role, each with the number of its players (`size`), and all others."""
    clubs = clubs_seen_by(user)
    own = clubs.annotate(size=Count("memberships")).order_by("name", "pk")
    if user.is_superuser:
        return own, clubs.none()
    return own.exclude(Q(held=None)), clubs.filter(Q(held=None))


def members(club: Club, search: str = "") -> QuerySet[Membership]:
    """The register of a club in the order of names.

    Each word of the search must stand in the name or begin a number; umlauts may be typed as two letters.
    """
    found = club.memberships.select_related("player").order_by("player__sort_key", "pk")
    for word in fold(search).replace(",", " ").split():
        found = found.filter(
            Q(player__sort_key__contains=word)
            | Q(number__istartswith=word)
            | Q(player__federation_number__istartswith=word)
        )
    return found


def known_elsewhere(club: Club, user: User) -> "QuerySet[KnownPlayer]":
    """Who can join the register without being typed: whoever played for the club, or is in one the user directs.

    Each comes with the memberships there as `elsewhere`, a former member perhaps with none. Two queries.

    * **D** Who has played for the club took part in one of its events out of its register, is in the squad of one of
      its teams, or in the table of a past year: of other former members nothing is lost when they are typed again. In
      the events of a league that the club organises players of other clubs take part.
    """
    directed = clubs_seen_by(user).filter(Q(held__in=(Role.SPIELLEITUNG, Role.ADMINISTRATOR))).exclude(pk=club.pk)
    theirs = Membership.objects.filter(club__in=directed.values("pk"))
    # Of apps that come later, by the names of their relations.
    took_part = Player.objects.filter(entries__event__club=club, entries__event__league_group=None)
    in_squad = Player.objects.filter(squad_memberships__team__club=club)
    in_table = Player.objects.filter(past_results__year__club=club)
    known = Q(pk__in=theirs.values("player"))
    for played in (took_part, in_squad, in_table):
        known |= Q(pk__in=played.values(counts=Coalesce("merged_into", "pk")))
    return (
        Player.objects.filter(known, merged_into=None)
        .exclude(memberships__club=club)
        .exclude(last_name=Cast("pk", CharField()))  # whose personal data were deleted is called by the number
        .prefetch_related(Prefetch("memberships", theirs.select_related("club"), to_attr="elsewhere"))
    )


def squads_of(member: Membership) -> list[tuple[str, str]]:
    """The teams of the club in whose squads somebody is, each with its season, of seasons that are not closed."""
    own = Player.objects.filter(Q(pk=member.player_id) | Q(merged_into=member.player_id))
    # Of an app that comes later, by the name of its relation.
    current = own.filter(
        squad_memberships__team__club=member.club_id,
        squad_memberships__season__state__in=(PublicationState.DRAFT, PublicationState.PUBLISHED),
    )
    return list(current.values_list("squad_memberships__team__name", "squad_memberships__season__name"))


def event_of_both(one: Player, other: Player) -> str | None:
    """The name of an event in which both have a result in the same Serie, which shows that they are two persons."""
    return _where_both(one, other, "entries__results__sheet__table__round", {"entries__results__isnull": False})


def event_for_both(one: Player, other: Player) -> str | None:
    """The name of an event not yet closed that counts on both, or has seats for both in the same Serie."""
    going_on = {"entries__event__state__in": (PublicationState.DRAFT, PublicationState.PUBLISHED)}
    return _where_both(one, other, "entries__event", going_on | {"entries__withdrawn": False}) or _where_both(
        one, other, "entries__seats__round", going_on
    )


def _where_both(one: Player, other: Player, path: str, entered: Mapping[str, object]) -> str | None:
    """The name of an event in which entries of both lead to the same by a path, through apps that come later."""
    mine, theirs = (Q(pk=player.pk) | Q(merged_into=player.pk) for player in (one, other))
    shared = Player.objects.filter(theirs, **entered).values(path)
    both = Player.objects.filter(mine, **entered, **{f"{path}__in": shared})
    return both.values_list("entries__event__name", flat=True).first()


def roles_in(club: Club) -> "QuerySet[RoleInClub]":
    """The users of a club with their roles, by name; each with whether the account acts elsewhere too: `elsewhere`."""
    elsewhere = Exists(acting_elsewhere(club).filter(pk=OuterRef("user")))
    roles = club.roles.select_related("user__managed_by").annotate(elsewhere=elsewhere)
    return roles.order_by("user__last_name", "user__first_name", "user__username")


def offers_of(club: Club) -> QuerySet[ClubOffer]:
    """The roles of a club that wait for their users, the oldest first."""
    return club.offers.select_related("user__managed_by")
