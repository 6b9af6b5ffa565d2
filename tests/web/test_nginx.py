"""The proxy in front of the site, set up as the head of its template says, with the site's own server behind it."""

import http.client
import http.server
import os
import re
import shutil
import socket
import ssl
import subprocess
import threading
import time
from types import SimpleNamespace
from typing import ClassVar

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from ports import free_port

from skatliga.exchange.archive.views import ArchiveForm
from skatliga.settings import BASE_DIR, UPLOAD_MB
from web.serving import site  # noqa: F401

TEMPLATE = BASE_DIR / "deploy/nginx.conf.template"
NAME = "skat.example.org"
TEMPORARY = "client_body proxy fastcgi uwsgi scgi".split()
# Somebody may sign in by this cookie.
SIGNED_IN = """
from django.test import Client
from skatliga.people.models import User
browser = Client()
browser.force_login(User.objects.create_superuser("betreiber"))
print(browser.cookies["sessionid"].value)
"""


PUBLISHED = """
import datetime
from skatliga.events.models import Event
from skatliga.events.services import create_event, set_state
from skatliga.people.services import create_club
event = create_event(create_club("Verein"), name="Abend", date=datetime.date(2026, 11, 20), rounds=1,
                     rulebook="isko-2022", evaluation="seeger-fabian")
set_state(event, Event.State.PUBLISHED)
print(event.slug)
"""
RENAMED = """
from skatliga.events.models import Event
from skatliga.events.services import change_event
change_event(Event.objects.get(), rounds=1, name="Herbstpokal")
"""


def render(upstream: str) -> str:
    """By the two lines in the template's head, with other values."""
    head = re.search(r"#   (set -a; .*)\n#   (envsubst .*) > /etc/nginx/conf.d/skatliga.conf\n", TEMPLATE.read_text())
    lines = head[1].replace("127.0.0.1:8000", upstream), head[2]
    return subprocess.check_output(["sh", "-euc", "\n".join(lines)], cwd=BASE_DIR, text=True)


@pytest.fixture
def configured(tmp_path):
    """A file for nginx with the template in it, on free ports, everything below a folder of the test."""
    if not (shutil.which("nginx") and shutil.which("openssl") and shutil.which("envsubst")):
        pytest.skip("needs nginx (apt-get install nginx-light), openssl and envsubst (gettext-base)")
    folder = tmp_path / f"live/{NAME}"
    folder.mkdir(parents=True)
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={NAME}", "-days", "1"]
    files = ["-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"]
    subprocess.run([*made, *files], check=True, capture_output=True)
    served, plain, secure = free_port(), free_port(), free_port()
    text = render(f"127.0.0.1:{served}").replace("/etc/letsencrypt", str(tmp_path))
    for there, here in ((80, plain), (443, secure)):
        text = re.sub(rf"listen {there}\b", f"listen 127.0.0.1:{here}", text)
        text = re.sub(rf"listen \[::\]:{there}[^;]*;", "", text)
    text = text.replace("/var/lib/nginx", str(tmp_path))
    paths = "".join(f"{kind}_temp_path {tmp_path}/{kind};" for kind in TEMPORARY)
    own = f"daemon off; master_process off; pid {tmp_path}/pid; error_log {tmp_path}/log;"
    file = tmp_path / "nginx.conf"
    file.write_text(f"{own} events {{}} http {{ {paths} {text} }}")
    return SimpleNamespace(file=file, site=served, plain=plain, secure=secure)


