"""Voranmeldung: who gets a place, who waits, what is paid beforehand, and how the desk takes those who come."""

import datetime
import re
from html import unescape
from io import BytesIO

import pytest
import zxingcpp
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from skatliga.desk.balances import balance
from skatliga.desk.models import Booking, Fees
from skatliga.desk.services import pay_entry_fee
from skatliga.events.models import Event
from skatliga.events.queries import events_seen_by, find_at_desk, sure_at_desk
from skatliga.events.registration import register
from skatliga.events.services import create_event, enter_guests, set_state
from skatliga.exchange.personal.person import PersonRecords, erase
from skatliga.exchange.personal.stored_data import stored_about
from skatliga.money import validate_iban
from skatliga.people.models import Player, User
from skatliga.phones.access import phone_path
from skatliga.signups import services
from skatliga.signups.access import code_path, page_path
from skatliga.signups.arrivals import take
from skatliga.signups.models import SignUp
from skatliga.signups.queries import lineup_of, transfer_of
from skatliga.subscriptions.models import Notification
from skatliga.subscriptions.sending import send_due
from skatliga.subscriptions.telling import tell_changes
from skatliga.todo.gathering import of_event
from web.answers import refused, refused_by_database, told
from web.desk import text_of
from web.replayed import world
from web.two_desks import at_two_desks

IBAN = "DE89370400440532013000"  # the example of the register of IBANs (ISO 13616)
FEE = 1200


@pytest.fixture
@world
def cup(club) -> Event:
    """A tournament in ten days with three places, paid before."""
    now = timezone.now()
    cup = create_event(
        club,
        name="Pokal",
        date=timezone.localdate() + datetime.timedelta(days=10),
        rounds=2,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
    )
    set_state(cup, Event.State.PUBLISHED)
    Fees.objects.create(event=cup, entry_fee=FEE, abreizgeld=[])
    terms = {"places": 3, "closes_at": now + datetime.timedelta(days=5)}
    services.open_signups(cup, **terms, prepaid=True, account_holder="Herz Dame Altenburg", iban=IBAN)
    cup.refresh_from_db()
    return cup


def enter(event: Event, name: str, club: str = "", **more: object) -> SignUp:
    return services.sign_up(event, name=name, club_name=club, publication="full", **more)


def send(client: Client, event: Event, **fields: object):
    return client.post(reverse("signups:form", args=[event.slug]), fields)


def standing(event: Event) -> tuple[list[str], list[str]]:
    lineup = lineup_of(event, event.signup_terms.places)
    return [each.name for each in lineup.taken], [each.name for each in lineup.waiting]


def words(client: Client, signup: SignUp) -> str:
    return text_of(client.get(page_path(signup)))


def delivered(which: str) -> list[mail.EmailMessage]:
    """The mails that have gone out once the worker has looked: of those that bring the address, or tell of a place."""
    tell_changes()
    while send_due():
        pass
    begins = {"link": "Ihre Anmeldung", "place": "Sie haben einen Platz"}[which]
    return [letter for letter in mail.outbox if letter.subject.startswith(begins)]


def office(name: str, event: Event, *args: object) -> str:
    return reverse(f"signups:{name}", args=[event.slug, *args])


# ---- Signing up


def test_a_guest_gets_a_place_and_a_page_of_his_own(client, cup):
    answer = send(client, cup, name=" Hans  Huber", club_name="SC Gera", shown="on")
    [signup] = SignUp.objects.all()
    assert answer.url == page_path(signup)
    assert not client.cookies
    stored = (signup.number, signup.name, signup.club_name, signup.publication, signup.gone, signup.entry, signup.email)
    assert stored == (1, "Hans Huber", "SC Gera", "full", "", None, "")
    assert re.fullmatch("[2-9A-HJKMNP-Z]{6}", signup.code)
    page = client.get(answer.url)
    said = text_of(page)
    assert "Hans Huber SC Gera Sie haben einen Platz Startgeld überweisen" in said
    assert "Betrag 12,00 € Empfänger Herz Dame Altenburg IBAN DE89 3704 0044 0532 0130 00" in said
    assert f"Verwendungszweck SL-{signup.code}" in said
    assert (page["X-Robots-Tag"], page["Cache-Control"]) == ("noindex, nofollow", "private, no-cache")


