"""Which version of the program this is.

**D** In a clone it is what git says of it; an image, which has no git, carries it in a file VERSION beside manage.py.
Where neither is there, it is the number in pyproject.toml.
The version is for people only: whether a backup fits a program is decided by its migrations.
"""

import subprocess
import tomllib
from functools import cache
from pathlib import Path

from django.conf import settings


@cache
def program_version() -> str:
    """Tag and commit, such as v2.1-3-gdce41e9; the number of the release where there is no git."""
    file = Path(settings.BASE_DIR) / "VERSION"
    if file.exists():
        return file.read_text().strip()
    place = str(settings.BASE_DIR)
    # The clone belongs to root and the site runs as another user, whom git would tell nothing.
    command = ["git", "-c", f"safe.directory={place}", "-C", place, "describe", "--tags", "--always", "--dirty"]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        return _release()
    return done.stdout.strip() or _release()


def _release() -> str:
    project = tomllib.loads((Path(settings.BASE_DIR) / "pyproject.toml").read_text())["project"]
    return f"v{project['version']}"
