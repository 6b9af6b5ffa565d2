"""Kinds of tables set up as somebody does it: on their pages, from a preset or the form, with lists beside them.

What a form shows is sent as it stands there, with a few fields changed; a field that nobody sees is not sent.
"""

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from django.test import Client
from django.urls import reverse

from scoring.foot_check import PaperFoot
from skatliga.events.models import Event
from skatliga.leagues.models import Division
from skatliga.leagues.squads import add_lines
from skatliga.people.models import Club, User
from web.by_rules import POINTS, SEATS
from web.league import FIRST, Book, groups_of, start
from web.ranks import NAMES, State, enter_list
from web.walker import Walker

TEAMS = {
    "team": {"Rot": (1, 2, 3), "Blau": (4, 5, 6, 7)},
    "tandem": {"Links": (1, 5), "Rechts": (2, 6), "Mitte": (7, 8)},
    "mixed": {"Paar": (3, 7), "Duo": (4, 8)},
    "nation": {"Ostfriesland": (1, 2, 3, 4, 5), "Sachsen": (6, 7, 8)},
}
"""Start numbers by kind and name; of four the first is short."""
TABLES = (("tischpunkte", {"place_points": "4 3 2 1; 3: 3 2 1"}), ("matchpunkte", {}), ("pokal", {}))
"""Further tables of the event, from the second on: the preset, and what is changed in its form."""


def filled_in(browser: Client, address: str, button: str | None = None, **values: Any) -> Walker:
    """The page behind a form that is shown at an address, filled in so and sent."""
    walker = Walker(browser, address)
    walker.fill(button, **values)
    return walker


def send(browser: Client, address: str, button: str | None = None, **values: Any) -> None:
    """Fill in the form that is shown at an address so, and send it."""
    Walker(browser, address).send(button, **values)


def new_event(browser: Client, club: Club, **fields: str) -> Event:
    """An event of eight guests with lists of twelve deals, published."""
    usual = {"date": "2026-11-21", "deals_at_four": "12", "deals_at_three": "12"}
    walker = filled_in(browser, reverse("events:create_event", args=[club.slug]), **usual | fields)
    event = Event.objects.get(name=fields["name"])
    walker.send("state")
    guests = "\n".join(f"{name} (SC Gera)" for name in NAMES)
    send(browser, reverse("events:entries", args=[event.slug]), guests=guests)
    return event


def seat(browser: Client, event: Event, serie: int, seats: Mapping[int, Iterable[int]]) -> None:
    """Who sits where in a Serie."""
    typed = {f"{table}__{place}": str(who) for table, at in seats.items() for place, who in enumerate(at, 1)}
    send(browser, reverse("events:seats", args=[event.slug, serie]), **typed)


def event_of_all_kinds(browser: Client, club: Club, leader: User) -> Event:
    """The three Serien, the last one on Sunday, with further tables and teams of every kind.

    A short team counts as a complete one.
    """
    event = new_event(browser, club, name="Großer Preis", rounds="3", evaluation="spielpunkte")
    send(browser, reverse("events:days", args=[event.slug]), day_3="2026-11-22")
    for number, (preset, changed) in enumerate(TABLES, 2):
        rule = reverse("standings:change_rule", args=[event.slug, number])
        send(browser, f"{rule}?vorlage={preset}", **changed or {"name": preset.title()})
    for kind, teams in TEAMS.items():
        lines = "\n".join(f"{name}: {' '.join(map(str, members))}" for name, members in teams.items())
        send(browser, reverse("events:teams", args=[event.slug]), kind=kind, lines=lines)
    send(browser, reverse("standings:team_rule", args=[event.slug, "team"]), filled="on")
    for serie, seats in enumerate(SEATS, 1):
        seat(browser, event, serie, seats)
        for table, points in POINTS[serie - 1].items():
            feet = [PaperFoot(each, 2, 1, None) for each in points]
            enter_list(leader, event, serie, table, feet, State.IN_QUESTION)  # nobody can have made such points
    return event


def event_with_a_cut(browser: Client, club: Club, leader: User, *, carries: bool) -> Event:
    """Two Serien, the second of the first four of the eight, with or without what they had."""
    cut = {"cut_after": "1", "cut_places": "4", "cut_carries": "on" if carries else ""}
    event = new_event(browser, club, name=f"Schnitt {carries:d}", rounds="2", **cut)
    seat(browser, event, 1, {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]})
    for table in (1, 2):
        enter_list(leader, event, 1, table)
    seat(browser, event, 2, {1: [7, 3, 5, 1]})
    enter_list(leader, event, 2, 1)
    return event


def league(
    browser: Client,
    club: Club,
    preset: str,
    plan: str,
    days: Mapping[int, int],
    short: Mapping[str, int] | None = None,
    equal: str = "",
    **fields: str,
) -> Book:
    """A season begun with a preset, one Staffel; every day has so many Serien, and every list of them is written.

    Teams have the letters of the plan, and so many players as the preset says, those in `short` fewer; those in
    `equal` have the same results.
    """
    create = reverse("leagues:create_season", args=[club.slug])
    filled_in(browser, f"{create}?vorlage={preset}", **{"name": f"Liga {preset}"} | fields).send(None, name="Staffel")
    division = Division.objects.select_related("season", "level").latest("pk")
    slugs = [division.season.slug, division.slug]
    letters = sorted({letter for letter in plan if letter.isalpha()})
    lines = "\n".join(f"{letter} Team {letter}" for letter in letters)
    send(browser, reverse("leagues:teams", args=slugs), lines=lines)
    size = division.season.counts_by.size
    for team in division.teams.all():
        add_lines(team, "\n".join(f"{name} {preset.title()}{team.letter}" for name in FIRST[:size]))
    asked = browser.post(reverse("leagues:plan", args=slugs), {"text": plan})  # teams that meet twice, and which do not
    if asked.status_code == 200:
        browser.post(reverse("leagues:plan", args=slugs), {"text": plan, "anyway": "on"})
    dates = {f"day_{day}": str(datetime.date(2026, 9, 5) + datetime.timedelta(weeks=day)) for day in days}
    serien = {f"rounds_{day}": str(number) for day, number in days.items()}
    send(browser, reverse("leagues:dates", args=slugs), **dates | serien)
    Walker(browser, reverse("leagues:season", args=slugs[:1])).send("state")
    division = Division.objects.select_related("season", "level").get(pk=division.pk)
    book = Book(division, preset)
    for day, number in days.items():
        for group in groups_of(division, day):
            start(group, dict(short or {}))
            for serie in range(1, number + 1):
                book.play(group, serie, tables=range(1, size + 3), equal=equal)
    return book
