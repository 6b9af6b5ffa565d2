"""Backwards: which deals have a given score, which scores a rule book can produce at all.

Everything is found by enumerating the deals of a book and valuing them forwards, so nothing here knows a rule.

>>> from scoring.rulebooks import BOOKS
>>> isko = BOOKS["isko-2022"]
>>> len([score for score in scores(isko) if score > 0])
63
>>> [(deal.game, deal.hand, deal.won) for deal in explain(isko, -46)]
[('null', False, False)]
>>> [(deal.game, deal.spitzen, deal.bid) for deal in explain(isko, -540)][:2]
[('karo', 1, 264), ('karo', 1, 264)]
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from heapq import merge

from scoring.account import Account
from scoring.cards import MAX_SPITZEN
from scoring.deal import Deal, Replacement
from scoring.rulebook import RuleBook


@lru_cache(maxsize=16)
def accounts(book: RuleBook) -> tuple[Account, ...]:
    """The account of one canonical deal for everything that can happen, whatever the bid.

    Two deals that differ only in how their result is written have the same account; the canonical one is in verdict
    form where the book knows one, and says won when the game counts as won. A Null that its bid has overtaken is not
    among them: it needs a bid and a replacement (`overtaken`).
    """
    found: dict[object, Account] = {}
    for way in dict.fromkeys(book.ways.values()):
        valued: dict[Deal, list[Account]] = {}
        for bare in way.deals():
            # Mit and ohne count alike in every book: what was valued with n is not valued again without n.
            turned = valued.pop(_turned(bare), None) if bare.spitzen else None
            if turned is None:
                same = valued[bare] = _valued(book, bare)
            else:
                same = [account._replace(deal=_turned(account.deal)) for account in turned]
            for account in same:
                found.setdefault(same_account(account), account)
    return tuple(found.values())


def _turned(deal: Deal) -> Deal:
    """The deal without as many Spitzen as it was with."""
    return deal._replace(spitzen=-deal.spitzen)  # type: ignore[operator]  # only asked where there are Spitzen


def _valued(book: RuleBook, bare: Deal) -> list[Account]:
    """The accounts of a deal and all that the book can add to it, whatever the bid."""
    legal = (book.value(deal) for deal in book.variants(bare) if not book.check(deal))
    return [account for account in legal if account.deal.won in (None, account.won)]


def same_account(account: Account) -> object:
    """What two deals share when they have the same account, their bids aside."""
    said = _said(account.deal)
    if account.base is None:  # the Augen of a Ramsch are its value, and Spitzen multiply nothing
        return said._replace(spitzen=None), account.levels, account.won, account.value
    return said, account.levels, account.won


def _said(deal: Deal) -> Deal:
    """The deal without its result and bid, and without what something else in it already says."""
    highest = 0 if deal.game == "null" else 3 if deal.ouvert else 2 if deal.schwarz_angesagt else 1
    return deal._replace(
        hand=deal.hand and not (highest > 1 or (highest == 1 and deal.schneider_angesagt)),
        schneider_angesagt=deal.schneider_angesagt and highest < 2 and not deal.strecken,
        schwarz_angesagt=deal.schwarz_angesagt and highest < 3 and not deal.strecken,
        offen=deal.offen and not deal.offen_offen,
        losers=None if deal.losers is None else tuple(range(1, len(deal.losers) + 1)),
        bid=None,
        won=None,
        schneider=None,
        schwarz=None,
        augen=None,
        stiche=None,
        reason="",
    )


def overtaken(book: RuleBook) -> Iterator[Deal]:
    """Every lost Null with every game that can take its place, as yet without the bid that makes it so (ISkO 3.6.2)."""
    for account in accounts(book):
        if _is_replaceable(book, account):
            for deal in _replaced(account.deal):
                yield deal
                yield deal._replace(replacement=_without(deal.replacement))


def _is_replaceable(book: RuleBook, account: Account) -> bool:
    return account.deal.game == "null" and not account.won and "replacement" in book.ways["null"].fields


def _replaced(null: Deal) -> Iterator[Deal]:
    """The Null with every game in its place that is played with Spitzen."""
    for game, most in MAX_SPITZEN.items():
        for n in range(1, most + 1):
            yield null._replace(replacement=Replacement(game, n))


def _without(replacement: Replacement | None) -> Replacement:
    assert replacement is not None
    return replacement._replace(spitzen=-replacement.spitzen)


@lru_cache(maxsize=16)
def scores(book: RuleBook) -> frozenset[int]:
    """Every score a deal of this book can have, in points."""
    return _scores(book, frozenset())


def _scores(book: RuleBook, without: frozenset[str]) -> frozenset[int]:
    """All scores, from the deals with one of the Spitzen alone: each further one adds the base once more.

    A book can have a hundred thousand deals, and a list whose foot is asked about must not wait for all of them. A bid
    that a game with more Spitzen does not reach, one with a single one does not reach either and pays as much for.
    """
    found: set[int] = set()
    alike: dict[object, Deal] = {}
    nulls: list[Deal] = []
    for account, numbers in _with_one(book):
        if account.deal.game not in without:
            found.update(_with_spitzen(account, number) for number in numbers)
        if _is_biddable(book, account):
            alike[account.base, account.value, account.score] = account.deal
        if _is_replaceable(book, account):
            nulls += _replaced(account.deal)
    for deal in (*alike.values(), *nulls):
        found.update(account.score for account in overbids(book, deal))
    return frozenset(found)


def _with_one(book: RuleBook) -> Iterator[tuple[Account, set[int | None]]]:
    """The accounts of all deals with one of the Spitzen or none to count, and the numbers there can be instead."""
    for way in dict.fromkeys(book.ways.values()):
        few = []
        numbers: dict[str, set[int | None]] = defaultdict(set)
        for bare in way.deals():
            numbers[bare.game].add(bare.spitzen)
            if bare.spitzen in (None, 1):
                few.append(bare)
        for bare in few:
            for account in _valued(book, bare):
                yield account, numbers[bare.game]


def _with_spitzen(account: Account, number: int | None) -> int:
    """The score with so many Spitzen instead of one."""
    if number is None or account.base is None or account.multiplier is None:
        return account.score
    return account.score * (account.multiplier + abs(number) - 1) // account.multiplier


@lru_cache(maxsize=16)
def counted_scores(book: RuleBook) -> frozenset[int]:
    """The scores that a game which enters the won or lost counter can have: what a row may carry without its deal."""
    return _scores(book, book.uncounted) - {0}


def score_bounds(book: RuleBook) -> tuple[int, int, int, int]:
    """The least and most points a won deal brings and a lost one costs, all positive."""
    counted = counted_scores(book)
    won = [score for score in counted if score > 0]
    lost = [-score for score in counted if score < 0]
    return min(won), max(won), min(lost), max(lost)


def longest_match(book: RuleBook, target: int) -> int:
    """The most deals that a match of two to this many points can have, each of them won for the least there is.

    >>> from scoring.rulebooks import BOOKS
    >>> longest_match(BOOKS["offiziersskat"].agree(accounting="einfach"), 10)  # four deals of 2 points each, one more
    9
    """
    least = min(map(abs, counted_scores(book)))
    return 2 * -(-target // least) - 1


def explain(book: RuleBook, score: int) -> Iterator[Deal]:
    """Every legal deal with this signed score, one a canonical account, with the smallest bid for an overbid loss."""
    yield from (account.deal for account in accounts(book) if account.score == score)
    if score >= 0:
        return
    bids = sorted(book.bids)
    deals, alike = _overbid_alike(book)
    costing = [positions for positions in alike if _cheapest_bid(book, deals[positions[0]], score, bids) is not None]
    seen = set()
    for deal in (*(deals[position] for position in merge(*costing)), *overtaken(book)):
        overbid = _cheapest(book, deal, score, bids)
        if overbid is not None and (key := (same_account(overbid), deal.replacement)) not in seen:
            seen.add(key)
            lost = overbid.deal._replace(won=None if deal.won is None else False)
            # Where a stage goes by who won the count (1886), saying lost would charge another.
            yield lost if same_account(book.value(lost)) == same_account(overbid) else overbid.deal


@lru_cache(maxsize=16)
def _overbid_alike(book: RuleBook) -> tuple[list[Deal], list[list[int]]]:
    """The deals that a bid can overtake by itself, and which of them cost the same under every bid, by position.

    Deals cost the same if the same bid is the first they do not reach, the base is the same, and the highest bid costs
    the same. A large book has a hundred times as many deals as kinds, and to look for a score asks one of each kind.
    """
    biddable = list(_biddable(book))
    bids = sorted(book.bids)
    alike: dict[object, list[int]] = {}
    for position, account in enumerate(biddable):
        highest = book.value(account.deal._replace(bid=bids[-1]))
        if highest.ueberreizt:
            first_missed = bisect_right(bids, account.value)
            alike.setdefault((first_missed, highest.base, highest.score), []).append(position)
    return [account.deal for account in biddable], list(alike.values())


def _cheapest(book: RuleBook, deal: Deal, score: int, bids: list[int]) -> Account | None:
    """The account under the smallest bid that makes the deal cost this much, if such a bid is legal."""
    bid = _cheapest_bid(book, deal, score, bids)
    if bid is None or book.check(deal._replace(bid=bid)):
        return None
    return book.value(deal._replace(bid=bid))


def _cheapest_bid(book: RuleBook, deal: Deal, score: int, bids: list[int]) -> int | None:
    """The smallest bid that makes the deal cost this much; a higher bid never costs less."""

    def cost(bid: int) -> int:
        account = book.value(deal._replace(bid=bid))
        return -account.score if account.ueberreizt else 0

    at = bisect_left(bids, -score, key=cost)
    return bids[at] if at < len(bids) and cost(bids[at]) == -score else None


def _biddable(book: RuleBook) -> Iterator[Account]:
    """The deals that a bid can overtake and charge by itself: no Null that would need a replacement."""
    return (account for account in accounts(book) if _is_biddable(book, account))


def _is_biddable(book: RuleBook, account: Account) -> bool:
    fields = book.ways[account.deal.game].fields
    return "bid" in fields and "replacement" not in fields


def overbids(book: RuleBook, deal: Deal) -> Iterator[Account]:
    """The accounts of this deal under every bid that it may have and does not reach, rising."""
    for bid in sorted(book.bids):
        with_bid = deal._replace(bid=bid)
        if not book.check(with_bid):
            account = book.value(with_bid)
            if account.ueberreizt:
                yield account
