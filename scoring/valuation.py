"""Ways of counting that rule books name: suit games and Grand by levels, Null, a deal passed in.

The multiplier of a game is its Spitzen plus one for each level charged (ISkO 2.4, 2.5). The levels of a deal are packed
into one integer, a bit each, so that counting them is one step and the account can still name every one.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from scoring.account import Account, Item, Violation, item
from scoring.cards import MAX_SPITZEN
from scoring.deal import SUITS, Deal, Replacement
from scoring.deal_result import check_count, check_null_result, check_result, null_won, read_result

HAND: Final = 1
SCHNEIDER: Final = 2
SCHNEIDER_ANGESAGT: Final = 4
SCHWARZ: Final = 8
SCHWARZ_ANGESAGT: Final = 16
OUVERT: Final = 32
OFFEN: Final = 64
OFFEN_OFFEN: Final = 128
SPIEL_ABGELEHNT: Final = 256
SCHNEIDER_ABGELEHNT: Final = 512

LEVEL_CODES: Final = (
    (HAND, "hand"),
    (SCHNEIDER, "schneider"),
    (SCHNEIDER_ANGESAGT, "schneider_angesagt"),
    (SCHWARZ, "schwarz"),
    (SCHWARZ_ANGESAGT, "schwarz_angesagt"),
    (OUVERT, "ouvert"),
    (OFFEN, "offen"),
    (OFFEN_OFFEN, "offen_offen"),
    (SPIEL_ABGELEHNT, "spiel_abgelehnt"),
    (SCHNEIDER_ABGELEHNT, "schneider_abgelehnt"),
)

# An announcement charges its stage too, reached or not, and brings those before it (ISkO 2.5, 5.2.5).
SCHNEIDER_DECLARED: Final = HAND | SCHNEIDER | SCHNEIDER_ANGESAGT
SCHWARZ_DECLARED: Final = SCHNEIDER_DECLARED | SCHWARZ | SCHWARZ_ANGESAGT
OUVERT_DECLARED: Final = SCHWARZ_DECLARED | OUVERT

# What the declarer has bound himself to reach; a declined gift binds like an announcement (Skat en deux).
OWES_SCHNEIDER: Final = SCHNEIDER_ANGESAGT | SPIEL_ABGELEHNT
OWES_SCHWARZ: Final = SCHWARZ_ANGESAGT | SCHNEIDER_ABGELEHNT

TRUMP_FIELDS: Final = frozenset(
    "spitzen hand schneider_angesagt schwarz_angesagt ouvert bid won schneider schwarz augen stiche".split()
)
NULL_FIELDS: Final = frozenset("hand ouvert bid won schneider schwarz augen stiche".split())

_new: Final = tuple.__new__

Verdict = tuple[bool, bool, bool]
"""Won, Schneider, Schwarz."""


class Factor(NamedTuple):
    """Something that multiplies a score after counting, such as Kontra."""

    code: str
    times: Callable[[Deal], int]
    """By how much; 1 where it does not apply."""


def multiples(bases: Mapping[str, int], most: int) -> frozenset[int]:
    """The values of suit games with multipliers 2 to ``most``: what can be bid on them."""
    return frozenset(bases[suit] * multiplier for suit in SUITS for multiplier in range(2, most + 1))


def least_multiplier(base: int, bid: int) -> int:
    """How often the base must be paid so that it reaches the bid (ISkO 3.6.1)."""
    return -(-bid // base)


def announced(deal: Deal) -> int:
    """The levels a suit game or Grand is charged for what was said before the first card."""
    if deal.ouvert:
        return OUVERT_DECLARED
    if deal.schwarz_angesagt:
        return SCHWARZ_DECLARED
    if deal.schneider_angesagt:
        return SCHNEIDER_DECLARED
    return HAND if deal.hand else 0


@dataclass(frozen=True, eq=False)
class TrumpGame:
    """Suit games and Grand: value = base x (Spitzen + levels), won from 61 Augen, overbid by the ISkO's formula."""

    bases: Mapping[str, int]
    rules: Mapping[str, str]
    loss: int = 2
    """Factor of a lost game with the skat taken."""
    hand_loss: int = 2
    """Factor of a lost Hand game."""
    grand_ouvert: int | None = None
    """Base of Grand ouvert where it has one of its own and no level *offen* (Altenburg)."""
    overbids: bool = True
    """Whether a bid that the value does not reach loses the game."""
    extra_levels: Callable[[Deal], int] | None = None
    """Levels of this book besides those of the ISkO."""
    decide: Callable[[Deal], Verdict | None] | None = None
    """The verdict of a deal that ended without a count; neither announcements nor bid can change it."""
    factors: tuple[Factor, ...] = ()
    fields: frozenset[str] = TRUMP_FIELDS

    def check(self, deal: Deal) -> list[Violation]:
        """Spitzen out of range, a result that is missing or contradicts itself; of a deal that ended without a
        count, what was taken so far."""
        found = check_spitzen(deal.game, deal.spitzen, self.rules)
        decided = None if self.decide is None else self.decide(deal)
        return found + (check_result if decided is None else check_count)(deal, self.rules)

    def count(self, deal: Deal) -> Account:
        """See `RuleBook.value`."""
        decided = None if self.decide is None else self.decide(deal)
        won, schneider, schwarz = decided or read_result(deal)
        levels = announced(deal)
        if self.extra_levels is not None:
            levels |= self.extra_levels(deal)
        if decided is None and levels and won:
            won = (schwarz or not levels & OWES_SCHWARZ) and (schneider or not levels & OWES_SCHNEIDER)
        if schneider:
            levels |= SCHNEIDER
        if schwarz:
            levels |= SCHWARZ
        base = self.bases[deal.game]
        if self.grand_ouvert is not None and deal.ouvert and deal.game == "grand":
            base = self.grand_ouvert
            levels &= ~OUVERT
        multiplier = abs(deal.spitzen) + 1 + levels.bit_count()  # type: ignore[arg-type]  # checked before
        value = base * multiplier
        bid = deal.bid
        ueberreizt = bid is not None and bid > value and self.overbids
        if ueberreizt and decided is None:
            won = False
            multiplier = least_multiplier(base, bid)  # type: ignore[arg-type]
            value = base * multiplier
        score = value if won else -value * (self.hand_loss if levels & HAND else self.loss)
        for factor in self.factors:
            score *= factor.times(deal)
        # The bare constructor of a tuple: this line runs for every deal there is.
        return _new(Account, (score, won, ueberreizt, value, base, multiplier, deal, levels, self._itemise))

    def _itemise(self, account: Account) -> tuple[Item, ...]:
        deal, levels, base = account.deal, account.levels, account.base
        assert base is not None
        items = [*spitzen_items(deal.spitzen, self.rules), item("sum", "spiel", 1, self.rules["spiel"])]
        items += [item("sum", code, 1, self.rules[code]) for bit, code in LEVEL_CODES if levels & bit]
        code = "grand_ouvert" if base == self.grand_ouvert else deal.game
        items.append(item("base", code, base, self.rules["base"]))
        if account.multiplier != abs(deal.spitzen or 0) + 1 + levels.bit_count():
            items.append(overbid_item(account, self.rules))
        loss = self.hand_loss if levels & HAND else self.loss
        items.append(outcome_item(account.won, loss, self.rules))
        items += factor_items(self.factors, deal, self.rules)
        return tuple(items)

    def deals(self) -> Iterator[Deal]:
        """Every game, Spitzen, announcement and verdict."""
        for game in self.bases:
            for n in range(1, MAX_SPITZEN[game] + 1):
                for spitzen in (n, -n):
                    for said in _ANNOUNCEMENTS:
                        for won, schneider, schwarz in VERDICTS:
                            yield Deal(game, spitzen, *said, won=won, schneider=schneider, schwarz=schwarz)


