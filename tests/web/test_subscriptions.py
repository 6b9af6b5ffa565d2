"""Being told: who asks, what goes out, that it goes out once and until it has arrived."""

import base64
import datetime
import hmac
import json
from collections import deque
from collections.abc import Iterator
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from types import SimpleNamespace

import http_ece
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from skatliga.events.models import Entry, Event
from skatliga.events.services import seat_round, set_state
from skatliga.exchange.personal.person import PersonRecords, erase
from skatliga.lists.protests import answer, protest
from skatliga.people.models import Player
from skatliga.phones.access import phone_path
from skatliga.qualifications.access import page_path
from skatliga.qualifications.models import Qualification
from skatliga.subscriptions import outgoing, sending
from skatliga.subscriptions.models import Notification, Subscription
from skatliga.subscriptions.sending import WAITS, send_due
from skatliga.subscriptions.services import add_hook, subscribe_device, try_hook
from skatliga.subscriptions.telling import forget_old, tell_changes, tell_deadlines
from web.answers import refused
from web.conftest import make_event
from web.desk import text_of
from web.ranks import enter_list, make_evening

DAY = datetime.timedelta(days=1)


@pytest.fixture(autouse=True)
def mails(settings):
    settings.EMAIL_HOST, settings.SITE_URL = "mail.example", "https://skat.example"


@pytest.fixture
def day(club) -> Event:
    """An evening of today with eight guests, both Serien at the same two tables."""
    evening = make_evening(club)
    Event.objects.filter(pk=evening.pk).update(date=timezone.localdate())
    evening.refresh_from_db()
    return evening


@pytest.fixture
def hans(day) -> Entry:
    """Start number 2."""
    return Entry.objects.select_related("event", "phone_pass").get(event=day, start_number=2)


def asked(entry: Entry, address: str = "hans@example.org") -> Subscription:
    """Somebody who asked on his page and has confirmed what came by mail."""
    Client().post(f"{phone_path(entry)}benachrichtigen/", {"email": address})
    send_due()
    [subscription] = Subscription.objects.filter(address=address)
    Client().post(link_in(mail.outbox[-1]), {"tun": "bestaetigen"})
    mail.outbox.clear()
    return subscription


def link_in(letter: mail.EmailMessage) -> str:
    return letter.extra_headers["List-Unsubscribe"].removeprefix("<https://skat.example").removesuffix(">")


def told() -> list[str]:
    """What the worker says in mails when it looks now."""
    before = len(mail.outbox)
    tell_changes()
    tell_deadlines()
    send_due()
    return [letter.subject for letter in mail.outbox[before:]]


# ---- By mail


def test_who_asks_by_mail_is_asked_first_whether_the_address_is_his(hans):
    browser = Client()
    before = browser.get(phone_path(hans))["ETag"]
    answer = browser.post(f"{phone_path(hans)}benachrichtigen/", {"email": "hans@example.org"})
    assert browser.get(phone_path(hans))["ETag"] != before  # a phone that keeps the page learns of it
    assert answer.url == phone_path(hans)
    assert "hans@example.org noch nicht bestätigt: bitte in die E-Mail sehen" in text_of(browser.get(answer.url))
    assert told() == ["Bitte bestätigen: Preisskat"]
    [letter] = mail.outbox
    assert (letter.to, letter.extra_headers["List-Unsubscribe-Post"]) == (
        ["hans@example.org"],
        "List-Unsubscribe=One-Click",
    )
    page = link_in(letter)
    assert f"https://skat.example{page}" in letter.body
    seat_round(hans.event.rounds.get(number=2), {1: [5, 6, 7, 8], 2: [1, 2, 3, 4]})
    assert told() == []  # not yet
    assert "Ja, benachrichtigen" in text_of(browser.get(page))
    assert Subscription.objects.get().confirmed_at is None  # looking changes nothing
    assert "Ist bestätigt" in text_of(browser.post(page, {"tun": "bestaetigen"}))
    assert told() == []  # what is known already is no news


