"""A second, independent reading of the six rule books, for tests only.

`rate(line)` values one deal given in the wire fields. It is slow and naive on purpose: every book is written
out in full, so that each line can be ticked off against the text of the rule; the books share only the
reading of the wire (result, cards, Spitzen, eingepasst), never a valuation.

Input: a dict of wire fields, already well typed, unknown keys excluded, `rulebook` always present; a field
that is None counts as absent. Output: None where the line is a violation, otherwise a dict with `score`,
`won`, `ueberreizt`, `value`, `base`, `multiplier` (points; None where the wire says the field is absent).

Agreed conventions of the wire dict (result fields, strecken, gifts, eingepasst, `losers`, `accounting`,
`ramsch_limit`, `hand_doubled`) are followed where they are marked "convention". Decisions taken here where
the rules leave room, each in its most literal reading:

 D1  A field at its default (bools False, `hand_doubled` True, `bid`, `jungfern`, `schieben` 0, `ramsch_limit`
     250, `accounting` einfach, an empty list of gifts or cards) says nothing and is harmless in any book and
     game. Fields without a default (`mode`, `losers`, `schenken_angenommen`, `replacement`, `spitzen`, `augen`,
     `stiche`, `won`) speak whenever given. `schneider` and `schwarz` have no default either
     ("absent = not stated"): False is harmless only in Null, with strecken and with an accepted gift; in
     eingepasst, in Ramsch and in Offiziersskat even False is refused.
 D2  `schwarz` True beside a stated `schneider` False is a contradiction and refused.
 D3  `won` with `stiche` but no `augen`: 10 tricks need won True and are Schwarz, 0 tricks need won False and
     are Schwarz, with 1..9 tricks Schwarz must not be stated True; `schneider` as stated. `won` with `augen`
     only: Schwarz as stated, otherwise False, even at 120 Augen.
 D4  A trump deal with `augen` alone, or `stiche` alone, and no `won` has no result: violation, also where the
     one number would decide.
 D5  Null: `won` True with more than 22 Augen is a contradiction (no trick cannot bring more than 22).
 D6  An impossible Null still needs its result (the wire exempts only strecken, gift, eingepasst, 1886
     Ramsch).
 D7  `cards` need the right number of different cards, and (outside Offiziersskat) the two of `skat` beside
     them; an empty list of cards says nothing. They are tolerated in Null, where they are held against the
     Spitzen of a `replacement`; they do not stand in for the replacement's own `spitzen`. In Ramsch they are
     refused like `spitzen`.
 D8  eingepasst: `value`, `base`, `multiplier` are all None, `won` is False. The settings of a table
     (`hand_doubled`, `ramsch_limit`) say nothing about the deal and are harmless there in their own book.
 D9  1886: `mode` is required except in Ramsch and eingepasst, and refused there. All result fields are
     refused in Ramsch. `value` of a Ramsch is 10, 20 or 30 (0 for the tie).
 D10 1886: the bid binds a stretched game as well (stage 1 is then compared with the bid, announcements
     forgotten); no exception is written.
 D11 1886: with Schneider angesagt and all tricks made without announcing them the stage is 4 ("the higher
     includes the lower").
 D12 1886: Grand ouvert bids are the multiples 6..9 of 24 (stage 5 plus Matadore), not what a stretched one
     costs.
 D13 En deux: `schenken_angenommen` is required beside `schenken`, so it has no default; given without
     `schenken` it answers nothing and is a violation, False as well. The only list of two is
     ["spiel", "schneider"], in this order; a list of one is that gift. A gift beside `strecken` is a violation.
 D14 En deux: "the levels announced" of an accepted gift are Hand, offen, offen offen, ouvert, an announced
     Schneider or Schwarz and its announcement. A "spiel" declined before an accepted "schneider" still counts
     its level.
 D15 `ueberreizt` is "exactly" value < bid, so a deal won by an accepted gift below the bid says True.
 D16 En deux: result fields beside an accepted gift (and `strecken` in 1886 and en deux): only the agreed
     contradictions and impossible numbers are refused; Augen and Stiche are those taken so far.
 D17 Offiziersskat: Augen 1 and 119 do not exist there either.
 D18 Hausrunde Ramsch: `value` already contains pushes and Jungfern (the wire lists only loss, Hand doubling,
     Kontra, Bock as later factors) but not the limit; `won` is True only for Durchmarsch. A
     `ramsch_limit` below 1 is a violation in every game; otherwise it is a setting, harmless outside Ramsch.
 D19 Hausrunde: a Durchmarsch leaves two players without a trick, but the amount is doubled only for the
     `jungfern` that are written: 120 x 2^schieben x 2^jungfern x (Bock, Kontra, Re), at most the limit. The
     lists show a Durchmarsch of +120. Written are none or both; one is a contradiction.
"""

from typing import Any

Line = dict[str, Any]
Answer = dict[str, int | bool | None]
Count = tuple[bool, bool, bool]

TRUMP_GAMES = ("karo", "herz", "pik", "kreuz", "grand")

DEFAULTS: dict[str, int | bool | str | list[str]] = {
    "hand": False,
    "schneider_angesagt": False,
    "schwarz_angesagt": False,
    "ouvert": False,
    "offen": False,
    "offen_offen": False,
    "kontra": False,
    "re": False,
    "strecken": False,
    "bock": False,
    "durchmarsch": False,
    "hand_doubled": True,
    "bid": 0,
    "jungfern": 0,
    "schieben": 0,
    "ramsch_limit": 250,
    "accounting": "einfach",
    "schenken": [],
    "cards": [],
    "skat": [],
}


def rate(line: Line) -> Answer | None:
    """Value one deal; None where the line is a violation."""
    book = line.get("rulebook")
    if book == "isko-2022":
        return rate_isko(line)
    if book == "altenburg":
        return rate_altenburg(line)
    if book == "skatordnung-1886":
        return rate_1886(line)
    if book == "skat-en-deux":
        return rate_en_deux(line)
    if book == "offiziersskat":
        return rate_offiziersskat(line)
    if book == "hausrunde":
        return rate_hausrunde(line)
    return None


# ------------------------------------------------------------------------------------------------------------
# Reading the wire (no book's business)
# ------------------------------------------------------------------------------------------------------------


def answer(
    score: int, won: bool, ueberreizt: bool, value: int | None, base: int | None, multiplier: int | None
) -> Answer:
    """The six fields of an answer."""
    return {
        "score": score,
        "won": won,
        "ueberreizt": ueberreizt,
        "value": value,
        "base": base,
        "multiplier": multiplier,
    }


def given(line: Line, name: str) -> bool:
    """The field is there at all."""
    return line.get(name) is not None


def said(line: Line, name: str) -> bool:
    """The field is there and says something else than its default (D1)."""
    if line.get(name) is None:
        return False
    if name in DEFAULTS:
        return bool(line[name] != DEFAULTS[name])
    return True


def says_any(line: Line, names: tuple[str, ...]) -> bool:
    """One of these fields says something."""
    return any(said(line, name) for name in names if name in line)


def yes(line: Line, name: str) -> bool:
    """A true/false field is true."""
    return line.get(name) is True


