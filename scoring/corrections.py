"""What was probably meant by a foot that does not add up: whole corrected feet, the likeliest first.

A correction is one slip of the hand; it may touch several fields. Every kind of slip proposes feet from which it could
have made the written one. Those that satisfy all identities (`foot_check`) and whose points some deals can have brought
stay, ordered by their odds: one in so many, as in `slips`.

* **D** Odds within a factor of three are equal: people do not err so regularly that more could be told apart.
* **D** A field in no equation (Spielpunkte without Gesamt, a count without Gesamt or eingepasst) has no single right
  value; of all it may have been, the most telling one that fits everywhere is proposed.
* **D** Several Gesamt that were added up wrongly by no common mistake are several slips; they are proposed last, since
  they are what is left when nothing else explains the foot.

>>> from scoring.foot_check import PaperFoot
>>> mask = Footer(deals=48, eingepasst=1, others_bonus=30, feet=(
...     PaperFoot(19, 3, 1, 329), PaperFoot(292, 10, 3, 792), PaperFoot(473, 12, 2, 1152), PaperFoot(172, 14, 2, 952)))
>>> for one in find_corrections(mask):
...     print(one.message)
Gesamt bei Platz 3: 1152 statt 1153 (auf dem Zettel verrechnet)?
Spielpunkte bei Platz 3: 473 statt 472 (Nachbartaste)?
"""

from itertools import chain
from typing import Final

from scoring import compound_slips, mistaken_sums, single_slips
from scoring.foot_check import Footer, adds_up
from scoring.proposed import Correction, Feet

MOST: Final = 3
MOST_EQUAL: Final = 10
EQUAL: Final = 3
"""Odds that differ by no more than this factor are equal."""
FAR: Final = 100
"""A slip of several fields that is rarer than the likeliest by more than this is nobody's guess."""
_PROPOSERS: Final = (*single_slips.PROPOSERS, *compound_slips.PROPOSERS, *mistaken_sums.PROPOSERS)


def find_corrections(footer: Footer) -> tuple[Correction, ...]:
    """At most three feet that make all identities true, the likeliest first; equally likely ones all, up to ten.

    Empty if nothing is wrong, and if no slip explains it.
    """
    if not footer.feet or adds_up(footer):
        return ()
    found: dict[tuple[int | None, Feet], Correction] = {}
    for one in chain.from_iterable(propose(footer) for propose in _PROPOSERS):
        key = one.footer.eingepasst, one.footer.feet
        if key not in found or one.odds < found[key].odds:
            found[key] = one
    ordered = sorted(found.values(), key=lambda one: (one.odds, _count_changes(footer, one.footer)))
    ordered = [one for one in ordered if one.code == "correction" or one.odds <= FAR * ordered[0].odds]
    equal = sum(one.odds <= EQUAL * ordered[0].odds for one in ordered) if ordered else 0
    return tuple(ordered[: max(MOST, min(equal, MOST_EQUAL))])


def _count_changes(before: Footer, after: Footer) -> int:
    pairs = zip(chain.from_iterable(before.feet), chain.from_iterable(after.feet), strict=True)
    return (before.eingepasst != after.eingepasst) + sum(one != other for one, other in pairs)
