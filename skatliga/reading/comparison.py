"""A read photograph as a page shows it: each row beside its strip of the picture, and what a person has said of it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from skatliga.database import JsonObject
from skatliga.reading.photo_job import ReadingJob, decoder_of
from skatliga.reading.problems import PROBLEMS

WHY: Final[dict[str, Promise]] = {
    "uncertain": _("nicht sicher gelesen"),
    "slip": _("passt nicht zur Zeile davor"),
    "struck_figure": _("etwas ist durchgestrichen"),
    "two_declarers": _("zwei Spalten sind ausgefüllt"),
    "illegal": _("diesen Wert hat kein Spiel"),
    "not_located": _("nicht gefunden"),
}
NO_DEAL: Final = -1
"""What the decoder calls a row in which no deal stands any more."""
_SCORE: Final = re.compile(r"[+-]?\d{1,3}")
FOOT_NAMES: Final[dict[str, Promise]] = {
    "points": _("Spielpunkte"),
    "won": _("Gewonnen"),
    "lost": _("Verloren"),
    "result": _("Gesamtpunkte"),
}
"""The figures of a foot that a person can say."""
_FOOT: Final = re.compile(r"fuss-(\d)")
_FIGURE: Final = re.compile(r"[+-]?\d{1,4}")


@dataclass(frozen=True, slots=True)
class ToldParts:
    """What a person has said of a photograph."""

    rows: Mapping[int, tuple[int, int]]
    """Declarer and score by row; (0, 0) for a deal passed in, NO_DEAL for none."""
    feet: Mapping[int, Mapping[str, int | None]]
    """The figures of FOOT_NAMES by seat; None where nothing is written."""


@dataclass(frozen=True, slots=True)
class PictureStrip:
    """A part of the straightened picture, in its pixels."""

    left: int
    top: int
    width: int
    height: int
    marks: Sequence[tuple[int, int, int, int]]
    """Cells that are marked on it."""


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A row beside its picture."""

    nr: int
    seat: int
    """0 for a deal passed in."""
    score: str
    total: int | None
    empty: bool
    look: bool
    told: bool
    """Whether a person has said so."""
    why: Sequence[Promise]
    slip: str
    """What was probably written wrongly, in a sentence."""
    corrected: Sequence[JsonObject]
    strip: PictureStrip


@dataclass(frozen=True, slots=True)
class ComparedFoot:
    """A foot beside its picture."""

    seat: int
    figures: Sequence[tuple[str, Promise, int | None]]
    """Name and words of FOOT_NAMES, and what stands there."""
    look: bool
    told: bool
    """Whether a person has said so."""


@dataclass(frozen=True, slots=True)
class ComparedPhoto:
    """A whole photograph."""

    size: Sequence[int]
    rows: Sequence[ComparedRow]
    feet: Sequence[ComparedFoot]
    foot: PictureStrip | None
    rows_said: Sequence[JsonObject]
    feet_said: Sequence[JsonObject]
    problems: Sequence[Promise]

    @property
    def doubtful(self) -> int:
        """How many rows are still to be looked at."""
        return sum(row.look for row in self.rows) + sum(foot.look for foot in self.feet)


def told_parts(post: QueryDict) -> ToldParts:
    """What a person has said; what is no row and no foot is passed over."""
    return ToldParts(_told_rows(post), _told_feet(post))


def _told_feet(post: QueryDict) -> dict[int, dict[str, int | None]]:
    """`fuss-2-points` and its like of feet named in `gesagt` as `fuss-2`; a foot with what is no number is not said."""
    told: dict[int, dict[str, int | None]] = {}
    for said in filter(_FOOT.fullmatch, post.getlist("gesagt")):
        written = {name: _minus(post.get(f"{said}-{name}", "")) for name in FOOT_NAMES}
        if all(_FIGURE.fullmatch(text) for text in written.values() if text):
            told[int(said[-1])] = {name: int(text) if text else None for name, text in written.items()}
    return told


def _minus(text: str) -> str:
    """A number as typed, with the minus of programs."""
    return text.strip().replace("−", "-")


