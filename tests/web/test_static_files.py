"""The files of an installed site: named after their contents, those that others name too."""

import json
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

from skatliga.lists.device import views
from skatliga.settings import BASE_DIR

IMPORTED = re.compile(r'(?:from|import) ?"(\./[^"]+)"')


@pytest.fixture(scope="module")
def collected(tmp_path_factory) -> Path:
    """The folder of an installed site."""
    folder = tmp_path_factory.mktemp("static")
    storages = {"staticfiles": {"BACKEND": "skatliga.static_files.ModuleStaticFilesStorage"}}
    with override_settings(STATIC_ROOT=folder, STORAGES=storages):
        call_command("collectstatic", interactive=False, verbosity=0)
    return folder


def test_the_modules_name_each_other_as_they_are_stored(collected):
    names = json.loads((collected / "staticfiles.json").read_text())["paths"]
    imported = set()
    for module in views.MODULES:
        stored = collected / names[module]
        found = [(stored.parent / name).resolve() for name in IMPORTED.findall(stored.read_text())]
        assert all(each.is_file() for each in found), module
        imported |= {str(each.relative_to(collected)) for each in found}
    assert imported == {names[module] for module in views.MODULES if not module.endswith("main.js")}


def test_the_worker_holds_every_script_of_the_device():
    scripts = {str(path.relative_to(BASE_DIR / "static")) for path in BASE_DIR.glob("static/js/device/*.js")}
    assert scripts == {file for file in views.FILES if file.startswith("js/device/")}
