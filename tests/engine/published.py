"""Published values of deals, transcribed by hand with their source; no number here comes from a program.

`PUBLISHED`: (source, wire fields, score in points). A source that prints a value without saying how the deal
ended is entered as a plain win of the game it describes. Rows marked "by hand" apply a published rule or
formula with pencil and paper where the source prints the rule but not the product; the sum stands in the
source string.

`REFUSED`: (source, wire fields) of deals that a source declares impossible or no part of its game.

The lists of legal bids are literals, multiplied out by hand from base x multiplier.

Abbreviations: ISkO = Internationale Skatordnung; Altenburg = Skatordnung (Altenburg); 1886 = Allgemeine
deutsche Skatordnung; compact rules = Kompakte Skat-Regeln nach der ISkO.
"""

from typing import Any

Wire = dict[str, Any]


def isko(game: str, **fields: Any) -> Wire:
    """A deal under the ISkO."""
    return {"rulebook": "isko-2022", "game": game, **fields}


def altenburg(game: str, **fields: Any) -> Wire:
    """A deal under the Altenburg Skatordnung."""
    return {"rulebook": "altenburg", "game": game, **fields}


def of_1886(game: str, **fields: Any) -> Wire:
    """A deal under the Skatordnung of 1886."""
    return {"rulebook": "skatordnung-1886", "game": game, **fields}


def en_deux(game: str, **fields: Any) -> Wire:
    """A deal of Skat en deux."""
    return {"rulebook": "skat-en-deux", "game": game, **fields}


def offizier(augen: int, stiche: int, game: str = "karo", **fields: Any) -> Wire:
    """A deal of Offiziersskat."""
    return {"rulebook": "offiziersskat", "game": game, "augen": augen, "stiche": stiche, **fields}


def haus(game: str, **fields: Any) -> Wire:
    """A deal under the house rules."""
    return {"rulebook": "hausrunde", "game": game, **fields}


# The ten first bids as the compact rules print them: 18 - 20 - 22 - 23 - 24 - 27 - 30 - 33 - 35 - 36.
FIRST_BIDS = [18, 20, 22, 23, 24, 27, 30, 33, 35, 36]

# Multiplied out: the 17 values of each suit (x 2 to x 18), the 10 of Grand (x 2 to x 11), the four of Null.
KARO_VALUES = [18, 27, 36, 45, 54, 63, 72, 81, 90, 99, 108, 117, 126, 135, 144, 153, 162]
HERZ_VALUES = [20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 160, 170, 180]
PIK_VALUES = [22, 33, 44, 55, 66, 77, 88, 99, 110, 121, 132, 143, 154, 165, 176, 187, 198]
KREUZ_VALUES = [24, 36, 48, 60, 72, 84, 96, 108, 120, 132, 144, 156, 168, 180, 192, 204, 216]
GRAND_VALUES = [48, 72, 96, 120, 144, 168, 192, 216, 240, 264]
NULL_VALUES = [23, 35, 46, 59]

# The 63 bidding values of the ISkO in rising order.
ISKO_BIDS = [
    18, 20, 22, 23, 24, 27, 30, 33, 35, 36,
    40, 44, 45, 46, 48, 50, 54, 55, 59, 60,
    63, 66, 70, 72, 77, 80, 81, 84, 88, 90,
    96, 99, 100, 108, 110, 117, 120, 121, 126, 130,
    132, 135, 140, 143, 144, 150, 153, 154, 156, 160,
    162, 165, 168, 170, 176, 180, 187, 192, 198, 204,
    216, 240, 264,
]  # fmt: skip

# Altenburg: without 264, which only a Grand "offen" could reach, but with Grand ouvert 36 x 7 to x 10 (66
# values).
ALTENBURG_WITHOUT = [264]
ALTENBURG_BESIDES = [252, 288, 324, 360]

