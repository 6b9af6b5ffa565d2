"""The forecast of a Staffel: the Serien still to be played, as the engine takes them.

* **D** How strong a team is follows from the sums of its Serien this season, drawn towards the mean of all
  (`scoring.forecast.strengths`). Strengths across clubs were tried instead on lists of a home round, and said no
  more of the next one (`python -m tests.bench forecast`).
* **D** Where a match day has no groups yet, nothing is told: who meets whom makes the places.
* **D** Absences, break-offs and withdrawals are not foreseen: every team that is to play does.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

from scoring.forecast.reach import Contender, OpenField, reach
from scoring.forecast.simulation import PlaceChances, chances, league_player
from scoring.forecast.strengths import estimate
from scoring.wertung.results import Number
from skatliga.forecasts.kept import StoredForecast, StoredLine
from skatliga.leagues.division_standing import DivisionStandingLine, Reckoned, read
from skatliga.leagues.models import Division

RUNS: Final = 1000
LEAST_SERIEN: Final = 3
"""Of each team, before chances are told."""
WEIGHT: Final = 10**6
"""Of a criterion over the next one: more than a season has points."""
BY_PLACES: Final = ("plus", "minus")
"""What the places in a Serie bring."""


def league_forecast(division: Division) -> StoredForecast | None:
    """The forecast of a Staffel, which comes with season and level; None where a match day has no groups yet."""
    [reckoned] = read([division])
    days = {group.group.matchday_id for group in reckoned.groups}
    if division.matchdays.exclude(pk__in=days).exists():
        return None
    lines = reckoned.standing().lines
    fields = list(_open_fields(reckoned))
    contenders = [_contender(line, division.season.counts_by.order) for line in lines]
    told = reach(contenders, fields)
    found = _chances(division, lines, contenders, fields)
    stored = tuple(
        StoredLine(
            key=line.team.letter,
            best=told[line.team.letter].best,
            worst=told[line.team.letter].worst,
            best_exact=told[line.team.letter].best_exact,
            worst_exact=told[line.team.letter].worst_exact,
            chances=in_thousandths(found, line.team.letter) if found else (),
        )
        for line in lines
    )
    return StoredForecast(stored, len(fields), found.runs if found else 0)


def in_thousandths(found: PlaceChances, key: str) -> tuple[int, ...]:
    """How likely each place is; together the chances of the places up to one are exact."""
    first = [found.among_first(key, places) for places in range(len(found.counts[key]) + 1)]
    return tuple(more - fewer for fewer, more in pairwise(first))


def _open_fields(reckoned: Reckoned) -> Iterator[OpenField]:
    """The Serien that have brought no Wertungspunkte yet, each with the teams that are to play it."""
    order = reckoned.division.season.counts_by.order
    for group in reckoned.groups:
        letters = tuple(each.team.letter for each in group.playing if not each.broke_off)
        if not group.expected:
            continue
        for serie in group.serien:
            if not serie.wertungen:
                plus = [*serie.scale[: len(letters)], *[0] * (len(letters) - len(serie.scale))]
                minus = [serie.scale[0] - points for points in plus]
                values = tuple(_worth(order, *both) for both in zip(plus, minus, strict=True))
                yield OpenField(letters, values)


def _worth(order: Sequence[str], plus: Number, minus: Number) -> Number:
    """What plus and minus points come to as one number, as far as they lead the order of the table."""
    worth: Number = 0
    for name in order:
        if name not in BY_PLACES:
            break
        worth = worth * WEIGHT + (plus if name == "plus" else -minus)
    return worth


def _contender(line: DivisionStandingLine, order: Sequence[str]) -> Contender:
    led = 0
    while led < len(order) and order[led] in BY_PLACES:
        led += 1
    rest = tuple(_figure(line, name) for name in order[led:])
    return Contender(line.team.letter, _worth(order[:led], line.plus, line.minus), rest)


def _figure(line: DivisionStandingLine, name: str) -> Number:
    """A figure of the order, more being better."""
    if name == "average":
        return Fraction(line.leistung) / line.lists if line.lists else 0
    value: Number = getattr(line, name) or 0
    return -value if name in ("lost", "minus") else value


def _chances(
    division: Division,
    lines: Sequence[DivisionStandingLine],
    contenders: Sequence[Contender],
    fields: Sequence[OpenField],
) -> PlaceChances | None:
    """None where too little was played, or nothing is left to be."""
    brought = {
        line.team.letter: [int(each.result.leistung) for each in line.wertungen if each.result.lists] for line in lines
    }
    if not fields or min(map(len, brought.values()), default=0) < LEAST_SERIEN:
        return None
    leistung = {line.team.letter: int(line.leistung) for line in lines}
    play = league_player(contenders, fields, estimate(brought), leistung, lambda key, worth, points: (worth, points))
    return chances([each.key for each in contenders], RUNS, f"{division.pk} {len(fields)}", play)
