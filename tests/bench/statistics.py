"""The statistics of a club with ten years of evenings: how long its lists take to be counted, and what a page costs.

The lists are those of `import_club`, 400,000 deals. Measured is the time of its processor that the server needs: to
count everything once; to find the strength of all; for each page, made anew, once everything is counted; and for the
club's page after one list has been corrected, so that its event is added up again. In an SQLite file of its own with
nobody else asking.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from tests.bench.import_club import DEALS, found_club, write_past
from tests.bench.large_field import made_anew
from tests.bench.save_row import set_up

TARGET: Final = 300
REPEATED: Final = 5


def figures(deals: int = DEALS) -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    with tempfile.TemporaryDirectory() as folder:
        set_up(Path(folder) / "bench.sqlite3")
        _fill_club(Path(folder) / "listen.csv", deals)
        from django.test import Client

        from skatliga.events.models import Event
        from skatliga.statistics.rating_run import rate_all
        from skatliga.statistics.services import bring_up_to_date, forget

        forget()
        yield f"statistics_count_all {_spent(lambda: bring_up_to_date(Event.objects.all())):.1f} s -"
        yield f"statistics_rate_all {_spent(lambda: rate_all(lambda percent: None)):.1f} s -"
        browser = Client(headers={"Host": "localhost"})
        for name, address in _pages().items():
            yield f"statistics_{name} {1000 * made_anew(browser, address):.0f} ms <{TARGET}"
        seconds = _after_a_correction(browser, _pages()["club"])
        yield f"statistics_club_after_a_correction {1000 * seconds:.0f} ms <{TARGET}"


def _fill_club(file: Path, deals: int) -> None:
    from django.core.management import call_command

    from skatliga.people.models import Club, Player
    from skatliga.statistics.strengths import agree, rate_players

    write_past(file, deals)
    found_club()
    call_command("import_club", "bench", str(file), "--publish")
    rate_players(Club.objects.get(), True)
    for player in Player.objects.all():
        agree(player)


def _pages() -> dict[str, str]:
    """What anybody may see."""
    from django.urls import reverse

    from skatliga.events.models import Event
    from skatliga.people.models import Club, Player
    from skatliga.years.models import ClubYear
    from skatliga.years.services import add_evenings, create_year

    club = Club.objects.get()
    one, other = Player.objects.order_by("pk")[:2]
    event = Event.objects.latest("date")
    year = ClubYear.objects.first()
    if year is None:
        days = event.date.replace(month=1, day=1), event.date.replace(month=12, day=31)
        year = create_year(club, name=str(event.date.year), first_day=days[0], last_day=days[1])
        add_evenings(year, Event.objects.filter(date__range=days))
        ClubYear.objects.update(state=ClubYear.State.PUBLISHED)
    return {
        "club": reverse("statistics:club", args=[club.slug]),
        "club_in_a_year": reverse("statistics:club", args=[club.slug]) + f"?zeit={event.date.year - 1}",
        "year": reverse("statistics:year", args=[year.slug]),
        "event": reverse("statistics:event", args=[event.slug]),
        "strength": reverse("statistics:strength", args=[club.slug]),
        "ranking": reverse("statistics:ranking"),
        "player": reverse("statistics:player", args=[one.pk]),
        "two_players": reverse("statistics:meetings", args=[one.pk, other.pk]),
    }


def _spent(work: Callable[[], Any]) -> float:
    """Seconds of the processor."""
    start = time.process_time()
    work()
    return time.process_time() - start


def _after_a_correction(browser: Any, address: str) -> float:
    """Seconds for the page after a list of the latest event has been corrected; the median of several times."""
    from django.db.models import F

    from skatliga.lists.models import Sheet
    from skatliga.publication import bump_version

    sheet = Sheet.objects.order_by("table__round__event__date", "pk").last()
    seconds = []
    for _time in range(REPEATED):
        Sheet.objects.filter(pk=sheet.pk).update(revision=F("revision") + 1)
        bump_version(sheet.table.round.event)
        seconds.append(_spent(lambda: browser.get(address)))
    return sorted(seconds)[REPEATED // 2]
