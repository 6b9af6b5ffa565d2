"""A season becomes the next one: what is said for it is kept, it is confirmed in one step, and that is taken back.

* **D** The next season brings settings, levels with zones, Staffeln, and teams with captains and squads, their letters
  anew from the strongest down; no plan, no dates, no points that a team began with. What clubs have registered comes
  as it was registered; a registered captain is in the squad of his team, and in no other one.
* **D** It is taken back until its first list is opened; what was planned for it goes with it, what was said stays.
"""

from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone
from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history

from skatliga.events.models import Event, Seat
from skatliga.history import demand, save
from skatliga.leagues.models import Division, Group, GroupTeam, Level, LineupPlace, Season, SquadMember, Team
from skatliga.leagues.open_days import days_not_binding
from skatliga.leagues.seasons import RESERVED, begin_next, has_lists
from skatliga.leagues.squads import ALL_LETTERS
from skatliga.people.models import User
from skatliga.people.names import address_of, fold, free_address
from skatliga.promotions.models import ChoicesJson, Promotion
from skatliga.promotions.next_season import NextDivision, NextSeason, next_season
from skatliga.publication import bump_version


@transaction.atomic
def say(season: Season, choices: ChoicesJson) -> Promotion:
    """Keep what was said for a season, instead of what was said before."""
    promotion = _held(season)
    demand_open(promotion)
    promotion.choices = choices
    save(promotion)
    return promotion


@transaction.atomic
def confirm(season: Season, name: str, token: str, user: User, *, unfinished: bool = False) -> Season:
    """Make the next season of this name, if it is still the one that was shown (`NextSeason.token`).

    `unfinished`: although match days are not binding, so that their results move nobody any more.
    """
    promotion = _held(season)
    demand_open(promotion)
    names = Season.objects.filter(club=season.club_id).values_list("name", flat=True)
    demand(
        fold(name) not in map(fold, names),
        _("„%(name)s“ heißt hier schon eine Saison. Bitte der neuen einen anderen Namen geben.") % {"name": name},
    )
    found = next_season(promotion.season, promotion)
    demand(not found.problems, *found.problems)
    demand(
        unfinished or not days_not_binding(promotion.season),
        _("Es sind noch nicht alle Spieltage verbindlich. Bitte ansehen, welche, und es dann eigens bestätigen."),
    )
    demand(
        found.token == token, _("Seit der Vorschau hat sich etwas geändert. Bitte die Vorschau noch einmal ansehen.")
    )
    promotion.choices = {**promotion.said, "name": name}
    made = begin_next(promotion.season, name)
    _fill(made, found)
    promotion.next_season, promotion.moves = made, list(found.moves)
    promotion.made_by, promotion.made_at = user, timezone.now()
    save(promotion, user)
    bump_version(promotion.season)
    return made


@transaction.atomic
def undo(season: Season, user: User) -> None:
    """Take the next season away, as long as nothing of it has been played."""
    promotion = _held(season)
    made = promotion.next_season
    if made is None:
        raise ValidationError(_("Die Folgesaison ist schon zurückgenommen."))
    Season.objects.select_for_update().get(pk=made.pk)
    demand(
        not has_lists(made),
        _("In „%(season)s“ ist schon eine Liste angefangen; die Folgesaison bleibt.") % {"season": made.name},
    )
    demand(
        not Promotion.objects.filter(season=made, next_season__isnull=False).exists(),
        _("Auf „%(season)s“ folgt schon eine Saison. Bitte zuerst diese zurücknehmen.") % {"season": made.name},
    )
    promotion.next_season = promotion.made_by = promotion.made_at = None
    promotion.moves = []
    save(promotion, user)
    try:
        _remove(made)
    except ProtectedError:
        raise ValidationError(
            _("An einem Spieltag von „%(season)s“ hängt schon etwas anderes, zum Beispiel die Kasse oder ein Clubjahr.")
            % {"season": made.name}
        ) from None
    bump_version(promotion.season)


def _held(season: Season) -> Promotion:
    """What was said for a season, nobody else changing it until the transaction ends."""
    stored = Season.objects.select_for_update(of=("self",)).select_related("club").get(pk=season.pk)
    promotion = Promotion.objects.filter(season=stored).first() or Promotion(season=stored)
    promotion.season = stored
    return promotion


def demand_open(promotion: Promotion) -> None:
    """Refuse what is said for a season that has been followed already."""
    demand(promotion.next_season is None, _("Die Folgesaison ist schon angelegt. Bitte die Seite neu laden."))


# ---- The next season in the database


def _fill(made: Season, found: NextSeason) -> None:
    # A player is in one squad of a season, so everybody's squad is read once.
    squads: dict[int, list[int]] = {}
    members: dict[int, SquadMember] = {}
    captains = {each.captain_id for each in found.given.registrations.values() if each.captain_id}
    before = SquadMember.objects.filter(season=found.season).exclude(player__in=captains).order_by("pk")
    for team, player in before.values_list("team", "player"):
        squads.setdefault(team, []).append(player)
    taken = {*RESERVED, *(planned.slug for each in found.levels for planned in each.divisions)}
    for each in found.levels:
        level = Level(season=made, number=each.level.number, name=each.level.name, zones=each.level.zones)
        save(level)
        for planned in each.divisions:
            slug = planned.slug or free_address(address_of(planned.name, 70, "staffel"), taken)
            taken.add(slug)
            division = Division(season=made, level=level, name=planned.name, slug=slug)
            save(division)
            _enter_teams(division, planned, found, squads, members)
    bulk_create_with_history(list(members.values()), SquadMember)


def _enter_teams(
    division: Division,
    planned: NextDivision,
    found: NextSeason,
    squads: Mapping[int, list[int]],
    members: dict[int, SquadMember],
) -> None:
    """The teams of a Staffel; who plays for them comes to `members`, by player, of whom nobody is there twice."""
    for letter, key in zip(ALL_LETTERS, planned.keys, strict=False):
        sent = found.sent(key)
        team = Team(
            division=division,
            letter=letter,
            **{name: getattr(sent, name) for name in ("name", "club_id", "place", "captain_id")},
        )
        save(team)
        players = [*squads.get(found.team(key).pk or 0, ())]
        if key in found.given.registrations and sent.captain_id:
            players.insert(0, sent.captain_id)
        for player in players:
            members.setdefault(player, SquadMember(season=division.season, team=team, player_id=player))


def _remove(made: Season) -> None:
    """Everything of a season in which nothing was played, from the leaves down."""
    groups = Group.objects.filter(matchday__division__season=made)
    events = Event.objects.filter(pk__in=list(groups.exclude(event=None).values_list("event", flat=True)))
    LineupPlace.objects.filter(group_team__group__in=groups).delete()
    GroupTeam.objects.filter(group__in=groups).delete()
    groups.delete()
    Seat.objects.filter(round__event__in=events).delete()
    events.delete()
    Promotion.objects.filter(season=made).delete()
    Team.objects.filter(division__season=made).delete()
    Division.objects.filter(season=made).delete()
    made.delete()
