"""What the page about tables makes of lists: asked of `engine.table_oracle`, the second way of counting.

Steps and results are written from that page alone; the lists of an event are small enough to be counted by hand.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from engine import table_oracle

from web.league import Book

Step = dict[str, Any]
BY_LEISTUNG = ("leistung", "won", "-lost")
POINTED = ("points", *BY_LEISTUNG)

# Three Serien of eight at two tables: who sits where, and what each brought, seat by seat; in the last Serie the second
# table plays with three, and number 8 plays no more.
SEATS = [{1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}, {1: [8, 7, 2, 1], 2: [4, 3, 6, 5]}, {1: [3, 1, 5, 7], 2: [2, 6, 4]}]
POINTS = [
    {1: [400, 300, 200, 100], 2: [350, 300, 50, 0]},
    {1: [120, 400, 310, -90], 2: [75, 80, 600, 80]},
    {1: [10, 20, 30, 40], 2: [500, 90, -10]},
]


@cache
def results() -> tuple[dict[str, Any], ...]:
    """Every list of the three Serien as the page of the engine wants it."""
    return tuple(
        {"player": number, "serie": serie, "table": table, "seat": seat, "leistung": points, "won": 2, "lost": 1}
        for serie, seats in enumerate(SEATS, 1)
        for table, players in seats.items()
        for seat, (number, points) in enumerate(zip(players, POINTS[serie - 1][table], strict=True), 1)
    )


def team_results(teams: Mapping[str, Sequence[int]]) -> list[dict[str, Any]]:
    """The lists of their members, each with its team."""
    team_of = {number: name for name, members in teams.items() for number in members}
    return [each | {"team": team_of[each["player"]]} for each in results() if each["player"] in team_of]


def rows_of(
    *steps: Step, order: Sequence[str] = BY_LEISTUNG, given: Iterable[dict[str, Any]] | None = None, **document: Any
) -> list[dict[str, Any]]:
    """The rows of a table of these results, or of those of the three Serien."""
    ranked = (*steps, {"step": "rank", "order": list(order)})
    answer = table_oracle.answer(json.dumps({"steps": ranked, "results": list(given or results()), **document}))
    return answer["rows"]


def fold(**take: Any) -> Step:
    """The step that makes one row of a player's lists."""
    combine = {"combine": take.pop("combine")} if "combine" in take else {}
    return {"step": "fold", "by": ["player"], **combine, **({"take": take} if take else {})}


# ---- Leagues: plus points by the size of the group; what is short of the first are minus points

USUAL = {"4": [3, 2, 1, 0], "3": [3, 2, 1]}
FIVE = {"5": [4, 3, 2, 1, 0]}
Scales = dict[int, dict[str, list[int]]]
"""By the number of the match day."""


def awards(scales: Scales, day: int, absent: int = 0) -> list[Step]:
    """Points and minus points of a day, by the size of the group; who is absent gets so many minus points."""
    points = scales[day]
    return [
        {"step": "award", "within": ["day", "serie", "group"], "order": list(BY_LEISTUNG),
         "where": {"day": day}, "points": points,
         "minus": {size: [each[0] - one for one in each] for size, each in points.items()},
         **({"absent": {"minus": absent}} if absent else {})}
    ]  # fmt: skip


def beaten(_scales: Scales, day: int) -> list[Step]:
    """Matchpoints of a day."""
    return [{"step": "award", "within": ["day", "serie", "group"], "beaten": "leistung", "where": {"day": day}}]


def filled(size: int) -> list[Step]:
    """Short teams as if they were complete."""
    times = {"members_to": size, "within": ["team", "day", "serie"]}
    return [{"step": "scale", "figures": ["leistung"], "times": times}]


def league_rows(
    book: Book,
    scales: Scales,
    start: Sequence[Any] = (),
    order: Sequence[str] = POINTED,
    full: Sequence[Step] = (),
    absent: Sequence[dict[str, Any]] = (),
    award: Any = awards,
) -> list[dict[str, Any]]:
    """What it makes of the lists of a Staffel; `full` are steps by which short teams count as complete ones."""
    given = [
        {"player": f"{letter}{table}", "team": letter, "day": day, "group": group, "serie": serie,
         "leistung": own.leistung, "won": own.won, "lost": own.lost}
        for (day, group, serie, letter), tables in book.raw.items()
        for table, own in tables.items()
    ]  # fmt: skip
    away = {(out["team"], out["day"]) for out in absent}
    given = [*(each for each in given if (each["team"], each["day"]) not in away), *absent]
    steps = [*full, {"step": "fold", "by": ["team", "day", "serie", "group"]}]
    steps += [step for day in scales for step in award(scales, day)]
    return rows_of(*steps, {"step": "fold", "by": ["team"]}, order=order, given=given, start=list(start))
