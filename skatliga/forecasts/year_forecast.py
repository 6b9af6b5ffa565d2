"""The forecast of a club year and of a Turnierserie: what is still to come, as the engine takes it.

* **D** To come are the evenings that are made and not played yet, and one more after each interval up to the last day
  of the year; each with as many Serien as the last one. Of a Turnierserie it is the tournaments that are put in.
* **D** Points have no limit, so the places are bounds for the case that nobody is better than the best evening (list)
  of the year so far, or worse than the worst; the page names both. Points by places have limits of their own.
* **D** Somebody comes as often as he came so far.
* **D** Every table of a year has its own; what players begin with counts in that of the first alone.
"""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scoring.forecast.reach import reach_of_spans
from scoring.forecast.simulation import PlaceChances, chances
from scoring.forecast.strengths import estimate
from scoring.forecast.year_rest import ComingEvening, PartLimits, YearSoFar, limits_seen, spans, year_player
from scoring.wertung import carry_out
from scoring.wertung.places import rank
from scoring.wertung.presets import OF_A_YEAR, TableRule
from scoring.wertung.results import Labels, WertungResult, labels_of, result_maker
from skatliga.circuits.models import Circuit
from skatliga.circuits.queries import played
from skatliga.circuits.standing import results_of
from skatliga.events.models import Event
from skatliga.forecasts.kept import StoredForecast, StoredLine
from skatliga.forecasts.league_forecast import in_thousandths
from skatliga.wertung.wording import write_value
from skatliga.years.models import ClubYear, Span
from skatliga.years.queries import YearData, season
from skatliga.years.services import next_date
from skatliga.years.year_standing import part_of, results_of_sums

RUNS: Final = 300
LEAST_HELD: Final = 3
"""Evenings, before chances are told."""
MOST_COMING: Final = 60
SPANS: Final = ("quarter", "month", "block")
_make = result_maker(["player", "evening", "serie", "leistung", "won", "lost", "deals", "table", "seat", *SPANS])


def year_forecast(year: ClubYear, number: int = 1) -> StoredForecast:
    """The forecast of a table of a club year. Raises IndexError where the year has fewer."""
    rule = year.tables[number - 1].rule
    found = season(year, None)
    days = {night.number: _parts(year, night.date) for night in found.held}
    results = [_make((*each, *days[each.evening])) for each in found.results if each.evening in days]
    results += results_of_sums(found, rule)
    serien = sorted({(each.evening, each.round) for each in found.results if each.evening in days})
    held = [_labels(evening, days[evening], serie) for evening, serie in serien]
    usual = max((each.round for each in found.results), default=1)
    coming = [] if rule.worth in ("awarded", "published") else list(_coming(year, found, usual))
    members = [key for key, person in found.persons.items() if person.member]
    start = rule.start(found.starts) if number == 1 else ()
    return _forecast(year.pk, rule, YearSoFar(rule.of(OF_A_YEAR), results, held, coming, members, start))


def circuit_forecast(circuit: Circuit) -> StoredForecast:
    """The forecast of a Turnierserie."""
    rule = circuit.counts_by
    data = played(circuit)
    serien = sorted({(each.evening, each.round) for each in data.results})
    held = [_labels(stop, (1, 1, 1), serie) for stop, serie in serien]
    rounds = Event.objects.in_bulk([stop.event for stop in data.to_come])
    coming = [
        ComingEvening(
            _labels(stop.number, (1, 1, 1)),
            tuple(range(1, rounds[stop.event].rounds.count() + 1)),
            rounds[stop.event].deals_at_four,
        )
        for stop in data.to_come
    ]
    so_far = YearSoFar(rule.of(OF_A_YEAR), results_of(data), held, coming, list(data.persons))
    return _forecast(circuit.pk, rule, so_far)


def _parts(year: ClubYear, date: datetime.date) -> tuple[int, int, int]:
    return part_of(year, Span.QUARTER, date), part_of(year, Span.MONTH, date), part_of(year, Span.HALF, date)


