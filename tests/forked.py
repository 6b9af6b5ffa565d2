"""Tests in several processes that are forks of the one that has collected them.

``pytest -p tests.forked --processes 2``: collecting takes as long as hundreds of tests, and is done once. Whole files
go to whichever process is free, in the order in which they were collected, so that what a file makes for all its tests
is made once. Each process has a folder and databases of its own.
"""

import os
import sys
import traceback
from collections import defaultdict
from collections.abc import Iterator
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from shutil import rmtree
from signal import SIGTERM
from tempfile import mkdtemp

import pytest
from django.conf import settings

PLACE = 2
"""Bytes by which the place of a file is told; so few are read at once or not at all."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--processes", type=int, default=1, help="forks that share the files among them")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Let forks run the tests, and tell of them here as if they had been run here."""
    number = session.config.option.processes
    if number == 1 or session.testsfailed or session.config.option.collectonly:
        return None
    by_file = defaultdict(list)
    for item in session.items:
        by_file[item.path].append(item)
    files = list(by_file.values())
    taken, given = os.pipe()
    base = session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
    forks: dict[Connection, int] = {}
    for fork in range(number):
        heard, told = Pipe(duplex=False)
        sys.stdout.flush()
        if not (process := os.fork()):
            os.close(given)
            _become(session, base / f"process-{fork}", f"gw{fork}")
            _end(session, told, files, taken)
        told.close()
        forks[heard] = process
    os.write(given, b"".join(place.to_bytes(PLACE, "big") for place in range(len(files))))
    os.close(given)
    _tell(session, forks)
    return True


def _become(session: pytest.Session, temporary: Path, name: str) -> None:
    """What two processes may not share becomes this one's own."""
    config = session.config
    config.pluginmanager.unregister(name="terminalreporter")
    capturing = config.pluginmanager.getplugin("capturemanager")
    capturing.stop_global_capturing()
    capturing.start_global_capturing()
    temporary.mkdir()
    config._tmp_path_factory._basetemp = temporary  # type: ignore[attr-defined]
    config.workerinput = {"workerid": name}  # type: ignore[attr-defined]  # by it databases on a server are told apart
    former, own = str(settings.VAR_DIR), mkdtemp(prefix="skatliga-")
    os.environ["VAR_DIR"] = own
    for setting in filter(str.isupper, dir(settings)):
        value = getattr(settings, setting)
        if isinstance(value, str | Path) and str(value).startswith(former):
            setattr(settings, setting, type(value)(own + str(value).removeprefix(former)))


def _end(session: pytest.Session, told: Connection, files: list[list[pytest.Item]], taken: int) -> None:
    """Run tests as long as there are any; nothing of this process goes on afterwards."""
    config, done = session.config, 1
    try:
        config.pluginmanager.register(_Telling(config, told))
        coming = _taken(files, taken)
        item = next(coming, None)
        while item:
            following = next(coming, None)
            config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            item = following
        config.hook.pytest_sessionfinish(session=session, exitstatus=0)
        done = 0
    except BaseException:
        told.send(traceback.format_exc())
    finally:
        rmtree(os.environ["VAR_DIR"], ignore_errors=True)
        os._exit(done)


def _taken(files: list[list[pytest.Item]], taken: int) -> Iterator[pytest.Item]:
    """The tests of this process: those of a file, and when only the last one is left, those of another."""
    while place := os.read(taken, PLACE):
        yield from files[int.from_bytes(place, "big")]


class _Telling:
    """Sends on what there is to be told of a test."""

    def __init__(self, config: pytest.Config, told: Connection) -> None:
        self.config = config
        self.told = told

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or not report.passed:
            self.told.send(self.config.hook.pytest_report_to_serializable(config=self.config, report=report))


def _tell(session: pytest.Session, forks: dict[Connection, int]) -> None:
    """What the forks send, until they have ended; one that ends otherwise than it should is a failure."""
    hook = session.config.hook
    ends = dict(forks)
    while ends:
        for heard in wait(list(ends)):
            try:
                said = heard.recv()  # type: ignore[union-attr]
            except EOFError:
                said = os.waitstatus_to_exitcode(os.waitpid(ends.pop(heard), 0)[1])  # type: ignore[call-overload]
            if isinstance(said, dict):
                report = hook.pytest_report_from_serializable(config=session.config, data=said)
                hook.pytest_runtest_logreport(report=report)
                hook.pytest_runtest_logfinish(nodeid=report.nodeid, location=report.location)
                if session.shouldfail:
                    for process in ends.values():
                        os.kill(process, SIGTERM)
                    raise session.Failed(session.shouldfail)
            elif said:
                session.testsfailed += 1
                print(f"\nA process of the tests ended: {said}", file=sys.__stderr__)
