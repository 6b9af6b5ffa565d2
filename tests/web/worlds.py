"""Worlds for tests to look at: quickly made, and left as they were found."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import TemporaryDirectory

import pytest
from django.core.cache import cache
from django.db import transaction
from django.db.models import Model


@contextmanager
def believed() -> Iterator[None]:
    """What is written in here is checked by the constraints of the database alone, not by those of the models before.

    They are the same, and asking for each of them takes a third of the time in which a world is made.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Model, "validate_constraints", lambda *_arguments, **_options: None)
        yield


@contextmanager
def undone(folder: Path) -> Iterator[None]:
    """What is asked in here leaves nothing behind in database and folder, so that one world serves many visitors."""
    cache.clear()
    with TemporaryDirectory() as before, transaction.atomic():
        copytree(folder, before, dirs_exist_ok=True)
        yield
        transaction.set_rollback(True)
        rmtree(folder)
        copytree(before, folder)
