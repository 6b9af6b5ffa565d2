"""The reference reading of the rule books agrees with every published value."""

from typing import Any

import oracle
import published
import pytest

# The ten "Stufen" of the compact notation of a list: levels beside Spiel, and the factor they add to Spitzen
# + 1.
STUFEN: list[tuple[dict[str, Any], int]] = [
    ({}, 0),
    ({"schneider": True}, 1),
    ({"schneider": True, "schwarz": True}, 2),
    ({"hand": True}, 1),
    ({"hand": True, "schneider": True}, 2),
    ({"hand": True, "schneider": True, "schwarz": True}, 3),
    ({"schneider_angesagt": True, "schneider": True}, 3),
    ({"schneider_angesagt": True, "schneider": True, "schwarz": True}, 4),
    ({"schwarz_angesagt": True, "schneider": True, "schwarz": True}, 5),
    ({"ouvert": True, "schneider": True, "schwarz": True}, 6),
]
SUITS = ["karo", "herz", "pik", "kreuz"]
TRUMP_DEALS = [(suit, spitzen) for suit in SUITS for spitzen in range(1, 12)] + [
    ("grand", spitzen) for spitzen in range(1, 5)
]
NULL_DEALS: list[dict[str, Any]] = [{}, {"hand": True}, {"ouvert": True}, {"hand": True, "ouvert": True}]


def score(line: dict[str, Any]) -> int:
    """The score of a deal that must be legal."""
    answer = oracle.rate(line)
    assert answer is not None, line
    assert isinstance(answer["score"], int)
    return answer["score"]


def accepted_bids(rulebook: str, **fields: Any) -> list[int]:
    """All bids up to 400 that the book accepts beside the given deal."""
    deal = {"rulebook": rulebook, **fields}
    return [bid for bid in range(-30, 401) if oracle.rate({**deal, "bid": bid}) is not None]


@pytest.mark.parametrize(
    ("line", "expected"),
    [pytest.param(line, expected, id=source) for source, line, expected in published.PUBLISHED],
)
def test_published_value(line: dict[str, Any], expected: int) -> None:
    assert score(line) == expected


@pytest.mark.parametrize("line", [pytest.param(line, id=source) for source, line in published.REFUSED])
def test_refused_deal(line: dict[str, Any]) -> None:
    assert oracle.rate(line) is None


def test_at_least_45_values_are_published() -> None:
    assert len(published.PUBLISHED) >= 45


def test_whole_answer_of_the_wire_example() -> None:
    line = {"rulebook": "isko-2022", "game": "grand", "spitzen": 1, "bid": 60, "won": True}
    assert oracle.rate(line) == {
        "score": -144,
        "won": False,
        "ueberreizt": True,
        "value": 72,
        "base": 24,
        "multiplier": 3,
    }


def test_whole_answer_of_a_null() -> None:
    line = {"rulebook": "isko-2022", "game": "null", "hand": True, "won": False}
    assert oracle.rate(line) == {
        "score": -70,
        "won": False,
        "ueberreizt": False,
        "value": 35,
        "base": 35,
        "multiplier": 1,
    }


def test_whole_answer_without_base() -> None:
    line = {"rulebook": "offiziersskat", "game": "herz", "augen": 30, "stiche": 5}
    assert oracle.rate(line) == {
        "score": -3,
        "won": False,
        "ueberreizt": False,
        "value": 3,
        "base": None,
        "multiplier": None,
    }


def test_literal_lists_of_bids_agree_with_each_other() -> None:
    union = (
        set(published.KARO_VALUES)
        | set(published.HERZ_VALUES)
        | set(published.PIK_VALUES)
        | set(published.KREUZ_VALUES)
        | set(published.GRAND_VALUES)
        | set(published.NULL_VALUES)
    )
    assert len(published.ISKO_BIDS) == 63
    assert sorted(union) == published.ISKO_BIDS
    assert published.ISKO_BIDS[:10] == published.FIRST_BIDS


def test_isko_accepts_exactly_its_63_bids_and_none() -> None:
    assert accepted_bids("isko-2022", game="karo", spitzen=1, won=True) == [0, *published.ISKO_BIDS]


def test_house_rules_accept_the_bids_of_the_isko() -> None:
    assert accepted_bids("hausrunde", game="karo", spitzen=1, won=True) == [0, *published.ISKO_BIDS]


def test_altenburg_accepts_exactly_its_66_bids_and_none() -> None:
    bids = set(published.ISKO_BIDS) - set(published.ALTENBURG_WITHOUT) | set(published.ALTENBURG_BESIDES)
    assert len(bids) == 66
    assert accepted_bids("altenburg", game="karo", spitzen=1, won=True) == [0, *sorted(bids)]


def test_en_deux_accepts_exactly_its_68_bids_and_none() -> None:
    bids = set(published.ISKO_BIDS) | set(published.EN_DEUX_BESIDES)
    assert len(bids) == 68
    # With Kontra, because the small bids of Karo and Herz must be given away or doubled.
    deal = {"game": "karo", "spitzen": 1, "won": True, "kontra": True}
    assert accepted_bids("skat-en-deux", **deal) == [0, *sorted(bids)]


def test_1886_accepts_the_values_of_its_solo_games_as_bids() -> None:
    assert len(set(published.BIDS_1886)) == len(published.BIDS_1886)
    deal = {"game": "karo", "mode": "solo", "spitzen": 1, "won": True}
    assert accepted_bids("skatordnung-1886", **deal) == [0, *sorted(published.BIDS_1886)]


def test_the_484_deals_of_the_notation_have_the_63_values() -> None:
    base = {"karo": 9, "herz": 10, "pik": 11, "kreuz": 12, "grand": 24}
    values = []
    for game, spitzen in TRUMP_DEALS:
        for levels, factor in STUFEN:
            won = score({"rulebook": "isko-2022", "game": game, "spitzen": spitzen, "won": True, **levels})
            assert won == base[game] * (spitzen + 1 + factor)
            values.append(won)
    values += [score({"rulebook": "isko-2022", "game": "null", "won": True, **null}) for null in NULL_DEALS]
    assert len(values) == 484
    assert sorted(set(values)) == published.ISKO_BIDS


def test_the_games_of_altenburg_have_its_66_values() -> None:
    values = {
        score({"rulebook": "altenburg", "game": game, "spitzen": spitzen, "won": True, **levels})
        for game, spitzen in TRUMP_DEALS
        for levels, _ in STUFEN
    } | {score({"rulebook": "altenburg", "game": "null", "won": True, **null}) for null in NULL_DEALS}
    assert values == set(published.ISKO_BIDS) - {264} | {252, 288, 324, 360}


def test_the_undoubled_games_of_en_deux_have_its_68_values() -> None:
    offen: list[dict[str, Any]] = [{}, {"offen": True}, {"offen_offen": True}]
    deal = {"rulebook": "skat-en-deux", "won": True, "hand_doubled": False}
    values = {
        score({**deal, "game": game, "spitzen": spitzen, **levels, **more})
        for game, spitzen in TRUMP_DEALS
        for levels, _ in STUFEN
        for more in offen
        if not ("ouvert" in levels and more)
    } | {score({**deal, "game": "null", **null}) for null in NULL_DEALS}
    assert values == set(published.ISKO_BIDS) | {171, 190, 209, 228, 288}
