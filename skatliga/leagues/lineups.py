"""Before a match day begins: who came, and who plays for whom; each function is one transaction.

A line-up needs the event of the group, for whoever plays takes part in it. It is made with the first line-up, or
earlier where somebody is to be let in there (`prepare`).

* **D** A line-up may name fewer than a team has while it is being typed; a team begins complete, or with one less.
* **D** Protests are taken for as many days as results take to become binding, as in any event for one at least.
"""

from collections.abc import Sequence
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring.wertung.presets import TeamTableRule
from skatliga.events.models import Entry, Event, Seat
from skatliga.events.models import Team as EventTeam
from skatliga.events.services import create_event, give_numbers, set_state
from skatliga.history import demand, save
from skatliga.leagues.models import Group, GroupTeam, LineupPlace, Season
from skatliga.leagues.start_checks import refuse_ineligible
from skatliga.people.models import Player
from skatliga.publication import changing
from skatliga.wertung.rules import write_team_rules

MOST_HOURS: Final = 999
"""As many as the settings of an event take."""


def fewest_of(season: Season) -> int:
    """Players with whom a team may begin: one less than a team of this season has."""
    return season.counts_by.size - 1


def prepare(group: Group) -> Event:
    """The event of a group, made by the rules of the season where there is none; public as the season is."""
    matchday = group.matchday
    with changing(matchday.division.season) as season:
        stored = Group.objects.select_for_update(of=("self",)).select_related("event", "host").get(pk=group.pk)
        if stored.event:
            group.event = stored.event
            return stored.event
        if matchday.date is None:
            raise ValidationError(
                _("Der %(matchday)s hat noch kein Datum. Bitte zuerst die Termine eintragen.") % {"matchday": matchday}
            )
        rules = ("rulebook", "agreements", "evaluation", "deals_at_four", "deals_at_three")
        event = create_event(
            season.club,
            name=f"{matchday.division.name}, {matchday}, {stored}"[:120],
            date=matchday.date,
            place=stored.host.place if stored.host else "",
            rounds=matchday.serien,
            team_rules=write_team_rules({EventTeam.Kind.TEAM: TeamTableRule(season.counts_by.size)}),
            protest_hours=min(24 * max(1, season.binding_days), MOST_HOURS),
            **{name: getattr(season, name) for name in rules},
        )
        if season.public:
            set_state(event, Event.State.PUBLISHED)
            event.refresh_from_db()
        stored.event = group.event = event
        save(stored)
        return event


def set_lineup(member: GroupTeam, places: Sequence[Player | None]) -> None:
    """Who plays for a team, on its places from 1, instead of who was named before; None leaves a place empty."""
    team = member.team
    group = member.group
    with changing(group.matchday.division.season):
        demand(not has_begun(group), _("Die Gruppe hat schon angefangen; wer jetzt kommt oder geht, wird gewechselt."))
        demand(
            member.plays_on(member.group.matchday.number),
            _("„%(team)s“ tritt nicht an und braucht keine Aufstellung.") % {"team": team.name},
        )
        demand(
            len(places) <= group.matchday.division.season.counts_by.size,
            _("Eine Mannschaft spielt mit %(size)s; genannt sind %(number)s.")
            % {"size": group.matchday.division.season.counts_by.size, "number": len(places)},
        )
        named = [player for player in places if player]
        twice = {player for player in named if named.count(player) > 1}
        demand(
            not twice, *(_("%(player)s steht zweimal in der Aufstellung.") % {"player": each.name} for each in twice)
        )
        demand_in_squad(member, named)
        event = prepare(group)
        kept = {place.player_id: place for place in member.lineup.all()}
        for place in kept.values():
            place.position = None
            place.save()
        new = {
            place.player_id: place for place in enter(member, event, [each for each in named if each.pk not in kept])
        }
        for position, player in enumerate(places, 1):
            if player:
                place = kept.pop(player.pk) if player.pk in kept else new[player.pk]
                place.position = position
                place.save()
        for place in kept.values():
            place.delete()
            place.entry.delete()


def demand_in_squad(member: GroupTeam, players: Sequence[Player]) -> None:
    """Refuse players who are not in the squad of the team, with a sentence for each."""
    squad = set(member.team.squad.values_list("player", flat=True))
    strangers = [player.name for player in players if player.pk not in squad]
    said = _("%(player)s steht nicht im Kader von „%(team)s“.")
    demand(not strangers, *(said % {"player": name, "team": member.team.name} for name in strangers))


def set_absence(member: GroupTeam, absence: str) -> None:
    """A team does not come, refuses to play, or is there after all (empty), before the group begins.

    Afterwards it can break the match day off, or go on (empty). Its players and their lists stay.
    """
    with changing(member.group.matchday.division.season):
        if member.broke_off or absence == GroupTeam.Absence.BROKEN_OFF:
            demand(
                has_begun(member.group) and absence in ("", GroupTeam.Absence.BROKEN_OFF),
                _("Abbrechen kann nur, wer angefangen hat. Wer gar nicht kommt, ist nicht angetreten."),
            )
            demand(not member.group.binding_at, _("Die Gruppe ist schon verbindlich."))
        else:
            demand(
                not has_begun(member.group),
                _("Die Gruppe hat schon angefangen. Bitte zuerst die Plätze zurücknehmen."),
            )
        member.absence = absence
        save(member)
        if absence and not member.broke_off:
            clear(member)


def clear(member: GroupTeam) -> None:
    """Nobody plays for the team any more; in a group that has not begun."""
    for place in member.lineup.select_related("entry"):
        place.delete()
        place.entry.delete()


def enter(member: GroupTeam, event: Event, players: Sequence[Player]) -> list[LineupPlace]:
    """Players take part in the event of the group for this team, so far without a place in the line-up."""
    elsewhere = LineupPlace.objects.filter(matchday=member.matchday_id, player__in=players).exclude(group_team=member)
    if others := list(elsewhere.select_related("group_team__team", "player")):
        raise ValidationError(
            [
                _("%(player)s spielt an diesem Spieltag schon für „%(team)s“.")
                % {"player": other.player.name, "team": other.group_team.team.name}
                for other in others
            ]
        )
    refuse_ineligible(member, players)
    entries = [Entry(player=player, name=player.name, club_name=member.team.name) for player in players]
    places = []
    for entry in give_numbers(event, entries) if entries else ():
        place = LineupPlace(matchday_id=member.matchday_id, group_team=member, player=entry.player, entry=entry)
        place.save()
        places.append(place)
    return places


def has_begun(group: Group) -> bool:
    """Whether anybody has been given a seat in the group."""
    return Seat.objects.filter(round__event__league_group=group).exists()
