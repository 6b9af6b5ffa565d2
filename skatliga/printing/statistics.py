"""The statistics of a club and of a player on paper, with the pictures of their pages.

**D** They are for those who hold a role in the club, as the papers of a club year are. Of a player's lists paper has
the best ones; all of them are on his page and in its files.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from skatliga.access import Role
from skatliga.people.models import Club, Player
from skatliga.printing.render import document
from skatliga.statistics import pictures
from skatliga.statistics.measures import compare
from skatliga.statistics.periods import Choice
from skatliga.statistics.queries import club_events, group, player, player_events

Context = dict[str, object]


class StatisticsOrder(NamedTuple):
    """Whose figures are to be printed, from when to when, and as whom."""

    subject: Club | Player
    choice: Choice
    role: Role | None

    @property
    def filename(self) -> str:
        """What the paper is called where it is kept."""
        name = self.subject.slug if isinstance(self.subject, Club) else f"spieler-{self.subject.pk}"
        return f"{self.choice.named(f'statistik-{name}')}.pdf"


@dataclass(frozen=True, slots=True)
class StatisticsWork:
    """One kind of paper of the statistics."""

    title: Promise
    template: str
    find: Callable[[StatisticsOrder], Context]

    def print(self, order: StatisticsOrder) -> bytes:
        """The document."""
        context = {
            "title": f"{order.subject}, {self.title}",
            "heading": self.title,
            "choice": order.choice,
            "now": timezone.now(),
        }
        return document(self.template, context | self.find(order))


def _of_club(order: StatisticsOrder) -> Context:
    assert isinstance(order.subject, Club)
    found = group(order.choice.period.of(club_events(order.subject)), order.role, order.choice.kind)
    rates = list(compare(found.kind, found.figures))
    return {"club": order.subject, "found": found, "plots": pictures.of_group(found), "rates": rates}


def _of_player(order: StatisticsOrder) -> Context:
    assert isinstance(order.subject, Player)
    found = player(order.subject, order.choice.period.of(player_events(order.subject)), order.choice.kind)
    rates = list(compare(found.kind, found.figures, found.group))
    return {"player": order.subject, "found": found, "plots": pictures.of_player(found), "rates": rates}


STATISTICS_WORKS = {
    "vereinsstatistik": StatisticsWork(_("Statistik"), "printing/statistics_club.html", _of_club),
    "spielerstatistik": StatisticsWork(_("Statistik"), "printing/statistics_player.html", _of_player),
}
