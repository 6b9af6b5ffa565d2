"""Every line the wire can say, legal or not, in hand-written loops over the values of each field.

Nothing here is taken from the engine: the games, modes, levels and bids are written out, and the bids that lie at the
border of a game are found with the value that the oracle gives it.

All of them are many millions. Unless WHOLE=1 the combinations of the other fields are shared out: the Spitzen of both
sides make up every combination between them; where the Spitzen stay the same the games of a book, or of two books, do.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any

import published
from oracle import Line, rate
from whole import WHOLE

TRUMPS = ("karo", "herz", "pik", "kreuz", "grand")
MOST = {"karo": 11, "herz": 11, "pik": 11, "kreuz": 11, "grand": 4}
MODES = ("frage", "tourne", "solo")
BIDS = {
    "isko-2022": published.ISKO_BIDS,
    "altenburg": sorted({*published.ISKO_BIDS, *published.ALTENBURG_BESIDES} - {*published.ALTENBURG_WITHOUT}),
    "skatordnung-1886": sorted(published.BIDS_1886),
    "skat-en-deux": sorted({*published.ISKO_BIDS, *published.EN_DEUX_BESIDES}),
    "hausrunde": published.ISKO_BIDS,
}
BOOKS = (*BIDS, "offiziersskat")
EXTREMES = (18, 264, 288, 360)
NO_BIDS = (-18, 0, 1, 17, 19, 25, 43, 220, 263, 265, 289, 361)


def fields(**values: Any) -> Line:
    """Only the fields that say something."""
    return {name: value for name, value in values.items() if value is not None}


def subsets(*names: str) -> list[Line]:
    """Every choice of these true/false fields."""
    return [dict.fromkeys(chosen, True) for number in range(len(names) + 1) for chosen in combinations(names, number)]


ANNOUNCED = subsets("hand", "schneider_angesagt", "schwarz_angesagt", "ouvert")
VERDICTS = [
    fields(won=won, schneider=schneider, schwarz=schwarz)
    for won, schneider, schwarz in product((None, True, False), repeat=3)
]
AUGEN = (-1, 0, 1, 2, 22, 23, 30, 31, 59, 60, 61, 89, 90, 118, 119, 120, 121)
STICHE = (-1, 0, 1, 5, 9, 10, 11)
COUNTS = [fields(augen=augen, stiche=stiche) for augen, stiche in product(AUGEN, STICHE)]
MIXED = [
    {**verdict, **fields(augen=augen, stiche=stiche)}
    for verdict, augen, stiche in product(VERDICTS, (None, *AUGEN), (None, *STICHE))
]
# What a scorekeeper would write: each level with those it brings, each result without contradiction.
LEVELS: list[Line] = [
    {},
    {"hand": True},
    {"hand": True, "schneider_angesagt": True},
    {"hand": True, "schneider_angesagt": True, "schwarz_angesagt": True},
    {"hand": True, "schneider_angesagt": True, "schwarz_angesagt": True, "ouvert": True},
]
ENDINGS: list[Line] = [
    {"won": won, **stage}
    for won in (True, False)
    for stage in ({}, {"schneider": True}, {"schneider": True, "schwarz": True})
]
DOUBLED: list[Line] = [{}, {"kontra": True}, {"kontra": True, "re": True}]
SHOWN: list[Line] = [{}, {"offen": True}, {"offen": True, "offen_offen": True}]


def possible_spitzen(game: str) -> list[int]:
    """Mit and ohne, as many as the game has trumps."""
    return [spitzen for spitzen in range(-MOST[game], MOST[game] + 1) if spitzen]


def any_spitzen(game: str) -> list[int | None]:
    """The possible ones, none at all, and those just outside."""
    return [*possible_spitzen(game), None, 0, MOST[game] + 1, -MOST[game] - 1]


def products(start: Line, *choices: Iterable[Line], part: int = 1, turn: int = 0) -> Iterator[Line]:
    """The line with one choice of each kind added; of `part` turns each gives other combinations, all together all.

    A combination has its turn by the sum of the places in its choices, so that whatever two of them meet.
    """
    *firsts, last = [list(choice) for choice in choices]
    part = 1 if WHOLE else part
    for chosen in product(*(enumerate(choice) for choice in firsts)):
        line = dict(start)
        for _place, more in chosen:
            line.update(more)
        first = (turn - sum(place for place, _more in chosen)) % part
        for more in last[first::part]:
            yield {**line, **more}


def by_game(game: str) -> dict[str, int]:
    """A turn for each of the five games."""
    return {"part": len(TRUMPS), "turn": TRUMPS.index(game)}


def by_book_and_game(book: str, game: str) -> dict[str, int]:
    """A turn for each game of two books that stand beside each other in BOOKS."""
    return {"part": 2 * len(TRUMPS), "turn": 2 * TRUMPS.index(game) + BOOKS.index(book) % 2}


def by_spitzen(starts: Iterable[Line]) -> Iterator[tuple[Line, dict[str, int]]]:
    """Each start with a turn: the possible Spitzen share the combinations, and the impossible ones do."""
    for number, start in enumerate(starts):
        spitzen, most = start.get("spitzen") or 0, MOST[start["game"]]
        turn = spitzen if spitzen > 0 else most - spitzen
        yield start, {"part": 2 * most, "turn": turn} if 0 < abs(spitzen) <= most else {"part": 4, "turn": number}


def border_bids(line: Line) -> list[int]:
    """The bids that matter for a line: at its value, the nearest legal ones, one too many, the extremes."""
    answer = rate(line)
    if answer is None:
        return [18]
    value, bids = answer["value"] or 0, BIDS[line["rulebook"]]
    below, above = bisect_left(bids, value), bisect_right(bids, value)
    return sorted({value, value + 1, *bids[max(below - 1, 0) : below], *bids[above : above + 1], *EXTREMES})


def with_bids(lines: Iterable[Line], part: int = 3) -> Iterator[Line]:
    """Each line without a bid and with one in `part` of those that matter for it, another one each time."""
    for number, line in enumerate(lines):
        yield line
        for bid in border_bids(line)[number % part :: part] if not WHOLE else border_bids(line):
            yield {**line, "bid": bid}


def with_every_bid(lines: Iterable[Line], bids: Sequence[int], part: int = 1) -> Iterator[Line]:
    """Each line with each of these bids, or with one in `part` of them, others each time."""
    part = 1 if WHOLE else part
    for number, line in enumerate(lines):
        for bid in bids[number % part :: part]:
            yield {**line, "bid": bid}


def games(book: str, game: str, spitzen: Iterable[int | None]) -> list[Line]:
    """The bare game with each of these Spitzen."""
    return [{"rulebook": book, "game": game, **fields(spitzen=number)} for number in spitzen]


# ISkO, Altenburg and what the others share with them -------------------------------------------------------------


def trump_verdicts(book: str, game: str) -> Iterator[Line]:
    """Spitzen x announcements x verdicts x bids that matter."""
    for start, turn in by_spitzen(games(book, game, any_spitzen(game))):
        yield from with_bids(products(start, ANNOUNCED, VERDICTS, **turn))


def trump_counts(book: str, game: str) -> Iterator[Line]:
    """Spitzen x announcements x Augen and Stiche x bids that matter."""
    announced = ANNOUNCED if book == "isko-2022" else LEVELS
    for start, turn in by_spitzen(games(book, game, possible_spitzen(game))):
        yield from with_bids(products(start, announced, COUNTS, **turn))


def trump_mixed(book: str, game: str) -> Iterator[Line]:
    """Verdicts beside Augen, Stiche or both, agreeing or not."""
    for start in games(book, game, (-2,)):
        yield from products(start, LEVELS, ({}, {"bid": 40}), MIXED, **by_book_and_game(book, game))


def trump_bids(book: str, game: str) -> Iterator[Line]:
    """Spitzen x levels x endings x every bid."""
    for start in games(book, game, possible_spitzen(game)):
        yield from with_every_bid(products(start, LEVELS, ENDINGS), (*BIDS[book], *NO_BIDS), 11)


def replacements() -> Iterator[Line]:
    """Nothing, everything that can take the place of a Null, and some that cannot."""
    yield {}
    for game in TRUMPS:
        for spitzen in (*possible_spitzen(game), 0, MOST[game] + 1, -MOST[game] - 1):
            yield {"replacement": {"game": game, "spitzen": spitzen}}
    for other in ("null", "ramsch", "eingepasst", "solo"):
        yield {"replacement": {"game": other, "spitzen": 1}}


def null_results(book: str, part: int = 6, turn: int = 0, **more: Any) -> Iterator[Line]:
    """Announcements x verdicts, also beside Augen and Stiche, overtaken or not."""
    start = {"rulebook": book, "game": "null", **more}
    overtaken = {"bid": 240, "replacement": {"game": "pik", "spitzen": -4}}
    yield from products(start, ANNOUNCED, VERDICTS, ({}, {"bid": 23}, overtaken))
    levels = subsets("hand", "ouvert")
    yield from products(start, levels, ({}, {"bid": 20}, overtaken), MIXED, part=part, turn=turn)


def null_bids(book: str) -> Iterator[Line]:
    """Hand and ouvert x result x every bid x every replacement."""
    start = {"rulebook": book, "game": "null"}
    results = ({"won": True}, {"won": False}, {"stiche": 0}, {"stiche": 4})
    kinds = products(start, subsets("hand", "ouvert"), results, replacements())
    yield from with_every_bid(kinds, (*BIDS[book], *NO_BIDS), 17)


# Skatordnung of 1886 ----------------------------------------------------------------------------------------------


STRETCHED: list[Line] = [{}, {"strecken": True}]


def modes_1886(game: str) -> list[Line]:
    """The game with each mode, a wrong one and none, Spitzen possible and not, stretched and not."""
    return [
        {**line, **fields(mode=mode), **stretched}
        for line in games("skatordnung-1886", game, any_spitzen(game))
        for mode in (*MODES, "grand", None)
        for stretched in STRETCHED
    ]


def verdicts_1886(game: str) -> Iterator[Line]:
    """Modes x Matadore x announcements x verdicts x bids that matter."""
    announced = [*subsets("schneider_angesagt", "schwarz_angesagt", "ouvert"), {"hand": True}]
    for start, turn in by_spitzen(modes_1886(game)):
        yield from with_bids(products(start, announced, VERDICTS, **turn))


def counts_1886(game: str) -> Iterator[Line]:
    """Modes x Matadore x announcements x Augen and Stiche x bids that matter."""
    announced = subsets("schneider_angesagt", "schwarz_angesagt", "ouvert")
    starts = by_spitzen(games("skatordnung-1886", game, possible_spitzen(game)))
    for (start, turn), mode in product(starts, MODES):
        yield from with_bids(products({**start, "mode": mode}, announced, COUNTS, **turn))


def mixed_1886(game: str) -> Iterator[Line]:
    """Verdicts beside Augen and Stiche, stretched or not."""
    announced = subsets("schneider_angesagt", "schwarz_angesagt", "ouvert")
    for start, mode in product(games("skatordnung-1886", game, (-2,)), MODES):
        said = announced if mode == "solo" else [{}]
        yield from products({**start, "mode": mode}, said, STRETCHED, MIXED, **by_game(game))


def bids_1886(game: str) -> Iterator[Line]:
    """Solo: Matadore x announcements x endings x every bid."""
    announced = ({}, {"schneider_angesagt": True}, {"schwarz_angesagt": True}, {"ouvert": True})
    for start in games("skatordnung-1886", game, possible_spitzen(game)):
        lines = products({**start, "mode": "solo"}, announced, [*ENDINGS, {"strecken": True}])
        yield from with_every_bid(lines, (*BIDS["skatordnung-1886"], *NO_BIDS), 11)


def nulls_1886() -> Iterator[Line]:
    """Modes x announcements x results, stretched or not; every bid."""
    for turn, (mode, stretched) in enumerate(product((*MODES, None), STRETCHED)):
        yield from null_results("skatordnung-1886", 8, turn, **fields(mode=mode), **stretched)
        start = {"rulebook": "skatordnung-1886", "game": "null", **fields(mode=mode), **stretched}
        kinds = products(start, subsets("ouvert"), ({}, {"won": True}, {"won": False}, {"stiche": 0}, {"stiche": 1}))
        yield from with_every_bid(kinds, (*BIDS["skatordnung-1886"], *NO_BIDS), 3)


def ramsch_1886() -> Iterator[Line]:
    """Losers x Jungfern."""
    seats = range(-1, 8)
    losers = [None, [], *([seat] for seat in seats), *map(list, product(seats, repeat=2)), [1, 2, 3], [1, 2, 1]]
    for chosen, jungfern in product(losers, (None, -1, 0, 1, 2, 3)):
        yield {"rulebook": "skatordnung-1886", "game": "ramsch", **fields(losers=chosen, jungfern=jungfern)}


# Skat en deux -----------------------------------------------------------------------------------------------------

GIFTS: list[Line] = [
    {},
    *(
        {"schenken": gifts, "schenken_angenommen": accepted}
        for gifts in ("spiel", "schneider", ["spiel", "schneider"])
        for accepted in (True, False)
    ),
]
SAID_EN_DEUX = [line for line in products({}, LEVELS, SHOWN) if not (line.keys() >= {"ouvert", "offen"})]
HAND_DOUBLED: list[Line] = [{}, {"hand_doubled": False}]


def additions_en_deux(game: str) -> Iterator[Line]:
    """Few Spitzen x levels x offen x Kontra x gifts x endings x Hand doubling x bids that matter, and 20."""
    few = [number for number in (1, -1, 4, -4, 11, -11) if abs(number) <= MOST[game]]
    for start in games("skat-en-deux", game, few):
        # Two or three Spitzen of a side in each of five games: every combination on one side or the other.
        turn = few.index(start["spitzen"]) + len(few) * TRUMPS.index(game)
        for line in products(start, SAID_EN_DEUX, DOUBLED, GIFTS, HAND_DOUBLED, [{}, *ENDINGS], part=10, turn=turn):
            yield from with_bids([line])
            yield {**line, "bid": 20}


def stretched_en_deux(game: str) -> Iterator[Line]:
    """Strecken x everything it excludes x results x bids."""
    more: list[Line] = [{}, {"kontra": True}, *SHOWN[1:], *GIFTS[1:], *LEVELS[1:]]
    results = [{}, *ENDINGS, {"schneider": True}, {"schwarz": False}, {"augen": 23}, *COUNTS[::5]]
    for start in games("skat-en-deux", game, any_spitzen(game)):
        turn = start.get("spitzen") or 0
        lines = products({**start, "strecken": True}, more, HAND_DOUBLED, results, part=6, turn=turn)
        yield from with_every_bid(lines, (18, 20, 22) if game in ("karo", "herz") else (20,))
        yield {**start, "strecken": True}


def mixed_en_deux(game: str) -> Iterator[Line]:
    """Verdicts beside Augen and Stiche, with gifts."""
    for start in games("skat-en-deux", game, (3,)):
        yield from products(start, ({}, {"schneider_angesagt": True}), GIFTS, MIXED, **by_game(game))


def nulls_en_deux() -> Iterator[Line]:
    """Null with everything that may stand beside it."""
    start = {"rulebook": "skat-en-deux", "game": "null"}
    results = [{}, {"won": True}, {"won": False}, {"stiche": 0}, {"stiche": 3}, {"won": False, "schneider": True}]
    bids: list[Line] = [{}, {"bid": 23}, {"bid": 36}, {"bid": 60}, {"bid": 288}]
    instead = [{}, *({"replacement": {"game": game, "spitzen": n}} for game in TRUMPS for n in (1, -4))]
    levels = subsets("hand", "ouvert")
    yield from products(start, levels, DOUBLED, GIFTS, results, HAND_DOUBLED, bids, instead, part=4)
    yield from products(start, subsets("offen", "offen_offen", "strecken", "re", "kontra"), GIFTS, results, bids)
    yield from products(start, GIFTS, MIXED, part=3)


# Offiziersskat ----------------------------------------------------------------------------------------------------


def counts_offizier(game: str) -> Iterator[Line]:
    """Accounting x Spitzen x every count at the borders; every count at all with some Spitzen."""
    accounting = [fields(accounting=name) for name in (None, "einfach", "skatordnung", "doppelt")]
    borders = [fields(augen=augen, stiche=n) for augen, n in product((None, *AUGEN), (None, -1, 0, 1, 8, 15, 16, 17))]
    every = [{"augen": augen, "stiche": stiche} for augen, stiche in product(range(-1, 123), range(-1, 19))]
    for start, turn in by_spitzen(games("offiziersskat", game, any_spitzen(game))):
        yield from products(start, accounting, borders, **turn)
    for start in games("offiziersskat", game, (None, 2, -4)):
        yield from products(start, accounting, every, **by_game(game))


# Hausrunde --------------------------------------------------------------------------------------------------------

HOUSE = subsets("bock", "kontra", "re")


def verdicts_haus(game: str) -> Iterator[Line]:
    """Spitzen x announcements x verdicts x Bock, Kontra, Re x some bids, which change nothing."""
    for start, turn in by_spitzen(games("hausrunde", game, any_spitzen(game))):
        yield from products(start, ANNOUNCED, HOUSE, VERDICTS, **turn)
        yield from products(start, LEVELS, ({"bid": 18}, {"bid": 19}, {"bid": 264}), ENDINGS, HOUSE, **turn)


def nulls_haus() -> Iterator[Line]:
    """Null x results x Bock, Kontra, Re; a replacement is never needed."""
    start = {"rulebook": "hausrunde", "game": "null"}
    yield from products(start, subsets("hand", "ouvert"), ({}, {"bock": True, "kontra": True}), MIXED, part=3)
    yield from products(start, ANNOUNCED, VERDICTS, HOUSE)
    yield from products(start, subsets("hand", "ouvert"), ENDINGS, ({}, {"bid": 24}, {"bid": 25}), replacements())


def ramsch_haus(part: int = 4) -> Iterator[Line]:
    """Augen x pushes x Jungfern x Durchmarsch x doublings x limits."""
    start = {"rulebook": "hausrunde", "game": "ramsch"}
    augen = [fields(augen=number) for number in (None, *range(-1, 122))]
    schieben = [fields(schieben=number) for number in (None, -1, 1, 2, 3, 4)]
    jungfern = [fields(jungfern=number) for number in (None, -1, 1, 2, 3)]
    limits = [fields(ramsch_limit=number) for number in (None, -1, 0, 1, 120, 5000)]
    yield from products(start, schieben, jungfern, HOUSE, subsets("durchmarsch"), augen, part=part)
    few = [fields(augen=number) for number in (None, 0, 2, 60, 61, 120)]
    yield from products(start, few, schieben, jungfern, HOUSE, subsets("durchmarsch"), limits, part=3)
