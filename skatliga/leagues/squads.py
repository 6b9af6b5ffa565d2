"""Teams of a Staffel and who may play for them; each function is one transaction.

Teams are typed a line each, players too:

    A Herz Buben (Altenburg)         letter, name, and where it plays at home
    Anna Ärmel  /  Ärmel, Anna       somebody of a register, or a new player

* **D** A team without a letter gets the next free one of the customary letters.
* **D** A team whose name begins with that of a club of this site belongs to it; its form can say otherwise.
* **D** A typed player is looked for in the register of the team's club and of the organiser; who stands in neither is
  entered in the register of the team's club. Where the team's club is not on this site, he stands in no register: he
  is known again by his name in a squad of a team of the same name, in any season of the organiser.
* **D** A team changes its Staffel, going up or down, until it is in a fixture plan.
"""

import re
from collections.abc import Iterable, Sequence

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.dispatch import receiver
from django.utils.translation import gettext as _

from scoring.fixture_proposals import LARGEST
from scoring.fixtures import LETTERS
from skatliga.events.models import Seat
from skatliga.history import demand, demand_reason, save
from skatliga.leagues.binding import keep_table
from skatliga.leagues.models import Division, Season, SquadMember, Team
from skatliga.people.models import Club, Membership, Player, User, means
from skatliga.people.names import fold, read_name
from skatliga.people.queries import members
from skatliga.people.services import add_player, add_unregistered
from skatliga.people.signals import club_renamed, register_played_for
from skatliga.publication import PublicationState, changing

MOST_TEAMS = LARGEST
"""No Staffel is larger."""

ALL_LETTERS = LETTERS + "GIOQUVWXYZ"
"""The customary ones first."""

_TEAM = re.compile(
    r"(?:(?P<letter>[A-Za-z]{1,2})\s*[:.)]\s*|(?P<single>[A-Z])\s+)?(?P<name>[^()]+?)\s*(?:\((?P<place>[^()]*)\))?"
)


def create_teams(division: Division, text: str) -> list[Team]:
    """A team for every line, or a refusal with everything that is wrong with the lines."""
    with changing(division.season):
        clubs = clubs_by_length()
        created: list[Team] = []
        findings = []
        lines = list(filter(str.strip, text.splitlines()))
        _demand_room(division, len(lines))
        for line in lines:
            try:
                team = read_team(line, clubs)
                team.division = division
                _refuse_taken(team)
                team.letter = team.letter or _free_letter(division)
                save(team)
                created.append(team)
            except ValidationError as refusal:
                findings += [f"„{line.strip()[:60]}“: {sentence}" for sentence in refusal.messages]
        demand(not findings, *findings)
        return created


def change_team(team: Team, **fields: object) -> Team:
    """Write new values over a team; `fields` are those of Team.

    Another Staffel of the season is for teams that go up or down before anything is planned.
    """
    with changing(team.division.season) as season:
        division = fields.get("division", team.division)
        assert isinstance(division, Division)
        demand(
            division == team.division or not team.groups.exists(),
            _("„%(team)s“ steht schon im Spielplan und bleibt in dieser Staffel.") % {"team": team.name},
        )
        demand(division.season_id == season.pk, _("Diese Staffel gehört zu einer anderen Saison."))
        if division != team.division:
            _demand_room(division, 1)
        for name, value in fields.items():
            setattr(team, name, value)
        _refuse_taken(team)
        save(team)
        return team


def drop_team(team: Team) -> None:
    """Remove a team that is in no fixture plan yet; one that plays withdraws instead."""
    with changing(team.division.season):
        demand(
            not team.groups.exists(),
            _("„%(team)s“ steht schon im Spielplan. Wer während der Saison aufhört, wird zurückgezogen.")
            % {"team": team.name},
        )
        team.delete()


def add_players(team: Team, players: Iterable[Player]) -> list[SquadMember]:
    """Players join the squad; refused is who plays for another team of the season."""
    with changing(team.division.season) as season:
        added = _join(season, team, list(players))
        return added


def add_lines(team: Team, text: str) -> list[SquadMember]:
    """Players typed a line each join the squad, or nobody does and everything that is wrong is said."""
    with changing(team.division.season) as season:
        found, findings = [], []
        for line in filter(str.strip, text.splitlines()):
            try:
                found.append(_find_or_create(team, season, line))
            except ValidationError as refusal:
                findings += refusal.messages
        demand(not findings, *findings)
        added = _join(season, team, found)
        return added


def drop_member(member: SquadMember) -> None:
    """Somebody leaves the squad; what was played stays."""
    with changing(member.season):
        if member.team.captain_id == member.player_id:
            member.team.captain = None
            save(member.team)
        member.delete()


def candidates(team: Team, search: str, most: int = 8) -> list[Membership]:
    """Who of the registers of the team's club and of the organiser is in no squad of the season, by some letters."""
    season = team.division.season
    found: list[Membership] = []
    for club in {club.pk: club for club in (team.club, season.club) if club}.values():
        free = members(club, search).exclude(player__squad_memberships__season=season)
        known = {member.player_id for member in found}
        found += [member for member in free.select_related("club")[:most] if member.player_id not in known]
    return found[:most]


def read_team(line: str, clubs: Sequence[Club]) -> Team:
    """The team that a line names, in no Staffel yet; of these clubs, longest names first, it belongs to its own."""
    found = _TEAM.fullmatch(" ".join(line.split()))
    if not found:
        raise ValidationError(_("Bitte schreiben wie: A Herz Buben (Altenburg)"))
    name = found["name"]
    letter = (found["letter"] or found["single"] or "").upper()
    club = next((club for club in clubs if fold(name).startswith(fold(club.name))), None)
    return Team(letter=letter, name=name, place=(found["place"] or "").strip(), club=club)


