"""What is installed around the site: units of systemd, the proxy, containers, scripts.

Each is checked by its own tool where that is on the machine, and by what must stand in it everywhere.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
import yaml

from skatliga import settings
from skatliga.settings import BASE_DIR
from web.serving import run

DEPLOY = BASE_DIR / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
SERVED_BY = (DEPLOY / "systemd/skatliga.service", BASE_DIR / "Dockerfile", DEPLOY / "run.sh")
# Named by other programs, or set and read by the deployment alone.
NOT_OF_THE_SITE = {"WORKERS", "PORT", "PYTHONUNBUFFERED"}


@pytest.mark.parametrize("script", sorted(DEPLOY.glob("*.sh")), ids=lambda path: path.name)
def test_scripts_can_be_read_by_any_shell(script):
    read = subprocess.run(["sh", "-n", script], capture_output=True, text=True)
    assert (read.returncode, read.stderr) == (0, "")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd")
@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_systemd_understands_the_units(unit, tmp_path):
    for each in UNITS:
        (tmp_path / each.name).write_text(each.read_text().replace("/srv/skatliga/.venv/bin/python", sys.executable))
    done = subprocess.run(["systemd-analyze", "verify", tmp_path / unit.name], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("host", "demanded"), [(None, "0"), ("127.0.0.1", "0"), ("0.0.0.0", "")])
def test_without_other_visitors_the_demo_is_run_without_a_second_factor(tmp_path, host, demanded):
    """The script with an interpreter that only says what it was told."""
    (tmp_path / "deploy").mkdir()
    (tmp_path / ".venv/bin").mkdir(parents=True)
    shutil.copy(DEPLOY / "run.sh", tmp_path / "deploy")
    (tmp_path / "deploy/setup.sh").write_text("")
    python = tmp_path / ".venv/bin/python"
    python.write_text('#!/bin/sh\necho "$2 ${SECOND_FACTOR-}"\n')
    python.chmod(0o755)
    own = {"PATH": os.environ["PATH"], "SECRET_KEY": "x"} | ({"HOST": host} if host else {})
    done = subprocess.run(["sh", tmp_path / "deploy/run.sh"], env=own, capture_output=True, text=True, check=True)
    assert sorted(done.stdout.splitlines()[-2:]) == [f"granian {demanded}", f"work {demanded}"]


def test_a_backup_that_fails_starts_the_alarm_with_its_own_name():
    backup, alarm = (
        (DEPLOY / "systemd" / f"{name}.service").read_text() for name in ("skatliga-backup", "skatliga-alarm@")
    )
    assert re.findall(r"^OnFailure=(.*)$", backup, re.MULTILINE) == ["skatliga-alarm@%n.service"]
    [command] = re.findall(r"^ExecStart=(.*)$", alarm, re.MULTILINE)
    assert command == "/srv/skatliga/.venv/bin/python manage.py warn_operators --failed %i"


def test_what_is_old_is_forgotten_even_where_the_check_finds_something():
    backup = (DEPLOY / "systemd/skatliga-backup.service").read_text()
    assert re.findall(r"^ExecStart=.* manage.py (.*)$", backup, re.MULTILINE) == [
        "backup",
        "forget_old",
        "rate",
        "check_integrity",
    ]


def test_what_the_site_may_write_follows_from_its_settings(tmp_path):
    """A folder of one's own with a blank and a per cent sign in its name; as root writes the units of systemd."""
    commands, units = tmp_path / "bin", tmp_path / "units"
    commands.mkdir()
    units.mkdir()
    (commands / "systemctl").write_text(f"#!/bin/sh\necho $* >> {tmp_path}/said\n")
    (commands / "systemctl").chmod(0o755)
    (tmp_path / "site.env").write_text('VAR_DIR=/srv/var\nBACKUP_DIR="/mnt/other disk/100%"\n')
    own = {"PATH": f"{commands}:{os.environ['PATH']}", "SETTINGS": str(tmp_path / "site.env"), "UNITS": str(units)}
    subprocess.run(["sh", DEPLOY / "units.sh"], env=own, check=True)
    dropped_in = '[Service]\nReadWritePaths="-/srv/var"\nReadWritePaths="-/mnt/other disk/100%%"\n'
    for unit in ("skatliga", "skatliga-worker", "skatliga-backup", "skatliga-watch", "skatliga-alarm@"):
        assert (units / f"{unit}.service.d/folders.conf").read_text() == dropped_in
    assert {path.name for path in units.iterdir() if path.is_file()} == {path.name for path in UNITS}
    assert (tmp_path / "said").read_text() == "daemon-reload\nenable --now skatliga-watch.timer\n"
    if shutil.which("systemd-analyze"):
        for unit in units.glob("*.service"):
            unit.write_text(unit.read_text().replace("/srv/skatliga/.venv/bin/python", sys.executable))
        done = subprocess.run(["systemd-analyze", "verify", *units.glob("*.*")], capture_output=True, text=True)
        assert "folders.conf" not in done.stderr


