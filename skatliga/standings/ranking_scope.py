"""What a ranking is asked for: one Serie, those up to one of them, or all; one class or everybody."""

from dataclasses import dataclass
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
        }
        return urlencode({name: value for name, value in asked.items() if value})

    @property
    def name(self) -> str:
        """For the names of files."""
        parts = (
            self.round and f"-serie-{self.round.number}",
            self.after and f"-nach-{self.after}",
            self.category and f"-klasse-{self.category.pk}",
        )
        return "".join(part for part in parts if part)


def scope_of(request: Request, event: Event, number: int | None = None) -> RankingScope:
    """What the address asks for (`?nach=3`, `?klasse=7`), of the Serie with this number.

    Raises Http404 for what there is not.
    """
    after, category = read_number(request, "nach"), read_number(request, "klasse")
    if after is not None:
        round_of(event, after)
    return RankingScope(
        round=round_of(event, number) if number is not None else None,
        after=after,
        category=get_object_or_404(event.categories, pk=category) if category is not None else None,
    )


def read_number(request: Request, name: str) -> int | None:
    """A number in the address; Http404 for something else."""
    asked = request.GET.get(name, "")
    if not asked:
        return None
    if not (asked.isascii() and asked.isdecimal() and len(asked) < 10):
        raise Http404
    return int(asked)
