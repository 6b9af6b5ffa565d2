"""What a ranking is asked for: which table of the event; one Serie, those up to one of them, or all; one class."""

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import Http404
from django.shortcuts import get_object_or_404

from skatliga.events.access import round_of
from skatliga.events.models import Category, Event, Round
from skatliga.requests import Request


@dataclass(frozen=True, slots=True)
class RankingScope:
    """What a ranking is asked for."""

    round: Round | None = None
    after: int | None = None
    category: Category | None = None
    table: int = 1
    """Which of the event's tables."""

    @property
    def rounds(self) -> frozenset[int] | None:
        """The numbers of the Serien, None for all."""
        if self.round:
            return frozenset({self.round.number})
        return frozenset(range(1, self.after + 1)) if self.after else None

    @property
    def query(self) -> str:
        """The same in an address that has none of it in its path."""
        asked = {
            "serie": self.round and self.round.number,
            "nach": self.after,
            "klasse": self.category and self.category.pk,
            "tabelle": self.table if self.table > 1 else None,
        }
        return urlencode({name: value for name, value in asked.items() if value})

    @property
    def of_all(self) -> str:
        """The same of every class."""
        return replace(self, category=None).query

    @property
    def at_the_end(self) -> str:
        """The same after the last Serie."""
        return replace(self, after=None).query

    @property
    def name(self) -> str:
        """For the names of files."""
        parts = (
            self.round and f"-serie-{self.round.number}",
            self.after and f"-nach-{self.after}",
            self.category and f"-klasse-{self.category.pk}",
            self.table > 1 and f"-tabelle-{self.table}",
        )
        return "".join(part for part in parts if part)


def scope_of(request: Request, event: Event, number: int | None = None) -> RankingScope:
    """What the address asks for (`?nach=3`, `?klasse=7`, `?tabelle=2`), of the Serie with this number.

    Raises Http404 for what there is not.
    """
    after, category = read_number(request, "nach"), read_number(request, "klasse")
    table = read_number(request, "tabelle")
    if table is not None and (number is not None or not 1 <= table <= len(event.tables)):
        raise Http404
    if after is not None:
        round_of(event, after)
    return RankingScope(
        round=round_of(event, number) if number is not None else None,
        after=after,
        category=get_object_or_404(event.categories, pk=category) if category is not None else None,
        table=table or 1,
    )


def read_number(request: Request, name: str) -> int | None:
    """A number in the address; Http404 for something else."""
    asked = request.GET.get(name, "")
    if not asked:
        return None
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 10):
        raise Http404
    return int(asked)