VERDICTS: Final = tuple(
    (won, schneider, schwarz)
    for won in (True, False)
    for schneider, schwarz in ((False, False), (True, False), (True, True))
)

# hand, schneider_angesagt, schwarz_angesagt, ouvert: each brings those before it.
_ANNOUNCEMENTS: Final = (
    (False, False, False, False),
    (True, False, False, False),
    (True, True, False, False),
    (True, True, True, False),
    (True, True, True, True),
)


@dataclass(frozen=True, eq=False)
class NullGame:
    """Null: a fixed value; where the bid has overtaken it, lost as the game named in its place (ISkO 3.6.2)."""

    values: Mapping[tuple[bool, bool], int]
    """By (hand, ouvert)."""
    rules: Mapping[str, str]
    bases: Mapping[str, int]
    """Base values of the games that can take the place of an overtaken Null."""
    loss: int = 2
    hand_loss: int = 2
    overbids: bool = True
    decide: Callable[[Deal], Verdict | None] | None = None
    factors: tuple[Factor, ...] = ()
    fields: frozenset[str] = NULL_FIELDS | {"replacement"}

    def check(self, deal: Deal) -> list[Violation]:
        """A result missing or contradicting itself, a replacement missing, needless or impossible."""
        decided = None if self.decide is None else self.decide(deal)
        found = (check_null_result if decided is None else check_count)(deal, self.rules)
        replacement = deal.replacement
        if decided is None and self._overtaken(deal):
            if replacement is None:
                found.append(self._replacement_missing(deal))
            elif replacement.game not in self.bases:
                params = {"game": replacement.game}
                found.append(Violation("replacement_game", "replacement", params, self.rules["replacement_game"]))
            else:
                found += check_spitzen(replacement.game, replacement.spitzen, self.rules, "replacement")
        elif replacement is not None and "replacement" in self.fields:
            rule = self.rules["replacement_needless"]
            found.append(Violation("replacement_needless", "replacement", {"value": self._value(deal)}, rule))
        return found

    def count(self, deal: Deal) -> Account:
        """See `RuleBook.value`."""
        decided = None if self.decide is None else self.decide(deal)
        won = null_won(deal) if decided is None else decided[0]
        base = value = self._value(deal)
        multiplier = 1
        overtaken = self._overtaken(deal)
        if overtaken and decided is None:
            assert deal.replacement is not None and deal.bid is not None
            won = False
            base, multiplier = self._replaced(deal.replacement, deal.hand, deal.bid)
            value = base * multiplier
        score = value if won else -value * (self.hand_loss if deal.hand else self.loss)
        for factor in self.factors:
            score *= factor.times(deal)
        return Account(score, won, overtaken, value, base, multiplier, deal, 0, self._itemise)

    def deals(self) -> Iterator[Deal]:
        """Every Null, won and lost."""
        for hand, ouvert in self.values:
            for won in (True, False):
                yield Deal("null", hand=hand, ouvert=ouvert, won=won)

    def replacements(self, deal: Deal) -> list[tuple[int, Replacement]]:
        """What an overtaken Null can be charged as, with the value charged, cheapest first."""
        found = [
            (base * multiplier, Replacement(game, spitzen))
            for game in self.bases
            for n in range(1, MAX_SPITZEN[game] + 1)
            for spitzen in (n, -n)
            for base, multiplier in [self._replaced(Replacement(game, spitzen), deal.hand, deal.bid or 0)]
        ]
        return sorted(found, key=lambda pair: pair[0])

    def _value(self, deal: Deal) -> int:
        return self.values[deal.hand, deal.ouvert]

    def _overtaken(self, deal: Deal) -> bool:
        return self.overbids and deal.bid is not None and deal.bid > self._value(deal)

    def _replaced(self, replacement: Replacement, hand: bool, bid: int) -> tuple[int, int]:
        """Base and multiplier of the replacement: Spitzen, Spiel and Hand, but at least the bid; nothing else
        of the Null carries over."""
        base = self.bases[replacement.game]
        return base, max(abs(replacement.spitzen) + 1 + hand, least_multiplier(base, bid))

    def _replacement_missing(self, deal: Deal) -> Violation:
        value, cheapest = self.replacements(deal)[0]
        params = {
            "value": self._value(deal),
            "bid": deal.bid,
            "game": cheapest.game,
            "spitzen": cheapest.spitzen,
            "charged": value,
        }
        return Violation("replacement_missing", "replacement", params, self.rules["replacement_missing"])

    def _itemise(self, account: Account) -> tuple[Item, ...]:
        deal = account.deal
        code = "null" + ("_ouvert" if deal.ouvert else "") + ("_hand" if deal.hand else "")
        items = [item("points", code, self._value(deal), self.rules["null"])]
        if account.multiplier != 1 or account.base != self._value(deal):
            assert deal.replacement is not None
            items.append(replacement_item(account, deal.replacement, self.rules))
        items.append(outcome_item(account.won, self.hand_loss if deal.hand else self.loss, self.rules))
        items += factor_items(self.factors, deal, self.rules)
        return tuple(items)


