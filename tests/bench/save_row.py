"""How long the server needs to save one row of a list, in an SQLite file of its own, rows of whole lists in order.

Measured is the whole request as the entry page sends it: sign-in, the row read and checked with all rows above it,
written with its history, the list valued again, and the running list rendered. Nobody else writes meanwhile.
"""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles
from typing import Final
from uuid import uuid4

LISTS: Final = 10


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    with tempfile.TemporaryDirectory() as folder:
        set_up(Path(folder) / "bench.sqlite3")
        percent = quantiles(_save_lists(), n=100)
    yield f"save_row_p50 {1000 * percent[49]:.1f} ms <30"
    yield f"save_row_p95 {1000 * percent[94]:.1f} ms -"


def set_up(database: Path | str) -> None:
    """Django as in production, with an empty database: an SQLite file, or the URL of another one."""
    os.environ |= {
        "SECOND_FACTOR": "0",
        "DJANGO_SETTINGS_MODULE": "skatliga.settings",
        "DATABASE_URL": database if isinstance(database, str) else f"sqlite:///{database}",
        "DEBUG": "0",
        "SECRET_KEY": "only-for-this-measurement",
        "HTTPS": "0",  # there is no proxy in front
    }
    from django.conf import settings
    from django.core.management import call_command

    import skatliga.wsgi  # noqa: F401  as a server does it

    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    call_command("migrate", verbosity=0)


def _save_lists() -> Iterator[float]:
    """Seconds for each row."""
    from datetime import date

    from django.test import Client
    from django.urls import reverse

    from skatliga.events.models import Table
    from skatliga.events.services import create_event, enter_guests, seat_round
    from skatliga.lists.services import open_sheet
    from skatliga.people.models import User
    from skatliga.people.services import create_club
    from tests.bench.error_detection import draw_papers

    user = User.objects.create_superuser("bench")
    rules = {"rulebook": "isko-2022", "evaluation": "seeger-fabian"}
    event = create_event(create_club("Bench"), name="Bench", date=date(2026, 1, 1), rounds=LISTS, **rules)
    enter_guests(event, [(f"Gast {number}", "") for number in range(1, 5)])
    browser = Client(headers={"HX-Request": "true", "Host": "localhost"})
    browser.force_login(user)
    for round, paper in zip(event.rounds.all(), draw_papers(LISTS), strict=True):
        seat_round(round, {1: [1, 2, 3, 4]})
        sheet = open_sheet(Table.objects.get(round=round), user)
        address = reverse("lists:entry", args=[sheet.pk])
        for revision, row in enumerate(paper.view.rows):
            sent = {"art": "kurz", "text": row.notation, "revision": revision, "key": str(uuid4())}
            start = time.perf_counter()
            answer = browser.post(address, sent)
            yield time.perf_counter() - start
            if answer.status_code != 200:
                raise SystemExit(answer.content.decode())
