"""What took place, and whether somebody was there.

An entry of `held` is labels: an evening, a Serie of an evening, a match day. It concerns a competitor unless a label in
it contradicts his labels or what the fold sees. It is met by a part that has at least one of its labels and none with
another value.
"""

from collections.abc import Iterable, Iterator, Sequence

from scoring.wertung.results import LABEL_AT, Label, Labels, WertungResult
from scoring.wertung.steps import Fold

Values = tuple[Label | None, ...]


class Held:
    """What took place, as far as a fold sees it."""

    def __init__(self, step: Fold, held: Iterable[Labels]) -> None:
        self.entries = tuple(entry for entry in held if not step.where.contradicts(entry))
        positions = [LABEL_AT[name] for name in step.by]
        self.positions = [at for at in positions if any(entry[at] is not None for entry in self.entries)]

    def concerning(self, labels: Labels) -> tuple[Labels, ...]:
        """The entries that concern a competitor with these labels."""
        if not self.positions:
            return self.entries
        return tuple(entry for entry in self.entries if all(entry[at] in (None, labels[at]) for at in self.positions))


def met(held: Sequence[Labels], parts: Iterable[WertungResult]) -> Iterator[tuple[Labels, bool]]:
    """Every entry, and whether one of the parts meets it."""
    shapes: dict[tuple[int, ...], _There] = {}
    there = {part.labels for part in parts}
    for entry in held:
        shape = tuple(at for at, value in enumerate(entry) if value is not None)
        if shape not in shapes:
            shapes[shape] = _There(shape, there)
        yield entry, shapes[shape].meets(tuple(entry[at] for at in shape))


class _There:
    """The parts as seen by entries that have the same labels; those that have all of them are found at once."""

    def __init__(self, shape: tuple[int, ...], there: Iterable[Labels]) -> None:
        found = {tuple(labels[at] for at in shape) for labels in there}
        self.whole = {values for values in found if None not in values}
        self.partly = [values for values in found - self.whole if any(value is not None for value in values)]

    def meets(self, entry: Values) -> bool:
        """Whether a part has at least one of these labels and none with another value."""
        return bool(entry) and (
            entry in self.whole
            or any(
                all(value is None or value == wanted for value, wanted in zip(values, entry, strict=True))
                for values in self.partly
            )
        )