def test_nginx_understands_it(configured):
    done = subprocess.run(["nginx", "-t", "-c", configured.file], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def proxy(configured, site):  # noqa: F811
    """nginx with the site behind it: `python` runs a script on the site, `open` begins to speak https."""
    python, server = site
    with server(configured.site):
        process = subprocess.Popen(["nginx", "-c", configured.file], stderr=subprocess.DEVNULL)
        try:
            wait_for(process, configured.secure)
            yield SimpleNamespace(**vars(configured), python=python, open=lambda: opened(configured.secure))
        finally:
            process.terminate()
            process.wait()


def wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    """Until the proxy listens."""
    for _attempt in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert process.poll() is None
        time.sleep(0.05)


def opened(port: int) -> http.client.HTTPSConnection:
    context = ssl._create_unverified_context()
    return http.client.HTTPSConnection("127.0.0.1", port, timeout=60, context=context)


def test_a_request_reaches_the_site_and_what_is_too_large_does_not(proxy):
    plain = http.client.HTTPConnection("127.0.0.1", proxy.plain, timeout=60)
    plain.request("GET", "/regeln/", headers={"Host": NAME})
    moved = plain.getresponse()
    assert (moved.status, moved.getheader("Location")) == (301, f"https://{NAME}/regeln/")

    secure = proxy.open()
    secure.request("GET", "/regeln/", headers={"Host": "localhost"})
    answer = secure.getresponse()
    assert (answer.status, answer.getheader("Server")) == (200, "nginx")
    assert re.fullmatch("[0-9a-f]{32}", answer.getheader("X-Request-ID"))
    assert "Skatliga" in answer.read().decode()

    # A file larger than any other page takes goes whole to the site, which says what is wrong with it.
    script = ("manage.py", "shell", "--no-imports", "-c", SIGNED_IN)
    session = proxy.python(*script).strip()
    secure.request("GET", "/austausch/archiv/", headers={"Host": "localhost", "Cookie": f"sessionid={session}"})
    answer = secure.getresponse()
    page = answer.read().decode()
    assert (answer.status, f"höchstens {UPLOAD_MB} MB" in page) == (200, True)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]
    csrf_cookie = answer.getheader("Set-Cookie").split(";")[0]
    border = "border-of-the-parts"
    part = f'--{border}\r\nContent-Disposition: form-data; name="'
    body = (
        f'{part}csrfmiddlewaretoken"\r\n\r\n{token}\r\n{part}datei"; filename="x.zip"\r\n\r\n'.encode()
        + b"x" * 30_000_000
        + f"\r\n--{border}--\r\n".encode()
    )
    headers = {"Host": "localhost", "Cookie": f"sessionid={session}; {csrf_cookie}"}
    headers["Content-Type"] = f"multipart/form-data; boundary={border}"
    secure.request("POST", "/austausch/archiv/", body, headers)
    answer = secure.getresponse()
    assert (answer.status, "Das ist kein lesbares Archiv." in answer.read().decode()) == (200, True)

    # What is refused, is so before it is sent.
    limit = UPLOAD_MB * 1024**2
    assert said_before_sending(proxy, "/austausch/archiv/", limit) == (100, "")
    status, text = said_before_sending(proxy, "/austausch/archiv/", limit + 1)
    assert (status, f"ein Archiv darf {UPLOAD_MB} MB haben" in text) == (413, True)
    photos = "/fotos/serie/clubabend/1/"
    assert said_before_sending(proxy, photos, limit)[0] == 100
    status, text = said_before_sending(proxy, photos, limit + 1)
    assert (status, f"alle Fotos zusammen {UPLOAD_MB} MB" in text) == (413, True)
    assert said_before_sending(proxy, "/listen/", 25 * 1024**2)[0] == 100
    assert said_before_sending(proxy, "/listen/", 25 * 1024**2 + 1)[0] == 413


def test_documents_are_fetched_so_many_at_once_and_pages_as_many_as_one_likes(proxy):
    secure = proxy.open()
    statuses: dict[str, list[int]] = {}
    for address in ("/regeln/isko-2022/werte.csv", "/regeln/"):
        for _request in range(80):
            secure.request("GET", address, headers={"Host": "localhost"})
            answer = secure.getresponse()
            text = answer.read().decode()
            statuses.setdefault(address, []).append(answer.status)
            if answer.status == 429:
                assert (answer.getheader("Retry-After"), text[:40]) == ("5", "Das waren viele Dokumente auf einmal. Bi")
    documents, pages = statuses.values()
    assert set(documents[:40]) <= {200, 503} and 429 in documents[40:]
    assert pages == [200] * 80