def rate_eingepasst(line: Line) -> Answer | None:
    """Convention: no other field with a non-default value (bid 0 allowed), except reason. 0 points.

    The settings of the table are none of the deal's fields (D8); where they are foreign to a book, the book
    has refused them before.
    """
    for name in line:
        if name not in ("rulebook", "game", "reason", "hand_doubled", "ramsch_limit") and said(line, name):
            return None
    return answer(0, won=False, ueberreizt=False, value=None, base=None, multiplier=None)


def impossible_result(line: Line) -> bool:
    """RULES 1 "Impossible and refused", for the ten-trick books."""
    augen = line.get("augen")
    stiche = line.get("stiche")
    # "Augen outside 0..120, or 1 or 119"
    if augen is not None and (augen < 0 or augen > 120 or augen == 1 or augen == 119):
        return True
    # "Stiche outside 0..10"
    if stiche is not None and (stiche < 0 or stiche > 10):
        return True
    if augen is not None and stiche is not None:
        # "all ten tricks with fewer than 120 Augen"
        if stiche == 10 and augen < 120:
            return True
        # "no trick with more than 22 Augen"
        if stiche == 0 and augen > 22:
            return True
    return False


def read_count(line: Line) -> Count | None:
    """Result of a suit game or Grand: (declarer reached 61, Schneider reached, Schwarz reached), or None."""
    if impossible_result(line):
        return None
    augen = line.get("augen")
    stiche = line.get("stiche")
    if augen is not None and stiche is not None:
        return read_pair(line, augen, stiche)
    if not given(line, "won"):
        # Convention: neither `won` nor the whole pair: the result is missing (D4).
        return None
    if augen is not None:
        return read_won_and_augen(line, augen)
    if stiche is not None:
        return read_won_and_stiche(line, stiche)
    return read_verdict(line)


def read_pair(line: Line, augen: int, stiche: int) -> Count | None:
    """Augen and Stiche; a verdict beside them must agree."""
    # RULES 1: "Won with 61 Augen (skat included)"
    won = augen >= 61
    # RULES 1: "the losing party has 30 Augen or fewer"; "Schneider is 90 Augen or more for the declarer"
    schneider = augen >= 90 or augen <= 30
    # RULES 1: "Schwarz: it took no trick"
    schwarz = stiche == 10 or stiche == 0
    # Convention: "If both are given they must agree."
    if given(line, "won") and line["won"] != won:
        return None
    if given(line, "schneider") and line["schneider"] != schneider:
        return None
    if given(line, "schwarz") and line["schwarz"] != schwarz:
        return None
    return won, schneider, schwarz


def read_won_and_augen(line: Line, augen: int) -> Count | None:
    """Convention for `won` with `augen` and no `stiche`."""
    won: bool = line["won"]
    if won != (augen >= 61):
        return None
    # "a stated schneider must equal (augen>=90 or augen<=30); unstated schneider is then read from the Augen"
    schneider = augen >= 90 or augen <= 30
    if given(line, "schneider") and line["schneider"] != schneider:
        return None
    # "schwarz, if stated True, must be compatible (won: augen 120; lost: augen<=22)"
    schwarz = yes(line, "schwarz")
    if schwarz and won and augen != 120:
        return None
    if schwarz and not won and augen > 22:
        return None
    return won, schneider, schwarz


def read_won_and_stiche(line: Line, stiche: int) -> Count | None:
    """`won` with `stiche` and no `augen`, "consistent in the same manner" (D3)."""
    won: bool = line["won"]
    if stiche == 10 or stiche == 0:
        # All ten tricks are 120 Augen, no trick is 22 at most; either is Schwarz and hence Schneider.
        if won != (stiche == 10):
            return None
        if given(line, "schneider") and line["schneider"] is False:
            return None
        if given(line, "schwarz") and line["schwarz"] is False:
            return None
        return won, True, True
    if yes(line, "schwarz"):
        return None
    return won, yes(line, "schneider"), False


def read_verdict(line: Line) -> Count | None:
    """`won` alone. Convention: not stated = False, except that schwarz True implies schneider."""
    won: bool = line["won"]
    schwarz = yes(line, "schwarz")
    if schwarz and line.get("schneider") is False:
        return None  # D2
    schneider = yes(line, "schneider") or schwarz
    return won, schneider, schwarz


def read_null(line: Line) -> bool | None:
    """Result of a Null: whether the declarer took no trick. Convention: `won` or `stiche`, augen optional."""
    if impossible_result(line):
        return None
    if says_null_level(line):
        return None
    won = line.get("won")
    stiche = line.get("stiche")
    if won is None and stiche is None:
        return None
    # RULES 1: "Null with no trick"
    if stiche is not None:
        if won is not None and won != (stiche == 0):
            return None
        won = stiche == 0
    if won and given(line, "augen") and line["augen"] > 22:
        return None  # D5
    return bool(won)


def says_null_level(line: Line) -> bool:
    """RULES 1: "Null has no Schneider/Schwarz." Convention: True is a violation, False is harmless."""
    return (
        yes(line, "schneider")
        or yes(line, "schwarz")
        or yes(line, "schneider_angesagt")
        or yes(line, "schwarz_angesagt")
    )


def read_cards(line: Line, hand_size: int) -> set[str] | None:
    """The declarer's cards with the skat; None where they are not what the wire asks for (D7)."""
    cards = split_cards(line.get("cards"))
    skat = split_cards(line.get("skat"))
    if len(cards) != hand_size:
        return None
    if hand_size == 10 and len(skat) != 2:
        return None
    if hand_size == 16 and len(skat) != 0:
        return None
    both = cards + skat
    for card in both:
        if len(card) != 2 or card[0] not in "CSHD" or card[1] not in "789TJQKA":
            return None
    if len(set(both)) != len(both):
        return None
    return set(both)


def split_cards(cards: Any) -> list[str]:
    """Cards as a list of codes or as one string of codes."""
    if cards is None:
        return []
    if isinstance(cards, str):
        return cards.split()
    return list(cards)


def count_spitzen(cards: set[str], game: str) -> int:
    """RULES 0: the unbroken run of trumps from the Kreuz-Bube down, held (+) or lacking (-)."""
    # RULES 0: "Kreuz-, Pik-, Herz-, Karo-Bube, then A 10 K D 9 8 7 of the suit (11 trumps). Grand: the four
    # Buben."
    if game == "grand":
        trumps = ["CJ", "SJ", "HJ", "DJ"]
    else:
        suit = {"karo": "D", "herz": "H", "pik": "S", "kreuz": "C"}[game]
        trumps = ["CJ", "SJ", "HJ", "DJ"] + [suit + rank for rank in "ATKQ987"]
    run = 0
    if "CJ" in cards:
        for trump in trumps:
            if trump not in cards:
                return run
            run += 1
        return run
    for trump in trumps:
        if trump in cards:
            return -run
        run += 1
    return -run


def possible_spitzen(spitzen: int, game: str) -> bool:
    """RULES 0: "1..11 in a suit, 1..4 in Grand", mit or ohne, never 0."""
    if game == "grand":
        return 1 <= abs(spitzen) <= 4
    return 1 <= abs(spitzen) <= 11