# En deux: the suits x 19 and Grand x 12 that "offen offen" adds (68 values).
EN_DEUX_BESIDES = [171, 190, 209, 228, 288]

# 1886, by value: Solo x 2 to x 16, Grand 16 x 2 to x 9, Grand ouvert 120 + 24 for each of one to four
# Matadore, Null 20 and Null ouvert 40, and one more where the Null must be outbid (21, 41).
BIDS_1886 = [
    18, 27, 36, 45, 54, 63, 72, 81, 90, 99, 108, 117, 126, 135, 144,
    20, 30, 40, 50, 60, 70, 80, 100, 110, 120, 130, 140, 150, 160,
    22, 33, 44, 55, 66, 77, 88, 121, 132, 143, 154, 165, 176,
    24, 48, 84, 96, 156, 168, 180, 192,
    32, 64, 112, 128,
    216,
    21, 41,
]  # fmt: skip

PUBLISHED: list[tuple[str, Wire, int]] = [
    # --- ISkO: control values of the rule text ------------------------------------------------------------
    (
        "ISkO 2.5: Kreuz Hand mit 1, Schneider angesagt, 89 Augen: 12 x 5 x 2",
        isko("kreuz", spitzen=1, hand=True, schneider_angesagt=True, augen=89, stiche=9),
        -120,
    ),
    (
        "ISkO 3.6: Karo ohne 1, bid 22, 90 Augen: the Schneider rescues the bid",
        isko("karo", spitzen=-1, bid=22, augen=90, stiche=9),
        27,
    ),
    (
        "ISkO 3.6: Karo ohne 1, bid 22, 89 Augen: overbid",
        isko("karo", spitzen=-1, bid=22, augen=89, stiche=9),
        -54,
    ),
    (
        "ISkO 3.6: Karo ohne 1, bid 22, no trick: not overbid",
        isko("karo", spitzen=-1, bid=22, augen=0, stiche=0),
        -72,
    ),
    ("ISkO: Grand ouvert mit 4", isko("grand", spitzen=4, ouvert=True, augen=120, stiche=10), 264),
    ("ISkO 5.2.6: Kreuz ouvert mit 2", isko("kreuz", spitzen=2, ouvert=True, augen=120, stiche=10), 108),
    ("ISkO: Kreuz ouvert mit 11", isko("kreuz", spitzen=11, ouvert=True, augen=120, stiche=10), 216),
    (
        "ISkO: Herz mit 4, Hand, Schneider angesagt and reached",
        isko("herz", spitzen=4, hand=True, schneider_angesagt=True, augen=95, stiche=9),
        80,
    ),
    (
        "ISkO: Pik Hand ohne 2, bid 44, Kreuz-Bube in the skat (mit 1)",
        isko("pik", spitzen=1, hand=True, bid=44, augen=75, stiche=7),
        -88,
    ),
    (
        "ISkO: Grand mit 1 at bid 60 (the wire's example answer)",
        isko("grand", spitzen=1, bid=60, won=True),
        -144,
    ),
    # --- ISkO: Null ---------------------------------------------------------------------------------------
    ("ISkO 2.4: Null 23", isko("null", won=True), 23),
    ("ISkO 2.4: Null Hand 35", isko("null", hand=True, stiche=0), 35),
    ("ISkO 2.4: Null ouvert 46", isko("null", ouvert=True, won=True), 46),
    ("ISkO 2.4: Null ouvert Hand 59", isko("null", ouvert=True, hand=True, won=True), 59),
    ("ISkO 2.4, lost doubled: Null, by hand 2 x 23", isko("null", stiche=1), -46),
    ("ISkO 2.4, lost doubled: Null Hand, by hand 2 x 35", isko("null", hand=True, won=False), -70),
    ("ISkO 2.4, lost doubled: Null ouvert, by hand 2 x 46", isko("null", ouvert=True, won=False), -92),
    (
        "ISkO 2.4, lost doubled: Null ouvert Hand, by hand 2 x 59",
        isko("null", ouvert=True, hand=True, won=False),
        -118,
    ),
    (
        "ISkO 3.6.2, by hand: Null at 24, named Kreuz mit 1: 2 x 12 x 2",
        isko("null", bid=24, won=True, replacement={"game": "kreuz", "spitzen": 1}),
        -48,
    ),
    (
        "ISkO 3.6.2, by hand: Null Hand at 36, named Karo ohne 1: 2 x 9 x max(3, 4)",
        isko("null", hand=True, bid=36, won=False, replacement={"game": "karo", "spitzen": -1}),
        -72,
    ),
    (
        "ISkO 3.6.2, by hand: Null at 27, named Herz mit 3: 2 x 10 x max(4, 3)",
        isko("null", bid=27, stiche=0, replacement={"game": "herz", "spitzen": 3}),
        -80,
    ),
    # --- ISkO: what the row says, and what the sheet says -------------------------------------------------
    ("ISkO 3.3.7: eingepasst", isko("eingepasst"), 0),
    (
        "Sheet A1.6: Kreuz mit 2, Schneider: mit 2, Spiel 3, Schneider 4 x 12",
        isko("kreuz", spitzen=2, won=True, schneider=True),
        48,
    ),
    ("Skatabrechnung: Karo ohne 2, Spiel 3, lost x 2: 6 x 9", isko("karo", spitzen=-2, won=False), -54),
    ("Sheet A6.2: Kreuz mit 1, won", isko("kreuz", spitzen=1, won=True), 24),
    ("Sheet A6.2: Kreuz ohne 1, won", isko("kreuz", spitzen=-1, won=True), 24),
    (
        "Sheet A6.2: Grand mit 3 Hand: mit 3, Spiel 4, Hand 5 x 24",
        isko("grand", spitzen=3, hand=True, won=True),
        120,
    ),
    ("Sheet A6.2: Herz ohne 2, Schneider, lost", isko("herz", spitzen=-2, won=False, schneider=True), -80),
    ("Sheet A6.2: Kreuz mit 3 Hand", isko("kreuz", spitzen=3, hand=True, won=True), 60),
    ("Sheet A6.2: mit 2, Spiel 3, Hand 4 x Kreuz", isko("kreuz", spitzen=2, hand=True, won=True), 48),
    ("Sheet A6.2: Null ouvert, won", isko("null", ouvert=True, won=True), 46),
    ("Sheet A6.2: eingepasst", isko("eingepasst", bid=0), 0),
    # --- compact rules ------------------------------------------------------------------------------------
    ("Compact rules: mit 2, Spiel 3, x Kreuz", isko("kreuz", spitzen=2, augen=70, stiche=6), 36),
    ("Compact rules: mit 3, Spiel 4, x Grand", isko("grand", spitzen=3, augen=61, stiche=5), 96),
    ("Compact rules: mit 2, Spiel 3 x Pik", isko("pik", spitzen=2, won=True), 33),
    ("Compact rules: mit 1, Spiel 2 x Grand", isko("grand", spitzen=1, won=True), 48),
    (
        "Compact rules: mit 4, Spiel 5, Hand 6, Schneider 7, Schneider angesagt 8 x Herz",
        isko("herz", spitzen=4, schneider_angesagt=True, won=True, schneider=True),
        80,
    ),
    (
        "Compact rules: fewer than 61: the double value taken off, by hand 2 x 33",
        isko("pik", spitzen=2, augen=60, stiche=5),
        -66,
    ),
    # --- first bids, each the smallest game that has it ---------------------------------------------------
    ("Altenburg: Karo mit Einem, Spiel 2 x 9", altenburg("karo", spitzen=1, won=True), 18),
    ("Altenburg: Karo ohne Einen, Spiel 2 x 9", altenburg("karo", spitzen=-1, won=True), 18),
    # --- Altenburg ----------------------------------------------------------------------------------------
    (
        "Altenburg: Grand ouvert mit Vieren: 10 x 36",
        altenburg("grand", spitzen=4, ouvert=True, augen=120, stiche=10),
        360,
    ),
    (
        "Altenburg: lost Hand games are not doubled: Grand ouvert mit 4",
        altenburg("grand", spitzen=4, ouvert=True, augen=110, stiche=9),
        -360,
    ),
    (
        "Altenburg: Karo offen mit 11: 9 x 18",
        altenburg("karo", spitzen=11, ouvert=True, won=True, schwarz=True),
        162,
    ),
    ("Altenburg: Null with the skat", altenburg("null", won=True), 23),
    ("Altenburg: Null from the hand", altenburg("null", hand=True, won=True), 35),
    ("Altenburg: Null ouvert", altenburg("null", ouvert=True, won=True), 46),
    ("Altenburg: Null ouvert from the hand", altenburg("null", ouvert=True, hand=True, won=True), 59),
    ("Altenburg: lost Null Hand, not doubled", altenburg("null", hand=True, won=False), -35),
    (
        "Altenburg: lost Null ouvert Hand, not doubled",
        altenburg("null", ouvert=True, hand=True, won=False),
        -59,
    ),
    ("Altenburg, lost with the skat doubled: Null, by hand 2 x 23", altenburg("null", won=False), -46),
    (
        "Altenburg, Hand not doubled, by hand: Pik Hand mit 1 at 44: 11 x 4",
        altenburg("pik", spitzen=1, hand=True, bid=44, augen=75, stiche=7),
        -44,
    ),
    (
        "Altenburg, by hand: Karo ohne 1 at 27, declarer himself Schneider: the case counts once, 2 x 9 x 3",
        altenburg("karo", spitzen=-1, bid=27, augen=25, stiche=2),
        -54,
    ),
    (
        "Altenburg, announced stage missed, by hand: Kreuz Hand mit 1, Schneider angesagt, 89: 12 x 5",
        altenburg("kreuz", spitzen=1, hand=True, schneider_angesagt=True, augen=89, stiche=9),
        -60,
    ),
    # --- 1886 ---------------------------------------------------------------------------------------------
    (
        "1886 §35: Grand ouvert 120 + 24",
        of_1886("grand", mode="solo", ouvert=True, spitzen=1, augen=120, stiche=10),
        144,
    ),
    (
        "1886 §35: Grand ouvert 120 + 4 x 24",
        of_1886("grand", mode="solo", ouvert=True, spitzen=4, won=True, schwarz=True),
        216,
    ),
    (
        "1886 §20, lost not doubled: Grand ouvert with a trick given away, 120 + 24",
        of_1886("grand", mode="solo", ouvert=True, spitzen=-1, augen=115, stiche=9),
        -144,
    ),
    ("1886 §35: Null 20", of_1886("null", mode="solo", won=True), 20),
    ("1886 §35: Null ouvert 40", of_1886("null", mode="solo", ouvert=True, stiche=0), 40),
    ("1886 §35, lost not doubled: Null ouvert", of_1886("null", mode="solo", ouvert=True, stiche=2), -40),
    ("1886 §18: Null-Tourné 10", of_1886("null", mode="tourne", won=True), 10),
    (
        "1886 §35, by hand: Frage in Schellen, one Matador: (1 + 1) x 1",
        of_1886("karo", mode="frage", spitzen=1, won=True),
        2,
    ),
    (
        "1886 §35, by hand: Frage in Eichel, ohne two, Schneider: (2 + 2) x 4",
        of_1886("kreuz", mode="frage", spitzen=-2, won=True, schneider=True),
        16,
    ),
    (
        "1886 §35, by hand: Tourné in Grün, one Matador, lost: (1 + 1) x 7",
        of_1886("pik", mode="tourne", spitzen=1, augen=60, stiche=5),
        -14,
    ),
    (
        "1886 §35, by hand: Grand tourné, one Matador: (1 + 1) x 12",
        of_1886("grand", mode="tourne", spitzen=1, won=True),
        24,
    ),
    (
        "1886 §35, by hand: Solo in Roth, three Matadore: (3 + 1) x 10",
        of_1886("herz", mode="solo", spitzen=3, won=True),
        40,
    ),
    (
        "1886 §12, by hand: Solo in Eichel, one Matador, Schneider angesagt, 89 Augen: (1 + 3) x 12",
        of_1886("kreuz", mode="solo", spitzen=1, schneider_angesagt=True, augen=89, stiche=8),
        -48,
    ),
    (
        "1886 §13, by hand: Solo in Eichel, one Matador, Schwarz angesagt, a trick lost: (1 + 5) x 12",
        of_1886("kreuz", mode="solo", spitzen=1, schwarz_angesagt=True, augen=120, stiche=9),
        -72,
    ),
    (
        "1886 §24, by hand: a plain Grand with two Matadore outbids Null ouvert: (2 + 1) x 16",
        of_1886("grand", mode="solo", spitzen=2, bid=41, won=True),
        48,
    ),
    (
        "1886 §24, by hand: a plain Grand with one Matador and Schneider outbids Null ouvert: (1 + 2) x 16",
        of_1886("grand", mode="solo", spitzen=1, bid=41, won=True, schneider=True),
        48,
    ),
    (
        "1886 §24 with §23, by hand: a plain Grand with one Matador does not, and pays 3 x 16",
        of_1886("grand", mode="solo", spitzen=1, bid=41, won=True),
        -48,
    ),
    ("1886 §27: Ramsch 10", of_1886("ramsch", losers=[2]), -10),
    ("1886 §27: Ramsch, two level, each 10", of_1886("ramsch", losers=[1, 3], jungfern=0), -10),
    ("1886 §27: Ramsch with a Jungfer", of_1886("ramsch", losers=[3], jungfern=1), -20),
    ("1886 §27: Ramsch with two Jungfern", of_1886("ramsch", losers=[1], jungfern=2), -30),
    ("1886 §27: Ramsch, all three level", of_1886("ramsch", losers=[]), 0),
    (
        "1886 §28, by hand: stretched Solo in Grün with Schneider angesagt, one Matador: (1 + 1) x 11",
        of_1886("pik", mode="solo", spitzen=1, schneider_angesagt=True, strecken=True),
        -22,
    ),
    # --- Skat en deux -------------------------------------------------------------------------------------
    (
        "En deux: Herz mit 2, Spiel 3, Hand 4, offen 5: bid value 50, written double",
        en_deux("herz", spitzen=2, hand=True, offen=True, won=True),
        100,
    ),
    (
        "En deux: the same where Hand doubling is left out",
        en_deux("herz", spitzen=2, hand=True, offen=True, won=True, hand_doubled=False),
        50,
    ),
    (
        "En deux: Herz mit 2, Spiel 3, Hand 4 without offen is 40 in classic Skat",
        isko("herz", spitzen=2, hand=True, won=True),
        40,
    ),
    (
        "En deux, by hand: mit 1, Spiel 2, Hand 3, Hand doubled 6, x Karo 9",
        en_deux("karo", spitzen=1, hand=True, won=True),
        54,
    ),
    ("En deux: Null Hand doubled, by hand 2 x 35", en_deux("null", hand=True, won=True), 70),
    (
        "En deux, by hand: Pik mit 1 under Kontra, won: 2 x 22",
        en_deux("pik", spitzen=1, kontra=True, won=True),
        44,
    ),
    (
        "En deux: Kontra and Re quadruple, by hand 4 x 22",
        en_deux("pik", spitzen=1, kontra=True, re=True, won=True),
        88,
    ),
    (
        "En deux, by hand: stretched Herz mit 1 at 18, einfach and lost: 2 x 20",
        en_deux("herz", spitzen=1, bid=18, strecken=True),
        -40,
    ),
    (
        "En deux, Oder-Spiel given away at once, by hand: Karo ohne 1 at 18",
        en_deux("karo", spitzen=-1, bid=18, schenken="spiel", schenken_angenommen=True),
        18,
    ),
    (
        "En deux, by hand: Pik mit 1, gift of Schneider accepted: (1 + 1 + 1) x 11",
        en_deux("pik", spitzen=1, bid=22, schenken="schneider", schenken_angenommen=True),
        33,
    ),
    (
        "En deux, by hand: Pik mit 1, gift declined and Schneider made: (1 + 1 + 1 + 1) x 11",
        en_deux("pik", spitzen=1, bid=22, schenken="spiel", schenken_angenommen=False, augen=96, stiche=8),
        44,
    ),
    (
        "En deux, by hand: Pik mit 1, gift declined, only 80 Augen: 2 x (1 + 1 + 1) x 11",
        en_deux("pik", spitzen=1, bid=22, schenken="spiel", schenken_angenommen=False, augen=80, stiche=7),
        -66,
    ),
    # --- Offiziersskat ------------------------------------------------------------------------------------
    ("Offiziersskat, table: 61 Augen, 2 points", offizier(61, 8), 2),
    ("Offiziersskat, table: 89 Augen, 2 points", offizier(89, 12), 2),
    ("Offiziersskat, prose: 90 Augen are Schneider, 3 points", offizier(90, 12), 3),
    ("Offiziersskat, table: more than 90 Augen, 3 points", offizier(91, 12), 3),
    ("Offiziersskat, table: 120 Augen but not all tricks, 3 points", offizier(120, 15), 3),
    ("Offiziersskat, table: 120 Augen and all tricks, 4 points", offizier(120, 16), 4),
    ("Offiziersskat, table: the other side 60 Augen, 2 points", offizier(60, 8), -2),
    ("Offiziersskat, table: the other side 89 Augen, 2 points", offizier(31, 4), -2),
    ("Offiziersskat, prose: the other side 90 Augen, 3 points", offizier(30, 4), -3),
    ("Offiziersskat, table: the other side 120 Augen and all tricks, 4 points", offizier(0, 0), -4),
    (
        "Offiziersskat, formula by hand: Herz mit drei, einfach: (3 + 1) x 10",
        offizier(70, 9, game="herz", spitzen=3, accounting="skatordnung"),
        40,
    ),
    (
        "Offiziersskat, formula by hand: Kreuz ohne sechs, the other side Schneider: (6 + 2) x 12",
        offizier(20, 3, game="kreuz", spitzen=-6, accounting="skatordnung"),
        -96,
    ),
    (
        "Offiziersskat, from cards: highest trump the Herz-Bube is ohne zwei, by hand (2 + 1) x 9",
        offizier(
            65,
            8,
            game="karo",
            accounting="skatordnung",
            cards="HJ DA DT D9 CA CT C9 C8 SA S9 S8 S7 HA H9 H8 H7",
        ),
        27,
    ),
    (
        "Offiziersskat, from cards: four Buben and the Zehn, no Ass, is mit vier, by hand (4 + 2) x 11",
        offizier(
            95,
            12,
            game="pik",
            accounting="skatordnung",
            cards="CJ SJ HJ DJ ST S9 S8 CA CT C9 HA HT H9 DA DT D9",
        ),
        66,
    ),
    # --- house rules --------------------------------------------------------------------------------------
    (
        "House rules, by hand: Kreuz mit 1 under Kontra, lost: 2 x 2 x 24",
        haus("kreuz", spitzen=1, kontra=True, won=False),
        -96,
    ),
    (
        "House rules, by hand: Grand mit 1 in Bock, won: 2 x 48",
        haus("grand", spitzen=1, bock=True, won=True),
        96,
    ),
    ("House rules, by hand: Ramsch 69 Augen", haus("ramsch", augen=69), -69),
    (
        "House rules, by hand: Ramsch 60 Augen, pushed once, one without a trick: 4 x 60",
        haus("ramsch", augen=60, schieben=1, jungfern=1),
        -240,
    ),
    ("House rules: Ramsch at most 250", haus("ramsch", augen=92, schieben=2), -250),
    ("House rules, the lists: a Durchmarsch with nothing else written", haus("ramsch", durchmarsch=True), 120),
    (
        "House rules, by hand: Durchmarsch with both Jungfern written, 4 x 120, at most 250",
        haus("ramsch", durchmarsch=True, jungfern=2),
        250,
    ),
    ("House rules: the bid is only recorded", haus("grand", spitzen=1, bid=60, won=True), 48),
]