def ask_whether_well(**settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, DEPLOY / "healthy.py"], env=settings, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("allowed", "asks_for"),
    [
        ("skat.example.org,www.example.org", "skat.example.org"),
        (" .example.org", "example.org"),
        ("*", "localhost"),
        ("*, skat.example.org", "skat.example.org"),
        ("", "localhost"),
    ],
)
def test_whether_the_site_is_well_is_asked_with_a_name_it_answers_to(allowed, asks_for):
    asked = []

    class Site(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append((self.path, self.headers["Host"]))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"status": "gesund", "workers": true}')

        def log_message(self, *_arguments):
            pass

    with HTTPServer(("127.0.0.1", 0), Site) as server:
        answering = Thread(target=server.handle_request)
        answering.start()
        done = ask_whether_well(ALLOWED_HOSTS=allowed, PORT=str(server.server_port))
        answering.join(timeout=30)
    assert (done.returncode, asked) == (0, [("/gesund/", asks_for)])


@pytest.mark.parametrize("file", SERVED_BY, ids=lambda path: path.name)
def test_one_thread_a_worker_and_several_workers_wherever_it_is_served(file):
    text = file.read_text()
    assert "granian --interface wsgi" in text
    assert "--blocking-threads 1 --no-ws" in text
    assert re.search(r'--workers (\$\{?WORKERS|"\$\(nproc\)")', text)


@pytest.fixture(scope="module")
def compose():
    return yaml.safe_load((BASE_DIR / "compose.yaml").read_text())


def test_the_containers_fit_together(compose):
    services = compose["services"]
    assert sorted(services) == ["database", "migrate", "nightly", "proxy", "site", "worker"]
    site = services["site"]
    assert services["worker"]["volumes"] == site["volumes"]  # there it finds what was ordered
    assert services["nightly"]["volumes"] == site["volumes"]  # there it puts backups
    assert site["depends_on"]["migrate"]["condition"] == "service_completed_successfully"
    assert services["migrate"]["depends_on"]["database"]["condition"] == "service_healthy"
    used = {mount.split(":")[0] for each in services.values() for mount in each["volumes"]}
    assert {name for name in used if name[0] not in "./"} == set(compose["volumes"])
    for file in (name for name in used if name.startswith("./")):
        assert (BASE_DIR / file).exists()
    assert "ports" not in site  # only the proxy is reached from outside
    assert "ports" not in services["database"]
    # nginx looks a name up once: it begins again when the site is made anew.
    assert services["proxy"]["depends_on"]["site"]["restart"] is True
    given = set(services["proxy"]["environment"])
    for line in (BASE_DIR / services["proxy"]["env_file"]).read_text().splitlines():
        given.add(line.partition("=")[0])
    assert set(re.findall(r"\$\{(\w+)\}", (DEPLOY / "nginx.conf.template").read_text())) <= given


@pytest.mark.parametrize(
    ("now", "slept", "called"),
    [
        ("2026-11-23 03:29:00", ["60"], ["backup", "forget_old", "rate", "check_integrity"]),
        ("2026-11-23 03:30:00", ["30600"], ["warn_operators"]),
        ("2026-11-23 22:30:00", ["18000"], ["backup", "forget_old", "rate", "check_integrity"]),
    ],
)
def test_containers_do_every_day_what_the_timers_do(tmp_path, now, slept, called):
    commands = re.findall(r"^ExecStart=.*manage\.py (\w+)", "".join(
        (DEPLOY / "systemd" / f"skatliga-{name}.service").read_text() for name in ("backup", "watch")
    ), re.M)  # fmt: skip
    assert set(called) <= set(commands) == {"backup", "forget_old", "rate", "check_integrity", "warn_operators"}
    assert _nights(tmp_path, now) == (slept, [[name] for name in called])


