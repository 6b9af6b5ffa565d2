"""Photographs that are read beside the site: uploaded, read one after the other, looked at, taken over or thrown away.

A job may get more photographs while it runs: its worker goes on until none is left. What it keeps of each (the
picture, the sheet put straight, what was read) is thrown away when the list is taken over, and after a day at the
latest.

* **D** A photograph that takes more than twenty seconds of the processor is given up; the list can be typed at any
  time. By the clock it may take two minutes, so that nothing is lost where the machine is busy with something else.
"""

import json
import multiprocessing
import resource
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from PIL import Image, UnidentifiedImageError

from scoring.rulebooks import BOOKS
from skatliga.database import JsonObject
from skatliga.history import demand
from skatliga.jobs import Job, write_whole
from skatliga.lists.photos import FORMATS, MOST_AREA, MOST_BYTES
from skatliga.reading.layouts import TICK_LAYOUT

if TYPE_CHECKING:
    from skatliga.reading.decoder import ListDecoder
    from skatliga.reading.recognition import ReadSheet

MOST_PHOTOS: Final = 80
"""Of one job: a day's lists, and some that were taken twice."""
MOST_OF_ONE, MOST_ORDERED = 3, 12
"""Jobs under way: of one user, and of all."""
LONGEST, LONGEST_WAIT = 20, 120
"""Seconds for a photograph: of the processor, and by the clock."""


@dataclass(frozen=True, slots=True)
class ReadHeading:
    """What was read on a photograph, in short."""

    problems: Sequence[str]
    """Codes of `problems`."""
    code: str
    """What the code on the sheet says; empty where none could be read."""
    rows: int
    """Rows in which a deal stands."""
    doubtful: int
    """Rows to look at."""


@lru_cache(maxsize=4 * MOST_PHOTOS)
def _heading(file: Path, written: int) -> ReadHeading:
    """Kept as long as the file is as it was: an answer has 100 kB, and a page asks for all of them every second."""
    said: JsonObject = json.loads(file.read_text())
    return ReadHeading(
        [problem["code"] for problem in said["problems"]],
        (said["sheet"] or {}).get("code") or "",
        sum(row["state"] != "empty" for row in said["rows"]),
        sum(row["look"] for row in said["rows"]),
    )


@dataclass(frozen=True, kw_only=True)
class ReadingJob(Job):
    """Photographs that somebody has uploaded, for one list or for a Serie."""

    kind, queue = "reading", "photos"

    event: str
    """The slug of the event."""
    round: int
    """The number of the Serie."""
    rulebook: str
    """By which its lists are played."""
    sheet: str = ""
    """The list all of them should show; empty where their codes say so."""

    @property
    def photos(self) -> list[Path]:
        """The photographs, in their order."""
        return sorted(self.folder.glob("*.photo"), key=lambda path: int(path.stem))

    def add(self, upload: UploadedFile) -> None:
        """Take one more photograph; ValidationError for what is none."""
        photos = self.photos
        demand(
            len(photos) < MOST_PHOTOS,
            _("Auf einmal werden höchstens %(most)s Fotos gelesen; bitte die übrigen danach.") % {"most": MOST_PHOTOS},
        )
        data = checked(upload)
        number = int(photos[-1].stem) + 1 if photos else 0
        write_whole(self.folder / f"{number}.name", (upload.name or "").encode())
        write_whole(self.folder / f"{number}.photo", data)

    def read(self) -> None:
        """Have what is not read yet read by a worker."""
        if any(self.answer(number) is None for number in self.numbers):
            self.start("read_photos", str(self.folder), "--rulebook", self.rulebook)

    @property
    def numbers(self) -> list[int]:
        """The numbers of the photographs."""
        return [int(path.stem) for path in self.photos]

    def name(self, number: int) -> str:
        """What the file was called."""
        return (self.folder / f"{number}.name").read_text()

    def answer(self, number: int) -> JsonObject | None:
        """What was read; None as long as it is not."""
        try:
            found: JsonObject = json.loads((self.folder / f"{number}.json").read_text())
        except FileNotFoundError:
            return None
        return found

    def heading(self, number: int) -> ReadHeading | None:
        """What the list of photographs says of one; None as long as it is not read."""
        try:
            return _heading(file := self.file(number, "json"), file.stat().st_mtime_ns)
        except FileNotFoundError:
            return None

    def file(self, number: int, kind: str) -> Path:
        """One of the files of a photograph."""
        return self.folder / f"{number}.{kind}"

    def forget(self, number: int) -> None:
        """Throw a photograph away, with all that was made of it."""
        for path in self.folder.glob(f"{number}.*"):
            path.unlink(missing_ok=True)

    def drop(self) -> None:
        """Throw everything away."""
        shutil.rmtree(self.folder, ignore_errors=True)


def checked(upload: UploadedFile) -> bytes:
    """The bytes of a photograph that can be read; ValidationError with what to do for any other file."""
    name = {"name": upload.name}
    demand(
        (upload.size or 0) <= MOST_BYTES, _("%(name)s: Das Bild ist größer als 15 MB; bitte kleiner aufnehmen.") % name
    )
    data = upload.read()
    try:
        with Image.open(BytesIO(data), formats=FORMATS) as image:
            area = image.width * image.height
    except Image.DecompressionBombError:
        area = MOST_AREA + 1
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        raise ValidationError(_unreadable(data) % name) from error
    demand(
        area <= MOST_AREA, _("%(name)s: Das Bild hat mehr als 50 Millionen Bildpunkte; bitte kleiner aufnehmen.") % name
    )
    return data