def _labels(evening: int, parts: Sequence[int], serie: int | None = None) -> Labels:
    labels = {"evening": evening, **dict(zip(SPANS, parts, strict=True))}
    return labels_of(labels | ({"serie": serie} if serie else {}))


def _coming(year: ClubYear, found: YearData, usual: int) -> Iterator[ComingEvening]:
    """The evenings still to be played: those made, and those that follow in the interval of the year."""
    last = max((night.date for night in found.held), default=year.first_day)
    made = [n for n in found.nights if not n.held and n.fits and n.state != Event.State.FINAL and n.date >= last]
    rounds = {event.pk: event.rounds.count() for event in Event.objects.filter(pk__in=[night.event for night in made])}
    for night in made:
        serien = range(1, (rounds[night.event] or usual) + 1)
        yield ComingEvening(_labels(night.number, _parts(year, night.date)), tuple(serien), 48)
    date, number = next_date(year), len(found.nights)
    if year.state == ClubYear.State.FINAL:
        return
    while date <= year.last_day and number < len(found.nights) + MOST_COMING:
        number += 1
        yield ComingEvening(_labels(number, _parts(year, date)), tuple(range(1, usual + 1)), 48)
        date += datetime.timedelta(days=year.interval)


def _forecast(key: int, rule: TableRule, year: YearSoFar) -> StoredForecast:
    limits = _limits(rule, year)
    places = _places(rule, year, limits) if limits else {}
    found = _chances(key, year)
    lines = []
    for player in year.ranked:
        best, worst = places.get(player) or (None, None)
        lines.append(
            StoredLine(
                player, best, worst, not year.coming, not year.coming, in_thousandths(found, player) if found else ()
            )
        )
    seen = limits if limits and rule.worth != "places" and year.coming else None
    return StoredForecast(
        tuple(lines),
        len(year.coming),
        found.runs if found else 0,
        write_value(seen.least) if seen else "",
        write_value(seen.most) if seen else "",
    )


def _places(rule: TableRule, year: YearSoFar, limits: PartLimits) -> Mapping[str, tuple[int, int] | None]:
    """The bounds; of what is over the places."""
    if year.coming:
        told = spans(year, limits, rule.span)
        return reach_of_spans(told) if told else {}
    totals = carry_out(year.rule.steps, year.results, year.will_be_held, year.start)
    rows = rank(year.rule.rank, (total for total in totals if _player(total) in year.ranked)).rows
    return {_player(row.result): (row.place, row.place) for row in rows}


def _limits(rule: TableRule, year: YearSoFar) -> PartLimits | None:
    """What an evening (list) can bring: points by places have their scale, everything else what was seen so far."""
    if rule.worth == "places":
        firsts = [points[0] for points in (rule.place_points, *dict(rule.size_points).values()) if points]
        return PartLimits(rule.attendance, max(firsts) + rule.attendance)
    return limits_seen(_single(year)) or limits_seen(year)


def _single(year: YearSoFar) -> YearSoFar:
    """Without what is known only as sums: nobody knows what an evening of these brought."""
    return year._replace(results=[each for each in year.results if int(each.label("evening") or 0) > 0])


def _chances(key: int, year: YearSoFar) -> PlaceChances | None:
    """None where too little was played, or nothing is left to be."""
    played = _single(year).results
    evenings = {each.label("evening") for each in played}
    if not year.coming or len(evenings) < LEAST_HELD or not year.ranked:
        return None
    brought: dict[str, list[int]] = {}
    there: dict[str, set[object]] = {}
    for each in played:
        brought.setdefault(_player(each), []).append(int(each.leistung))
        there.setdefault(_player(each), set()).add(each.label("evening"))
    turnout: Mapping[str, int] = {player: 1000 * len(own) // len(evenings) for player, own in there.items()}
    play = year_player(year, estimate(brought), turnout)
    return chances(year.ranked, RUNS, f"{key} {len(year.coming)}", play)


def _player(result: WertungResult) -> str:
    return str(result.label("player"))
