"""The hall view: what a projector shows by itself at a fixed address, for a whole day and without anybody near.

Its slides are made here, all at once; the page shows them in turn, asks for new ones (`events.live_pages`) and keeps
the last ones while nobody answers. What is shown follows the day: who sits where until the first list of a Serie has
arrived, the time left, the missing lists, the ranking, and a code that leads to *Wo sitze ich?*. The address can fix it
instead:

    ?zeige=plaetze,rangliste    only these, in this order (`SHOWS`)
    ?seite=12                   only the twelfth of these slides
    ?sekunden=15                how long each one stays

**D** The wall is public: names are those for everybody, also where a user with a role has opened the page.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

import segno
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import get_current_timezone_name

from skatliga.events.access import round_of
from skatliga.events.live_pages import Poll, live
from skatliga.events.models import Event, Round
from skatliga.events.queries import seating
from skatliga.requests import Request
from skatliga.standings.ranking_source import RoundState
from skatliga.standings.rankings import Ranking, ranking

LINES: Final = 16
"""As many as can be read from the last row."""
COLUMNS: Final = 2
NUMBERS: Final = 40
"""Tables on one slide."""
RANKED: Final = 320
"""As many places as anybody waits for; the whole ranking is on the telephone."""
SECONDS: Final = 8
MOST_SECONDS: Final = 600


@dataclass(frozen=True, slots=True)
class Slide:
    """One picture: its kind, which page of how many, and the columns of what stands on it."""

    kind: str
    page: int = 1
    pages: int = 1
    columns: Sequence[Sequence[object]] = ()


@dataclass(frozen=True, slots=True)
class Hall:
    """How far the event is: what all slides are made of."""

    event: Event
    ranking: Ranking
    state: RoundState | None
    """The Serie that is played or comes next: the last one with tables."""
    round: Round | None

    @property
    def waiting(self) -> bool:
        """Whether the seats still have to be found."""
        return bool(self.state and not self.state.counted)

    @property
    def collecting(self) -> bool:
        """Whether some lists have arrived and others have not."""
        return bool(self.state and self.state.counted and self.state.missing)


@login_not_required
def hall(request: Request, slug: str) -> HttpResponse:
    def make(event: Event, poll: Poll) -> HttpResponse:
        found = _hall(event)
        find = request.build_absolute_uri(reverse("visitors:where", args=[slug]))
        context = {
            "event": event,
            "hall": found,
            "slides": _chosen(_slides(found, request.GET.get("zeige", "")), request.GET.get("seite", "")),
            "poll": poll,
            "find": find,
            "code": segno.make(find, micro=False).svg_data_uri(border=2, light="white"),
            "seconds": _within(request.GET.get("sekunden", ""), SECONDS, MOST_SECONDS),
            "zone": get_current_timezone_name(),
        }
        return render(request, "desk/hall_slides.html" if request.htmx else "desk/hall.html", context)

    return live(request, slug, make)


def _hall(event: Event) -> Hall:
    found = ranking(event, role=None)
    state = next((state for state in reversed(found.rounds) if state.tables), None)
    return Hall(event, found, state, round_of(event, state.number) if state else None)


def _places(hall: Hall) -> Iterator[Slide]:
    if hall.round:
        places = sorted(seating(hall.round, role=None), key=attrgetter("sort_key"))
        yield from _paged("plaetze", places, LINES)


def _clock(hall: Hall) -> Iterator[Slide]:
    if hall.round and hall.round.ends_at:
        yield Slide("uhr")


def _missing(hall: Hall) -> Iterator[Slide]:
    if hall.state:
        yield from _paged("fehlende", hall.state.missing, NUMBERS // COLUMNS)


def _ranked(hall: Hall) -> Iterator[Slide]:
    yield from _paged("rangliste", hall.ranking.lines[:RANKED], LINES)


def _find(hall: Hall) -> Iterator[Slide]:
    if hall.round:
        yield Slide("wo")


SHOWS: Final[dict[str, Callable[[Hall], Iterator[Slide]]]] = {
    "plaetze": _places,
    "uhr": _clock,
    "fehlende": _missing,
    "rangliste": _ranked,
    "wo": _find,
}


def _slides(hall: Hall, asked: str) -> list[Slide]:
    """The slides in their order; one that says what will come where there is nothing to show yet."""
    kinds = [kind for kind in asked.split(",") if kind in SHOWS] or _programme(hall)
    return [slide for kind in kinds for slide in SHOWS[kind](hall)] or [Slide("bald")]


def _programme(hall: Hall) -> Iterator[str]:
    """What is worth showing at this time of the day."""
    if hall.waiting:
        yield "plaetze"
    if hall.waiting or hall.collecting:
        yield "uhr"
    if hall.collecting:
        yield "fehlende"
    yield "rangliste"
    yield "wo"


def _paged(kind: str, rows: Sequence[object], lines: int) -> Iterator[Slide]:
    """The rows column by column, as many slides as they need."""
    columns = [rows[first : first + lines] for first in range(0, len(rows), lines)]
    pages = [columns[first : first + COLUMNS] for first in range(0, len(columns), COLUMNS)]
    for number, page in enumerate(pages, 1):
        yield Slide(kind, number, len(pages), page)


def _chosen(slides: list[Slide], asked: str) -> list[Slide]:
    """The one slide the address fixes, the last where there are fewer; all of them without."""
    return [slides[_within(asked, 1, len(slides)) - 1]] if asked else slides


def _within(asked: str, usual: int, most: int) -> int:
    """A number from 1 to `most` as it was asked for, the usual one for anything else."""
    if not (asked.isascii() and asked.isdecimal()):
        return usual
    return max(1, min(int(asked[:9]), most))
