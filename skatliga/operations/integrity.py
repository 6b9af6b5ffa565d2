"""Whether everything stored is sound: the database, the results kept with the lists, the files of the media folder.

The last result is kept in a file, for the page of the site's administrator.

**D** A file nobody refers to is told, but is no fault: it is what an interrupted upload leaves behind. One younger than
an hour is not looked at, since it may belong to an upload that is going on.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from django.apps import apps
from django.conf import settings
from django.db.models import FileField
from django.utils import timezone
from django.utils.translation import gettext as _

from skatliga.exchange.archive.export import one_moment
from skatliga.exchange.recheck import all_sheets, find_differences
from skatliga.jobs import write_whole
from skatliga.lists.models import Sheet
from skatliga.operations import places
from skatliga.operations.databases import Tell, of_this_site

_SETTLED: Final = 3600
_MOST: Final = 200
"""Sentences that are kept of each kind; more help nobody."""


@dataclass(frozen=True, slots=True)
class IntegrityFindings:
    """What a check has found."""

    when: str
    """As ISO 8601 writes it."""
    lists: int
    """How many were recomputed."""
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def time(self) -> datetime:
        """When it was done."""
        return datetime.fromisoformat(self.when)


def examine(tell: Tell = lambda percent: None) -> IntegrityFindings:
    """Check everything, and keep the result; `tell` is told how far it is, in per cent."""
    faults = of_this_site().faults()
    tell(10)
    with one_moment():  # or a list that is being written would not fit to its own result
        number = Sheet.objects.count()
        faults += _wrong_results(number, tell)
    missing, orphans = _compare_files()
    findings = IntegrityFindings(timezone.now().isoformat(), number, (faults + missing)[:_MOST], orphans[:_MOST])
    places.make_folder(_file().parent)
    write_whole(_file(), json.dumps(asdict(findings)).encode())
    places.give(_file())
    tell(100)
    return findings


def last_findings() -> IntegrityFindings | None:
    """What the last check has found, None before the first."""
    try:
        return IntegrityFindings(**json.loads(_file().read_text()))
    except FileNotFoundError:
        return None


def _wrong_results(number: int, tell: Tell) -> list[str]:
    def told() -> Iterator[Sheet]:
        for done, sheet in enumerate(all_sheets(), 1):
            yield sheet
            tell(10 + 85 * done // max(number, done))

    return [
        _("%(event)s, %(sheet)s, Platz %(seat)s: das gespeicherte Ergebnis ist ein anderes als das gerechnete.")
        % {"event": found.sheet.table.round.event, "sheet": found.sheet, "seat": found.seat}
        for found in find_differences(told())
    ]


def _compare_files() -> tuple[list[str], list[str]]:
    """Sentences on files that are missing, and on files nobody refers to."""
    media = Path(settings.MEDIA_ROOT)
    wanted = set(_stored_names())
    there = {path.relative_to(media).as_posix(): path for path in media.rglob("*") if path.is_file()}
    missing = [_("Die Datei %(name)s fehlt.") % {"name": name} for name in sorted(wanted - there.keys())]
    orphans = [
        _("Die Datei %(name)s gehört zu nichts mehr.") % {"name": name}
        for name in sorted(there.keys() - wanted)
        if there[name].stat().st_mtime < time.time() - _SETTLED
    ]
    return missing, orphans


def _stored_names() -> Iterator[str]:
    """The file of every field of every model that has one."""
    for model in apps.get_models():
        for stored in model._meta.concrete_fields:
            if isinstance(stored, FileField):
                yield from filter(None, model._default_manager.values_list(stored.name, flat=True))


def _file() -> Path:
    return Path(settings.VAR_DIR) / "integrity.json"
