"""The description of the format, made from the table of kinds; in every archive, and here as docs/admin/archive.md."""

from typing import Final

from django.db.models import Field, FileField, ForeignKey

from skatliga.exchange.archive.kinds import KINDS, LEFT_OUT_MODELS, Kind
from skatliga.exchange.archive.packing import FORMAT, VERSION

_INTRODUCTION: Final = """# Archiv von Skatliga

Diese Datei enthält eine Veranstaltung oder einen Verein mit allem, was dazu eingetragen wurde. Auf einer anderen
Installation liest *Archiv einspielen* sie wieder ein, oder auf der Kommandozeile `manage.py import_archive DATEI`.
Wer sie mit einem anderen Programm lesen will, findet hier, wie sie aufgebaut ist.

## Format

A ZIP file, format `{format}`, version {version}. A reader takes in earlier versions, and refuses a newer one.

* `manifest.json`: `format`, `version`, `what` (`event` or `club`), `name`, `made_at`, `missing` (pictures whose file
  was not there any more), and `parts`: for every other file its `path`, the number of `records`, its `bytes` and its
  `sha256`.
* `data/….jsonl`: one part for each kind of record, UTF-8, one JSON object a line. Every part is there, even if empty,
  except those that the version of the archive did not know yet. A field that a record does not have is as usual.
* `files/….jpg`, `files/….png`: pictures, named after their SHA-256.

Every record has an `id`: its number in its part, from 1 on. A reference is such a number, and refers to the part named
below. Days are `2026-11-20`, times are UTC as `2026-11-20T18:30:00.000000Z`, money is cents, whole numbers are
numbers, what is not there is `null`. German terms of the game are those of the program (`spielpunkte`, `leistung`,
`eingepasst`); a deal in `rows` is written with the fields of the engine (`python -m scoring rate`).

A part whose name ends in `_history` holds versions: `of` is the number of the record that looked like this from
`history_date` on, `history_user` who did it, `history_change_reason` why, `history_type` what: `+` new, `~` changed,
`-` removed. Numbers above those of the part are of records that are no longer there.

`results` says what every list came to. A reader computes every list anew and refuses the archive if anything differs.
"""


def description() -> str:
    """The whole text, as Markdown."""
    parts = [_INTRODUCTION.format(format=FORMAT, version=VERSION), "## Parts\n", *map(_describe, KINDS)]
    left_out = [f"* `{model}`: {why}" for model, why in LEFT_OUT_MODELS.items()]
    return "\n".join([*parts, "## What no archive holds\n", *left_out, ""])


def _describe(kind: Kind) -> str:
    since = f" (since version {kind.since})" if kind.since > 1 else ""
    lines = [f"### `{kind.part}`{since}\n"]
    lines += [f"* `{kind.column(field)}`: {_type(kind, field)}" for field in kind.fields]
    if kind.left_out and not kind.tracked:
        lines.append("\nLeft out: " + "; ".join(f"`{name}` ({why})" for name, why in kind.left_out.items()) + ".")
    return "\n".join(lines) + "\n"


def _type(kind: Kind, field: Field) -> str:
    if kind.tracked and field.name == "id":
        return f"number in `{kind.tracked.name}`"
    optional = ", or null" if field.null else ""
    if isinstance(field, ForeignKey):
        return f"number in `{kind.references[field.name].name}`{optional}"
    if isinstance(field, FileField):
        return "path of a picture in the archive, or empty"
    named = {
        "BooleanField": "true or false",
        "DateField": "day",
        "DateTimeField": "time",
        "JSONField": "JSON",
        "UUIDField": "UUID",
        "CharField": "text",
        "SlugField": "text, part of an address",
        "TextField": "text",
    }
    said = named.get(field.get_internal_type(), "whole number")
    values = ", ".join(f'`"{value}"`' if value else "empty" for value, _label in field.flatchoices)
    return said + (f": {values}" if values and isinstance(field.flatchoices[0][0], str) else "") + optional