def test_who_comes_too_late_waits_and_moves_up_when_somebody_leaves(client, cup, settings):
    settings.EMAIL_HOST, settings.SITE_URL = "mail.example", "https://skat.example"
    people = [enter(cup, f"Gast {which}", email=f"{which}@example.org") for which in "ABCDE"]
    assert standing(cup) == (["Gast A", "Gast B", "Gast C"], ["Gast D", "Gast E"])
    assert "Warteliste, Platz 2" in words(client, people[4])
    assert "Startgeld überweisen" not in words(client, people[3])
    client.post(page_path(people[1]) + "abmelden/")
    assert standing(cup) == (["Gast A", "Gast C", "Gast D"], ["Gast E"])
    [letter] = delivered("place")
    assert (letter.to, letter.subject) == (["D@example.org"], "Sie haben einen Platz: Pokal")
    assert f"https://skat.example{page_path(people[3])}" in letter.body
    left = "Abgemeldet Sie kommen nicht; Ihr Platz ist wieder frei. Kommen Sie doch? Bitte sagen Sie es am Tisch der"
    assert f"{left} Anmeldung. Doch wieder anmelden" in words(client, people[1])
    client.post(page_path(people[1]) + "abmelden/")
    assert standing(cup)[1] == ["Gast E"]
    client.post(page_path(people[1]) + "wieder/")
    assert standing(cup) == (["Gast A", "Gast C", "Gast D"], ["Gast E", "Gast B"])


def test_the_same_person_is_recognised_and_not_doubled(client, cup, settings):
    settings.EMAIL_HOST, settings.SITE_URL = "mail.example", "https://skat.example"
    first = enter(cup, "Jörg Müller", "SC Gera", email="jm@example.org")
    again = send(client, cup, name="joerg  MUELLER", club_name="sc gera")
    assert again.status_code == 200
    assert "joerg MUELLER ist schon angemeldet" not in text_of(again)
    assert "Jörg Müller ist schon angemeldet." in text_of(again)
    assert len(delivered("link")) == 1
    by_mail = send(client, cup, name="Eva Lang", email="JM@example.org")
    assert "Mit dieser E-Mail-Adresse ist schon jemand angemeldet." in text_of(by_mail)
    assert "noch einmal an diese E-Mail-Adresse gegangen" in text_of(by_mail)
    _first, letter = delivered("link")
    assert page_path(first) in letter.body and page_path(first) not in by_mail.text
    assert send(client, cup, name="Jörg Müller", club_name="SC Jena").status_code == 302
    assert SignUp.objects.count() == 2


def test_a_form_sent_twice_counts_once_and_gone_back_to_it_is_another_person(client, cup):
    key = re.search('name="key" value="([^"]+)"', client.get(office("form", cup)).text)[1]
    sent = [send(client, cup, name=name, key=key).url for name in ("Hans Huber", "Hans Huber", "Eva Huber")]
    assert sent[0] == sent[1] != sent[2]
    assert standing(cup)[0] == ["Hans Huber", "Eva Huber"]


def test_a_link_goes_out_by_mail_and_no_address_is_shown_anywhere(client, cup, settings, sign_in, leiterin):
    settings.EMAIL_HOST, settings.SITE_URL = "mail.example", "https://skat.example"
    send(client, cup, name="Hans Huber", email="hans@example.org", shown="on")
    [signup] = SignUp.objects.all()
    [letter] = delivered("link")
    assert (letter.to, letter.subject) == (["hans@example.org"], "Ihre Anmeldung: Pokal")
    assert f"https://skat.example{page_path(signup)}" in letter.body
    browser = sign_in(leiterin)
    pages = [browser.get(page_path(signup)), browser.get(office("signups", cup)), browser.get(office("form", cup))]
    pages += [browser.get(office("signups_file", cup, "json")), browser.get(cup.get_absolute_url())]
    assert [page.status_code for page in pages] == [200] * 5
    assert not any(b"hans@example.org" in page.content for page in pages)


def test_a_mail_that_cannot_be_sent_changes_nothing(client, cup, settings):
    settings.EMAIL_HOST, settings.EMAIL_BACKEND = "127.0.0.1", "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_PORT = 9
    assert send(client, cup, name="Hans Huber", email="hans@example.org").status_code == 302
    assert standing(cup)[0] == ["Hans Huber"]
    send_due()
    [message] = Notification.objects.filter(due_at__isnull=False)
    assert (message.attempts, message.failure[:8]) == (1, "[Errno 1")


def test_who_does_not_agree_is_counted_but_not_named(client, cup):
    send(client, cup, name="Hans Huber", shown="on")
    send(client, cup, name="Eva Geheim")
    said = text_of(client.get(office("form", cup)))
    assert "2 sind angemeldet Hans Huber 1 möchte nicht genannt werden." in said
    assert "Geheim" not in said


