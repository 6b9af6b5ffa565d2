"""What `test_archive_databases` has done in processes of their own, each with a migrated database (DATABASE_URL).

`python -m tests.web.moving create FOLDER` fills the database with something of every kind and takes all clubs out;
`... take_in FOLDER FROM` takes in what lies in FROM. Both leave the archives and all figures in FOLDER.
"""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
os.environ["DJANGO_SETTINGS_MODULE"] = "skatliga.settings"

import django
from django.core.management import call_command
from django.test.utils import setup_test_environment

FIGURES = "figures.json"


def create(folder: Path) -> None:
    from web.everything import create_everything

    create_everything()
    _write(folder)


def take_in(folder: Path, source: Path) -> None:
    for path in sorted(source.glob("*.zip")):
        call_command("import_archive", path)
    _write(folder)


def _write(folder: Path) -> None:
    from skatliga.people.models import Club
    from web.everything import write_figures

    for slug in Club.objects.exclude(events=None, seasons=None).values_list("slug", flat=True):
        call_command("export_archive", club=slug, output=folder / f"{slug}.zip")
    (folder / FIGURES).write_text(json.dumps(write_figures()))


if __name__ == "__main__":
    django.setup()
    setup_test_environment()
    globals()[sys.argv[1]](*map(Path, sys.argv[2:]))
