"""What there is to tell of a team of a league: it follows from what is stored, as in `occasions`.

* **D** A match day is told once its results are binding, and once more whenever they become so again. A list that is
  opened again after that is told with its reason, as the page of the group says it.
* **D** A protest against a list of the group is told to all its teams, and its decision; what it says stays with those
  who may read it.
* **D** Who leads a team hears two days before a match day that nobody is named yet who plays.
* **D** Auf- und Abstieg is told once the next season is public, so that nobody hears of a draft.
"""

import datetime
from collections.abc import Iterator

from django.db.models import F
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from skatliga.formatting import format_points
from skatliga.leagues.group_results import report
from skatliga.leagues.models import Group, GroupTeam, Team
from skatliga.lists.models import Protest, Revocation, Sheet
from skatliga.phones.team_access import team_path
from skatliga.promotions.models import MoveJson, Promotion
from skatliga.promotions.wording import moves_by_level
from skatliga.publication import PublicationState
from skatliga.subscriptions.occasions import NEAR_DAYS, Occasion


def of_team(team: Team) -> Iterator[Occasion]:
    """What whoever leads a team hears; the team comes with its Staffel, its season and its `phone_pass`."""
    if not team.division.season.public:
        return
    today = timezone.localdate()
    days = team.groups.select_related("group__event", "matchday").order_by("matchday__number")
    for member in days:
        member.group.matchday = member.matchday
        member.matchday.division = team.division
        if member.group.binding_at:
            yield _binding(member)
        elif (
            is_near(member.matchday.date, today)
            and member.plays_on(member.matchday.number)
            and not member.lineup.exists()
        ):
            yield _lineup(team, member)
    yield from protests_in(teams__team=team)
    yield from _opened(team)
    if (promotion := Promotion.objects.filter(season=team.division.season).first()) and promotion.next_season:
        if promotion.next_season.state != PublicationState.DRAFT:
            yield from (_move(promotion, move) for move in promotion.moves if move["team"] == str(team.pk))


def is_near(day: datetime.date | None, today: datetime.date) -> bool:
    """Whether a match day is one of those that are told beforehand."""
    return day is not None and 0 <= (day - today).days <= NEAR_DAYS


def _binding(member: GroupTeam) -> Occasion:
    group = member.group
    assert group.binding_at
    sides = [f"{side.member.team.name}: {format_points(side.leistung)}" for side in report(group, None).sides]
    said = _("%(day)s: Ergebnisse verbindlich") % {"day": member.matchday}
    key = f"binding:{group.pk}:{group.binding_at.timestamp():.0f}"
    return Occasion(key, said, "\n".join(sides), group.get_absolute_url())


def _lineup(team: Team, member: GroupTeam) -> Occasion:
    day = member.matchday
    assert day.date
    values = {"day": day, "date": date_format(day.date, "SHORT_DATE_FORMAT"), "team": team.name}
    said = _("%(day)s am %(date)s: Aufstellung fehlt") % values
    text = _("Für „%(team)s“ ist noch niemand gemeldet. Bitte eintragen, wer spielt.") % values
    return Occasion(f"lineup:{day.pk}:{day.date}", said, text, team_path(team))


def protests_in(**groups: object) -> Iterator[Occasion]:
    """Objections to the lists of the groups with these fields, and what was decided; one query."""
    found = Protest.objects.filter(
        **{f"sheet__table__round__event__league_group__{name}": value for name, value in groups.items()}
    )
    waiting = found.exclude(verdict=Protest.Verdict.OPEN, sheet__state=Sheet.State.ANNULLED)
    for protest in waiting.select_related("sheet__table__round__event__league_group__matchday__division__season"):
        group, values = _place_of(protest.sheet)
        said, text = _("%(day)s: Protest gegen die Liste von Serie %(serie)s, Tisch %(table)s"), ""
        if protest.verdict != Protest.Verdict.OPEN:
            said = _("%(day)s: Protest entschieden, Serie %(serie)s, Tisch %(table)s")
            text = str(protest.get_verdict_display())
        yield Occasion(f"protest:{protest.pk}:{protest.verdict}", said % values, text, group.get_absolute_url())


def _opened(team: Team) -> Iterator[Occasion]:
    """Lists that were opened again after the results had become binding; one query."""
    group = "sheet__table__round__event__league_group"
    after = {f"{group}__teams__team": team, "at__gt": F(f"{group}__binding_at")}
    found = Revocation.objects.filter(**after).select_related(f"{group}__matchday__division__season").order_by("at")
    for revocation in found:
        of, values = _place_of(revocation.sheet)
        said = _("%(day)s wieder geöffnet: Liste von Serie %(serie)s, Tisch %(table)s") % values
        yield Occasion(f"opened:{revocation.pk}", said, revocation.reason, of.get_absolute_url())


def _place_of(sheet: Sheet) -> tuple[Group, dict[str, object]]:
    """The group of a list, and where in it the list is."""
    table = sheet.table
    group = table.round.event.league_group
    return group, {"day": group.matchday, "serie": table.round.number, "table": table.number}


def _move(promotion: Promotion, move: MoveJson) -> Occasion:
    values = {"into": move["into"], "team": move["name"]}
    said = {
        "up": _("Aufstieg: %(team)s spielt nächste Saison in %(into)s"),
        "down": _("Abstieg: %(team)s spielt nächste Saison in %(into)s"),
        "out": _("%(team)s nimmt nächste Saison nicht teil"),
    }.get(move["way"], _("%(team)s spielt nächste Saison in %(into)s"))
    why = moves_by_level([move])[0].groups[0].lines[0].why
    season = promotion.next_season
    assert season
    return Occasion(
        f"move:{season.pk}:{move['way']}:{move['into']}"[:120], said % values, why, season.get_absolute_url()
    )
