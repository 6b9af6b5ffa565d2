"""The file of an archive. Written, it is parts one after the other, pictures, at the end the manifest.

The manifest says of which format and version the archive is, of what it was made and when, and of every other part how
many records and bytes it has and what its SHA-256 is.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, Annotated, Final, Literal, NoReturn
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict, Field
from pydantic import ValidationError as Misshapen

from skatliga.database import Json, JsonObject
from skatliga.exchange.archive.former_records import FormerPart, FormerYears
from skatliga.exchange.archive.schema import BY_NAME, KINDS, RecordType
from skatliga.exchange.workbooks.zip_check import DAMAGED

FORMAT: Final = "skatliga-archiv"
VERSION: Final = 10
"""Rises when a reader of the version before would misunderstand something, as with every new kind of record; a reader
goes on taking in all earlier ones."""
MANIFEST: Final = "manifest.json"
README: Final = "LIESMICH.md"
FILES: Final = "files/"


@dataclass(frozen=True, slots=True)
class ArchivePart:
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
        self.parts: list[ArchivePart] = []
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
        self.parts.append(ArchivePart(path, number, size, sum_.hexdigest()))
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
        self.parts.append(ArchivePart(path, 0, len(content), hashlib.sha256(content).hexdigest()))


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


# ---- The file of an archive while it is read

MOST_IN_A_PART: Final = 2 * 1024**3
MOST_IN_ALL: Final = 8 * 1024**3
MOST_IN_A_LINE: Final = 8 * 1024**2
MOST_IN_A_PICTURE: Final = 16 * 1024**2
MOST_IN_THE_MANIFEST: Final = 16 * 1024**2
MOST_PARTS: Final = 100_000
_PICTURE: Final = re.compile(rf"{FILES}[0-9a-f]{{64}}\.(jpg|png)")
_ESCAPES: Final = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])")

Length = Annotated[int, Field(strict=True, ge=0, le=MOST_IN_A_PART)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")

    path: Annotated[str, Field(max_length=100)]
    records: Length
    bytes: Length
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class ArchiveManifest(BaseModel):
    """What an archive says of itself."""

    model_config = ConfigDict(extra="forbid")

    format: Literal["skatliga-archiv"]
    version: int
    what: Literal["event", "club"]
    name: Annotated[str, Field(max_length=200)]
    made_at: Annotated[str, Field(max_length=40)]
    missing: list[str]
    parts: Annotated[list[_Part], Field(max_length=MOST_PARTS)]


@dataclass(frozen=True, slots=True)
class ArchivePlace:
    """Where in the archive something stands."""

    part: str
    line: int = 0

    def refuse(self, what: str) -> ValidationError:
        """The refusal that says what is wrong here."""
        place = {"part": self.part, "line": self.line, "what": what}
        if not self.line:
            return ValidationError(_("%(part)s: %(what)s") % place)
        return ValidationError(_("%(part)s, Zeile %(line)s: %(what)s") % place)


class Unpacked:
    """An archive that is open for reading and agrees with its manifest."""

    def __init__(self, file: Path | IO[bytes]) -> None:
        try:
            self._zip = ZipFile(file)
        except DAMAGED:
            raise ValidationError(
                _("Das ist kein lesbares Archiv. Bitte die Datei wählen, die mit „Archiv“ gespeichert wurde.")
            ) from None
        try:
            self.manifest = self._read_manifest()
            self._parts = {part.path: part for part in self.manifest.parts}
            self._check_names()
            self._check_sums()
        except BaseException:
            self._zip.close()
            raise

    def __enter__(self) -> "Unpacked":
        return self

    def __exit__(self, *_what: object) -> None:
        self._zip.close()

    @property
    def total(self) -> int:
        """How many records there are."""
        return sum(part.records for part in self.manifest.parts)

    def count(self, kind: RecordType) -> int:
        """How many records of a kind there are."""
        own = self._parts[kind.part].records if self._knows(kind) else 0
        joined = self._joined(kind)
        return own + (self._parts[joined.part].records if joined else 0)

    def _joined(self, kind: RecordType) -> FormerPart | None:
        """The part whose records belong to this kind by now, where there is one."""
        former = kind.joins
        return former if former and self.manifest.version < former.before and former.part in self._parts else None

    def _knows(self, kind: RecordType) -> bool:
        """Whether there were such records when the archive was made."""
        return kind.since <= self.manifest.version

    def records(self, kind: RecordType) -> Iterator[tuple[ArchivePlace, JsonObject]]:
        """Every record of a kind with its place; each is an object with the number of its line."""
        if self._knows(kind):
            for place, record in self._lines(kind.part):
                del record["id"]
                earlier = kind.former and self.manifest.version < kind.former.before
                yield place, kind.former.read(record) if kind.former and earlier else record
        if joined := self._joined(kind):
            for place, record in self._lines(joined.part):
                made = joined.read(record, self._former_years)
                made.pop("id", None)
                yield place, made

    def _lines(self, path: str) -> Iterator[tuple[ArchivePlace, JsonObject]]:
        """The records of a part with their places, each with the number of its line."""
        number = 0
        with self._zip.open(path) as part:
            while line := part.readline(MOST_IN_A_LINE + 1):
                number += 1
                place = ArchivePlace(path, number)
                if len(line) > MOST_IN_A_LINE:
                    raise place.refuse(_("Die Zeile ist zu lang."))
                record = _read_line(line, place)
                if record.get("id") != number:
                    raise place.refuse(_("Die Nummer (id) ist nicht die der Zeile."))
                yield place, record
        if number != self._parts[path].records:
            raise ArchivePlace(path).refuse(_("Die Zahl der Zeilen ist nicht die im Verzeichnis."))

    @cached_property
    def _former_years(self) -> FormerYears:
        results = BY_NAME["year_sums"].joins
        years = BY_NAME["club_years"]
        there = self._lines(results.part) if results and results.part in self._parts else iter(())
        averages = {record.get("year") for _place, record in there if record.get("average") is not None}
        return FormerYears(
            self._parts[years.part].records, frozenset(each for each in averages if isinstance(each, int))
        )

    def picture(self, path: Json, place: ArchivePlace) -> bytes:
        """The picture that a record names."""
        if not isinstance(path, str) or not _PICTURE.fullmatch(path) or path not in self._parts:
            raise place.refuse(_("Das Bild gibt es im Archiv nicht: %(path)s") % {"path": str(path)[:100]})
        return self._zip.read(path)

    def _read_manifest(self) -> ArchiveManifest:
        place = ArchivePlace(MANIFEST)
        try:
            if self._zip.getinfo(MANIFEST).file_size > MOST_IN_THE_MANIFEST:
                raise place.refuse(_("Das Verzeichnis ist zu groß."))
            said = json.loads(self._zip.read(MANIFEST))
        except KeyError:
            raise ValidationError(_("Das ist kein Archiv von Skatliga: Das Verzeichnis manifest.json fehlt.")) from None
        except (*DAMAGED, RecursionError):
            raise place.refuse(_("Das Verzeichnis ist nicht zu lesen.")) from None
        if not isinstance(said, dict) or said.get("format") != FORMAT:
            raise ValidationError(_("Das ist kein Archiv von Skatliga."))
        version = said.get("version")
        if type(version) is not int or not 1 <= version <= VERSION:
            raise ValidationError(
                _(
                    "Das Archiv hat das Format %(version)s, dieses Programm liest %(known)s. Bitte das Programm"
                    " aktualisieren und noch einmal einspielen."
                )
                % {"version": str(version)[:20], "known": VERSION}
            )
        try:
            return ArchiveManifest.model_validate(said)
        except Misshapen as misshapen:
            where = ".".join(str(step) for step in misshapen.errors()[0]["loc"])
            raise place.refuse(_("Die Angabe „%(where)s“ ist nicht zu verstehen.") % {"where": where}) from None

    def _check_names(self) -> None:
        """Exactly the parts of the manifest, each once, none of an unknown name, none too long."""
        infos = self._zip.infolist()
        names = [info.filename for info in infos]
        allowed = {README, *(kind.part for kind in KINDS if self._knows(kind))}
        former = {kind.joins.part for kind in KINDS if kind.joins and self.manifest.version < kind.joins.before}
        for name in names:
            if name != MANIFEST and name not in allowed | former and not _PICTURE.fullmatch(name):
                raise ArchivePlace(name[:100]).refuse(_("Ein Teil dieses Namens gehört in kein Archiv."))
        if len(self._parts) != len(self.manifest.parts) or sorted(names) != sorted([*self._parts, MANIFEST]):
            raise ValidationError(_("Die Teile des Archivs sind nicht die seines Verzeichnisses."))
        for missing in allowed - {README} - set(names):
            raise ArchivePlace(missing).refuse(_("Dieser Teil fehlt."))
        for info in infos:
            said = self._parts.get(info.filename)
            most = MOST_IN_A_PICTURE if info.filename.startswith(FILES) else MOST_IN_A_PART
            if said and (info.file_size != said.bytes or said.bytes > most):
                raise ArchivePlace(info.filename).refuse(
                    _("Der Teil ist länger oder kürzer als angegeben, oder zu groß.")
                )
        if sum(info.file_size for info in infos) > MOST_IN_ALL:
            raise ValidationError(_("Das Archiv wird ausgepackt zu groß."))

    def _check_sums(self) -> None:
        for part in self.manifest.parts:
            sum_, left = hashlib.sha256(), part.bytes
            try:
                with self._zip.open(part.path) as content:
                    while chunk := content.read(2**20):
                        sum_.update(chunk)
                        left -= len(chunk)
                        if left < 0:
                            break
            except DAMAGED:
                raise ArchivePlace(part.path).refuse(_("Der Teil ist beschädigt.")) from None
            if left or sum_.hexdigest() != part.sha256:
                raise ArchivePlace(part.path).refuse(
                    _("Die Prüfsumme stimmt nicht; die Datei ist beschädigt oder geändert.")
                )


def _read_line(line: bytes, place: ArchivePlace) -> JsonObject:
    """The record in a line, with nothing in it that a database does not take."""
    try:
        record = json.loads(line.decode(), parse_constant=_refuse_constant)
        if _ESCAPES.search(line) or b"\0" in line:
            written = json.dumps(record, ensure_ascii=False)
            written.encode()  # which half of a pair of surrogates cannot be
            if "\\u0000" in written:
                raise ValueError(written[:40])
    except (ValueError, RecursionError):
        raise place.refuse(_("Die Zeile ist nicht zu lesen.")) from None
    if not isinstance(record, dict):
        raise place.refuse(_("Die Zeile ist kein Datensatz."))
    return record


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)
