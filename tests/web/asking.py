"""Asks the Python that has begun (`begun.py`) for a process, in the place of `python ARGUMENTS`.

`python -IS asking.py AT ARGUMENTS...` does so for scripts: with this environment, folder, input, output and errors; AT
is the folder with the sockets `elsewhere` and `here`, for programs that lie elsewhere and the one here.
"""

import json
import os
import select
import signal
import socket
import sys
from collections.abc import Mapping, Sequence

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LONGEST = 600
"""Seconds that a process may take."""


class Asked:
    """A process that is a fork of it, in a session of its own; like one of `subprocess`."""

    def __init__(
        self,
        at: str,
        arguments: Sequence[str],
        environment: Mapping[str, str],
        folder: str,
        files: Sequence[int] = (0, 1, 2),
        quickly: bool = False,
    ) -> None:
        """`at` is the folder of sockets; `files` are numbers: input, output, errors; `quickly` is how it migrates."""
        self._told = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._told.settimeout(LONGEST)
        self._told.connect(f"{at}/{'here' if folder == ROOT else 'elsewhere'}")
        command = {"arguments": list(arguments), "environment": dict(environment), "folder": folder, "quickly": quickly}
        socket.send_fds(self._told, [json.dumps(command).encode()], files)
        self.pid = int(self._told.recv(20))
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """The exit status, if it has ended."""
        if self.returncode is None and select.select([self._told], [], [], 0)[0]:
            self.wait()
        return self.returncode

    def wait(self) -> int:
        """The exit status, as soon as it has ended; negative is the signal that ended it."""
        if self.returncode is None:
            self.returncode = int(self._told.recv(20))
            self._told.close()
        return self.returncode

    def kill(self) -> None:
        """End all processes of its session at once."""
        os.killpg(self.pid, signal.SIGKILL)


if __name__ == "__main__":
    status = Asked(sys.argv[1], sys.argv[2:], os.environ, os.getcwd()).wait()
    sys.exit(status if status >= 0 else 128 - status)