def read_spitzen(line: Line, game: str, hand_size: int = 10) -> int | None:
    """The Spitzen of a suit game or Grand, stated or derived from cards; None where missing or impossible."""
    spitzen: int | None = line.get("spitzen")
    if said(line, "cards") or said(line, "skat"):
        cards = read_cards(line, hand_size)
        if cards is None:
            return None
        derived = count_spitzen(cards, game)
        # WIRE: "a given `spitzen` that contradicts them is a violation"
        if spitzen is not None and spitzen != derived:
            return None
        spitzen = derived
    if spitzen is None or not possible_spitzen(spitzen, game):
        return None
    return spitzen


def null_has_wrong_cards(line: Line) -> bool:
    """WIRE: `spitzen` is absent for null; cards may be there, if they are proper ones (D7)."""
    if given(line, "spitzen"):
        return True
    if said(line, "cards") or said(line, "skat"):
        return read_cards(line, 10) is None
    return False


def read_replacement(line: Line) -> tuple[str, int] | None:
    """WIRE: `{"game":..., "spitzen":...}` for a Null that its bid has overtaken."""
    replacement = line.get("replacement")
    if replacement is None:
        return None
    game = replacement.get("game")
    spitzen = replacement.get("spitzen")
    if game not in TRUMP_GAMES or spitzen is None or not possible_spitzen(spitzen, game):
        return None
    if said(line, "cards"):
        cards = read_cards(line, 10)
        if cards is None or count_spitzen(cards, game) != spitzen:
            return None
    return game, spitzen


def round_up(bid: int, base: int) -> int:
    """The smallest number of bases that reaches the bid."""
    times = 1
    while base * times < bid:
        times += 1
    return times


def read_bid(line: Line) -> int:
    """WIRE: "the bid held, 0 or absent for none"."""
    bid = line.get("bid")
    if bid is None:
        return 0
    return int(bid)


# ------------------------------------------------------------------------------------------------------------
# 1. isko-2022
# ------------------------------------------------------------------------------------------------------------

# RULES 1: "the 63 values a game can have: every base x multiplier (suits 2..18, Grand 2..11) and the four
# Null values, 18 to 264"
ISKO_BIDS = (
    {9 * times for times in range(2, 19)}
    | {10 * times for times in range(2, 19)}
    | {11 * times for times in range(2, 19)}
    | {12 * times for times in range(2, 19)}
    | {24 * times for times in range(2, 12)}
    | {23, 35, 46, 59}
)

# RULES 1: "Not part of Skat: Kontra, Re, Ramsch, Bock, Revolution"; the rest are fields of other books.
ISKO_FOREIGN = (
    "mode",
    "offen",
    "offen_offen",
    "kontra",
    "re",
    "strecken",
    "schenken",
    "schenken_angenommen",
    "hand_doubled",
    "accounting",
    "losers",
    "jungfern",
    "bock",
    "schieben",
    "durchmarsch",
    "ramsch_limit",
)


def rate_isko(line: Line) -> Answer | None:
    """RULES 1."""
    if says_any(line, ISKO_FOREIGN):
        return None
    game = line.get("game")
    # "Eingepasst: a deal that counts, 0 points, nobody's game."
    if game == "eingepasst":
        return rate_eingepasst(line)
    # "Legal bids of this book"; "0/none means ungereizt"
    bid = read_bid(line)
    if bid != 0 and bid not in ISKO_BIDS:
        return None
    if game == "null":
        return isko_null(line, bid)
    if game in TRUMP_GAMES:
        return isko_trump(line, bid)
    # Ramsch is not part of Skat.
    return None


def isko_base(game: str) -> int:
    """RULES 1: "Karo 9, Herz 10, Pik 11, Kreuz 12, Grand 24"."""
    if game == "karo":
        return 9
    if game == "herz":
        return 10
    if game == "pik":
        return 11
    if game == "kreuz":
        return 12
    return 24


def isko_null(line: Line, bid: int) -> Answer | None:
    """RULES 1, Null."""
    if null_has_wrong_cards(line):
        return None
    no_trick = read_null(line)
    if no_trick is None:
        return None
    hand = yes(line, "hand")
    ouvert = yes(line, "ouvert")
    # "Null 23, Null Hand 35, Null ouvert 46, Null ouvert Hand 59"; "Null ouvert does not imply Hand"
    if hand and ouvert:
        value = 59
    elif ouvert:
        value = 46
    elif hand:
        value = 35
    else:
        value = 23
    # "Impossible Null (3.6.2): bid above the Null's value."
    if bid > value:
        # "The deal then needs `replacement` (game and Spitzen); without it the deal is refused"
        replacement = read_replacement(line)
        if replacement is None:
            return None
        game, spitzen = replacement
        base = isko_base(game)
        # "2 x base x max(|Spitzen| + 1 (+1 if the Null was Hand), ceil(bid/base)); ouvert and announcements
        # do not carry over"
        levels = abs(spitzen) + 1
        if hand:
            levels += 1
        multiplier = max(levels, round_up(bid, base))
        charged = base * multiplier
        return answer(-2 * charged, won=False, ueberreizt=True, value=charged, base=base, multiplier=multiplier)
    # Convention: `replacement` where the Null is not overtaken is a violation.
    if given(line, "replacement"):
        return None
    # "Won: +value. Lost: -2 x value, Hand and Null included."; WIRE: Null has `base` = its value,
    # `multiplier` 1
    if no_trick:
        return answer(value, won=True, ueberreizt=False, value=value, base=value, multiplier=1)
    return answer(-2 * value, won=False, ueberreizt=False, value=value, base=value, multiplier=1)


def isko_trump(line: Line, bid: int) -> Answer | None:
    """RULES 1, suit games and Grand."""
    if given(line, "replacement"):
        return None
    game: str = line["game"]
    spitzen = read_spitzen(line, game)
    if spitzen is None:
        return None
    count = read_count(line)
    if count is None:
        return None
    reached_61, schneider, schwarz = count
    # "ouvert (suit, Grand) => Schwarz angesagt => Schneider angesagt => Hand"
    ouvert = yes(line, "ouvert")
    schwarz_angesagt = yes(line, "schwarz_angesagt") or ouvert
    schneider_angesagt = yes(line, "schneider_angesagt") or schwarz_angesagt
    hand = yes(line, "hand") or schneider_angesagt
    # "Value = base x (|Spitzen| + levels). Levels, one each"
    base = isko_base(game)
    multiplier = abs(spitzen)
    # "Spiel (always)"
    multiplier += 1
    # "Hand"
    if hand:
        multiplier += 1
    # "Schneider": "A level counts whichever party reached it"; "An announced level that is missed is
    # charged"; "the level counts once even if the declarer himself stays under 31"
    if schneider or schneider_angesagt:
        multiplier += 1
    # "Schneider angesagt": "the level and its announcement"
    if schneider_angesagt:
        multiplier += 1
    # "Schwarz"; "D if he took no trick at all, Schwarz (unannounced) counts on top"
    if schwarz or schwarz_angesagt:
        multiplier += 1
    # "Schwarz angesagt"
    if schwarz_angesagt:
        multiplier += 1
    # "ouvert (offen)"
    if ouvert:
        multiplier += 1
    value = base * multiplier
    # "Overbid (3.6): if the value with every level really reached or announced is below the bid, the game is
    # lost whatever the Augen and costs 2 x base x ceil(bid / base)"
    if value < bid:
        times = round_up(bid, base)
        return answer(-2 * base * times, won=False, ueberreizt=True, value=base * times, base=base, multiplier=times)
    # "Won with 61 Augen"; "announced levels and ouvert (all ten tricks) must be reached"
    won = reached_61
    if schneider_angesagt and not schneider:
        won = False
    if schwarz_angesagt and not schwarz:
        won = False
    # "Won: +value. Lost: -2 x value, Hand and Null included."
    if won:
        return answer(value, won=True, ueberreizt=False, value=value, base=base, multiplier=multiplier)
    return answer(-2 * value, won=False, ueberreizt=False, value=value, base=base, multiplier=multiplier)


