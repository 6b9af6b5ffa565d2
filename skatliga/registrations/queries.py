"""What is registered for the season after one: by whom, who has not answered yet, what is late, what is owed."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from skatliga.leagues.models import Season, SquadMember, Team
from skatliga.money import Transfer
from skatliga.people.models import Club, Player
from skatliga.people.tree import below
from skatliga.registrations.models import ClubRegistration, RegisteredTeam, TeamTerms


def terms_of(season: Season) -> TeamTerms | None:
    """On what terms clubs register for the season after this one; None where they do not."""
    terms = TeamTerms.objects.filter(season=season).first()
    if terms:
        terms.season = season
    return terms


def is_open(terms: TeamTerms) -> bool:
    """Whether clubs may register: until the next season is made."""
    return not Season.objects.filter(pk=terms.season_id, promotion__next_season__isnull=False).exists()


def clubs_of(season: Season) -> QuerySet[Club]:
    """Who may register teams: clubs that have some in this season, and all that belongs to the organiser."""
    return Club.objects.filter(Q(league_teams__division__season=season) | Q(pk__in=below(season.club))).distinct()


def is_late(team: RegisteredTeam, terms: TeamTerms) -> bool:
    """Whether a team was registered after the deadline, as it is now."""
    return _day(team.at) > terms.closes_on


def _day(at: datetime.datetime) -> datetime.date:
    return timezone.localdate(at)


@dataclass(frozen=True)
class ClubEntry:
    """A club with the teams it had, and what it has answered."""

    terms: TeamTerms
    club: Club
    before: Sequence[Team] = ()
    """Its teams of the season that ends; those that withdrew are none any more."""
    registration: ClubRegistration | None = None
    teams: Sequence[RegisteredTeam] = ()

    @cached_property
    def late(self) -> list[RegisteredTeam]:
        """The teams that came after the deadline."""
        return [team for team in self.teams if is_late(team, self.terms)]

    @cached_property
    def ended(self) -> list[Team]:
        """The teams that are not sent any more."""
        kept = {team.team_id for team in self.teams}
        return [team for team in self.before if team.pk not in kept] if self.registration else []

    @cached_property
    def withdrawn(self) -> dict[int, RegisteredTeam]:
        """What was said of teams before they were not sent any more, by the key of the team; one query at most."""
        if not self.ended:
            return {}
        found = RegisteredTeam.history.filter(registration=self.registration, history_type="-", team__in=self.ended)
        return {each.team_id: each.instance for each in found.order_by("history_id")}

    @property
    def incomplete(self) -> list[RegisteredTeam]:
        """Teams of which nobody knows whom to ask."""
        return [team for team in self.teams if not (team.captain_id and team.contact)]

    @property
    def due(self) -> int:
        """What it costs, in cents."""
        return len(self.teams) * self.terms.fee_cents + len(self.late) * self.terms.late_fee_cents

    @property
    def paid(self) -> int:
        """What has come, in cents."""
        return (self.registration.paid_cents if self.registration else None) or 0

    @property
    def owed(self) -> int:
        """What is still to come, in cents; below nothing what has come too much."""
        return self.due - self.paid

    @property
    def transfer(self) -> Transfer | None:
        """What the club transfers."""
        if self.owed <= 0 or not self.terms.iban:
            return None
        reference = f"{self.terms.season.name}, {self.club.name}"[:140]
        return Transfer(self.terms.account_holder, self.terms.iban, self.owed, reference)


@dataclass(frozen=True)
class Registrations:
    """All that is registered for the season after one."""

    terms: TeamTerms
    entries: Sequence[ClubEntry]
    elsewhere: Sequence[Team]
    """Teams whose club is not on this site: nobody can register them here."""

    @cached_property
    def answered(self) -> list[ClubEntry]:
        """The clubs that have said what they do."""
        return [entry for entry in self.entries if entry.registration]

    @cached_property
    def missing(self) -> list[ClubEntry]:
        """The clubs that have teams and have not answered."""
        return [entry for entry in self.entries if not entry.registration]

    @cached_property
    def by_team(self) -> dict[int, RegisteredTeam]:
        """What goes on, by the key of the team it was."""
        return {team.team_id: team for entry in self.entries for team in entry.teams if team.team_id}

    @cached_property
    def new(self) -> list[RegisteredTeam]:
        """What begins anew."""
        return [team for entry in self.entries for team in entry.teams if not team.team_id]


def registrations_of(terms: TeamTerms) -> Registrations:
    """Everything that is registered; three queries."""
    teams = Team.objects.filter(division__season=terms.season_id, withdrawal="")
    before: dict[int, list[Team]] = {}
    elsewhere = []
    clubs: dict[int, Club] = {}
    for team in teams.select_related("club", "captain", "division__level").order_by("division__level__number", "name"):
        if team.club:
            clubs[team.club.pk] = team.club
            before.setdefault(team.club.pk, []).append(team)
        else:
            elsewhere.append(team)
    answers = {each.club_id: each for each in _with_teams(terms.registrations.all())}
    clubs |= {pk: answer.club for pk, answer in answers.items()}
    entries = [
        ClubEntry(terms, club, before.get(pk, ()), answers.get(pk), _teams_of(answers.get(pk)))
        for pk, club in sorted(clubs.items(), key=lambda each: each[1].name)
    ]
    return Registrations(terms, entries, elsewhere)


def entry_of(terms: TeamTerms, club: Club) -> ClubEntry:
    """What one club had and has registered; three queries."""
    teams = Team.objects.filter(division__season=terms.season_id, withdrawal="", club=club)
    before = list(teams.select_related("club", "captain", "division").order_by("division__level__number", "name"))
    answer = _with_teams(terms.registrations.filter(club=club)).first()
    return ClubEntry(terms, club, before, answer, _teams_of(answer))


def captains_of(entry: ClubEntry) -> list[Player]:
    """Who may lead a team of a club: its members, who plays in its teams, and who leads one already; one query."""
    squads = SquadMember.objects.filter(team__in=entry.before)
    leads = [each.captain_id for each in entry.before]
    leads += [each.captain_id for each in (*entry.teams, *entry.withdrawn.values())]
    able = Q(memberships__club=entry.club) | Q(pk__in=squads.values("player")) | Q(pk__in=filter(None, leads))
    return list(Player.objects.filter(able).distinct().order_by("sort_key", "pk"))


def _teams_of(answer: ClubRegistration | None) -> list[RegisteredTeam]:
    return list(answer.teams.all()) if answer else []


def _with_teams(found: QuerySet[ClubRegistration]) -> QuerySet[ClubRegistration]:
    teams = RegisteredTeam.objects.select_related("captain").order_by("name", "pk")
    return found.select_related("club").prefetch_related(Prefetch("teams", teams))


def wishes_for(season: Season) -> list[RegisteredTeam]:
    """What the teams of a season wished when they were registered for it, by name; one query."""
    found = RegisteredTeam.objects.filter(registration__terms__season__promotion__next_season=season)
    return list(found.exclude(wishes="").order_by("name"))
