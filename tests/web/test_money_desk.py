"""The till: what players owe and have paid, by player and by table, bookings, the balance of the day, settlement.

Fees of the tests, unless they say otherwise: 10 EUR Startgeld, 1 EUR Kartengeld a Serie, Abreizgeld 0.50 EUR for each
of the first three lost games of a list and 1 EUR for every further one. `WILD` has 0, 1, 0 and 4 lost games (0, 0.50, 0
and 2.50 EUR), `CALM` 1, 1, 0 and 3 (0.50, 0.50, 0 and 1.50 EUR); see `web.till`.
"""

from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.db.models import Sum
from django.urls import reverse

from skatliga.desk import dues, services
from skatliga.desk.balances import balance, settlements
from skatliga.desk.forms import FeesForm
from skatliga.desk.models import Booking, Fees
from skatliga.events.models import Event
from skatliga.events.services import enter_guests, set_state, withdraw
from skatliga.lists.models import Sheet
from web.desk import refused, text_of, told
from web.replayed import world
from web.till import CALM, WILD, bring, correct_list, enter_list, preisskat
from web.two_desks import at_two_desks

LADDER = [[1, 50], [4, 100]]
FEES = {"entry_fee": 1000, "list_fee": 100, "abreizgeld": LADDER}
State = Sheet.State


@pytest.fixture
@world
def skat(club):
    return preisskat(club, **FEES)


@pytest.fixture
@world
def playing(skat, schreiber):
    """Serie 1 with both lists, Serie 2 with that of table 1."""
    enter_list(skat, schreiber, 1, 1, WILD)
    enter_list(skat, schreiber, 1, 2, CALM)
    enter_list(skat, schreiber, 2, 1, CALM)
    return skat


def bills(event):
    """What each player owes, has paid and has still to pay."""
    found = dues.player_bills(event, dues.fees_of(event))
    return [(each.entry.start_number, each.bill.due, each.bill.paid, each.bill.open) for each in found]


def table_sums(event, number):
    found = dues.table_bills(event, dues.fees_of(event), event.rounds.get(number=number).pk)
    return [(each.table, each.arrived, each.bill.due, each.bill.paid) for each in found]


def booked(event):
    return list(event.bookings.order_by("pk").values_list("entry__start_number", "round__number", "kind", "cents"))


def said(browser, response):
    """The sentences on the page to which a form leads, with plain spaces."""
    return [" ".join(sentence.split()) for sentence in told(browser, response)]


def post(browser, name, /, *args, htmx=False, **data):
    return browser.post(reverse(f"desk:{name}", args=args), data, headers={"HX-Request": "true"} if htmx else {})


# ---- The entry fee at the desk ----


def test_the_entry_fee_is_booked_once(skat, schreiber, sign_in):
    browser, key = sign_in(schreiber), uuid4()
    for sent in ({"key": key}, {"key": key}, {"key": uuid4()}, {}):
        assert post(browser, "pay", skat.slug, 3, **sent).status_code == 302
    assert booked(skat) == [(3, None, "entry_fee", 1000)]
    assert skat.bookings.get().by == schreiber


def test_after_paying_one_is_where_the_form_says(skat, schreiber, sign_in):
    browser = sign_in(schreiber)
    assert post(browser, "pay", skat.slug, 3, next="/veranstaltungen/?q=1").url == "/veranstaltungen/?q=1"
    assert post(browser, "pay", skat.slug, 3, next="https://example.com/").url == reverse(
        "events:entries", args=[skat.slug]
    )


def test_htmx_gets_the_mark_alone(skat, schreiber, sign_in):
    browser = sign_in(schreiber)
    marks = browser.get(reverse("desk:paid_marks", args=[skat.slug]), {"nr": ["3", "4", "x"]})
    assert text_of(marks) == "10,00 € kassieren (Cora) 10,00 € kassieren (Dirk)"
    assert text_of(post(browser, "pay", skat.slug, 3, htmx=True)) == "bezahlt"
    marks = browser.get(reverse("desk:paid_marks", args=[skat.slug]))
    assert text_of(marks).split(")")[2:4] == [" bezahlt 10,00 € kassieren (Dirk", " 10,00 € kassieren (Emil"]
    assert marks.text.count('hx-swap-oob="true"') == 8