def test_what_fails_in_a_container_is_told(tmp_path):
    said = _nights(tmp_path, "2026-11-23 01:30:00", failing="backup")
    alarm = ["warn_operators", "--failed", "skatliga-backup"]
    assert said == (["7200"], [["backup"], alarm, ["forget_old"], ["rate"], ["check_integrity"]])


def _nights(folder, now, failing=""):
    """How long the script slept and what it called with programs in their places that only note it, until it ends."""
    programs = {
        "sleep": 'if [ -e slept ]; then kill -TERM "$(cat pid)"; exec /bin/sleep 9; fi; echo "$1" > slept',
        "python": f'shift; echo "$@" >> called; [ "$1" != "{failing}" ]',
        "date": f'exec /bin/date -u -d "$(echo "${{2:-now}}" | sed \'s/today/2026-11-23/; s/tomorrow/2026-11-24/; '
        f"s/now/{now}/')\" +%s",
    }
    for name, body in programs.items():
        (folder / name).write_text(f"#!/bin/sh\ncd {folder}\n{body}\n")
        (folder / name).chmod(0o755)
    script = f'echo $$ > {folder}/pid; exec sh "{DEPLOY / "nightly.sh"}"'
    environment = {"PATH": f"{folder}:/usr/bin:/bin"}
    subprocess.run(["sh", "-c", script], env=environment, timeout=60, check=True)
    called = (folder / "called").read_text().splitlines()
    return (folder / "slept").read_text().split(), [line.split() for line in called]


def test_secrets_get_neither_into_the_image_nor_into_git():
    for file in (".dockerignore", ".gitignore"):
        assert ".env" in (BASE_DIR / file).read_text().splitlines()


def test_the_tools_for_backups_are_of_the_servers_version(compose):
    [server] = re.findall(r"postgres:(\d+)", compose["services"]["database"]["image"])
    assert f"postgresql-client-{server}" in (BASE_DIR / "Dockerfile").read_text()


def test_what_is_set_is_known_to_the_settings(compose):
    named = set(compose["services"]["site"]["environment"])
    template = (DEPLOY / "skatliga.env").read_text()
    named |= set(re.findall(r"^(?:# )?([A-Z_]+)=", template, re.MULTILINE))
    named |= set(re.findall(r"([A-Z_]+)=\S+", re.search(r"^ENV (.*)$", (BASE_DIR / "Dockerfile").read_text(), re.M)[1]))
    assert {name for name in named - NOT_OF_THE_SITE if name not in settings.__doc__} == set()


def test_the_proxy_tells_what_the_site_needs_to_know_and_keeps_no_addresses():
    text = (DEPLOY / "nginx.conf.template").read_text()
    for header in (
        "Host $host",
        "X-Forwarded-Proto $scheme",
        "X-Forwarded-For $proxy_add_x_forwarded_for",
        "X-Request-ID $request_id",
    ):
        assert f"proxy_set_header {header};" in text
    assert "access_log off;" in text
    assert set(re.findall(r"\$\{(\w+)\}", text)) == {"SITE", "UPSTREAM", "UPLOAD_MB"}
    assert text.count("{") == text.count("}")


def test_in_production_a_request_is_a_line_of_json(tmp_path):
    """Also where nobody asks for a log; the text for people is asked for by name."""
    script = "from django.test import Client; Client(HTTP_HOST='skat.example.org').get('/regeln/')"
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    production = kept | {"SECRET_KEY": "k" * 60, "ALLOWED_HOSTS": "skat.example.org", "VAR_DIR": str(tmp_path)}

    def written(**variables: str) -> str:
        return run(production | variables, "manage.py", "shell", "--no-imports", "-c", script)

    line = json.loads(written())
    assert (line["status"], line["route"]) == (301, "?")  # to https, before any address is looked up
    assert written(LOG="text") == ""