NOT_TAKEN = {
    "no surname": ({"name": "Hans"}, "Bitte Vor- und Nachnamen eingeben, ohne Klammern."),
    "a club in the name": ({"name": "Hans Huber (Gera)"}, "Bitte Vor- und Nachnamen eingeben, ohne Klammern."),
    "numbers": ({"name": "1 2"}, "Bitte Vor- und Nachnamen eingeben, ohne Klammern."),
    "nothing": ({}, "Dieses Feld ist zwingend erforderlich."),
    "no address": ({"name": "Hans Huber", "email": "hans@"}, "Das ist keine E-Mail-Adresse"),
    "brackets": ({"name": "Hans Huber", "club_name": "SC (Gera)"}, "Bitte den Verein ohne Klammern schreiben."),
    "a program": ({"name": "Hans Huber", "homepage": "http://x"}, "Bitte dieses Feld leer lassen."),
    "a wrong code": ({"name": "Hans Huber", "invitation": "Herz"}, "Diesen Einladungscode gibt es nicht"),
}


@pytest.mark.parametrize("what", NOT_TAKEN)
def test_what_cannot_be_is_said_at_its_field_and_nothing_is_stored(client, cup, settings, what):
    settings.EMAIL_HOST, settings.SITE_URL = "mail.example", "https://skat.example"
    type(cup.signup_terms).objects.update(invitation="Kreuz Bube")
    fields, sentence = NOT_TAKEN[what]
    page = send(client, cup, **{"invitation": "Kreuz bube "} | fields)
    assert page.status_code == 200
    errors = re.findall('<ul class="errorlist[^>]*>(.*?)</ul>', page.text, re.DOTALL)
    assert [sentence in unescape(error) for error in errors] == [True]
    assert fields.get("name", "") in unescape(page.text)
    assert not SignUp.objects.exists()


def test_by_invitation_only_who_has_the_code_signs_up(client, cup):
    type(cup.signup_terms).objects.update(invitation="Kreuz Bube")
    assert 'value="Kreuz Bube"' in client.get(office("form", cup), {"code": "Kreuz Bube"}).text
    assert send(client, cup, name="Hans Huber", invitation="kreuz bube").status_code == 302


@pytest.mark.parametrize(
    ("terms", "sentence"),
    [
        ({"opens_at": 1, "closes_at": 2}, "Die Anmeldung beginnt erst noch."),
        ({"opens_at": -3, "closes_at": -1}, "Die Anmeldung ist geschlossen."),
    ],
)
def test_before_and_after_its_time_nobody_signs_up(client, cup, terms, sentence):
    moments = {name: timezone.now() + datetime.timedelta(hours=hours) for name, hours in terms.items()}
    type(cup.signup_terms).objects.update(**moments)
    assert '<form class="panel' not in client.get(office("form", cup)).text
    page = send(client, cup, name="Hans Huber")
    assert page.status_code == 200 and sentence in text_of(page)
    assert 'value="Hans Huber"' in page.text  # nothing typed is lost
    assert not SignUp.objects.exists()


def test_who_sends_too_many_forms_is_told_to_wait(client, cup):
    answers = [send(client, cup, name=f"Gast Nr{which}").status_code for which in range(21)]
    assert answers == [302] * 20 + [429]
    assert SignUp.objects.count() == 20


def test_a_wrong_a_foreign_and_an_endless_address_open_nothing(client, cup):
    one, other = enter(cup, "Hans Huber"), enter(cup, "Eva Lang")
    foreign = f"/v/{one.pk}/{page_path(other).split('/')[3]}/"
    wrong = [foreign, f"/v/{one.pk}/a/", f"/v/999999/{'a' * 26}/", f"/v/{10**30}/{'a' * 26}/"]
    assert [client.get(path).status_code for path in wrong] == [404] * 4
    assert [client.post(path + "abmelden/").status_code for path in wrong] == [404] * 4
    assert not SignUp.objects.exclude(gone="").exists()


# ---- Nobody gets a place that is not there


CROWD = """
import sys, django
django.setup()
from concurrent.futures import ThreadPoolExecutor
from django.db import connection
from skatliga.events.models import Event
from skatliga.signups.services import sign_up
def come(which):
    try:
        sign_up(Event.objects.get(), name=f"{sys.argv[1]} {which}", club_name="", publication="full")
    finally:
        connection.close()
print("ready", flush=True)
sys.stdin.readline()
with ThreadPoolExecutor(10) as crowd:
    list(crowd.map(come, range(100)))
"""


