"""What is known of Skat at large, to hold one's own figures against.

All numbers are from "Skat in Zahlen (2)", https://www.skatblog.com/tag/statistik/: 17,967,106 tournament games played
online by thousands of players. Shares of games and stages are of the games played, those passed in left out; the
others are as they say.
"""

from fractions import Fraction
from typing import Final

from scoring.figures import ALL, SCHNEIDER, SCHWARZ

PASSED: Final = Fraction("0.049")
"""Of all deals."""

SHARES: Final = {
    "karo": Fraction("0.107"),
    "herz": Fraction("0.134"),
    "pik": Fraction("0.162"),
    "kreuz": Fraction("0.211"),
    "grand": Fraction("0.322"),
    "null": Fraction("0.064"),
    SCHNEIDER: Fraction("0.234"),
    SCHWARZ: Fraction("0.014"),
}
"""Of the games played, by game and by stage, whoever made it."""

WON: Final = {
    ALL: Fraction("0.8164"),
    "karo": Fraction("0.775"),
    "herz": Fraction("0.777"),
    "pik": Fraction("0.779"),
    "kreuz": Fraction("0.775"),
    "grand": Fraction("0.914"),
    SCHNEIDER: Fraction("0.979"),
    SCHWARZ: Fraction("0.981"),
}
"""How many of them the declarer won, or how many stages he made. That of Null is not comparable: the source counts
Null, Null Hand and Null ouvert apart."""