def test_a_request_sent_again_after_the_reversal_books_nothing(skat, schreiber, leiterin):
    entry, key = skat.entries.get(start_number=3), uuid4()
    services.pay_entry_fee(entry, schreiber, key)
    services.reverse(skat.bookings.get(), "falscher Spieler", leiterin)
    services.pay_entry_fee(entry, schreiber, key)
    assert [cents for *_what, cents in booked(skat)] == [1000, -1000]
    services.pay_entry_fee(entry, schreiber, uuid4())
    assert [cents for *_what, cents in booked(skat)] == [1000, -1000, 1000]


def test_a_key_that_has_booked_something_else_books_nothing_and_says_so(skat, schreiber, leiterin):
    key = uuid4()
    services.book_other(skat, 500, "Tombola", leiterin, key)
    for again in (
        lambda: services.book_other(skat, 700, "Tombola", leiterin, key),
        lambda: services.book_other(skat, 500, "Spende", leiterin, key),
        lambda: services.pay_entry_fee(skat.entries.get(start_number=3), schreiber, key),
    ):
        with pytest.raises(ValidationError, match="schon etwas anderes gebucht"):
            again()
    services.book_other(skat, 500, "Tombola", leiterin, key)
    assert booked(skat) == [(None, None, "other", 500)]


def test_an_entry_fee_of_another_player_under_a_known_key_is_refused(skat, schreiber):
    key = uuid4()
    services.pay_entry_fee(skat.entries.get(start_number=3), schreiber, key)
    with pytest.raises(ValidationError, match="schon etwas anderes gebucht"):
        services.pay_entry_fee(skat.entries.get(start_number=4), schreiber, key)
    assert booked(skat) == [(3, None, "entry_fee", 1000)]


def test_an_old_page_with_another_amount_keeps_what_was_typed_and_books_it_when_sent_again(skat, leiterin, sign_in):
    browser, key = sign_in(leiterin), uuid4()
    post(browser, "bookings", skat.slug, direction="in", amount="5", note="Tombola", key=key)
    refused_page = post(browser, "bookings", skat.slug, direction="in", amount="7", note="Tombola", key=key)
    form = refused_page.context["form"]
    assert "schon etwas anderes gebucht" in text_of(refused_page)
    assert (form["amount"].value(), form["note"].value()) == ("7", "Tombola")
    assert booked(skat) == [(None, None, "other", 500)]
    post(
        browser, "bookings", skat.slug, **{name: form[name].value() for name in ("direction", "amount", "note", "key")}
    )
    assert booked(skat) == [(None, None, "other", 500), (None, None, "other", 700)]


def test_without_fees_nothing_is_owed_and_nothing_booked(club, schreiber):
    event = preisskat(club)
    enter_list(event, schreiber, 1, 1, WILD)
    services.pay_entry_fee(event.entries.get(start_number=1), schreiber)
    assert bills(event) == [(number, 0, 0, 0) for number in range(1, 9)]
    assert booked(event) == []


def test_a_fee_raised_later_leaves_the_difference_open(skat, schreiber):
    entry = skat.entries.get(start_number=1)
    services.pay_entry_fee(entry, schreiber)
    services.set_fees(skat, entry_fee=1200)
    assert bills(skat)[0] == (1, 1200, 1000, 200)
    services.pay_entry_fee(entry, schreiber)
    assert bills(skat)[0] == (1, 1200, 1200, 0)


DESK = """
import sys, django
django.setup()
from skatliga.desk.services import pay_entry_fee
from skatliga.events.models import Entry
from skatliga.people.models import User
print("ready", flush=True)
sys.stdin.readline()
for entry in Entry.objects.select_related("event"):
    pay_entry_fee(entry, User.objects.get())
"""
PREPARE = """
import datetime, django
django.setup()
from skatliga.desk.services import set_fees
from skatliga.events.services import create_event, enter_guests
from skatliga.people.models import User
from skatliga.people.services import create_club
User.objects.create_user("kasse")
event = create_event(
    create_club("C"), name="E", date=datetime.date(2026, 1, 1), rounds=1, rulebook="isko-2022", evaluation="seeger"
)
set_fees(event, entry_fee=1000)
enter_guests(event, [(f"Gast {number}", "") for number in range(25)])
"""
COUNT = """
import django
django.setup()
from skatliga.desk.models import Booking
print(*sorted(Booking.objects.values_list("entry__start_number", "cents")))
"""