def _unreadable(data: bytes) -> str:
    """What to do with a file that is no picture of a kind that is read."""
    if data[4:8] == b"ftyp":
        return _(
            "%(name)s: Bilder dieses Formats (HEIC) werden nicht gelesen; bitte als JPEG senden. Am iPhone: "
            "Einstellungen, Kamera, Formate, Maximale Kompatibilität."
        )
    if data.startswith(b"%PDF"):
        return _("%(name)s: Das ist ein PDF; bitte das Blatt fotografieren und das Foto wählen.")
    return _("%(name)s: Das ist kein lesbares Bild; bitte ein Foto als JPEG, PNG oder WebP wählen.")


def read_all(folder: Path, rulebook: str) -> Iterator[int]:
    """Read what lies in the folder of a job, each photograph in a process that may be ended; yields their numbers."""
    from skatliga.reading.answers import hopeless

    fork = multiprocessing.get_context("fork")
    while waiting := _unread(folder):
        number = waiting[0]
        child = fork.Process(target=_read_one, args=(folder, number, rulebook))
        child.start()
        child.join(LONGEST_WAIT)
        if child.is_alive():
            child.kill()
            child.join()
        if not (folder / f"{number}.json").exists():
            write_whole(folder / f"{number}.json", json.dumps(hopeless(str(number))).encode())
        yield number


def _unread(folder: Path) -> list[int]:
    numbers = sorted(int(path.stem) for path in folder.glob("*.photo"))
    return [number for number in numbers if not (folder / f"{number}.json").exists()]


def _read_one(folder: Path, number: int, rulebook: str) -> None:
    """Read a photograph and keep what its page needs; the answer comes last."""
    from skatliga.reading.answers import answer
    from skatliga.reading.recognition import read_photo, write_picture

    resource.setrlimit(resource.RLIMIT_CPU, (LONGEST, LONGEST))
    photo = folder / f"{number}.photo"
    found = read_photo(photo.read_bytes(), BOOKS[rulebook])
    if found.several and not (folder / f"{number}.part").exists():
        _cut(folder, number, found.several)
        found = read_photo(photo.read_bytes(), BOOKS[rulebook])
    said = answer(found, str(number))
    if found.rows:
        said["places"] = write_picture(found, folder / f"{number}.jpg")
        _keep_cells(found, folder / f"{number}.npz")
    write_whole(folder / f"{number}.json", json.dumps(said).encode())


def _cut(folder: Path, number: int, sheets: Sequence[Sequence[Sequence[float]]]) -> None:
    """Make a photograph of each of these sheets: the first in the place of the whole, the others as further ones.

    **D** What was cut out is not cut again: papers that lie on each other would go on for ever.
    """
    from skatliga.reading.pictures import cut_out

    data, name = (folder / f"{number}.photo").read_bytes(), (folder / f"{number}.name").read_text()
    free = max(int(path.stem) for path in folder.glob("*.photo")) + 1
    places = [number, *range(free, free + len(sheets) - 1)]
    for at, (place, corners) in enumerate(zip(places, sheets, strict=True), 1):
        write_whole(folder / f"{place}.name", f"{name} ({at})".encode())
        write_whole(folder / f"{place}.part", b"")
        write_whole(folder / f"{place}.photo", cut_out(data, corners))


def _keep_cells(found: "ReadSheet", file: Path) -> None:
    import numpy as np

    from skatliga.reading.cell_steps import Grid, SeenReading

    steps: dict[str, Grid] = {
        key: cell.steps.astype(np.float32) for key, cell in found.cells.items() if isinstance(cell, SeenReading)
    }
    np.savez_compressed(file, allow_pickle=False, **steps)


def decoder_of(
    job: ReadingJob,
    number: int,
    said: JsonObject,
    rows: Mapping[int, tuple[int, int]],
    feet: Mapping[int, Mapping[str, int | None]],
) -> "ListDecoder":
    """The decoder of a photograph that was read, with what a person has said of rows and feet since."""
    import numpy as np

    from skatliga.reading.cell_reading import CellReading, ListedReading
    from skatliga.reading.cell_steps import SeenReading
    from skatliga.reading.decoded_rows import ListForm
    from skatliga.reading.decoder import ListDecoder

    with np.load(job.file(number, "npz")) as kept:
        cells: dict[str, CellReading] = {key: SeenReading(kept[key].astype(np.float64)) for key in kept.files}
    for seat, foot in feet.items():
        written = {name: "" if figure is None else str(figure) for name, figure in foot.items()}
        cells |= {f"foot-{name}-{seat}": ListedReading({text: 1.0}) for name, text in written.items()}
    sheet = said["sheet"]
    ticked = (sheet["form"], sheet["layout"]) == ("skatliga", TICK_LAYOUT)
    return ListDecoder(ListForm(BOOKS[job.rulebook], sheet["seats"], sheet["deals"], ticked), cells, rows)
