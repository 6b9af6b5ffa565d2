"""The static files of an installed site, compressed: that takes seconds, so it is done once for all tests.

What a site compresses it looks for in the folder first, whoever has put it there (`skatliga.static_files`).
"""

import shutil
from functools import cache
from pathlib import Path

from databases import KEPT, one_at_a_time
from django.core.management import call_command
from django.test import override_settings

STORAGES = {"staticfiles": {"BACKEND": "skatliga.static_files.ModuleStaticFilesStorage"}}


def collect(folder: Path) -> None:
    """What an installed site collects."""
    with override_settings(STATIC_ROOT=folder, STORAGES=STORAGES):
        call_command("collectstatic", interactive=False, verbosity=0)


@cache
def _kept() -> Path:
    """The folder that is kept beside the empty databases, as it is now."""
    with one_at_a_time("static"):
        collect(KEPT / "static")
    return KEPT / "static"


def put_collected(folder: Path) -> Path:
    """Put them into a folder that is not there."""
    return Path(shutil.copytree(_kept(), folder))
