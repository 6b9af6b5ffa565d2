"""*Mein Abend*: what the code of a Startkarte opens, for whom, and what can be done there; calls in the hall."""

import pytest
from django.core.cache import cache
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from skatliga.access import Role
from skatliga.desk.models import Fees
from skatliga.events.models import Entry, Event, Table
from skatliga.events.services import set_state
from skatliga.lists.history import chronicle
from skatliga.lists.models import Sheet, Signature
from skatliga.lists.seat_changes import substitute
from skatliga.lists.services import Change
from skatliga.lists.workflow import move
from skatliga.people import services as people
from skatliga.people.models import Player
from skatliga.phones.access import MOST_WRONG, card_path, phone_path, renew
from skatliga.phones.models import TableCall
from skatliga.phones.services import MOST_CALLS, call, finish_call
from skatliga.printing.cards import start_cards
from web.desk import ROUND, text_of
from web.table import Device, correction


@pytest.fixture
def table(evening) -> Table:
    return table_of(evening, 1)


@pytest.fixture
def player(evening) -> Entry:
    return Entry.objects.select_related("event").get(event=evening, name="Gast B")


def at(entry: Entry) -> str:
    return phone_path(Entry.objects.select_related("phone_pass").get(pk=entry.pk))


def words(client: Client, entry: Entry) -> str:
    return said_by(client.get(at(entry)))


def said_by(response) -> str:
    """What a page says; no space stands before a comma."""
    return text_of(response).replace(" ,", ",").replace(" ;", ";")


def played(table: Table) -> Device:
    device = Device(table)
    device.write()
    device.enter(*ROUND)
    return device


def arrived(table: Table, user) -> None:
    """Its list is in the office."""
    played(table)
    sheet = Sheet.objects.get(table=table)
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, user))


def table_of(evening: Event, number: int, serie: int = 1) -> Table:
    return Table.objects.select_related("round__event").get(round__event=evening, round__number=serie, number=number)


# ---- The code


def test_the_code_opens_what_concerns_one_player(client, evening, table, player):
    Fees.objects.create(event=evening, entry_fee=500, list_fee=100, abreizgeld=[])
    played(table)
    page = client.get(at(player))
    said = said_by(page)
    assert "2 Gast B" in said
    assert "Serie 1 Tisch 1 Platz 2 mit 1 Gast A, 3 Gast C, 4 Gast D" in said
    assert "Danach Serie 2: Tisch 1, Platz 2, mit Gast A, Gast C, Gast D" in said
    # AFTER_ROUND has Gast B second of four; nobody at the other table has a list
    assert "Wenn jetzt Schluss wäre 2. Platz von 4 104 Punkte" in said
    assert "4 von 4 Spielen" in said
    assert "3 Gast C 0 30" in said and "4 Gast D -80 -130" in said
    assert "Zu zahlen 5,00 € noch offen 0,00 € von 5,00 € bezahlt" in said
    assert "Gast E" not in said
    assert (page["X-Robots-Tag"], page["Referrer-Policy"]) == ("noindex, nofollow", "no-referrer")
    assert page["Cache-Control"] == "private, no-cache"


def test_a_renewed_a_wrong_and_a_foreign_code_are_refused_alike(client, evening, player, leiterin):
    cache.clear()
    other = evening.entries.get(name="Gast A")
    old = at(player)
    renew(player, leiterin)
    foreign = f"/m/{player.pk}/{at(other).split('/')[3]}/"
    wrong = [old, foreign, f"/m/{player.pk}/a/", f"/m/999999/{'a' * 26}/", f"/m/{10**30}/{'a' * 26}/"]
    for path in ("", "app.webmanifest"):
        assert [client.get(address + path).status_code for address in wrong] == [404] * 5
    assert [client.post(address + "ruf/").status_code for address in wrong] == [404] * 5
    assert client.get(at(player)).status_code == 200
    assert "Gast B" not in text_of(client.get(old))


def test_who_guesses_is_told_to_wait_and_others_from_there_are_not(client, player):
    cache.clear()
    guesses = [client.get(f"/m/{player.pk}/{number:026}/").status_code for number in range(MOST_WRONG + 1)]
    assert guesses == [404] * MOST_WRONG + [429]
    assert client.get(at(player)).status_code == 200


