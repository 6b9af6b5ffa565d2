"""How strong all players are, found from all lists at once, beside the requests (`manage.py rate`), and kept.

Decisions:

* **D** Only lists of Skat with points count, by whatever rule book, of published events, with everybody who sat there
  for all of it: lists on which a seat was shared are left out. Guests play as somebody of whom nothing is known.
* **D** A player counts for the club of his last licence; without one for that in whose register he stood first.
* **D** All lists are used, also of those who have not agreed to be shown: without them nobody's strength could be told
  from that of those he met. What is found of them is kept for the next page of theirs and shown to nobody.
* **D** Everything is found anew each time: a correction of an old list needs no rule of its own.
"""

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Final

from django.db import transaction
from django.utils import timezone

from scoring.federation.strength import PlayedList, Strengths
from scoring.federation.strength_fit import fit
from skatliga.events.models import Event
from skatliga.federations.models import Licence
from skatliga.jobs import SiteJob
from skatliga.people.models import Membership
from skatliga.rules.books import SKAT, books_of
from skatliga.statistics.models import RatedPlayer, RatingRun
from skatliga.statistics.queries import PERSON, published, results_of

RATE: Final = SiteJob(id="rate")
"""The same as a work of the site, which a page can order."""
READ: Final = 40
FITTED: Final = 90
"""How far it is when all lists are read, and when it is known what holds for all: in per cent."""


def rate_all(tell: Callable[[int], None]) -> RatingRun:
    """Find and keep the strength of everybody; says in per cent how far it is."""
    lists = list(_lists())
    tell(READ)
    club_of = _clubs()
    known = Strengths(fit(lists, club_of), club_of)
    tell(FITTED)
    for each in lists:
        known.rate(each)
    today = timezone.localdate().toordinal()
    found = [(player, known.of(player, today)) for player in known.players()]
    rated = [RatedPlayer(player_id=player, **strength._asdict()) for player, strength in found]
    with transaction.atomic():
        RatingRun.objects.all().delete()
        RatedPlayer.objects.all().delete()
        RatedPlayer.objects.bulk_create(rated, batch_size=1000)
        return RatingRun.objects.create(made_at=timezone.now(), lists=len(lists))


def _lists() -> Iterator[PlayedList]:
    """All lists that count, in the order of their days, Serien and tables."""
    at = "sheet__table__round"
    rows = (
        results_of(published(Event.objects.all()))
        .filter(sheet__rulebook__in=[book.key for book in books_of(SKAT)])
        .filter(sheet__target=None, sheet__seats__gte=3, sheet__deals__gt=0)
        .order_by(f"{at}__event__date", f"{at}__event", f"{at}__number", "sheet__table__number", "sheet", "seat")
        .values_list(
            *(f"{at}__event__date", "sheet", "sheet__rulebook", "sheet__evaluation", "sheet__seats", "sheet__deals"),
            *(PERSON, "leistung"),
        )
    )
    today = timezone.localdate()
    for (date, _sheet, book, evaluation, seats, deals), results in groupby(rows.iterator(), key=lambda row: row[:6]):
        players, points = zip(*(row[6:] for row in results), strict=True)
        known = [player for player in players if player]
        if len(players) == seats and len({*known}) == len(known) and date <= today:
            kind = f"{book} {evaluation} {seats}"
            yield PlayedList(date.toordinal(), kind, deals * 3 / seats, players, points)


def _clubs() -> dict[int, int]:
    """For which club players count."""
    of_registers = Membership.objects.order_by("-pk").values_list("player", "club")
    licensed = Licence.objects.exclude(club=None).order_by("first_day").values_list("player", "club")
    return {**dict(of_registers), **dict(licensed)}
