"""Whole lists in the JSON form with their answers, worked out by hand; the sums stand beside them."""

from typing import Any, NamedTuple

Fields = dict[str, Any]


def row(
    nr: int, dealer: int, declarer: int | None = None, score: int = 0, total: int | None = None, **more: Any
) -> Fields:
    """An expected row: nobody's game has no declarer and no running total."""
    whole = {"nr": nr, "dealer": dealer, "declarer": declarer, "score": score, "total": total, **more}
    return {name: value for name, value in whole.items() if value is not None}


def players(names: str, *feet: tuple[int, int, int, int, int], cents: tuple[int, ...] = ()) -> list[Fields]:
    """Expected feet in the order of seats: Spielpunkte, won, lost, others' losses, Leistung."""
    titles = ("spielpunkte", "won", "lost", "others_lost", "leistung")
    found = [
        {"seat": seat, "name": name, **dict(zip(titles, foot, strict=True))}
        for seat, (name, foot) in enumerate(zip(names.split(), feet, strict=True), 1)
    ]
    for player, amount in zip(found, cents, strict=False):
        player["cents"] = amount
    return found


PASSED = {"game": "eingepasst"}


class Case(NamedTuple):
    """A list, its rows and feet, what it is reported for as (row, seat, code), and further fields of the answer."""

    given: Fields
    rows: list[Fields]
    players: list[Fields]
    findings: tuple[tuple[int | None, int | None, str], ...] = ()
    more: Fields = {}  # noqa: RUF012  # read only