def test_a_player_hears_of_seat_result_protest_and_final_place_once(hans, schreiber, leiterin):
    asked(hans)
    event = hans.event
    seat_round(event.rounds.get(number=2), {1: [5, 6, 2, 8], 2: [1, 7, 3, 4]})
    assert told() == ["Serie 2: Tisch 1, Platz 3"]
    assert "Mit am Tisch: Dora Ude, Emil Über und Grete Oder." in mail.outbox[-1].body
    assert f"https://skat.example{phone_path(hans)}" in mail.outbox[-1].body
    assert told() == []
    sheet = enter_list(schreiber, event, 1, 1)
    assert told() == ["Serie 1: 230 Punkte"]  # 60 + 50 x (2 - 1) + 30 x 4
    objection = protest(sheet, "Bei mir fehlt ein Spiel.", leiterin)
    assert told() == ["Protest gegen die Liste von Serie 1, Tisch 1"]
    answer(objection, "rejected", "Es fehlt keines.", leiterin)
    assert told() == ["Protest entschieden: Serie 1, Tisch 1"]
    assert "zurückgewiesen: Es fehlt keines." in mail.outbox[-1].body
    for serie, table in ((1, 2), (2, 1), (2, 2)):
        enter_list(schreiber, event, serie, table)
    assert told() == ["Serie 2: 360 Punkte"]
    set_state(event, Event.State.FINAL)
    assert told() == ["Endstand: Platz 4 von 8"]  # 230 + 360, behind 720 and twice 640
    assert told() == []


def test_a_mail_program_ends_it_with_one_press(hans):
    subscription = asked(hans)
    seat_round(hans.event.rounds.get(number=2), {1: [2, 1, 3, 4], 2: [5, 6, 7, 8]})
    assert told() == ["Serie 2: Tisch 1, Platz 1"]
    page = link_in(mail.outbox[-1])
    assert Client().get(page).status_code == 200 and Subscription.objects.get() == subscription
    Client().post(page, {"List-Unsubscribe": "One-Click"})
    assert not Subscription.objects.exists()
    assert Client().get(page).status_code == 404


def test_it_is_ended_on_the_page_of_the_player_and_by_nobody_elses(hans):
    subscription = asked(hans)
    other = Entry.objects.select_related("event", "phone_pass").get(event=hans.event, start_number=3)
    assert Client().post(f"{phone_path(other)}abbestellen/", {"weg": subscription.pk}).status_code == 404
    Client().post(f"{phone_path(hans)}abbestellen/", {"weg": subscription.pk})
    assert not Subscription.objects.exists()