# ------------------------------------------------------------------------------------------------------------
# 2. altenburg
# ------------------------------------------------------------------------------------------------------------

# RULES 2: "its legal bids are 66: the 63 without 264, plus 252, 288, 324, 360"
ALTENBURG_BIDS = (ISKO_BIDS - {264}) | {252, 288, 324, 360}

# "As 1": Kontra, Re, Ramsch, Bock are not part of Skat; the rest are fields of other books.
ALTENBURG_FOREIGN = (
    "mode",
    "offen",
    "offen_offen",
    "kontra",
    "re",
    "strecken",
    "schenken",
    "schenken_angenommen",
    "hand_doubled",
    "accounting",
    "losers",
    "jungfern",
    "bock",
    "schieben",
    "durchmarsch",
    "ramsch_limit",
)


def rate_altenburg(line: Line) -> Answer | None:
    """RULES 2."""
    if says_any(line, ALTENBURG_FOREIGN):
        return None
    game = line.get("game")
    if game == "eingepasst":
        return rate_eingepasst(line)
    bid = read_bid(line)
    if bid != 0 and bid not in ALTENBURG_BIDS:
        return None
    if game == "null":
        return altenburg_null(line, bid)
    if game in TRUMP_GAMES:
        return altenburg_trump(line, bid)
    return None


def altenburg_base(game: str, ouvert: bool) -> int:
    """RULES 1 (as 1), and RULES 2: "Grand ouvert has the base 36"."""
    if game == "karo":
        return 9
    if game == "herz":
        return 10
    if game == "pik":
        return 11
    if game == "kreuz":
        return 12
    if ouvert:
        return 36
    return 24


def altenburg_null(line: Line, bid: int) -> Answer | None:
    """RULES 2, Null."""
    if null_has_wrong_cards(line):
        return None
    no_trick = read_null(line)
    if no_trick is None:
        return None
    hand = yes(line, "hand")
    ouvert = yes(line, "ouvert")
    # As 1: "Null 23, Null Hand 35, Null ouvert 46, Null ouvert Hand 59"
    if hand and ouvert:
        value = 59
    elif ouvert:
        value = 46
    elif hand:
        value = 35
    else:
        value = 23
    # "Lost games with the skat taken are doubled; lost Hand games are not (Null Hand -35, Null ouvert Hand
    # -59)"
    loss_factor = 1 if hand else 2
    # "A Null that its bid has overtaken ... is charged as in 1 (replacement game), Hand singly."
    if bid > value:
        replacement = read_replacement(line)
        if replacement is None:
            return None
        game, spitzen = replacement
        base = altenburg_base(game, ouvert=False)
        levels = abs(spitzen) + 1
        if hand:
            levels += 1
        multiplier = max(levels, round_up(bid, base))
        charged = base * multiplier
        return answer(
            -loss_factor * charged,
            won=False,
            ueberreizt=True,
            value=charged,
            base=base,
            multiplier=multiplier,
        )
    if given(line, "replacement"):
        return None
    if no_trick:
        return answer(value, won=True, ueberreizt=False, value=value, base=value, multiplier=1)
    return answer(-loss_factor * value, won=False, ueberreizt=False, value=value, base=value, multiplier=1)


def altenburg_trump(line: Line, bid: int) -> Answer | None:
    """RULES 2, suit games and Grand."""
    if given(line, "replacement"):
        return None
    game: str = line["game"]
    spitzen = read_spitzen(line, game)
    if spitzen is None:
        return None
    count = read_count(line)
    if count is None:
        return None
    reached_61, schneider, schwarz = count
    # "Grand ouvert: Always Hand"; "Offen exists only in suit games from the Hand and brings Schneider
    # angesagt and Schwarz angesagt with it"
    ouvert = yes(line, "ouvert")
    schwarz_angesagt = yes(line, "schwarz_angesagt") or ouvert
    schneider_angesagt = yes(line, "schneider_angesagt") or schwarz_angesagt
    hand = yes(line, "hand") or schneider_angesagt
    base = altenburg_base(game, ouvert)
    # "mit 4, Spiel 5, Hand 6, Schneider 7, Schneider angesagt 8, Schwarz 9, Schwarz angesagt 10"
    multiplier = abs(spitzen)
    multiplier += 1
    if hand:
        multiplier += 1
    # "The Schneider needed for the bid is charged only once, even if the declarer himself is Schneider."
    if schneider or schneider_angesagt:
        multiplier += 1
    if schneider_angesagt:
        multiplier += 1
    if schwarz or schwarz_angesagt:
        multiplier += 1
    if schwarz_angesagt:
        multiplier += 1
    # "Grand ouvert has ... no level 'offen'"; "The level Offen exists only in suit games" (Karo offen mit 11
    # = 9 x 18)
    if ouvert and game != "grand":
        multiplier += 1
    value = base * multiplier
    # "Lost games with the skat taken are doubled; lost Hand games are not"
    loss_factor = 1 if hand else 2
    # "Overbid: Hand games pay the base as often as needed to reach the bid, once; games with the skat twice
    # that"
    if value < bid:
        times = round_up(bid, base)
        return answer(
            -loss_factor * base * times,
            won=False,
            ueberreizt=True,
            value=base * times,
            base=base,
            multiplier=times,
        )
    # As 1: 61 Augen and the announced levels; "Grand ouvert: all ten tricks or lost"
    won = reached_61
    if schneider_angesagt and not schneider:
        won = False
    if schwarz_angesagt and not schwarz:
        won = False
    if won:
        return answer(value, won=True, ueberreizt=False, value=value, base=base, multiplier=multiplier)
    return answer(-loss_factor * value, won=False, ueberreizt=False, value=value, base=base, multiplier=multiplier)


# ------------------------------------------------------------------------------------------------------------
# 3. skatordnung-1886
# ------------------------------------------------------------------------------------------------------------

