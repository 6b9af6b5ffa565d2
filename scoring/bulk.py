"""Millions of deals: an integer code for each, and their scores without building an object a deal.

A code names the canonical deal in its low 24 bits and the bid in its high 8. The table has one entry a canonical deal
(at most 2^18) and is built by valuing each once; what the bids do to a deal is the same for all deals of one base,
value and factor, so they share a row that is made by the rule of the book.

>>> from scoring.rulebooks import BOOKS
>>> from scoring.deal import Deal
>>> table = BulkTable(BOOKS["isko-2022"])
>>> overbid = Deal("karo", 1, bid=20, won=True)
>>> table.scores([table.encode(overbid), table.encode(overbid._replace(bid=18))])
[-54, 18]
"""

import sys
from array import array
from collections.abc import Iterable
from operator import getitem
from typing import Final

from scoring.account import Account
from scoring.deal import Deal
from scoring.legal import accounts, overtaken, same_account
from scoring.rulebook import RuleBook

_BID_SHIFT: Final = 24
_BID_BYTE: Final = 3 if sys.byteorder == "little" else 0
MOST_ENTRIES: Final = 2**18

Row = tuple[int | None, ...]
"""The scores of one deal by the rank of its bid, 0 for none; `None` where a Null would need another replacement."""


class BulkTable:
    """Codes and scores of one rule book. Building one takes a fraction of a second."""

    def __init__(self, book: RuleBook) -> None:
        self.book = book
        self._bids = (0, *sorted(book.bids))
        self._bid_ranks = {bid: rank for rank, bid in enumerate(self._bids)}
        self._deals: list[Deal] = []
        self._codes: dict[object, int] = {}
        self._rows: list[Row] = []
        shared: dict[object, Row] = {}
        for account in accounts(book):
            kind = (account.base, account.value, account.score, account.deal.game == "null", self._at_top(account))
            if kind not in shared:
                shared[kind] = self._row(account.deal)
            self._add(same_account(account), account.deal, shared[kind])
        for deal in overtaken(book):
            self._add((_null(deal), deal.replacement), deal, self._row(deal))
        if len(self._rows) > MOST_ENTRIES:
            raise ValueError(f"Das Regelwerk {book.title} hat {len(self._rows)} Spiele, mehr als die Tabelle fasst.")

    def __len__(self) -> int:
        return len(self._rows)

    def encode(self, deal: Deal) -> int:
        """The code of a legal deal; raises `ValueError` for one that the book, or what its table agreed on, does not
        allow."""
        if self.book.check(deal):
            raise ValueError("Nur ein Spiel ohne Verstöße hat einen Code.")
        if deal.replacement is None:
            key = same_account(self.book.value(deal._replace(bid=None)))
        else:
            key = _null(deal), deal.replacement
        if key not in self._codes:
            raise ValueError("Das Spiel folgt anderen Vereinbarungen als die Tabelle.")
        return self._codes[key] | self._bid_ranks[deal.bid or 0] << _BID_SHIFT

    def decode(self, code: int) -> Deal:
        """The canonical deal of a code, with its bid."""
        bid = self._bids[code >> _BID_SHIFT]
        deal = self._deals[code & (1 << _BID_SHIFT) - 1]
        return deal._replace(bid=bid) if bid else deal

    def scores(self, codes: Iterable[int]) -> list[int | None]:
        """The scores in points, in order. Codes come from `encode`; nothing is looked at again."""
        packed = codes if isinstance(codes, array) and codes.typecode == "I" else array("I", codes)
        octets = bytearray(packed.tobytes())
        ranks = bytes(octets[_BID_BYTE::4])
        octets[_BID_BYTE::4] = bytes(len(packed))
        return list(map(getitem, map(self._rows.__getitem__, array("I", bytes(octets))), ranks))

    def _add(self, key: object, deal: Deal, row: Row) -> None:
        self._codes[key] = len(self._rows)
        self._deals.append(deal)
        self._rows.append(row)

    def _row(self, deal: Deal) -> Row:
        return tuple(self._score(deal, bid) for bid in self._bids)

    def _score(self, deal: Deal, bid: int) -> int | None:
        with_bid = deal._replace(bid=bid or deal.bid)
        if deal.game == "null" and self.book.check(with_bid):
            return None
        return self.book.value(with_bid).score

    def _at_top(self, account: Account) -> int | None:
        """What the highest bid makes of a deal: tells apart deals that a bid can lose from those it cannot."""
        return self._score(account.deal, self._bids[-1]) if "bid" in self.book.ways[account.deal.game].fields else None


def _null(deal: Deal) -> Deal:
    """An overtaken Null without its replacement: its result does not matter, it is lost."""
    bare = deal._replace(bid=None, won=None, schneider=None, schwarz=None, augen=None, stiche=None)
    return bare._replace(replacement=None, reason="")
