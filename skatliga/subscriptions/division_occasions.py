"""What there is to tell of a Staffel: to anybody, and to those who direct it; it follows from what is stored.

* **D** The table is told once all groups of a match day are binding, and once more whenever they become so again.
* **D** A table that changes after that is told as the page of former tables says it, with the reason. So a list that
  is opened again and a team that withdraws are told in one way.
* **D** Two days before a match day it is told who meets where; another date is told once more.
* **D** Who directs hears of a club's registration once for each time that teams come to it or leave it.
"""

from collections.abc import Iterator, Sequence

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.formatting import format_points
from skatliga.leagues.division_standing import DivisionStandingLine, read
from skatliga.leagues.group_results import At, GroupStage, GroupState, states_of
from skatliga.leagues.models import Division, Group, GroupTeam, Matchday
from skatliga.registrations.models import RegisteredTeam, TeamTerms
from skatliga.registrations.queries import is_open, registrations_of, terms_of
from skatliga.subscriptions.occasions import Occasion
from skatliga.subscriptions.team_occasions import is_near, protests_in


def of_division(division: Division, directs: bool) -> Iterator[Occasion]:
    """What who listens to a Staffel hears; who directs it hears more. It comes with its season and level."""
    if not division.season.public:
        return
    days = _days_of(division)
    yield from _binding(division, days)
    for former in division.former_tables.defer("lines").order_by("pk"):
        said = _("%(division)s: Die Tabelle ändert sich nachträglich") % {"division": division.name}
        page = reverse("leagues:former_table", args=[division.season.slug, division.slug, former.pk])
        yield Occasion(f"former:{former.pk}", said, former.reason, page)
    near = [(day, groups) for day, groups in days if is_near(day.date, timezone.localdate())]
    for day, groups in near:
        yield _near(division, day, groups)
    if directs:
        for day, groups in near:
            yield from _lineups(day, groups)
        yield from _of_directors(division, days)


def _days_of(division: Division) -> list[tuple[Matchday, list[Group]]]:
    """The match days with their groups, as `states_of` takes them; two queries."""
    groups: dict[int, list[Group]] = {}
    for group in Group.objects.filter(matchday__division=division).select_related("event", "host"):
        groups.setdefault(group.matchday_id, []).append(group)
    days = [(day, groups.get(day.pk, [])) for day in division.matchdays.order_by("number")]
    for day, met in days:
        day.division = division
        for group in met:
            group.matchday = day
    return days


def _page_of(day: Matchday) -> str:
    return reverse("leagues:matchday", args=[day.division.season.slug, day.division.slug, day.number])


def _binding(division: Division, days: Sequence[tuple[Matchday, list[Group]]]) -> Iterator[Occasion]:
    bound = [
        (day, max(each.binding_at for each in groups if each.binding_at))
        for day, groups in days
        if groups and all(each.binding_at for each in groups)
    ]
    if not bound:
        return
    [reckoned], plus_only = read([division]), division.season.counts_by.plus_only
    for day, at in bound:
        table = reckoned.standing(At(day.number, day.serien))
        text = "\n".join(f"{line.place}. {line.team.name}: {_points_of(line, plus_only)}" for line in table.lines)
        said = _("%(division)s: Tabelle nach dem %(day)s ist da") % {"division": division.name, "day": day}
        yield Occasion(f"table:{day.pk}:{at.timestamp():.0f}", said, text, division.get_absolute_url())


def _points_of(line: DivisionStandingLine, plus_only: bool) -> str:
    """Its Wertungspunkte, as far as they count."""
    return format_points(line.plus) if plus_only else f"{format_points(line.plus)} : {format_points(line.minus)}"


def _near(division: Division, day: Matchday, groups: Sequence[Group]) -> Occasion:
    assert day.date
    values = {"division": division.name, "day": day, "date": date_format(day.date, "SHORT_DATE_FORMAT")}
    said = _("%(division)s: %(day)s am %(date)s") % values
    members = GroupTeam.objects.filter(group__in=groups).select_related("team").order_by("team__letter")
    names: dict[int, list[str]] = {}
    for member in members:
        if member.plays_on(day.number):
            names.setdefault(member.group_id, []).append(member.team.name)
    lines = (f"{_place_of(group)}: {', '.join(names.get(group.pk, ()))}" for group in groups)
    return Occasion(f"day:{day.pk}:{day.date}", said, "\n".join(lines), _page_of(day))


