"""What the pages of clubs and players read."""

from django.db.models import CharField, Count, OuterRef, Q, QuerySet, Subquery, Value

from skatliga.access import Role
from skatliga.people.models import Club, ClubRole, Membership, Player, User
from skatliga.people.names import fold


def role_held(user: User, club: str = "club") -> Value | Subquery:
    """What the user is in the club that this field of a query names: a value of Role or None."""
    if user.is_superuser:
        return Value(Role.ADMINISTRATOR.value, CharField())
    return Subquery(ClubRole.objects.filter(club=OuterRef(club), user=user.pk).values("role"))


def clubs_seen_by(user: User) -> QuerySet[Club]:
    """All clubs, each with what the user is there: `held`, a value of Role or None."""
    return Club.objects.annotate(held=role_held(user, "pk"))


def clubs_with_sizes(user: User) -> QuerySet[Club]:
    """All clubs as `clubs_seen_by`, each with the number of its players: `size`."""
    return clubs_seen_by(user).annotate(size=Count("memberships"))


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


def event_of_both(one: Player, other: Player) -> str | None:
    """The name of an event in which both have a result in the same Serie, which shows that they are two persons."""
    serie = "entries__results__sheet__table__round"  # of apps that come later, by the names of their relations
    played = [Player.objects.filter(Q(pk=each.pk) | Q(merged_into=each.pk)) for each in (one, other)]
    both = played[0].filter(**{f"{serie}__in": played[1].filter(entries__results__isnull=False).values(serie)})
    return both.values_list(f"{serie}__event__name", flat=True).first()


def roles_in(club: Club) -> QuerySet[ClubRole]:
    """The users of a club with their roles, by name."""
    return club.roles.select_related("user").order_by("user__last_name", "user__first_name", "user__username")
