"""The foot of a list under a rule book: the factors and bounds by which its identities are checked."""

from collections.abc import Mapping, Sequence

from scoring.foot_check import Bounds, Field, Footer, PaperFoot, Paying
from scoring.legal import counted_scores, score_bounds
from scoring.rulebook import RuleBook
from scoring.sheet import OWN_GAME


def footer_of(
    book: RuleBook,
    evaluation: str,
    deals: int,
    feet: Sequence[PaperFoot],
    eingepasst: int | None,
    target: int | None = None,
    opponents_bonus: Mapping[int, int] | None = None,
) -> Footer:
    """The foot with all that book and evaluation say about it; ``deals`` is how many the list has.

    **D** A match has as many deals as were won. **D** Under a book with deals that stand in neither counter all that is
    neither won, lost nor passed in was one of them.
    """
    agreed = {**book.opponents_bonus, **(opponents_bonus or {})}
    size = len(feet)
    if "eingepasst" not in book.ways:
        eingepasst = 0
    if target is not None:
        deals = sum(foot.won for foot in feet)
    shares = evaluation == "seeger-fabian"
    paying: Paying = "payment" if evaluation == "payment" else "matches" if evaluation == "matches" else ""
    return Footer(
        deals=deals,
        feet=tuple(feet),
        eingepasst=eingepasst,
        ramsch=None if book.uncounted else 0,
        own_bonus=OWN_GAME if evaluation in ("seeger", "seeger-fabian") else 0,
        others_bonus=agreed.get(size, 0) if shares else 0,
        other_bonuses=tuple(sorted({*agreed.values()} - {agreed.get(size, 0)})) if shares else (),
        bounds=Bounds(*score_bounds(book)),
        scores=counted_scores(book),
        target=target,
        paying=paying,
        absent=frozenset(_absent(book)),
    )


def _absent(book: RuleBook) -> list[Field]:
    """What the foot of this book has no place for."""
    absent: list[Field] = [] if "eingepasst" in book.ways else ["eingepasst"]
    return absent if book.counts_lost else [*absent, "lost"]