@dataclass(frozen=True, eq=False)
class PassedDeal:
    """Eingepasst: nobody's game, no points (ISkO 3.3.7)."""

    rules: Mapping[str, str]
    fields: frozenset[str] = field(default=frozenset())

    def check(self, deal: Deal) -> tuple[Violation, ...]:
        """Nothing but foreign fields can be wrong."""
        return ()

    def count(self, deal: Deal) -> Account:
        """Zero points."""
        return Account(0, False, False, 0, None, None, deal, 0, self._itemise)

    def deals(self) -> Iterator[Deal]:
        """The one of its kind."""
        yield Deal("eingepasst")

    def _itemise(self, account: Account) -> tuple[Item, ...]:
        return (item("points", "eingepasst", 0, self.rules["eingepasst"]),)


def warn_unstated(deal: Deal) -> Iterator[Violation]:
    """Won by the count, announced, and no word about the stage: counted as missed, which may not be what was meant."""
    if deal.won and deal.augen is None and deal.stiche is None and deal.game != "null":
        levels = announced(deal)
        name = "schwarz" if levels & OWES_SCHWARZ else "schneider" if levels & OWES_SCHNEIDER else ""
        if name and getattr(deal, name) is None and not deal.schwarz:
            yield Violation("stage_unstated", name, {"name": name}, "ISkO 2.5")


