"""Slips of the hand are found; a small run of the measurement of `make bench` (SHEET A7, A8)."""

from random import Random

import pytest
from bench.error_detection import WAYS, Found, draw_papers, measure, slip

SLIPS = 400


@pytest.fixture(scope="module")
def papers():
    return draw_papers(10)


@pytest.fixture(scope="module")
def found(papers):
    return {way: measure(judge, papers, SLIPS) for way, judge in WAYS.items()}


@pytest.mark.parametrize("way", WAYS)
def test_every_slip_is_found_by_the_foot_at_the_latest(way, found):
    assert sum(number for (_kind, where), number in found[way].items() if where != Found.NOWHERE) == SLIPS


def test_three_of_four_slips_in_compact_notation_are_found_at_the_key(found):
    assert sum(number for (_kind, where), number in found["rows"].items() if where == Found.KEY) >= 0.75 * SLIPS


def test_a_running_total_finds_nearly_every_slip_at_its_row(found):
    assert sum(number for (_kind, where), number in found["values"].items() if where == Found.KEY) >= 0.95 * SLIPS


def test_the_lists_are_the_reference_mix(papers):
    """About 4.16 keys a game (SHEET A6.2)."""
    rows = [row for paper in papers for row in paper.view.rows]
    assert sum(len(row.notation) for row in rows) / len(rows) == pytest.approx(4.16, abs=0.05)


@pytest.mark.parametrize(
    ("kind", "typed"),
    [
        ("wrong", "021+ 121+ 321+ 521+ 201+ 211+ 231+ 251+ 220+ 222+ 224+ 2216 2219 221-"),
        ("missing", "21+ 22+ 221"),
        ("doubled", "2221+ 2211+ 221++"),
        ("swapped", "221+ 212+ 22+1"),
    ],
)
def test_a_slip_is_one_key(kind, typed):
    assert {slip("221+", kind, Random(seed)) for seed in range(300)} == set(typed.split())