@pytest.mark.django_db(transaction=True)
def test_of_two_hundred_at_once_exactly_as_many_have_a_place_as_there_are(tmp_path, put_database):
    prepare = (
        "import datetime, django; django.setup();"
        "from django.utils import timezone; from skatliga.people.services import create_club;"
        "from skatliga.events.services import create_event, set_state;"
        "from skatliga.signups.services import open_signups;"
        "day = timezone.localdate() + datetime.timedelta(2);"
        "event = create_event(create_club('C'), name='E', date=day, rounds=1,"
        " rulebook='isko-2022', evaluation='seeger');"
        "set_state(event, 'published');"
        "open_signups(event, places=120, closes_at=timezone.now() + datetime.timedelta(1))"
    )
    count = (
        "import django; django.setup(); from skatliga.events.models import Event;"
        "from skatliga.signups.queries import lineup_of; event = Event.objects.get();"
        "lineup = lineup_of(event, 120); numbers = [each.number for each in lineup.active];"
        "print(len(lineup.taken), len(lineup.waiting), numbers == list(range(1, 201)), len({each.code for each in"
        " lineup.active}), [each.at for each in lineup.active] == sorted(each.at for each in lineup.active))"
    )
    assert at_two_desks(tmp_path, put_database, prepare, CROWD, count) == "120 80 True 200 True"


def test_the_database_refuses_it_too(cup):
    one, other = enter(cup, "Hans Huber", email="h@example.org"), enter(cup, "Eva Lang")

    def put(**values: object) -> bool:
        return refused_by_database(lambda: SignUp.objects.filter(pk=other.pk).update(**values))

    assert put(number=one.number) and put(code=one.code) and put(email="h@example.org")
    assert put(same_person=one.same_person) and put(gone="away") and put(gone="cancelled") and put(paid_cents=5)
    assert put(name="") and put(publication="pseudonym")
    terms = type(cup.signup_terms).objects
    assert refused_by_database(lambda: terms.update(places=0))
    assert refused_by_database(lambda: terms.update(iban=""))


# ---- The terms


def put_terms(browser: Client, event: Event, **changes: object):
    end = timezone.localtime() + datetime.timedelta(days=4)
    usual = {"places": 3, "closes_at": f"{end:%Y-%m-%dT%H:%M}", "account_holder": "", "iban": ""}
    return browser.post(office("terms", event), usual | changes)


def test_sign_ups_are_not_offered_for_a_day_that_is_over(sign_in, leiterin, event):
    offered = []
    for days in (0, -1):
        Event.objects.filter(pk=event.pk).update(date=timezone.localdate() + datetime.timedelta(days))
        offered.append("Voranmeldung öffnen" in text_of(sign_in(leiterin).get(event.get_absolute_url())))
    assert offered == [True, False]


def test_the_organiser_opens_sign_ups_on_the_page_of_the_event(sign_in, leiterin, event, client):
    Event.objects.filter(pk=event.pk).update(date=timezone.localdate() + datetime.timedelta(days=10))
    browser = sign_in(leiterin)
    assert "Voranmeldung öffnen" in text_of(browser.get(event.get_absolute_url()))
    assert "Voranmeldung" not in text_of(client.get(event.get_absolute_url()))
    assert client.get(office("form", event)).status_code == 404
    assert put_terms(browser, event, places=24).url == office("signups", event)
    assert "Noch 24 Plätze von 24." in text_of(client.get(event.get_absolute_url()))
    assert f'href="{office("form", event)}">Zum Turnier anmelden' in client.get(event.get_absolute_url()).text


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"places": 2}, "3 haben schon einen Platz; weniger Plätze können es nicht werden."),
        ({"places": 0}, "Dieser Wert muss größer oder gleich 1 sein."),
        ({"closes_at": "2020-01-01T10:00"}, "Diese Zeit ist schon vorbei; bitte eine spätere wählen."),
        ({"closes_at": "2099-01-01T10:00"}, "bitte eine frühere Zeit wählen."),
        ({"opens_at": "2098-01-01T10:00"}, "Die Anmeldung endet, bevor sie beginnt; bitte die beiden Zeiten prüfen."),
        ({"prepaid": "on"}, "Zum Überweisen gehören Kontoinhaber und IBAN."),
        ({"iban": "DE89370400440532013001"}, "Das ist keine gültige IBAN"),
    ],
)
def test_terms_that_cannot_be_are_refused(sign_in, leiterin, cup, changes, sentence):
    for which in "ABC":
        enter(cup, f"Gast {which}")
    before = type(cup.signup_terms).objects.values().get()
    page = put_terms(sign_in(leiterin), cup, **changes)
    assert page.status_code == 200 and sentence in text_of(page)
    assert type(cup.signup_terms).objects.values().get() == before


