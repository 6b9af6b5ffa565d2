"""The engine's command line with a fixed set of deals, lists and records, legal or not."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any, Final

BOOKS: Final = ("isko-2022", "altenburg", "skatordnung-1886", "skat-en-deux", "offiziersskat", "hausrunde")
GAMES: Final = ("karo", "herz", "pik", "kreuz", "grand", "null", "ramsch", "durchmarsch", "eingepasst", "oder", "frage")
DEALS: Final = 3_000
LISTS: Final = 40
FEET: Final = 20
SCORES: Final = (-1000, -96, -80, -54, 0, 18, 23, 59, 120)
FLAGS: Final = (
    *("hand", "schneider_angesagt", "schwarz_angesagt", "ouvert", "offen", "offen_offen", "bock", "kontra", "re"),
    *("strecken", "schenken_angenommen", "schneider", "schwarz", "durchmarsch"),
)
RARE: Final[dict[str, tuple[Any, ...]]] = {
    "bid": (0, 18, 20, 23, 24, 30, 35, 41, 46, 59, 60, 96, 264, 360, "20"),
    "augen": (0, 29, 30, 31, 59, 60, 61, 89, 90, 119, 120, 121),
    "stiche": (0, 1, 4, 5, 9, 10, 16, 17),
    "mode": ("frage", "tourne", "solo", "hand"),
    "replacement": ({"game": "karo", "spitzen": 1}, {"game": "grand", "spitzen": -2}, {"game": "null"}, 5),
    "schenken": ("spiel", "schneider", ["spiel", "schneider"], []),
    "losers": ([], [1], [2], [1, 3], [4]),
    "jungfern": (0, 1, 2),
    "schieben": (0, 1, 3),
    "reason": ("Revoke", ""),
    "cards": ("CJ SJ HJ CA CT CK CQ C9 C8 C7",),
    "skat": ("D7 D8", []),
    "farbe": ("rot",),
}
RECORD: Final = (
    "(;GM[Skat]PC[International Skat Server]CO[]SE[7]ID[{id}]DT[2021-04-30/01:07:29/UTC]P0[anna]P1[bert]P2[cora]"
    "R0[]R1[0.0]R2[null]MV[w CJ.SJ.HJ.DJ.CA.CT.CK.CQ.C9.C8.SA.ST.SK.SQ.S9.S8.S7.C7.HA.HT.HK.HQ.H9.H8.H7.DA.DT.DK.DQ.D9"
    ".D8.D7 1 18 0 y 1 p 2 p 0 {contract} {tricks} ]R[d:0 {result} v:120 m:4 bidok p:77 t:8 s:0 z:0 p0:0 p1:0 p2:0 l:-1"
    " to:-1 r:0] ;)"
)
TRICKS: Final = (
    "0 CJ 1 S7 2 D9 0 SJ 1 S8 2 H7 0 HJ 1 S9 2 H8 0 DJ 1 SQ 2 H9 0 CA 1 C7 2 HQ 0 CT 1 SK 2 DQ 0 CK 1 ST 2 HK"
    " 0 CQ 1 SA 2 DK 0 C9 1 HA 2 DT 0 C8 1 HT 2 DA"
)


def random_deal(random: Random) -> dict[str, Any]:
    """A deal with a few fields, seldom one that cannot be."""
    deal: dict[str, Any] = {"game": random.choice(GAMES[:6] if random.random() < 0.85 else GAMES)}
    if deal["game"] not in {"null", "eingepasst"} and random.random() < 0.95:
        deal["spitzen"] = random.choice((-5, -2, -1, 1, 1, 1, 2, 3, 4, 11, 12))
    for flag in FLAGS:
        if random.random() < 0.08:
            deal[flag] = random.random() < 0.9
    for name, values in RARE.items():
        if random.random() < 0.05:
            deal[name] = random.choice(values)
    if random.random() < 0.95:
        deal["won"] = random.random() < 0.8
    return deal


def random_list(random: Random, book: str) -> dict[str, Any]:
    """A list of a few rounds with slips in it, or only its foot."""
    size = random.choice((3, 4)) if book != "skat-en-deux" else 2
    whole: dict[str, Any] = {"rulebook": book, "seats": [f"Spieler {seat}" for seat in range(1, size + 1)]}
    if random.random() < 0.7:
        whole["evaluation"] = random.choice(("seeger-fabian", "spielpunkte", "bierlachs", "leistung"))
    whole["deals"] = [random_row(random, size) for _ in range(size * random.randint(1, 4))]
    if random.random() < 0.3:
        whole["stake_cents"] = random.choice((1, 2, -1))
    return whole


def random_foot(random: Random, book: str) -> dict[str, Any]:
    """The foot of a list alone, with one number that is another."""
    size = 2 if book in {"skat-en-deux", "offiziersskat"} else 4
    counts = [(random.randint(5, 12), random.randint(0, 3)) for _ in range(size)]
    feet = []
    for won, lost in counts:
        points = random.randint(-100, 900)
        others = sum(other for _won, other in counts) - lost
        total = points + 50 * (won - lost) + 30 * others
        feet.append({"spielpunkte": points, "won": won, "lost": lost, "leistung": total})
    foot, name = random.choice(feet), random.choice(("spielpunkte", "won", "lost", "leistung"))
    foot[name] += random.choice((1, -1, 10, 100, 9, 50))
    deals = sum(won + lost for won, lost in counts)
    whole = {"deals": deals, "eingepasst": random.choice((0, 0, 1)), "feet": feet}
    return {"rulebook": book, "seats": ["A", "B", "C", "D"][:size], "evaluation": "seeger-fabian", "foot": whole}


def random_row(random: Random, size: int) -> dict[str, Any]:
    """A row of a list: a deal with its declarer, a bare score, or a penalty."""
    kind = random.random()
    if kind < 0.03:
        return {"strafe": random.choice((10, 50, 0)), "seat": random.randint(1, size), "reason": "vergeben"}
    row: dict[str, Any] = {"declarer": random.randint(1, size if random.random() < 0.98 else 7)}
    if kind < 0.5:
        row["score"] = random.choice((18, 24, 48, 23, -46, -48, 33, 120, -96, 19))
    else:
        row |= {"game": random.choice(GAMES[:5]), "spitzen": random.choice((1, 2, -1)), "won": random.random() < 0.8}
    if random.random() < 0.1:
        row["running"] = random.choice((24, 48, 0, -96))
    return row


def write_engine(root: Path, folder: Path) -> None:
    """What every command answers, with the status it ends with."""
    folder.mkdir(parents=True)
    for book in BOOKS:
        random = Random(book)
        deals = "".join(json.dumps(random_deal(random)) + "\n" for _ in range(DEALS))
        _write(root, folder / f"rate_{book}.txt", deals, "rate", "--rulebook", book)
        lists = "\n\n".join(json.dumps(random_list(random, book)) for _ in range(LISTS))
        _write(root, folder / f"list_{book}.txt", lists, "list")
        feet = "\n\n".join(json.dumps(random_foot(random, book)) for _ in range(FEET))
        _write(root, folder / f"foot_{book}.txt", feet, "list")
        # All deals of Skat en deux are too many to be gone through more than once.
        for score in SCORES if book != "skat-en-deux" else SCORES[-1:]:
            _write(root, folder / f"explain_{book}_{score}.txt", "", "explain", "--rulebook", book, str(score))
    _write(root, folder / "odd_lines.txt", '{"game": "herz"\n[]\n5\n\n{"game": "herz", "game": "pik"}\nNaN\n', "rate")
    contracts = ("s w D8.D7 0 G.CT.CK", "s w D8.D7 0 C.CT.CK", "GH", "CH", "NH", "s w D8.D7 0 N.D7.D8", "XY")
    records = [
        RECORD.format(id=number, contract=contract, tricks=tricks, result=result)
        for number, contract in enumerate(contracts)
        for tricks in (TRICKS, TRICKS[:40], TRICKS.replace("1 S7", "1 HA", 1))
        for result in ("win", "loss")
    ]
    _write(root, folder / "iss.txt", "\n".join(records), "iss")
    for command in ("", "rate", "list", "iss", "explain"):
        _write(root, folder / f"help_{command}.txt", "", *command.split(), "--help")


def _write(root: Path, file: Path, given: str, *arguments: str) -> None:
    command = [sys.executable, "-m", "scoring", *arguments]
    done = subprocess.run(command, cwd=root, input=given, capture_output=True, text=True, check=False)
    file.write_text(f"status {done.returncode}\n{done.stdout}{done.stderr}")
