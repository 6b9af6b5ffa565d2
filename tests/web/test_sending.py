"""What goes out to those who want to be told: until it has arrived, once, and readable for them alone."""

import base64
import hmac
import json

import http_ece
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from skatliga.events.models import Event
from skatliga.events.services import seat_round, set_state
from skatliga.lists.protests import protest
from skatliga.phones.access import phone_path
from skatliga.subscriptions import outgoing, sending
from skatliga.subscriptions.models import Notification, Subscription
from skatliga.subscriptions.sending import WAITS, send_due
from skatliga.subscriptions.services import add_hook, subscribe_device, try_hook
from skatliga.subscriptions.telling import tell_changes
from web.answers import refused
from web.desk import text_of
from web.listeners import DROPS, asked, told, unpacked
from web.ranks import enter_list

pytestmark = pytest.mark.usefixtures("mails")

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

    def die(message, failed):
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(sending, "_note", die)
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


def test_what_can_never_be_sent_stops_nobody_else(hans, receiver, browser_keys):
    broken = subscribe_device(hans, "https://push.example/send/1", browser_keys.sent)
    subscribe_device(hans, "https://push.example/send/2", browser_keys.sent)
    Subscription.objects.filter(pk=broken.pk).update(keys={"p256dh": "A" * 87, "auth": "A" * 22})
    seat_round(hans.event.rounds.get(number=2), {1: [2, 1, 3, 4], 2: [5, 6, 7, 8]})
    told()
    assert [path for path, _headers, _body in receiver.got] == ["/send/2"]
    waiting = Notification.objects.get(due_at__isnull=False)
    assert (waiting.subscription, waiting.attempts) == (broken, 1)


def test_who_ends_it_while_it_is_sent_hears_no_more_and_stops_nobody_else(hans, receiver, browser_keys, monkeypatch):
    ended = subscribe_device(hans, "https://push.example/send/1", browser_keys.sent)
    subscribe_device(hans, "https://push.example/send/2", browser_keys.sent)
    seat_round(hans.event.rounds.get(number=2), {1: [2, 1, 3, 4], 2: [5, 6, 7, 8]})
    note = sending._note

    def noted(message, failed):
        Subscription.objects.filter(pk=ended.pk).delete()
        note(message, failed)

    monkeypatch.setattr(sending, "_note", noted)
    told()
    assert sorted(path for path, _headers, _body in receiver.got) == ["/send/1", "/send/2"]
    assert Notification.objects.get(occasion="seat:2:1:1").sent_at


def test_an_answer_that_comes_in_drops_is_not_waited_for(hans, receiver, browser_keys, monkeypatch):
    monkeypatch.setattr(outgoing, "PATIENCE", 0.2)
    subscribe_device(hans, "https://push.example/send/1", browser_keys.sent)
    receiver.answers.append(DROPS)
    seat_round(hans.event.rounds.get(number=2), {1: [2, 1, 3, 4], 2: [5, 6, 7, 8]})
    told()
    assert Notification.objects.get(due_at__isnull=False).failure == "keine Antwort"


# ---- On a phone, and to programs


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


def test_a_long_text_is_cut_so_that_a_phone_can_read_it(hans, receiver, browser_keys, schreiber, leiterin):
    subscribe_device(hans, "https://push.example/send/1", browser_keys.sent)
    protest(enter_list(schreiber, hans.event, 1, 1), "ä" * 2000, leiterin)
    told()
    read = [
        http_ece.decrypt(body, private_key=browser_keys.own, auth_secret=browser_keys.auth, version="aes128gcm")
        for _path, _headers, body in receiver.got
    ]
    assert {json.loads(each)["title"]: json.loads(each)["body"] for each in read} == {
        "Serie 1: 230 Punkte": "Ihre Liste ist eingetragen.",
        "Protest gegen die Liste von Serie 1, Tisch 1": "ä" * 499 + "…",
    }


def test_a_phone_that_is_gone_ends_it_and_one_that_is_busy_does_not(hans, receiver, browser_keys):
    subscribe_device(hans, "https://push.example/send/1", browser_keys.sent)
    receiver.answers.extend([503, 410])
    seat_round(hans.event.rounds.get(number=2), {1: [2, 1, 3, 4], 2: [5, 6, 7, 8]})
    told()
    assert Notification.objects.get(due_at__isnull=False).failure == "HTTP 503"
    Notification.objects.filter(due_at__isnull=False).update(due_at=timezone.now())
    send_due()
    assert len(receiver.got) == 2 and not Subscription.objects.exists()


def test_a_program_hears_of_a_clubs_events_and_checks_who_says_so(played_today, admin, schreiber, sign_in, receiver):
    office = sign_in(admin)
    where = reverse("subscriptions:hooks", args=[played_today.club.slug])
    page = office.post(where, {"address": "https://verein.example/skat?x=1"}, follow=True)
    secret = page.content.decode().partition("whsec_")[2].partition("<")[0]
    for table in (1, 2):
        enter_list(schreiber, played_today, 1, table)
    seat_round(played_today.rounds.get(number=2), {1: [5, 6, 7, 8], 2: [1, 2, 3, 4]})
    for table in (1, 2):
        enter_list(schreiber, played_today, 2, table)
    set_state(played_today, Event.State.FINAL)
    told()
    said = [json.loads(body) for _path, _headers, body in receiver.got]
    assert [(each["type"], each.get("serie"), each["event"]) for each in said] == [
        ("serie.complete", 1, played_today.slug),
        ("serie.complete", 2, played_today.slug),
        ("event.final", None, played_today.slug),
    ]
    path, headers, body = receiver.got[0]
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.digest(base64.b64decode(secret), signed, "sha256")).decode()
    assert (path, headers["webhook-signature"]) == ("/skat?x=1", f"v1,{expected}")
    assert "event.final" in text_of(office.get(where)) and "angekommen" in text_of(office.get(where))


def test_a_program_is_tried_and_ended_and_its_failures_are_said(played_today, admin, sign_in, receiver):
    hook = add_hook(played_today.club, "https://verein.example/")
    office = sign_in(admin)
    receiver.answers.append(404)
    office.post(reverse("subscriptions:try_hook", args=[played_today.club.slug, hook.pk]))
    send_due()
    page = text_of(office.get(reverse("subscriptions:hooks", args=[played_today.club.slug])))
    assert "nicht angekommen (HTTP 404), wieder um" in page
    office.post(reverse("subscriptions:end_hook", args=[played_today.club.slug, hook.pk]))
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