def test_who_wants_money_before_says_first_how_much(sign_in, leiterin, cup):
    Fees.objects.all().delete()
    page = put_terms(sign_in(leiterin), cup, prepaid="on", account_holder="Herz Dame", iban=IBAN)
    assert "Es ist noch kein Startgeld festgelegt" in text_of(page)


def test_more_places_let_those_who_wait_move_up_and_tell_them(sign_in, leiterin, cup, settings):
    settings.EMAIL_HOST, settings.SITE_URL = "mail.example", "https://skat.example"
    for which in "ABCDE":
        enter(cup, f"Gast {which}", email=f"{which}@example.org")
    put_terms(sign_in(leiterin), cup, places=4)
    assert standing(cup) == (["Gast A", "Gast B", "Gast C", "Gast D"], ["Gast E"])
    assert [letter.to for letter in delivered("place")] == [["D@example.org"]]


def test_sign_ups_are_closed_with_one_press_and_those_there_stay(sign_in, leiterin, cup, client):
    enter(cup, "Hans Huber")
    sign_in(leiterin).post(office("close", cup))
    assert "Die Anmeldung ist geschlossen." in text_of(send(client, cup, name="Eva Lang"))
    assert standing(cup)[0] == ["Hans Huber"]


@pytest.mark.parametrize(
    ("iban", "valid"),
    [
        *((iban, True) for iban in ("GB29NWBK60161331926819", "FR1420041010050500013M02606", "AT611904300234573201")),
        *((iban, False) for iban in ("GB28NWBK60161331926819", "AT611904300234573210", "DE", "de89370400440532013000")),
    ],
)
def test_an_account_has_the_check_digits_of_the_standard(iban, valid):
    """The valid ones are the examples of the register of IBANs."""
    if valid:
        validate_iban(iban)
    else:
        assert refused(validate_iban, iban) == [
            "Das ist keine gültige IBAN; bitte noch einmal mit dem Kontoauszug vergleichen."
        ]


# ---- Money


def test_the_code_of_a_transfer_says_what_a_bank_reads(client, cup):
    """The lines are those of EPC069-12: service, version, UTF-8, SCT, no BIC, name, IBAN, amount, no purpose, text."""
    type(cup.signup_terms).objects.update(account_holder="Skatverein Größe & Söhne")
    signup = enter(cup, "Hans Huber")
    [shown] = re.findall(
        r'src="data:image/svg\+xml[^"]+" alt="Code der Überweisung"', client.get(page_path(signup)).text
    )
    assert shown
    transfer = transfer_of(signup, type(cup.signup_terms).objects.get(), FEE)
    picture = BytesIO()
    transfer.code.save(picture, kind="png", scale=4, border=4)
    [found] = zxingcpp.read_barcodes(Image.open(picture))
    assert found.bytes.decode() == "\n".join(
        ["BCD", "002", "1", "SCT", "", "Skatverein Größe & Söhne", IBAN, "EUR12", "", "", f"SL-{signup.code}"]
    )


def test_lines_of_a_statement_tick_whose_code_stands_in_them(sign_in, leiterin, cup):
    hans, eva, ute, gone = (enter(cup, name) for name in ("Hans Huber", "Eva Lang", "Ute Lang", "Rolf Weg"))
    services.cancel(gone)
    code = eva.code
    statement = f"""01.12.;Huber, H.;12,00;SL-{hans.code} Pokal
    02.12.;LANG EVA;sl {code[:3]} {code[3:].lower()};12,00
    02.12.;Bäckerei;4,20;Brötchen
    03.12.;Weg;SL{gone.code};12,00
    03.12.;Huber;SL-{hans.code}"""
    browser = sign_in(leiterin)
    page = browser.post(office("pay", cup), {"lines": statement}, follow=True)
    assert told(page) == [
        "Als bezahlt angehakt: Hans Huber, Eva Lang, Rolf Weg.",
        "Hat bezahlt, ist aber nicht mehr angemeldet: Rolf Weg.",
        "In diesen Zeilen steht kein Code dieser Veranstaltung: „02.12.;Bäckerei;4,20;Brötchen“",
    ]
    paid = SignUp.objects.exclude(paid_cents=None).values_list("name", "paid_cents", "paid_by")
    assert list(paid) == [(each.name, FEE, leiterin.pk) for each in (hans, eva, gone)]
    again = browser.post(office("pay", cup), {"lines": hans.reference}, follow=True)
    assert told(again) == ["War schon angehakt: Hans Huber."]
    browser.post(office("unpay", cup, hans.number))
    assert list(SignUp.objects.exclude(paid_cents=None).values_list("name", flat=True)) == ["Eva Lang", "Rolf Weg"]
    assert "Ihr Startgeld ist da: 12,00 €." in words(browser, eva)
    assert ute.paid_cents is None


