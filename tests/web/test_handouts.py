"""Documents of public pages: made once for everybody, outside of what answers, and never with what is not public."""

import json
import os
import signal
import threading
import time
import urllib.error
import urllib.request

import pytest
from django.urls import reverse

from skatliga import handouts, stock
from skatliga.events.models import Event
from skatliga.events.services import enter_players, set_state
from skatliga.jobs import KEPT_SECONDS
from skatliga.people.models import Player
from skatliga.printing.print_request import PrintJob
from web.made import made_at_once  # noqa: F401
from web.serving import environment_of, site, working  # noqa: F401


@pytest.fixture
def waiting(ordered):
    """The documents that are ordered; nothing is made until the test has it made."""
    return ordered


def paper(event: Event) -> str:
    return reverse("printing:ranking", args=[event.slug])


def file(event: Event, ending: str = "csv") -> str:
    return reverse("events:entries_file", args=[event.slug, ending])


def test_what_many_ask_for_is_made_once_and_then_answered_by_its_mark(evening, client, waiting, monkeypatch):
    made = []
    make = handouts._finish
    monkeypatch.setattr(handouts, "_finish", lambda steps: made.append(1) or make(steps))
    for _visitor in range(24):
        answer = client.get(paper(evening))
        assert (answer.status_code, answer["Retry-After"]) == (503, "1")
        assert answer.content.decode() == "Das Dokument wird gerade erstellt.\n"
    assert len(waiting) == 1 and not made
    waiting.pop().run()
    answers = [client.get(paper(evening)) for _visitor in range(24)]
    assert {answer.status_code for answer in answers} == {200} and made == [1]
    assert answers[0].content.startswith(b"%PDF") and len({answer.content for answer in answers}) == 1
    assert answers[0]["Content-Type"] == "application/pdf" and answers[0]["Cache-Control"] == "no-cache"
    again = client.get(paper(evening), headers={"If-None-Match": answers[0]["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_person_gets_a_page_that_leads_to_the_document(evening, client, waiting):
    answer = client.get(file(evening), headers={"Accept": "text/html,*/*;q=0.8"})
    page = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (202, "1") and "no-store" in answer["Cache-Control"]
    assert "Das Dokument wird gerade erstellt." in page and '<meta http-equiv="refresh" content="1">' in page
    waiting.pop().run()
    answer = client.get(file(evening), headers={"Accept": "text/html,*/*;q=0.8"})
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/csv; charset=utf-8")
    assert answer["Content-Disposition"] == f'attachment; filename="teilnehmer-{evening.slug}.csv"'


def test_each_state_has_its_own_document(evening, client):
    before = client.get(file(evening, "json"))
    evening.entries.filter(start_number=1).first()
    Event.objects.filter(pk=evening.pk).update(version=evening.version + 10)
    after = client.get(file(evening, "json"), headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200 and after["ETag"] != before["ETag"]
    assert len(list(stock.place("kept").glob("*/*"))) == 1


def test_another_version_of_the_program_makes_its_own_documents(settings, tmp_path):
    settings.BASE_DIR = tmp_path
    (tmp_path / "templates").mkdir()
    template = tmp_path / "templates" / "paper.html"
    marks = []
    for second in (1, 1, 2):
        template.touch()
        os.utime(template, (second, second))
        stock._program.cache_clear()  # as in a process that starts
        marks.append(stock.mark_of("a state"))
    stock._program.cache_clear()
    assert marks[0] == marks[1] != marks[2]


def test_what_was_made_a_moment_ago_is_given_out_while_the_next_is_made(evening, client, monkeypatch, waiting):
    monkeypatch.setattr(stock, "FRESH", 3)
    client.get(file(evening))
    waiting.pop().run()
    Event.objects.filter(pk=evening.pk).update(version=evening.version + 1)
    assert client.get(file(evening)).status_code == 200
    [kept] = stock.place("kept").glob("*/*")
    os.utime(kept, (time.time() - 4, time.time() - 4))
    assert client.get(file(evening)).status_code == 503


def names(answer) -> list[str]:
    return [line["name"] for line in json.loads(answer.content)]


def test_roles_and_the_public_never_get_the_documents_of_each_other(event, anna, leser, sign_in, client):
    enter_players(event, [anna.player])
    Player.objects.filter(pk=anna.player.pk).update(publication="pseudonym", pseudonym="Kreuzbube")
    member = sign_in(leser)
    for _twice in range(2):
        assert names(member.get(file(event, "json"))) == ["Anna Ärmel"]
        assert names(client.get(file(event, "json"))) == ["Kreuzbube"]
    kept = b"".join(path.read_bytes() for path in stock.place("kept").glob("*/*"))
    assert b"Kreuzbube" in kept and "Ärmel".encode() not in kept and "no-store" not in str(kept)


def test_who_changes_his_wish_is_named_as_he_wishes(event, anna, client):
    enter_players(event, [anna.player])
    assert names(client.get(file(event, "json"))) == ["Anna Ärmel"]
    anna.player.publication, anna.player.pseudonym = "pseudonym", "Kreuzbube"
    anna.player.save()
    assert names(client.get(file(event, "json"))) == ["Kreuzbube"]


def test_what_is_withdrawn_from_the_public_is_refused_at_once(evening, client, monkeypatch):
    monkeypatch.setattr(stock, "FRESH", 3)
    assert client.get(paper(evening)).status_code == 200
    set_state(evening, Event.State.DRAFT)
    for address in (paper(evening), file(evening)):
        assert client.get(address).status_code == 302


def test_what_was_withdrawn_while_it_waited_is_not_made(evening, client, waiting):
    client.get(file(evening))
    set_state(evening, Event.State.DRAFT)
    waiting.pop().run()
    assert not list(stock.place("kept").glob("*/*"))


def test_invented_addresses_are_the_same_document(evening, client, waiting):
    for number in range(30):
        assert client.get(paper(evening), {"x": number}).status_code == 503
    assert len(waiting) == 1
    assert client.get(paper(evening), {"nach": 77}).status_code == 404
    assert client.get(file(evening, "exe")).status_code == 404
    assert len(waiting) == 1


def test_one_address_has_so_many_under_way_and_all_together_as_well(evening, client, waiting, monkeypatch):
    monkeypatch.setattr(stock, "MOST_OF_ONE", 2)
    monkeypatch.setattr(stock, "MOST_WAITING", 3)
    assert [client.get(file(evening, ending)).status_code for ending in ("csv", "xlsx", "ods")] == [503, 503, 429]
    refused = client.get(file(evening, "ods"))
    assert refused.content.decode().startswith("Für Sie werden schon andere Dokumente erstellt.")
    assert refused["Retry-After"] == "2"
    answers = [client.get(file(evening, ending), REMOTE_ADDR="192.0.2.7") for ending in ("csv", "ods", "json")]
    assert [answer.content.decode().strip().partition(".")[0] for answer in answers] == [
        "Das Dokument wird gerade erstellt",  # which somebody else waits for as well
        "Das Dokument wird gerade erstellt",
        "Gerade werden viele Dokumente erstellt",
    ]
    assert (answers[2].status_code, answers[2]["Retry-After"]) == (503, "3")


def test_a_document_that_fails_says_so_and_is_tried_again_after_a_minute(evening, client, waiting, monkeypatch):
    def fail(*_anything):
        raise RuntimeError("ink is out")

    with monkeypatch.context() as broken:
        broken.setattr("skatliga.handouts.table_file", fail)
        client.get(file(evening))
        waiting.pop().run()
    answer = client.get(file(evening), headers={"Accept": "text/html"})
    assert answer.status_code == 500 and "Das Dokument ließ sich nicht erstellen." in answer.content.decode()
    assert "http-equiv" not in answer.content.decode() and not waiting
    [kept] = stock.place("kept").glob("*/*")
    os.utime(kept, (time.time() - 61, time.time() - 61))
    client.get(file(evening))
    waiting.pop().run()
    assert client.get(file(evening)).status_code == 200


def test_no_more_is_kept_than_there_is_room_for(evening, client, monkeypatch):
    for ending in ("csv", "json", "ods"):
        client.get(file(evening, ending))
    sizes = {path: path.stat().st_size for path in stock.place("kept").glob("*/*")}
    [oldest, _second, latest] = sorted(sizes, key=lambda path: path.stat().st_atime)
    os.utime(oldest, (time.time() + 5, oldest.stat().st_mtime))  # asked for again
    monkeypatch.setattr(stock, "MOST_BYTES", sizes[oldest] + sizes[latest])
    stock.clean_up()
    assert set(stock.place("kept").glob("*/*")) == {oldest, latest}
    os.utime(latest, (time.time(), time.time() - KEPT_SECONDS - 1))
    stock.clean_up()
    assert set(stock.place("kept").glob("*/*")) == {oldest}


def test_who_is_signed_in_has_one_document_made_at_once_and_a_process_stays_free(
    evening, leser, leiterin, sign_in, settings
):
    settings.WORKERS = 2
    mine, other = sign_in(leser), sign_in(leiterin)
    with stock.turn(leser.pk):
        answer = mine.get(paper(evening))
        assert (answer.status_code, answer["Retry-After"]) == (429, "2")
        answer = other.get(paper(evening), headers={"Accept": "text/html"})
        assert (answer.status_code, answer["Retry-After"]) == (503, "3")
        assert '<meta http-equiv="refresh" content="3">' in answer.content.decode()
        settings.WORKERS = 3
        assert other.get(paper(evening)).status_code == 200
    assert mine.get(paper(evening)).status_code == 200


def test_long_prints_are_limited_for_one_and_for_all(evening, schreiber, sign_in, monkeypatch, ordered):
    browser = sign_in(schreiber)
    monkeypatch.setattr("skatliga.printing.views.MOST_AT_ONCE", 1)
    address = reverse("printing:round_sheets", args=[evening.slug, 1]) + "?leer=1"
    for users, status in (([schreiber.pk] * 2, 429), ([schreiber.pk, 0, 0, 0], 503)):
        for user in users:
            PrintJob.order(owner=user, title="", filename="", back="", sheets=1).print([])
        assert browser.get(address).status_code == status
        for work in ordered:
            work.die()
        ordered.clear()
    assert browser.get(address).status_code == 302


MAKE = """
import datetime
from skatliga.events.models import Event
from skatliga.events.services import create_event, enter_guests, set_state
from skatliga.people.services import create_club
event = create_event(create_club("Herz Dame"), name="Preisskat", date=datetime.date(2026, 11, 21), rounds=1,
    rulebook="isko-2022", evaluation="seeger-fabian")
enter_guests(event, [(f"Gast {number}", "") for number in range(1, 41)])
set_state(event, Event.State.PUBLISHED)
print(event.slug)
"""


@pytest.mark.django_db(transaction=True)
def test_a_served_site_makes_it_in_another_process_for_all_who_ask(site, tmp_path):  # noqa: F811
    """Twenty-four wait for it, and pages are answered beside them: a process that answers never makes it."""
    python, server = site
    slug = python("manage.py", "shell", "--no-imports", "-c", MAKE).strip()
    with server() as (address, _kill):
        got: list[bytes] = []
        told: list[tuple[int, str | None]] = []

        def ask() -> None:
            while True:
                try:
                    got.append(urllib.request.urlopen(f"{address}/druck/{slug}/rangliste/").read())
                    return
                except urllib.error.HTTPError as later:
                    told.append((later.code, later.headers["Retry-After"]))
                    time.sleep(0.2)

        visitors = [threading.Thread(target=ask, daemon=True) for _visitor in range(24)]
        for visitor in visitors:
            visitor.start()
        while len(told) < 48 and not got:
            page = urllib.request.urlopen(f"{address}/ranglisten/{slug}/")
            assert (page.status, "Rangliste" in page.read().decode()) == (200, True)
        assert not got
        with working(environment_of(tmp_path)) as workers:
            for visitor in visitors:
                visitor.join(timeout=60)
            assert len(list((tmp_path / "workers").iterdir())) == 5  # documents, prints, photographs, jobs, messages
            os.kill(workers.pid, signal.SIGTERM)
            assert workers.wait() == 0
            assert not list((tmp_path / "workers").iterdir())
    assert set(told) == {(503, "1")}
    assert len(got) == 24 and len(set(got)) == 1 and got[0].startswith(b"%PDF")
    assert len(list((tmp_path / "handouts/kept").glob("*/*"))) == 1
