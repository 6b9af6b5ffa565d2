"""The panel *Jetzt zu tun*: what it shows about what a page is about, and where it asks for itself again.

For templates it is `{% load todo %}{% todo event %}`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final
from urllib.parse import urlsplit

from django import template
from django.template import RequestContext
from django.urls import reverse
from django.utils.translation import get_language

from skatliga.access import Role
from skatliga.circuits.models import Circuit
from skatliga.events.models import Event
from skatliga.leagues.models import Group, Matchday, Season
from skatliga.next_actions import NextAction, Urgency
from skatliga.people.models import Club, User
from skatliga.todo import gathering
from skatliga.years.models import ClubYear

SHOWN: Final = 3
"""Actions that are seen at once where there are many; more would push the page itself from the screen of a phone."""

register = template.Library()


@dataclass(frozen=True, slots=True)
class TodoPanel:
    """What is shown."""

    actions: Sequence[NextAction]
    address: str
    """Where the panel alone is answered."""
    page: str
    """The address of the page it is on."""

    @property
    def finished(self) -> bool:
        """Whether nothing is to be done any more, but what can wait for ever."""
        return any(action.urgency == Urgency.DONE for action in self.actions)

    @property
    def first(self) -> list[tuple[NextAction, bool]]:
        """The most urgent actions, each with whether its button leads away from the page; else there need be none."""
        return self._lines[: self._shown]

    @property
    def others(self) -> list[tuple[NextAction, bool]]:
        """All others, which are folded away."""
        return self._lines[self._shown :]

    @property
    def _shown(self) -> int:
        """One alone is not folded away."""
        return SHOWN if len(self.actions) > SHOWN + 1 else SHOWN + 1

    @property
    def _lines(self) -> list[tuple[NextAction, bool]]:
        return [(action, action.fields is not None or not self._is_here(action.url)) for action in self.actions]

    def _is_here(self, url: str) -> bool:
        parts = urlsplit(url)
        return parts.path == self.page and not parts.fragment

    @property
    def mark(self) -> str:
        """The same as long as the panel is."""
        return sha256(repr((self.actions, self.page, get_language())).encode()).hexdigest()[:32]


Gathering = tuple[Callable[[Any], str], Callable[[Any, User], list[NextAction]]]
"""Where the panel about something is answered, and what is to be done about it."""

ABOUT: dict[type, Gathering] = {
    Event: (lambda event: reverse("todo:event", args=[event.slug]), gathering.of_event),
    Club: (lambda club: reverse("todo:club", args=[club.slug]), gathering.of_club),
    ClubYear: (lambda year: reverse("todo:year", args=[year.slug]), lambda year, user: gathering.of_year(year)),
    Circuit: (
        lambda circuit: reverse("todo:circuit", args=[circuit.slug]),
        lambda circuit, user: gathering.of_circuit(circuit),
    ),
    Season: (lambda found: reverse("todo:season", args=[found.slug]), lambda found, user: gathering.of_season(found)),
    Matchday: (
        lambda day: reverse("todo:matchday", args=[day.division.season.slug, day.division.slug, day.number]),
        lambda day, user: gathering.of_matchday(day),
    ),
    Group: (
        lambda group: reverse(
            "todo:group", args=[group.matchday.division.season.slug, group.matchday.division.slug, group.pk]
        ),
        lambda group, user: gathering.of_group(group),
    ),
}


def panel_about(thing: object, user: User, page: str) -> TodoPanel | None:
    """The panel about one of the things in ABOUT, or without one about everything of this user.

    None for who has no role that enters something there: nothing is asked for him, not even again.
    """
    if not user.is_authenticated:
        return None
    if thing is None:
        return TodoPanel(gathering.of_user(user), reverse("todo:start"), page)
    holder = thing.division.season if isinstance(thing, Matchday) else thing
    role: Role | None = getattr(holder, "role", None)
    if not (role and role.enters):
        return None
    address, gather = ABOUT[type(thing)]
    return TodoPanel(gather(thing, user), address(thing), page)


@register.inclusion_tag("todo/panel.html", takes_context=True)
def todo(context: RequestContext, thing: object = None) -> dict[str, object]:
    """What the visitor has to do about something, or everywhere; empty for a stranger."""
    request = context["request"]
    return {"panel": panel_about(thing, request.user, request.path), "csrf_token": context.get("csrf_token")}
