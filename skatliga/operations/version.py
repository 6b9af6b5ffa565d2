"""Which version of the program this is.

**D** In a clone it is what git says of it; an image, which has no git, carries it in a file VERSION beside manage.py.
The version is told to people only: whether a backup fits a program is decided by its migrations.
"""

import subprocess
from functools import cache
from pathlib import Path

from django.conf import settings


@cache
def program_version() -> str:
    """Tag and commit, such as v2.1-3-gdce41e9; "unbekannt" where nothing tells."""
    file = Path(settings.BASE_DIR) / "VERSION"
    if file.exists():
        return file.read_text().strip()
    place = str(settings.BASE_DIR)
    # The clone belongs to root and the site runs as another user, whom git would tell nothing.
    command = ["git", "-c", f"safe.directory={place}", "-C", place, "describe", "--tags", "--always", "--dirty"]
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except FileNotFoundError:
        return "unbekannt"
    return done.stdout.strip() or "unbekannt"
