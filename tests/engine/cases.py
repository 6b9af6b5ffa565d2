"""All lines over which engine and oracle are compared, in parts that can be run beside each other."""

from collections.abc import Callable, Iterator
from functools import partial

import every_line as every
from every_line import BOOKS, TRUMPS
from odd_lines import dealt, sample_en_deux, two_fields
from oracle import Line
from whole import share

Lines = Callable[[], Iterator[Line]]

OF_A_BOOK_AND_GAME = (every.trump_verdicts, every.trump_counts, every.trump_mixed, every.trump_bids)
OF_A_GAME = (
    *(every.verdicts_1886, every.counts_1886, every.mixed_1886, every.bids_1886),
    *(every.additions_en_deux, every.stretched_en_deux, every.mixed_en_deux),
    *(every.counts_offizier, every.verdicts_haus),
)
OF_NULL_AND_RAMSCH = (every.nulls_1886, every.ramsch_1886, every.nulls_en_deux, every.nulls_haus, every.ramsch_haus)


def _cases() -> Iterator[tuple[str, Lines]]:
    for book in ("isko-2022", "altenburg", "skat-en-deux"):
        for game in TRUMPS:
            for form in OF_A_BOOK_AND_GAME:
                yield f"{book} {game} {form.__name__}", partial(form, book, game)
        yield f"{book} null_results", partial(every.null_results, book)
        yield f"{book} null_bids", partial(every.null_bids, book)
    for game in TRUMPS:
        for of_game in OF_A_GAME:
            yield f"{game} {of_game.__name__}", partial(of_game, game)
        yield f"hausrunde {game} trump_mixed", partial(every.trump_mixed, "hausrunde", game)
    for lines in OF_NULL_AND_RAMSCH:
        yield lines.__name__, lines
    for seed in range(8):
        yield f"sample_en_deux {seed}", partial(sample_en_deux, share(50_000, 16), seed)
    for book in BOOKS:
        for game in (*TRUMPS, "null", "ramsch", "eingepasst", "solo"):
            yield f"{book} {game} two_fields", partial(two_fields, book, game)
        yield f"{book} dealt", partial(dealt, book, share(20_000), 1886)


CASES: list[tuple[str, Lines]] = list(_cases())
"""Name and lines of every part."""
