"""Years that were played elsewhere: taking their final tables over, publishing them, reading them.

* **D** Such a year is in preparation until it is published; then it stands among the club's years and honours, marked
  as taken over. It cannot be changed, only removed and taken over again.
* **D** Records are of lists; a year without lists adds none.
"""

import datetime
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypedDict

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet
from django.dispatch import receiver
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.events.queries import sort_key
from skatliga.people.models import Club, Player, User, means
from skatliga.people.names import address_of, free_address
from skatliga.people.queries import with_role
from skatliga.people.signals import club_renamed, register_played_for
from skatliga.years.models import ClubYear, PastResult, PastYear


def past_years_seen_by(user: User) -> QuerySet[PastYear]:
    """All years taken over with their clubs, each with what the user holds there."""
    return with_role(PastYear.objects.select_related("club"), user)


def past_years_of(club: Club) -> QuerySet[PastYear]:
    """Those of a club which the visitor may read, the latest first; the club comes with the visitor's role."""
    return club.past_years.all() if club.role else club.past_years.filter(public=True)


class Winners(TypedDict):
    """What is asked of a year: its first three places."""

    winners: list[PastResult]


if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

    YearWithWinners = WithAnnotations[PastYear, Winners]


def past_winners(years: QuerySet[PastYear], role: Role | None) -> "list[YearWithWinners]":
    """Years with their first three places as `winners`, under the names this visitor may see; two queries."""
    placed = PastResult.objects.filter(place__lte=3).select_related("player__merged_into")
    found = list(years.prefetch_related(Prefetch("results", placed, to_attr="winners")))
    for year in found:
        _name(year.winners, role)
    return found


def results_of(year: PastYear, role: Role | None) -> list[PastResult]:
    """The table of a year, each line with the name this visitor may see as `shown`; one query."""
    results = list(year.results.select_related("player__merged_into"))
    _name(results, role)
    return results


def past_results_of(player: Player, user: User) -> QuerySet[PastResult]:
    """What a player reached in years taken over that this user may read, the latest first."""
    own = PastResult.objects.filter(means(player.pk, "player")).select_related("year__club")
    if not user.is_superuser:
        own = own.filter(Q(year__public=True) | Q(year__club__in=user.clubs.all() if user.is_authenticated else ()))
    return own.order_by("-year__first_day", "year__name")


def _name(results: Iterable[PastResult], role: Role | None) -> None:
    for result in results:
        result.shown = result.name_for(role)
        result.sort_key = sort_key(result.shown)


@transaction.atomic
def take_over(
    club: Club,
    name: str,
    first_day: datetime.date,
    last_day: datetime.date,
    results: Sequence[PastResult],
    user: User | None,
) -> PastYear:
    """Store the table of a year, unpublished; the results are not stored yet and belong to no year."""
    Club.objects.select_for_update().get(pk=club.pk)
    demand_free(club, name)
    stem = f"{club.slug}-{address_of(name, 80, 'clubjahr')}"
    taken = set(PastYear.objects.filter(slug__startswith=stem).values_list("slug", flat=True))
    year = PastYear(
        club=club, name=name, slug=free_address(stem, taken), first_day=first_day, last_day=last_day, by=user
    )
    year.full_clean()
    year.save()
    for result in results:
        result.year = year
    PastResult.objects.bulk_create(results)
    return year


def demand_free(club: Club, name: str) -> None:
    """Refuse a name that a year of the club has already."""
    if club.years.filter(name=name).exists() or club.past_years.filter(name=name).exists():
        raise ValidationError(
            _("Ein Clubjahr „%(name)s“ gibt es schon. Bitte anders benennen, oder das übernommene vorher entfernen.")
            % {"name": name}
        )


@transaction.atomic
def set_public(year: PastYear, public: bool) -> None:
    """Publish a year taken over, or withdraw it from the public."""
    stored = PastYear.objects.select_for_update().get(pk=year.pk)
    if stored.public != public:
        stored.public = public
        stored.version += 1
        stored.save(update_fields=["public", "version"])


def remove(year: PastYear) -> None:
    """Throw a year taken over away with its results; the file it came from can be taken over again."""
    year.delete()


# ---- For the register of a club


@register_played_for
def in_tables_of(club: Club) -> QuerySet[Player]:
    """Who stands in the table of a past year of the club."""
    return Player.objects.filter(past_results__year__club=club)


@receiver(club_renamed)
def renew_pages(*, club: Club, **_sent: object) -> None:
    """Make the pages of the club's years anew."""
    ClubYear.objects.filter(club=club).bump_version()
    PastYear.objects.filter(club=club).bump_version()