def _place_of(group: Group) -> str:
    """Where a group meets, as far as it is known."""
    if group.host is None:
        return str(group)
    said = _("%(group)s, bei %(host)s") % {"group": group, "host": group.host.name}
    return f"{said}, {group.host.place}" if group.host.place else said


def _lineups(day: Matchday, groups: Sequence[Group]) -> Iterator[Occasion]:
    """The teams of which nobody is named two days before; one query."""
    members = GroupTeam.objects.filter(group__in=groups, group__binding_at=None, lineup=None)
    lacking = [each for each in members.select_related("team").order_by("team__letter") if each.plays_on(day.number)]
    if not lacking or day.date is None:
        return
    values = {"day": day, "date": date_format(day.date, "SHORT_DATE_FORMAT"), "number": len(lacking)}
    said = ngettext(
        "%(day)s am %(date)s: %(number)s Aufstellung fehlt",
        "%(day)s am %(date)s: %(number)s Aufstellungen fehlen",
        len(lacking),
    )
    text = "\n".join(member.team.name for member in lacking)
    yield Occasion(f"lineups:{day.pk}:{day.date}", said % values, text, _page_of(day))


def _of_directors(division: Division, days: Sequence[tuple[Matchday, list[Group]]]) -> Iterator[Occasion]:
    """Protests, match days that can be made binding, teams that withdraw; registrations for the season after."""
    yield from protests_in(matchday__division=division)
    waiting = [group for _day, groups in days for group in groups if group.event_id and not group.binding_at]
    states = {state.group.pk: state for state in states_of(waiting)}
    for day, groups in days:
        if groups and _is_ready([states[each.pk] for each in groups if each.pk in states]):
            said = _("%(division)s: Alle Listen vom %(day)s sind da") % {"division": division.name, "day": day}
            text = _("Alle sind geprüft. Die Ergebnisse können verbindlich werden.")
            yield Occasion(f"ready:{day.pk}", said, text, _page_of(day))
    for team in division.teams.exclude(withdrawal="").order_by("letter"):
        values = {"team": team.name, "day": team.withdrawn_from}
        said = _("%(team)s ist ab dem %(day)s. Spieltag zurückgezogen") % values
        yield Occasion(f"withdrawn:{team.pk}:{team.withdrawn_from}", said, "", division.get_absolute_url())
    if terms := terms_of(division.season):
        yield from _registered(terms)


def _is_ready(states: Sequence[GroupState]) -> bool:
    """Whether all lists of the groups that are not binding are checked, and something was played."""
    played = [state for state in states if state.expected]
    return bool(played) and all(state.state == GroupStage.CHECKED for state in played)


def _registered(terms: TeamTerms) -> Iterator[Occasion]:
    """Teams that clubs send into the season after, and that the deadline is over."""
    found, page = registrations_of(terms), reverse("registrations:overview", args=[terms.season.slug])
    came_or_left = RegisteredTeam.history.filter(history_type__in=["+", "-"], registration__terms=terms)
    last = dict(came_or_left.order_by("history_id").values_list("registration", "history_id"))
    for entry in found.answered:
        assert entry.registration
        values = {"club": entry.club.name, "season": terms.season.name}
        said = _("%(club)s hat für die nächste Saison gemeldet") % values
        text = "\n".join(team.name for team in entry.teams) or _("Der Verein meldet keine Mannschaft.")
        version = last.get(entry.registration.pk, 0)
        yield Occasion(f"registered:{entry.registration.pk}:{version}", said, text, page)
    if terms.is_over and is_open(terms):
        said = _("%(season)s: Der Meldeschluss ist vorbei") % {"season": terms.season.name}
        missing = ", ".join(entry.club.name for entry in found.missing)
        text = _("Noch nicht gemeldet: %(clubs)s") % {"clubs": missing} if missing else _("Alle haben gemeldet.")
        yield Occasion(f"closed:{terms.pk}:{terms.closes_on}", said, text, page)
