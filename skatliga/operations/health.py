"""Whether this process can do its work, for a load balancer, a monitor or the upgrade; asked often, so it costs little.

* The database answers.
* Every migration of this program is applied. Once that is so it stays so as long as the process lives.
* The folder for photographs can be written, and there is room left.

**D** A backup that is overdue, a folder for backups that cannot be written, or long works that nobody does, are told
among the details but do not make the site unwell: taking it out of service would help nobody.
"""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from skatliga.jobs import idle_queues
from skatliga.operations import backups, places
from skatliga.operations.backups import program_version

LEAST_ROOM: Final = 200 * 1000 * 1000
"""Bytes; below that a photograph or a backup may fail."""


@dataclass(frozen=True, slots=True)
class Health:
    """What was found, one fact each."""

    database: bool
    migrations: bool
    media: bool
    backups: bool
    """Whether the site may write into the folder for backups."""
    workers: bool
    """Whether somebody does the long works."""
    free_bytes: int
    backup: str | None
    """When the last good backup was made, as ISO 8601 writes it."""
    backup_overdue: bool

    @property
    def good(self) -> bool:
        """Whether the site can do its work."""
        return self.database and self.migrations and self.media and self.free_bytes >= LEAST_ROOM

    @property
    def details(self) -> dict[str, object]:
        """For whoever runs the site."""
        return {name: getattr(self, name) for name in self.__slots__} | {"program": program_version()}


def health() -> Health:
    """How the site is."""
    database = _answers()
    newest = backups.last_of(backups.kept())
    media = Path(settings.MEDIA_ROOT)
    return Health(
        database=database,
        migrations=database and _is_migrated(),
        media=places.is_writable(media),
        backups=places.is_writable(backups.folder()),
        workers=not idle_queues(),
        free_bytes=shutil.disk_usage(places.existing(media)).free,
        backup=newest.created.isoformat() if newest else None,
        backup_overdue=backups.is_overdue(newest),
    )


def _answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


_migrated = False


def _is_migrated() -> bool:
    """Reads all migrations, a tenth of a second, until they are applied; then never again."""
    global _migrated
    if not _migrated:
        executor = MigrationExecutor(connection)
        _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    return _migrated