CASES = {
    "ISkO at three: 50, 50 and 40": Case(
        {
            "seats": ["Anna", "Bert", "Cora"],
            "deals": [
                {"declarer": 1, "game": "grand", "spitzen": 1, "won": True},  # 24 x 2
                {"declarer": 2, "game": "kreuz", "spitzen": -2, "hand": True, "won": False},  # 12 x 4 x 2
                PASSED,
            ],
        },
        [row(1, 1, 1, 48, 48), row(2, 2, 2, -96, -96), row(3, 3)],
        players("Anna Bert Cora", (48, 1, 0, 1, 48 + 50 + 40), (-96, 0, 1, 0, -96 - 50), (0, 0, 0, 1, 40)),
    ),
    "ISkO at four: the dealer sits out and gets his 30": Case(
        {
            "seats": ["A", "B", "C", "D"],
            "evaluation": "seeger-fabian",
            "deals": [
                {"declarer": 2, "game": "pik", "spitzen": 1, "augen": 90, "stiche": 8},  # 11 x 3
                {"declarer": 1, "game": "null", "stiche": 1, "running": -46},
                {"declarer": 4, "score": 72},
                {"declarer": 1, "game": "karo", "spitzen": -1, "bid": 22, "augen": 89, "stiche": 9},  # 2 x 9 x 3
            ],
            "totals": [{"leistung": -200}, {"spielpunkte": 33, "won": 1, "lost": 0, "leistung": 143}, None, {}],
        },
        [row(1, 1, 2, 33, 33), row(2, 2, 1, -46, -46), row(3, 3, 4, 72, 72), row(4, 4, 1, -54, -100)],
        players(
            "A B C D",
            (-100, 0, 2, 0, -100 - 2 * 50),
            (33, 1, 0, 2, 33 + 50 + 2 * 30),
            (0, 0, 0, 2, 2 * 30),
            (72, 1, 0, 2, 72 + 50 + 2 * 30),
        ),
    ),
    "a table that shrinks: 30 for the first round, 40 for the second": Case(
        {
            "seats": ["A", "B", "C", "D"],
            "deals": [
                {"declarer": 3, "game": "herz", "spitzen": 1, "won": True},
                {"declarer": 1, "game": "herz", "spitzen": 1, "won": False},  # 30 for B, C, D
                PASSED,
                {"declarer": 2, "game": "grand", "spitzen": -1, "won": True},
                {"declarer": 4, "game": "karo", "spitzen": 2, "won": True, "seats_playing": [1, 2, 4]},
                {"declarer": 2, "game": "kreuz", "spitzen": 1, "won": False},  # 40 for A, D
                {"declarer": 1, "game": "null", "ouvert": True, "won": True},
            ],
        },
        [
            row(1, 1, 3, 20, 20), row(2, 2, 1, -40, -40), row(3, 3), row(4, 4, 2, 48, 48),
            row(5, 1, 4, 27, 27), row(6, 2, 2, -48, 0), row(7, 4, 1, 46, 6),
        ],
        players("A B C D", (6, 1, 1, 1, 46), (0, 1, 1, 1, 30), (20, 1, 0, 1, 100), (27, 1, 0, 2, 27 + 50 + 30 + 40)),
    ),
    "five players: two left neighbours and the right one hold cards, f is 24": Case(
        {
            "seats": ["A", "B", "C", "D", "E"],
            "deals": [
                {"declarer": 5, "game": "karo", "spitzen": 1, "won": True},  # A deals: B, C, E
                {"declarer": 5, "game": "grand", "spitzen": 1, "won": True},  # B deals: C, D, A
                {"declarer": 2, "game": "pik", "spitzen": 1, "won": False},  # C deals: D, E, B
                PASSED,
                {"declarer": 4, "game": "herz", "spitzen": -3, "won": True},  # E deals: A, B, D
            ],
        },
        [row(1, 1, 5, 18, 18), row(2, 2, 5, 0), row(3, 3, 2, -44, -44), row(4, 4), row(5, 5, 4, 40, 40)],
        players(
            "A B C D E", (0, 0, 0, 1, 24), (-44, 0, 1, 0, -94), (0, 0, 0, 1, 24), (40, 1, 0, 1, 114), (18, 1, 0, 1, 92)
        ),
        ((2, 5, "seat_without_cards"),),
    ),
    # Tourné: B gets 10 from each. Penalty: C pays 10 to each. Ramsch: C and D pay 10 to A and to B. Grand: D pays 32
    # to each. Together A -10+10+20+32, B 30+10+20+32, C -10-30-20+32, D -10+10-20-96.
    "1886: payment, a Ramsch of two losers, a penalty": Case(
        {
            "rulebook": "skatordnung-1886",
            "seats": ["A", "B", "C", "D"],
            "deals": [
                {"declarer": 2, "game": "karo", "mode": "tourne", "spitzen": 1, "won": True},  # 5 x (1 + 1)
                {"strafe": 10, "seat": 3, "reason": "Karten der anderen angesehen"},
                {"game": "ramsch", "losers": [3, 4]},
                {"declarer": 4, "game": "grand", "mode": "solo", "spitzen": -1, "won": False},  # 16 x (1 + 1)
                PASSED,
            ],
        },
        [
            row(1, 1, 2, 10, 10),
            {"nr": 2, "dealer": 2, "strafe": 10, "seat": 3, "reason": "Karten der anderen angesehen", "total": -30},
            row(3, 2, None, -10),
            row(4, 3, 4, -32, -32),
            row(5, 4),
        ],
        players("A B C D", (10, 0, 0, 1, 52), (20, 1, 0, 1, 92), (-40, 0, 0, 1, -28), (-32, 0, 1, 0, -116)),
    ),
    "Offiziersskat to ten points: only the winner is credited": Case(
        {
            "rulebook": "offiziersskat",
            "seats": ["A", "B"],
            "target": 10,
            "deals": [
                {"declarer": 1, "game": "herz", "augen": 61, "stiche": 8},
                {"declarer": 2, "game": "grand", "augen": 90, "stiche": 13},
                {"declarer": 1, "game": "karo", "augen": 28, "stiche": 5},  # B has 92: Schneider
                {"declarer": 2, "game": "pik", "augen": 120, "stiche": 16},
                {"declarer": 1, "game": "kreuz", "augen": 60, "stiche": 8},  # 60 are enough for B
            ],
        },
        [
            row(1, 2, 1, 2, 2, winner=1), row(2, 1, 2, 3, 3, winner=2), row(3, 2, 1, 3, 6, winner=2),
            row(4, 1, 2, 4, 10, winner=2), row(5, 2, 1, 2, 12, winner=2),
        ],
        players("A B", (2, 1, 0, 0, 2), (12, 4, 0, 0, 12)),
        ((5, 2, "after_target"),),
        {"winner": 2},
    ),
    "Offiziersskat by the Skatordnung: (Spitzen + stage) x base": Case(
        {
            "rulebook": "offiziersskat",
            "accounting": "skatordnung",
            "seats": ["A", "B"],
            "target": 500,
            "deals": [
                {"declarer": 1, "game": "grand", "spitzen": -3, "augen": 20, "stiche": 4},  # (3 + 2) x 24 to B
                {"declarer": 2, "game": "kreuz", "spitzen": 11, "augen": 120, "stiche": 16},  # (11 + 3) x 12
                {"declarer": 1, "game": "karo", "spitzen": 1, "augen": 75, "stiche": 9},  # (1 + 1) x 9
            ],
        },
        [row(1, 2, 1, 120, 120, winner=2), row(2, 1, 2, 168, 288, winner=2), row(3, 2, 1, 18, 18, winner=1)],
        players("A B", (18, 1, 0, 0, 18), (288, 2, 0, 0, 288)),
        more={"winner": None},
    ),
    "en deux: Hand, Kontra and Re double, a gift and Strecken end a game": Case(
        {
            "rulebook": "skat-en-deux",
            "seats": ["A", "B"],
            "deals": [
                # 10 x (2 + Spiel, Hand, offen), doubled
                {"declarer": 2, "game": "herz", "spitzen": 2, "hand": True, "offen": True, "bid": 50, "won": True},
                {"declarer": 1, "game": "karo", "spitzen": 1, "bid": 18, "strecken": True},  # 9 x 2 x 2
                {
                    "declarer": 1, "game": "herz", "spitzen": -1, "bid": 20,
                    "schenken": "spiel", "schenken_angenommen": True,
                },
                {"declarer": 2, "game": "grand", "spitzen": 1, "bid": 24, "kontra": True, "re": True, "won": False},
            ],
        },
        [row(1, 1, 2, 100, 100), row(2, 2, 1, -36, -36), row(3, 1, 1, 20, -16), row(4, 2, 2, -384, -284)],
        players("A B", (-16, 1, 1, 1, -16), (-284, 1, 1, 1, -284)),
    ),
    "en deux without Hand doubling, with Seeger-Fabian and its 40": Case(
        {
            "rulebook": "skat-en-deux",
            "hand_doubled": False,
            "seats": ["A", "B"],
            "evaluation": "seeger-fabian",
            "deals": [
                {"declarer": 2, "game": "herz", "spitzen": 2, "hand": True, "offen": True, "bid": 50, "won": True},
                {"declarer": 1, "game": "null", "hand": True, "won": False},  # 35 x 2
            ],
        },
        [row(1, 1, 2, 50, 50), row(2, 2, 1, -70, -70)],
        players("A B", (-70, 0, 1, 0, -70 - 50), (50, 1, 0, 1, 50 + 50 + 40)),
    ),
    "house round: a Ramsch enters neither counter, the bid loses nothing": Case(
        {
            "rulebook": "hausrunde",
            "ramsch_limit": 200,
            "seats": ["A", "B", "C"],
            "deals": [
                {"declarer": 3, "game": "pik", "spitzen": 2, "bock": True, "kontra": True, "won": True},  # 33 x 4
                {"declarer": 1, "game": "ramsch", "augen": 70, "schieben": 1, "jungfern": 1},  # 280, at most 200
                {"declarer": 2, "game": "ramsch", "durchmarsch": True},
                {"declarer": 2, "game": "karo", "spitzen": -1, "bid": 40, "bock": True, "won": False},  # 18 x 2 x 2
                {**PASSED, "bock": None},
                PASSED,
            ],
        },
        [
            row(1, 1, 3, 132, 132), row(2, 2, 1, -200, -200), row(3, 3, 2, 120, 120), row(4, 1, 2, -72, 48),
            row(5, 2), row(6, 3),
        ],
        players("A B C", (-200, 0, 0, 1, -160), (48, 0, 1, 0, -2), (132, 1, 0, 1, 132 + 50 + 40)),
    ),
    # 4 x own - 284, a quarter of a cent a point.
    "Altenburg: the points settled in cents": Case(
        {
            "rulebook": "altenburg",
            "seats": ["A", "B", "C", "D"],
            "stake_cents": "1/4",
            "deals": [
                {"declarer": 2, "game": "grand", "spitzen": 4, "ouvert": True, "won": True, "schwarz": True},  # 36 x 10
                {"declarer": 4, "game": "kreuz", "spitzen": 1, "hand": True, "won": False},  # 12 x 3, once
                {"declarer": 1, "game": "herz", "spitzen": 1, "won": False},
                PASSED,
            ],
        },
        [row(1, 1, 2, 360, 360), row(2, 2, 4, -36, -36), row(3, 3, 1, -40, -40), row(4, 4)],
        players(
            "A B C D",
            (-40, 0, 1, 1, -40), (360, 1, 0, 2, 360), (0, 0, 0, 2, 0), (-36, 0, 1, 1, -36),
            cents=(-111, 289, -71, -107),
        ),
    ),
    # 36 and twice -18 at a tenth of a cent: 3.6, -1.8, -1.8; rounded down one cent is missing, the first is next to it.
    "payment with odd cents": Case(
        {
            "rulebook": "altenburg",
            "seats": ["A", "B", "C"],
            "evaluation": "payment",
            "stake_cents": 0.1,
            "deals": [{"declarer": 1, "score": 18}, PASSED, PASSED],
        },
        [row(1, 1, 1, 18, 18), row(2, 2), row(3, 3)],
        players("A B C", (18, 1, 0, 0, 36), (0, 0, 0, 0, -18), (0, 0, 0, 0, -18), cents=(4, -2, -2)),
    ),
    "a struck row, a score that no game has, sums of the paper that are wrong": Case(
        {
            "seats": ["A", "B", "C"],
            "deals": [
                {"void": True, "declarer": 2, "score": 48, "reason": "Vergeben"},
                {"declarer": 2, "score": 48, "running": 48},
                {"declarer": 3, "score": -37},
                {"declarer": 1, "score": -46, "running": -64},
            ],
            "totals": [{"spielpunkte": -46, "won": 0, "lost": 1, "leistung": -96}, {"won": 1, "leistung": 150}, {}],
        },
        [
            {"nr": 1, "dealer": 1, "void": True, "reason": "Vergeben"},
            row(2, 1, 2, 48, 48), row(3, 2, 3, 0, 0), row(4, 3, 1, -46, -46),
        ],
        players("A B C", (-46, 0, 1, 0, -96), (48, 1, 0, 1, 48 + 50 + 40), (0, 0, 0, 1, 40)),
        ((3, 3, "score_impossible"), (4, 1, "running_total"), (None, 2, "total_differs")),
    ),
    "seat 3 deals first, deals himself in, a row is missing, a round is not finished": Case(
        {
            "seats": ["A", "B", "C", "D"],
            "first_dealer": 3,
            "evaluation": "seeger",
            "deals": [
                {"declarer": 3, "game": "karo", "spitzen": 1, "won": True},
                {"declarer": 3, "game": "karo", "spitzen": 1, "won": True},
                {},
                {"declarer": 9, "score": 24},
                {"declarer": 1, "game": "herz", "spitzen": 12, "won": True},
            ],
        },
        [row(1, 3, 3, 0), row(2, 4, 3, 18, 18), row(3, 1), row(4, 2, 9, 0), row(5, 3, 1, 0, 0)],
        players("A B C D", (0, 0, 0, 0, 0), (0, 0, 0, 0, 0), (18, 1, 0, 0, 68), (0, 0, 0, 0, 0)),
        (
            (1, 3, "seat_deals"), (3, None, "row_missing"), (4, 9, "seat_unknown"), (5, 1, "spitzen_impossible"),
            (None, None, "rounds_incomplete"),
        ),
    ),
    "Offiziersskat counts einfach unless the table says otherwise: 18 is no bare score": Case(
        {
            "rulebook": "offiziersskat",
            "seats": ["A", "B"],
            "deals": [{"declarer": 1, "score": 18}, {"declarer": 2, "score": 2}],
        },
        [row(1, 2, 1, 0), row(2, 1, 2, 2, 2, winner=2)],
        players("A B", (0, 0, 0, 0, 0), (2, 1, 0, 0, 2)),
        ((1, 1, "score_impossible"),),
    ),
    "a score beside a deal is compared, another book in a row is refused": Case(
        {
            "seats": ["A", "B", "C"],
            "evaluation": "spielpunkte",
            "deals": [
                {"declarer": 1, "game": "grand", "spitzen": 1, "won": True, "score": 48},
                {"declarer": 2, "game": "grand", "spitzen": 1, "won": True, "score": 40},
                {"declarer": 3, "rulebook": "altenburg", "game": "null", "hand": True, "won": False},
            ],
        },
        [row(1, 1, 1, 48, 48), row(2, 2, 2, 48, 48), row(3, 3, 3, 0, 0)],
        players("A B C", (48, 1, 0, 0, 48), (48, 1, 0, 0, 48), (0, 0, 0, 0, 0)),
        ((2, 2, "score_differs"), (3, 3, "rulebook_differs")),
    ),
    "penalties that cannot be read are struck and the dealer stays": Case(
        {
            "seats": ["A", "B", "C"],
            "evaluation": "payment",
            "deals": [
                {"strafe": -5, "seat": 1, "reason": "Vergeben"},
                {"strafe": "10", "seat": 1, "reason": "Vergeben"},
                {"strafe": 10, "seat": 1, "reason": "Vergeben", "declarer": 2},
                {"strafe": 10, "seat": 1},
                PASSED, PASSED, PASSED,
            ],
        },
        [
            *({"nr": nr, "dealer": 1, "void": True, "reason": "Vergeben"} for nr in (1, 2, 3)),
            {"nr": 4, "dealer": 1, "strafe": 10, "seat": 1, "reason": "", "total": -20},
            row(5, 1), row(6, 2), row(7, 3),
        ],
        players("A B C", (-20, 0, 0, 0, -20), (10, 0, 0, 0, 10), (10, 0, 0, 0, 10)),
        ((1, 1, "penalty_form"), (2, 1, "wrong_kind"), (3, 1, "field_not_in_game"), (4, 1, "reason_missing")),
    ),
    "six players with the bonus of the event": Case(
        {
            "seats": ["A", "B", "C", "D", "E", "F"],
            "opponents_bonus": {"6": 20},
            "deals": [{"declarer": 6, "game": "null", "won": False}, PASSED, PASSED, PASSED, PASSED, PASSED],
        },
        [row(1, 1, 6, -46, -46), *(row(nr, nr) for nr in range(2, 7))],
        players("A B C D E F", *[(0, 0, 0, 1, 20)] * 5, (-46, 0, 1, 0, -96)),
    ),
}  # fmt: skip
