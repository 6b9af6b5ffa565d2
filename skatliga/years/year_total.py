"""What a year comes to for one player, as the engine has counted it (`scoring.wertung`)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from scoring.wertung import WertungResult, WertungRule, carry_out
from scoring.wertung.fold import PartFate, WertungPart, account
from scoring.wertung.places import WertungTable, rank
from scoring.wertung.presets import TableRule, held_for
from scoring.wertung.results import LABEL_AT, LISTS, Number, labels_of, result_maker
from skatliga.lists.event_progress import EventList
from skatliga.years.models import YearSum
from skatliga.years.year_sums import SPANS, YearSpans


@dataclass(frozen=True)
class YearTotal:
    """What the year comes to for one player."""

    result: WertungResult
    rule: TableRule
    sums: tuple[YearSum, ...] = ()
    """What of it is known only as sums."""

    @property
    def key(self) -> str:
        """Whose it is."""
        return str(self.result.labels[LABEL_AT["player"]])

    @property
    def value(self) -> Number:
        """By the measure of the rule: a sum, or an average, exact."""
        return value_of(self.result, self.rule)

    @property
    def won(self) -> Number | None:
        """Games won in what counts, None where that is not known."""
        return self.result.won

    @property
    def lost(self) -> Number | None:
        """Games lost, likewise."""
        return self.result.lost

    @cached_property
    def parts(self) -> tuple[WertungPart, ...]:
        """What became of everything, in the order of evenings and Serien, what is missing last; without the start."""
        return tuple(part for part in account(self.result) if part.fate is not PartFate.START)

    @cached_property
    def start(self) -> Number:
        """What it began with; less than 0 for a deduction."""
        return sum(value_of(part.result, self.rule) for part in account(self.result) if part.fate is PartFate.START)

    @property
    def apart(self) -> bool:
        """Whether somebody has too few results to be placed."""
        return bool(self.result.apart)

    @property
    def played(self) -> tuple[WertungPart, ...]:
        """What became of the lists of evenings, and of what stands for them."""
        return tuple(part for part in self.parts if (evening_of(part) or 0) >= 0)

    @property
    def lists(self) -> int | None:
        """How many lists were played, None where a sum does not say."""
        known = [each.lists for each in self.sums]
        here = sum(int(part.result.figures[LISTS]) for part in self.played)
        return None if None in known else sum(filter(None, known)) + here

    @property
    def evenings(self) -> int | None:
        """At how many evenings something was played, None where a sum does not say."""
        known = [each.evenings for each in self.sums]
        here = {evening_of(part) for part in self.played if part.result.figures[LISTS]}
        return None if None in known else sum(filter(None, known)) + len(here)

    @property
    def lacking(self) -> int:
        """How many results are missing of the minimum."""
        return max(0, self.rule.minimum - sum(part.fate is not PartFate.ZERO for part in self.parts))


def evening_of(part: WertungPart) -> int | None:
    """The number of the evening, below 0 in a sum (`year_sums`); None for what is missing of the minimum."""
    evening = part.result.labels[LABEL_AT["evening"]]
    return None if evening is None else int(evening)


def value_of(result: WertungResult, rule: TableRule) -> Number:
    """What counts of it: its Leistung, or the points it was awarded."""
    return result.points if rule.awards_points else result.leistung


def serien_of(part: WertungPart) -> tuple[int, ...]:
    """The numbers of the Serien of its lists, each once."""
    behind = part.result.folded.results if part.result.folded else (part.result,)
    found = (each.labels[LABEL_AT["serie"]] for each in behind)
    return tuple(dict.fromkeys(int(serie) for serie in found if serie is not None))


# ---- Counted


def count(
    rule: WertungRule,
    lists: Iterable[EventList],
    spans: Mapping[int, YearSpans],
    members: set[str],
    start: Sequence[WertungResult] = (),
    sums: Iterable[WertungResult] = (),
) -> tuple[WertungTable, WertungTable]:
    """The tables of members and of guests; `spans` says where each evening held lies."""
    counted = [each for each in lists if each.evening in spans]
    results = [*(_make((*each, *spans[each.evening])) for each in counted), *sums]
    serien = sorted({(each.evening, each.round) for each in counted})
    held = [
        labels_of(dict(zip(SPANS, spans[evening], strict=True)) | {"evening": evening, "serie": serie})
        for evening, serie in serien
    ]
    totals = carry_out(rule.steps, results, held_for(rule, held), start)
    own = [total for total in totals if total.labels[LABEL_AT["player"]] in members]
    guests = [total for total in totals if total.labels[LABEL_AT["player"]] not in members]
    return rank(rule.rank, own), rank(rule.rank, guests)


_make: Final = result_maker(["player", "evening", "serie", "leistung", "won", "lost", "deals", "table", "seat", *SPANS])
