"""The lists of the private round, imported whole: what is stored is what the round wrote down.

How a row of the round becomes a deal, and which rows contradict themselves, says the engine's test of the same lists.
"""

import csv
import datetime
import io
from collections import Counter
from functools import cache

import pytest
from engine.test_home_round import DATA, DOUBLINGS, OVERBID, as_list, games, lists, place, recorded

from scoring import BOOKS
from skatliga.events.agreements import usual_agreements
from skatliga.events.services import create_event
from skatliga.exchange.evenings.import_lists import import_lists
from skatliga.lists.models import SeatResult

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not DATA.is_dir(), reason="the lists of the round are not beside the project"),
]

NO_WHOLE_ROUNDS = {11, 69, 91, 127, 141, 167, 195, 199, 219, 239, 265}
"""A game written twice (11), a round broken off (69), otherwise deals passed in that this round did not count."""


@cache
def rows_of(series):
    return sorted((row for row in games() if place(row)[0] == series), key=place)


def outcome(row, book):
    """Declarer, score and whether it counts as won or lost: 1, -1 or 0."""
    name, score = row["declarer"], recorded(row)
    if book == "isko-2022" and place(row) in OVERBID:
        return name, OVERBID[place(row)], -1
    return name, score, int(row["sf_" + name]) // 50 if name else 0


def feet(series, book):
    """Points, won, lost and result by seat, added up from what is written in every row (SkWO 6.3.1 at three)."""
    rows = rows_of(series)
    points, won, lost = Counter(), Counter(), Counter()
    for name, score, counts in (outcome(row, book) for row in rows):
        points[name] += score
        won[name] += counts > 0
        lost[name] += counts < 0
    return [
        (
            points[name],
            won[name],
            lost[name],
            points[name] + 50 * (won[name] - lost[name]) + 40 * (lost.total() - lost[name]),
        )
        for name in rows[0]["seats"]
    ]


def converted(note=""):
    """All lists in the importer's format, each the only table of a Serie, with the feet that were written down."""
    lines = []
    for number, series in enumerate(lists(), 1):
        written = as_list(series, rows_of(series))
        names = {f"platz{seat}": f"Spieler {name}" for seat, name in enumerate(written["seats"], 1)}
        head = {"serie": number, "tisch": 1, "spiele": len(written["deals"]), **names}
        head |= {"vermerk": note} if series in NO_WHOLE_ROUNDS else {}
        for nr, deal in enumerate(written["deals"], 1):
            fields = {name: int(value) if isinstance(value, bool) else value for name, value in deal.items()}
            lines.append({"liste": series, **head, "spiel": nr, "alleinspieler": fields.pop("declarer", ""), **fields})
            head = {}
        for seat, foot in enumerate(feet(series, "hausrunde"), 1):
            totals = dict(zip(("spielpunkte", "gewonnen", "verloren", "gesamt"), foot, strict=True))
            lines.append({"liste": series, "platz": seat, **totals})
    text = io.StringIO()
    writer = csv.DictWriter(text, list(dict.fromkeys(name for line in lines for name in line)), delimiter=";")
    writer.writeheader()
    writer.writerows(lines)
    return text.getvalue().encode()


@pytest.fixture
def imported(club):
    """The report of an import of all lists under a rule book, and the stored results by list."""

    def by(book, note=""):
        evening = create_event(
            club,
            name="Hausrunde",
            date=datetime.date(2023, 12, 31),
            rounds=len(lists()),
            rulebook=book,
            agreements=usual_agreements(BOOKS[book]),
            evaluation="seeger-fabian",
        )
        report = import_lists(evening, converted(note), None)
        labels = dict(enumerate(lists(), 1))
        results = {}
        for number, *result in SeatResult.objects.order_by("sheet__table__round__number", "seat").values_list(
            "sheet__table__round__number", "spielpunkte", "won", "lost", "leistung"
        ):
            results.setdefault(labels[number], []).append(tuple(result))
        return report, results

    return by


def test_the_added_up_feet_are_the_recorded_totals():
    written = {
        series: [int(row["recorded_" + name]) for name in rows_of(series)[0]["seats"]]
        for series, row in lists().items()
    }
    assert {series: [foot[3] for foot in feet(series, "hausrunde")] for series in lists()} == written


def test_under_the_house_rules_every_list_has_the_recorded_totals(imported):
    report, results = imported("hausrunde")
    assert {
        (int(outcome.label), remark.row): remark.message for outcome in report.refused for remark in outcome.remarks
    } == {
        (1, 32): "736 Augen sind nicht möglich: es gibt 0 bis 120, aber nie 1 oder 119.",
        (1, 39): "168 Augen sind nicht möglich: es gibt 0 bis 120, aber nie 1 oder 119.",
        (1, 41): "128 Augen sind nicht möglich: es gibt 0 bis 120, aber nie 1 oder 119.",
        (13, 14): "152 Augen sind nicht möglich: es gibt 0 bis 120, aber nie 1 oder 119.",
    }
    assert results == {series: feet(series, "hausrunde") for series in lists() if series not in (1, 13)}
    assert {int(outcome.label): [_short(remark) for remark in outcome.remarks] for outcome in report.with_findings} == {
        series: [f"{len(rows_of(series))} Spiele sind bei 3 Spielern keine vollen Runden"] for series in NO_WHOLE_ROUNDS
    }
    assert {int(outcome.label): outcome.state for outcome in report.imported} == {
        series: "handed_in" if series in NO_WHOLE_ROUNDS else "entered" for series in lists() if series not in (1, 13)
    }


def test_lists_of_no_whole_rounds_are_entered_with_a_note(imported):
    report, results = imported("hausrunde", "so aufgehört")
    assert {outcome.state for outcome in report.imported} == {"entered"}
    assert len(report.imported) == len(lists()) - 2
    assert results == {series: feet(series, "hausrunde") for series in lists() if series not in (1, 13)}


def _short(remark):
    return remark.message.partition(":")[0]


def test_under_the_isko_every_row_it_does_not_know_is_named(imported):
    report, results = imported("isko-2022")
    unknown = {
        (series, nr)
        for series in lists()
        for nr, row in enumerate(rows_of(series), 1)
        if row["game"] == "R" or (row["game"] and any(row[name] != "0" for name in DOUBLINGS))
    }
    assert len(unknown) == 4639 - 3814 - 1  # a deal passed in while a Bock was on is one passed in
    assert {(int(outcome.label), remark.row) for outcome in report.refused for remark in outcome.remarks} == unknown
    known = set(lists()) - {series for series, _nr in unknown}
    assert results == {series: feet(series, "isko-2022") for series in known}