# Convention: every value a Solo, Grand (16), Grand ouvert (24) or Null/Null ouvert can have, and 20, 21, 40,
# 41. Solo: 1..11 Matadore + stage 1..5; Grand: 1..4 + 1..5; Grand ouvert: 1..4 + the fifth stage (D12).
BIDS_1886 = (
    {9 * times for times in range(2, 17)}
    | {10 * times for times in range(2, 17)}
    | {11 * times for times in range(2, 17)}
    | {12 * times for times in range(2, 17)}
    | {16 * times for times in range(2, 10)}
    | {24 * times for times in range(6, 10)}
    | {20, 21, 40, 41}
)

# WIRE: "`hand` in 1886 is a violation (the modes say it)"; the rest are fields of other books.
FOREIGN_1886 = (
    "hand",
    "replacement",
    "offen",
    "offen_offen",
    "kontra",
    "re",
    "schenken",
    "schenken_angenommen",
    "hand_doubled",
    "accounting",
    "bock",
    "schieben",
    "durchmarsch",
    "ramsch_limit",
)


def rate_1886(line: Line) -> Answer | None:
    """RULES 3."""
    if says_any(line, FOREIGN_1886):
        return None
    game = line.get("game")
    if game == "eingepasst":
        return rate_eingepasst(line)
    if game == "ramsch":
        return ramsch_1886(line)
    # Only a Ramsch has losers and Jungfern.
    if says_any(line, ("losers", "jungfern")):
        return None
    mode = line.get("mode")
    if mode not in ("frage", "tourne", "solo"):
        return None
    # Convention: "bid only with mode solo"
    bid = read_bid(line)
    if bid != 0 and mode != "solo":
        return None
    if bid != 0 and bid not in BIDS_1886:
        return None
    if game == "null":
        return null_1886(line, mode, bid)
    if game in TRUMP_GAMES:
        return trump_1886(line, mode, bid)
    return None


def ramsch_1886(line: Line) -> Answer | None:
    """RULES 3, Ramsch (§27)."""
    # A Ramsch has losers and Jungfern and nothing else (D9).
    for name in line:
        if name not in ("rulebook", "game", "reason", "losers", "jungfern") and said(line, name):
            return None
    # Convention: "`losers` is required ([] for the three-way tie, else 1 or 2 distinct seats 1..6), jungfern
    # 0..2"
    losers = line.get("losers")
    if losers is None or len(losers) > 2 or len(set(losers)) != len(losers):
        return None
    for seat in losers:
        if seat < 1 or seat > 6:
            return None
    jungfern = line.get("jungfern") or 0
    if jungfern not in (0, 1, 2):
        return None
    # Convention: "jungfern 2 needs exactly one loser, [] needs jungfern 0"
    if jungfern == 2 and len(losers) != 1:
        return None
    if len(losers) == 0 and jungfern != 0:
        return None
    # "all three level: nothing"
    if len(losers) == 0:
        return answer(0, won=False, ueberreizt=False, value=0, base=None, multiplier=None)
    # "pays 10 to each of the other participants; doubled if one player took no trick, tripled if one player
    # took all tricks"
    amount = 10
    if jungfern == 1:
        amount = 20
    if jungfern == 2:
        amount = 30
    return answer(-amount, won=False, ueberreizt=False, value=amount, base=None, multiplier=None)


def stretched_result_is_wrong(line: Line) -> bool:
    """Convention beside `strecken`: won must not be True, schneider/schwarz not True (D16)."""
    return impossible_result(line) or yes(line, "won") or yes(line, "schneider") or yes(line, "schwarz")


def null_1886(line: Line, mode: str, bid: int) -> Answer | None:
    """RULES 3, Null (§§18, 21)."""
    if null_has_wrong_cards(line):
        return None
    if says_null_level(line):
        return None
    ouvert = yes(line, "ouvert")
    # "Null 20; Null ouvert 40"; "Null-Tourné 10"
    if mode == "solo" and ouvert:
        base = 40
    elif mode == "solo":
        base = 20
    elif mode == "tourne" and not ouvert:
        base = 10
    else:
        # No Null as Frage; "Announcements and ouvert exist only in Solo and Grand solo"
        return None
    if yes(line, "strecken"):
        # Convention: "Strecken: ... Null at its value"
        if stretched_result_is_wrong(line):
            return None
        no_trick = False
    else:
        result = read_null(line)
        if result is None:
            return None
        no_trick = result
    # Convention: "a Null below its bid pays the smallest multiple of its value reaching the bid"
    if base < bid:
        times = round_up(bid, base)
        return answer(-base * times, won=False, ueberreizt=True, value=base * times, base=base, multiplier=times)
    # "Lost games are not doubled."
    if no_trick:
        return answer(base, won=True, ueberreizt=False, value=base, base=base, multiplier=1)
    return answer(-base, won=False, ueberreizt=False, value=base, base=base, multiplier=1)


def base_1886(game: str, mode: str, ouvert: bool) -> int | None:
    """RULES 3 (§35), base values; None where the game does not exist."""
    # "Frage Schellen 1, Rot 2, Grün 3, Eichel 4"
    if mode == "frage":
        return {"karo": 1, "herz": 2, "pik": 3, "kreuz": 4}.get(game)
    # "Tourné 5, 6, 7, 8; Grand tourné 12"
    if mode == "tourne":
        return {"karo": 5, "herz": 6, "pik": 7, "kreuz": 8, "grand": 12}.get(game)
    # "Grand (solo) 16; Grand ouvert 24"
    if game == "grand" and ouvert:
        return 24
    # "Solo 9, 10, 11, 12"
    return {"karo": 9, "herz": 10, "pik": 11, "kreuz": 12, "grand": 16}.get(game)


def trump_1886(line: Line, mode: str, bid: int) -> Answer | None:
    """RULES 3, Frage, Tourné, Solo and Grand."""
    game: str = line["game"]
    ouvert = yes(line, "ouvert")
    # "Announcements and ouvert exist only in Solo and Grand solo; in Frage, Tourné and Grand tourné they are
    # violations."
    if mode != "solo" and (ouvert or yes(line, "schneider_angesagt") or yes(line, "schwarz_angesagt")):
        return None
    # Convention: "ouvert only in Grand solo and Null solo (a suit Solo ouvert is a violation)"
    if ouvert and game != "grand":
        return None
    base = base_1886(game, mode, ouvert)
    if base is None:
        return None
    spitzen = read_spitzen(line, game)
    if spitzen is None:
        return None
    if yes(line, "strecken"):
        # "Strecken (§28) before the second lead: lost in stage 1, announcements forgotten."; Grand ouvert too
        if stretched_result_is_wrong(line):
            return None
        won = False
        stage = 1
    else:
        count = read_count(line)
        if count is None:
            return None
        won, stage = stage_1886(line, count)
    # "Value = base x (Matadore + Gewinnstufe)."
    multiplier = abs(spitzen) + stage
    value = base * multiplier
    # "`bid` carries that least value; a game below it is lost and pays the smallest multiple of its base that
    # reaches it" (D10 for strecken)
    if value < bid:
        times = round_up(bid, base)
        return answer(-base * times, won=False, ueberreizt=True, value=base * times, base=base, multiplier=times)
    # "the declarer receives the value from, or pays it to, every participant"; "Lost games are not doubled."
    if won:
        return answer(value, won=True, ueberreizt=False, value=value, base=base, multiplier=multiplier)
    return answer(-value, won=False, ueberreizt=False, value=value, base=base, multiplier=multiplier)


