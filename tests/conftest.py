"""What tests of every kind share."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection
from django.test import override_settings
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).parents[1]

# A busy machine is no fault of what is tested.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """That a password takes most of a second to be checked is what Django sees to, not these tests."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture(scope="session")
def put_database(request, django_db_blocker, tmp_path_factory) -> Callable[[Path], None]:
    """Puts an SQLite file with all tables and nothing in them, where the processes of a test have a site of their own.

    Migrating takes ten seconds. On SQLite this run has done it already; what it made is copied.
    """

    def migrate(path: Path) -> None:
        environment = os.environ | {"DATABASE_URL": f"sqlite:///{path}"}
        subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=ROOT, env=environment, check=True)

    def copy(path: Path) -> None:
        shutil.copy(made, path)

    if connection.vendor != "sqlite":
        return migrate
    request.getfixturevalue("django_db_setup")
    made = tmp_path_factory.mktemp("made") / "site.sqlite3"
    with django_db_blocker.unblock(), closing(sqlite3.connect(made)) as file:
        connection.ensure_connection()
        connection.connection.backup(file)
    return copy
