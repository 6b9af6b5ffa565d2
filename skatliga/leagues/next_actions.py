"""What is to be done in a league: set up, line-ups, begin, lists checked, signed, binding; and what comes next.

* **D** A match day is told of as soon as it has groups; the first one that is not binding is the one that is on.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from django.db.models import Count
from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.access import Role
from skatliga.leagues.binding import faults_of
from skatliga.leagues.group_results import GroupStage, GroupState, Serie, states_of
from skatliga.leagues.lineups import fewest_of
from skatliga.leagues.models import Division, Group, GroupTeam, LineupPlace, Matchday, Season, SquadMember, Team
from skatliga.next_actions import NextAction, Urgency, name_tables


def season_actions(season: Season) -> Iterator[NextAction]:
    """What is missing before a season can be played, and the match day that is on; for those who direct it.

    Five queries.
    """
    if not (season.role and season.role.directs):
        return
    setup = reverse("leagues:setup", args=[season.slug])
    divisions = list(season.divisions.annotate(size=Count("teams")).order_by("level__number", "name"))
    if season.state == Season.State.FINAL:
        yield NextAction(
            _("Die Saison ist abgeschlossen."),
            _("Folgesaison anlegen"),
            reverse("promotions:step", args=[season.slug]),
            Urgency.DONE,
        )
        return
    if not divisions:
        yield NextAction(_("Noch keine Staffel."), _("Staffel anlegen"), setup, Urgency.NEXT)
    days: dict[int, list[Matchday]] = defaultdict(list)
    for day in Matchday.objects.filter(division__in=divisions):
        days[day.division_id].append(day)
    waiting = Group.objects.filter(matchday__division__in=divisions, binding_at=None).order_by()
    unbound = dict(waiting.values_list("matchday").annotate(number=Count("pk")))
    thin: dict[int, list[Team]] = defaultdict(list)
    for team in teams_without_squad(season):
        thin[team.division_id].append(team)
    for division in divisions:
        begins = not days[division.pk] or any(day.pk in unbound for day in days[division.pk])
        missing = thin[division.pk] if begins else []
        yield from _division_actions(season, division, division.size, days[division.pk], unbound, missing)
    if divisions and season.state == Season.State.DRAFT and any(days.values()):
        yield NextAction(
            _("Die Saison sehen bisher nur Sie und Ihre Helfer."),
            _("Veröffentlichen"),
            reverse("leagues:set_state", args=[season.slug]),
            Urgency.SOON,
            (("state", Season.State.PUBLISHED.value),),
        )
    every = [day for found in days.values() for day in found]
    if every and season.state == Season.State.PUBLISHED and not unbound:
        yield NextAction(
            _("Alle %(number)s Spieltage sind verbindlich.") % {"number": len(every)},
            _("Saison abschließen"),
            reverse("leagues:set_state", args=[season.slug]),
            Urgency.NEXT,
            (("state", Season.State.FINAL.value),),
        )


def teams_without_squad(season: Season) -> list[Team]:
    """The teams that take part and could not begin: fewer players are in their squad than a line-up needs."""
    teams = Team.objects.filter(division__season=season, withdrawal="").annotate(players=Count("squad"))
    return list(teams.filter(players__lt=fewest_of(season)).order_by("letter"))


def _division_actions(
    season: Season,
    division: Division,
    size: int,
    days: Sequence[Matchday],
    unbound: Mapping[int, int],
    thin: Sequence[Team],
) -> Iterator[NextAction]:
    """What is to be done in one Staffel of so many teams; `unbound` groups by the key of their match day.

    `thin` are its teams of which too few players are known for a line-up.
    """

    def act(sentence: str, label: str, page: str, *more: object) -> NextAction:
        url = reverse(f"leagues:{page}", args=[season.slug, division.slug, *more])
        return NextAction(f"{division.name}: {sentence}", label, url, Urgency.NEXT)

    undated = [day for day in days if not day.date]
    if not size:
        yield act(_("noch keine Mannschaft."), _("Mannschaften eintragen"), "teams")
    elif not days:
        said = ngettext(
            "%(number)s Mannschaft, noch kein Spielplan.", "%(number)s Mannschaften, noch kein Spielplan.", size
        )
        yield act(said % {"number": size}, _("Spielplan ansehen"), "plan")
    elif undated:
        said = ngettext("%(number)s Spieltag hat kein Datum.", "%(number)s Spieltage haben kein Datum.", len(undated))
        yield act(said % {"number": len(undated)}, _("Termine eintragen"), "dates")
    if thin:
        said = ngettext(
            "%(number)s Mannschaft ohne Kader – %(teams)s.",
            "%(number)s Mannschaften ohne Kader – %(teams)s.",
            len(thin),
        )
        letters = get_text_list([team.letter for team in thin], _("und"))
        label = _("Kader %(team)s") % {"team": thin[0].letter}
        yield act(said % {"number": len(thin), "teams": letters}, label, "squad", thin[0].letter)
    if undated:
        return
    if running := next((day for day in days if day.pk in unbound), None):
        said = ngettext(
            "%(day)s, %(number)s Gruppe ist noch nicht verbindlich.",
            "%(day)s, %(number)s Gruppen sind noch nicht verbindlich.",
            unbound[running.pk],
        )
        yield act(said % {"day": running, "number": unbound[running.pk]}, _("Zum Spieltag"), "matchday", running.number)


def matchday_actions(matchday: Matchday, groups: Sequence[Group], role: Role | None) -> Iterator[NextAction]:
    """What is to be done in the groups of a match day, which come with it, its Staffel and season.

    One group alone may be asked for. Five queries; two more where all are binding.
    """
    if not (role and role.enters):
        return
    states = states_of(groups)
    named, squads = _lineups(states), _squads(states)
    for state in states:
        yield from _group_actions(state, named, squads, role)
    if role.directs:
        yield from _binding(matchday, [state for state in states if state.state == GroupStage.CHECKED])
    if all(state.state == GroupStage.BINDING for state in states) and states:
        yield from _after(matchday, groups)


def _lineups(states: Sequence[GroupState]) -> dict[int, int]:
    """How many players each team of the groups that have not begun has named, by the key of the team in the group."""
    planned = [state.group for state in states if state.state == GroupStage.PLANNED]
    places = LineupPlace.objects.filter(group_team__group__in=planned, position__isnull=False)
    return dict(places.order_by().values_list("group_team").annotate(number=Count("pk")))


def _squads(states: Sequence[GroupState]) -> dict[int, int]:
    """How many players the squad of each team has whose group has not begun, by the key of the team."""
    planned = [state.group for state in states if state.state == GroupStage.PLANNED]
    members = SquadMember.objects.filter(team__groups__group__in=planned)
    return dict(members.order_by().values_list("team").annotate(number=Count("pk")))


def _group_actions(
    state: GroupState, named: Mapping[int, int], squads: Mapping[int, int], role: Role
) -> Iterator[NextAction]:
    match state.state:
        case GroupStage.BINDING:
            return
        case GroupStage.PLANNED:
            yield from _planned(state, named, squads, role)
        case _:
            for serie in state.serien:
                yield from _lists(state, serie)
            yield from _signatures(state)


def _planned(
    state: GroupState, named: Mapping[int, int], squads: Mapping[int, int], role: Role
) -> Iterator[NextAction]:
    if not state.expected:
        return
    fewest = fewest_of(state.group.matchday.division.season)
    without = [member for member in state.playing if named.get(member.pk, 0) < fewest]
    if without:
        first, division = without[0].team, state.group.matchday.division
        known = squads.get(first.pk, 0) >= fewest or not role.directs
        yield NextAction(
            ngettext(
                "%(group)s: %(number)s Mannschaft ohne Aufstellung – %(teams)s.",
                "%(group)s: %(number)s Mannschaften ohne Aufstellung – %(teams)s.",
                len(without),
            )
            % {"group": state.group, "number": len(without), "teams": _named(without)},
            (_("Aufstellung %(team)s") if known else _("Kader %(team)s")) % {"team": first.letter},
            _address(state, "lineup", first.letter)
            if known
            else reverse("leagues:squad", args=[division.season.slug, division.slug, first.letter]),
            Urgency.NEXT,
        )
    else:
        yield NextAction(
            _("%(group)s: Alle %(number)s Aufstellungen sind da.")
            % {"group": state.group, "number": len(state.playing)},
            _("Los geht’s"),
            _address(state, "begin"),
            Urgency.NEXT,
            (),
        )


def _lists(state: GroupState, serie: Serie) -> Iterator[NextAction]:
    """The lists of the Serie that is on; those of the next one only when it is."""
    event = state.group.event
    values = {"group": state.group, "serie": serie.at.serie}
    before = [each for each in state.serien if each.at < serie.at]
    if event is None or any(each.missing for each in before):
        return
    if serie.protested or serie.in_question:
        table = (serie.protested or serie.in_question)[0]
        sentence = (
            _("%(group)s, Serie %(serie)s, Tisch %(table)s: Ein Protest ist noch nicht erledigt.")
            if serie.protested
            else _("%(group)s, Serie %(serie)s, Tisch %(table)s: Die Liste ist in Klärung.")
        )
        yield NextAction(
            sentence % {**values, "table": table},
            _("Liste ansehen"),
            reverse("lists:at_table", args=[event.slug, serie.at.serie, table]),
            Urgency.AT_ONCE,
        )
    if serie.missing:
        yield NextAction(
            ngettext(
                "%(group)s, Serie %(serie)s: %(number)s Liste fehlt – Tisch %(tables)s.",
                "%(group)s, Serie %(serie)s: %(number)s Listen fehlen – Tisch %(tables)s.",
                len(serie.missing),
            )
            % {**values, "number": len(serie.missing), "tables": name_tables(serie.missing)},
            _("Tisch %(table)s eingeben") % {"table": serie.missing[0]},
            reverse("lists:open", args=[event.slug, serie.at.serie]),
            Urgency.NEXT,
            (("tisch", str(serie.missing[0])),),
        )
    elif serie.tables and not serie.settled:
        yield NextAction(
            _("%(group)s, Serie %(serie)s: Noch sind nicht alle %(number)s Listen geprüft.")
            % {**values, "number": serie.tables},
            _("Listen prüfen"),
            reverse("lists:confirm", args=[event.slug]),
            Urgency.NEXT,
        )


def _signatures(state: GroupState) -> Iterator[NextAction]:
    unsigned = [member for member in state.playing if not member.signed_by]
    if unsigned and not any(serie.missing for serie in state.serien):
        yield NextAction(
            ngettext(
                "%(group)s: %(number)s Unterschrift fehlt – %(teams)s.",
                "%(group)s: %(number)s Unterschriften fehlen – %(teams)s.",
                len(unsigned),
            )
            % {"group": state.group, "number": len(unsigned), "teams": _named(unsigned)},
            _("Unterschreiben"),
            state.group.get_absolute_url() + "#unterschriften",
            Urgency.NEXT if state.state == GroupStage.CHECKED else Urgency.SOON,
        )


def _binding(matchday: Matchday, checked: Sequence[GroupState]) -> Iterator[NextAction]:
    """The groups all of whose lists are checked: made binding together, where several are and everybody has signed."""
    ready = []
    for state in checked:
        if any(faults_of(state)):
            yield NextAction(
                _("%(group)s: Etwas geht nicht auf; der Spielbericht sagt, was.") % {"group": state.group},
                _("Spielbericht ansehen"),
                state.group.get_absolute_url(),
                Urgency.AT_ONCE,
            )
        elif all(member.signed_by for member in state.playing):
            ready.append(state)
        else:  # with a reason it can be done on the page itself
            bind = _bind_one(state, state.group.get_absolute_url() + "#verbindlich", None)
            yield bind._replace(label=_("Ohne Unterschrift verbindlich machen"), urgency=Urgency.SOON)
    if len(ready) == 1:
        yield _bind_one(ready[0], _address(ready[0], "bind"), ())
    elif ready:
        division = matchday.division
        yield NextAction(
            _("%(number)s Gruppen sind geprüft und unterschrieben.") % {"number": len(ready)},
            _("Alle verbindlich machen"),
            reverse("leagues:bind_matchday", args=[division.season.slug, division.slug, matchday.number]),
            Urgency.NEXT,
            (),
        )


def _bind_one(state: GroupState, url: str, fields: tuple[()] | None) -> NextAction:
    tables = sum(serie.tables for serie in state.serien)
    return NextAction(
        _("%(group)s: Alle %(number)s Listen sind geprüft.") % {"group": state.group, "number": tables},
        _("Verbindlich machen"),
        url,
        Urgency.NEXT,
        fields,
    )


def _after(matchday: Matchday, groups: Sequence[Group]) -> Iterator[NextAction]:
    """The match day, or the group alone that was asked for, is binding: on to what comes."""
    division = matchday.division
    season = division.season
    others = matchday.groups.filter(binding_at=None).exclude(pk__in=[group.pk for group in groups]).count()
    if others:
        yield NextAction(
            ngettext(
                "Verbindlich. %(number)s Gruppe dieses Spieltags ist es noch nicht.",
                "Verbindlich. %(number)s Gruppen dieses Spieltags sind es noch nicht.",
                others,
            )
            % {"number": others},
            _("Zum Spieltag"),
            reverse("leagues:matchday", args=[season.slug, division.slug, matchday.number]),
            Urgency.NEXT,
        )
        return
    yield NextAction(
        _("Der %(matchday)s ist verbindlich.") % {"matchday": matchday},
        _("Tabelle ansehen"),
        division.get_absolute_url(),
        Urgency.DONE,
    )
    following = division.matchdays.filter(number__gt=matchday.number).order_by("number").first()
    if following:
        yield NextAction(
            _("Als Nächstes: %(matchday)s.") % {"matchday": following},
            _("Zum nächsten Spieltag"),
            reverse("leagues:matchday", args=[season.slug, division.slug, following.number]),
            Urgency.DONE,
        )


def _named(members: Sequence[GroupTeam]) -> str:
    return get_text_list([member.team.letter for member in members], _("und"))


def _address(state: GroupState, page: str, *more: str) -> str:
    division = state.group.matchday.division
    return reverse(f"leagues:{page}", args=[division.season.slug, division.slug, state.group.pk, *more])