@pytest.mark.django_db(transaction=True)
def test_two_desks_at_once_never_book_a_fee_twice(tmp_path, put_database):
    expected = " ".join(f"({number}, 1000)" for number in range(1, 26))
    assert at_two_desks(tmp_path, put_database, PREPARE, DESK, COUNT) == expected


# ---- What is owed ----


def test_each_player_owes_entry_fee_kartengeld_and_abreizgeld(playing):
    # table 1: 10.00 + 2 x 1.00 and the Abreizgeld of WILD and CALM; table 2: 10.00 + 1.00 and that of CALM
    assert bills(playing) == [
        (1, 1200 + 0 + 50, 0, 1250),
        (2, 1200 + 50 + 50, 0, 1300),
        (3, 1200 + 0 + 0, 0, 1200),
        (4, 1200 + 250 + 150, 0, 1600),
        (5, 1100 + 50, 0, 1150),
        (6, 1100 + 50, 0, 1150),
        (7, 1100 + 0, 0, 1100),
        (8, 1100 + 150, 0, 1250),
    ]


def test_the_sums_are_those_of_the_lists_counted_one_by_one(playing):
    """Recounted without the program's own charges: each list, each player, each lost game by itself."""
    owed = dict.fromkeys(range(1, 9), 1000)
    for table, feet in ((1, WILD), (2, CALM), (1, CALM)):
        for seat, foot in enumerate(feet):
            start_number = 4 * (table - 1) + seat + 1
            owed[start_number] += 100
            for nth_lost in range(1, foot.lost + 1):
                owed[start_number] += 50 if nth_lost <= 3 else 100
    assert [(number, due) for number, due, _paid, _open in bills(playing)] == sorted(owed.items())


def test_a_list_still_being_written_owes_nothing_yet(skat, schreiber):
    sheet = enter_list(skat, schreiber, 1, 1, WILD)
    bring(sheet, schreiber, State.IN_QUESTION)
    assert table_sums(skat, 1)[0] == (1, True, 4 * 100 + 300, 0)
    bring(sheet, schreiber, State.HANDED_IN)
    assert table_sums(skat, 1) == [(1, False, 0, 0), (2, False, 0, 0)]


def test_a_corrected_list_changes_what_is_owed_and_not_what_is_paid(skat, schreiber, leiterin):
    sheet = enter_list(skat, schreiber, 1, 1, WILD)
    services.pay_table(skat.rounds.get(number=1), 1, 700, leiterin)
    correct_list(sheet, leiterin, CALM)  # 0.50, 0.50, 0 and 1.50 EUR instead of 0, 0.50, 0 and 2.50 EUR
    assert [row for row in bills(skat) if row[0] <= 4] == [
        (1, 1150, 100, 1050),
        (2, 1150, 150, 1000),
        (3, 1100, 100, 1000),
        (4, 1250, 350, 900),
    ]
    assert table_sums(skat, 1)[0] == (1, True, 650, 700)
    services.pay_table(skat.rounds.get(number=1), 1, -50, leiterin)
    assert table_sums(skat, 1)[0] == (1, True, 650, 650)
    assert booked(skat)[-2:] == [(1, 1, "abreizgeld", 50), (4, 1, "abreizgeld", -100)]


def test_what_was_paid_for_an_annulled_list_is_to_be_paid_back(skat, schreiber, leiterin):
    sheet = enter_list(skat, schreiber, 1, 1, WILD)
    services.pay_table(skat.rounds.get(number=1), 1, 700, leiterin)
    bring(sheet, leiterin, State.ANNULLED)
    assert table_sums(skat, 1) == [(1, False, 0, 0), (2, False, 0, 0), (None, False, 0, 700)]
    assert [row[3] for row in bills(skat)] == [900, 850, 900, 650, 1000, 1000, 1000, 1000]


def test_who_withdraws_before_a_first_list_owes_nothing(skat, schreiber):
    enter_list(skat, schreiber, 1, 1, CALM)
    for number in (4, 7, 8):
        withdraw(skat.entries.get(start_number=number))
    services.pay_entry_fee(skat.entries.get(start_number=7), schreiber)
    assert bills(skat)[3] == (4, 1250, 0, 1250)  # has played
    assert bills(skat)[6:] == [(7, 0, 0, 0), (8, 0, 0, 0)]