def test_what_everybody_sees_is_asked_of_the_site_once_and_never_what_somebody_sees(proxy):
    def python(script: str) -> str:
        return proxy.python("manage.py", "shell", "--no-imports", "-c", script).strip()

    secure = proxy.open()

    def get(address: str, **headers: str) -> tuple[str, str]:
        secure.request("GET", address, headers={"Host": "localhost"} | headers)
        answer = secure.getresponse()
        return answer.getheader("X-Cache"), answer.read().decode()

    ranking = f"/ranglisten/{python(PUBLISHED)}/"
    session = {"Cookie": f"sessionid={python(SIGNED_IN)}"}
    kept, page = get(ranking)
    assert (kept, "Abend" in page, "betreiber" in page) == ("MISS", True, False)
    assert get(ranking) in [(kept, page) for kept in ("HIT", "UPDATING", "STALE", "REVALIDATED")]
    for others, words in ((session, "betreiber"), ({"Accept-Language": "en"}, '<html lang="en"')):
        kept, theirs = get(ranking, **others)
        assert (kept, words in theirs, words in page) == ("MISS", True, False)
    assert get(ranking, **session)[0] == "MISS"  # nobody keeps it
    assert get(ranking)[1] == page

    python(RENAMED)
    until = time.monotonic() + 60
    while "Herbstpokal" not in get(ranking)[1]:
        assert time.monotonic() < until


class Waiting(http.server.BaseHTTPRequestHandler):
    """A site that answers when it is told to, and not before."""

    may_answer: ClassVar = threading.Event()

    def do_GET(self) -> None:
        self.may_answer.wait(20)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *said: object) -> None:
        """Nothing."""


def test_only_so_many_documents_are_made_for_one_address_at_once(configured):
    """Twenty wait for the site; whoever asks for more is told at once, and all others are answered in the end."""
    site_ = http.server.ThreadingHTTPServer(("127.0.0.1", configured.site), Waiting)
    threading.Thread(target=site_.serve_forever, daemon=True).start()
    process = subprocess.Popen(["nginx", "-c", configured.file], stderr=subprocess.DEVNULL)
    statuses: list[int] = []

    def fetch() -> None:
        secure = opened(configured.secure)
        secure.request("GET", "/druck/liste/x/", headers={"Host": "localhost"})
        statuses.append(secure.getresponse().status)

    asking = [threading.Thread(target=fetch) for _ in range(25)]
    try:
        wait_for(process, configured.secure)
        for each in asking:
            each.start()
        while len(statuses) < 5 and any(each.is_alive() for each in asking):
            time.sleep(0.01)
        assert statuses == [429] * 5
        Waiting.may_answer.set()
        for each in asking:
            each.join(60)
        assert sorted(statuses) == [200] * 20 + [429] * 5
    finally:
        Waiting.may_answer.set()
        process.terminate()
        process.wait()
        site_.shutdown()


def said_before_sending(proxy, path: str, size: int) -> tuple[int, str]:
    """What nginx answers to the head of a request that asks whether it may send so much."""
    with socket.create_connection(("127.0.0.1", proxy.secure), timeout=60) as plain:
        wrapped = ssl._create_unverified_context().wrap_socket(plain)
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: {size}\r\n\r\n"
        wrapped.sendall(head.encode())
        said = wrapped.recv(65536).decode()
        if "413" in said.splitlines()[0] and "MB" not in said:
            said += wrapped.recv(65536).decode()
    return int(said.split()[1]), said.partition("\r\n\r\n")[2]


def test_page_site_and_proxy_say_the_same_limit(settings):
    """A file of exactly the limit fits through nginx with all that the form adds; one byte more the site refuses."""
    assert f"client_max_body_size {UPLOAD_MB}m;" in os.path.expandvars(
        TEMPLATE.read_text().replace("${UPLOAD_MB}", str(UPLOAD_MB))
    )
    for size, errors in ((UPLOAD_MB * 10**6, {}), (UPLOAD_MB * 10**6 + 1, {"datei"})):
        file = SimpleUploadedFile("x.zip", b"x")
        file.size = size
        form = ArchiveForm(files={"datei": file})
        assert (form.is_valid(), set(form.errors)) == (not errors, set(errors))
    assert form.errors["datei"][0].startswith(f"Die Datei ist größer als {UPLOAD_MB} MB.")