def test_cards_of_those_who_enter_players_carry_the_code_which_leads_to_the_page(client, evening, player):
    [*cards] = start_cards(evening, Role.LISTENFUEHRER, "https://skat.example")
    path = card_path(player)
    assert cards[1].address == f"HTTPS://SKAT.EXAMPLE{path}"
    assert client.get(path).url == at(player)
    assert {card.address for card in start_cards(evening, None, "https://skat.example")} == {""}


def test_before_an_event_is_published_the_page_tells_nothing(client, evening, player):
    set_state(evening, Event.State.DRAFT)
    said = words(client, player)
    assert "sobald die Turnierleitung sie veröffentlicht" in said
    assert "Tisch 1" not in said and "Gast A" not in said


def test_a_hidden_name_is_hidden_here_too(client, evening, player):
    evening.entries.filter(name="Gast A").update(name="Anton Geheim", publication="first_name")
    said = words(client, player)
    assert "1 Anton," in said and "Geheim" not in said


# ---- What it says while it grows


def test_a_phone_that_has_the_page_is_told_so_until_something_changes(client, table, player):
    device = Device(table)
    device.write()
    address = at(player)
    mark = client.get(address)["ETag"]
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address, headers={"If-None-Match": mark}).status_code == 304
    assert len(asked) == 3
    device.enter(ROUND[0])
    page = client.get(at(player), headers={"If-None-Match": mark})
    assert page.status_code == 200
    assert "1 von 4 Spielen" in text_of(page)


def test_the_queries_of_a_page_do_not_grow_with_the_lists(client, evening, table, player):
    def queries() -> int:
        cache.clear()
        with CaptureQueriesContext(connection) as asked:
            client.get(at(player))
        return len(asked)

    played(table)
    before = queries()
    played(table_of(evening, 2))
    played(table_of(evening, 1, serie=2))
    assert queries() == before


def test_the_organiser_may_hold_places_back_until_lists_have_come(client, evening, table, player, schreiber):
    Event.objects.filter(pk=evening.pk).update(places_after=5)  # of two lists that is both
    played(table_of(evening, 2))
    assert "Ihr Platz steht hier, sobald 2 Listen dieser Serie da sind; jetzt sind es 0." in words(client, player)
    arrived(table, schreiber)
    assert "Ihr Platz steht hier, sobald 2 Listen dieser Serie da sind; jetzt sind es 1." in words(client, player)
    sheet = Sheet.objects.get(table__number=2)
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, schreiber))
    # both tables played the same deals: two are first, and so two share the third place
    assert "Wenn jetzt Schluss wäre 3. Platz von 8 104 Punkte" in words(client, player)


def test_who_takes_over_a_seat_finds_table_and_list(client, evening, table, schreiber):
    played(table)
    came = evening.entries.get(name="Gast E")
    sheet = Sheet.objects.get()
    substitute(sheet.pk, 3, came, 4, False, Change(sheet.revision, schreiber, "musste gehen"))
    said = words(client, came)
    assert "Serie 1 Tisch 1 Platz 3" in said or "Serie 1 Tisch 2 Platz 1" in said


# ---- Signing


def sign(client, entry, sheet, revision=None):
    sent = {"liste": sheet.pk, "fassung": sheet.revision if revision is None else revision}
    return client.post(at(entry) + "unterschrift/", sent)


def test_a_list_is_signed_by_ones_own_code_as_it_was_seen(client, evening, table, player, leiterin):
    device = Device(table)
    device.write()
    device.enter(*ROUND[:3])
    sheet = Sheet.objects.get()
    assert "wenn alle Spiele auf der Liste stehen" in text_of(sign(client, player, sheet))
    seen = sheet.revision
    device.enter(ROUND[3])
    assert "Die Liste hat sich gerade geändert" in text_of(sign(client, player, sheet, seen))
    assert not Signature.objects.exists()
    sheet.refresh_from_db()
    assert sign(client, player, sheet).url == at(player)
    [signature] = Signature.objects.all()
    assert (signature.seat, signature.name, signature.entry) == (2, "Gast B", player)
    assert "mit Ihrem Code unterschrieben" in words(client, player)
    assert sign(client, player, sheet).status_code == 302  # again it changes nothing
    assert Signature.objects.get().signed_at == signature.signed_at
    told = [(each.what, each.after) for change in chronicle(sheet) for each in [change]]
    assert ("Unterschrift auf Platz 2", "Gast B, mit eigenem Code") in told
    stranger = evening.entries.get(name="Gast E")
    assert "wer an ihrem Ende am Tisch sitzt" in text_of(sign(client, stranger, sheet))