def stage_1886(line: Line, count: Count) -> tuple[bool, int]:
    """RULES 3 (§11): "einfach 1, Schneider 2, Schneider angesagt 3, Schwarz 4, Schwarz angesagt 5"."""
    reached_61, schneider, schwarz = count
    # "Grand ouvert is the fifth stage: ... won only with all tricks."
    if yes(line, "ouvert"):
        return reached_61 and schwarz, 5
    # Schwarz angesagt missed: "lost, and the declarer pays exactly what he would have won with it (stage 5)"
    if yes(line, "schwarz_angesagt"):
        return reached_61 and schwarz, 5
    if yes(line, "schneider_angesagt"):
        # Missed: stage 3, "whatever the Augen"; "A missed Schneider angesagt is stage 3 even without a trick"
        if not (reached_61 and schneider):
            return False, 3
        # "the higher includes the lower. So an unannounced Schwarz counts 4." (D11)
        if schwarz:
            return True, 4
        return True, 3
    # "Stage 4 for an unannounced Schwarz in every game"
    if schwarz:
        return reached_61, 4
    if schneider:
        return reached_61, 2
    return reached_61, 1


# ------------------------------------------------------------------------------------------------------------
# 4. skat-en-deux
# ------------------------------------------------------------------------------------------------------------

# RULES 4: "Its legal bids are 68: the 63 plus 171, 190, 209, 228, 288."
EN_DEUX_BIDS = ISKO_BIDS | {171, 190, 209, 228, 288}

EN_DEUX_FOREIGN = (
    "mode",
    "accounting",
    "losers",
    "jungfern",
    "bock",
    "schieben",
    "durchmarsch",
    "ramsch_limit",
)


def rate_en_deux(line: Line) -> Answer | None:
    """RULES 4."""
    if says_any(line, EN_DEUX_FOREIGN):
        return None
    game = line.get("game")
    if game == "eingepasst":
        return rate_eingepasst(line)
    bid = read_bid(line)
    if bid != 0 and bid not in EN_DEUX_BIDS:
        return None
    # "Kontra doubles, Re doubles again (only after Kontra)."
    if yes(line, "re") and not yes(line, "kontra"):
        return None
    if not gift_is_readable(line):
        return None
    if game == "null":
        return en_deux_null(line, bid)
    if game in TRUMP_GAMES:
        return en_deux_trump(line, bid)
    return None


def gift_is_readable(line: Line) -> bool:
    """WIRE: "spiel", "schneider" or both in turn, with `schenken_angenommen` for the last one (D13)."""
    if not said(line, "schenken"):
        return not given(line, "schenken_angenommen")
    if not given(line, "schenken_angenommen"):
        return False
    return gifts(line) in (["spiel"], ["schneider"], ["spiel", "schneider"])


def gifts(line: Line) -> list[str]:
    """The gifts in the order in which they were offered; one may be given as a word or as a list (D13)."""
    schenken = line.get("schenken")
    if schenken is None:
        return []
    if isinstance(schenken, str):
        return [schenken]
    return list(schenken)


def accepted_gift_result_is_wrong(line: Line) -> bool:
    """Convention for result fields beside an accepted gift."""
    # "accepted gift: won must not be False, schwarz not True, schneider True only if the gift was
    # 'schneider'"
    if impossible_result(line):
        return True
    if line.get("won") is False:
        return True
    if yes(line, "schwarz"):
        return True
    return yes(line, "schneider") and gifts(line) == ["spiel"]


def en_deux_base(game: str) -> int:
    """ISkO base values."""
    if game == "karo":
        return 9
    if game == "herz":
        return 10
    if game == "pik":
        return 11
    if game == "kreuz":
        return 12
    return 24


def en_deux_doublings(line: Line, hand: bool) -> int:
    """Hand doubling, Kontra and Re as one factor."""
    factor = 1
    # "Hand games: the game value is doubled after counting"; "a table may agree to leave this out (setting
    # `hand_doubled`). It applies to Null Hand too."
    if hand and line.get("hand_doubled") is not False:
        factor *= 2
    # "Kontra doubles, Re doubles again"
    if yes(line, "kontra"):
        factor *= 2
    if yes(line, "re"):
        factor *= 2
    return factor


def en_deux_null(line: Line, bid: int) -> Answer | None:
    """RULES 4, Null."""
    if null_has_wrong_cards(line):
        return None
    if says_null_level(line):
        return None
    # "Levels offen (+1, suit and Grand ...)"; "Strecken: only ... with Karo or Herz"
    if yes(line, "offen") or yes(line, "offen_offen") or yes(line, "strecken"):
        return None
    # "In Null only an accepted 'Spiel' has a meaning, anything else is a violation"
    accepted = False
    if said(line, "schenken"):
        if gifts(line) != ["spiel"] or not yes(line, "schenken_angenommen"):
            return None
        accepted = True
    hand = yes(line, "hand")
    ouvert = yes(line, "ouvert")
    if hand and ouvert:
        value = 59
    elif ouvert:
        value = 46
    elif hand:
        value = 35
    else:
        value = 23
    factor = en_deux_doublings(line, hand)
    # "accepted always ends the game won, even if it was already lost or the bid is short (D then at the real
    # value)"
    if accepted:
        if accepted_gift_result_is_wrong(line):
            return None
        # Convention: "For a Null with an accepted gift a replacement is not needed and is a violation."
        if given(line, "replacement"):
            return None
        return answer(value * factor, won=True, ueberreizt=value < bid, value=value, base=value, multiplier=1)
    no_trick = read_null(line)
    if no_trick is None:
        return None
    # "The impossible Null as in 1, its replacement doubled likewise"
    if bid > value:
        replacement = read_replacement(line)
        if replacement is None:
            return None
        game, spitzen = replacement
        base = en_deux_base(game)
        levels = abs(spitzen) + 1
        if hand:
            levels += 1
        multiplier = max(levels, round_up(bid, base))
        charged = base * multiplier
        return answer(
            -2 * charged * factor, won=False, ueberreizt=True, value=charged, base=base, multiplier=multiplier
        )
    if given(line, "replacement"):
        return None
    if no_trick:
        return answer(value * factor, won=True, ueberreizt=False, value=value, base=value, multiplier=1)
    return answer(-2 * value * factor, won=False, ueberreizt=False, value=value, base=value, multiplier=1)


def en_deux_small_game(game: str, bid: int) -> bool:
    """RULES 4, the games of Strecken and of the Oder-Spiele: bid 18 with Karo or Herz, bid 20 with Herz."""
    if bid == 18 and game == "karo":
        return True
    if bid == 18 and game == "herz":
        return True
    return bid == 20 and game == "herz"