def test_who_has_paid_and_withdraws_has_paid_too_much(skat, schreiber, leiterin):
    entry = skat.entries.get(start_number=8)
    services.pay_entry_fee(entry, schreiber)
    withdraw(entry)
    assert bills(skat)[7] == (8, 0, 1000, -1000)
    assert services.pay_player(entry, -1000, leiterin) == -1000
    assert bills(skat)[7] == (8, 0, 0, 0)


# ---- Paying in one click ----


def test_a_table_pays_in_one_click(playing, leiterin, sign_in):
    browser = sign_in(leiterin)
    page = browser.get(reverse("desk:cash_round", args=[playing.slug, 1]))
    assert "7,00 € kassieren (Tisch 1)" in text_of(page)
    response = post(browser, "pay_table", playing.slug, 1, 1, cents=700)
    assert response.url == reverse("desk:cash_round", args=[playing.slug, 1]) + "#tisch-1"
    assert said(browser, response) == ["Tisch 1: 7,00 € bezahlt."]
    assert booked(playing) == [
        (1, 1, "list_fee", 100),
        (2, 1, "list_fee", 100),
        (2, 1, "abreizgeld", 50),
        (3, 1, "list_fee", 100),
        (4, 1, "list_fee", 100),
        (4, 1, "abreizgeld", 250),
    ]
    assert said(browser, post(browser, "pay_table", playing.slug, 1, 1, cents=700)) == ["Tisch 1: Es ist nichts offen."]
    assert playing.bookings.count() == 6


def test_a_player_pays_the_rest_in_one_click(playing, leiterin, sign_in):
    browser = sign_in(leiterin)
    services.pay_table(playing.rounds.get(number=1), 1, 700, leiterin)
    response = post(browser, "pay_player", playing.slug, 4, cents=1250)
    assert said(browser, response) == ["Dirk: 12,50 € bezahlt."]
    assert bills(playing)[3] == (4, 1600, 1600, 0)
    assert booked(playing)[-3:] == [
        (4, None, "entry_fee", 1000),
        (4, 2, "list_fee", 100),
        (4, 2, "abreizgeld", 150),
    ]


def test_all_who_owe_pay_in_one_click(skat, schreiber, leiterin, sign_in):
    """Who has paid too much gets nothing back by it."""
    browser = sign_in(leiterin)
    gone = skat.entries.get(start_number=8)
    services.pay_entry_fee(gone, schreiber)
    withdraw(gone)
    owed = sum(bill[3] for bill in bills(skat) if bill[3] > 0)
    assert f'name="cents" value="{owed}"' in browser.get(reverse("desk:cash", args=[skat.slug])).content.decode()
    post(browser, "pay_everybody", skat.slug, cents=owed)
    assert [open for *_rest, open in bills(skat)] == [0, 0, 0, 0, 0, 0, 0, -1000]


def test_another_sum_than_the_one_seen_books_nothing(playing, leiterin, sign_in):
    browser = sign_in(leiterin)
    response = post(browser, "pay_table", playing.slug, 1, 1, cents=650)
    assert said(browser, response) == [
        "Inzwischen sind es 7,00 € statt 6,50 €. Nichts ist gebucht; bitte prüfen und noch einmal buchen."
    ]
    assert booked(playing) == []


def test_a_table_that_does_not_exist_pays_nothing(playing, leiterin):
    assert services.pay_table(playing.rounds.get(number=1), 9, 700, leiterin) == 0


# ---- Bookings ----


def test_a_booking_is_reversed_once_and_with_a_reason(skat, schreiber, leiterin, sign_in):
    services.pay_entry_fee(skat.entries.get(start_number=3), schreiber)
    booking, browser = skat.bookings.get(), sign_in(leiterin)
    assert refused(post(browser, "reverse", skat.slug, booking.pk, reason="")) == [
        "Dieses Feld ist zwingend erforderlich."
    ]
    assert post(browser, "reverse", skat.slug, booking.pk, reason="falscher Spieler").status_code == 302
    again = post(browser, "reverse", skat.slug, booking.pk, reason="noch einmal")
    assert refused(again) == ["Diese Buchung ist schon storniert."]
    opposite = skat.bookings.get(reverses=booking)
    assert (opposite.cents, opposite.note, opposite.by) == (-1000, "falscher Spieler", leiterin)
    response = post(browser, "reverse", skat.slug, opposite.pk, reason="doch")
    assert refused(response) == ["Eine Stornierung wird nicht storniert. Bitte den Betrag neu buchen."]
    assert bills(skat)[2] == (3, 1000, 0, 1000)


