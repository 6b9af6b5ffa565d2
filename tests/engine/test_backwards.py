"""From a score back to its deals, and other ways of writing a deal, against the oracle or against plain valuing."""

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator
from functools import cache
from itertools import chain, islice
from zlib import crc32

import every_line
import oracle
import published
import pytest
from cases import CASES
from every_line import BIDS, ENDINGS, LEVELS, MODES, MOST, TRUMPS, games, possible_spitzen, products, subsets
from oracle import Line
from whole import WHOLE
from wired import deals_with_bids, every_book, line_of, report, some_bids

from scoring import legal
from scoring.bulk import BulkTable
from scoring.deal import Deal
from scoring.deal_json import read_deal
from scoring.legal import accounts, explain, overtaken, scores
from scoring.notation import ParsedDeal, parse, write
from scoring.rulebook import RuleBook
from scoring.rulebooks import BOOKS as RULE_BOOKS
from scoring.rulebooks.isko import ISKO

pytestmark = pytest.mark.slow

# All that can happen, without what changes no score ------------------------------------------------------------------


BASES = {"karo": (9,), "herz": (10,), "pik": (11,), "kreuz": (12,), "grand": (24, 36), "null": (23, 35, 46, 59)}


@cache
def bids_that_tell(book: str, charged: str, value: int) -> tuple[list[int], list[int]]:
    """The bids above a value that are the smallest for a multiple of a base, and the others, which cost the same."""
    telling: dict[tuple[int, ...], int] = {}
    for bid in BIDS[book]:
        if bid > value:
            telling.setdefault(tuple(-(-bid // base) for base in BASES[charged]), bid)
    return [*telling.values()], sorted({*BIDS[book]} - {*telling.values()})


def bare_and_with_bids(lines: Iterable[Line]) -> Iterator[Line]:
    """Each line without a bid and with every legal one; of those that cost the same as another one in sixteen."""
    for number, line in enumerate(lines):
        yield line
        telling, others = BIDS[line["rulebook"]], []
        bare = oracle.rate(line)
        if bare and line["rulebook"] != "skatordnung-1886" and not WHOLE:
            charged = (line.get("replacement") or line)["game"]
            telling, others = bids_that_tell(line["rulebook"], charged, bare["value"])
        for bid in (*telling, *others[number % 16 :: 16]):
            yield {**line, "bid": bid}


def lines_of_isko(book: str) -> Iterator[Line]:
    """ISkO and Altenburg: every verdict and every Null, with every bid."""
    for game in TRUMPS:
        for start in games(book, game, possible_spitzen(game)):
            yield from bare_and_with_bids(products(start, LEVELS, ENDINGS))
    null = {"rulebook": book, "game": "null"}
    results = ({"won": True}, {"won": False})
    yield from bare_and_with_bids(products(null, subsets("hand", "ouvert"), results, every_line.replacements()))
    yield {"rulebook": book, "game": "eingepasst"}


def lines_of_1886() -> Iterator[Line]:
    """1886: every verdict and every stretched game, Solo and Null with every bid; every Ramsch."""
    said: tuple[Line, ...] = ({}, {"schneider_angesagt": True}, {"schwarz_angesagt": True}, {"ouvert": True})
    for game in TRUMPS:
        for start in games("skatordnung-1886", game, possible_spitzen(game)):
            for mode in MODES[:2]:
                yield from products({**start, "mode": mode}, [*ENDINGS, {"strecken": True}])
            yield from bare_and_with_bids(products({**start, "mode": "solo"}, said, [*ENDINGS, {"strecken": True}]))
    results = ({"won": True}, {"won": False}, {"strecken": True})
    for mode in MODES:
        null = {"rulebook": "skatordnung-1886", "game": "null", "mode": mode}
        yield from bare_and_with_bids(products(null, subsets("ouvert"), results))
    for losers, jungfern in (([], 0), ([1], 0), ([1], 1), ([1], 2), ([1, 2], 0), ([1, 2], 1)):
        yield {"rulebook": "skatordnung-1886", "game": "ramsch", "losers": losers, "jungfern": jungfern}
    yield {"rulebook": "skatordnung-1886", "game": "eingepasst"}


OVERTAKEN = possible_spitzen("herz") if WHOLE else (1, -11)
RESULTS_EN_DEUX = [{**gifts, **ending} for gifts in every_line.GIFTS for ending in ({}, *ENDINGS)]


def lines_of_en_deux(spitzen: Callable[[str], Iterable[int]]) -> Iterator[Line]:
    """En deux: everything without a bid; stretched games."""
    for game in TRUMPS:
        for start in games("skat-en-deux", game, spitzen(game)):
            yield from products(start, every_line.SAID_EN_DEUX, every_line.DOUBLED, RESULTS_EN_DEUX)
            yield {**start, "strecken": True, "bid": 18}
    yield from nulls_of_en_deux(({},))
    yield {"rulebook": "skat-en-deux", "game": "eingepasst"}


def nulls_of_en_deux(instead: Iterable[Line]) -> Iterator[Line]:
    """En deux: every Null, with each of these replacements."""
    null = {"rulebook": "skat-en-deux", "game": "null"}
    results = [{"won": True}, {"won": False}, {"schenken": "spiel", "schenken_angenommen": True}]
    return products(null, subsets("hand", "ouvert"), every_line.DOUBLED, results, instead)


def grands_and_nulls_of_en_deux() -> Iterator[Line]:
    """En deux: Grand without 2 and the Null, charged as Herz when overtaken; lost or given away; every bid."""
    results = [line for line in RESULTS_EN_DEUX if line.get("won") is False or line.get("schenken_angenommen")]
    for start in games("skat-en-deux", "grand", (-2,)):
        yield from bare_and_with_bids(products(start, every_line.SAID_EN_DEUX, every_line.DOUBLED, results))
    instead = ({"replacement": {"game": "herz", "spitzen": spitzen}} for spitzen in OVERTAKEN)
    yield from bare_and_with_bids(nulls_of_en_deux([{}, *instead]))


def scores_of_en_deux() -> Iterator[Line]:
    """Mit and ohne are worth the same; an overbid game costs by its base, its bid and what doubles it alone, so that
    one Spitze and the lost game show every such cost."""
    yield from lines_of_en_deux(lambda game: range(1, MOST[game] + 1))
    for game in TRUMPS:
        (start,) = games("skat-en-deux", game, [1])
        yield from bare_and_with_bids(
            products(start, every_line.SAID_EN_DEUX, every_line.DOUBLED, ({"won": False}, {"won": True}))
        )
    mit = [line for line in every_line.replacements() if not line or line["replacement"]["spitzen"] > 0]
    yield from bare_and_with_bids(nulls_of_en_deux(mit))


def lines_of_offizier() -> Iterator[Line]:
    """Offiziersskat: every stage of either side, in both accountings."""
    for game in TRUMPS:
        for start in games("offiziersskat", game, [None, *possible_spitzen(game)]):
            for augen, stiche in ((120, 16), (120, 15), (90, 9), (61, 9), (60, 9), (31, 4), (30, 4), (0, 1), (0, 0)):
                for accounting in ("einfach", "skatordnung"):
                    yield {**start, "augen": augen, "stiche": stiche, "accounting": accounting}


def lines_of_hausrunde() -> Iterator[Line]:
    """House rounds: every game with Bock, Kontra and Re; every Ramsch below the usual limit."""
    for game in TRUMPS:
        for start in games("hausrunde", game, possible_spitzen(game)):
            yield from products(start, LEVELS, ENDINGS, every_line.HOUSE)
    null = {"rulebook": "hausrunde", "game": "null"}
    yield from products(null, subsets("hand", "ouvert"), ({"won": True}, {"won": False}), every_line.HOUSE)
    yield from (line for line in every_line.ramsch_haus(part=1) if "ramsch_limit" not in line)
    yield {"rulebook": "hausrunde", "game": "eingepasst"}


# Which scores there are ---------------------------------------------------------------------------------------------

LINES: dict[str, Callable[[], Iterator[Line]]] = {
    "isko-2022": lambda: lines_of_isko("isko-2022"),
    "altenburg": lambda: lines_of_isko("altenburg"),
    "skatordnung-1886": lines_of_1886,
    "skat-en-deux": scores_of_en_deux,
    "offiziersskat": lines_of_offizier,
    "hausrunde": lines_of_hausrunde,
}


@every_book
def test_the_scores_of_a_book_are_those_the_oracle_finds(book: RuleBook) -> None:
    if book.key == "skat-en-deux":
        answers = (oracle.rate(line) for line in scores_of_en_deux())
        found = {answer["score"] for answer in answers if answer is not None}
    else:
        found = {*explained_by_oracle(book.key)}
    assert (found - scores(book), scores(book) - found) == (set(), set())


def test_the_isko_has_63_values_and_loses_twice_a_value_or_a_multiple() -> None:
    isko = scores(ISKO)
    overbid = {base * -(-bid // base) for base in (9, 10, 11, 12, 24) for bid in published.ISKO_BIDS if bid > 2 * base}
    assert sorted(score for score in isko if score > 0) == published.ISKO_BIDS
    assert {-score for score in isko if score < 0} == {2 * value for value in {*published.ISKO_BIDS, *overbid}}
    assert 0 in isko


# Which deals have a score -------------------------------------------------------------------------------------------

Key = tuple[object, ...]
Explained = dict[Key, int]
"""Accounts with the smallest bid under which they have a score, 0 for none."""

TELLING = ("mode", "kontra", "re", "bock", "strecken", "schieben", "jungfern", "durchmarsch")


def account_key(line: Line, answer: oracle.Answer, bare: oracle.Answer | None) -> Key:
    """What makes an account of its own: the game as announced and what it is charged, its bid aside.

    `bare` is the answer to the same line without a bid.

    How far a result went beyond what is charged is not told apart, nor is the result of a game lost by its bid.
    """
    overbid = answer["ueberreizt"] and not answer["won"]
    charged = bare if overbid else answer
    said = [name for name in ("hand", "schneider_angesagt", "schwarz_angesagt", "ouvert") if line.get(name)]
    if line["game"] != "null":
        said = said[-1:]  # the highest brings the others
    if line.get("strecken"):
        said = [name for name in said if name == "ouvert"]  # announcements are forgotten, the base is not
    replacement = line.get("replacement")
    return (
        line["game"],
        None if answer["base"] is None else line.get("spitzen"),
        replacement and (replacement["game"], replacement["spitzen"]),
        *(line.get(name) or None for name in TELLING),
        *said,
        "offen offen" if line.get("offen_offen") else "offen" if line.get("offen") else None,
        *oracle.gifts(line),
        line.get("schenken_angenommen"),
        len(line.get("losers") or []),
        line.get("accounting") == "skatordnung",
        answer["value"] if answer["base"] is None else charged and charged["multiplier"],
        None if overbid else answer["won"],
    )


@cache
def explained_by_oracle(key: str) -> dict[int, Explained]:
    """Every account of the lines of a book, by score."""
    return accounts_of(LINES[key]())


def without_bid(line: Line) -> Line:
    return {name: value for name, value in line.items() if name != "bid"}


def any_score(score: int) -> bool:
    return True


def some_scores(score: int) -> bool:
    """What a won game may bring, and one in six of the others."""
    return WHOLE or score >= 0 or crc32(b"%d" % score) % 6 == 0


def accounts_of(lines: Iterable[Line], chosen: Callable[[int], bool] = any_score) -> dict[int, Explained]:
    """Every account of these lines that has a chosen score, by score."""
    found: dict[int, Explained] = defaultdict(dict)
    last: Line | None = None
    bare: oracle.Answer | None = None
    for line in lines:
        answer = oracle.rate(line)
        if answer is not None and chosen(score := answer["score"]):
            now = without_bid(line)
            if now != last:  # most lines are the last one with another bid
                last, bare = now, answer if "bid" not in line else oracle.rate(now)
            key = account_key(line, answer, bare)
            found[score][key] = min(found[score].get(key, 400), line.get("bid", 0))
    return found


def explained_by_engine(book: RuleBook, score: int, spitzen: Container[int | None] | None = None) -> Explained:
    """Every account that `explain` names, or those with these Spitzen; each must be legal, have the score, be new."""
    found: Explained = {}
    for deal in explain(book, score):
        if spitzen is not None and deal.spitzen not in spitzen:
            continue
        line = line_of(book, deal)
        answer = oracle.rate(line)
        assert answer is not None, deal
        assert answer["score"] == book.value(deal).score == score, deal
        assert book.check(deal) == ()
        key = account_key(line, answer, oracle.rate(without_bid(line)))
        assert key not in found, deal
        found[key] = deal.bid or 0
    return found


def wrongly_explained(
    book: RuleBook,
    expected: dict[int, Explained],
    chosen: Callable[[int], bool] = any_score,
    spitzen: Container[int | None] | None = None,
) -> Iterator[str]:
    """Scores with accounts that one of the two does not name, or names with another bid."""
    for score in sorted({*expected, *scores(book), 1, -1}):
        if chosen(score):
            ours, theirs = explained_by_engine(book, score, spitzen), expected.get(score, {})
            if ours != theirs:
                yield f"{score}: engine {ours.items() - theirs.items()}\n  oracle {theirs.items() - ours.items()}"


@pytest.mark.parametrize("key", ["isko-2022", "altenburg", "skatordnung-1886", "offiziersskat"])
def test_every_score_is_explained_by_all_its_accounts(key: str) -> None:
    assert report(wrongly_explained(RULE_BOOKS[key], explained_by_oracle(key), some_scores)) == ""


def test_scores_of_the_house_rounds_are_explained_by_all_their_accounts() -> None:
    house = RULE_BOOKS["hausrunde"]
    assert report(wrongly_explained(house, explained_by_oracle("hausrunde"), lambda score: score % 29 == 0)) == ""


def test_won_games_of_skat_en_deux_are_explained_by_all_their_accounts() -> None:
    few = (1, 4, -4, -11)
    spitzen = None if WHOLE else (*few, None)
    lines = lines_of_en_deux(lambda game: [one for one in possible_spitzen(game) if spitzen is None or one in spitzen])
    expected = accounts_of((line for line in lines if line.get("won") is not False), lambda score: score >= 0)
    assert report(wrongly_explained(RULE_BOOKS["skat-en-deux"], expected, lambda score: score >= 0, spitzen)) == ""


def test_lost_grands_and_nulls_of_skat_en_deux_are_explained_by_all_their_accounts() -> None:
    scores = (-46, -144, -480, -2304)
    expected = accounts_of(grands_and_nulls_of_en_deux(), scores.__contains__)
    chosen: set[Key] = {("grand", -2, None), ("null", None, None)}
    chosen |= {("null", None, ("herz", spitzen)) for spitzen in OVERTAKEN}
    for score in scores:
        explained = explained_by_engine(RULE_BOOKS["skat-en-deux"], score, (-2, None))
        assert {key: bid for key, bid in explained.items() if key[:3] in chosen} == expected[score]
        assert expected[score]


# Compact notation ---------------------------------------------------------------------------------------------------


def sayable(deal: Deal) -> bool:
    """The notation has no sign for Ramsch, Kontra, Re and Bock."""
    return deal.game != "ramsch" and not (deal.kontra or deal.re or deal.bock)


def deals_for_notation(book: RuleBook) -> Iterator[Deal]:
    """Every canonical deal of few Spitzen and of the most there are with some bids, others each time; of the others one
    in eight with one bid or none. With WHOLE=1 all with some, and those of few Spitzen with every bid."""
    few, bids = {1, -1, -4, 10, 11, -11, None}, BIDS[book.key]
    for number, deal in enumerate(chain((account.deal for account in accounts(book)), overtaken(book))):
        every = sayable(deal) and deal.spitzen in (1, -4, None) and not deal.replacement
        some: Iterable[int | None] = (None, *bids) if every else some_bids(book, number)
        if not WHOLE and (deal.spitzen not in few or deal.replacement) and number % 8:
            continue
        if not WHOLE:
            some = (None, *bids[number % 32 :: 32]) if every else [*some_bids(book, number), None][number % 5 :][:1]
        for bid in some:
            with_bid = deal._replace(bid=bid)
            if not book.check(with_bid):
                yield with_bid


def misread(book: RuleBook, deal: Deal) -> str:
    """What is wrong with a deal written in the notation and read again."""
    text = write(3, deal, book)
    if text is None or not sayable(deal):
        return "" if text is None and not sayable(deal) else f"{text} for {deal}"
    entry = parse(text, book)
    if not isinstance(entry, ParsedDeal):
        return f"{text}: {entry.message}"
    before, after = book.value(deal), book.value(entry.deal)
    if entry.seat != (0 if deal.game == "eingepasst" else 3) or write(3, entry.deal, book) != text:
        return f"{text} is read and written as {write(3, entry.deal, book)}"
    told = [(a[:6], a.levels, a.deal.game, a.deal.spitzen, a.deal.bid, a.deal.replacement) for a in (before, after)]
    return "" if told[0] == told[1] else f"{text} is {after.deal} and was {deal}"


@pytest.mark.parametrize("key", ["isko-2022", "altenburg", "hausrunde"])
def test_a_deal_in_the_notation_is_read_back(key: str) -> None:
    book = RULE_BOOKS[key]
    assert report(wrong for deal in deals_for_notation(book) if (wrong := misread(book, deal))) == ""


# Bulk codes ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tables() -> dict[str, BulkTable]:
    return {key: BulkTable(book) for key, book in RULE_BOOKS.items()}


@every_book
def test_a_bulk_code_has_the_score_and_the_account_of_its_deal(book: RuleBook, tables: dict[str, BulkTable]) -> None:
    table = tables[book.key]
    known = list(deals_with_bids(book, most=20_000 if WHOLE else 2_000))
    codes = [table.encode(account.deal) for account in known]
    assert table.scores(codes) == [account.score for account in known]
    decoded = [book.value(table.decode(code)) for code in codes[::5]]
    assert [account[:6] for account in decoded] == [account[:6] for account in known[::5]]


def test_a_bulk_code_has_the_score_of_any_legal_line(tables: dict[str, BulkTable]) -> None:
    def differing() -> Iterator[str]:
        for lines in (lines for name, lines in CASES if "herz" in name or "null" in name or "ramsch" in name):
            for line in islice(lines(), 0, None, 37 if WHOLE else 14):
                book, deal, violations = read_deal(line, ISKO)
                if violations or "hand_doubled" in line or "ramsch_limit" in line:
                    continue
                assert book is not None
                assert deal is not None
                if tables[book.key].scores([tables[book.key].encode(deal)]) != [book.value(deal).score]:
                    yield str(line)

    assert report(differing()) == ""


def test_a_deal_under_other_agreements_has_no_bulk_code(tables: dict[str, BulkTable]) -> None:
    cheap = Deal("ramsch", augen=71, schieben=1, ramsch_limit=100)
    with pytest.raises(ValueError, match="Vereinbarungen"):
        tables["hausrunde"].encode(cheap)
    agreed = BulkTable(RULE_BOOKS["hausrunde"].agree(ramsch_limit=100))
    assert agreed.scores([agreed.encode(cheap)]) == [-100]


@every_book
def test_the_scores_are_known_without_valuing_every_deal_of_the_book(book: RuleBook, monkeypatch) -> None:
    """Whoever asks about a foot waits for them: Skat en deux has 65,000 accounts."""
    monkeypatch.setattr(legal, "accounts", lambda book: pytest.fail("all deals of the book were valued"))
    assert legal.scores.__wrapped__(book) == scores(book)