def en_deux_trump(line: Line, bid: int) -> Answer | None:
    """RULES 4, suit games and Grand."""
    if given(line, "replacement"):
        return None
    game: str = line["game"]
    spitzen = read_spitzen(line, game)
    if spitzen is None:
        return None
    # WIRE: "`offen_offen` implies `offen`"; "offen and ouvert exclude one another"
    ouvert = yes(line, "ouvert")
    offen_offen = yes(line, "offen_offen")
    offen = yes(line, "offen") or offen_offen
    if offen and ouvert:
        return None
    if yes(line, "strecken"):
        return en_deux_strecken(line, bid, spitzen)
    # "Oder-Spiele: ... the opponent must give the game away at once ('Spiel'; it cannot be declined) or give
    # Kontra; not with offen offen, and not ungereizt. A deal with neither (and no Strecken) is a violation.
    # After Kontra ordinary Schenken is open again."
    if en_deux_small_game(game, bid) and not offen_offen and not yes(line, "kontra"):
        if gifts(line) != ["spiel"]:
            return None
        if not yes(line, "schenken_angenommen"):
            return None
    # As 1: "ouvert (suit, Grand) => Schwarz angesagt => Schneider angesagt => Hand"; offen has no
    # preconditions
    schwarz_angesagt = yes(line, "schwarz_angesagt") or ouvert
    schneider_angesagt = yes(line, "schneider_angesagt") or schwarz_angesagt
    hand = yes(line, "hand") or schneider_angesagt
    accepted = said(line, "schenken") and yes(line, "schenken_angenommen")
    declined = en_deux_declined(line)
    if accepted:
        # "accepted always ends the game won": "'Spiel' in the stage einfach, 'Schneider' in the stage
        # Schneider"
        if accepted_gift_result_is_wrong(line):
            return None
        reached_61 = True
        schneider = gifts(line) != ["spiel"]
        schwarz = False
    else:
        count = read_count(line)
        if count is None:
            return None
        reached_61, schneider, schwarz = count
    base = en_deux_base(game)
    multiplier = abs(spitzen)
    multiplier += 1
    if hand:
        multiplier += 1
    # Reached by either party, or announced; for an accepted gift "plus the levels announced, never less"
    if schneider or schneider_angesagt:
        multiplier += 1
    if schneider_angesagt:
        multiplier += 1
    if schwarz or schwarz_angesagt:
        multiplier += 1
    if schwarz_angesagt:
        multiplier += 1
    if ouvert:
        multiplier += 1
    # "offen (+1 ...) and offen offen (+1 more ...)"
    if offen:
        multiplier += 1
    if offen_offen:
        multiplier += 1
    # "Declined: one level more ('Schenken nicht angenommen')"; "both gifts may be offered and declined in one
    # deal, a level each"; "the level counts for the bid"
    multiplier += len(declined)
    value = base * multiplier
    factor = en_deux_doublings(line, hand)
    # "accepted always ends the game won, even if ... the bid is short (D then at the real value)"
    if accepted:
        return answer(value * factor, won=True, ueberreizt=value < bid, value=value, base=base, multiplier=multiplier)
    # "The overbid test uses the undoubled value; the multiple is then doubled for Hand, Kontra, Re like any
    # value"
    if value < bid:
        times = round_up(bid, base)
        return answer(
            -2 * base * times * factor,
            won=False,
            ueberreizt=True,
            value=base * times,
            base=base,
            multiplier=times,
        )
    won = reached_61
    if schneider_angesagt and not schneider:
        won = False
    if schwarz_angesagt and not schwarz:
        won = False
    # "the declarer must make the other side Schneider (resp. Schwarz) or loses"; a lost declined gift charges
    # "the levels a party really reached or announced, no more"
    if "spiel" in declined and not schneider:
        won = False
    if "schneider" in declined and not schwarz:
        won = False
    if won:
        return answer(value * factor, won=True, ueberreizt=False, value=value, base=base, multiplier=multiplier)
    return answer(-2 * value * factor, won=False, ueberreizt=False, value=value, base=base, multiplier=multiplier)


def en_deux_declined(line: Line) -> list[str]:
    """The gifts that were declined: all but the last, and the last where it was not accepted (D14)."""
    offered = gifts(line)
    if yes(line, "schenken_angenommen"):
        return offered[:-1]
    return offered


def en_deux_strecken(line: Line, bid: int, spitzen: int) -> Answer | None:
    """RULES 4: "Strecken: only at bid 18 with Karo or Herz, or at bid 20 with Herz"."""
    game: str = line["game"]
    if not en_deux_small_game(game, bid):
        return None
    # "without further levels"
    if yes(line, "hand") or yes(line, "schneider_angesagt") or yes(line, "schwarz_angesagt"):
        return None
    if yes(line, "ouvert") or yes(line, "offen") or yes(line, "offen_offen"):
        return None
    # "no Kontra"; no gift either (D13)
    if yes(line, "kontra") or said(line, "schenken"):
        return None
    if stretched_result_is_wrong(line):
        return None
    # "lost einfach"
    base = en_deux_base(game)
    multiplier = abs(spitzen) + 1
    value = base * multiplier
    return answer(-2 * value, won=False, ueberreizt=value < bid, value=value, base=base, multiplier=multiplier)


# ------------------------------------------------------------------------------------------------------------
# 5. offiziersskat
# ------------------------------------------------------------------------------------------------------------

# "no skat, no bidding"; convention: "no eingepasst, no null, no verdict fields"; the rest are fields of other
# books.
OFFIZIERSSKAT_FOREIGN = (
    "mode",
    "hand",
    "schneider_angesagt",
    "schwarz_angesagt",
    "ouvert",
    "bid",
    "won",
    "schneider",
    "schwarz",
    "replacement",
    "offen",
    "offen_offen",
    "kontra",
    "re",
    "strecken",
    "schenken",
    "schenken_angenommen",
    "hand_doubled",
    "losers",
    "jungfern",
    "bock",
    "schieben",
    "durchmarsch",
    "ramsch_limit",
)


def rate_offiziersskat(line: Line) -> Answer | None:
    """RULES 5."""
    if says_any(line, OFFIZIERSSKAT_FOREIGN):
        return None
    # "Suit or Grand."
    game = line.get("game")
    if game not in TRUMP_GAMES:
        return None
    # Convention: "accounting absent = einfach"
    accounting = line.get("accounting")
    if accounting is None:
        accounting = "einfach"
    if accounting not in ("einfach", "skatordnung"):
        return None
    # "Results come as Augen and Stiche (0..16), not as a verdict."
    augen = line.get("augen")
    stiche = line.get("stiche")
    if augen is None or stiche is None:
        return None
    if augen < 0 or augen > 120 or augen == 1 or augen == 119:
        return None
    if stiche < 0 or stiche > 16:
        return None
    # Convention: "stiche 16 requires augen 120, stiche 0 requires augen 0"
    if stiche == 16 and augen != 120:
        return None
    if stiche == 0 and augen != 0:
        return None
    # Convention: "spitzen optional (but in range if given) under einfach, required under skatordnung"
    spitzen = None
    if given(line, "spitzen") or said(line, "cards") or said(line, "skat") or accounting == "skatordnung":
        spitzen = read_spitzen(line, game, hand_size=16)
        if spitzen is None:
            return None
    # "the trump maker (who leads) needs 61, the other side 60"
    won = augen >= 61
    # "Stages of the winner: einfach 1, Schneider 2 (90 Augen or more ...), Schwarz 3 (all 16 tricks)."
    winner_augen = augen if won else 120 - augen
    winner_stiche = stiche if won else 16 - stiche
    if winner_stiche == 16:
        stage = 3
    elif winner_augen >= 90:
        stage = 2
    else:
        stage = 1
    # WIRE: "positive when the trump maker wins, negative when the other side does"
    sign = 1 if won else -1
    if accounting == "einfach" or spitzen is None:
        # "Accounting einfach: the winner of the deal gets 2, 3 or 4 points."
        points = {1: 2, 2: 3, 3: 4}[stage]
        return answer(sign * points, won=won, ueberreizt=False, value=points, base=None, multiplier=None)
    # "Accounting skatordnung: (Spitzen of the trump maker + stage) x base to the winner (D 9, 10, 11, 12,
    # Grand 24, ...; the trump maker's Spitzen even when he loses)."
    base = {"karo": 9, "herz": 10, "pik": 11, "kreuz": 12, "grand": 24}[game]
    multiplier = abs(spitzen) + stage
    value = base * multiplier
    return answer(sign * value, won=won, ueberreizt=False, value=value, base=base, multiplier=multiplier)


