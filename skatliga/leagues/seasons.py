"""Seasons with their levels and Staffeln: made, changed, published, closed; each function is one transaction.

What a season is counted by is its own. A new one may take over the settings of the last; changing it never changes a
past one.

* **D** Once a list of the season has been opened, all that a list or a Serie is counted by stays as it was: rule book,
  evaluation, agreements, deals, Serien, scale and tie rule. Order of the table, zones and names may change.
* **D** A season taken over brings levels, zones, Staffeln, and teams with captains and squads; no plan, no dates,
  and no team that has withdrawn.
"""

from collections.abc import Sequence
from itertools import pairwise

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from scoring.rulebooks import BOOKS
from skatliga.database import label_of
from skatliga.events.agreements import check_rules
from skatliga.events.models import Event, Round
from skatliga.events.services import set_state as set_event_state
from skatliga.history import demand, save
from skatliga.leagues.group_results import FEWEST_AT_A_TABLE
from skatliga.leagues.models import Division, Level, Season, SquadMember, Team, ZoneJson
from skatliga.lists.confirmation import demand_confirmed
from skatliga.people.models import Club
from skatliga.people.names import address_of, free_address
from skatliga.publication import PublicationState, bump_version, changing, take_step
from skatliga.rules.books import Evaluation

RULES = (
    "rulebook",
    "evaluation",
    "agreements",
    "deals_at_four",
    "deals_at_three",
    "rounds",
    "scale",
    "scales",
    "team_size",
    "tie",
)
"""What lists and Serien are counted by; it stays as it was once there is a list."""

TAKEN_OVER = (*RULES, "absent_minus", "order", "binding_days")

RESERVED = frozenset({"neu", "bearbeiten", "stand", "folgesaison", "aufbau", "ebene", "staffel", "vergleich"})
"""Words of addresses that no season and no Staffel is called by."""


@transaction.atomic
def create_season(club: Club, *, name: str, **fields: object) -> Season:
    """A new season of this organiser; `fields` are those of Season."""
    Club.objects.select_for_update().get(pk=club.pk)  # two of one name get two addresses
    season = Season(club=club, name=name, slug=_free_season_slug(name), **fields)
    _save_season(season)
    return season


@transaction.atomic
def follow_season(before: Season, name: str) -> Season:
    """A new season with the settings, Staffeln, teams and squads of an earlier one."""
    season = create_season(before.club, name=name, **{field: getattr(before, field) for field in TAKEN_OVER})
    for level in before.levels.prefetch_related("divisions__teams__squad"):
        new_level = Level(season=season, number=level.number, name=level.name, zones=level.zones)
        save(new_level)
        for division in level.divisions.all():
            new = Division(season=season, level=new_level, name=division.name, slug=division.slug)
            save(new)
            for team in division.teams.all():
                if not team.withdrawal:
                    _take_team_over(team, new)
    return season


def change_season(season: Season, **fields: object) -> Season:
    """Write new values over a season; once a list exists, what it is counted by stays."""
    with changing(season) as stored:
        changed = [name for name in RULES if name in fields and fields[name] != getattr(stored, name)]
        if changed and has_lists(stored):
            names = get_text_list([label_of(Season, name) for name in changed], _("und"))
            raise ValidationError(
                _(
                    "Nicht mehr zu ändern: %(names)s. Es gibt in dieser Saison schon eine Liste, die danach gespielt"
                    " wurde."
                )
                % {"names": names}
            )
        for name, value in fields.items():
            setattr(stored, name, value)
        _save_season(stored)
        return stored


@transaction.atomic
def set_state(season: Season, state: PublicationState) -> None:
    """Publish, withdraw from the public, close or reopen a season, and the events of its match days with it."""
    stored = Season.objects.select_for_update().get(pk=season.pk)
    before = stored.state
    if not take_step(stored, state):
        return
    events = Event.objects.filter(league_group__matchday__division__season=stored)
    if state == Season.State.FINAL:
        demand_confirmed(events)
    for event in events.filter(state=before):
        set_event_state(event, state)
    save(stored)
    bump_version(stored)