def clubs_by_length() -> list[Club]:
    """All clubs, those with the longest names first."""
    return sorted(Club.objects.all(), key=lambda club: -len(club.name))


def _demand_room(division: Division, more: int) -> None:
    demand(
        division.teams.count() + more <= MOST_TEAMS,
        _("Eine Staffel hat höchstens %(most)s Mannschaften.") % {"most": MOST_TEAMS},
    )


def _refuse_taken(team: Team) -> None:
    """Refuse a letter or a name that another team of the Staffel has."""
    for other in team.division.teams.exclude(pk=team.pk):
        if other.letter == team.letter:
            raise ValidationError(
                _("Den Buchstaben %(letter)s hat schon „%(team)s“.") % {"letter": team.letter, "team": other.name}
            )
        if fold(other.name) == fold(team.name):
            raise ValidationError(_("„%(name)s“ gibt es in dieser Staffel schon.") % {"name": other.name})


def _free_letter(division: Division) -> str:
    taken = set(division.teams.values_list("letter", flat=True))
    return next((letter for letter in ALL_LETTERS if letter not in taken), "")


def _find_or_create(team: Team, season: Season, line: str) -> Player:
    """The player who is called so, as far as he is known here, otherwise a new one."""
    typed = " ".join(line.split())
    first, last = read_name(typed)
    if not last:
        raise ValidationError(_("„%(line)s“: Bitte Vor- und Nachnamen angeben.") % {"line": typed[:60]})
    key = fold(f"{last}, {first}")
    clubs = [club for club in (team.club, season.club) if club]
    found = list(Player.objects.filter(memberships__club__in=clubs, sort_key=key, merged_into=None).distinct())
    if not found and team.club is None:
        found = _find_unregistered(team, season, key)
    if len(found) > 1:
        raise ValidationError(
            _("„%(line)s“ gibt es im Register mehrmals. Bitte über die Suche auswählen.") % {"line": typed[:60]}
        )
    if found:
        return found[0]
    if team.club is None:
        return add_unregistered(first_name=first, last_name=last)
    return add_player(team.club, first_name=first, last_name=last).player


def _find_unregistered(team: Team, season: Season, key: str) -> list[Player]:
    """Who is called so, stands in no register, and has played in a team of this name."""
    squads = SquadMember.objects.filter(season__club=season.club, player__sort_key=key, player__memberships=None)
    members = squads.filter(player__merged_into=None).select_related("team", "player")
    return list({each.player for each in members if fold(each.team.name) == fold(team.name)})


def _join(season: Season, team: Team, players: Sequence[Player]) -> list[SquadMember]:
    taken = SquadMember.objects.filter(season=season, player__in=players).select_related("team__division", "player")
    elsewhere = [member for member in taken if member.team_id != team.pk]
    demand(
        not elsewhere,
        *(
            _("%(player)s steht schon im Kader von „%(team)s“ (%(division)s); in einer Saison spielt man für eine.")
            % {"player": member.player.name, "team": member.team.name, "division": member.team.division.name}
            for member in elsewhere
        ),
    )
    own = {member.player_id for member in taken}
    added = []
    for player in dict.fromkeys(players):
        if player.pk not in own:
            member = SquadMember(season=season, team=team, player=player)
            save(member)
            added.append(member)
    return added


# ---- A team leaves the season, or that is taken back; the table is kept as it was before


def withdraw_team(team: Team, kind: Team.Withdrawal, from_day: int, reason: str, user: User | None) -> None:
    """A team is not expected any more from this match day on; its results are annulled or kept."""
    with changing(team.division.season):
        demand_reason(reason)
        demand(not team.withdrawal, _("„%(team)s“ ist schon zurückgezogen.") % {"team": team.name})
        played = Seat.objects.filter(
            entry__lineup_place__group_team__team=team, entry__lineup_place__matchday__number__gte=from_day
        )
        last = played.order_by("-entry__lineup_place__matchday__number").first()
        if last:
            day = last.entry.lineup_place.matchday.number
            raise ValidationError(
                _("„%(team)s“ hat am %(day)s. Spieltag gespielt und kann erst ab dem %(next)s. zurückgezogen werden.")
                % {"team": team.name, "day": day, "next": day + 1}
            )
        keep_table(team.division, user, reason.strip())
        team.withdrawal, team.withdrawn_from = kind, from_day
        save(team, user, reason.strip())


def take_back(team: Team, reason: str, user: User | None) -> None:
    """A team takes part again; its results count as they did."""
    with changing(team.division.season):
        demand_reason(reason)
        demand(bool(team.withdrawal), _("„%(team)s“ ist nicht zurückgezogen.") % {"team": team.name})
        keep_table(team.division, user, reason.strip())
        team.withdrawal, team.withdrawn_from = "", None
        save(team, user, reason.strip())


# ---- For the register of a club


def squads_of(member: Membership) -> list[tuple[str, str]]:
    """The teams of the club in whose squads somebody is, each with its season, of seasons that are not closed."""
    own = Player.objects.filter(means(member.player_id))
    current = own.filter(
        squad_memberships__team__club=member.club_id,
        squad_memberships__season__state__in=(PublicationState.DRAFT, PublicationState.PUBLISHED),
    )
    return list(current.values_list("squad_memberships__team__name", "squad_memberships__season__name"))


@register_played_for
def in_squads_of(club: Club) -> QuerySet[Player]:
    """Who is or was in the squad of one of the club's teams."""
    return Player.objects.filter(squad_memberships__team__club=club)


@receiver(club_renamed)
def renew_pages(*, club: Club, **_sent: object) -> None:
    """Make the pages of the seasons anew that the club organises or plays in."""
    Season.objects.filter(Q(club=club) | Q(divisions__teams__club=club)).bump_version()
