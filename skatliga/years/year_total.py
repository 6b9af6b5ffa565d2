"""What a year comes to for one player, as the engine has counted it (`scoring.wertung`)."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from scoring.wertung import WertungResult, WertungRule, carry_out
from scoring.wertung.fold import PartFate, WertungPart, account
from scoring.wertung.places import WertungTable, rank
from scoring.wertung.presets import held_for
from scoring.wertung.results import LABEL_AT, LISTS, Number, labels_of, result_maker
from scoring.wertung.steps import Fold, Scale
from skatliga.years.queries import YearList


@dataclass(frozen=True)
class YearTotal:
    """What the year comes to for one player."""

    result: WertungResult
    minimum: int
    """How many results somebody needs."""

    @property
    def key(self) -> str:
        """Whose it is."""
        return str(self.result.labels[LABEL_AT["player"]])

    @property
    def value(self) -> Number:
        """By the measure of the rule: a sum, or an average, exact."""
        return self.result.leistung

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
        """What became of everything, in the order of evenings and Serien, what is missing last."""
        return tuple(account(self.result))

    @property
    def apart(self) -> bool:
        """Whether somebody has too few results to be placed."""
        return bool(self.result.apart)

    @property
    def lists(self) -> int:
        """How many lists were played."""
        return sum(int(part.result.figures[LISTS]) for part in self.parts)

    @property
    def evenings(self) -> int:
        """At how many evenings something was played."""
        return len({evening_of(part) for part in self.parts if part.result.figures[LISTS]})

    @property
    def lacking(self) -> int:
        """How many results are missing of the minimum."""
        return max(0, self.minimum - sum(part.fate is not PartFate.ZERO for part in self.parts))


def evening_of(part: WertungPart) -> int | None:
    """The number of the evening; None for what is missing of the minimum."""
    evening = part.result.labels[LABEL_AT["evening"]]
    return None if evening is None else int(evening)


def value_of(part: WertungPart) -> Number:
    """Its Leistung."""
    return part.result.leistung


def serien_of(part: WertungPart) -> tuple[int, ...]:
    """The numbers of the Serien of its lists, each once."""
    behind = part.result.folded.results if part.result.folded else (part.result,)
    found = (each.labels[LABEL_AT["serie"]] for each in behind)
    return tuple(dict.fromkeys(int(serie) for serie in found if serie is not None))


# ---- The rule of a year


def minimum_of(rule: WertungRule) -> int:
    """How many results somebody needs."""
    last = rule.folds[-1]
    return (last.minimum[0].least if last.minimum else last.fill) or 0


def counts_evenings(rule: WertungRule) -> bool:
    """Whether whole evenings are counted, not lists."""
    return len(rule.folds) > 1


def is_average(rule: WertungRule) -> bool:
    """Whether an average decides, not a sum."""
    return rule.folds[-1].combine == "mean"


def is_projected(rule: WertungRule) -> bool:
    """Whether every list is projected to the deals of a whole one."""
    return any(isinstance(step, Scale) for step in rule.steps)


def of_everything(rule: WertungRule) -> WertungRule:
    """The rule so that everything played counts."""
    last = rule.folds[-1]
    plain = Fold(last.by, combine=last.combine)
    return WertungRule((*rule.steps[:-1], plain), rule.rank)


# ---- Counted


def count(
    rule: WertungRule, lists: Iterable[YearList], blocks: dict[int, int], members: set[str]
) -> tuple[WertungTable, WertungTable]:
    """The tables of members and of guests; `blocks` says to which block each evening held belongs."""
    counted = [each for each in lists if each.evening in blocks]
    results = [_make((*each, blocks[each.evening])) for each in counted]
    serien = sorted({(each.evening, each.round) for each in counted})
    held = [labels_of({"block": blocks[evening], "evening": evening, "serie": serie}) for evening, serie in serien]
    totals = carry_out(rule.steps, results, held_for(rule, held))
    own = [total for total in totals if total.labels[LABEL_AT["player"]] in members]
    guests = [total for total in totals if total.labels[LABEL_AT["player"]] not in members]
    return rank(rule.rank, own), rank(rule.rank, guests)


_make = result_maker(["player", "evening", "serie", "leistung", "won", "lost", "deals", "block"])