def test_a_line_with_another_sum_ticks_nobody(sign_in, leiterin, cup):
    hans, eva, ute = (enter(cup, name) for name in ("Hans Huber", "Eva Lang", "Ute Lang"))
    statement = f"""{hans.reference} 3,00 EUR
    {eva.reference} {ute.reference} 24,00 EUR, Saldo 1.024,00"""
    page = sign_in(leiterin).post(office("pay", cup), {"lines": statement}, follow=True)
    assert told(page) == [
        "Als bezahlt angehakt: Eva Lang, Ute Lang.",
        f"Nicht angehakt, hier steht ein anderer Betrag als das Startgeld: „{hans.reference} 3,00 EUR“",
    ]


def test_a_transfer_found_late_is_booked_unless_the_hall_has_the_money(sign_in, leiterin, cup):
    hans, eva = enter(cup, "Hans Huber"), enter(cup, "Eva Lang")
    pay_entry_fee(take(cup, hans.number), leiterin)
    take(cup, eva.number)
    page = sign_in(leiterin).post(office("pay", cup), {"lines": f"{hans.reference}\n{eva.reference}"}, follow=True)
    assert told(page) == [
        "Als bezahlt angehakt: Eva Lang.",
        "Hat schon in der Halle bezahlt, nichts gebucht: Hans Huber.",
    ]
    booked = Booking.objects.values_list("entry__name", "cents", "by_transfer")
    assert list(booked) == [("Hans Huber", FEE, False), ("Eva Lang", FEE, True)]
    assert [*SignUp.objects.exclude(paid_cents=None).values_list("name", flat=True)] == ["Eva Lang"]


# ---- At the desk


def type_in(browser: Client, event: Event, text: str, choice: str = ""):
    fields = {"suche": text, "gesucht": text if choice else "", "wahl": choice}
    return browser.post(reverse("events:desk", args=[event.slug]), fields)


def test_the_desk_finds_who_has_signed_up_by_letters_and_by_the_code(cup, sign_in, schreiber):
    hans, late = enter(cup, "Hans Huber", "SC Gera"), [enter(cup, f"Gast {which}") for which in "ABCD"][3]
    browser = sign_in(schreiber)
    desk = reverse("events:desk", args=[cup.slug])

    def found(text: str) -> list[tuple[str, str]]:
        hits = browser.get(desk, {"suche": text}, headers={"HX-Request": "true"}).context["hits"]
        return [(hit.choice, hit.about) for hit in hits]

    mine = [("v1", "SC Gera · vorangemeldet")]
    assert found("hub") == found(hans.code.lower()) == found(hans.reference) == mine
    assert found(late.code) == [("w5", "vorangemeldet · Warteliste 2")]
    type_in(browser, cup, "Hans Huber")
    hans.refresh_from_db()
    assert (hans.entry.name, hans.entry.club_name, hans.entry.start_number) == ("Hans Huber", "SC Gera", 1)
    assert found(hans.code) == found(f"sl {hans.code.lower()}") == [("e1", "SC Gera")]
    type_in(browser, cup, f"sl {hans.code.lower()}")
    assert "Zu „SL-ZZZZZZ“ gibt es hier keine Voranmeldung" in text_of(type_in(browser, cup, "SL-ZZZZZZ"))
    assert list(cup.entries.values_list("name", flat=True)) == ["Hans Huber"]
    asked = type_in(browser, cup, late.reference)  # who waits is taken as a stranger is, but not unseen
    assert [hit.choice for hit in asked.context["hits"]] == ["w5"] and cup.entries.count() == 1
    type_in(browser, cup, late.reference, "w5")
    assert list(cup.entries.values_list("name", flat=True)) == ["Hans Huber", "Gast D"]