REFUSED: list[tuple[str, Wire]] = [
    ("ISkO: Kontra is not part of Skat", isko("kreuz", spitzen=1, kontra=True, won=True)),
    ("ISkO: Bock is not part of Skat", isko("kreuz", spitzen=1, bock=True, won=True)),
    ("ISkO: Ramsch is not part of Skat", isko("ramsch", augen=60)),
    ("Altenburg: Ramsch is not part of Skat", altenburg("ramsch", losers=[1])),
    ("ISkO: 1 Auge does not exist", isko("kreuz", spitzen=1, augen=1, stiche=1)),
    ("ISkO: 119 Augen do not exist", isko("kreuz", spitzen=1, augen=119, stiche=9)),
    ("ISkO: 121 Augen", isko("kreuz", spitzen=1, augen=121, stiche=9)),
    ("ISkO: eleven tricks", isko("kreuz", spitzen=1, augen=120, stiche=11)),
    ("ISkO: all ten tricks are 120 Augen", isko("kreuz", spitzen=1, augen=118, stiche=10)),
    ("ISkO: no trick is 22 Augen at most", isko("kreuz", spitzen=1, augen=23, stiche=0)),
    ("ISkO: Spitzen are never 0", isko("kreuz", spitzen=0, won=True)),
    ("ISkO: twelve Spitzen in a suit", isko("kreuz", spitzen=12, won=True)),
    ("ISkO: five Spitzen in Grand", isko("grand", spitzen=-5, won=True)),
    ("ISkO: Null has no Schneider", isko("null", won=False, schneider=True)),
    ("ISkO: 19 is no bid", isko("kreuz", spitzen=1, bid=19, won=True)),
    ("ISkO 3.6.2: an impossible Null needs a game in its place", isko("null", bid=24, won=True)),
    ("WIRE: verdict against Augen", isko("kreuz", spitzen=1, won=True, augen=60)),
    ("Altenburg: 264 is no bid", altenburg("grand", spitzen=4, bid=264, won=True)),
    (
        "1886 §18: no announcement in Tourné",
        of_1886("herz", mode="tourne", spitzen=1, schneider_angesagt=True, won=True, schneider=True),
    ),
    ("1886 §16: no Grand as Frage", of_1886("grand", mode="frage", spitzen=1, won=True)),
    ("En deux: no Strecken above bid 20", en_deux("herz", spitzen=2, bid=30, strecken=True)),
    ("En deux: no Strecken with Hand", en_deux("herz", spitzen=1, bid=18, hand=True, strecken=True)),
    ("En deux: an Oder-Spiel needs a gift or Kontra", en_deux("herz", spitzen=1, bid=20, won=True)),
    ("En deux: Re only after Kontra", en_deux("pik", spitzen=1, re=True, won=True)),
    ("Offiziersskat: sixteen tricks", offizier(120, 17)),
    ("Offiziersskat: no Null", {"rulebook": "offiziersskat", "game": "null", "augen": 0, "stiche": 0}),
    ("House rules: Ramsch Augen above 120", haus("ramsch", augen=128)),
]
