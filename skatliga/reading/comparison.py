"""A read photograph as a page shows it: each row beside its strip of the picture, and what a person has said of it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from skatliga.database import JsonObject
from skatliga.reading.photo_job import ReadingJob, decoder_of

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
class ComparedPhoto:
    """A whole photograph."""

    size: Sequence[int]
    rows: Sequence[ComparedRow]
    foot: PictureStrip | None
    rows_said: Sequence[JsonObject]
    feet_said: Sequence[JsonObject]
    problems: Sequence[JsonObject]

    @property
    def doubtful(self) -> int:
        """How many rows are still to be looked at."""
        return sum(row.look for row in self.rows) + sum(foot["look"] for foot in self.feet_said)


def told_rows(post: QueryDict) -> dict[int, tuple[int, int]]:
    """What a person has said: `platz-12` and `wert-12` of rows named in `gesagt`; what is no row is passed over."""
    told = {}
    for number in post.getlist("gesagt"):
        seat, score = post.get(f"platz-{number}", ""), post.get(f"wert-{number}", "").strip().replace("−", "-")
        if not (number.isdecimal() and len(number) < 4 and (not seat or (seat.isdecimal() and len(seat) == 1))):
            continue
        if not seat:
            told[int(number)] = (NO_DEAL, 0)
        elif seat == "0":
            told[int(number)] = (0, 0)
        elif _SCORE.fullmatch(score):
            told[int(number)] = (int(seat), int(score))
    return told


def compared(job: ReadingJob, number: int, said: JsonObject, told: dict[int, tuple[int, int]]) -> ComparedPhoto:
    """The rows of a photograph; decoded anew where a person has said something."""
    rows, feet = said["rows"], said["foot"]
    told = {nr: row for nr, row in told.items() if rows and nr <= len(rows)}
    if told:
        from skatliga.reading.answers import feet_json, rows_json

        decoded, decoded_feet = decoder_of(job, number, said, told).decode()
        rows, feet = rows_json(decoded), feet_json(decoded_feet)
        for row in rows:
            if row["row"] in told:
                row["look"], row["why"] = False, []
    places = said.get("places")
    if not places:
        return ComparedPhoto((0, 0), (), None, rows, feet, said["problems"])
    doubtful = {key for row in rows if row["look"] for key in _cells_of(row)}
    shown = [_row(row, places, doubtful, row["row"] in told) for row in rows]
    left, top, height = places["foot"]
    foot = PictureStrip(left, top, places["right"] - left, height, ())
    return ComparedPhoto(places["size"], shown, foot, rows, feet, said["problems"])


def _cells_of(row: JsonObject) -> list[str]:
    keys = [change["cell"] for change in row["corrected"]]
    if row["declarer"]:
        keys += [f"{row['row']}-points-{row['declarer']}", f"{row['row']}-{'plus' if row['score'] > 0 else 'minus'}"]
    return keys or [f"{row['row']}-passed"]


def _row(row: JsonObject, places: JsonObject, doubtful: set[str], told: bool) -> ComparedRow:
    nr = row["row"]
    left, top, height = places["rows"][str(nr)]
    marks = [tuple(places["cells"][key]) for key in _cells_of(row) if key in doubtful and key in places["cells"]]
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
