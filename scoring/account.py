"""What every answer is made of: accounts of a deal, the items they add up, violations of the rules.

Each carries a *code* and *parameters*; the German sentence is a template below, filled when it is asked for. A site
that speaks another language translates the templates (`TEMPLATES`, `NAMES`) and fills them with the same parameters.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from scoring.deal import Deal
from scoring.wording import NAMES, TEMPLATES

Params = Mapping[str, object]


def say(code: str, params: Params, templates: Mapping[str, str] = TEMPLATES, names: Mapping[str, str] = NAMES) -> str:
    """The sentence for a code with its parameters; German unless other templates and names are given.

    Names of games and fields among the parameters are spoken as people say them; whole numbers too long to print and
    texts too long to read are shortened.
    """
    named = {
        key: names.get(value, value) if key in _CODES and isinstance(value, str) else value
        for key, value in params.items()
    }
    return templates[code].format_map({key: _spoken(value) for key, value in named.items()})


_CODES: Final = frozenset({"game", "name", "mode", "missing", "seat", "turn", "suit"})
"""Parameters that are codes with a name in `NAMES`; all others are said as they are."""


def _spoken(value: object) -> object:
    if isinstance(value, str) and len(value) > 200:
        return value[:200] + "…"
    if isinstance(value, int) and abs(value) >= 10**12:
        return "…"
    return value


class Violation(NamedTuple):
    """One way in which a deal or a list breaks its rule book."""

    code: str
    field: str
    """The field of the deal that is wrong or missing."""
    params: Params
    rule: str
    """Paragraph or section that says so."""

    @property
    def message(self) -> str:
        """German sentence: what is wrong and what to do."""
        return say(self.code, self.params)


Kind = Literal["sum", "base", "points", "charge", "outcome", "factor"]
"""What an item does in its account.

``sum`` adds ``count`` to the multiplier, ``base`` is what the multiplier is applied to, ``points`` states a value that
has neither, ``charge`` replaces the value (overbid), ``outcome`` says how the game ended and by what that multiplies
the value, ``factor`` multiplies it further.
"""


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of an account. ``count`` is its number: Spitzen, levels, base value, points or factor."""

    kind: Kind
    code: str
    params: Params
    count: int
    rule: str
    label: str


@lru_cache(maxsize=4096)
def item(kind: Kind, code: str, count: int, rule: str, *params: tuple[str, object]) -> Item:
    """The item with its German label; equal items are one object, which keeps full accounts cheap."""
    named = {"count": count, **dict(params)}
    return Item(kind, code, named, count, rule, say(code, named))


class Account(NamedTuple):
    """What a deal is worth, and why.

    ``score`` is what is written for the declarer (1886: the amount per other participant; Offiziersskat: positive when
    the trump maker wins). ``value`` is what is charged before the factors for loss, Hand, Kontra, Bock. ``items`` and
    ``text`` are made when they are asked for; plain valuing never makes them.
    """

    score: int
    won: bool
    ueberreizt: bool
    value: int
    base: int | None
    multiplier: int | None
    deal: Deal
    levels: int
    """The levels charged, as the way of counting packs them."""
    itemise: Callable[["Account"], tuple[Item, ...]]

    @property
    def items(self) -> tuple[Item, ...]:
        """The entries that add up to the score, each with the paragraph it comes from."""
        return self.itemise(self)

    @property
    def text(self) -> str:
        """The account as a player would say it.

        For example ``ohne 2, Spiel 3, Hand 4 mal Herz 10 = 40; verloren, doppelt: -80``.
        """
        return sentence(self.items, self.score)


def sentence(items: tuple[Item, ...], score: int, times: str = "mal") -> str:
    """Join items to the sentence that players speak: the sum, the base, the outcome, the score.

    The multiplier is counted up as it is spoken; the Spitzen carry their number in their label. ``times`` is the word
    between multiplier and base, in the language of the labels.
    """
    spoken: list[str] = []
    endings: list[str] = []
    running = 0
    for entry in items:
        kind, count, label = entry.kind, entry.count, entry.label
        if kind == "sum":
            running += count
            spoken.append(label if entry.code in ("mit", "ohne") else f"{label} {running}")
        elif kind == "base":
            spoken[-1] += f" {times} {label} {count} = {running * count}"
        elif kind == "points":
            spoken.append(label)
        else:
            endings.append(label)
    head = ", ".join(spoken) + ("; " + ", ".join(endings) if endings else "")
    return f"{head}: {score:+d}" if score else f"{head}: 0"