def test_a_name_tapped_at_the_table_becomes_a_signature_and_a_correction_drops_it(client, table, player):
    device = played(table)
    device.send(*device.signatures(1, 2, 3, 4))
    assert "Mit Ihrem Code wird daraus Ihre Unterschrift" in words(client, player)
    sheet = Sheet.objects.get()
    sign(client, player, sheet)
    assert dict(Signature.objects.values_list("seat", "entry")) == {1: None, 2: player.pk, 3: None, 4: None}
    device.send(correction(4, "0", "241+"))
    assert not Signature.objects.exists()


def test_the_api_and_the_paper_say_by_what_was_signed(client, table, player, paper_as_html, leser, sign_in):
    played(table)
    sheet = Sheet.objects.get()
    sign(client, player, sheet)
    told = client.get(reverse("api_v1:sheet", args=[sheet.pk])).json()
    assert [(each["seat"], each["own_code"]) for each in told["signatures"]] == [(2, True)]
    assert "mit Code" in sign_in(leser).get(reverse("printing:sheet", args=[sheet.pk])).text


# ---- Calling somebody


def test_a_call_from_waiting_to_done(client, evening, table, player, leiterin, sign_in):
    hall = sign_in(leiterin)
    client.post(at(player) + "ruf/", {"tisch": table.pk, "art": "referee"})
    client.post(at(evening.entries.get(name="Gast A")) + "ruf/", {"tisch": table.pk, "art": "list"})  # called already
    [made] = TableCall.objects.all()
    assert (made.round, made.table, made.entry, made.kind, made.taken_at) == (table.round, 1, player, "referee", None)
    time = timezone.localtime(made.called_at).strftime("%H:%M")
    assert f"Schiedsrichter, gerufen um {time} Uhr; noch hat es niemand angenommen" in words(client, player)
    todo = text_of(hall.get(reverse("events:event", args=[evening.slug])))
    assert f"Jetzt zu tun Tisch 1 ruft seit {time}: Schiedsrichter. Ich gehe hin" in todo
    page = reverse("phones:calls", args=[evening.slug])
    assert hall.post(reverse("phones:take_call", args=[evening.slug, made.pk])).url == page
    assert "geht hin" in text_of(hall.get(page))
    assert "ist jemand unterwegs" in words(client, player)
    hall.post(reverse("phones:finish_call", args=[evening.slug, made.pk]))
    made.refresh_from_db()
    assert (made.taken_by, made.done_by) == (leiterin, leiterin) and made.called_at < made.taken_at < made.done_at
    assert "Kein Tisch ruft." in text_of(hall.get(page))
    assert "erledigt um" in words(client, player)


def test_a_list_of_calls_stays_as_it_is_until_one_changes(evening, table, player, leiterin, sign_in):
    hall, page = sign_in(leiterin), reverse("phones:calls", args=[evening.slug])
    asked = {"HX-Request": "true"}
    mark = hall.get(page, headers=asked)["ETag"]
    assert hall.get(page, headers={**asked, "If-None-Match": mark}).status_code == 304
    call(player, table, "player")
    assert "Jemand fehlt am Tisch" in text_of(hall.get(page, headers={**asked, "If-None-Match": mark}))


def test_who_called_takes_it_back_and_nobody_else(client, evening, table, player):
    made = call(player, table, "referee")
    client.post(at(evening.entries.get(name="Gast A")) + "ruf/", {"zurueck": made.pk})
    assert TableCall.objects.filter(done_at=None).exists()
    client.post(at(player) + "ruf/", {"zurueck": made.pk})
    made.refresh_from_db()
    assert made.taken_back
    assert "zurückgenommen" in words(client, player)


