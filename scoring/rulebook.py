"""What a rule book must say.

A `RuleBook` is a value: ways of counting, one for each game, with the numbers of the book, the legal bids, the order at
the table and the paragraphs. Books are composed from such parts (`dataclasses.replace`), never inherited.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final, Protocol

from scoring.account import Account, Violation
from scoring.deal import DEFAULTS, FIELDS, Deal

Check = Callable[[Deal], Iterable[Violation]]
"""A rule over a whole deal that one book adds to those of its games."""

Foreign = tuple[Callable[[Deal], tuple[object, ...]], tuple[object, ...], tuple[str, ...]]
"""What reads the fields that must be left alone in a game, their defaults and names."""

EVALUATIONS: Final = ("spielpunkte", "seeger", "seeger-fabian", "payment", "matches")
"""``matches`` is 1 for whoever reached the target first, where lists are matches to a number of points."""


class Way(Protocol):
    """How one game, or several of a kind, are checked and counted."""

    @property
    def fields(self) -> frozenset[str]:
        """The fields of a deal that mean something in this game, besides ``game`` and ``reason``."""
        ...

    def check(self, deal: Deal) -> Iterable[Violation]:
        """Everything wrong with the fields of this game, given that no other field is used."""
        ...

    def count(self, deal: Deal) -> Account:
        """The account of a deal without violations."""
        ...

    def deals(self) -> Iterator[Deal]:
        """Every way in which the game can end, in verdict form and without a bid."""
        ...


def no_variants(deal: Deal) -> Iterator[Deal]:
    """For books in which a deal is nothing but its game, levels and verdict."""
    yield deal


@dataclass(frozen=True, eq=False)
class RuleBook:
    """One set of rules, complete: everything the engine, the forms and the paper ask a book about."""

    key: str
    title: str
    source: str
    """The document the paragraphs refer to."""
    ways: Mapping[str, Way]
    """The games of the book, each with its way of counting; the order is that of a form."""
    rules: Mapping[str, str]
    """Paragraph for every code of a violation and an item."""
    bids: frozenset[int] = frozenset()
    """The legal bids; empty where nothing is bid."""
    checks: tuple[Check, ...] = ()
    warnings: tuple[Check, ...] = ()
    """What a scorekeeper should be told about a deal that is legal all the same."""
    variants: Callable[[Deal], Iterator[Deal]] = no_variants
    """All that the book can add to the bare deals of its ways (Kontra, Bock, gifts …)."""
    table_sizes: tuple[int, ...] = (3, 4, 5, 6)
    dealt: tuple[int, int] = (10, 2)
    """How many cards the declarer gets, and how many lie in the skat."""
    declarer_leads: bool = False
    """The one who leads is the declarer (Offiziersskat); otherwise anybody who holds cards can be."""
    is_skat: bool = False
    """Its deals are deals of Skat: three hands and a skat, bidding, the six games. Their figures add up with those of
    other such books and can be held against Skat at large."""
    credits_winner: bool = False
    """The winner of a deal is credited, whoever declared (Offiziersskat)."""
    evaluations: tuple[str, ...] = EVALUATIONS
    """Evaluations that make sense under this book; the first is its own."""
    opponents_bonus: Mapping[int, int] = field(default_factory=dict)
    """Seeger-Fabian: points for a lost deal of another player, by the size of the table."""
    uncounted: frozenset[str] = frozenset()
    """Games that enter neither the won nor the lost counter."""
    notation: bool = False
    """Whether the compact notation of a deal can say everything a deal of this book needs."""
    settings: tuple[str, ...] = ()
    """Fields of a deal that a table agrees on once for a whole evening."""
    _foreign: Mapping[str | None, Foreign] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        fields: dict[str | None, frozenset[str]] = {None: self.fields}  # of a game that is not in the book
        fields |= {game: way.fields.union(self.settings) for game, way in self.ways.items()}
        foreign = {game: _foreign(known) for game, known in fields.items()}
        object.__setattr__(self, "_foreign", foreign)

    def check(self, deal: Deal) -> tuple[Violation, ...]:
        """All violations of a deal at once, empty if and only if its value is defined.

        Never raises for data: a deal may hold any game, numbers and texts of the right types.
        """
        way = self.ways.get(deal.game)
        found: list[Violation] = []
        if way is None:
            found.append(self.violation("game_unknown", "game", found=deal.game, book=self.title))
        getter, defaults, names = self._foreign[deal.game if way else None]
        values = getter(deal)
        if values != defaults:
            found += [
                self.violation(self._foreign_code(name), name, name=name, game=deal.game)
                for name, value, default in zip(names, values, defaults, strict=True)
                if value != default and (name, value) != ("bid", 0)  # 0 is no bid either
            ]
        if way is not None:
            found += way.check(deal)
        if deal.bid and deal.bid not in self.bids and "bid" in (way or self).fields:
            found.append(self.violation("bid_impossible", "bid", bid=deal.bid))
        for check in self.checks:
            found += check(deal)
        return tuple(found)

    def value(self, deal: Deal) -> Account:
        """The account of a deal for which `check` finds nothing; any other deal is a programmer's error.

        Raises `KeyError` or `TypeError` where such a deal has no value at all.
        """
        return self.ways[deal.game].count(deal)

    def warn(self, deal: Deal) -> tuple[Violation, ...]:
        """What is unusual about a legal deal."""
        return tuple(warning for check in self.warnings for warning in check(deal))

    def violation(self, code: str, field: str, /, **params: object) -> Violation:
        """A violation with the paragraph of this book."""
        return Violation(code, field, params, self.rules.get(code, self.source))

    def agree(self, **settings: object) -> "RuleBook":
        """This book as a table with these settings plays it: the same rules, other deals to enumerate.

        Raises `ValueError` for a setting that the book does not have.
        """
        unknown = settings.keys() - set(self.settings)
        if unknown:
            raise ValueError(f"{self.title} kennt diese Vereinbarung nicht: {', '.join(sorted(unknown))}.")
        return _agreed(self, tuple(sorted(settings.items()))) if settings else self

    @property
    def counts_lost(self) -> bool:
        """Whether deals can be lost: where the winner is credited, whoever declared, there are only won ones."""
        return not self.credits_winner

    @property
    def fields(self) -> frozenset[str]:
        """Every field that means something in some game of this book, with ``game`` and ``reason``."""
        return frozenset({"game", "reason", *self.settings}).union(*(way.fields for way in self.ways.values()))

    def _foreign_code(self, name: str) -> str:
        return "field_not_in_game" if name in self.fields else "field_not_in_book"


@lru_cache(maxsize=64)
def _agreed(book: RuleBook, settings: tuple[tuple[str, object], ...]) -> RuleBook:
    agreed: dict[str, Any] = dict(settings)

    def variants(deal: Deal) -> Iterator[Deal]:
        return (variant._replace(**agreed) for variant in book.variants(deal))

    return replace(book, variants=variants)


def _foreign(fields: frozenset[str]) -> Foreign:
    """Reader, defaults and names of the fields that must be left alone in a game."""
    names = tuple(name for name in FIELDS if name not in fields and name not in ("game", "reason"))
    return itemgetter(*map(FIELDS.index, names)), tuple(DEFAULTS[name] for name in names), names
