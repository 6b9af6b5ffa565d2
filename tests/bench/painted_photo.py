"""Photographs of filled lists, painted: a printed sheet, handwriting of characters that no training has seen, a
camera.

Writers have a hand of their own: size, slant, dashes or empty cells, values or totals only. They strike figures and
write them again, make slips of arithmetic, and end a list early. The paper is bent by up to a millimetre, the light
falls from one side, the lens is not quite sharp, and the file is a JPEG.
"""

import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from PIL import Image

from scoring.account import Account
from scoring.rulebooks import BOOKS
from skatliga.reading.training_cells import DASH, PLUS, characters
from tests.bench.error_detection import draw_deal

ISKO = BOOKS["isko-2022"]
DOTS = 200 / 25.4
"""Pixels on a millimetre of the painted paper."""


@dataclass(slots=True)
class TrueRow:
    """What a row says: the score that was played, the total as it is written."""

    nr: int
    state: str
    declarer: int = 0
    score: int = 0
    total: int = 0
    slip: bool = False


@dataclass(slots=True)
class WrittenList:
    """A list as somebody wrote it: the text of every cell, and what it means."""

    seats: int
    deals: int
    rows: list[TrueRow]
    texts: dict[str, str]
    struck: dict[str, str] = field(default_factory=dict)
    """Cells in which something else was written first and struck out."""
    feet: dict[int, dict[str, int]] = field(default_factory=dict)
    ended: int = 0


