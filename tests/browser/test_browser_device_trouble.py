"""The table device where something is wrong: two tabs, a full phone, an address that has ended, fingers that shake."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from browser.taps import begin, enter, enter_and_send, hand_in, look, rows, sent, tap, with_modules
from skatliga.events.models import Event, Table
from skatliga.lists.access import to_device, to_paper, withdraw
from skatliga.lists.device import views
from skatliga.lists.device.shelf import build_of
from skatliga.lists.evaluation import Entered
from skatliga.lists.models import Lease, Sheet, Signature
from skatliga.lists.services import Change, append_row

SENT = "alles gesendet"


def more(page, name: str) -> None:
    page.get_by_role("button", name="Mehr").click()
    page.locator("dialog").get_by_role("button", name=name).click()


# ---- The phone


def test_two_tabs_of_one_phone_lose_nothing(phone_kept, address):
    phone = phone_kept
    begin(phone, address)
    enter_and_send(phone, "221+", "1: Brandt Kreuz mit 1 = +24")
    second = phone.context.new_page()
    second.goto(address)
    expect(second.locator("#netz")).to_have_text(SENT)
    phone.context.set_offline(True)
    enter(phone, "143.+", "436+")
    expect(second.locator("#letztes")).to_have_text("3: Decker Null 46 = +46")  # told by the first
    enter(second, "221+")
    expect(second.locator("#letztes")).to_have_text("4: Brandt Kreuz mit 1 = +24")  # kept
    phone.close()
    second.reload()
    expect(second.locator("#spiel")).to_contain_text("Spiel 5/48")
    second.context.set_offline(False)
    look(second)
    expect(second.locator("#netz")).to_have_text(SENT)
    assert rows() == [(2, 24), (1, 120), (4, 46), (2, 24)]


def test_a_tab_that_was_asleep_enters_nothing_behind_deals_it_does_not_show(phone, address):
    begin(phone, address)
    second = phone.context.new_page()
    second.goto(address)
    expect(second.locator("#eingabe")).to_be_visible()
    with_modules(second, "void (store.tabs.onmessage = null)")
    phone.context.set_offline(True)
    enter(phone, "221+")
    expect(phone.locator("#spiel")).to_contain_text("Spiel 2/48")
    enter(second, "291+")  # the same deal, heard otherwise
    expect(second.locator("#letztes")).to_have_text("1: Brandt Kreuz mit 1 = +24")
    news = second.locator("#hinweise .notice")
    expect(news).to_contain_text("In einem anderen Fenster dieses Geräts wurde eben etwas eingetragen.")
    expect(news.locator("li")).to_have_text("1: Brandt Karo mit 1 = +18")
    assert second.evaluate("document.querySelector('#eintragen').getBoundingClientRect().bottom <= innerHeight")
    news.get_by_role("button", name="gesehen").click()
    expect(news).to_have_count(0)
    phone.context.set_offline(False)
    look(phone)
    expect(phone.locator("#netz")).to_have_text(SENT)
    assert rows() == [(2, 24)]


@pytest.mark.parametrize(
    "refusal",
    [
        "IDBFactory.prototype.open = () => { throw new Error('denied') }",
        "IDBObjectStore.prototype.put = () => { throw new Error('full') }",
    ],
    ids=["denied", "full"],
)
def test_a_browser_that_keeps_nothing_says_so_and_works(phone, address, refusal):
    phone.add_init_script(refusal)
    begin(phone, address)
    expect(phone.get_by_text("Dieses Gerät behält nichts")).to_be_visible()
    enter_and_send(phone, "221+", "1: Brandt Kreuz mit 1 = +24")
    Lease.objects.update(forced_at=timezone.now())
    enter_and_send(phone, "143.+", "2: Albers Grand mit 3 Hand = +120")
    expect(phone.locator("#hinweise .notice")).to_have_count(2)
    assert phone.evaluate("document.querySelector('main').scrollHeight <= document.querySelector('main').clientHeight")
    assert rows() == [(2, 24), (1, 120)]


def test_a_full_phone_still_opens_the_page(phone_kept, address, live_server):
    phone = phone_kept
    phone.goto(address)
    phone.locator("body[data-kept]").wait_for()
    full = {"origin": live_server.url, "quotaSize": 1}
    phone.context.new_cdp_session(phone).send("Storage.overrideQuotaForOrigin", full)
    phone.goto(address + "?von=karte")
    expect(phone.get_by_role("button", name="Ich schreibe")).to_be_visible()
    phone.evaluate(
        "caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then(async (shelf) => {"
        "for (const kept of await shelf.keys()) if (kept.url.includes('/t/')) await shelf.delete(kept); }))))"
    )
    phone.reload()
    expect(phone.get_by_role("button", name="Ich schreibe")).to_be_visible()
    phone.get_by_role("button", name="Mehr").click()
    expect(phone.get_by_text("Diese Seite startet auf diesem Gerät nur mit Netz.")).to_be_visible()


def test_a_new_build_takes_the_kept_pages_with_it(phone_kept, address, monkeypatch):
    phone = phone_kept
    phone.goto(address)
    phone.locator("body[data-kept]").wait_for()
    Event.objects.update(name="Herbstpreisskat")
    monkeypatch.setattr(views, "FILES", (*views.FILES, "js/entry.js"))
    phone.evaluate("""async () => {
        const taken = new Promise((done) =>
            navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
        await (await navigator.serviceWorker.ready).update();
        await taken;
    }""")
    phone.context.set_offline(True)
    phone.reload()
    expect(phone).to_have_title("Tisch 1 · Serie 1 · Herbstpreisskat")
    assert phone.evaluate("caches.keys()") == [f"skatliga-tisch-{build_of(views.FILES)}"]


# ---- Taps


def test_double_taps_count_once(phone, address):
    begin(phone, address)
    phone.locator(".player[data-seat='2'] button").first.dblclick()
    phone.locator("[data-game='2']").dblclick()
    phone.locator("[data-n='1'][data-ohne='']").dblclick()
    phone.locator("#eintragen").dblclick()
    sent(phone, "1: Brandt Kreuz mit 1 = +24")
    phone.locator("#falsch").dblclick()
    expect(phone.locator("#eintragen")).to_have_text("ÄNDERN")


def test_a_correction_can_be_left(phone, address):
    begin(phone, address)
    enter_and_send(phone, "221+", "1: Brandt Kreuz mit 1 = +24")
    phone.get_by_role("button", name="falsch?").click()
    phone.locator("#falsch").get_by_text("zurück").press("Enter")  # a second tap at once would be a double one
    expect(phone.locator("#eintragen")).to_have_text("EINTRAGEN")
    enter_and_send(phone, "143.+", "2: Albers Grand mit 3 Hand = +120")
    assert rows() == [(2, 24), (1, 120)]


def test_what_only_the_office_can_have_written_is_not_offered_for_correction(phone, address, admin):
    begin(phone, address)
    enter_and_send(phone, "221+", "1: Brandt Kreuz mit 1 = +24")
    sheet = Sheet.objects.get()
    append_row(sheet.pk, Entered(declarer=3, penalty=50, reason="Karten gezeigt"), Change(sheet.revision, admin))
    look(phone)
    expect(phone.locator("#letztes")).to_contain_text("Strafe")
    expect(phone.locator("#falsch")).to_be_hidden()
    phone.get_by_role("button", name="Mehr").click()
    expect(phone.locator("dialog").get_by_role("button", name="zurücknehmen")).to_have_count(0)


def test_a_value_that_no_deal_has_is_refused_in_words(phone, address, evening):
    evening.rulebook = "hausrunde"
    evening.save()
    begin(phone, address)
    phone.get_by_role("button", name="Wert …").click()
    field = phone.get_by_role("textbox", name="Wert des Spiels")
    field.fill("25")
    field.press("Enter")
    expect(phone.get_by_text("Diesen Wert hat kein Spiel.")).to_be_visible()
    field.fill("−192")
    field.press("Enter")
    phone.locator(".player[data-seat='3'] button").nth(1).click()
    expect(phone.locator("#satz")).to_have_text("Conrad verliert: −192")


def test_long_and_equal_names_can_be_told_apart(phone, address, evening):
    names = (
        "Wolfgang-Maximilian von Hohenzollern-Sigmaringen, Prinz",
        "Müller, Hans",
        "Müller, Herbert",
        "Decker, Ole",
    )
    for entry, name in zip(evening.entries.order_by("start_number"), names, strict=True):
        entry.name = name
        entry.save()
    begin(phone, address, "Müller, Hans")
    assert phone.locator(".player p span").all_inner_texts() == [
        names[0].partition(",")[0],
        "Hans Müller",
        "Herbert Müller",
        "Decker",
    ]
    enter(phone, "0", "143.+")
    last = phone.locator("#letztes")
    expect(last).to_contain_text("= +120")
    assert last.evaluate(
        "(each) => [each.scrollWidth <= each.clientWidth, each.scrollHeight <= each.clientHeight + 1]"
    ) == [True, True]  # a line more would be more than a rounded pixel
    tap(phone, "144..-")
    assert phone.evaluate("document.querySelector('main').scrollHeight <= document.querySelector('main').clientHeight")


def test_a_name_without_a_gap_hides_neither_the_sentence_nor_the_sums(phone, address, evening):
    evening.entries.filter(start_number=1).update(name="Wolfgangmaximilianvonhohenzollernsigmaringen")
    begin(phone, address, "Wolfgangmaximilian")
    enter(phone, "0")
    tap(phone, "144..-")
    fits = "(each) => each.scrollWidth <= each.clientWidth"
    assert phone.locator("#satz").evaluate(fits)
    more(phone, "Liste ansehen")
    expect(phone.locator("#liste .stand")).to_be_visible()
    assert phone.locator("main").evaluate(fits)


def test_a_name_tapped_by_mistake_is_taken_back(phone, address, shoot):
    Event.objects.update(deals_at_four=4)
    begin(phone, address)
    enter(phone, "221+", "143.+", "402/-", "0")
    hand_in, brandt = phone.get_by_role("button", name="Liste abgeben"), phone.get_by_role("button", name="Brandt, ")
    for name in ("Albers", "Brandt", "Conrad", "Decker"):
        phone.get_by_role("button", name=f"{name}, ").dblclick()
    expect(hand_in).to_be_enabled()
    shoot(phone, "device-signed")
    brandt.click()
    expect(phone.locator("#dialogtitel")).to_have_text("Brandt, Uwe hat unterschrieben.")
    phone.get_by_role("button", name="Unterschrift zurücknehmen").click()
    expect(hand_in).to_be_disabled()
    expect(brandt).to_have_attribute("aria-pressed", "false")
    expect(phone.locator("#netz")).to_have_text("alles gesendet")
    assert [signature.seat for signature in Signature.objects.all()] == [1, 3, 4]
    brandt.click()
    hand_in.click()
    expect(phone.get_by_text("Die Liste ist abgegeben.")).to_be_visible()


# ---- Who writes


def test_an_answer_from_before_does_not_end_the_writing(phone, address):
    phone.goto(address)
    expect(phone.locator("#netz")).to_have_text(SENT)
    late = []
    phone.route("**/stand/", lambda route: late.append((route, route.fetch())))
    with_modules(phone, "void (store.kept.mark = '', store.sync())")
    while not late:
        phone.wait_for_timeout(20)
    phone.get_by_role("button", name="Ich schreibe").click()
    phone.locator("dialog").get_by_role("button", name="Albers").click()
    expect(phone.locator("#eingabe")).to_be_visible()
    enter(phone, "221+")
    expect(phone.locator("#letztes")).to_have_text("1: Brandt Kreuz mit 1 = +24")  # kept, and waiting
    for route, answer in late:
        route.fulfill(response=answer)
    phone.unroute("**/stand/")
    expect(phone.locator("#netz")).to_have_text(SENT)
    assert (phone.locator("#hinweise").inner_text(), rows()) == ("", [(2, 24)])


def test_the_eight_signs_of_the_writer_are_shown_when_all_is_sent_and_typed_on_an_open_page(phone_kept, hold, address):
    phone = phone_kept
    begin(phone, address)
    phone.locator("body[data-kept]").wait_for()  # what draws the code, too
    phone.context.set_offline(True)
    enter(phone, "221+")
    more(phone, "Übergeben")
    expect(phone.locator("canvas[width]")).to_be_visible()
    assert phone.locator(".code-word").count() == 0
    phone.locator("dialog").get_by_role("button", name="Doch hier weiterschreiben").click()
    phone.context.set_offline(False)
    look(phone)
    sent(phone, "1: Brandt Kreuz mit 1 = +24")
    more(phone, "Übergeben")
    word = phone.locator(".code-word").inner_text()
    assert re.fullmatch(r"[a-hjkmnp-z2-9]{8}", word)
    second = hold()
    second.goto(address)
    expect(second.get_by_text("Nur zum Mitlesen; die Liste schreibt Albers.")).to_be_visible()
    second.get_by_role("button", name="An diesem Gerät weiterschreiben").click()
    asked = second.locator("dialog")
    asked.get_by_role("button", name="Brandt").click()
    for wrong, said in ((word[:5], "ist nicht vollständig"), ("https://a/t/9/b/#" + word, "von einem anderen Tisch")):
        asked.get_by_label("Code").fill(wrong)
        asked.get_by_role("button", name="übernehmen", exact=True).click()
        expect(asked.get_by_role("alert")).to_contain_text(said)
    asked.get_by_label("Code").fill(word.upper())
    asked.get_by_role("button", name="übernehmen", exact=True).click()
    enter_and_send(second, "143.+", "2: Albers Grand mit 3 Hand = +120")


def test_taken_to_paper_and_given_back(phone, address, admin):
    begin(phone, address)
    enter_and_send(phone, "221+", "1: Brandt Kreuz mit 1 = +24")
    to_paper(Sheet.objects.get(), admin)
    look(phone)
    expect(phone.get_by_text("Diese Liste wird jetzt auf Papier geführt.")).to_be_visible()
    to_device(Sheet.objects.get(), admin)
    look(phone)
    expect(phone.get_by_text("Dieses Gerät schreibt die Liste nicht mehr.")).to_be_visible()
    phone.get_by_role("button", name="Ich schreibe").click()
    phone.locator("dialog").get_by_role("button", name="Albers").click()
    enter_and_send(phone, "143.+", "2: Albers Grand mit 3 Hand = +120")
    assert phone.locator("#hinweise").inner_text() == ""


def test_an_overbid_game_that_arrived_is_not_told_as_lost(unheard_alone, address, admin):
    """What it cost is written there, where the device has named the bid."""
    phone = unheard_alone
    begin(phone, address)
    phone.route("**/senden/", lambda route: (route.fetch(), route.fulfill(status=502)), times=1)
    with phone.expect_response("**/senden/"):
        enter(phone, "291b20-")
    phone.context.set_offline(True)
    expect(phone.locator("#netz")).to_have_text("kein Netz, 1 ungesendet")
    to_paper(Sheet.objects.get(), admin)
    phone.context.set_offline(False)
    look(phone)
    expect(phone.get_by_text("Diese Liste wird jetzt auf Papier geführt.")).to_be_visible()
    assert rows()[0] == (2, -54)
    expect(phone.locator("#hinweise")).not_to_contain_text("überreizt")


# ---- The site


def test_deals_not_sent_before_the_address_was_withdrawn_come_in_as_a_code(unheard, hold, address, admin, sign_in):
    phone = unheard
    begin(phone, address)
    enter_and_send(phone, "221+", "1: Brandt Kreuz mit 1 = +24")
    phone.locator("body[data-kept]").wait_for()
    phone.context.set_offline(True)
    enter(phone, "143.+")
    withdraw(Table.objects.get(), admin, "Karte verloren")
    phone.context.set_offline(False)
    look(phone)
    expect(phone.get_by_text("Diese Adresse gilt nicht mehr")).to_be_visible()
    phone.reload()
    expect(phone.get_by_text("Diese Adresse gilt nicht mehr")).to_be_visible()
    expect(phone.get_by_role("button", name="weiterschreiben")).to_have_count(0)
    expect(phone.locator("#liste")).to_contain_text("Albers Grand mit 3 Hand = +120 noch nicht gesendet")
    phone.get_by_role("button", name="Mehr").click()
    expect(phone.get_by_text("Seite der Veranstaltung")).to_be_visible()
    expect(phone.get_by_role("button", name="zurücknehmen")).to_have_count(0)  # only this phone would know of it
    phone.keyboard.press("Escape")
    phone.get_by_role("button", name="Als Code zeigen").click()
    expect(phone.locator("canvas[width]")).to_be_visible()
    desk = hold(1280, 800)
    sign_in(desk, admin)
    desk.goto(phone.locator("canvas").get_attribute("aria-label"))
    desk.get_by_role("button", name="Übernehmen").click()
    expect(desk.get_by_text("Die Liste vom Gerät ist übernommen.")).to_be_visible()
    assert rows() == [(2, 24), (1, 120)]


FOREIGN = (
    {"status": 404, "body": "<h1>nginx</h1>"},
    {"status": 410, "body": "<h1>Gone</h1>"},
    {"status": 500},
    {"status": 200, "body": "Bitte anmelden"},
    {"status": 403},
    {"status": 409},
)


def answering(answer):
    return lambda route: route.fulfill(**answer)


def test_what_is_not_the_sites_own_answer_passes(unheard_alone, address):
    """Each of them is given to one more entry of the same list."""
    phone = unheard_alone
    begin(phone, address)
    for number, answer in enumerate(FOREIGN, 1):
        for path in ("**/senden/", "**/stand/"):
            phone.route(path, answering(answer))
        with phone.expect_response("**/senden/"):
            enter(phone, "221+" if number % 4 != 2 else "321+")  # whoever deals has no cards
        name = "Brandt" if number % 4 != 2 else "Conrad"
        # kept, and not sent so far
        expect(phone.locator("#letztes")).to_have_text(f"{number}: {name} Kreuz mit 1 = +24")
        expect(phone.locator("#netz")).to_have_text("kein Netz, 1 ungesendet")
        expect(phone.locator("#hinweise")).to_have_text("")
        phone.unroute_all()
        look(phone)
        expect(phone.locator("#netz")).to_have_text(SENT)
        expect(phone.locator("#eingabe")).to_be_visible()
        assert rows() == [(2, 24), (3, 24), (2, 24), (2, 24), (2, 24), (3, 24)][:number]


def test_what_was_refused_is_asked_anew_by_a_newer_page(unheard_alone, address):
    phone = unheard_alone
    begin(phone, address)
    said = {"said": ["Diese Seite ist nicht mehr die neueste; bitte neu laden."]}
    old = {"status": 400, "json": said, "headers": {"Skatliga-Table": "1"}}
    phone.route("**/senden/", lambda route: route.fulfill(**old))
    enter(phone, "221+")
    expect(phone.locator("dialog")).to_contain_text("bitte neu laden")
    phone.unroute_all()
    phone.reload()
    expect(phone.locator("#letztes")).to_have_text("1: Brandt Kreuz mit 1 = +24")
    expect(phone.locator("#netz")).to_have_text(SENT)
    assert rows() == [(2, 24)]


def test_a_list_handed_in_without_a_network_is_changed_no_more(phone_kept, address):
    phone = phone_kept
    Event.objects.update(deals_at_four=4)
    begin(phone, address)
    phone.context.set_offline(True)
    enter(phone, "221+", "143.+", "402/-", "0")
    for name in ("Albers", "Brandt", "Conrad", "Decker"):
        phone.get_by_role("button", name=f"{name}, ").click()
    hand_in(phone)
    expect(phone.get_by_role("button", name="Liste abgeben")).to_have_count(0)
    assert phone.locator("#liste .running button").count() == 0
    phone.context.set_offline(False)
    look(phone)
    expect(phone.get_by_text("Die Liste ist abgegeben.")).to_be_visible()


def test_a_table_that_shrinks_keeps_its_rounds_and_the_rows_of_who_left(phone, address, admin):
    begin(phone, address)
    for text in ("221+", "143.+", "402/-"):
        enter(phone, text)
    enter_and_send(phone, "0", "4: eingepasst")
    sheet = Sheet.objects.get()
    deal = {"game": "grand", "spitzen": 1, "won": True}
    append_row(
        sheet.pk, Entered(declarer=2, deal=deal, playing=(1, 2, 3)), Change(sheet.revision, admin)
    )  # Decker went home
    look(phone)
    expect(phone.locator("#spiel")).to_contain_text("Spiel 6/")
    phone.context.set_offline(True)
    enter(phone, "191+", "221+")
    expect(phone.locator("#spiel")).to_contain_text("Runde 3")
    expect(phone.locator("#stand")).to_contain_text("Stand:")
    more(phone, "Liste ansehen")
    phone.get_by_role("button", name="Spiel 3 ändern").click()
    assert phone.locator(".player[data-seat='4'] button").first.is_enabled()  # who declared it
