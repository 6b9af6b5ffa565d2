"""Laws that hold for every deal of a rule book, over all deals the engine can enumerate and over random ones."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import oracle
import pytest
from every_line import BOOKS, TRUMPS
from hypothesis import given, settings
from hypothesis import strategies as st
from whole import share
from wired import deals_with_bids, every_book, line_of, report

from scoring.account import Account
from scoring.deal import Deal, Replacement
from scoring.deal_json import deal_fields, dump, read_deal, read_object
from scoring.legal import accounts
from scoring.rulebook import RuleBook
from scoring.rulebooks import BOOKS as RULE_BOOKS
from scoring.sheet import ScoreRow, ScoreSheet, evaluate

MANY = share(80_000, 16)
SLOW = share(5000)
"""How many deals a law is checked over that takes long to check."""
DECLARED = ("hand", "schneider_angesagt", "schwarz_angesagt", "ouvert")


# What a loss costs --------------------------------------------------------------------------------------------------


def doublings(deal: Deal) -> int:
    """Kontra, Re and Bock."""
    return 2 ** (deal.kontra + deal.re + deal.bock)


def from_hand(deal: Deal) -> bool:
    """A Hand game, said or implied; in Null only said."""
    return deal.hand or (deal.game != "null" and (deal.schneider_angesagt or deal.schwarz_angesagt or deal.ouvert))


def expected_score(book: str, account: Account) -> int:
    """The score from the value alone, by what each book says about losses, Hand games and doublings."""
    deal, value = account.deal, account.value
    if deal.game == "eingepasst":
        return 0
    if book == "hausrunde" and deal.game == "ramsch":
        amount = min(value * doublings(deal), 250)
        return amount if deal.durchmarsch else -amount
    factor = {
        "isko-2022": 1 if account.won else 2,
        "altenburg": 1 if account.won or from_hand(deal) else 2,
        "skatordnung-1886": 1,
        "skat-en-deux": (1 if account.won else 2) * (2 if from_hand(deal) else 1) * doublings(deal),
        "offiziersskat": 1,
        "hausrunde": (1 if account.won else 2) * doublings(deal),
    }[book]
    return (value if account.won else -value) * factor


@every_book
def test_the_score_is_the_value_times_what_the_book_says_about_losses(book: RuleBook) -> None:
    assert (
        report(account for account in deals_with_bids(book, MANY) if account.score != expected_score(book.key, account))
        == ""
    )


@every_book
def test_the_value_is_base_times_multiplier(book: RuleBook) -> None:
    counted = (account for account in deals_with_bids(book, MANY) if account.base is not None)
    assert report(case for case in counted if divmod(case.value, case.base or 1) != (case.multiplier, 0)) == ""


# More is never less -------------------------------------------------------------------------------------------------

RAISES: list[dict[str, Any]] = [
    *({name: True} for name in (*DECLARED, "schneider", "offen", "offen_offen")),
    {"schneider": True, "schwarz": True},
    {"schenken": ("spiel",), "schenken_angenommen": False},
    {"schenken": ("schneider",), "schenken_angenommen": False},
    {"schenken": ("spiel", "schneider"), "schenken_angenommen": False},
]


def forgets_schwarz(book: RuleBook, more: Deal) -> bool:
    """The one exception: in 1886 a missed Schneider angesagt is stage 3 even without a trick, unannounced it was 4."""
    return book.key == "skatordnung-1886" and bool(more.schneider_angesagt and more.schwarz and not more.won)


def lowered(book: RuleBook) -> Iterator[tuple[Deal, Deal]]:
    """Deals whose value falls when a level is added.

    The multiple charged for an overbid game can fall with a level that brings another base (Grand ouvert, Null ouvert):
    324 are fourteen times 24, which is more, and nine times 36.
    """
    for account in deals_with_bids(book, SLOW):
        deal = account.deal
        if deal.game not in TRUMPS or deal.won is None:
            continue
        for raised in RAISES:
            more = deal._replace(**raised)
            if more == deal or more.schenken[: len(deal.schenken)] != deal.schenken or book.check(more):
                continue
            after = book.value(more)
            if account.ueberreizt and after.base != account.base:
                continue
            if after.value < account.value and not forgets_schwarz(book, more):
                yield deal, more


@every_book
def test_a_level_more_never_lowers_the_value(book: RuleBook) -> None:
    assert report(lowered(book)) == ""


# Items and text -----------------------------------------------------------------------------------------------------


def adds_up(account: Account) -> bool:
    """Whether the items, read by their kinds alone, give multiplier, value and score."""
    count: dict[str, list[int]] = defaultdict(list)
    for item in account.items:
        count[item.kind].append(item.count)
    codes = {item.code for item in account.items}
    product = 1
    for times in (*count["outcome"], *count["factor"]):
        product *= times
    if "ramsch_grenze" in codes:
        return account.deal.ramsch_limit == abs(account.score) <= count["points"][0] * product
    if count["charge"]:
        good = count["charge"] == [account.multiplier] and account.value >= (account.deal.bid or 0)
        stated = account.value
    elif count["base"]:
        good = sum(count["sum"]) == account.multiplier and count["base"] == [account.base]
        stated = sum(count["sum"]) * count["base"][0]
    else:
        good, stated = not count["sum"], count["points"][0]
    by_points = account.deal.game in ("ramsch", "eingepasst") or stated == account.value
    return good and by_points and stated * product == abs(account.score)


@every_book
def test_the_items_add_up_to_the_score(book: RuleBook) -> None:
    assert report(account for account in deals_with_bids(book, SLOW) if not adds_up(account)) == ""


@every_book
def test_an_overbid_game_says_so_in_its_items(book: RuleBook) -> None:
    def charged(account: Account) -> bool:
        return any(item.code in ("ueberreizt", "ersatzspiel_mit", "ersatzspiel_ohne") for item in account.items)

    # A game given away stays won, however short the bid (Skat en deux, Schenken).
    assert (
        report(
            account
            for account in deals_with_bids(book, SLOW)
            if charged(account) != (account.ueberreizt and not account.won)
        )
        == ""
    )


@every_book
def test_the_text_holds_every_label_and_ends_with_the_signed_score(book: RuleBook) -> None:
    def told(account: Account) -> bool:
        score = "0" if account.score == 0 else f"+{account.score}" if account.score > 0 else f"-{-account.score}"
        return account.text.endswith(f": {score}") and all(item.label in account.text for item in account.items)

    assert report(account.text for account in deals_with_bids(book, SLOW) if not told(account)) == ""


# Legal is what has a value ------------------------------------------------------------------------------------------

TELLING = [18, 20, 22, 24, 30, 31, 60, 61, 89, 90, 119, 120, 250, 264]
NUMBERS = st.one_of(st.integers(-13, 13), st.sampled_from(TELLING), st.integers())
WORDS = st.sampled_from(["", "solo", "tourne", "frage", "einfach", "skatordnung", "karo", "null", "Skat"])
GIFTS = st.lists(st.sampled_from(["spiel", "schneider", "grand"]), max_size=3).map(tuple)
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    **dict.fromkeys((*DECLARED, "offen", "offen_offen", "kontra", "re", "strecken"), st.booleans()),
    **dict.fromkeys(("bock", "durchmarsch", "hand_doubled"), st.booleans()),
    **dict.fromkeys(("won", "schneider", "schwarz", "schenken_angenommen"), st.sampled_from([None, True, False])),
    **dict.fromkeys(("spitzen", "bid", "augen", "stiche"), st.one_of(st.none(), NUMBERS)),
    **dict.fromkeys(("jungfern", "schieben", "ramsch_limit"), NUMBERS),
    "game": st.sampled_from([*TRUMPS, "null", "ramsch", "eingepasst", "revolution", ""]),
    "replacement": st.one_of(st.none(), st.builds(Replacement, st.sampled_from([*TRUMPS, "null"]), NUMBERS)),
    "reason": WORDS,
    "mode": st.one_of(st.none(), WORDS),
    "schenken": GIFTS,
    "losers": st.one_of(st.none(), st.lists(st.integers(-1, 8), max_size=3).map(tuple)),
    "accounting": WORDS,
}
CHANGES = st.lists(st.sampled_from(sorted(FIELDS)), max_size=4, unique=True).flatmap(
    lambda names: st.fixed_dictionaries({name: FIELDS[name] for name in names})
)


def random_deals(book: RuleBook) -> st.SearchStrategy[Deal]:
    """Legal deals with a few fields changed to anything."""
    known = accounts(book)
    return st.builds(lambda at, changes: known[at].deal._replace(**changes), st.integers(0, len(known) - 1), CHANGES)


@every_book
@given(data=st.data())
@settings(max_examples=share(400), deadline=None)
def test_a_deal_without_violations_is_one_the_oracle_values_alike(book: RuleBook, data: st.DataObject) -> None:
    deal = data.draw(random_deals(book))
    expected = oracle.rate(line_of(book, deal))
    assert (book.check(deal) == ()) == (expected is not None)
    if expected is not None:
        account = book.value(deal)
        assert {name: getattr(account, name) for name in expected if name != "value"} == {
            name: value for name, value in expected.items() if name != "value"
        }
        assert account.value == (expected["value"] or 0)
        assert account.text


@every_book
@given(data=st.data())
@settings(max_examples=share(300), deadline=None)
def test_a_deal_written_as_json_is_read_back(book: RuleBook, data: st.DataObject) -> None:
    deal = data.draw(random_deals(book))
    deal = deal._replace(bid=deal.bid or None)  # no bid is read the same whether 0 or nothing is written
    fields = read_object(dump({"rulebook": book.key, **deal_fields(deal)}))
    assert isinstance(fields, dict)
    assert read_deal(fields, RULE_BOOKS["isko-2022"]) == (book, deal, book.check(deal))


@every_book
def test_every_deal_written_as_json_is_read_back_and_understood_by_the_oracle(book: RuleBook) -> None:
    def broken(account: Account) -> bool:
        fields = {"rulebook": book.key, **deal_fields(account.deal)}
        again = read_object(dump(fields))
        assert isinstance(again, dict)
        theirs = oracle.rate(again)
        return read_deal(again, book) != (book, account.deal, ()) or not theirs or theirs["score"] != account.score

    assert report(account.deal for account in deals_with_bids(book, SLOW) if broken(account)) == ""


def test_one_gift_is_written_as_a_word_and_two_as_a_list() -> None:
    def written(*gifts: str) -> Any:
        return deal_fields(Deal("pik", 1, won=True, schenken=gifts, schenken_angenommen=False))["schenken"]

    assert (written("spiel"), written("schneider")) == ("spiel", "schneider")
    assert list(written("spiel", "schneider")) == ["spiel", "schneider"]


# Payment among all --------------------------------------------------------------------------------------------------


def paid(sheet: ScoreSheet) -> list[int]:
    """What everybody has in the end when each deal is paid at once, by hand."""
    points = [0] * sheet.seats
    for row in sheet.rows:
        if row.penalty:
            payers, amount = {row.declarer}, row.penalty
        else:
            assert row.deal is not None
            payers = {row.declarer} if row.deal.losers is None else set(row.deal.losers)
            amount = -sheet.book.value(row.deal).score
        for payer in payers - {0}:
            for other in set(range(1, sheet.seats + 1)) - payers:
                points[payer - 1] -= amount
                points[other - 1] += amount
    return points


@st.composite
def paid_sheets(draw: st.DrawFn, book: RuleBook) -> ScoreSheet:
    """Whole rounds of legal deals by players who hold cards, now and then a penalty."""
    seats = draw(st.sampled_from(book.table_sizes))
    known = accounts(book)
    rows = []
    for number in range(seats * draw(st.integers(1, 3))):
        dealer = number % seats + 1
        behind = draw(st.sampled_from((1, 2) if seats == 2 else (1, 2, 3) if seats <= 4 else (1, 2, seats - 1)))
        declarer = (dealer + behind - 1) % seats + 1
        deal = known[draw(st.integers(0, len(known) - 1))].deal
        if deal.losers is not None:
            others = [(dealer + step - 1) % seats + 1 for step in ((1, 2, 3) if seats <= 4 else (1, 2, seats - 1))]
            losers = tuple(sorted(draw(st.permutations(others))[: len(deal.losers)]))
            deal, declarer = deal._replace(losers=losers), 0
        rows.append(ScoreRow(0 if deal.game == "eingepasst" else declarer, deal))
        if draw(st.integers(0, 9)) == 0:
            rows.append(ScoreRow(draw(st.integers(1, seats)), penalty=10, reason="Mischen vergessen"))
    return ScoreSheet(book, seats, tuple(rows), evaluation="payment")


@pytest.mark.parametrize("key", [key for key in BOOKS if "payment" in RULE_BOOKS[key].evaluations])
@given(data=st.data())
@settings(max_examples=share(60), deadline=None)
def test_payments_are_those_of_every_deal_and_sum_to_zero(key: str, data: st.DataObject) -> None:
    sheet = data.draw(paid_sheets(RULE_BOOKS[key]))
    evaluation = evaluate(sheet)
    payments = [player.leistung for player in evaluation.players]
    assert evaluation.findings == ()
    assert payments == paid(sheet)
    assert sum(payments) == 0


def test_an_announced_stage_is_asked_for_where_the_game_is_said_to_be_won() -> None:
    """Unsaid it counts as missed; what is lost, or has a count, needs no more to be said (ISkO 2.5)."""

    def asked(**said: Any) -> list[str]:
        deal = Deal("grand", 1, hand=True, schneider_angesagt=True)._replace(**said)
        return [warning.field for warning in RULE_BOOKS["isko-2022"].warn(deal)]

    assert (asked(won=True), asked(won=True, schwarz_angesagt=True)) == (["schneider"], ["schwarz"])
    enough: list[dict[str, Any]] = [{"won": False}, {"augen": 95}, {"won": True, "schneider": False}]
    assert [asked(**said) for said in enough] == [[], [], []]
