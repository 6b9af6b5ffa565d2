"""Who is shown with his strength, and who has agreed to it: of a club, of a level with all below it, of everybody.

* **D** Strangers see those who have agreed, under their public names; whoever holds a role in a club sees its players
  on the club's page. It holds at once, for pages and files alike.
* **D** The player agrees on a page of his own (*Mein Abend*), or the club records that he has; either takes it back.
* **D** Who has fewer than 20 lists is not shown; his strength would say little. 1000 is the mean of all.
* **D** Classes by age go by the year of birth: seniors are those who reach the age in this year, juniors those who had
  not on its first day; where no year is known by the class in the register. Whoever is in no class stands among all.
"""

from typing import Final, NamedTuple

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Sum
from django.utils import timezone

from scoring.federation.eligibility import StartClass
from scoring.federation.strength import SURE
from skatliga.access import Role
from skatliga.events.live_pages import latest_names
from skatliga.federations.start_rules import as_eligibility_rules, rules_for
from skatliga.people.models import AgeClass, Club, Gender, Membership, Player, User
from skatliga.people.tree import below
from skatliga.statistics.models import Rated, RatedPlayer, RatingRun, StrengthConsent
from skatliga.statistics.pages import Strength
from skatliga.statistics.queries import has_page
from skatliga.statistics.rating_run import RATE

LEAST_LISTS: Final = 20
ZERO: Final = 1000
"""What is shown for the mean of all."""


class StrengthState(NamedTuple):
    """What pages of strengths are made of: as long as it is the same, so are they."""

    made: object
    """When all were last rated."""
    agreed: tuple[object, ...]
    names: tuple[int | None, ...]


def state() -> StrengthState:
    """The state now; four queries."""
    agreed = StrengthConsent.objects.aggregate(number=Count("pk"), keys=Sum("pk"), last=Max("pk"))
    return StrengthState(last_run(), tuple(agreed.values()), latest_names())


def register_state() -> tuple[object, ...]:
    """Who is a member of which club, and what belongs to what; two queries."""
    members = Membership.objects.aggregate(number=Count("pk"), keys=Sum("pk"), last=Max("pk"))
    tree = Club.objects.aggregate(number=Count("pk"), line=Sum(F("pk") * F("parent")))
    return (*members.values(), *tree.values())


def last_run() -> tuple[object, int] | None:
    """When strengths were last found, and from how many lists."""
    return RatingRun.objects.values_list("made_at", "lists").first()


def is_rated(club: Club) -> bool:
    """Whether a club has switched its page on."""
    return Rated.objects.filter(club=club).exists()


def rate_players(club: Club, rated: bool) -> None:
    """Switch the page of a club on or off; strengths are found soon after where they never were."""
    if not rated:
        for setting in Rated.objects.filter(club=club):
            setting.delete()
        return
    Rated.objects.get_or_create(club=club)
    if last_run() is None:
        RATE.begin()


def strengths(club: Club, role: Role | None) -> tuple[Strength, ...]:
    """The players of a club that has its page switched on, the strongest first; nobody otherwise. Two queries."""
    if not is_rated(club):
        return ()
    found = _rated().filter(Exists(Membership.objects.filter(club=club, player=OuterRef("player"))))
    if role is None:
        found = found.filter(player__strength_consent__isnull=False)
    return tuple(_shown(rated, role, place) for place, rated in enumerate(found, 1))


def shown_in(level: Club | None, start_class: StartClass) -> QuerySet[RatedPlayer]:
    """Those who have agreed, of a level with all that belongs to it or of everybody, in a class; strongest first."""
    found = _rated().filter(player__strength_consent__isnull=False)
    if level:
        found = found.filter(player__in=Membership.objects.filter(club__in=below(level)).values("player"))
    return found.filter(_in_class(level, start_class))


def ranked(found: list[RatedPlayer], first: int) -> list[Strength]:
    """How these are shown to everybody, the first of them at this place. One query."""
    clubs: dict[int, list[str]] = {}
    of_clubs = Membership.objects.filter(player__in=[each.pk for each in found]).order_by("pk")
    for player, club in of_clubs.values_list("player", "club__name"):
        clubs.setdefault(player, []).append(club)
    return [
        _shown(each, None, place)._replace(clubs=", ".join(clubs.get(each.pk, ())))
        for place, each in enumerate(found, first)
    ]


def strength_of(player: Player) -> Strength | None:
    """What is shown of one player; None where he has not agreed, or has too few lists."""
    rated = _rated().filter(player=player, player__strength_consent__isnull=False).first()
    return _shown(rated, None, 0) if rated else None


def own_strength(player: Player) -> Strength | None:
    """What he himself sees, as soon as there is anything."""
    rated = RatedPlayer.objects.filter(player=player).select_related("player").first()
    return _shown(rated, None, 0) if rated else None


def consent_of(player: Player) -> StrengthConsent | None:
    """That he has agreed."""
    return StrengthConsent.objects.filter(player=player).select_related("by").first()


def agree(player: Player, by: User | None = None) -> None:
    """Let somebody be shown, as he himself says or a user for him."""
    StrengthConsent.objects.get_or_create(player=player, defaults={"since": timezone.localdate(), "by": by})


def take_back(player: Player) -> None:
    """Let somebody no longer be shown."""
    StrengthConsent.objects.filter(player=player).delete()


def _rated() -> QuerySet[RatedPlayer]:
    found = RatedPlayer.objects.filter(lists__gte=LEAST_LISTS, player__merged_into=None)
    return found.select_related("player").order_by("-mean", "player__sort_key")


def _in_class(level: Club | None, start_class: StartClass) -> Q:
    rules = as_eligibility_rules(rules_for(level) if level else None)
    year = timezone.localdate().year
    born, category = "player__birth_year", "player__category"
    young = {
        "juniors": (rules.junior_below, (AgeClass.JUNIOREN, AgeClass.JUGEND, AgeClass.SCHUELER)),
        "youth": (rules.youth_below, (AgeClass.JUGEND, AgeClass.SCHUELER)),
        "pupils": (rules.pupil_below, (AgeClass.SCHUELER,)),
    }
    if start_class in young:
        limit, classes = young[start_class]
        return Q(**{f"{born}__gte": year - limit}) | Q(**{born: None, f"{category}__in": classes})
    match start_class:
        case "seniors":
            return Q(**{f"{born}__lte": year - rules.senior_from}) | Q(**{born: None, category: AgeClass.SENIOREN})
        case "women":
            return Q(player__gender=Gender.DAMEN)
        case "men":
            return Q(player__gender=Gender.HERREN)
    return Q()


def _shown(rated: RatedPlayer, role: Role | None, place: int) -> Strength:
    player = rated.player
    return Strength(
        player=player.pk,
        name=player.name if role else player.public_name,
        has_page=has_page(player),
        value=round(ZERO + rated.mean),
        margin=round(SURE * rated.deviation),
        lists=rated.lists,
        place=place,
    )
