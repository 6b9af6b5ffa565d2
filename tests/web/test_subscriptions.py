"""Being told: who asks, what there is to tell, and that it is told once."""

import datetime

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from skatliga.events.models import Entry, Event
from skatliga.events.services import seat_round, set_state
from skatliga.exchange.personal.person import PersonRecords, erase
from skatliga.lists.protests import answer, protest
from skatliga.people.models import Player
from skatliga.phones.access import phone_path
from skatliga.qualifications.access import page_path
from skatliga.qualifications.models import Qualification
from skatliga.subscriptions.models import Notification, Subscription
from skatliga.subscriptions.telling import forget_old, tell_changes
from web.conftest import make_event
from web.desk import text_of
from web.listeners import asked, link_in, told
from web.ranks import enter_list

pytestmark = pytest.mark.usefixtures("mails")

DAY = datetime.timedelta(days=1)


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
    "a key on no curve": (
        {"endpoint": "https://push.example/1", "p256dh": "A" * 87, "auth": "A" * 22},
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
    told()
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