def write_list(
    random: Random, seats: int, deals: int, values: bool, left: bool, slips: float = 0.004, ticks: bool = False
) -> WrittenList:
    """Somebody plays and writes a list, with the mix of games of the specification."""
    ended = deals if random.random() < 0.75 else random.randrange(deals // 2, deals)
    dashes, empty_lost = random.random() < 0.4, random.random() < 0.5
    written = WrittenList(seats, deals, [], {}, ended=ended)
    totals, won, lost = [0] * (seats + 1), [0] * (seats + 1), [0] * (seats + 1)
    passed = 0
    for nr in range(1, ended + 1):
        dealer = (nr - 1) % seats + 1
        players = [seat for seat in range(1, seats + 1) if seats < 4 or seat != dealer]
        deal = draw_deal(random)
        if deal.game == "eingepasst":
            passed += 1
            written.rows.append(TrueRow(nr, "passed"))
            written.texts[f"{nr}-passed"] = str(passed)
            continue
        declarer = random.choice(players)
        account = ISKO.value(deal._replace(spitzen=deal.spitzen and deal.spitzen * random.choice((1, 1, -1))))
        row = TrueRow(nr, "played", declarer, account.score)
        totals[declarer] += account.score
        if random.random() < slips:
            totals[declarer] += random.choice([-10, 10, -1, 1, 100, -100])
            row.slip = True
        won[declarer] += account.score > 0
        lost[declarer] += account.score < 0
        row.total = totals[declarer]
        written.rows.append(row)
        texts = _row_texts(account, declarer, totals[declarer], won[declarer], lost[declarer], values, left)
        if ticks:
            texts |= dict(_tick_texts(account, declarer))
        written.texts |= {f"{nr}-{name}": text for name, text in texts.items()}
        if dashes:
            for seat in players:
                if seat != declarer:
                    written.texts[f"{nr}-points-{seat}"] = "-"
    written.rows += [TrueRow(nr, "empty") for nr in range(ended + 1, deals + 1)]
    bonus = ISKO.opponents_bonus[seats]
    for seat in range(1, seats + 1):
        own, others = 50 * (won[seat] - lost[seat]), bonus * (sum(lost) - lost[seat])
        figures = {"points": totals[seat], "won": won[seat], "lost": lost[seat], "own": own, "others": others}
        figures["result"] = totals[seat] + own + others
        written.feet[seat] = figures
        for name, number in figures.items():
            zero = "" if empty_lost else "-"
            written.texts[f"foot-{name}-{seat}"] = zero if name == "lost" and not number else str(number)
    for key in random.sample(sorted(written.texts), 2):
        if written.texts[key].isdecimal() and random.random() < 0.35 and "-points-" in key:
            written.struck[key] = str(int(written.texts[key]) + random.choice([1, 10, 9]))
    return written


def _row_texts(
    account: Account, seat: int, total: int, won: int, lost: int, values: bool, left: bool
) -> dict[str, str]:
    texts = {f"points-{seat}": str(total)}
    texts[f"won-{seat}" if account.score > 0 else f"lost-{seat}"] = str(won if account.score > 0 else lost)
    if values:
        texts["plus" if account.score > 0 else "minus"] = str(abs(account.score))
    if left:
        deal = account.deal
        texts["base"] = str(account.base if deal.spitzen else account.value)
        if deal.spitzen:
            texts["mit" if deal.spitzen > 0 else "ohne"] = str(abs(deal.spitzen))
            charged = {item.code.removeprefix("stufe_") for item in account.items}
            for name in ("hand", "schneider", "schneider_angesagt", "schwarz", "schwarz_angesagt", "ouvert"):
                if name in charged:
                    texts[name] = "x"
    return texts


def _tick_texts(account: Account, declarer: int) -> Iterator[tuple[str, str]]:
    """What is ticked on a sheet with boxes; levels that others include are ticked by nobody."""
    deal = account.deal
    names = [f"declarer-{declarer}", deal.game, "deal_won" if account.won else "deal_lost"]
    names += [name for name in ("hand", "schneider", "schwarz", "ouvert") if getattr(deal, name)]
    if deal.spitzen:
        names.append("mit" if deal.spitzen > 0 else "ohne")
        if abs(deal.spitzen) > 4:
            yield "spitzen", str(abs(deal.spitzen))
        else:
            names.append(f"spitzen-{abs(deal.spitzen)}")
    yield from ((name, "x") for name in names)


class Writer:
    """A hand that writes on paper."""

    def __init__(self, random: Random, glyphs: dict[int, list[Any]]) -> None:
        self.random = random
        self.glyphs = glyphs
        self.size = random.uniform(2.6, 3.7)
        self.slant = random.gauss(0, 0.08)
        self.aspect = random.uniform(0.58, 0.78)
        self.dark = random.uniform(0.65, 0.95)
        self.gap = random.uniform(0.0, 0.5)
        self.tick = random.choice(("cross", "cross", "hook", "stroke"))

    def write(self, paper: Any, text: str, box: Sequence[float], struck: str = "") -> None:
        """Write into a box of millimetres from the paper's corner."""
        left, top, width, height = (each * DOTS for each in box)
        pieces = [self._piece(letter) for letter in text]
        gap = self.gap * DOTS
        total = sum(p.shape[1] for p in pieces) + gap * (len(pieces) - 1)
        room = width * (0.45 if struck else 1.0)
        squeeze = min(1.0, (room + 4) / max(total, 1))
        x = left + (width - room) + max(0.0, (room - total * squeeze) * self.random.uniform(0.2, 0.8))
        if struck:
            before = [self._piece(letter) for letter in struck]
            across = sum(p.shape[1] for p in before)
            small = min(1.0, width * 0.5 / across)
            at = left + 2
            for piece in before:
                self._put(paper, piece, at, top + height / 2, small)
                at += piece.shape[1] * small
            line = int(top + height / 2)
            cv2.line(paper, (int(left), line + 2), (int(at) + 3, line - 2), 255 * (1 - self.dark), 3, cv2.LINE_AA)
        for piece in pieces:
            self._put(paper, piece, x, top + height / 2 + self.random.gauss(0, 0.22) * DOTS, squeeze)
            x += (piece.shape[1] + gap) * squeeze

    def _drawn_tick(self) -> Any:
        """A hook or a stroke as a tick."""
        up, across = (round(self.size * DOTS * self.random.uniform(0.7, 1.0) * part) for part in (1, 0.7))
        piece = np.zeros((up + 6, across + 6), np.float32)
        low = (3 + round(across * self.random.uniform(0.2, 0.4)), up + 2) if self.tick == "hook" else (3, up + 2)
        cv2.line(piece, low, (across + 2, 3), 1.0, 2, cv2.LINE_AA)
        if self.tick == "hook":
            cv2.line(piece, (3, 3 + up // 2), low, 1.0, 2, cv2.LINE_AA)
        return piece

    def _piece(self, letter: str) -> Any:
        if letter == "x" and self.tick != "cross":
            return self._drawn_tick()
        label = {"-": DASH, "x": PLUS}.get(letter, int(letter) if letter.isdecimal() else DASH)
        glyph = self.random.choice(self.glyphs[label])
        up = self.size * DOTS * self.random.uniform(0.9, 1.1)
        across = up * self.aspect * (0.75 if letter == "1" else 1)
        if letter == "-":
            across, up = self.random.uniform(1.2, 2.6) * DOTS, up * 0.6
        big = cv2.resize(glyph, (max(2, round(across)), max(2, round(up))), interpolation=cv2.INTER_CUBIC)
        lean = np.array([[1, self.slant, -self.slant * up / 2], [0, 1, 0]], np.float32)
        return np.clip(1.3 * cv2.warpAffine(big, lean, (big.shape[1], big.shape[0])), 0, 1)

    def _put(self, paper: Any, piece: Any, x: float, middle: float, squeeze: float) -> None:
        if squeeze < 1:
            piece = cv2.resize(piece, (max(2, round(piece.shape[1] * squeeze)), piece.shape[0]))
        row, column = round(middle - piece.shape[0] / 2), round(x)
        part = paper[row : row + piece.shape[0], column : column + piece.shape[1]]
        if part.shape == piece.shape:
            np.minimum(part, 255 * (1 - self.dark * piece), out=part)


def paint(random: Random, sheet: Any, page: dict[str, Any], written: WrittenList, glyphs: dict[int, list[Any]]) -> Any:
    """The filled sheet, in grey."""
    paper = sheet.astype(np.float32).copy()
    writer = Writer(random, glyphs)
    corner = page["marks"]["tl"]
    for cell in page["cells"]:
        text = written.texts.get(cell["key"], "")
        if text:
            x, y, width, height = cell["box"]
            writer.write(
                paper, text, (x + corner[0], y + corner[1], width, height), written.struck.get(cell["key"], "")
            )
    if written.ended < written.deals and random.random() < 0.6:
        rows = {cell["row"]: cell["box"] for cell in page["cells"] if cell["column"] == "passed"}
        top = (rows[written.ended + 1][1] + corner[1] + 1) * DOTS
        end = (rows[written.deals][1] + corner[1] + 3) * DOTS
        for left, right in ((30, 90), (100, 190)):
            ends = (int(left * DOTS), int(top)), (int(right * DOTS), int(end))
            cv2.line(paper, *ends, 255 * (1 - writer.dark), 3, cv2.LINE_AA)
    return paper


def photograph(random: Random, paper: Any, height: int = 2400) -> bytes:
    """What a camera makes of a sheet on a table: a JPEG."""
    rows, columns = paper.shape
    y, x = np.meshgrid(
        np.linspace(0, 1, rows, dtype=np.float32), np.linspace(0, 1, columns, dtype=np.float32), indexing="ij"
    )
    bend = random.uniform(0.2, 1.0) * DOTS
    phase, turns = random.uniform(0, 6), random.uniform(0.4, 1.2)
    dx = bend * np.sin(2 * np.pi * turns * y + phase) * random.uniform(0.2, 0.7)
    dy = bend * np.sin(2 * np.pi * turns * x + phase)
    at_x, at_y = (x * columns + dx).astype(np.float32), (y * rows + dy).astype(np.float32)
    bent = cv2.remap(paper, at_x, at_y, cv2.INTER_LINEAR, borderValue=255)
    scale = height / rows * random.uniform(0.82, 0.93)
    width = round(columns / rows * height * 1.02)
    corners = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32)
    angle = np.radians(random.gauss(0, 2))
    turned = (corners - corners.mean(0)) @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    seen = turned * scale + [width / 2, height / 2]
    seen += np.array([[random.uniform(-0.02, 0.02) * height for _ in range(2)] for _ in range(4)])
    view = cv2.getPerspectiveTransform(corners, seen.astype(np.float32))
    table = np.full((height, width), random.uniform(60, 140), np.float32)
    mask = cv2.warpPerspective(np.ones_like(bent), view, (width, height))
    photo = cv2.warpPerspective(bent, view, (width, height), flags=cv2.INTER_AREA) * mask + table * (1 - mask)
    v, u = np.meshgrid(np.linspace(-1, 1, height), np.linspace(-1, 1, width), indexing="ij")
    light = random.uniform(0.72, 0.95) + random.uniform(-0.15, 0.15) * u + random.uniform(-0.15, 0.15) * v
    if random.random() < 0.5:
        edge = random.uniform(-0.5, 0.5) + random.uniform(-0.6, 0.6) * v
        light = light * (1 - random.uniform(0.1, 0.35) / (1 + np.exp(-(u - edge) * 14)))
    photo = cv2.GaussianBlur(photo * light, (0, 0), random.uniform(0.5, 1.3) * height / 2400)
    photo += np.random.default_rng(random.randrange(1 << 30)).normal(0, random.uniform(1, 5), photo.shape)
    file = BytesIO()
    Image.fromarray(np.clip(photo, 0, 255).astype(np.uint8)).save(file, "JPEG", quality=random.randrange(70, 93))
    return file.getvalue()


def sheet_of(pdf: Path, page: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """A printed page as a picture, with where its cells are."""
    number = str(page["page"])
    command = ["pdftoppm", "-r", "200", "-gray", "-f", number, "-l", number, pdf]
    picture = subprocess.run(command, capture_output=True, check=True).stdout
    return np.array(Image.open(BytesIO(picture)).convert("L")), page


def held_out(folder: Path) -> dict[int, list[Any]]:
    """The characters that no training has seen."""
    return characters(folder, held_out=True)
