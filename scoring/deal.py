"""One deal as it is written down: the vocabulary that all rule books share.

A `Deal` says what happened at the table, never what it is worth; a rule book (`scoring.rulebooks`) turns it into
points. Each book uses some of the fields and refuses the others. The names are those of the JSON form, so a deal is
read and written without a translation.

A named tuple and no dataclass: it is as frozen and as slotted, and building one costs a quarter of the time.
"""

from typing import Final, NamedTuple

SUITS: Final = ("karo", "herz", "pik", "kreuz")
GAMES: Final = (*SUITS, "grand", "null", "ramsch", "eingepasst")
MODES: Final = ("frage", "tourne", "solo")
ACCOUNTINGS: Final = ("einfach", "skatordnung")


class Replacement(NamedTuple):
    """The suit game or Grand as which a Null is charged that its bid has overtaken (ISkO 3.6.2)."""

    game: str
    spitzen: int


class Deal(NamedTuple):
    """One line of a Spielliste, without seats.

    The result is either the count (``augen`` and ``stiche`` of the declarer, skat included) or its verdict (``won``,
    ``schneider``, ``schwarz``): ``won`` when the declarer reached 61 Augen (in Null: took no trick) or was awarded the
    game, before announcements and bid are looked at; a stage is true when it was reached by whichever side won the
    count. ``None`` means not stated.
    """

    game: str
    """One of `GAMES`."""
    spitzen: int | None = None
    """Mit n is +n, ohne n is -n; never 0; `None` where the game has none."""
    hand: bool = False
    schneider_angesagt: bool = False
    schwarz_angesagt: bool = False
    ouvert: bool = False
    bid: int | None = None
    """The bid held; `None` or 0 when nothing was bid."""
    won: bool | None = None
    schneider: bool | None = None
    schwarz: bool | None = None
    augen: int | None = None
    """Augen of the declarer with the skat, 0..120; in Ramsch those of the loser."""
    stiche: int | None = None
    """Tricks of the declarer, 0..10 (Offiziersskat 0..16)."""
    replacement: Replacement | None = None
    reason: str = ""
    """Free text: breach, giving up, ruling."""
    mode: str | None = None
    """Skatordnung 1886: one of `MODES`."""
    offen: bool = False
    offen_offen: bool = False
    kontra: bool = False
    re: bool = False
    strecken: bool = False
    schenken: tuple[str, ...] = ()
    """Skat en deux: gifts in the order in which they were offered, of ``"spiel"`` and ``"schneider"``."""
    schenken_angenommen: bool | None = None
    """Whether the last gift offered was accepted; those before it were declined."""
    losers: tuple[int, ...] | None = None
    """Ramsch of 1886: seats (1-based) that lost, empty for a three-way tie."""
    jungfern: int = 0
    """Ramsch: players without a trick, 0..2."""
    bock: bool = False
    schieben: int = 0
    """Ramsch of the house rounds: how often the skat was pushed on, 0..3."""
    durchmarsch: bool = False
    hand_doubled: bool = True
    """Skat en deux: false where the table has agreed not to double Hand games."""
    accounting: str = "einfach"
    """Offiziersskat: one of `ACCOUNTINGS`."""
    ramsch_limit: int = 250
    """House rounds: the most points a Ramsch can cost."""


FIELDS: Final = Deal._fields
DEFAULTS: Final[dict[str, object]] = dict(Deal._field_defaults)