def test_a_booking_of_another_event_is_not_found(skat, club, leiterin, sign_in):
    other = preisskat(club, **FEES)
    services.book_other(other, 500, "Tombola", leiterin)
    assert post(sign_in(leiterin), "reverse", skat.slug, other.bookings.get().pk, reason="weg").status_code == 404


def test_other_income_and_expenses_are_booked_once(skat, leiterin, sign_in):
    browser, key = sign_in(leiterin), uuid4()
    for _time in range(2):
        post(browser, "bookings", skat.slug, direction="out", amount="1.234,50", note="Saalmiete", key=key)
    post(browser, "bookings", skat.slug, direction="in", amount="80", note="Tombola", key=uuid4())
    assert [(each.cents, each.note) for each in skat.bookings.all()] == [(-123450, "Saalmiete"), (8000, "Tombola")]
    for amount in ("0", "", "fünf", "1,234", "-5", "100001"):
        post(browser, "bookings", skat.slug, direction="in", amount=amount, note="Tombola")
    assert skat.bookings.count() == 2


def test_every_booking_says_what_for_when_and_by_whom(playing, schreiber, leiterin, sign_in):
    services.pay_entry_fee(playing.entries.get(start_number=3), schreiber)
    services.reverse(playing.bookings.get(), "falscher Spieler", leiterin)
    page = text_of(sign_in(leiterin).get(reverse("desk:bookings", args=[playing.slug])))
    assert "Startgeld Storno 3 Cora falscher Spieler −10,00 € Leiterin" in page
    assert "Startgeld 3 Cora 10,00 € Schreiber storniert" in page


def test_money_is_booked_after_the_event_is_closed_but_fees_stay(playing, leiterin):
    set_state(playing, Event.State.FINAL)
    services.pay_table(playing.rounds.get(number=1), 1, 700, leiterin)
    assert playing.bookings.count() == 6
    with pytest.raises(ValidationError, match="Diese Veranstaltung ist abgeschlossen"):
        services.set_fees(playing, entry_fee=500)


# ---- The balance of the day ----


def test_the_balance_adds_up_to_the_cent(playing, schreiber, leiterin, sign_in):
    services.set_fees(playing, jackpot=5000)
    for number in range(1, 8):
        services.pay_entry_fee(playing.entries.get(start_number=number), schreiber)
    services.pay_table(playing.rounds.get(number=1), 1, 700, leiterin)
    services.book_other(playing, -1999, "Karten", leiterin)
    playing = Event.objects.prefetch_related("rounds").get()
    found = balance(playing)
    assert [(line.kind.value, line.due, line.booked, line.open) for line in found.lines] == [
        ("entry_fee", 8000, 7000, 1000),
        ("list_fee", 1200, 400, 800),
        ("abreizgeld", 0 + 50 + 0 + 250 + 50 + 50 + 0 + 150 + 50 + 50 + 0 + 150, 300, 500),
        ("prize", -8000, 0, -8000),  # the whole pot: whoever leads now would get it
        ("jackpot", 0, 0, 0),
        ("other", -1999, -1999, 0),
    ]
    # counted by hand: 50.00 were there, 7 x 10.00 and 7.00 came in, 19.99 went out
    assert found.till == 5000 + 7000 + 700 - 1999 == 5000 + playing.bookings.aggregate(sum=Sum("cents"))["sum"]
    browser, address = sign_in(leiterin), reverse("desk:balance", args=[playing.slug])
    sentences = {"107,01": "Die Kasse stimmt.", "107": "0,01 € fehlen in der Kasse.", "110": "2,99 € zu viel"}
    for counted, sentence in sentences.items():
        assert sentence in text_of(browser.get(address, {"counted": counted}))


# ---- What it costs ----