def check_spitzen(game: str, spitzen: int | None, rules: Mapping[str, str], name: str = "spitzen") -> list[Violation]:
    """A game with trumps needs Spitzen from 1 to the number of its trumps, with or without."""
    most = MAX_SPITZEN[game]
    if spitzen and -most <= spitzen <= most:
        return []
    if spitzen is None:
        return [Violation("spitzen_missing", name, {"game": game, "most": most}, rules["spitzen_missing"])]
    params = {"game": game, "most": most, "spitzen": spitzen}
    return [Violation("spitzen_impossible", name, params, rules["spitzen_impossible"])]


def spitzen_items(spitzen: int | None, rules: Mapping[str, str]) -> tuple[Item, ...]:
    """*mit n* or *ohne n*."""
    if spitzen is None:
        return ()
    return (item("sum", "mit" if spitzen > 0 else "ohne", abs(spitzen), rules["spitzen"]),)


def overbid_item(account: Account, rules: Mapping[str, str]) -> Item:
    """The multiple of the base that is charged because the game does not reach its bid."""
    assert account.multiplier is not None and account.base is not None
    return item(
        "charge",
        "ueberreizt",
        account.multiplier,
        rules["ueberreizt"],
        ("bid", account.deal.bid),
        ("base", account.base),
        ("value", account.value),
    )


def replacement_item(account: Account, replacement: Replacement, rules: Mapping[str, str]) -> Item:
    """The game in whose place an overtaken Null is charged."""
    assert account.multiplier is not None
    return item(
        "charge",
        "ersatzspiel_mit" if replacement.spitzen > 0 else "ersatzspiel_ohne",
        account.multiplier,
        rules["ersatzspiel"],
        ("bid", account.deal.bid),
        ("game", replacement.game),
        ("spitzen", abs(replacement.spitzen)),
        ("base", account.base),
        ("value", account.value),
    )


def outcome_item(won: bool, loss: int, rules: Mapping[str, str]) -> Item:
    """Won; or lost, with the factor of a loss."""
    if won:
        return item("outcome", "gewonnen", 1, rules["gewonnen"])
    return item("outcome", "verloren_doppelt" if loss == 2 else "verloren", loss, rules["verloren"])


def factor_items(factors: tuple[Factor, ...], deal: Deal, rules: Mapping[str, str]) -> list[Item]:
    """The factors that apply to this deal."""
    return [
        item("factor", factor.code, times, rules[factor.code])
        for factor in factors
        if (times := factor.times(deal)) != 1
    ]


# ---- Ordinal stages


def stage_items(
    account: Account, stages: tuple[str, ...], name: Callable[[Deal], str], rules: Mapping[str, str]
) -> list[Item]:
    """Spitzen, stage, base and outcome of a game counted by stages.

    ``account.levels`` is the number of the stage, ``stages`` the codes of the stages from 1, ``name`` the code of the
    game. A lost game is not doubled.
    """
    deal, stage = account.deal, account.levels
    assert account.base is not None
    items = [
        *spitzen_items(deal.spitzen, rules),
        item("sum", stages[stage - 1], stage, rules["stufe"]),
        item("base", name(deal), account.base, rules["base"]),
    ]
    if account.multiplier != abs(deal.spitzen or 0) + stage:
        items.append(overbid_item(account, rules))
    items.append(outcome_item(account.won, 1, rules))
    return items
