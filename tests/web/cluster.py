"""A PostgreSQL server of the test's own, which it may stop and kill."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from ports import free_port

PLACES = [*(str(path) for path in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), os.defpath]


class Cluster:
    """One server in a folder; root lends it to the user `postgres`, since no server runs as root."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        if os.geteuid() == 0:
            owner = pwd.getpwnam("postgres")
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        self._call("initdb", "--auth=trust", "--username=skat", "--encoding=UTF8", "--locale=C.UTF-8")
        with (folder / "data/postgresql.conf").open("a") as settings:
            settings.write(f"port={self.port}\nlisten_addresses='127.0.0.1'\nunix_socket_directories=''\nfsync=off\n")

    def start(self) -> None:
        """Until it answers."""
        self._call("pg_ctl", "start", "--wait", f"--log={self.folder}/log")

    def stop(self, mode: str = "immediate") -> None:
        """As a power cut stops it, or `fast`, as an administrator does."""
        self._call("pg_ctl", "stop", f"--mode={mode}")

    def create(self, name: str) -> str:
        """The address of a new database with nothing in it."""
        subprocess.run(["createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "skat", name], check=True)
        return f"postgres://skat@127.0.0.1:{self.port}/{name}"

    def _call(self, tool: str, *arguments: str) -> None:
        path = shutil.which(tool, path=os.pathsep.join(PLACES))
        options = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.geteuid() == 0 else {}
        command = [str(path), f"--pgdata={self.folder}/data", *arguments]
        subprocess.run(command, check=True, cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A server that is running."""
    if not shutil.which("initdb", path=os.pathsep.join(PLACES)):
        pytest.skip("needs a PostgreSQL server (apt-get install postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="skat-cluster-"))
    try:
        server = Cluster(folder)
        server.start()
        yield server
        server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
