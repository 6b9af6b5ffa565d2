"""A Gesamt that was reckoned wrongly on the paper: by a mistake that people make, or by several sums of their own.

Each proposes the foot with every Gesamt as it is computed.
"""

from collections.abc import Iterator
from math import prod
from typing import Final

from scoring.foot_check import Footer, compute_gesamt
from scoring.proposed import Correction, only_gesamt, propose
from scoring.single_slips import explain_field

BONUS: Final = 2  # the same mistake in the Gesamt of everybody: one in so many
BONUS_OF_SOME: Final = 5
SEVERAL: Final = 50  # several sums, besides the odds of each


def _mistaken(footer: Footer) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Each Gesamt as it comes out under a mistake that people make, by the name of the mistake."""
    own, other, feet = footer.own_bonus, footer.others_bonus, footer.feet
    if footer.paying or not own:
        return
    all_won, all_lost = sum(foot.won for foot in feet), sum(foot.lost for foot in feet)

    def reckon(won: int, lost: int, theirs: int, counted: int = all_lost) -> tuple[int, ...]:
        return tuple(p + won * g - lost * v + theirs * (counted - v) for p, g, v, _ in feet)

    for bonus in footer.other_bonuses:
        yield "bonus_other", reckon(own, own, bonus)
    if other:
        yield "bonus_forgotten", reckon(own, own, 0)
        yield "bonus_own_lost", tuple(p + own * (g - v) + other * all_lost for p, g, v, _ in feet)
        yield "bonus_only_own_lost", tuple(p + own * (g - v) + other * v for p, g, v, _ in feet)
        yield "bonus_subtracted", reckon(own, own, -other)
        yield "bonus_won_of_others", tuple(p + own * (g - v) + other * (all_won - g) for p, g, v, _ in feet)
        yield "bonus_miscounted", reckon(own, own, other, all_lost - 1)
        yield "bonus_miscounted", reckon(own, own, other, all_lost + 1)
    yield "bonus_points_only", tuple(foot.spielpunkte for foot in feet)
    yield "bonus_own_forgotten", reckon(0, 0, other)
    yield "bonus_lost_kept", reckon(own, 0, other)
    yield "bonus_lost_added", reckon(own, -own, other)
    yield "bonus_lost_twice", reckon(own, 2 * own, other)
    right = list(zip(feet, compute_gesamt(footer), strict=True))
    yield "bonus_without_points", tuple(gesamt - foot.spielpunkte for foot, gesamt in right)
    yield "bonus_points_sign", tuple(gesamt - 2 * foot.spielpunkte for foot, gesamt in right)


def _bonus(footer: Footer) -> Iterator[Correction]:
    """The same mistake in the Gesamt of everybody, or of some."""
    right = compute_gesamt(footer)
    written = [foot.gesamt for foot in footer.feet]
    wrong = [at for at, gesamt in enumerate(written) if gesamt not in (None, right[at])]
    if not wrong:
        return
    feet = only_gesamt(footer).feet
    for code, gesamt in _mistaken(footer):
        if all(written[at] == gesamt[at] for at in wrong):
            everybody = all(written[at] in (None, gesamt[at]) for at in range(len(written)))
            odds = BONUS if everybody and len(wrong) > 1 else BONUS_OF_SOME
            yield from propose(footer, feet, odds, code)


def _several_sums(footer: Footer) -> Iterator[Correction]:
    """Several Gesamt added up wrongly, each in its own way."""
    right = only_gesamt(footer)
    pairs = zip(footer.feet, right.feet, strict=True)
    wrong = [(seat, foot.gesamt, due.gesamt) for seat, (foot, due) in enumerate(pairs, 1) if foot != due]
    if len(wrong) > 1:
        odds = prod(explain_field(footer, seat, "gesamt", old or 0, new or 0)[0] for seat, old, new in wrong)
        yield from propose(footer, right.feet, odds * SEVERAL, "sums")


PROPOSERS: Final = (_bonus, _several_sums)
