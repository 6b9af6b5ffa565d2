"""What a ranking is asked for: which table; one Serie, one day, the Serien up to one of them, or all; one class."""

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import Http404
from django.shortcuts import get_object_or_404

from skatliga.access import Role
from skatliga.events.access import round_of
from skatliga.events.days import PlayDay, days_of
from skatliga.events.models import Category, Event, Round, Team
from skatliga.requests import Request
from skatliga.standings.rankings import Ranking, ranking
from skatliga.standings.team_rankings import TeamRanking, team_ranking


@dataclass(frozen=True, slots=True)
class RankingScope:
    """What a ranking is asked for."""

    round: Round | None = None
    after: int | None = None
    category: Category | None = None
    table: int = 1
    """Which of the event's tables."""
    day: PlayDay | None = None

    @property
    def rounds(self) -> frozenset[int] | None:
        """The numbers of the Serien, None for all."""
        if self.round:
            return frozenset({self.round.number})
        if self.day:
            return self.day.serien
        return frozenset(range(1, self.after + 1)) if self.after else None

    def ranking(self, event: Event, role: Role | None) -> Ranking:
        """The ranking that is asked for, as a visitor with this role may see it."""
        return ranking(event, role, self.rounds, self.category, self.table, day=self.day is not None)

    def team_ranking(self, event: Event, role: Role | None, kind: Team.Kind) -> TeamRanking:
        """The same of the teams of a kind."""
        return team_ranking(event, role, kind, self.rounds, day=self.day is not None)

    @property
    def query(self) -> str:
        """The same in an address that has none of it in its path."""
        asked = {
            "serie": self.round and self.round.number,
            "nach": self.after,
            "tag": self.day and self.day.date.isoformat(),
            "klasse": self.category and self.category.pk,
            "tabelle": self.table if self.table > 1 else None,
        }
        return urlencode({name: value for name, value in asked.items() if value})

    @property
    def part(self) -> str:
        """Of what it is, where not of everything: behind the title of a ranking."""
        return " ".join(str(part) for part in (self.round, self.day, self.category) if part)

    @property
    def of_all(self) -> str:
        """The same of every class."""
        return replace(self, category=None).query

    @property
    def at_the_end(self) -> str:
        """The same of all Serien."""
        return replace(self, after=None, day=None).query

    @property
    def name(self) -> str:
        """For the names of files."""
        parts = (
            self.round and f"-serie-{self.round.number}",
            self.after and f"-nach-{self.after}",
            self.day and f"-tag-{self.day.date}",
            self.category and f"-klasse-{self.category.pk}",
            self.table > 1 and f"-tabelle-{self.table}",
        )
        return "".join(part for part in parts if part)


def scope_of(request: Request, event: Event, number: int | None = None) -> RankingScope:
    """What the address asks for (`?nach=3`, `?tag=2026-03-14`, `?klasse=7`, `?tabelle=2`), of the Serie of a number.

    Raises Http404 for what there is not.
    """
    after, category = read_number(request, "nach"), read_number(request, "klasse")
    table = read_number(request, "tabelle")
    day = read_day(event, request.GET["tag"]) if request.GET.get("tag") else None
    part = number is not None or day is not None
    if table is not None and (part or not 1 <= table <= len(event.tables)):
        raise Http404
    if day and (number is not None or after is not None):
        raise Http404
    if after is not None:
        round_of(event, after)
    return RankingScope(
        round=round_of(event, number) if number is not None else None,
        after=after,
        category=get_object_or_404(event.categories, pk=category) if category is not None else None,
        table=table or 1,
        day=day,
    )


def read_day(event: Event, asked: str) -> PlayDay:
    """The day of an event that is written so; Http404 for none, and where it has only one."""
    for day in days_of(event):
        if day.date.isoformat() == asked:
            return day
    raise Http404


def read_number(request: Request, name: str) -> int | None:
    """A number in the address; Http404 for something else."""
    asked = request.GET.get(name, "")
    if not asked:
        return None
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 10):
        raise Http404
    return int(asked)
