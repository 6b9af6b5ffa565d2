"""Long works that wait for the test, in place of workers."""

import json
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import pytest
from django.conf import settings as site
from django_tasks import TaskContext, TaskResult
from django_tasks.signals import task_enqueued

from skatliga import jobs
from skatliga.settings import TASKS


class Work:
    """One that was ordered; it is under way until the test does it or lets its worker die."""

    def __init__(self, result: TaskResult) -> None:
        self.result = result
        self.folder = Path(site.VAR_DIR) / result.args[0]
        self.command = json.loads((self.folder / "ordered").read_text())

    def run(self) -> None:
        self.result.worker_ids.append("jobs-of-the-test")
        jobs.run.call(TaskContext(task_result=self.result), *self.result.args)

    def die(self) -> None:
        with patch.object(jobs, "call_command", side_effect=SystemExit), suppress(SystemExit):
            self.run()


@pytest.fixture
def ordered(settings, tmp_path):
    """The works that are ordered, in a site whose files lie in `tmp_path`."""
    settings.VAR_DIR = tmp_path
    settings.TASKS = {"default": TASKS["default"] | {"BACKEND": "django_tasks.backends.dummy.DummyBackend"}}
    works: list[Work] = []

    def add(task_result: TaskResult, **_more: object) -> None:
        works.append(Work(task_result))

    task_enqueued.connect(add)
    yield works
    task_enqueued.disconnect(add)