FORM = {
    "entry_fee": "10",
    "list_fee": "1,00 €",
    "stake": "0",
    "payout": "100",
    "players_per_prize": "4",
    "ladder-TOTAL_FORMS": "3",
    "ladder-INITIAL_FORMS": "0",
    "ladder-0-from_loss": "1",
    "ladder-0-cents": "0,5",
    "ladder-1-from_loss": "4",
    "ladder-1-cents": "1.00",
    "fixed-TOTAL_FORMS": "1",
    "fixed-INITIAL_FORMS": "0",
    "fixed-0-place": "1",
    "fixed-0-cents": "200",
    "fixed-0-from_players": "60",
}


def test_euros_are_typed_as_people_write_them(skat, leiterin, sign_in):
    browser = sign_in(leiterin)
    sent = {**FORM, "series_prizes": "30 20,00 9,5", "weights": "5;3 2", "jackpot": "1.500", "stake": "25"}
    assert said(browser, post(browser, "fees", skat.slug, **sent)) == ["Die Angaben sind gespeichert."]
    stored = Fees.objects.get(event=skat)
    assert (stored.entry_fee, stored.list_fee, stored.abreizgeld) == (1000, 100, LADDER)
    assert (stored.jackpot, stored.stake) == (150000, 25)
    assert stored.prizes == {
        "payout_permille": 1000,
        "players_per_prize": 4,
        "weights": [5, 3, 2],
        "fixed": [[1, 20000, 60]],
        "series_prizes": [3000, 2000, 950],
    }


def test_the_page_shows_what_is_stored_and_sends_it_back_unchanged(skat, leiterin, sign_in):
    browser, address = sign_in(leiterin), reverse("desk:fees", args=[skat.slug])
    post(browser, "fees", skat.slug, **FORM)
    before = Fees.objects.values().get(event=skat)
    form = browser.get(address).context["form"]
    fields = [
        *form,
        *(field for rows in (form.ladder, form.fixed) for each in (rows.management_form, *rows) for field in each),
    ]
    sent = {field.html_name: field.value() for field in fields if field.value() not in (None, False)}
    response = browser.post(address, sent)
    assert refused(response) == []
    assert Fees.objects.values().get(event=skat) == before


def test_first_the_usual_abreizgeld_is_offered(club, leiterin, sign_in):
    event = preisskat(club)
    form = sign_in(leiterin).get(reverse("desk:fees", args=[event.slug])).context["form"]
    assert [row["cents"].value() for row in form.ladder][:2] == ["0,50", "1,00"]
    assert not Fees.objects.exists()


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"entry_fee": "zehn"}, "Bitte einen Betrag in Euro eingeben, zum Beispiel 5 oder 5,00."),
        ({"entry_fee": "-1"}, "Bitte einen Betrag in Euro eingeben, zum Beispiel 5 oder 5,00."),
        ({"jackpot_share": "11"}, "In den Jackpot kann nicht mehr als das Startgeld gehen."),
        ({"weights": "2 3"}, "Bitte vom ersten Platz an fallend ordnen."),
        ({"weights": "a"}, "Bitte ganze Zahlen mit Abstand dazwischen eingeben, zum Beispiel 5 3 2."),
        ({"series_prizes": "10 x"}, "Bitte Beträge in Euro mit Abstand dazwischen eingeben, zum Beispiel 30 20 10."),
        ({"players_per_prize": ""}, "Bitte ausfüllen, oder die Anteile der Preise eingeben."),
        ({"ladder-1-from_loss": "1"}, "Die Stufen des Abreizgelds müssen von Zeile zu Zeile später beginnen."),
        ({"ladder-1-from_loss": ""}, "Bitte ausfüllen oder die ganze Zeile leeren."),
        ({"fixed-0-cents": ""}, "Bitte ausfüllen oder die ganze Zeile leeren."),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(changed, sentence, skat, leiterin, sign_in):
    response = post(sign_in(leiterin), "fees", skat.slug, **{**FORM, **changed})
    assert refused(response) == [sentence]
    assert Fees.objects.get(event=skat).entry_fee == 1000


def test_without_rows_there_is_no_abreizgeld():
    data = {name: value for name, value in FORM.items() if not name.startswith("ladder-") or "FORMS" in name}
    form = FeesForm(data, fees=Fees(event=Event(rulebook="isko-2022")))
    assert form.is_valid()
    assert form.values["abreizgeld"] == []


# ---- Rounds for money ----