def test_the_code_on_the_phone_lets_the_desk_take_him_with_one_press(client, cup, sign_in, schreiber, fremde):
    signup = enter(cup, "Hans Huber")
    scanned = client.get(code_path(signup))
    assert scanned.url == page_path(signup)
    press = office("arrive", cup, 1)
    assert press not in client.get(scanned.url).text and press not in sign_in(fremde).get(scanned.url).text
    browser = sign_in(schreiber)
    assert f'action="{press}"' in browser.get(scanned.url).text
    answer = browser.post(press, {"next": scanned.url}, follow=True)
    assert told(answer) == ["Startnummer 1: Hans Huber"]
    signup.refresh_from_db()
    assert "Startnummer 1 Sie nehmen teil." in words(client, signup)
    assert phone_path(signup.entry) in client.get(scanned.url).text
    browser.post(press)
    assert cup.entries.count() == 1
    client.post(page_path(signup) + "abmelden/")
    assert "Sie nehmen schon teil" in text_of(client.post(page_path(signup) + "abmelden/"))


def test_what_was_transferred_is_booked_and_lies_on_the_account(cup, leiterin, sign_in):
    hans = enter(cup, "Hans Huber")
    enter(cup, "Eva Lang")
    services.mark_paid(cup, hans.reference, leiterin)
    assert take(cup, 1) == take(cup, 1)
    pay_entry_fee(take(cup, 2), leiterin)
    booked = Booking.objects.values_list("entry__name", "kind", "cents", "by_transfer")
    assert list(booked) == [("Hans Huber", "entry_fee", FEE, True), ("Eva Lang", "entry_fee", FEE, False)]
    found = balance(cup)
    assert (found.due, found.booked, found.transferred, found.till, found.till_in_the_end) == (
        2400,
        2400,
        1200,
        1200,
        1200,
    )
    page = text_of(sign_in(leiterin).get(reverse("desk:balance", args=[cup.slug])))
    assert "davon auf dem Konto 12,00 € 12,00 € In der Kasse 12,00 € 12,00 €" in page
    assert refused(services.unmark_paid, hans) == ["Die Überweisung ist schon gebucht; bitte in der Kasse stornieren."]


def test_a_member_takes_part_as_the_player_of_the_register(cup, anna, bert):
    enter(cup, "anna ärmel", cup.club.name)
    enter(cup, "Bert Brandt", "SC Gera")
    Player.objects.filter(pk=bert.player_id).update(federation_number="07.01.116.2")
    enter(cup, "Bert Brandt", "07/01", federation_number="07.01.116.2")
    entries = [take(cup, number) for number in (1, 2, 3)]
    assert [(entry.name, entry.player_id) for entry in entries] == [
        ("Anna Ärmel", anna.player_id),
        ("Bert Brandt", None),
        ("Bert Brandt", bert.player_id),
    ]


def test_two_of_one_name_are_told_apart_without_anybody_waiting(cup):
    enter_guests(cup, [("Hans Huber", "SC Jena")])
    enter(cup, "Hans Huber", "SC Gera")
    enter(cup, "Hans Huber")
    assert [take(cup, number).name for number in (1, 2)] == ["Hans Huber II", "Hans Huber III"]


def test_who_was_entered_by_hand_already_is_the_same(cup):
    [by_hand] = enter_guests(cup, [("Hans Huber", "SC Gera")])
    enter(cup, "Hans Huber", "SC Gera")
    assert take(cup, 1) == by_hand


def test_who_does_not_want_the_name_shown_takes_part_by_first_name(cup, client):
    services.sign_up(cup, name="Eva Geheim", club_name="", publication="first_name")
    take(cup, 1)
    said = text_of(client.get(reverse("events:entries", args=[cup.slug])))
    assert "Eva" in said and "Geheim" not in said