# ------------------------------------------------------------------------------------------------------------
# 5a. hausrunde
# ------------------------------------------------------------------------------------------------------------

# Convention: "no replacement field in hausrunde"; the rest are fields of other books.
HAUSRUNDE_FOREIGN = (
    "mode",
    "replacement",
    "offen",
    "offen_offen",
    "strecken",
    "schenken",
    "schenken_angenommen",
    "hand_doubled",
    "accounting",
    "losers",
)


def rate_hausrunde(line: Line) -> Answer | None:
    """RULES 5a."""
    if says_any(line, HAUSRUNDE_FOREIGN):
        return None
    if given(line, "ramsch_limit") and line["ramsch_limit"] < 1:
        return None
    game = line.get("game")
    if game == "eingepasst":
        return rate_eingepasst(line)
    # Convention: "`kontra` needed for `re`"
    if yes(line, "re") and not yes(line, "kontra"):
        return None
    if game == "ramsch":
        return hausrunde_ramsch(line)
    # Convention: "jungfern, schieben, durchmarsch only in ramsch"
    if says_any(line, ("jungfern", "schieben", "durchmarsch")):
        return None
    # Convention: "`bid` must be a legal ISkO bid"
    bid = read_bid(line)
    if bid != 0 and bid not in ISKO_BIDS:
        return None
    if game == "null":
        return hausrunde_null(line)
    if game in TRUMP_GAMES:
        return hausrunde_trump(line)
    return None


def hausrunde_doublings(line: Line) -> int:
    """RULES 5a: "Bock, Kontra, Re each double the score of a deal (won or lost)."."""
    factor = 1
    if yes(line, "bock"):
        factor *= 2
    if yes(line, "kontra"):
        factor *= 2
    if yes(line, "re"):
        factor *= 2
    return factor


def hausrunde_ramsch(line: Line) -> Answer | None:
    """RULES 5a, Ramsch."""
    # Convention: "spitzen, hand, announcements, bid>0, won/schneider/schwarz, stiche not allowed in ramsch"
    if says_any(line, ("spitzen", "cards", "skat", "bid", "won", "schneider", "schwarz", "stiche")):
        return None
    if says_any(line, ("hand", "schneider_angesagt", "schwarz_angesagt", "ouvert")):
        return None
    schieben = line.get("schieben") or 0
    jungfern = line.get("jungfern") or 0
    augen = line.get("augen")
    durchmarsch = yes(line, "durchmarsch")
    # "`schieben` 0..3", "`jungfern` 0..2"
    if schieben not in (0, 1, 2, 3):
        return None
    if jungfern not in (0, 1, 2):
        return None
    if durchmarsch:
        # "Durchmarsch (all tricks)": 120 Augen, implied if absent; Jungfern as written, none or both (D19)
        if augen is None:
            augen = 120
        if jungfern == 1 or augen != 120:
            return None
    # Convention: "ramsch needs augen 0..120, not 1, not 119 (the loser's)"
    if augen is None or augen < 0 or augen > 120 or augen == 1 or augen == 119:
        return None
    # "-Augen of the loser, doubled for each push of the skat, each player without a trick and for Bock,
    # Kontra, Re, at most 250 (setting `ramsch_limit`)"
    value = augen
    for _ in range(schieben):
        value *= 2
    for _ in range(jungfern):
        value *= 2
    amount = value * hausrunde_doublings(line)
    limit = line["ramsch_limit"] if given(line, "ramsch_limit") else 250
    if amount > limit:
        amount = limit
    # "Durchmarsch (all tricks): the same amount in plus."
    if durchmarsch:
        return answer(amount, won=True, ueberreizt=False, value=value, base=None, multiplier=None)
    return answer(-amount, won=False, ueberreizt=False, value=value, base=None, multiplier=None)


def hausrunde_null(line: Line) -> Answer | None:
    """RULES 5a, Null: ISkO, "but the bid is only recorded and never makes a deal lost"."""
    if null_has_wrong_cards(line):
        return None
    no_trick = read_null(line)
    if no_trick is None:
        return None
    if yes(line, "hand") and yes(line, "ouvert"):
        value = 59
    elif yes(line, "ouvert"):
        value = 46
    elif yes(line, "hand"):
        value = 35
    else:
        value = 23
    factor = hausrunde_doublings(line)
    if no_trick:
        return answer(value * factor, won=True, ueberreizt=False, value=value, base=value, multiplier=1)
    return answer(-2 * value * factor, won=False, ueberreizt=False, value=value, base=value, multiplier=1)


def hausrunde_trump(line: Line) -> Answer | None:
    """RULES 5a, suit games and Grand: ISkO without the overbid test."""
    game: str = line["game"]
    spitzen = read_spitzen(line, game)
    if spitzen is None:
        return None
    count = read_count(line)
    if count is None:
        return None
    reached_61, schneider, schwarz = count
    ouvert = yes(line, "ouvert")
    schwarz_angesagt = yes(line, "schwarz_angesagt") or ouvert
    schneider_angesagt = yes(line, "schneider_angesagt") or schwarz_angesagt
    hand = yes(line, "hand") or schneider_angesagt
    base = {"karo": 9, "herz": 10, "pik": 11, "kreuz": 12, "grand": 24}[game]
    multiplier = abs(spitzen) + 1
    if hand:
        multiplier += 1
    if schneider or schneider_angesagt:
        multiplier += 1
    if schneider_angesagt:
        multiplier += 1
    if schwarz or schwarz_angesagt:
        multiplier += 1
    if schwarz_angesagt:
        multiplier += 1
    if ouvert:
        multiplier += 1
    value = base * multiplier
    won = reached_61
    if schneider_angesagt and not schneider:
        won = False
    if schwarz_angesagt and not schwarz:
        won = False
    factor = hausrunde_doublings(line)
    if won:
        return answer(value * factor, won=True, ueberreizt=False, value=value, base=base, multiplier=multiplier)
    return answer(-2 * value * factor, won=False, ueberreizt=False, value=value, base=base, multiplier=multiplier)
