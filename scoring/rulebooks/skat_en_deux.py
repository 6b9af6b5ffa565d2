"""`skat-en-deux`: Skat for two with a dummy in Mittelhand; what differs from the ISkO, sections of its rules page.

| section | rule | where | implemented |
|---|---|---|---|
| Verteilung der Karten | two players, the deal alternates | `table_sizes`, `sheet` | yes |
| Reizstufe offen | *offen*, *offen offen*: a level each, no preconditions; not with ouvert | `extra_levels` | yes |
| Strecken | at 18 with Karo or Herz, at 20 with Herz, no further level: lost in the stage einfach | `decide` | yes |
| Kontra, Re | each doubles, Re only after Kontra | `FACTORS` | yes |
| Schenken | accepted: won in the stage offered; declined: a level and a duty | `decide`, `extra_levels` | yes |
| Oder-Spiele | the opponent gives the game away at once or says Kontra | `check_oder_spiel` | yes |
| Handspiele | the game value of a Hand game is doubled, its bid value is not; can be left out | `FACTORS` | yes |
| Spielabrechnung | no bonus points unless agreed, then 40 | `evaluations`, `opponents_bonus` | yes |

Decided where the source is silent:

* **D** The multiple charged for an overbid game is doubled for Hand, Kontra and Re like any value, and so is the
  replacement of an overtaken Null.
* **D** An accepted gift is counted at the real value of the game, with the levels that were announced, even if the bid
  is higher; a Null given away needs no replacement.
* **D** A lost game whose gift was declined is charged the declined levels and those a side really reached or announced.
* **D** In Null only the accepted gift of the game has a meaning.
* **D** Oder-Spiele need a bid of exactly 18 or 20: a game taken unbid is none. After Kontra gifts are open as usual.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Final

from scoring.account import Violation
from scoring.deal import Deal
from scoring.rulebook import Way
from scoring.rulebooks.isko import BASES, ISKO, NULL, TRUMP
from scoring.valuation import (
    OFFEN,
    OFFEN_OFFEN,
    SCHNEIDER_ABGELEHNT,
    SPIEL_ABGELEHNT,
    Factor,
    Verdict,
    announced,
    multiples,
)

RULES: Final = {
    **ISKO.rules,
    "offen": "Reizstufe offen",
    "offen_offen": "Reizstufe offen",
    "offen_ouvert": "Reizstufe offen",
    "spiel_abgelehnt": "Schenken",
    "schneider_abgelehnt": "Schenken",
    "schenken_impossible": "Schenken",
    "schenken_answer": "Schenken",
    "schenken_null": "Schenken",
    "hand_verdoppelt": "Handspiele",
    "kontra": "Kontra, Re",
    "re": "Kontra, Re",
    "re_without_kontra": "Kontra, Re",
    "kontra_strecken": "Strecken",
    "strecken_impossible": "Strecken",
    "oder_spiel": "Oder-Spiele",
}

GIFTS: Final = ((), ("spiel",), ("schneider",), ("spiel", "schneider"))  # Schenken: in turn

FACTORS: Final = (
    Factor("hand_verdoppelt", lambda deal: 2 if deal.hand_doubled and _from_hand(deal) else 1),  # Handspiele
    Factor("kontra", lambda deal: 2 if deal.kontra else 1),  # Kontra, Re
    Factor("re", lambda deal: 2 if deal.re else 1),
)

BIDS: Final = (
    ISKO.bids
    | multiples(BASES, 19)  # Reizstufe offen: two levels instead of the one of ouvert
    | {24 * 12}
)


def _from_hand(deal: Deal) -> bool:
    return deal.hand if deal.game == "null" else announced(deal) != 0


def _at_once(deal: Deal) -> bool:
    """Bid and game at which Strecken and Oder-Spiele apply: 18 with Karo or Herz, 20 with Herz."""
    return (deal.bid == 18 and deal.game in ("karo", "herz")) or (deal.bid == 20 and deal.game == "herz")


def decide(deal: Deal) -> Verdict | None:
    """Lost in the stage einfach by Strecken, won in the stage given away by accepting a gift (Strecken, Schenken)."""
    if deal.strecken:
        return (False, False, False)
    if deal.schenken_angenommen and deal.schenken:
        return (True, deal.schenken[-1] == "schneider", False)
    return None


def extra_levels(deal: Deal) -> int:
    """*offen*, *offen offen* and every gift that was declined: all but the last, and the last unless accepted."""
    levels = 0
    if deal.offen or deal.offen_offen:
        levels = OFFEN | (OFFEN_OFFEN if deal.offen_offen else 0)
    for gift in deal.schenken[:-1] if deal.schenken_angenommen else deal.schenken:
        levels |= SPIEL_ABGELEHNT if gift == "spiel" else SCHNEIDER_ABGELEHNT
    return levels


def check_additions(deal: Deal) -> Iterator[Violation]:
    """Kontra, Re, Strecken, offen: what excludes or needs what."""
    if deal.re and not deal.kontra:
        yield _violation("re_without_kontra", "re")
    if (deal.offen or deal.offen_offen) and deal.ouvert:
        yield _violation("offen_ouvert", "offen")
    if deal.strecken:
        if deal.kontra:
            yield _violation("kontra_strecken", "strecken")
        if not _at_once(deal) or announced(deal) or deal.offen or deal.offen_offen or deal.schenken:
            yield _violation("strecken_impossible", "strecken")


def check_gifts(deal: Deal) -> Iterator[Violation]:
    """Gifts in an order that exists, with an answer; in Null only the accepted game."""
    if deal.schenken not in GIFTS:
        yield _violation("schenken_impossible", "schenken")
    elif bool(deal.schenken) != (deal.schenken_angenommen is not None):
        yield _violation("schenken_answer", "schenken_angenommen")
    elif deal.game == "null" and deal.schenken and (deal.schenken != ("spiel",) or not deal.schenken_angenommen):
        yield _violation("schenken_null", "schenken")


def check_decided(deal: Deal) -> Iterator[Violation]:
    """A result written beside Strecken or an accepted gift must not contradict it."""
    decided = decide(deal)
    if decided is None:
        return
    if deal.won is not None and deal.won != decided[0]:
        yield _violation("verdict_contradiction", "won", name="won")
    if deal.schneider and not decided[1]:
        yield _violation("verdict_contradiction", "schneider", name="schneider")
    if deal.schwarz:
        yield _violation("verdict_contradiction", "schwarz", name="schwarz")


def check_oder_spiel(deal: Deal) -> Iterator[Violation]:
    """Kontra or the game given away at once, which cannot be declined; not with *offen offen* (Oder-Spiele)."""
    if not _at_once(deal) or deal.offen_offen or deal.kontra or deal.strecken:
        return
    if deal.schenken != ("spiel",) or not deal.schenken_angenommen:
        yield _violation("oder_spiel", "kontra", game=deal.game, bid=deal.bid)


def variants(deal: Deal) -> Iterator[Deal]:
    """The deal with every addition of this book, legal or not."""
    if deal.game == "eingepasst":
        yield deal
        return
    doubled = ((False, False), (True, False), (True, True))
    shown = ((False, False), (True, False), (True, True)) if deal.spitzen else ((False, False),)
    for (kontra, re), (offen, offen_offen) in product(doubled, shown):
        added = deal._replace(kontra=kontra, re=re, offen=offen, offen_offen=offen_offen)
        yield added
        for gifts in GIFTS[1:]:
            yield added._replace(schenken=gifts, schenken_angenommen=False)
            if deal.won and not deal.schwarz and deal.schneider in (None, gifts[-1] == "schneider"):
                accepted = added._replace(schenken=gifts, schenken_angenommen=True)
                yield accepted._replace(won=None, schneider=None, schwarz=None)
    if deal.game in ("karo", "herz") and deal.won and not deal.schneider:
        yield deal._replace(bid=18, strecken=True, won=None, schneider=None, schwarz=None)


def _violation(code: str, field: str, /, **params: object) -> Violation:
    return Violation(code, field, params, RULES[code])


_ADDED: Final = frozenset(["kontra", "re", "schenken", "schenken_angenommen", "hand_doubled"])

TRUMP_EN_DEUX: Final = replace(
    TRUMP,
    rules=RULES,
    extra_levels=extra_levels,
    decide=decide,
    factors=FACTORS,
    fields=TRUMP.fields | _ADDED | {"offen", "offen_offen", "strecken"},
)
NULL_EN_DEUX: Final = replace(NULL, rules=RULES, decide=decide, factors=FACTORS, fields=NULL.fields | _ADDED)
WAYS: Final[dict[str, Way]] = {**ISKO.ways, **dict.fromkeys(BASES, TRUMP_EN_DEUX), "null": NULL_EN_DEUX}

SKAT_EN_DEUX: Final = replace(
    ISKO,
    key="skat-en-deux",
    title="Skat en deux",
    source="Skat en deux",
    ways=WAYS,
    rules=RULES,
    bids=BIDS,
    checks=(check_additions, check_gifts, check_decided, check_oder_spiel),
    variants=variants,
    table_sizes=(2,),
    is_skat=False,
    evaluations=("spielpunkte", "seeger-fabian", "seeger", "payment"),
    opponents_bonus={2: 40},  # Spielabrechnung
    notation=False,
    settings=("hand_doubled",),
)
