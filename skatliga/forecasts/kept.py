"""Forecasts are made beside the requests, once for each state of a table, and kept as files below VAR_DIR for a day.

A page asks for that of its state; where none is kept a work is ordered and the page says that it is on its way.
"""

import json
from dataclasses import asdict, dataclass
from typing import Final, NamedTuple
from uuid import UUID

from django.utils.crypto import salted_hmac

from skatliga.database import JsonObject
from skatliga.jobs import Job, TooManyError, write_whole
from skatliga.middleware import visitor_address
from skatliga.requests import Request
from skatliga.stock import mark_of

MOST_OF_ONE: Final = 4
MOST: Final = 30
"""Forecasts under way: of one visitor, and of all together."""


@dataclass(frozen=True, slots=True)
class StoredLine:
    """What can still become of one competitor; no name, so that everybody sees the one he may."""

    key: str
    best: int | None
    """None, like the next, where no place is possible or none could be told."""
    worst: int | None
    best_exact: bool
    worst_exact: bool
    chances: tuple[int, ...]
    """In thousandths, of each place; empty where there are none."""


@dataclass(frozen=True, slots=True)
class StoredForecast:
    """A forecast as it is kept."""

    lines: tuple[StoredLine, ...]
    coming: int
    """How many Serien, evenings or tournaments are still to come."""
    runs: int
    """How often the rest was played by chance; 0 where it was not."""
    least: str = ""
    """The limits of an evening or a list that the bounds were made with; empty where there are none."""
    most: str = ""
    failed: bool = False


class ForecastJob(Job):
    """A forecast that somebody waits for."""

    kind, queue = "forecasts", "prints"  # whose works take seconds, not the minutes of an import

    @property
    def made(self) -> StoredForecast | None:
        """What it made, as soon as it has."""
        try:
            said: JsonObject = json.loads((self.folder / "forecast.json").read_text())
        except FileNotFoundError:
            return None
        lines = tuple(StoredLine(**line | {"chances": tuple(line["chances"])}) for line in said.pop("lines"))
        return StoredForecast(lines, **said)

    def keep(self, forecast: StoredForecast) -> None:
        """Write what was made."""
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(self.folder / "forecast.json", json.dumps(asdict(forecast)).encode())


class ForecastKey(NamedTuple):
    """Of which table a forecast is, in which state."""

    kind: str
    """What it is a table of, as `manage.py make_forecast` calls it."""
    key: int
    state: tuple[object, ...]
    number: int = 1
    """Which of its tables."""


def forecast_of(request: Request, table: ForecastKey) -> StoredForecast | None:
    """The forecast of a table in this state, or None while it is being made.

    Who has too many under way is told to wait as well.
    """
    id = UUID(mark_of(table))
    job = ForecastJob.find(id) or ForecastJob(id=id)
    if made := job.made:
        return made
    if job.error:
        return StoredForecast((), 0, 0, failed=True)
    if not job.running:
        owner = salted_hmac("forecast", visitor_address(request)).hexdigest()[:16]
        try:
            ForecastJob.demand_room(owner, MOST_OF_ONE, MOST)
        except TooManyError:
            return None
        ordered = ForecastJob.order(id, owner=owner)
        ordered.start("make_forecast", table.kind, str(table.key), str(table.number), str(id))
        return ordered.made
    return None
