"""A club year of 10,000 lists: 50 evenings of two Serien for a hundred players, written straight into the tables.

How much time of its processor the server needs for a page of it, made anew after a change, in an SQLite file of its own
with nobody else asking.
"""

import datetime
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tests.bench.large_field import made_anew
from tests.bench.save_row import set_up

EVENINGS: Final = 50
ROUNDS: Final = 2
PLAYERS: Final = 100
TARGET: Final = 200


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    with tempfile.TemporaryDirectory() as folder:
        set_up(Path(folder) / "bench.sqlite3")
        year = build()
        from django.test import Client

        from skatliga.people.models import User

        browser = Client(headers={"Host": "localhost"})
        for name, address in _public(year).items():
            yield f"year_{name} {1000 * made_anew(browser, address):.0f} ms <{TARGET}"
        browser.force_login(User.objects.create_superuser("bench"))
        for name, address in _directing(year).items():
            yield f"year_{name} {1000 * made_anew(browser, address):.0f} ms <{TARGET}"


def build() -> Any:
    """A published year, every list checked, the next evening created; groups, quarters and a rule that drops."""
    from skatliga.people.services import create_club
    from skatliga.years.models import ClubYear
    from skatliga.years.services import add_evenings, create_year, next_evening, set_state
    from tests.web.season import draw_season, write_season

    club = create_club("Club")
    first = datetime.date(2026, 1, 1)
    members = [f"Vorname{number} Nachname{number}" for number in range(PLAYERS)]
    lists = draw_season(members, [], EVENINGS, ROUNDS, "Altenburg", first, presence=1)
    events = write_season(club, lists, members)
    rule = {"unit": "evening", "best": 30, "drop": 2, "span": "quarter"}
    days = {"first_day": first, "last_day": datetime.date(2026, 12, 31)}
    year = create_year(club, name="2026", **days, rules=[rule], groups=3, parts="quarter", seating="year")
    add_evenings(year, events)
    year.refresh_from_db()
    set_state(year, ClubYear.State.PUBLISHED)
    next_evening(year, datetime.date(2026, 12, 17))
    return year


def _public(year: Any) -> dict[str, str]:
    """What anybody may see."""
    from django.urls import reverse

    from skatliga.people.models import Player

    table = reverse("years:year", args=[year.slug])
    return {
        "table": table,
        "table_of_all_evenings": f"{table}?abende=alle",
        "table_by_name": f"{table}?sort=name",
        "quarter": reverse("years:part", args=[year.slug, 2]),
        "player": reverse("years:player", args=[year.slug, f"p{Player.objects.first().pk}"]),
        "records": reverse("years:records", args=[year.slug]),
        "evenings": reverse("years:evenings", args=[year.slug]),
        "honours": reverse("years:honours", args=[year.club.slug]),
    }


def _directing(year: Any) -> dict[str, str]:
    """What those who direct the club see besides."""
    from django.urls import reverse

    return {
        "seating": reverse("years:seating", args=[year.slug]),
        "cash": reverse("years:cash", args=[year.slug]),
        "evenings_directing": reverse("years:evenings", args=[year.slug]),
    }
