"""*Mein Abend* on a phone: without a network and with a killed server, a new seat, a signature, a call."""

import json

import pytest
from playwright.sync_api import expect
from web.desk import ROUND
from web.serving import site  # noqa: F401
from web.table import Device

from skatliga.events.models import Entry, Event, Round, Table
from skatliga.events.services import seat_round
from skatliga.lists.models import Signature
from skatliga.phones.access import phone_path, renew
from skatliga.phones.models import TableCall

SET_UP = """
import datetime, json
import django
django.setup()
from skatliga.events.models import Event
from skatliga.events.services import create_event, enter_guests, seat_round, set_state
from skatliga.people.services import create_club
from skatliga.phones.access import phone_path
event = create_event(create_club("Verein"), name="Abend", date=datetime.date(2026, 11, 21), rounds=1,
                     rulebook="isko-2022", evaluation="seeger-fabian")
enter_guests(event, [(name, "") for name in ("Albers", "Brandt", "Conrad", "Decker")])
seat_round(event.rounds.get(), {1: [1, 2, 3, 4]})
set_state(event, Event.State.PUBLISHED)
print(json.dumps(phone_path(event.entries.get(start_number=1))))
"""
LOOK = "dispatchEvent(new Event('online'))"
# What the page lets the phone tell; a browser without windows has no place where it would be kept.
TELLING = """
window.told = [];
ServiceWorkerRegistration.prototype.showNotification = async (title) => { told.push(title); };
Object.defineProperty(Notification, "permission", { value: "granted" });
"""
PATIENCE = 20_000  # milliseconds: the page looks for itself every ten seconds


@pytest.fixture
def own(live_server, evening) -> str:
    """The page of the second player."""
    Event.objects.update(deals_at_four=4)
    Round.objects.create(event=evening, number=2)
    return live_server.url + phone_path(player())


def player() -> Entry:
    return Entry.objects.select_related("phone_pass").get(start_number=2)


def kept(phone, address: str):
    phone.goto(address)
    phone.locator("body[data-kept]").wait_for()
    return phone.locator("#netz")


def test_the_page_is_there_without_a_network_says_how_old_it_is_and_tells_of_a_new_seat(unheard, own, shoot):
    phone = unheard
    phone.add_init_script(TELLING)
    old = kept(phone, own)
    expect(old).to_be_hidden()
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator(".seat .where")).to_have_text("Tisch 1 Platz 2")
    expect(old).to_contain_text("Kein Netz. Stand von ", timeout=PATIENCE)
    phone.get_by_role("button", name="Schiedsrichter").click()
    expect(old).to_have_text("Nicht gesendet: Gerade ist kein Netz da. Bitte gleich noch einmal.")
    shoot(phone, "evening-offline")
    seat_round(Round.objects.get(number=1), {3: [2, 1, 4, 3]}, reason="umgesetzt")
    phone.context.set_offline(False)
    phone.evaluate(LOOK)
    expect(phone.locator(".seat .where")).to_have_text("Tisch 3 Platz 1", timeout=PATIENCE)
    expect(old).to_be_hidden()
    assert phone.evaluate("told") == ["Serie 1: Tisch 3, Platz 1"]
    renew(player(), None)
    phone.evaluate(LOOK)
    expect(phone.get_by_role("heading", name="Dieser Code gilt nicht")).to_be_visible(timeout=PATIENCE)
    phone.context.set_offline(True)
    assert phone.evaluate("caches.match(location.pathname).then(Boolean)") is False  # nothing of it is left


def test_a_list_is_seen_growing_and_signed_and_somebody_is_called(phone, own, open_page, sign_in, admin, look):
    phone.goto(own)
    device = Device(Table.objects.get())
    device.write()
    device.enter(*ROUND)
    phone.evaluate(LOOK)
    expect(phone.get_by_role("heading", name="Meine Liste am Tisch")).to_be_visible(timeout=PATIENCE)
    expect(phone.locator("tr.mine")).to_contain_text("104")
    phone.get_by_text("Alle Spiele, das letzte zuerst").click()
    look(phone, "evening")
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.get_by_role("button", name="Diese Liste unterschreiben").click()
    expect(phone.get_by_text("mit Ihrem Code unterschrieben")).to_be_visible()
    assert [signature.entry for signature in Signature.objects.all()] == [player()]
    phone.get_by_role("button", name="Schiedsrichter").click()
    expect(phone.get_by_text("noch hat es niemand angenommen")).to_be_visible()
    hall = open_page()
    sign_in(hall, admin)
    hall.goto(own.partition("/m/")[0] + Event.objects.get().get_absolute_url())
    expect(hall.get_by_role("link", name="Mein Abend")).to_be_hidden()
    hall.locator("#jetzt").get_by_role("button", name="Ich gehe hin").first.click()
    expect(hall.get_by_role("heading", name="Rufe von den Tischen")).to_be_visible()
    look(hall, "evening-calls")
    phone.evaluate(LOOK)
    expect(phone.get_by_text("ist jemand unterwegs")).to_be_visible(timeout=PATIENCE)
    hall.get_by_role("button", name="Erledigt").click()
    expect(hall.get_by_text("Kein Tisch ruft.")).to_be_visible()
    assert TableCall.objects.get().done_by == admin
    phone.get_by_role("link", name="Preisskat").click()
    phone.get_by_role("link", name="Mein Abend").click()  # this phone knows the way back
    expect(phone).to_have_url(own)


def test_a_killed_server_leaves_the_page_which_goes_on_when_it_is_there_again(hold, site):  # noqa: F811
    python, server = site
    path = json.loads(python("-c", SET_UP))
    phone = hold(workers="allow")
    with server() as (origin, kill):
        old = kept(phone, origin + path)
        kill()
        phone.reload()
        expect(phone.locator(".seat .where")).to_have_text("Tisch 1 Platz 1")
        expect(old).to_contain_text("Kein Netz. Stand von ", timeout=PATIENCE)
    with server(int(origin.rpartition(":")[2])):
        phone.evaluate(LOOK)
        expect(old).to_be_hidden(timeout=PATIENCE)
