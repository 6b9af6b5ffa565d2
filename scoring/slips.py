"""How one written number becomes another: slips of fingers and eyes, the likelier the smaller their odds.

Odds say "one in so many": the rarity of the kind of slip times the numbers that such a slip could have made out of the
right one. A digit struck twice or two digits exchanged can happen in each place of a number, a key beside the right one
in three ways a place. Odds are whole numbers, so that nothing is rounded and equal things stay equal.

>>> explain_number(written=437, right=473)
(3, 'swap')
>>> explain_number(written=-48, right=48)
(2, 'sign')
"""

from collections.abc import Iterator
from typing import Final, Literal

Reason = Literal["sign", "swap", "double", "missing", "extra", "row", "key", "digit", "count", "sum", "other"]

# One in so many: the kind by itself for "sign" and "count", for the others a digit of the right number.
ODDS: Final[dict[Reason, int]] = {
    "sign": 2, "swap": 1, "double": 1, "missing": 1, "key": 3, "digit": 9, "extra": 9, "other": 1000,
    "count": 9,  # a game too many or too few; twice as much for two
    "row": 2,  # the same column of the line above or below
    "sum": 6,  # a carry forgotten, a game or a lost deal too many in the sum
}  # fmt: skip
ANY_SUM: Final = 100
"""A sum on paper that came out as anything."""
# The keys that touch each of 0 to 9 on a number pad: 789 / 456 / 123, the wide 0 below 1 and 2.
_PAD: Final = ("12", "024", "0135", "26", "157", "2468", "359", "48", "579", "68")


def explain_number(written: int, right: int) -> tuple[int, Reason]:
    """The odds of the likeliest slip of the keyboard that makes the one out of the other, and its name."""
    slip: Reason = next((kind for kind, number in mistype(right) if number == written), "other")
    return ODDS[slip] * (1 if slip == "sign" else len(str(abs(right)))), slip


def mistype(right: int) -> Iterator[tuple[Reason, int]]:
    """What mistyping makes out of a number, the kinds with few ways first; leading zeros fall away."""
    sign, digits = (-1 if right < 0 else 1), str(abs(right))
    parts = [(digits[:at], digits[at], digits[at + 1 :]) for at in range(len(digits))]
    made: list[tuple[Reason, list[str]]] = [
        ("missing", [before + after for before, _, after in parts if before + after]),
        ("swap", [before + after[:1] + key + after[1:] for before, key, after in parts]),
        ("double", [before + key + key + after for before, key, after in parts]),
        ("key", [before + near + after for before, key, after in parts for near in _PAD[int(key)]]),
        ("digit", [before + near + after for before, _, after in parts for near in "0123456789"]),
        ("extra", [digits[:at] + key + digits[at:] for at in range(len(digits) + 1) for key in "0123456789"]),
    ]
    yield "sign", -right
    yield from ((reason, sign * int(text)) for reason, texts in made for text in texts)


def before_slip(written: int) -> set[int]:
    """Zero, and every number that mistyping, or a count up to two off, makes the written one."""
    sign, digits = (-1 if written < 0 else 1), str(abs(written))
    places = range(len(digits) + 1)
    fuller = {sign * int(digits[:at] + key + digits[at:]) for at in places for key in "0123456789"}
    return {0} | fuller | {number for _, number in mistype(written)} | set(range(written - 2, written + 3))
