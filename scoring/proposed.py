"""What a slip of the hand proposes: a whole corrected foot, kept only if it adds up and deals can have brought it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from scoring.account import say
from scoring.foot_check import Field, Footer, PaperFoot, adds_up, compute_gesamt, count_ramsch, where
from scoring.slips import Reason
from scoring.wording import NAMES, TEMPLATES

FIELDS: Final[tuple[Field, ...]] = ("spielpunkte", "won", "lost", "gesamt")
"""A line as it is typed."""

Params = tuple[tuple[str, int | str], ...]
Feet = tuple[PaperFoot, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """A foot that adds up, and the slip that made the written one out of it."""

    code: str
    params: Params
    odds: int
    """One in so many."""
    footer: Footer
    """The whole foot as it then would be."""
    reason: Reason | None = None
    """For a single field the slip it looks like."""

    @property
    def message(self) -> str:
        """The German question, such as 'Spielpunkte bei Platz 3: 473 statt 437 (Zahlendreher)?'."""
        return self.say(TEMPLATES, NAMES)

    def say(self, templates: Mapping[str, str], names: Mapping[str, str]) -> str:
        """The question in the language of the templates and names."""
        params: dict[str, object] = dict(self.params)
        for key in ("field", "second_field"):
            if key in params:
                params[key] = names[f"foot_{params[key]}"]
        if "fields" in params:
            params["fields"] = " + ".join(names[f"foot_{field}"] for field in str(params["fields"]).split())
        seat = params.get("seat")
        params["where"] = where(seat if isinstance(seat, int) else None, templates)
        if self.code != "correction":
            return say(self.code, params, templates, names)
        hints = [] if self.reason in (None, "other") else [say(f"slip_{self.reason}", {}, templates)]
        if params.get("others"):
            hints.append(say("slip_others", params, templates))
        return say("correction_hint" if hints else "correction", params | {"hints": ", ".join(hints)}, templates, names)

    @property
    def of_paper(self) -> bool:
        """Whether the paper itself was added up wrongly, so that what was typed stands there."""
        return self.code.startswith("bonus_") or self.code == "sums" or self.reason == "sum" or self._any_gesamt

    @property
    def _any_gesamt(self) -> bool:
        return self.reason == "other" and dict(self.params)["field"] == "gesamt"


def only_gesamt(footer: Footer) -> Footer:
    """The foot with every Gesamt as it is computed, where one is written."""
    computed = zip(footer.feet, compute_gesamt(footer), strict=True)
    feet = tuple(foot if foot.gesamt is None else foot._replace(gesamt=due) for foot, due in computed)
    return replace(footer, feet=feet)


def _put(footer: Footer, feet: Iterable[PaperFoot]) -> Footer | None:
    """The foot with these numbers, if it adds up and its points can come from deals."""
    feet = tuple(feet)
    if not _may_balance(footer, feet):
        return None
    if "lost" in footer.absent and any(foot.lost for foot in feet):
        return None
    made = replace(footer, feet=feet)
    return made if adds_up(made) and is_possible(footer, made) else None


def _may_balance(footer: Footer, feet: Feet) -> bool:
    """The two equations of an ordinary list, quickly; others are left to the full check."""
    lost = 0
    played = footer.eingepasst or 0
    for points, won, lost_here, _ in feet:
        if points is None or won is None or lost_here is None or won < 0 or lost_here < 0:
            return False
        lost += lost_here
        played += won + lost_here
    if footer.ramsch == 0 and played != footer.deals and (footer.eingepasst is not None or played > footer.deals):
        return False
    own, other = footer.own_bonus, footer.others_bonus
    return footer.paying != "" or all(
        gesamt is None or gesamt == points + own * (won - lost_here) + other * (lost - lost_here)
        for points, won, lost_here, gesamt in feet
    )


def is_possible(before: Footer, after: Footer) -> bool:
    """Whether the points of every changed line are a sum of as many scores as it has deals."""
    if not after.scores or count_ramsch(after):
        return True
    changed = (foot for foot, old in zip(after.feet, before.feet, strict=True) if foot[:3] != old[:3])
    return all(
        foot.won + foot.lost > 3 or foot.spielpunkte in _sums(after.scores, foot.won, foot.lost) for foot in changed
    )


@lru_cache(maxsize=128)
def _sums(scores: frozenset[int], won: int, lost: int) -> frozenset[int]:
    """All points that so many won and lost deals can bring."""
    if not won + lost:
        return frozenset({0})
    rest = _sums(scores, won - 1, lost) if won else _sums(scores, won, lost - 1)
    last = [score for score in scores if (score > 0) == (won > 0)]
    return frozenset(sum_ + score for sum_ in rest for score in last)


def propose(
    footer: Footer, feet: Iterable[PaperFoot], odds: int, code: str, *params: tuple[str, int | str]
) -> Iterator[Correction]:
    """One correction, if such a foot is possible; ``footer`` is the written one, or one with other deals passed in."""
    made = _put(footer, feet)
    if made is not None and made != footer:
        yield Correction(code, params, odds, made)


def write_field(footer: Footer, seat: int | None, field: Field, value: int) -> Footer:
    """The foot with one field changed, of a line or (seat None) of the whole."""
    if seat is None:
        return replace(footer, eingepasst=value)
    line = footer.feet[seat - 1]._replace(**{field: value})
    return replace(footer, feet=(*footer.feet[: seat - 1], line, *footer.feet[seat:]))


def gaps_of(footer: Footer) -> list[int]:
    """By how much each equation is missed: C1 if E is written and all deals are counted, C2 for each Gesamt written."""
    deals: list[int] = []
    if footer.eingepasst is not None and footer.ramsch is not None:
        played = sum(foot.won + foot.lost for foot in footer.feet) + footer.ramsch
        deals = [footer.deals - played - footer.eingepasst]
    lines = zip(footer.feet, compute_gesamt(footer), strict=True)
    return deals + [foot.gesamt - computed for foot, computed in lines if foot.gesamt is not None]
