"""The left block of a Spielliste: which columns a rule book needs, and what a deal writes in them.

The book is asked what its deals have; a field that no game of the book uses has no column.

* **D** Hand and ouvert are ticked beside a Null too, although its Grundwert says the same.
* **D** A Null overtaken by its bid shows base value and Spitzen of the game it is charged as.
* **D** Where a verdict is enough nobody writes down Augen and Stiche; a book without verdicts has columns for them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.account import Account
from scoring.rulebook import RuleBook
from skatliga.rules.contents import read
from skatliga.rules.wording import name, term

TICK = "×"


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the left block."""

    key: str
    kind: str
    """How wide it is and where its figures stand: a class of `paper.css`."""
    write: Callable[[Account], str]
    """What stands in the column, empty for nothing."""
    heading: Promise | None = None
    """What stands above it, where that is not the name of the field."""
    field: str | None = None
    """The field of a deal that the book must have, where that is not the key; empty for what every book has."""

    @property
    def title(self) -> str:
        """What stands above it."""
        return str(self.heading or name(self.key))


def left_block(book: RuleBook) -> tuple[Column, ...]:
    """The columns between the number of the deal and its value; where nothing is multiplied the base is the game."""
    known = {"", *book.fields, *book.ways}
    if "won" in known:
        known -= {"augen", "stiche"}
    columns = [column for column in _COLUMNS if (column.key if column.field is None else column.field) in known]
    if not read(book).bases:
        columns = [_GAME if column.key == "base" else column for column in columns if column.field != "spitzen"]
    return tuple(columns)


_MODES = {"frage": "F", "tourne": "T", "solo": "S"}
_GIFTS = {"spiel": "Sp", "schneider": "Sn"}


def _base(account: Account) -> str:
    """The base value; the name of the game where the book counts without one."""
    if account.base is None:
        return "" if account.deal.game in {"ramsch", "eingepasst"} else name(account.deal.game)
    return str(account.base)


def _spitzen(account: Account) -> int:
    replacement = account.deal.replacement
    return (replacement.spitzen if replacement else account.deal.spitzen) or 0


def _with(account: Account) -> str:
    return str(max(_spitzen(account), 0) or "")


def _without(account: Account) -> str:
    return str(-min(_spitzen(account), 0) or "")


def _said(field: str) -> Callable[[Account], str]:
    """Ticked where it was said before the first card, or is charged because something higher was said."""

    def write(account: Account) -> str:
        return TICK if getattr(account.deal, field) or field in _charged(account) else ""

    return write


def _reached(field: str) -> Callable[[Account], str]:
    """Ticked where it is charged, reached or not."""

    def write(account: Account) -> str:
        return TICK if field in _charged(account) else ""

    return write


@lru_cache(maxsize=1024)
def _charged(account: Account) -> frozenset[str]:
    return frozenset(item.code.removeprefix("stufe_") for item in account.items)


def _open(account: Account) -> str:
    return TICK * (account.deal.offen or account.deal.offen_offen) + TICK * account.deal.offen_offen


def _gifts(account: Account) -> str:
    """The gifts in turn, each with whether it was accepted (+) or declined (−); only the last can be accepted."""
    deal = account.deal
    answers = ["−"] * len(deal.schenken)
    if deal.schenken and deal.schenken_angenommen:
        answers[-1] = "+"
    return " ".join(_GIFTS[gift] + answer for gift, answer in zip(deal.schenken, answers, strict=True))


def _doubled(account: Account) -> str:
    return "R" if account.deal.re else "K" if account.deal.kontra else ""


def _ramsch(account: Account) -> str:
    """The loser's Augen where they count, D for a Durchmarsch."""
    deal = account.deal
    if deal.game != "ramsch":
        return ""
    if deal.durchmarsch:
        return "D"
    return TICK if deal.augen is None else str(deal.augen)


def _number(field: str) -> Callable[[Account], str]:
    def write(account: Account) -> str:
        return str(getattr(account.deal, field) or "")

    return write


def _count(field: str) -> Callable[[Account], str]:
    def write(account: Account) -> str:
        return str(getattr(account.deal, field))

    return write


_COLUMNS = (
    Column("mode", "tick", lambda account: _MODES.get(account.deal.mode or "", "")),
    Column("base", "base", _base, _("Grundwert"), field=""),
    Column("mit", "spitzen", _with, _("mit"), field="spitzen"),
    Column("ohne", "spitzen", _without, _("ohne"), field="spitzen"),
    Column("hand", "tick", _said("hand")),
    Column("schneider", "tick", _reached("schneider")),
    Column("schneider_angesagt", "tick", _said("schneider_angesagt")),
    Column("schwarz", "tick", _reached("schwarz")),
    Column("schwarz_angesagt", "tick", _said("schwarz_angesagt")),
    Column("ouvert", "tick", _said("ouvert")),
    Column("offen", "tick", _open),
    Column("schenken", "gifts", _gifts),
    Column("strecken", "tick", _said("strecken")),
    Column("augen", "number", _count("augen")),
    Column("stiche", "number", _count("stiche")),
    Column("ramsch", "number", _ramsch),
    Column("schieben", "tick", _number("schieben")),
    Column("jungfern", "tick", _number("jungfern")),
    Column("bock", "tick", _said("bock")),
    Column("kontra", "tick", _doubled, _("Kontra, Re")),
)

_GAME = Column("base", "base", _base, _("Spiel"), field="")

_KEYS = {
    "mode": _("F Frage, T Tourné, S Solo"),
    "kontra": _("K Kontra, R Re"),
    "durchmarsch": _("Ramsch: Augen, D Durchmarsch"),
    "schenken": _("Sp Spiel, Sn Schneider geschenkt, + angenommen, − abgelehnt"),
}
"""What the letters in the columns mean, by the field of a deal that they write down."""


def key_of(book: RuleBook) -> list[str]:
    """What the letters in the columns of this book mean."""
    return [str(text) for field, text in _KEYS.items() if field in book.fields]


_SUITS = {"karo": "♦", "herz": "♥", "pik": "♠", "kreuz": "♣"}


def values_of(book: RuleBook) -> str:
    """The base values and those of Null, for those who write a list."""
    contents = read(book)
    texts = [f"{_SUITS.get(base.code, base.label)} {base.value}" for base in contents.bases]
    nulls = [item for item in contents.fixed if item.code.startswith("null")]
    return " · ".join([*texts, *(f"{term(item.code, count='').strip()} {item.count}" for item in nulls)])