def test_nobody_calls_for_another_table_too_often_or_when_all_is_over(client, evening, table, player, leiterin):
    other = table_of(evening, 2)
    assert client.post(at(player) + "ruf/", {"tisch": other.pk, "art": "referee"}).status_code == 404
    assert client.post(at(player) + "ruf/", {"tisch": table.pk, "art": "pizza"}).status_code == 422
    for _call in range(MOST_CALLS):
        finish_call(call(player, table, "list"), leiterin)
    assert "schon gerufen" in text_of(client.post(at(player) + "ruf/", {"tisch": table.pk, "art": "list"}))
    Event.objects.update(state=Event.State.FINAL)
    assert client.post(at(player) + "ruf/", {"tisch": table.pk, "art": "list"}).status_code == 422
    assert TableCall.objects.count() == MOST_CALLS


@pytest.mark.database
def test_the_database_knows_one_open_call_a_table(table, player):
    TableCall.objects.create(round=table.round, table=1, entry=player, kind="referee")
    with pytest.raises(IntegrityError), transaction.atomic():
        TableCall.objects.create(round=table.round, table=1, entry=player, kind="list")
    with pytest.raises(IntegrityError), transaction.atomic():
        TableCall.objects.update(taken_at=timezone.now())


# ---- Afterwards


def test_afterwards_there_is_what_everybody_may_read_and_a_certificate(client, club, evening, table, schreiber):
    arrived(table, schreiber)
    Event.objects.update(state=Event.State.FINAL)
    first, last = evening.entries.get(name="Gast A"), evening.entries.get(name="Gast D")  # who is fourth gets none
    page = client.get(at(first)).text
    address = reverse("printing:own_certificate", args=at(first).strip("/").split("/")[1:])
    assert address in page and "Meine Statistik" not in page  # a guest of no register
    assert "Meine Urkunde" not in words(client, last)
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    other = "y" if address[-2] == "x" else "x"
    assert client.get(f"{address[:-2]}{other}/").status_code == 404
    member = people.add_player(club, first_name="Anton", last_name="Ärmel").player
    Entry.objects.filter(pk=last.pk).update(player=member)
    assert f'href="/statistik/spieler/{member.pk}/"' in client.get(at(last)).text
    Player.objects.update(publication="first_name")
    assert "Meine Statistik" not in words(client, last)


# ---- Calls from the device of a table


def test_a_table_calls_from_its_device_for_whoever_sits_there_by_now(evening, table, leiterin):
    device = played(table)
    asked = device.browser.get(device.address + "ruf/").json()
    kinds = [["referee", "Schiedsrichter"], ["list", "Frage zur Liste"], ["player", "Jemand fehlt am Tisch"]]
    assert asked == {"kinds": kinds, "open": None, "said": []}
    called = device.post("ruf/", {"kind": "list", "seat": 3}).json()
    made = TableCall.objects.get()
    assert (made.entry.name, made.table, called["open"]["pk"]) == ("Gast C", 1, made.pk)
    assert (called["open"]["kind"], called["open"]["taken"]) == ("Frage zur Liste", None)
    assert device.post("ruf/", {"kind": "referee", "seat": 1}).json()["open"]["pk"] == made.pk  # one at a time
    assert device.post("ruf/", {"back": made.pk}).json()["open"] is None
    made.refresh_from_db()
    assert made.done_at is not None


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({"kind": "referee", "seat": 5}, 200, "An diesem Platz sitzt niemand"),
        ({"kind": "police", "seat": 1}, 200, "So kann niemand gerufen werden"),
        ({"kind": ["referee"], "seat": 1}, 400, "nicht mehr die neueste"),
        ({"back": -1}, 400, "nicht mehr die neueste"),
        (b"ruf", 400, "nicht lesen"),
    ],
)
def test_what_is_no_call_is_told_so(table, body, status, said):
    answer = Device(table).post("ruf/", body)
    assert (answer.status_code, said in answer.json()["said"][0], TableCall.objects.count()) == (status, True, 0)


def test_no_other_table_ends_a_call(evening, table):
    Device(table).post("ruf/", {"kind": "referee", "seat": 1})
    made = TableCall.objects.get()
    Device(table_of(evening, 2)).post("ruf/", {"back": made.pk})
    made.refresh_from_db()
    assert made.done_at is None
