"""Lines nobody would write: any two fields beside each other, fields drawn at random, deals with their cards."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from every_line import AUGEN, MODES, STICHE, TRUMPS, fields
from oracle import Line
from whole import WHOLE

ANY: dict[str, tuple[Any, ...]] = {
    "spitzen": (1, -2, 0, 12),
    **dict.fromkeys(("hand", "schneider_angesagt", "schwarz_angesagt", "ouvert", "offen"), (True, False)),
    **dict.fromkeys(("offen_offen", "kontra", "re", "strecken", "bock", "durchmarsch", "hand_doubled"), (True, False)),
    **dict.fromkeys(("won", "schneider", "schwarz", "schenken_angenommen"), (True, False)),
    "bid": (0, 18, 20, 24, 41, 59, 360),
    "augen": (0, 23, 61, 120),
    "stiche": (0, 5, 10, 16),
    "mode": MODES,
    "replacement": ({"game": "karo", "spitzen": 1},),
    "schenken": ("spiel", "schneider", ["spiel", "schneider"], [], ["spiel", "spiel"], "schwarz"),
    "losers": ([], [2], [1, 3]),
    "jungfern": (0, 1, 2),
    "schieben": (0, 1),
    "accounting": ("einfach", "skatordnung"),
    "ramsch_limit": (250, 100, 0),
    "reason": ("Revoke",),
    "skat": ([],),
}


def starts(book: str, game: str) -> list[Line]:
    """Plain deals of a game, most of them legal."""
    bare: Line = {"rulebook": book, "game": game}
    if game in ("ramsch", "eingepasst"):
        return [bare, {**bare, "losers": [1]}, {**bare, "augen": 70}]
    if game in TRUMPS:
        bare["spitzen"] = 1
    if book == "offiziersskat":
        return [bare, {**bare, "augen": 61, "stiche": 8}]
    modes = [fields(mode=mode) for mode in ("solo", "tourne")] if book == "skatordnung-1886" else [{}]
    return [{**bare, **mode, **result} for mode in modes for result in ({}, {"won": True}, {"augen": 61, "stiche": 5})]


def two_fields(book: str, game: str) -> Iterator[Line]:
    """A plain deal with any two more fields, whether they belong to the book or not.

    The games of a book and its plain deals have the pairs in turn, two to five times each.
    """
    every = [(name, value) for name, values in ANY.items() for value in values]
    part = 1 if WHOLE else 10
    for turn, start in enumerate(starts(book, game), len(game)):
        yield start
        yield {**start, "rulebook": "isko"}
        for number, ((first, one), (second, two)) in enumerate(combinations(every, 2), turn):
            if first != second and number % part == 0:
                yield {**start, first: one, second: two}


DECK = [suit + rank for suit in "CSHD" for rank in "789TJQKA"]


def dealt(book: str, number: int, seed: int) -> Iterator[Line]:
    """Random deals with cards, now and then too few, too many, one twice, or beside wrong Spitzen."""
    rng = random.Random(seed)
    for _ in range(number):
        cards = rng.sample(DECK, 32)
        if rng.random() < 0.3:
            cards.sort(key=lambda card: (card[1] != "J", card[0] != "H"))  # long runs
        size, skat = (16, 0) if rng.random() < (0.9 if book == "offiziersskat" else 0.05) else (10, 2)
        size, skat = size + rng.choice((*[0] * 18, 1, -1)), skat + rng.choice((*[0] * 18, 1, -1))
        line: Line = {**rng.choice(starts(book, rng.choice((*TRUMPS, "null", "ramsch", "eingepasst"))))}
        if rng.random() < 0.8:
            line.pop("spitzen", None)
        hand, found = cards[:size], cards[size : size + max(skat, 0)]
        if rng.random() < 0.05:
            hand[0] = hand[1]
        line["cards"] = hand if rng.random() < 0.5 else " ".join(hand)
        if found or rng.random() < 0.2:
            line["skat"] = found
        if book == "offiziersskat" and rng.random() < 0.5:
            line["accounting"] = "skatordnung"
        if line["game"] == "null" and rng.random() < 0.5:
            line.update(bid=60, replacement={"game": rng.choice(TRUMPS), "spitzen": rng.choice((1, -1, 2, -2))})
        yield line


FREE_EN_DEUX: dict[str, tuple[Any, ...]] = {
    "game": (*TRUMPS, *TRUMPS, "null"),
    "spitzen": (*range(-11, 12), 1, -1, 2, -2, 3, -3, 4, -4, None),
    **dict.fromkeys(("hand", "schneider_angesagt", "schwarz_angesagt", "ouvert"), (None, None, None, False, True)),
    **dict.fromkeys(("offen", "offen_offen", "kontra"), (None, False, True)),
    "re": (None, None, None, True),
    "strecken": (*[None] * 9, True),
    "schenken": (None, None, None, "spiel", "schneider", ["spiel", "schneider"], ["spiel"], ["schneider", "spiel"], []),
    "schenken_angenommen": (None, True, False),
    "hand_doubled": (None, True, False),
    "won": (None, True, True, False),
    "schneider": (None, None, True, False),
    "schwarz": (None, None, None, True, False),
    "augen": (*[None] * 20, *AUGEN),
    "stiche": (*[None] * 20, *STICHE),
    "bid": (None, None, 18, 20, 22, 36, 60, 120, 264, 288, 171),
    "replacement": (*[None] * 30, {"game": "herz", "spitzen": 2}),
}


def sample_en_deux(number: int, seed: int) -> Iterator[Line]:
    """Lines drawn at random over all fields; gifts get an answer three times in four, so that many are legal."""
    rng = random.Random(seed)
    for _ in range(number):
        line = {"rulebook": "skat-en-deux", **fields(**{key: rng.choice(of) for key, of in FREE_EN_DEUX.items()})}
        if rng.random() < 0.75:
            if "schenken" in line:
                line["schenken_angenommen"] = rng.random() < 0.5
            else:
                line.pop("schenken_angenommen", None)
        yield line