WRONG = {
    "no address": ({"email": "hans@"}, "Bitte gültige E-Mail-Adresse eingeben."),
    "a key too short": (
        {"endpoint": "https://push.example/1", "p256dh": "AAAA", "auth": "AAAA"},
        "Dieser Browser kann keine Mitteilungen bekommen.",
    ),
    "no https": (
        {"endpoint": "http://push.example/1", "p256dh": "A" * 87, "auth": "A" * 22},
        "Dieser Browser kann keine Mitteilungen bekommen.",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_told_is_refused_with_a_sentence(name, hans):
    sent, sentence = WRONG[name]
    answer = Client().post(f"{phone_path(hans)}benachrichtigen/", sent)
    assert answer.status_code == 422 and sentence in text_of(answer)
    assert not Subscription.objects.exists()


def test_an_address_is_asked_three_times_at_most(hans):
    for _time in range(3):
        Client().post(f"{phone_path(hans)}benachrichtigen/", {"email": "hans@example.org"})
    answer = Client().post(f"{phone_path(hans)}benachrichtigen/", {"email": "hans@example.org"})
    assert "An diese Adresse sind schon mehrere E-Mails gegangen; bitte dort nachsehen." in text_of(answer)
    send_due()
    assert len(mail.outbox) == 3


def test_a_nachruecker_hears_of_his_place_and_again_two_days_before_its_end(club, hans):
    asked(hans)
    today = timezone.localdate()
    Event.objects.filter(pk=hans.event.pk).update(championship="single-open")
    above = make_event(club)
    Event.objects.filter(pk=above.pk).update(name="Bezirksmeisterschaft", date=today + 30 * DAY)
    Event.objects.filter(pk=above.pk).update(championship="single-open")
    rule = Qualification.objects.create(
        event=above, places=1, closes_on=today + 20 * DAY, answer_days=7, opened_on=today
    )
    source = rule.sources.create(event=hans.event, fixed_places=1, counted=8, granted=1)
    for number, entry in enumerate(Entry.objects.filter(event=hans.event, start_number__in=[1, 2]), 1):
        contestant = rule.contestants.create(number=number, source=source, place=number)
        contestant.persons.create(entry=entry)
    assert told() == []
    rule.contestants.get(number=1).answers.create(accepted=False)
    assert told() == ["Startplatz: Bezirksmeisterschaft"]
    assert f"https://skat.example{page_path(contestant)}" in mail.outbox[-1].body
    Qualification.objects.update(answer_days=2)
    assert told() == [
        "Startplatz: Bezirksmeisterschaft",
        f"Nur noch bis zum {(today + 2 * DAY):%d.%m.%Y}: Bezirksmeisterschaft",
    ]
    assert told() == []


# ---- Until it has arrived


def test_what_does_not_arrive_is_tried_again_with_growing_waits_then_given_up(hans, settings, monkeypatch):
    asked(hans)
    settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = (
        "django.core.mail.backends.smtp.EmailBackend",
        "127.0.0.1",
        9,
    )
    seat_round(hans.event.rounds.get(number=2), {1: [2, 1, 3, 4], 2: [5, 6, 7, 8]})
    tell_changes()
    waits = []
    for _time in range(len(WAITS) + 1):
        before = timezone.now()
        send_due()
        [message] = Notification.objects.exclude(subject__startswith="Bitte").filter(attempts__gt=0)
        waits.append(message.due_at and round((message.due_at - before).total_seconds() / 60))
        Notification.objects.filter(due_at__isnull=False).update(due_at=before)
    assert waits == [1, 5, 30, 120, 720, None]
    assert (message.attempts, message.sent_at, message.failure[:6]) == (6, None, "[Errno")
    assert send_due() == 0


def test_a_worker_that_dies_has_it_sent_again_under_the_same_name(hans, monkeypatch):
    asked(hans)
    seat_round(hans.event.rounds.get(number=2), {1: [2, 1, 3, 4], 2: [5, 6, 7, 8]})
    tell_changes()

    def die(message, **fields):
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(Notification, "save", die)
        with pytest.raises(KeyboardInterrupt):
            send_due()
    assert send_due() == 0  # for five minutes it belongs to the other one
    Notification.objects.filter(due_at__isnull=False).update(due_at=timezone.now())
    assert send_due() == 1
    first, second = (letter.extra_headers["Message-ID"] for letter in mail.outbox)
    assert first == second
    assert send_due() == 0


def test_of_two_workers_one_sends(hans):
    asked(hans)
    seat_round(hans.event.rounds.get(number=2), {1: [2, 1, 3, 4], 2: [5, 6, 7, 8]})
    tell_changes()
    tell_changes()
    [one] = Notification.objects.filter(due_at__isnull=False).select_related("subscription")
    now = timezone.now()
    assert [sending._take(one, now), sending._take(one, now)] == [True, False]


# ---- On a phone, and to programs


@pytest.fixture
def receiver(monkeypatch) -> Iterator[SimpleNamespace]:
    """A machine that takes what is sent to it: what came, and what it answers next (201 otherwise)."""
    there = SimpleNamespace(got=[], answers=deque())

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            there.got.append((self.path, dict(self.headers), body))
            self.send_response(there.answers.popleft() if there.answers else 201)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *said: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Answering)
    Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr(outgoing, "connect", lambda host, port: HTTPConnection("127.0.0.1", server.server_port))
    yield there
    server.shutdown()
    server.server_close()


def unpacked(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@pytest.fixture
def browser_keys() -> SimpleNamespace:
    own = ec.generate_private_key(ec.SECP256R1())
    point = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return SimpleNamespace(own=own, auth=b"a" * 16, sent={"p256dh": packed(point), "auth": packed(b"a" * 16)})


def test_a_phone_gets_what_only_it_can_read_from_a_sender_it_knows(hans, receiver, browser_keys):
    page = Client().get(phone_path(hans)).text
    known = page.partition('data-key="')[2].partition('"')[0]
    sent = {"endpoint": "https://push.example/send/1", **browser_keys.sent}
    assert Client().post(f"{phone_path(hans)}benachrichtigen/", sent).url == phone_path(hans)
    seat_round(hans.event.rounds.get(number=2), {1: [2, 1, 3, 4], 2: [5, 6, 7, 8]})
    told()
    [(path, headers, body)] = receiver.got
    assert (path, headers["Content-Encoding"], headers["TTL"]) == ("/send/1", "aes128gcm", "14400")
    read = http_ece.decrypt(body, private_key=browser_keys.own, auth_secret=browser_keys.auth, version="aes128gcm")
    assert json.loads(read) == {
        "title": "Serie 2: Tisch 1, Platz 1",
        "body": "Mit am Tisch: Anton Zier, Berta Öhm und Cäsar Adam.",
        "path": phone_path(hans),
        "tag": "seat:2:1:1",
    }
    token, key = (part.partition("=")[2] for part in headers["Authorization"].removeprefix("vapid ").split(","))
    assert key == known
    head, claims, signature = token.split(".")
    assert json.loads(unpacked(claims))["aud"] == "https://push.example"
    numbers = (int.from_bytes(unpacked(signature)[part]) for part in (slice(32), slice(32, 64)))
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpacked(key))
    point.verify(encode_dss_signature(*numbers), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))


