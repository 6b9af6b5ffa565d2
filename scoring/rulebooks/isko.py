"""`isko-2022`: Internationale Skatordnung, 2018/2022 numbering, with the Skatwettspielordnung (SkWO).

| paragraph | rule | where | implemented |
|---|---|---|---|
| 2.2, 2.3 | trumps; Spitzen of hand and skat, in Hand games too | `cards.spitzen` | yes |
| 2.4 | base values, fixed values of Null | `BASES`, `NULLS` | yes |
| 2.4.1, 3.5 | won from 61 Augen; Null without a trick | `deal_result` | yes |
| 2.5 | levels; an announcement brings those before it and is charged when missed | `valuation.announced` | yes |
| 2.5 | Schneider 30 Augen or fewer, Schwarz no trick, for either side | `deal_result.read_result` | yes |
| 3.3 | legal bids: every value a game can have | `BIDS` | yes |
| 3.3.7 | eingepasst counts as a deal, for nobody | `valuation.PassedDeal` | yes |
| 3.6 | overbid: lost, the smallest multiple of the base that reaches the bid, doubled | `valuation.TrumpGame` | yes |
| 3.6.2 | Null overtaken by its bid: charged as a suit game or Grand | `valuation.NullGame` | yes |
| 4.1, 4.4 | giving up, breaches: entered as won or lost with a reason | `Deal.reason` | yes |
| 4.2, 4.3 | following suit, winner of a trick | `replay` | yes |
| SkWO 6.3.1 | Seeger-Fabian 50/50 and 40 at three, 30 at four | `OPPONENTS_BONUS` | yes |

Decided where the sources are silent or differ:

* **D** Eingepasst counts as a deal (3.3.7); the short rules deal again without counting, the Skatordnung holds.
* **D** Schneider is 90 Augen or more for the declarer; the short rules say "> 90" and "at most 30" for the others.
* **D** Levels reached against the declarer count when the value is held against the bid (Karo ohne 1, bid 22, no trick:
  not overbid, -72).
* **D** A bid beyond anything the game can reach is charged by the same formula.
* **D** A declarer without a trick who had announced Schneider is charged Schwarz on top.
* **D** 24 points for a lost deal at a table of five is customary; the SkWO knows three and four.
"""

from typing import Final

from scoring.rulebook import RuleBook, Way
from scoring.valuation import NullGame, PassedDeal, TrumpGame, multiples, warn_unstated

RULES: Final = {
    "spitzen": "ISkO 2.3",
    "base": "ISkO 2.4",
    "null": "ISkO 2.4",
    "spiel": "ISkO 2.5",
    "hand": "ISkO 2.5",
    "schneider": "ISkO 2.5",
    "schneider_angesagt": "ISkO 2.5",
    "schwarz": "ISkO 2.5",
    "schwarz_angesagt": "ISkO 2.5",
    "ouvert": "ISkO 2.5",
    "eingepasst": "ISkO 3.3.7",
    "ueberreizt": "ISkO 3.6",
    "ersatzspiel": "ISkO 3.6.2",
    "gewonnen": "ISkO 2.4.1",
    "verloren": "ISkO 2.4.1",
    "game_unknown": "ISkO 2.1",
    "field_not_in_game": "ISkO 2.5",
    "field_not_in_book": "ISkO 2.1",
    "spitzen_missing": "ISkO 2.3",
    "spitzen_impossible": "ISkO 2.3",
    "result_missing": "ISkO 2.4.1",
    "verdict_contradiction": "ISkO 2.5",
    "augen_impossible": "ISkO 1.2",
    "stiche_impossible": "ISkO 1.2",
    "augen_stiche": "ISkO 1.2",
    "bid_impossible": "ISkO 3.3",
    "replacement_missing": "ISkO 3.6.2",
    "replacement_needless": "ISkO 3.6.2",
    "replacement_game": "ISkO 3.6.2",
}

BASES: Final = {"karo": 9, "herz": 10, "pik": 11, "kreuz": 12, "grand": 24}  # ISkO 2.4
NULLS: Final = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}  # ISkO 2.4, (hand, ouvert)

BIDS: Final = (
    multiples(BASES, 18)  # ISkO 3.3: eleven Spitzen and seven levels
    | {24 * multiplier for multiplier in range(2, 12)}  # four Spitzen and seven levels
    | set(NULLS.values())
)

OPPONENTS_BONUS: Final = {3: 40, 4: 30, 5: 24}  # SkWO 6.3.1; five: **D** customary

TRUMP: Final = TrumpGame(BASES, RULES)
NULL: Final = NullGame(NULLS, RULES, BASES)
PASSED: Final = PassedDeal(RULES)

WAYS: Final[dict[str, Way]] = {**dict.fromkeys(BASES, TRUMP), "null": NULL, "eingepasst": PASSED}

ISKO: Final = RuleBook(
    key="isko-2022",
    title="Internationale Skatordnung",
    source="ISkO",
    ways=WAYS,
    rules=RULES,
    bids=BIDS,
    warnings=(warn_unstated,),
    table_sizes=(3, 4, 5, 6),
    is_skat=True,
    evaluations=("seeger-fabian", "seeger", "spielpunkte", "payment"),
    opponents_bonus=OPPONENTS_BONUS,
    notation=True,
)
