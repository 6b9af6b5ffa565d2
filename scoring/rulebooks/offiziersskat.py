"""`offiziersskat`: Skat for two with sixteen cards each; sections of its rules page.

| section | rule | where | implemented |
|---|---|---|---|
| Das Austeilen der Karten | two players, no skat; the lead alternates | `declarer_leads`, `sheet` | yes |
| Trumpf bestimmen | the one who leads names a suit or Grand; no bidding, no Null | `WAYS` | yes |
| Spielende/Gewinnstufen | 61 wins for the trump maker, 60 for the other; Schneider from 90 | `_stage` | yes |
| Grundwerte der Spiele | accounting *einfach*: 2, 3, 4 points to the winner | `count` | yes |
| Abrechnung gemäß Skatordnung | (Spitzen + stage) x base to the winner | `count` | yes |
| Spielende | the match ends when a player reaches the agreed points | `target`, evaluation `matches` | yes |

Decided where the source is silent or differs:

* **D** Seat 1 leads deal 1.
* **D** Schneider is 90 Augen or more: the table says "mehr als 90", the prose "90 und mehr"; the prose holds.
* **D** Base values 9, 10, 11, 12 and 24, which the source leaves out; the Spitzen are the trump maker's, even when he
  loses.
* **D** Without a word about the accounting it is *einfach*; Spitzen may then be written down and have no effect.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.account import Account, Item, Violation, item
from scoring.cards import MAX_SPITZEN
from scoring.deal import ACCOUNTINGS, Deal
from scoring.deal_result import check_count
from scoring.rulebook import RuleBook, Way
from scoring.valuation import check_spitzen, outcome_item, stage_items

_STAGES: Final = "Spielende/Gewinnstufen"
RULES: Final = {
    "spitzen": "Ermittlung der Spitzen",
    "base": "Abrechnung gemäß Skatordnung",
    "stufe": _STAGES,
    "punkte": "Grundwerte der Spiele",
    "gewonnen": _STAGES,
    "verloren": _STAGES,
    "game_unknown": "Trumpf bestimmen",
    "field_not_in_game": "Spielbeschreibung",
    "field_not_in_book": "Spielbeschreibung",
    "spitzen_missing": "Ermittlung der Spitzen",
    "spitzen_impossible": "Ermittlung der Spitzen",
    "count_missing": _STAGES,
    "augen_impossible": "Zählwerte der Karten",
    "stiche_impossible": _STAGES,
    "augen_stiche": _STAGES,
    "accounting_unknown": "Grundwerte der Spiele",
}

BASES: Final = {"karo": 9, "herz": 10, "pik": 11, "kreuz": 12, "grand": 24}  # **D**
TRICKS: Final = 16
STAGE_CODES: Final = ("stufe_einfach", "stufe_schneider", "stufe_schwarz")
POINT_CODES: Final = ("punkte_einfach", "punkte_schneider", "punkte_schwarz")


@dataclass(frozen=True, eq=False)
class OfficersGame:
    """Both accountings; the score is positive when the trump maker wins and negative when the other does."""

    rules: Mapping[str, str]
    fields: frozenset[str] = frozenset({"spitzen", "augen", "stiche", "accounting"})

    def check(self, deal: Deal) -> list[Violation]:
        """The count must be there and possible, the Spitzen where the accounting needs them."""
        found: list[Violation] = []
        if deal.accounting not in ACCOUNTINGS:
            rule = self.rules["accounting_unknown"]
            found.append(Violation("accounting_unknown", "accounting", {"accounting": deal.accounting}, rule))
        if deal.accounting == "skatordnung" or deal.spitzen is not None:
            found += check_spitzen(deal.game, deal.spitzen, self.rules)
        for name, value in (("augen", deal.augen), ("stiche", deal.stiche)):
            if value is None:
                found.append(Violation("count_missing", name, {"name": name}, self.rules["count_missing"]))
        return found + check_count(deal, self.rules, tricks=TRICKS, skat=0)

    def count(self, deal: Deal) -> Account:
        """2, 3 or 4 points, or (Spitzen + stage) x base."""
        assert deal.augen is not None and deal.stiche is not None
        won = deal.augen >= 61
        stage = _stage(deal.augen if won else 120 - deal.augen, deal.stiche if won else TRICKS - deal.stiche)
        if deal.accounting == "skatordnung":
            base, multiplier = BASES[deal.game], abs(deal.spitzen or 0) + stage
            value = base * multiplier
            return Account(value if won else -value, won, False, value, base, multiplier, deal, stage, self._itemise)
        value = stage + 1
        return Account(value if won else -value, won, False, value, None, None, deal, stage, self._itemise)

    def deals(self) -> Iterator[Deal]:
        """Every ending in both accountings, at the least Augen of its stage."""
        endings = ((61, 10), (90, 12), (120, TRICKS), (60, 8), (30, 4), (0, 0))
        for game in BASES:
            for augen, stiche in endings:
                yield Deal(game, augen=augen, stiche=stiche)
                for n in range(1, MAX_SPITZEN[game] + 1):
                    for spitzen in (n, -n):
                        yield Deal(game, spitzen, augen=augen, stiche=stiche, accounting="skatordnung")

    def _itemise(self, account: Account) -> tuple[Item, ...]:
        if account.base is not None:
            return tuple(stage_items(account, STAGE_CODES, lambda deal: deal.game, self.rules))
        points = item("points", POINT_CODES[account.levels - 1], account.value, self.rules["punkte"])
        return (points, outcome_item(account.won, 1, self.rules))


def _stage(augen: int, stiche: int) -> int:
    """Stage of the winner by what he took."""
    return 3 if stiche == TRICKS else 2 if augen >= 90 else 1


WAYS: Final[dict[str, Way]] = dict.fromkeys(BASES, OfficersGame(RULES))

OFFIZIERSSKAT: Final = RuleBook(
    key="offiziersskat",
    title="Offiziersskat",
    source="Offiziersskat",
    ways=WAYS,
    rules=RULES,
    table_sizes=(2,),
    dealt=(16, 0),
    declarer_leads=True,
    credits_winner=True,
    evaluations=("spielpunkte", "matches"),
    settings=("accounting",),
)
