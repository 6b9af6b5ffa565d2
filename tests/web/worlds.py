"""Worlds for tests to look at: quickly made, and left as they were found."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.db.models import Model
from django.utils import translation


@contextmanager
def believed() -> Iterator[None]:
    """What is written in here is checked by the constraints of the database alone, not by those of the models before.

    They are the same, and asking for each of them takes a third of the time in which a world is made.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Model, "validate_constraints", lambda *_arguments, **_options: None)
        yield


@contextmanager
def lasting(blocker: Any) -> Iterator[None]:
    """What is made in here stands for all tests of a file, each of which undoes what it adds; then it is undone, too.

    `blocker` is pytest-django's `django_db_blocker`; for fixtures of a module that also ask for `django_db_setup`.
    """
    with blocker.unblock(), transaction.atomic():
        translation.activate("de")
        cache.clear()
        yield
        transaction.set_rollback(True)


@contextmanager
def undone(folder: Path) -> Iterator[None]:
    """What is asked in here leaves nothing behind in database and folder, so that one world serves many visitors."""
    cache.clear()
    with as_before(folder), transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def as_before(folder: Path) -> Iterator[None]:
    """Afterwards the folder holds what it held before."""
    before = _held(folder)
    yield
    if _held(folder) == before:
        return
    rmtree(folder)
    folder.mkdir()
    for path, content in sorted(before.items()):
        if content is None:
            path.mkdir()
        else:
            path.write_bytes(content)


def _held(folder: Path) -> dict[Path, bytes | None]:
    """What lies in a folder by its path; a folder within has no content."""
    return {path: None if path.is_dir() else path.read_bytes() for path in folder.rglob("*")}
