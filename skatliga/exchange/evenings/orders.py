"""A club's past on its way in: the file waits in a folder, is checked there, and imported when somebody says so.

Both are done by a command in a process of its own (`background`), which leaves its numbers and what did not fit beside
the file. Everything stays for a day, or until it is discarded.

* **D** All who may direct the club see its orders, go on with them and discard them: the one who uploaded a file
  may be gone when it has been checked.
* **D** An import that crashed is begun again with the same file; evenings that are there already are recognised.
"""

import json
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from skatliga import background
from skatliga.exchange.evenings.entering import Rules
from skatliga.exchange.evenings.summaries import Summary, read_summary
from skatliga.people.models import Club, User
from skatliga.shapes import JsonObject

KIND: Final = "import"
MOST_BYTES: Final = 200_000_000
RECORDS: Final = b"(;"
"""What a record of the server begins with, and no table of lists does."""


@dataclass(frozen=True, slots=True)
class Order:
    """A file that is to be imported into a club."""

    id: UUID
    club: str
    """The address of the club."""
    by: str
    """The name of the user, as it is signed in with."""
    filename: str
    command: str
    """Which command imports it."""
    options: tuple[str, ...]

    @property
    def folder(self) -> Path:
        """Where its files are."""
        return background.folder_of(KIND, self.id)

    @property
    def ordered_at(self) -> datetime:
        """When it was uploaded."""
        return datetime.fromtimestamp((self.folder / "order.json").stat().st_mtime, UTC)

    @property
    def stage(self) -> str:
        """checking, checked, storing, stored, or crashed."""
        doing, done = ("storing", "stored") if self.begun else ("checking", "checked")
        if background.is_running(self.folder):  # until it has ended: only then can the next one begin
            return doing
        return done if self._result(done).exists() else "crashed"

    @property
    def percent(self) -> int:
        """How much of the file has been read."""
        return background.progress_of(self.folder)

    @property
    def begun(self) -> bool:
        """Whether it was said that it is to be imported."""
        return (self.folder / "storing").exists()

    @property
    def summary(self) -> Summary:
        """The numbers of what was done last."""
        return read_summary(json.loads(self._result(self._last).read_text()))

    @property
    def report(self) -> Path:
        """The file of what did not fit, of what was done last; missing where the file could not be read at all."""
        return self.folder / f"{self._last}.csv"

    @property
    def _last(self) -> str:
        return "stored" if self.begun else "checked"

    def _result(self, stage: str) -> Path:
        return self.folder / f"{stage}.json"

    def run(self, stage: str) -> bool:
        """Begin the command, unless it is at work; the folder says how far it is."""
        (self.folder / "progress").unlink(missing_ok=True)
        files = [
            *("--summary", str(self._result(stage)), "--report", str(self.folder / f"{stage}.csv")),
            *("--progress", str(self.folder / "progress"), f"--user={self.by}", "--language", get_language()),
        ]
        dry_run = ["--dry-run"] if stage == "checked" else []
        upload = str(self.folder / "upload")
        return background.start(self.folder, [self.command, self.club, upload, *self.options, *files, *dry_run])


def place_order(
    club: Club, user: User, file: UploadedFile, rules: Rules, *, publish: bool, name: str, date: str
) -> Order:
    """Keep an uploaded file and begin to check it; name and date are those of an evening that its records lack."""
    if not file.size or file.size > MOST_BYTES:
        raise ValidationError(
            _("Die Datei ist leer oder größer als %(most)s MB; bitte in mehreren Teilen hochladen.")
            % {"most": MOST_BYTES // 1_000_000}
        )
    pieces = iter(file.chunks())
    beginning = next(pieces, b"")
    records = beginning.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(RECORDS)
    options = [*_rule_options(rules), *(["--publish"] if publish else [])]
    if records:
        options += [*([f"--name={name}"] if name else []), *([f"--date={date}"] if date else [])]
    command = "import_iss" if records else "import_club"
    said = {"club": club.slug, "by": user.username, "filename": Path(str(file.name)).name[:120]}
    key, folder = background.order(KIND, {**said, "command": command, "options": options})
    background.write_whole(folder / "upload", (beginning, *pieces))
    order = Order(key, **said, command=command, options=tuple(options))
    order.run("checked")
    return order


def _rule_options(rules: Rules) -> list[str]:
    """The rules as the command takes them."""
    agreed = [part for name, value in rules.agreements.items() for part in ("--agree", f"{name}={json.dumps(value)}")]
    target = ["--target", str(rules.target)] if rules.target else []
    deals = f"{rules.deals_at_four}/{rules.deals_at_three}"
    return ["--rulebook", rules.rulebook, "--evaluation", rules.evaluation, *agreed, "--deals", deals, *target]


def carry_out(order: Order) -> None:
    """Import what was checked; asked twice, it is done once."""
    if order.stage in {"checked", "crashed"} and (order.folder / "upload").exists():
        (order.folder / "storing").touch()
        order.run("stored")


def check_again(order: Order) -> None:
    """Check once more what crashed while it was checked, or what was checked before somebody said whom names mean."""
    if order.stage in {"crashed", "checked"} and not order.begun:
        order.run("checked")


def discard(order: Order) -> None:
    """Throw away the file and what is known of it; what has been imported stays."""
    if order.stage not in {"checking", "storing"}:
        shutil.rmtree(order.folder, ignore_errors=True)


def find_order(club: Club, key: UUID) -> Order | None:
    """An order of this club, if it is still kept."""
    said = background.said_of(KIND, key)
    return _order(key, said) if said and said["club"] == club.slug else None


def orders_of(club: Club) -> list[Order]:
    """What is kept for a club, newest first; what is older than a day is thrown away."""
    background.remove_old(KIND)
    keys = [UUID(folder.name) for folder in _folders()]
    found = [order for key in keys if (order := find_order(club, key))]
    return sorted(found, key=lambda order: order.ordered_at, reverse=True)


def _folders() -> Iterable[Path]:
    return [path.parent for path in (Path(settings.VAR_DIR) / KIND).glob("*/order.json")]


def _order(key: UUID, said: JsonObject) -> Order:
    return Order(key, **{**said, "options": tuple(said["options"])})
