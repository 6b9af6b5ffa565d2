"""What tests of every kind share."""

import gc
import os
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule
from _pytest.runner import runtestprotocol
from databases import postgresql_template, put_sqlite
from django.db import connection
from roomy import roomy
from web import serving

# What a test file says that starts processes.
PROCESSES = re.compile("import subprocess|web\\.(serving|cluster|tournament)")


@pytest.hookimpl(wrapper=True, tryfirst=True)  # pytest-django puts last what empties the database
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Files that start processes come first, so that workers who share the files end together.

    With SHUFFLE=7 in the environment files, and tests within them, come in a random order: that of this seed.
    """
    seed = os.environ.get("SHUFFLE")
    if seed:
        lot = random.Random(seed)
        lot.shuffle(items)
        files = {item.path: lot.random() for item in items}
        items.sort(key=lambda item: files[item.path])
    yield
    if not seed:
        dear = {path: bool(PROCESSES.search(path.read_text())) for path in {item.path for item in items}}
        items.sort(key=lambda item: not dear[item.path])


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Iterator[None]:
    """Examples in docstrings are those of the program: nobody need look for some among the tests."""
    found = yield
    return [each for each in found if not isinstance(each, DoctestModule)]


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What has been imported stays to the end: the collector need not go through it again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """As pytest does it, with room for calls: its own take most of a piece, and a test would always be at its end."""
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    roomy(runtestprotocol)(item, nextitem=nextitem)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_sessionfinish() -> None:
    """What is left goes with the process: pytest need not look through it five times for what nobody has ended."""
    serving.end()
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """A copied SQLite file is left to the folder it lies in; a database on a server is removed at the end."""
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix, tmp_path_factory) -> None:
    """The tables come from a copy, and nothing need wait for the disk that is thrown away afterwards."""
    site = connection.settings_dict
    site["TEST"]["MIGRATE"] = False
    if connection.vendor == "sqlite":
        site["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
        site["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
        put_sqlite(Path(site["TEST"]["NAME"]))
    else:
        site["TEST"]["TEMPLATE"] = postgresql_template()
        # Queries of a few rows are not worth compiling.
        site["OPTIONS"]["options"] = "-c synchronous_commit=off -c jit=off"


@pytest.fixture(scope="session")
def put_database() -> Callable[[Path], None]:
    """Puts an SQLite file with all tables, nothing in them, where the processes of a test have a site of their own."""
    return put_sqlite