def test_who_is_not_there_is_struck_and_those_who_wait_move_up(cup, sign_in, leiterin, settings):
    settings.EMAIL_HOST, settings.SITE_URL = "mail.example", "https://skat.example"
    for which in "ABCDE":
        enter(cup, f"Gast {which}", email=f"{which}@example.org")
    take(cup, 2)
    assert refused(services.strike_absent, cup) == ["Gestrichen wird erst am Tag der Veranstaltung."]
    Event.objects.filter(pk=cup.pk).update(date=timezone.localdate())
    answer = sign_in(leiterin).post(office("strike_absent", cup), follow=True)
    assert told(answer) == [
        "2, die nicht da sind, wurden gestrichen.",
        "Von der Warteliste nachgerückt: Gast D, Gast E.",
    ]
    assert standing(cup) == (["Gast B", "Gast D", "Gast E"], [])
    assert [letter.to for letter in delivered("place")] == [["D@example.org"], ["E@example.org"]]
    assert take(cup, 1).name == "Gast A"  # who comes late is taken all the same
    assert standing(cup) == (["Gast B", "Gast D", "Gast E"], ["Gast A"])
    services.remove(SignUp.objects.get(name="Gast E"))
    assert standing(cup) == (["Gast B", "Gast D", "Gast A"], [])
    assert len(delivered("place")) == 2  # nobody who is there is told of a place


def test_who_had_cancelled_and_comes_is_joined_to_the_sign_up(cup):
    signup = enter(cup, "Hans Huber")
    services.cancel(signup)
    [hit] = find_at_desk(cup, "Hans Huber")
    assert (hit.choice, hit.about, sure_at_desk([hit], "Hans Huber")) == ("w1", "vorangemeldet · abgemeldet", None)
    entry, _new = register(cup, hit.choice, "Hans Huber")
    signup.refresh_from_db()
    assert (signup.entry, signup.gone, cup.entries.count()) == (entry, "", 1)


def test_who_was_taken_out_is_not_taken(cup):
    services.remove(enter(cup, "Hans Huber"))
    assert find_at_desk(cup, "Hans Huber") == []
    said = "Hans Huber wurde gestrichen; wer trotzdem kommt, wird hier mit Namen eingetragen."
    assert refused(take, cup, 1) == [said]


# ---- What else knows of it


def test_the_page_of_the_event_is_made_anew_with_everybody(cup, client):
    before = Event.objects.get().version
    signup = enter(cup, "Hans Huber")
    assert Event.objects.get().version == before + 1
    assert "Noch 2 Plätze von 3." in text_of(client.get(cup.get_absolute_url()))
    services.cancel(signup)
    assert Event.objects.get().version == before + 2


def test_what_is_to_be_done_says_how_many_have_signed_up(cup, leiterin, leser):
    def said(user: User) -> list[str]:
        event = events_seen_by(user).prefetch_related("rounds").get(pk=cup.pk)
        return [each.sentence for each in of_event(event, user) if "angemeldet" in each.sentence]

    assert said(leiterin) == ["Die Voranmeldung ist offen; bisher hat sich niemand angemeldet."]
    for which in "ABCDE":
        enter(cup, f"Gast {which}")
    assert said(leiterin) == ["5 haben sich angemeldet, 2 warten."]
    assert said(leser) == []
    Event.objects.filter(pk=cup.pk).update(date=timezone.localdate())
    take(cup, 1)
    assert said(leiterin) == ["5 haben sich angemeldet, 1 ist da, 2 warten."]


def test_the_list_asks_the_same_for_five_and_for_fifty(cup, sign_in, leiterin):
    browser = sign_in(leiterin)

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(office("signups", cup)).status_code == 200
        return len(queries)

    for which in range(5):
        enter(cup, f"Gast {which} A")
    few = asked()
    for which in range(5, 50):
        enter(cup, f"Gast {which} A")
    assert asked() == few


def test_addresses_of_mail_are_forgotten_when_the_event_is_closed(cup):
    enter(cup, "Hans Huber", email="hans@example.org")
    set_state(cup, Event.State.FINAL)
    assert list(SignUp.objects.values_list("name", "email")) == [("Hans Huber", "")]


@pytest.mark.parametrize("with_guests", [True, False])
def test_somebody_is_told_what_was_kept_and_forgotten_with_it(cup, anna, admin, with_guests):
    enter(cup, "Anna Ärmel", cup.club.name, email="anna@example.org")
    enter(cup, "Anna Ärmel", "SC Gera", email="a@example.org")
    take(cup, 1)
    person = PersonRecords(anna.player)
    [part] = [part for part in stored_about(person) if part.title == "Voranmeldungen"]
    rows = [(row["Veranstaltung"], row["Name"], row["E-Mail"]) for row in part.rows]
    assert rows == [("Pokal", "Anna Ärmel", "anna@example.org")]
    erase(person, admin, with_guests=with_guests)
    gone = (f"Anonym {anna.player_id}", "", "")
    other = gone if with_guests else ("Anna Ärmel", "a@example.org", "anna aermel|sc gera")
    assert list(SignUp.objects.values_list("name", "email", "same_person")) == [gone, other]
