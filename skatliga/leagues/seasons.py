"""Seasons with their levels and Staffeln: made, changed, published, closed; each function is one transaction.

What a season is counted by is its own. A new one may take over the settings of the last; changing it never changes a
past one.

* **D** Once a list of the season has been opened, all that lists and Serien are played by stays as it was: rule book,
  evaluation, agreements, deals, Serien, players of a team. Zones and names may change.
* **D** How the tables count may change until a first result is binding; from then on only with a reason, and the tables
  are kept as they were.
"""

from collections.abc import Sequence
from itertools import pairwise

from django.db import transaction
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from scoring.rulebooks import BOOKS
from scoring.wertung.presets import GroupTableRule
from skatliga.database import label_of
from skatliga.events.agreements import check_rules
from skatliga.events.models import Event, Round
from skatliga.events.services import set_state as set_event_state
from skatliga.history import demand, demand_reason, save
from skatliga.leagues.binding import keep_table
from skatliga.leagues.models import Division, Group, Level, Season, ZoneJson
from skatliga.lists.confirmation import demand_confirmed
from skatliga.people.models import Club, User
from skatliga.people.names import address_of, free_address
from skatliga.publication import PublicationState, bump_version, changing, take_step
from skatliga.rules.books import Evaluation
from skatliga.wertung.rules import write_group_rule

PLAYED_BY = ("rulebook", "evaluation", "agreements", "deals_at_four", "deals_at_three", "rounds")
"""What lists and Serien are played by; it stays as it was once there is a list."""

TAKEN_OVER = (*PLAYED_BY, "binding_days")
"""What a season goes on with, besides its rule."""

RESERVED = frozenset(
    (
        *("neu", "bearbeiten", "stand", "folgesaison", "auf-und-absteiger", "aufbau", "ebene", "staffel", "vergleich"),
        *("meldung", "verbindlich"),
    )
)
"""Words of addresses that no season and no Staffel is called by."""


@transaction.atomic
def create_season(club: Club, *, name: str, rule: GroupTableRule | None = None, **fields: object) -> Season:
    """A new season of this organiser, counted as usual without a rule; `fields` are those of Season."""
    Club.objects.select_for_update().get(pk=club.pk)  # two of one name get two addresses
    stored = write_group_rule(rule) if rule else {}
    season = Season(club=club, name=name, slug=_free_season_slug(name), rule=stored, **fields)
    _save_season(season)
    return season


def begin_next(before: Season, name: str) -> Season:
    """A new season with the settings of an earlier one, and nothing else of it."""
    fields = {field: getattr(before, field) for field in TAKEN_OVER}
    return create_season(before.club, name=name, rule=before.counts_by, **fields)


def change_season(
    season: Season, *, rule: GroupTableRule | None = None, user: User | None = None, reason: str = "", **fields: object
) -> Season:
    """Write new values over a season, and the rule of its tables; refused for what stays as it was."""
    with changing(season) as stored:
        before = stored.counts_by
        played_by = {name: getattr(stored, name) for name in PLAYED_BY}
        changed = [label_of(Season, name) for name, old in played_by.items() if fields.get(name, old) != old]
        if rule and rule.size != before.size:
            changed.append(_("Spieler einer Mannschaft"))
        demand(
            not changed or not has_lists(stored),
            _("Nicht mehr zu ändern: %(names)s. Es gibt in dieser Saison schon eine Liste, die danach gespielt wurde.")
            % {"names": get_text_list(changed, _("und"))},
        )
        if rule and rule != before:
            if is_frozen(stored):
                demand_reason(reason)
                for division in stored.divisions.select_related("season", "level"):
                    keep_table(division, user, reason.strip())
            stored.rule = write_group_rule(rule)
        for name, value in fields.items():
            setattr(stored, name, value)
        _save_season(stored, user, reason.strip())
        return stored


def is_frozen(season: Season) -> bool:
    """Whether a first result is binding."""
    return Group.objects.filter(matchday__division__season=season, binding_at__isnull=False).exists()


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


def _save_season(season: Season, user: User | None = None, reason: str = "") -> None:
    book = BOOKS.get(season.rulebook)
    demand(
        book is not None and {3, 4} <= set(book.table_sizes) and season.evaluation != Evaluation.MATCHES,
        _("In einer Liga wird an Tischen zu viert und zu dritt gespielt. Bitte ein Regelwerk wählen, das sie kennt."),
    )
    # The rules of a season are those of the events it will create, so they are checked as an event's.
    rules = ("rulebook", "evaluation", "agreements", "deals_at_four", "deals_at_three")
    check_rules(Event(**{name: getattr(season, name) for name in rules}))
    save(season, user, reason)


def _free_season_slug(name: str) -> str:
    taken = set(Season.objects.values_list("slug", flat=True))
    return free_address(address_of(name, 70, "saison"), {*taken, *RESERVED})