def test_a_table_settles_by_comparison(club, schreiber):
    """Each pays each other the difference: 4 x own points - sum, here of 150, 80, 20 and -250, at 1/4 cent a point."""
    event = preisskat(club, evaluation="spielpunkte", stake=25)
    enter_list(event, schreiber, 1, 1, WILD)
    enter_list(event, schreiber, 1, 2, CALM)
    serie = event.rounds.get(number=1).pk
    found = settlements(dues.fees_of(event), [serie])
    by_number = [found[serie, entry.pk] for entry in event.entries.all()]
    # 600, 320, 80, -1000 points; and of 100, 60, 110, -200 (sum 70): 330, 170, 370, -870 points
    # a quarter of those: 82.5, 42.5, 92.5, -217.5; the odd cents go to the first of equal remainders
    assert by_number == [150, 80, 20, -250, 83, 43, 92, -218]
    assert (sum(by_number[:4]), sum(by_number[4:])) == (0, 0)


def test_under_payment_the_leistung_is_what_changes_hands(club, schreiber):
    event = preisskat(club, evaluation="payment", stake=25)
    sheet = enter_list(event, schreiber, 1, 1, WILD)
    assert list(sheet.results.values_list("leistung", flat=True)) == [600, 320, 80, -1000]
    found = settlements(dues.fees_of(event), [event.rounds.get(number=1).pk])
    assert list(found.values()) == [150, 80, 20, -250]


def test_the_settlement_is_shown_only_where_players_settle(club, schreiber, leiterin, sign_in):
    event = preisskat(club, evaluation="payment")
    enter_list(event, schreiber, 1, 1, WILD)
    browser, address = sign_in(leiterin), reverse("desk:cash_round", args=[event.slug, 1])
    assert "Abrechnung" not in text_of(browser.get(address))
    services.set_fees(event, stake=25)
    assert "4 Dirk 0,00 € 0,00 € −2,50 €" in text_of(browser.get(address))


# ---- Finding a player, and how much is asked of the database ----


@pytest.mark.parametrize(
    ("query", "found"),
    [({"suche": "an"}, [1, 8]), ({"suche": "4"}, [4]), ({"offen": "on"}, [2, 3, 4, 5, 6, 7, 8]), ({"suche": "x"}, [])],
)
def test_the_till_finds_by_name_number_and_what_is_open(query, found, skat, leiterin, sign_in):
    services.pay_player(skat.entries.get(start_number=1), 1000, leiterin)
    page = sign_in(leiterin).get(reverse("desk:cash", args=[skat.slug]), query)
    assert [row.record.entry.start_number for row in page.context["table"].rows] == found


@pytest.mark.parametrize("name", ["cash", "cash_round", "balance", "bookings", "fees", "prizes", "paid_marks"])
def test_pages_ask_the_same_number_of_questions_of_one_and_of_three(
    name, club, schreiber, leiterin, sign_in, django_assert_num_queries
):
    asked = {"cash": 22, "cash_round": 9, "balance": 17, "bookings": 6, "fees": 5, "prizes": 26, "paid_marks": 9}
    event = preisskat(club, rounds=2, players=4, **FEES)
    browser = sign_in(leiterin)
    args = [event.slug, 1] if name == "cash_round" else [event.slug]
    enter_list(event, schreiber, 1, 1, WILD)
    services.pay_player(event.entries.get(start_number=1), 1100, leiterin)
    services.book_other(event, 100, "Tombola", leiterin)
    with django_assert_num_queries(asked[name]):
        browser.get(reverse(f"desk:{name}", args=args))
    enter_guests(event, [("Ida", ""), ("Jost", "")])
    enter_list(event, schreiber, 2, 1, CALM)
    for number, cents in ((2, 1300), (3, 1200)):
        services.pay_player(event.entries.get(start_number=number), cents, leiterin)
    complete = {"cash": 33, "prizes": 37}  # what is to be done with the prizes is asked as well
    with django_assert_num_queries(complete.get(name, asked[name])):
        browser.get(reverse(f"desk:{name}", args=args))


def test_a_booking_is_never_changed(skat, leiterin):
    """Nothing in the site writes over one: the services only add."""
    services.book_other(skat, 500, "Tombola", leiterin)
    before = Booking.objects.values().get()
    services.reverse(skat.bookings.get(), "doppelt", leiterin)
    assert Booking.objects.values().get(reverses=None) == before
