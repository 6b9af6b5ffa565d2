"""What protects the site: production settings, the Content-Security-Policy, error pages that say what to do."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from axes.models import AccessAttempt
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from skatliga.database import database_at
from skatliga.middleware import visitor_address
from skatliga.settings import BASE_DIR
from web.serving import python

PRODUCTION = {"SECRET_KEY": "k" * 25 + "0123456789abcdefghijklmnopqrstuv", "ALLOWED_HOSTS": "skat.example.org"}
# All pages; the papers whose rows or letters get their height in the page, no browser reads.
PAPERS = {BASE_DIR / "templates" / "printing" / name for name in ("sheet.html", "roll.html", "notice.html")}
TEMPLATES = sorted(set((BASE_DIR / "templates").rglob("*.html")) - PAPERS)
# What a strict policy forbids: scripts and styles in the page, handlers and styles in attributes.
# A block of data is no script: no browser runs it, so the policy has nothing to say of it.
INLINE = re.compile(
    r'<script(?! type="application/ld\+json">)(?![^>]*\bsrc=)|<style|\sstyle\s*=|\son[a-z]+\s*=|javascript:|\shx-on',
    re.IGNORECASE,
)
# What stands in a field to be copied is text: its markup is escaped.
COPIED = re.compile(r"(?<=<textarea)([^<>]*>)[^<>]*(?=</textarea>)")
TEMPLATE_TAG = re.compile(r"{%.*?%}")


def manage(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A command of manage.py with exactly these variables."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return python(kept | variables, "manage.py", *arguments)


def test_production_settings_pass_djangos_check():
    checked = manage("check", "--deploy", "--fail-level", "INFO", **PRODUCTION)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_naming_a_public_host_switches_debugging_off_and_demands_a_secret():
    script = "from django.conf import settings; print(settings.DEBUG, settings.SESSION_COOKIE_SECURE)"
    assert manage("shell", "--no-imports", "-c", script, **PRODUCTION).stdout == "False True\n"
    refused = manage("check", ALLOWED_HOSTS="skat.example.org")
    assert refused.returncode == 1
    assert "SECRET_KEY fehlt" in refused.stderr


@pytest.mark.parametrize(
    ("url", "engine", "name", "host"),
    [
        ("postgres://u:p%40ss@db.example.org:5433/skat", "postgresql", "skat", "db.example.org"),
        ("postgres:///skat", "postgresql", "skat", ""),
        ("postgres://%2Frun%2Fpostgresql:5433/skat", "postgresql", "skat", "/run/postgresql"),
        ("sqlite:////srv/skat.sqlite3", "sqlite3", "/srv/skat.sqlite3", ""),
        ("sqlite:///skat.sqlite3", "sqlite3", "skat.sqlite3", ""),
    ],
)
def test_an_address_of_a_database_is_read(url, engine, name, host):
    found = database_at(url)
    assert (found["ENGINE"], found["NAME"], found.get("HOST", "")) == (f"django.db.backends.{engine}", name, host)


def test_the_settings_take_the_database_of_the_environment():
    script = (
        "from django.conf import settings; d = settings.DATABASES['default']; print(d['ENGINE'], d['NAME'], d['HOST'])"
    )
    shown = manage("shell", "--no-imports", "-c", script, DATABASE_URL="postgres://db.example.org/skat", **PRODUCTION)
    assert shown.stdout.strip() == "django.db.backends.postgresql skat db.example.org"


def test_an_unknown_database_is_refused():
    assert "DATABASE_URL muss" in manage("check", DATABASE_URL="mysql://localhost/skat", **PRODUCTION).stderr


def test_no_template_has_scripts_or_styles_in_the_page():
    found = {path.relative_to(BASE_DIR).as_posix(): INLINE.findall(without_tags(path)) for path in TEMPLATES}
    assert len(found) > 200
    assert {name: inline for name, inline in found.items() if inline} == {}


def without_tags(path: Path) -> str:
    return TEMPLATE_TAG.sub("", path.read_text())


@pytest.mark.parametrize(
    "page", ['<p style="x">', "<script>", '<a onclick="x">', "<style>", '<a href="javascript:x">', '<a hx-on:x="y">']
)
def test_what_the_policy_forbids_is_recognised(page):
    assert INLINE.search(page)
    assert not INLINE.search('<script src="/static/x.js" defer></script>')


def test_a_block_of_data_is_the_only_script_without_a_file():
    assert not INLINE.search('<script type="application/ld+json">{}</script>')
    others = ("module", "text/javascript", "importmap", "speculationrules", 'application/ld+json" type="module')
    assert all(INLINE.search(f'<script type="{kind}">') for kind in others)
    assert INLINE.search('<script id="x" type="application/ld+json">')


def test_text_to_be_copied_is_not_part_of_the_page():
    copied = "<textarea readonly>&lt;iframe style=&quot;border: 0&quot;&gt;</textarea>"
    assert not INLINE.search(COPIED.sub(r"\1", copied))
    assert INLINE.search(COPIED.sub(r"\1", '<textarea style="x">a</textarea>'))
    assert INLINE.search(COPIED.sub(r"\1", '<textarea>a</textarea><p style="x"></p><textarea>b</textarea>'))


@pytest.mark.django_db
@pytest.mark.parametrize("name", "start change_password club register add_player player merge roles".split())
def test_pages_carry_the_policy_and_nothing_it_forbids(name, sign_in, admin, club, anna):
    one_player = [club.slug, anna.player_id]
    args = {"start": [], "change_password": [], "player": one_player, "merge": one_player}
    response = sign_in(admin).get(reverse(f"people:{name}", args=args.get(name, [club.slug])))
    policy = response["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert not INLINE.findall(COPIED.sub(r"\1", response.content.decode()))
    assert (response["X-Frame-Options"], response["X-Content-Type-Options"]) == ("DENY", "nosniff")


@pytest.mark.django_db
def test_a_page_that_does_not_exist(client):
    response = client.get("/gibt-es-nicht/")
    page = response.content.decode()
    assert (response.status_code, "Diese Seite gibt es nicht" in page, 'href="/"' in page) == (404, True, True)
    assert "default-src 'self'" in response["Content-Security-Policy"]


@pytest.mark.parametrize("code", [400, 403, 404, 500])
def test_error_pages_need_neither_request_nor_database(code):
    page = render_to_string(f"{code}.html")
    assert f"Fehler {code}" in page
    assert 'href="/"' in page


@pytest.mark.django_db
def test_a_form_without_its_token_is_refused_with_a_way_out(leser):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(leser)
    response = browser.post("/passwort/", {"old_password": "x"})
    assert response.status_code == 403
    assert "Dieses Formular gilt nicht mehr" in response.content.decode()


@pytest.mark.django_db
def test_a_public_page_carries_nothing_of_one_visitor(client, club):
    response = client.get(club.get_absolute_url())
    assert not response.cookies
    assert "csrf" not in response.content.decode().lower()


@pytest.mark.parametrize(
    ("https", "address"),
    [(False, "198.51.100.1"), (True, "192.0.2.7")],  # what the visitor says of himself counts never
)
def test_a_visitor_is_known_by_what_the_proxy_adds(rf, settings, https, address):
    settings.HTTPS = https
    request = rf.get("/", REMOTE_ADDR="198.51.100.1", headers={"X-Forwarded-For": "203.0.113.9, 192.0.2.7"})
    assert visitor_address(request) == address
    assert visitor_address(rf.get("/", REMOTE_ADDR="198.51.100.1")) == "198.51.100.1"


@pytest.mark.django_db
@pytest.mark.parametrize("said", ["192.0.2.7:51234", "unbekannt", "fe80::1%eth0, ::g", "x" * 300])
def test_what_is_no_address_is_counted_as_the_proxys(client, settings, said):
    """PostgreSQL stores nothing else where an address belongs."""
    settings.HTTPS = True
    tried = [
        client.post(
            "/anmelden/",
            {"username": "leser", "password": "falsch"},
            secure=True,
            REMOTE_ADDR="198.51.100.1",
            headers={"X-Forwarded-For": said, "Referer": "https://testserver/"},
        ).status_code
        for _guess in range(6)
    ]
    assert tried == [200] * 4 + [429] * 2
    assert list(AccessAttempt.objects.values_list("ip_address", flat=True)) == ["198.51.100.1"]
