"""The file of an archive while it is written: parts one after the other, pictures, at the end the manifest.

The manifest says of which format and version the archive is, of what it was made and when, and of every other part how
many records and bytes it has and what its SHA-256 is.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from skatliga.shapes import JsonObject

FORMAT: Final = "skatliga-archiv"
VERSION: Final = 3
"""Rises when a reader of the version before would misunderstand something, as with every new kind of record; a reader
goes on taking in all earlier ones."""
MANIFEST: Final = "manifest.json"
README: Final = "LIESMICH.md"
FILES: Final = "files/"


@dataclass(frozen=True, slots=True)
class Part:
    """What the manifest says of one part."""

    path: str
    records: int
    """Lines of records, 0 for a picture and the description."""
    bytes: int
    sha256: str


class Pack:
    """An archive that is being written."""

    def __init__(self, path: Path) -> None:
        self._zip = ZipFile(path, "w", ZIP_DEFLATED, compresslevel=6)
        self.parts: list[Part] = []
        self._files: dict[str, str] = {}

    def __enter__(self) -> "Pack":
        return self

    def __exit__(self, *_what: object) -> None:
        self._zip.close()

    def add_records(self, path: str, records: Iterable[JsonObject]) -> int:
        """Write a part of records, one a line; returns how many there are."""
        sum_, size, number = hashlib.sha256(), 0, 0
        with self._zip.open(path, "w", force_zip64=True) as part:
            for lines in _bunches(records):
                part.write(lines[1])
                sum_.update(lines[1])
                size += len(lines[1])
                number += lines[0]
        self.parts.append(Part(path, number, size, sum_.hexdigest()))
        return number

    def add_text(self, path: str, text: str) -> None:
        """Write a part that is text for people."""
        self._add(path, text.encode(), ZIP_DEFLATED)

    def add_file(self, content: bytes, ending: str) -> str:
        """Keep a picture, once however often it is there; returns its part."""
        sum_ = hashlib.sha256(content).hexdigest()
        if sum_ not in self._files:
            self._files[sum_] = f"{FILES}{sum_}.{ending}"
            self._add(self._files[sum_], content, ZIP_STORED)
        return self._files[sum_]

    def close(self, **said: object) -> None:
        """Write the manifest with what there is to say of the whole."""
        manifest = {"format": FORMAT, "version": VERSION, **said, "parts": [asdict(part) for part in self.parts]}
        self._zip.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1) + "\n")

    def _add(self, path: str, content: bytes, packed: int) -> None:
        self._zip.writestr(path, content, packed)
        self.parts.append(Part(path, 0, len(content), hashlib.sha256(content).hexdigest()))


def _bunches(records: Iterable[JsonObject]) -> Iterator[tuple[int, bytes]]:
    """Some hundred lines at a time: a call of the packer costs more than a line."""
    lines: list[str] = []
    for record in records:
        lines.append(json.dumps(record, ensure_ascii=False, separators=(",", ":")))
        if len(lines) == 500:
            yield len(lines), ("\n".join(lines) + "\n").encode()
            lines.clear()
    if lines:
        yield len(lines), ("\n".join(lines) + "\n").encode()