def _told_rows(post: QueryDict) -> dict[int, tuple[int, int]]:
    """`platz-12` and `wert-12` of rows named in `gesagt`."""
    told = {}
    for number in post.getlist("gesagt"):
        seat, score = post.get(f"platz-{number}", ""), _minus(post.get(f"wert-{number}", ""))
        if not (number.isdecimal() and len(number) < 4 and (not seat or (seat.isdecimal() and len(seat) == 1))):
            continue
        if not seat:
            told[int(number)] = (NO_DEAL, 0)
        elif seat == "0":
            told[int(number)] = (0, 0)
        elif _SCORE.fullmatch(score):
            told[int(number)] = (int(seat), int(score))
    return told


def compared(job: ReadingJob, number: int, said: JsonObject, told: ToldParts) -> ComparedPhoto:
    """The rows and feet of a photograph; decoded anew where a person has said something."""
    rows, feet = said["rows"], said["foot"]
    told = ToldParts(
        {nr: row for nr, row in told.rows.items() if 0 < nr <= len(rows)},
        {seat: foot for seat, foot in told.feet.items() if 0 < seat <= len(feet)},
    )
    if told.rows or told.feet:
        rows, feet = _decoded_anew(job, number, said, told)
    places = said.get("places")
    problems = [PROBLEMS[problem["code"]] for problem in said["problems"]]
    if not places:
        return ComparedPhoto((0, 0), (), (), None, rows, feet, problems)
    doubtful = {key for row in rows if row["look"] for key in _cells_of(row)}
    shown = [_row(row, places, doubtful, row["row"] in told.rows) for row in rows]
    shown_feet = [_foot(foot, foot["seat"] in told.feet) for foot in feet]
    left, top, height = places["foot"]
    marks = _marks(places, (key for foot in feet if foot["look"] for key in _foot_cells(foot)))
    foot = PictureStrip(left, top, places["right"] - left, height, marks)
    return ComparedPhoto(places["size"], shown, shown_feet, foot, rows, feet, problems)


def _decoded_anew(
    job: ReadingJob, number: int, said: JsonObject, told: ToldParts
) -> tuple[list[JsonObject], list[JsonObject]]:
    """Rows and feet once more; what a person has said is certain and need not be looked at."""
    from skatliga.reading.answers import feet_json, rows_json

    decoded, decoded_feet = decoder_of(job, number, said, told.rows, told.feet).decode()
    rows, feet = rows_json(decoded), feet_json(decoded_feet)
    for row in rows:
        if row["row"] in told.rows:
            row["look"], row["why"] = False, []
    for foot in feet:
        if foot["seat"] in told.feet:
            foot.update(told.feet[foot["seat"]], look=False)
    return rows, feet


def _foot(foot: JsonObject, told: bool) -> ComparedFoot:
    figures = [(name, label, foot[name]) for name, label in FOOT_NAMES.items()]
    return ComparedFoot(foot["seat"], figures, foot["look"], told)


def _foot_cells(foot: JsonObject) -> list[str]:
    return [change["cell"] for change in foot["corrected"]] or [f"foot-points-{foot['seat']}"]


def _marks(places: JsonObject, keys: Iterable[str]) -> list[tuple[int, int, int, int]]:
    """Where these cells are on the picture."""
    return [tuple(places["cells"][key]) for key in keys if key in places["cells"]]


def _cells_of(row: JsonObject) -> list[str]:
    keys = [change["cell"] for change in row["corrected"]]
    if row["declarer"]:
        keys += [f"{row['row']}-points-{row['declarer']}", f"{row['row']}-{'plus' if row['score'] > 0 else 'minus'}"]
    return keys or [f"{row['row']}-passed"]


def _row(row: JsonObject, places: JsonObject, doubtful: set[str], told: bool) -> ComparedRow:
    nr = row["row"]
    left, top, height = places["rows"][str(nr)]
    marks = _marks(places, (key for key in _cells_of(row) if key in doubtful))
    strip = PictureStrip(left, top, places["right"] - left, height, marks)
    score = "" if row["score"] is None else f"{row['score']:+d}"
    return ComparedRow(
        nr=nr,
        seat=row["declarer"] or 0,
        score=score,
        total=row["total"],
        empty=row["state"] == "empty",
        look=row["look"],
        told=told,
        slip=(row.get("slip") or {}).get("message", ""),
        why=[WHY[code] for code in row["why"] if code in WHY],
        corrected=row["corrected"],
        strip=strip,
    )
