"""Impressum and Datenschutz: words of whoever runs the site, linked at the foot of every page once there are any."""

import re

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from skatliga.events.models import Table
from skatliga.lists.access import device_path

LINK = re.compile(r'<nav class="legal".*?</nav>', re.DOTALL)


@pytest.fixture
def files(settings, tmp_path):
    """Where the texts belong; there are none yet."""
    settings.IMPRESSUM, settings.DATENSCHUTZ = str(tmp_path / "impressum.txt"), str(tmp_path / "datenschutz.txt")
    return tmp_path


def links(page: str) -> list[tuple[str, str]]:
    return [link for nav in LINK.findall(page) for link in re.findall(r'<a href="(.*?)">(.*?)</a>', nav)]


BOTH = [("/impressum/", "Impressum"), ("/datenschutz/", "Datenschutz")]


def test_every_page_ends_with_the_links(files, client, event, evening):
    (files / "impressum.txt").write_text("Skatclub Herz Dame\nAltenburg\n\nVorstand: Ada <Albers>\n\nada@example.org\n")
    (files / "datenschutz.txt").write_text("Nichts.")
    pages = ["/", "/anmelden/", "/regeln/", event.get_absolute_url(), device_path(Table.objects.first()), "/impressum/"]
    assert {page: links(client.get(page).content.decode()) for page in pages} == dict.fromkeys(pages, BOTH)
    assert links(client.get("/gibt-es-nicht/").content.decode()) == BOTH
    assert links(render_to_string("500.html")) == BOTH
    shown = client.get("/impressum/").content.decode()
    assert "<p>Skatclub Herz Dame<br>Altenburg</p>\n\n<p>Vorstand: Ada &lt;Albers&gt;</p>" in shown
    assert '<a href="mailto:ada@example.org">ada@example.org</a>' in shown


def test_without_a_text_there_is_neither_link_nor_page_and_the_operators_are_told(files, client, sign_in, betreiber):
    (files / "datenschutz.txt").write_text("  \n")
    assert links(client.get("/").content.decode()) == []
    assert [client.get(reverse(name)).status_code for name in ("impressum", "datenschutz")] == [404, 404]
    told = sign_in(betreiber).get("/betrieb/").content.decode()
    assert f"Impressum fehlt: bitte den Text in {files}/impressum.txt ablegen" in told
    assert f"Datenschutz fehlt: bitte den Text in {files}/datenschutz.txt ablegen" in told


def test_a_page_that_is_elsewhere_is_linked_there(files, settings, client, sign_in, betreiber):
    settings.IMPRESSUM = "https://www.example.org/impressum"
    assert links(client.get("/").content.decode()) == [("https://www.example.org/impressum", "Impressum")]
    assert client.get("/impressum/").url == "https://www.example.org/impressum"
    assert "Impressum fehlt" not in sign_in(betreiber).get("/betrieb/").content.decode()


def test_a_file_that_cannot_be_read_stops_no_page(files, client, db):
    (files / "impressum.txt").write_bytes(b"\xff\xfe\x00nonsense\xff")
    (files / "datenschutz.txt").mkdir()
    assert client.get("/").status_code == 200
    assert links(client.get("/").content.decode()) == []
