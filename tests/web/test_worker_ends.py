"""The process of the long works ends when it is told to, at whatever moment that is."""

import os
import signal

from skatliga.operations.management.commands import work


def test_a_worker_told_to_end_before_it_has_begun_does_not_begin(monkeypatch):
    """The signal comes between the fork and the line in which the fork answers signals by itself."""
    before = {number: signal.getsignal(number) for number in work.ENDS}
    begun: list[str] = []

    def fork() -> int:
        os.kill(os.getpid(), signal.SIGTERM)
        return 0

    monkeypatch.setattr(os, "fork", fork)
    monkeypatch.setattr(os, "nice", lambda _more: 0)
    monkeypatch.setattr(work, "_work", begun.append)
    try:
        work.Command().handle(queue=None)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert begun == []