def set_level(season: Season, number: int, name: str, zones: Sequence[ZoneJson]) -> Level:
    """A level of this number with its name and zones, new or instead of what it was."""
    with changing(season) as stored:
        demand(
            all(before["last"] < after["first"] for before, after in pairwise(zones)),
            _("Die Zonen überschneiden sich. Bitte jeden Platz nur einer Zone geben, die besten Plätze zuerst."),
        )
        level = stored.levels.filter(number=number).first() or Level(season=stored, number=number)
        level.name, level.zones = name, [dict(zone) for zone in zones]
        save(level)
        return level


def drop_level(level: Level) -> None:
    """Remove a level without Staffeln."""
    with changing(level.season):
        demand(not level.divisions.exists(), _("Diese Ebene hat noch Staffeln. Bitte zuerst diese entfernen."))
        level.delete()


def create_first_division(season: Season, name: str) -> Division:
    """A Staffel of a season without levels.

    **D** Its level is called as the season is: a league of one Staffel needs no second form.
    """
    with changing(season) as stored:
        return create_division(set_level(stored, 1, stored.name[:80], []), name)


def create_division(level: Level, name: str) -> Division:
    """A Staffel of a level; its address is made of its name."""
    with changing(level.season) as stored:
        taken = {*stored.divisions.values_list("slug", flat=True), *RESERVED}
        division = Division(
            level=level, season=stored, name=name, slug=free_address(address_of(name, 70, "staffel"), taken)
        )
        save(division)
        return division


def change_division(division: Division, name: str, level: Level) -> Division:
    """Another name or level for a Staffel; its address stays."""
    with changing(division.season) as stored:
        demand(level.season_id == stored.pk, _("Diese Ebene gehört zu einer anderen Saison."))
        division.name, division.level = name, level
        save(division)
        return division


def drop_division(division: Division) -> None:
    """Remove a Staffel without teams."""
    with changing(division.season):
        demand(not division.teams.exists(), _("Diese Staffel hat noch Mannschaften. Bitte zuerst diese entfernen."))
        division.delete()


def has_lists(season: Season) -> bool:
    """Whether a list of the season has been opened."""
    groups = Round.objects.filter(event__league_group__matchday__division__season=season)
    return groups.filter(started_at__isnull=False).exists()


def _save_season(season: Season) -> None:
    demand_scale(season.scale)
    for size, scale in season.scales_by_size.items():
        demand_scale(scale)
        demand(
            len(scale) == size and size >= FEWEST_AT_A_TABLE,
            _("Zu einer Gruppe von %(size)s Mannschaften gehören Punkte für genau so viele Plätze.") % {"size": size},
        )
    book = BOOKS.get(season.rulebook)
    demand(
        book is not None and {3, 4} <= set(book.table_sizes) and season.evaluation != Evaluation.MATCHES,
        _("In einer Liga wird an Tischen zu viert und zu dritt gespielt. Bitte ein Regelwerk wählen, das sie kennt."),
    )
    # The rules of a season are those of the events it will create, so they are checked as an event's.
    rules = ("rulebook", "evaluation", "agreements", "deals_at_four", "deals_at_three")
    check_rules(Event(**{name: getattr(season, name) for name in rules}))
    save(season)


def demand_scale(scale: Sequence[int]) -> None:
    """Refuse Wertungspunkte that do not fall from the first place on."""
    demand(
        len(scale) >= 2 and list(scale) == sorted(scale, reverse=True) and scale[0] > scale[-1] >= 0,
        _("Die Wertungspunkte müssen vom ersten Platz an fallen, zum Beispiel 3 2 1 0."),
    )


def _take_team_over(team: Team, division: Division) -> None:
    kept = {name: getattr(team, name) for name in ("letter", "name", "club", "place", "captain")}
    new = Team(division=division, **kept)
    save(new)
    for member in team.squad.all():
        save(SquadMember(season=division.season, team=new, player_id=member.player_id))


def _free_season_slug(name: str) -> str:
    taken = set(Season.objects.values_list("slug", flat=True))
    return free_address(address_of(name, 70, "saison"), {*taken, *RESERVED})
