"""The engine, from a line of JSON to the score, agrees with every published value and every published list of bids."""

import json

import published
import pytest

from scoring.account import Violation
from scoring.deal_json import DealRead, read_deal, read_object
from scoring.rulebooks import BOOKS
from scoring.rulebooks.isko import ISKO


def read(line: published.Wire) -> DealRead:
    """The deal as the command line reads it."""
    fields = read_object(json.dumps(line).encode())
    assert not isinstance(fields, Violation)
    return read_deal(fields, ISKO)


@pytest.mark.parametrize(
    ("line", "score"), [pytest.param(line, score, id=source) for source, line, score in published.PUBLISHED]
)
def test_published_value(line: published.Wire, score: int) -> None:
    book, deal, violations = read(line)
    assert violations == ()
    assert book is BOOKS[line["rulebook"]]
    assert deal is not None
    assert book.value(deal).score == score


@pytest.mark.parametrize("line", [pytest.param(line, id=source) for source, line in published.REFUSED])
def test_refused_deal(line: published.Wire) -> None:
    violations = read(line).violations
    assert violations
    assert all(violation.message for violation in violations)


ALTENBURG_BIDS = sorted({*published.ISKO_BIDS, *published.ALTENBURG_BESIDES} - {*published.ALTENBURG_WITHOUT})
EN_DEUX_BIDS = sorted({*published.ISKO_BIDS, *published.EN_DEUX_BESIDES})


@pytest.mark.parametrize(
    ("book", "fields", "bids"),
    [
        ("isko-2022", {}, published.ISKO_BIDS),
        ("altenburg", {}, ALTENBURG_BIDS),
        ("skatordnung-1886", {"mode": "solo"}, sorted(published.BIDS_1886)),
        # With Kontra, because the smallest bids of Karo and Herz must be given away or doubled.
        ("skat-en-deux", {"kontra": True}, EN_DEUX_BIDS),
        ("offiziersskat", {"won": None, "augen": 61, "stiche": 8}, []),
        ("hausrunde", {}, published.ISKO_BIDS),
    ],
)
def test_bids_that_a_book_takes(book: str, fields: published.Wire, bids: list[int]) -> None:
    line = {"rulebook": book, "game": "karo", "spitzen": 1, "won": True, **fields}
    taken = [bid for bid in range(-30, 700) if not read({**line, "bid": bid}).violations]
    assert taken == [0, *bids]
    assert sorted(BOOKS[book].bids) == bids
