"""`altenburg`: the Skatordnung of the Altenburg tradition; sections of its text, which has no paragraphs.

| section | rule | where | implemented |
|---|---|---|---|
| Spielwerte | base values, Grand ouvert 36, fixed values of Null | `TRUMP`, `isko.NULLS` | yes |
| Gewinnstufen | levels as in the ISkO; *offen* only in suit games from the Hand | `TrumpGame` | yes |
| Gewinnstufen | a lost game with the skat is doubled, a lost Hand game is not | `hand_loss` | yes |
| Grand ouvert | always Hand, all ten tricks; mit 4 ten times 36 = 360 | `grand_ouvert` | yes |
| Überreizte Spiele | a Hand game pays its base until the bid is reached, once | `hand_loss` | yes |
| Überreizte Spiele | the Schneider needed for the bid is charged once, whoever is Schneider | `TrumpGame` | yes |
| Geben | five and more: the dealer's two left neighbours and his right neighbour play | `sheet.active_seats` | yes |
| Abrechnung | points per player, or money by comparison | `money.settle` | yes |
| Abweichende Spielgebräuche | Kontra, Re, Ramsch, Bock are not part of the game | fields refused | yes |

Decided where the source is silent or differs:

* **D** An overbid game with the skat taken is charged by the formula, doubled; the text only forbids announcing a game
  that cannot arithmetically reach the bid, so such a deal is counted with a warning.
* **D** A Null overtaken by its bid is charged as in the ISkO, from the Hand singly; the text is silent.
* **D** Seeger-Fabian keeps the numbers of the ISkO where a club wants it; the text only knows points and money.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from scoring.account import Violation
from scoring.deal import Deal
from scoring.rulebook import Way
from scoring.rulebooks.isko import BASES, ISKO, NULLS
from scoring.valuation import NullGame, PassedDeal, TrumpGame, announced, multiples

RULES: Final = {
    **dict.fromkeys(ISKO.rules, "Gewinnstufen"),
    "spitzen": "Spielwerte",
    "base": "Spielwerte",
    "null": "Spielwerte",
    "spitzen_missing": "Spielwerte",
    "spitzen_impossible": "Spielwerte",
    "augen_impossible": "Benennung und Zählwert der Karten",
    "stiche_impossible": "Benennung und Zählwert der Karten",
    "augen_stiche": "Benennung und Zählwert der Karten",
    "bid_impossible": "Reizvorgang",
    "eingepasst": "Reizvorgang",
    "ueberreizt": "Überreizte Spiele",
    "ersatzspiel": "Überreizte Spiele",
    "replacement_missing": "Überreizte Spiele",
    "replacement_needless": "Überreizte Spiele",
    "replacement_game": "Überreizte Spiele",
    "below_bid": "Überreizte Spiele",
    "game_unknown": "Abweichende Spielgebräuche",
    "field_not_in_book": "Abweichende Spielgebräuche",
    "field_not_in_game": "Spielarten",
}

GRAND_OUVERT: Final = 36  # Grand ouvert

BIDS: Final = (
    multiples(BASES, 18)  # Spielwerte
    | {24 * multiplier for multiplier in range(2, 11)}  # four Spitzen and six levels: no *offen*
    | {GRAND_OUVERT * multiplier for multiplier in range(7, 11)}  # Grand ouvert: always all six levels
    | set(NULLS.values())
)


def warn_below_bid(deal: Deal) -> Iterator[Violation]:
    """A game with the skat taken that cannot reach its bid should not have been announced (Überreizte Spiele)."""
    if deal.spitzen is None or deal.bid is None or announced(deal):
        return
    most = BASES[deal.game] * (abs(deal.spitzen) + 3)  # Spiel, Schneider, Schwarz
    if most < deal.bid:
        yield Violation("below_bid", "bid", {"bid": deal.bid, "most": most}, RULES["below_bid"])


TRUMP: Final = TrumpGame(BASES, RULES, hand_loss=1, grand_ouvert=GRAND_OUVERT)  # Gewinnstufen
NULL: Final = NullGame(NULLS, RULES, BASES, hand_loss=1)  # Gewinnstufen
WAYS: Final[dict[str, Way]] = {**dict.fromkeys(BASES, TRUMP), "null": NULL, "eingepasst": PassedDeal(RULES)}

ALTENBURG: Final = replace(
    ISKO,
    key="altenburg",
    title="Skatordnung (Altenburg)",
    source="Skatordnung",
    ways=WAYS,
    rules=RULES,
    bids=BIDS,
    warnings=(*ISKO.warnings, warn_below_bid),
    evaluations=("spielpunkte", "payment", "seeger-fabian", "seeger"),
)