def test_a_phone_that_is_gone_ends_it_and_one_that_is_busy_does_not(hans, receiver, browser_keys):
    subscribe_device(hans, "https://push.example/send/1", browser_keys.sent)
    receiver.answers.extend([503, 410])
    seat_round(hans.event.rounds.get(number=2), {1: [2, 1, 3, 4], 2: [5, 6, 7, 8]})
    told()
    assert Notification.objects.get(due_at__isnull=False).failure == "HTTP 503"
    Notification.objects.filter(due_at__isnull=False).update(due_at=timezone.now())
    send_due()
    assert len(receiver.got) == 2 and not Subscription.objects.exists()


def test_a_program_hears_of_the_events_of_a_club_and_can_check_who_says_so(day, admin, schreiber, sign_in, receiver):
    office = sign_in(admin)
    where = reverse("subscriptions:hooks", args=[day.club.slug])
    page = office.post(where, {"address": "https://verein.example/skat?x=1"}, follow=True)
    secret = page.content.decode().partition("whsec_")[2].partition("<")[0]
    for table in (1, 2):
        enter_list(schreiber, day, 1, table)
    seat_round(day.rounds.get(number=2), {1: [5, 6, 7, 8], 2: [1, 2, 3, 4]})
    for table in (1, 2):
        enter_list(schreiber, day, 2, table)
    set_state(day, Event.State.FINAL)
    told()
    said = [json.loads(body) for _path, _headers, body in receiver.got]
    assert [(each["type"], each.get("serie"), each["event"]) for each in said] == [
        ("serie.complete", 1, day.slug),
        ("serie.complete", 2, day.slug),
        ("event.final", None, day.slug),
    ]
    path, headers, body = receiver.got[0]
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.digest(base64.b64decode(secret), signed, "sha256")).decode()
    assert (path, headers["webhook-signature"]) == ("/skat?x=1", f"v1,{expected}")
    assert "event.final" in text_of(office.get(where)) and "angekommen" in text_of(office.get(where))


def test_a_program_is_tried_and_ended_and_its_failures_are_said(day, admin, sign_in, receiver):
    hook = add_hook(day.club, "https://verein.example/")
    office = sign_in(admin)
    receiver.answers.append(404)
    office.post(reverse("subscriptions:try_hook", args=[day.club.slug, hook.pk]))
    send_due()
    page = text_of(office.get(reverse("subscriptions:hooks", args=[day.club.slug])))
    assert "nicht angekommen (HTTP 404), wieder um" in page
    office.post(reverse("subscriptions:end_hook", args=[day.club.slug, hook.pk]))
    assert not Subscription.objects.exists()


@pytest.mark.parametrize(
    "address", ["http://verein.example/", "https:///x", "ftp://x", "https://ich:geheim@x.example/"]
)
def test_a_program_is_reached_by_https_alone(club, address):
    assert refused(add_hook, club, address) == ["Die Adresse muss mit https:// beginnen."]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "10.0.0.7", "169.254.169.254"])
def test_nothing_goes_to_a_machine_of_the_own_network(club, host):
    hook = add_hook(club, f"https://[{host}]/" if ":" in host else f"https://{host}/")
    try_hook(hook)
    send_due()
    assert hook.notifications.get(occasion="test:1").failure == "keine öffentliche Adresse"


# ---- Forgotten


def test_two_weeks_after_an_event_nobody_of_it_is_known_any_more(hans):
    asked(hans)
    Event.objects.filter(pk=hans.event.pk).update(date=timezone.localdate() - 14 * DAY)
    forget_old()
    assert Subscription.objects.count() == 1
    Event.objects.filter(pk=hans.event.pk).update(date=timezone.localdate() - 15 * DAY)
    forget_old()
    assert Subscription.objects.count() == 0


def test_who_is_erased_is_told_nothing_any_more(hans, admin):
    player = Player.objects.create(first_name="Hans", last_name="von Ärmel")
    Entry.objects.filter(pk=hans.pk).update(player=player)
    asked(hans)
    erase(PersonRecords(player), admin)
    assert not Subscription.objects.exists() and not Notification.objects.exists()


def test_a_look_asks_little_however_many_listen(hans, django_assert_num_queries):
    asked(hans)
    for number in range(4):
        asked(hans, f"{number}@example.org")
    told()
    with django_assert_num_queries(1):
        tell_changes()
