"""`skatordnung-1886`: Allgemeine deutsche Skatordnung, its 35 paragraphs.

| paragraph | rule | where | implemented |
|---|---|---|---|
| §1, §5 | 3 to 6 take part; at 5 and 6 two left neighbours and the right neighbour of the dealer play | `sheet` | yes |
| §9, §32, §33 | penalties of 10 to every other participant | rows of their own, `sheet` | yes |
| §10 | the declarer is paid by, or pays, every participant | score a participant; evaluation `payment` | yes |
| §§11-13, §35 | five ordinal stages, base x (Matadore + stage) | `Game1886` | yes |
| §§12, 13 | announcements only in Solo and Grand; missed: lost at what they would have brought | `_stage` | yes |
| §15 | Matadore | `cards.spitzen` | yes |
| §§16-21, §35 | the games and their base values | `BASES`, `NULLS` | yes |
| §20, §35 | Grand ouvert is the fifth stage of base 24, won with all tricks only | `GRAND_OUVERT` | yes |
| §§22-26 | bidding by rank: who may announce what is settled at the table | - | not a matter of scoring |
| §23, §26 | a game that is worth less than the Null it outbid, or than the value bid, is lost | `_overbid` | yes |
| §27 | Ramsch | `Ramsch1886` | yes |
| §28 | Strecken before the second lead: lost in stage 1 | `Deal.strecken` | yes |
| §§29, 31, 33, 34 | breaches: entered with the verdict they bring and a reason | `Deal.reason` | yes |

Decided where the source is silent:

* **D** Stage 4 for an unannounced Schwarz in every game is a reading of §11 and §35.
* **D** A missed Schneider angesagt is stage 3 even without a trick.
* **D** ``bid`` is the least value the game must have: a solo value where the table bids by value (§26), otherwise 21 or
  41 for having outbid a Null or Null ouvert, 20 or 40 where the declarer sits before the Null bidder. A Null below it
  pays the smallest multiple of its own value. Games with the skat's help are not bid by value.
* **D** Ouvert exists for Grand and Null alone; §35 gives no value for an open suit game. Erhöhtes Solo (§24) is not
  offered, the text gives no values.
* **D** Strecken in Grand ouvert is stage 1 of its base (§28: nothing higher is charged). The bid still binds: a
  stretched game whose stage 1 is below it pays the multiple of its base (§23).
* **D** Participants who sit out are paid and pay in Ramsch too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.account import Account, Item, Violation, item
from scoring.cards import MAX_SPITZEN
from scoring.deal import SUITS, Deal
from scoring.deal_result import check_count, check_null_result, check_result, null_won, read_result
from scoring.rulebook import RuleBook, Way
from scoring.valuation import (
    NULL_FIELDS,
    TRUMP_FIELDS,
    VERDICTS,
    PassedDeal,
    check_spitzen,
    least_multiplier,
    outcome_item,
    overbid_item,
    stage_items,
)

RULES: Final = {
    "spitzen": "§15",
    "base": "§35",
    "stufe": "§11",
    "null": "§35",
    "ueberreizt": "§23",
    "gewonnen": "§10",
    "verloren": "§10",
    "eingepasst": "§26",
    "ramsch": "§27",
    "jungfer": "§27",
    "game_unknown": "§16",
    "field_not_in_game": "§16",
    "field_not_in_book": "§16",
    "mode_missing": "§16",
    "mode_impossible": "§16",
    "spitzen_missing": "§15",
    "spitzen_impossible": "§15",
    "announcement_impossible": "§§12, 13",
    "ouvert_impossible": "§§20, 21",
    "result_missing": "§11",
    "verdict_contradiction": "§§11-13",
    "augen_impossible": "§3",
    "stiche_impossible": "§5",
    "augen_stiche": "§13",
    "bid_impossible": "§26",
    "bid_needs_solo": "§23",
    "strecken_result": "§28",
    "losers_missing": "§27",
    "losers_impossible": "§27",
    "jungfern_impossible": "§27",
}

BASES: Final = {
    ("frage", "karo"): 1,  # §35
    ("frage", "herz"): 2,
    ("frage", "pik"): 3,
    ("frage", "kreuz"): 4,
    ("tourne", "karo"): 5,
    ("tourne", "herz"): 6,
    ("tourne", "pik"): 7,
    ("tourne", "kreuz"): 8,
    ("tourne", "grand"): 12,
    ("solo", "karo"): 9,
    ("solo", "herz"): 10,
    ("solo", "pik"): 11,
    ("solo", "kreuz"): 12,
    ("solo", "grand"): 16,
}
GRAND_OUVERT: Final = 24  # §35
NULLS: Final = {("solo", False): 20, ("solo", True): 40, ("tourne", False): 10}  # §§18, 35; (mode, ouvert)
RAMSCH: Final = 10  # §27

STAGE_CODES: Final = (  # §11
    "stufe_einfach",
    "stufe_schneider",
    "stufe_schneider_angesagt",
    "stufe_schwarz",
    "stufe_schwarz_angesagt",
)

BIDS: Final = (
    {BASES["solo", suit] * multiplier for suit in SUITS for multiplier in range(2, 17)}  # §26: 11 Matadore, stage 5
    | {16 * multiplier for multiplier in range(2, 10)}
    | {GRAND_OUVERT * multiplier for multiplier in range(6, 10)}
    | {20, 21, 40, 41}  # §23
)


@dataclass(frozen=True, eq=False)
class Game1886:
    """Frage, Tourné, Solo and Grand: base x (Matadore + stage), never doubled."""

    rules: Mapping[str, str]
    fields: frozenset[str] = TRUMP_FIELDS - {"hand"} | {"mode", "strecken"}

    def check(self, deal: Deal) -> list[Violation]:
        """Mode, Matadore, announcements and result."""
        found = check_spitzen(deal.game, deal.spitzen, self.rules)
        if deal.mode is None:
            found.append(self._violation("mode_missing", "mode", game=deal.game))
        elif (deal.mode, deal.game) not in BASES:
            found.append(self._violation("mode_impossible", "mode", game=deal.game, mode=deal.mode))
        elif deal.mode != "solo":
            found += self._check_with_skat(deal)
        elif deal.ouvert and deal.game != "grand":
            found.append(self._violation("ouvert_impossible", "ouvert"))
        return found + (check_strecken if deal.strecken else check_result)(deal, self.rules)

    def count(self, deal: Deal) -> Account:
        """The value, or the multiple of the base that reaches the bid."""
        won, schneider, schwarz = (False, False, False) if deal.strecken else read_result(deal)
        stage, missed = _stage(deal, won, schneider, schwarz)
        base = GRAND_OUVERT if deal.ouvert else BASES[deal.mode, deal.game]  # type: ignore[index]  # checked
        multiplier = abs(deal.spitzen) + stage  # type: ignore[arg-type]  # checked before
        bid = deal.bid or 0
        ueberreizt = bid > base * multiplier
        if ueberreizt:
            multiplier = least_multiplier(base, bid)
        won = won and not missed and not ueberreizt
        value = base * multiplier
        return Account(value if won else -value, won, ueberreizt, value, base, multiplier, deal, stage, self._itemise)

    def deals(self) -> Iterator[Deal]:
        """Every game, Matadore, announcement and verdict; stretched games, whose announcements are forgotten (§28)."""
        for mode, game in BASES:
            for n in range(1, MAX_SPITZEN[game] + 1):
                for spitzen in (n, -n):
                    bare = Deal(game, spitzen, mode=mode)
                    yield from _endings(bare)
                    yield bare._replace(strecken=True)
                    if mode == "solo":
                        yield from _endings(bare._replace(schneider_angesagt=True))
                        yield from _endings(bare._replace(schneider_angesagt=True, schwarz_angesagt=True))
                        if game == "grand":
                            yield from _endings(bare._replace(ouvert=True))
                            yield bare._replace(ouvert=True, strecken=True)

    def _check_with_skat(self, deal: Deal) -> Iterator[Violation]:
        for name in ("schneider_angesagt", "schwarz_angesagt", "ouvert"):
            if getattr(deal, name):
                yield self._violation("announcement_impossible", name, name=name, mode=deal.mode)
        if deal.bid:
            yield self._violation("bid_needs_solo", "bid")

    def _itemise(self, account: Account) -> tuple[Item, ...]:
        def name(deal: Deal) -> str:
            return "grand_ouvert" if deal.ouvert else f"{deal.mode}_{deal.game}"

        return tuple(stage_items(account, STAGE_CODES, name, self.rules))

    def _violation(self, code: str, field: str, /, **params: object) -> Violation:
        return Violation(code, field, params, self.rules[code])


def check_strecken(deal: Deal, rules: Mapping[str, str]) -> list[Violation]:
    """A stretched game is lost in stage 1 (§28); Augen and Stiche beside it are those taken so far."""
    found = check_count(deal, rules)
    if deal.won or deal.schneider or deal.schwarz:
        found.append(Violation("strecken_result", "strecken", {}, rules["strecken_result"]))
    return found


def _stage(deal: Deal, won: bool, schneider: bool, schwarz: bool) -> tuple[int, bool]:
    """Number of the stage charged, and whether an announcement was missed (§§11-13, 20)."""
    if deal.strecken:
        return 1, False
    if deal.ouvert or deal.schwarz_angesagt:
        return 5, not (won and schwarz)
    if deal.schneider_angesagt:
        missed = not (won and schneider)
        return (4 if schwarz and not missed else 3), missed
    return (4 if schwarz else 2 if schneider else 1), False


def _endings(deal: Deal) -> Iterator[Deal]:
    for won, schneider, schwarz in VERDICTS:
        yield deal._replace(won=won, schneider=schneider, schwarz=schwarz)


@dataclass(frozen=True, eq=False)
class Null1886:
    """Null, Null ouvert and, where agreed, Null-Tourné: fixed values, never doubled (§§18, 21, 35)."""

    rules: Mapping[str, str]
    fields: frozenset[str] = NULL_FIELDS - {"hand"} | {"mode", "strecken"}

    def check(self, deal: Deal) -> list[Violation]:
        """Mode and result."""
        found: list[Violation] = []
        if deal.mode is None:
            found.append(Violation("mode_missing", "mode", {"game": "null"}, self.rules["mode_missing"]))
        elif (deal.mode, False) not in NULLS:
            params = {"game": "null", "mode": deal.mode}
            found.append(Violation("mode_impossible", "mode", params, self.rules["mode_impossible"]))
        elif (deal.mode, deal.ouvert) not in NULLS:
            found.append(Violation("ouvert_impossible", "ouvert", {}, self.rules["ouvert_impossible"]))
        if deal.mode == "tourne" and deal.bid:
            found.append(Violation("bid_needs_solo", "bid", {}, self.rules["bid_needs_solo"]))
        return found + (check_strecken if deal.strecken else check_null_result)(deal, self.rules)

    def count(self, deal: Deal) -> Account:
        """The value, or its multiple that reaches the bid."""
        base = NULLS[deal.mode, deal.ouvert]  # type: ignore[index]  # checked before
        bid = deal.bid or 0
        ueberreizt = bid > base
        multiplier = least_multiplier(base, bid) if ueberreizt else 1
        won = not deal.strecken and not ueberreizt and null_won(deal)
        value = base * multiplier
        return Account(value if won else -value, won, ueberreizt, value, base, multiplier, deal, 0, self._itemise)

    def deals(self) -> Iterator[Deal]:
        """Every Null, won, lost and stretched."""
        for mode, ouvert in NULLS:
            for won in (True, False):
                yield Deal("null", mode=mode, ouvert=ouvert, won=won)
            yield Deal("null", mode=mode, ouvert=ouvert, strecken=True)

    def _itemise(self, account: Account) -> tuple[Item, ...]:
        deal = account.deal
        code = "null_tourne" if deal.mode == "tourne" else "null_ouvert" if deal.ouvert else "null"
        items = [item("points", code, NULLS[deal.mode, deal.ouvert], self.rules["null"])]  # type: ignore[index]
        if account.multiplier != 1:
            items.append(overbid_item(account, self.rules))
        items.append(outcome_item(account.won, 1, self.rules))
        return tuple(items)


@dataclass(frozen=True, eq=False)
class Ramsch1886:
    """Each for himself: the losers pay 10, 20 or 30 to every participant who has not lost (§27)."""

    rules: Mapping[str, str]
    fields: frozenset[str] = frozenset({"losers", "jungfern"})

    def check(self, deal: Deal) -> list[Violation]:
        """No, one or two losers, and as many Jungfern as that leaves room for."""
        losers = deal.losers
        if losers is None:
            return [Violation("losers_missing", "losers", {}, self.rules["losers_missing"])]
        found: list[Violation] = []
        if len(losers) > 2 or len(set(losers)) < len(losers) or not all(1 <= seat <= 6 for seat in losers):
            found.append(Violation("losers_impossible", "losers", {}, self.rules["losers_impossible"]))
        most = (0, 2, 1)[min(len(losers), 2)]
        if not 0 <= deal.jungfern <= most:
            params = {"jungfern": deal.jungfern, "most": most}
            found.append(Violation("jungfern_impossible", "jungfern", params, self.rules["jungfern_impossible"]))
        return found

    def count(self, deal: Deal) -> Account:
        """What each loser pays to each who has not lost; 0 when all three are level."""
        value = RAMSCH * (1 + deal.jungfern) if deal.losers else 0
        return Account(-value, False, False, value, None, None, deal, 0, self._itemise)

    def deals(self) -> Iterator[Deal]:
        """One loser at seat 1 with every number of Jungfern, two losers, a three-way tie."""
        for losers, most in (((1,), 2), ((1, 2), 1), ((), 0)):
            for jungfern in range(most + 1):
                yield Deal("ramsch", losers=losers, jungfern=jungfern)

    def _itemise(self, account: Account) -> tuple[Item, ...]:
        rule = self.rules["ramsch"]
        if not account.deal.losers:
            return (item("points", "ramsch_unentschieden", 0, rule),)
        items = [item("points", "ramsch_betrag", RAMSCH, rule), outcome_item(False, 1, self.rules)]
        if account.deal.jungfern:
            code = "jungfer" if account.deal.jungfern == 1 else "jungfern"
            items.append(item("factor", code, account.deal.jungfern + 1, self.rules["jungfer"]))
        return tuple(items)


GAME: Final = Game1886(RULES)
WAYS: Final[dict[str, Way]] = {
    **dict.fromkeys((*SUITS, "grand"), GAME),
    "null": Null1886(RULES),
    "ramsch": Ramsch1886(RULES),
    "eingepasst": PassedDeal(RULES),
}

SKATORDNUNG_1886: Final = RuleBook(
    key="skatordnung-1886",
    title="Allgemeine deutsche Skatordnung von 1886",
    source="Skatordnung 1886",
    ways=WAYS,
    rules=RULES,
    bids=frozenset(BIDS),
    table_sizes=(3, 4, 5, 6),
    evaluations=("payment", "spielpunkte"),
    uncounted=frozenset({"ramsch"}),
)
