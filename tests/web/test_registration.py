"""The registration desk: who is found, what Enter does, classes, and what is known of somebody who takes part."""

import re

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from skatliga.desk.models import Booking
from skatliga.events import categories, services
from skatliga.events.models import Event
from skatliga.events.queries import find_at_desk
from skatliga.events.registration import change_entry, read_guest, register
from skatliga.people import services as people
from skatliga.people.models import Player
from web.answers import refused, told

pytestmark = pytest.mark.django_db


def path(name: str, event: Event, *args: object) -> str:
    return reverse(f"events:{name}", args=[event.slug, *args])


def entered(event: Event) -> list[tuple[int, str, str]]:
    return list(event.entries.values_list("start_number", "name", "club_name"))


def type_in(browser, event: Event, text: str, choice: str = "", shown_for: str | None = None, **more: str):
    """Press Enter in the field, as a browser without JavaScript sends it."""
    sent = {"suche": text, "wahl": choice, "gesucht": text if shown_for is None else shown_for, **more}
    return browser.post(path("desk", event), sent)


# ---- Who is found ----


def test_three_letters_find_players_and_those_who_take_part(event, anna, bert, club):
    people.add_player(club, first_name="Ulla", last_name="Obrand")
    services.enter_players(event, [anna.player])
    services.enter_guests(event, [("Horst Brandel", "Gera")])
    bert_hit = (f"p{bert.player_id}", "Brandt, Bert", "2", None)
    assert [tuple(hit) for hit in find_at_desk(event, "BRA")] == [
        bert_hit,
        (f"p{Player.objects.get(last_name='Obrand').pk}", "Obrand, Ulla", "", None),
        ("e2", "Horst Brandel", "Gera", 2),
    ]
    assert [tuple(hit) for hit in find_at_desk(event, "bert bra")] == [bert_hit]
    assert [tuple(hit) for hit in find_at_desk(event, "aer")] == [("e1", "Anna Ärmel", "", 1)]
    assert [hit.choice for hit in find_at_desk(event, "2")] == [bert_hit[0], "e2"]
    assert find_at_desk(event, "xyz") == []


def test_players_of_other_clubs_are_not_found_and_not_entered(event, other_club):
    stranger = people.add_player(other_club, first_name="Zoe", last_name="Fremd")
    assert find_at_desk(event, "fremd") == []
    assert refused(register, event, f"p{stranger.player_id}", "fremd") == [
        "Das ist niemand aus dem Register dieses Vereins. Bitte noch einmal suchen."
    ]


@pytest.mark.parametrize("choice", ["p", "px", "e99", "p999999999", "zz", "p'--"])
def test_a_choice_nobody_was_offered_is_refused(event, choice):
    assert len(refused(register, event, choice, "Anna")) == 1


# ---- Enter ----


def test_enter_shows_who_is_meant_and_enter_again_enters(sign_in, event, schreiber, bert):
    desk = sign_in(schreiber)
    shown = type_in(desk, event, "bra", shown_for="")
    assert ([hit.name for hit in shown.context["hits"]], entered(event)) == (["Brandt, Bert"], [])
    done = type_in(desk, event, "bra", f"p{bert.player_id}")
    assert done.url == path("desk", event) + "?nummer=1"
    assert entered(event) == [(1, "Bert Brandt", "Herz Dame Altenburg")]
    page = desk.get(done.url)
    assert (page.context["given"].name, [entry.start_number for entry, _check in page.context["latest"]]) == (
        "Bert Brandt",
        [1],
    )


def test_a_choice_shown_for_other_letters_does_not_count(sign_in, event, schreiber, anna, bert):
    """Who types on faster than the list follows would enter the wrong player."""
    desk = sign_in(schreiber)
    page = type_in(desk, event, "bra", f"p{anna.player_id}", shown_for="a")
    assert ([hit.name for hit in page.context["hits"]], entered(event)) == (["Brandt, Bert"], [])


def test_a_name_not_found_is_a_guest_with_the_same_enter(sign_in, event, schreiber):
    desk = sign_in(schreiber)
    type_in(desk, event, " Hans  Huber (SC Gera) ", shown_for="")
    type_in(desk, event, "Rosa", "guest", bezahlt="on")
    assert entered(event) == [(1, "Hans Huber", "SC Gera"), (2, "Rosa", "")]


def test_the_tick_for_paid_stays(sign_in, event, schreiber):
    desk = sign_in(schreiber)
    address = type_in(desk, event, "Rosa Lang", bezahlt="on").url
    assert address.endswith("?nummer=1&bezahlt=1")
    assert desk.get(address).context["form"]["bezahlt"].value()


def test_a_guest_can_be_called_like_a_player_of_the_register(sign_in, event, schreiber, bert):
    type_in(sign_in(schreiber), event, "Bert Brandt (Gera)", "guest")
    assert entered(event) == [(1, "Bert Brandt", "Gera")]


def test_enter_twice_gives_one_number(sign_in, event, schreiber, bert):
    desk = sign_in(schreiber)
    for _ in range(2):
        assert type_in(desk, event, "bra", f"p{bert.player_id}").url.endswith("?nummer=1")
        assert type_in(desk, event, "Hans Huber (Gera)", "guest").url.endswith("?nummer=2")
    assert type_in(desk, event, "huber", "e2").url.endswith("?nummer=2")
    assert len(entered(event)) == 2


def test_what_was_typed_stays_where_it_is_refused(sign_in, event, schreiber):
    services.enter_guests(event, [("Hans Huber", "Gera")])
    desk = sign_in(schreiber)
    form = type_in(desk, event, "Hans Huber (Jena)", "guest").context["form"]
    assert (form["suche"].value(), form.errors) == (
        "Hans Huber (Jena)",
        {
            "suche": [
                "Hans Huber nimmt schon teil (Startnummer 1). Wer nur so heißt, braucht einen Zusatz, zum Beispiel"
                " „Hans Huber II“."
            ]
        },
    )
    form = type_in(desk, event, "4711", "guest").context["form"]
    assert form.errors == {"suche": ["„4711“ ist nicht zu verstehen. Bitte schreiben wie: Hans Huber (SC Musterstadt)"]}
    assert type_in(desk, event, "   ").context["form"].errors == {"suche": ["Bitte einen Namen eingeben."]}


@pytest.mark.parametrize("text", ["Hans (Gera", "()", "17", "-", "x" * 121, "a (b) c"])
def test_what_is_no_name_is_no_guest(text):
    assert len(refused(read_guest, text)) == 1


def test_a_search_brings_only_those_found(sign_in, event, schreiber, bert):
    found = sign_in(schreiber).get(path("desk", event), {"suche": "bra"}, headers={"HX-Request": "true"}).text
    assert ("<html" in found, f'value="p{bert.player_id}" checked' in found) == (False, True)


# ---- Names that waited in the page's queue ----

QUEUED = {"Accept": "application/json"}
KEY = "0f" * 16


def send_queued(browser, event: Event, text: str, key: str = KEY, **more: str):
    return browser.post(path("desk", event), {"suche": text, "key": key, **more}, headers=QUEUED)


def test_a_queued_name_answers_with_the_parts_that_change_and_never_with_the_field(sign_in, event, schreiber, bert):
    sent = {"wahl": f"p{bert.player_id}", "gesucht": "bra", "bezahlt": "on"}
    answer = send_queued(sign_in(schreiber), event, "bra", **sent).json()
    assert (sorted(answer), answer["said"]) == (["parts", "said"], "Startnummer 1: Bert Brandt")
    assert re.findall(r'^<\w+ id="(\w+)"', answer["parts"], re.M) == ["gegeben", "eingetragen"]
    assert "data-pay" in answer["parts"] and 'name="suche"' not in answer["parts"]


def test_a_queued_name_sent_twice_counts_once(sign_in, event, schreiber):
    """The connection broke before the answer; a second guest of that name is refused, the same registration is not."""
    desk = sign_in(schreiber)
    first, again = (send_queued(desk, event, "Hans Huber (Gera)") for _time in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json()["said"] == "Startnummer 1: Hans Huber"
    assert entered(event) == [(1, "Hans Huber", "Gera")]
    other = send_queued(desk, event, "Hans Huber (Jena)", "1e" * 16)
    assert (other.status_code, len(other.json()["refused"])) == (422, 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        event.entries.create(name="Otto", start_number=2, key=KEY)


def test_a_queued_name_that_was_deleted_meanwhile_does_not_come_back(sign_in, event, schreiber):
    desk = sign_in(schreiber)
    send_queued(desk, event, "Hans Huber")
    desk.post(path("delete_entry", event, 1))
    assert send_queued(desk, event, "Hans Huber").json() == {"refused": ["Dieser Eintrag wurde inzwischen gelöscht."]}
    assert entered(event) == []


@pytest.mark.parametrize("choice", ["", "guest"])
def test_a_queued_name_typed_out_twice_is_refused_until_it_differs(sign_in, event, schreiber, choice):
    desk = sign_in(schreiber)
    send_queued(desk, event, "Hans Huber")
    shown = {"wahl": choice, "gesucht": "Hans Huber"} if choice else {}
    second = send_queued(desk, event, "Hans Huber", "2f" * 16, **shown)
    sentence = "Hans Huber nimmt schon teil (Startnummer 1). Wer nur so heißt, braucht einen Zusatz, zum Beispiel"
    assert (second.status_code, second.json()) == (422, {"refused": [f"{sentence} „Hans Huber II“."]})
    seen = {"wahl": "e1", "gesucht": "Hans Huber"}
    assert send_queued(desk, event, "Hans Huber", "4f" * 16, **seen).json()["said"] == "Startnummer 1: Hans Huber"
    assert entered(event) == [(1, "Hans Huber", "")]


@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("bra", ["Brandt, Bert"]),  # a few letters sent before the list was seen: somebody has to look
        ("Bert Brand", ["Brandt, Bert"]),
        ("Brandt, Bert", None),  # typed out, and nobody else is called so
        ("bert brandt", None),
        ("Ert Brandt", None),  # a guest: „Ert“ begins no word of „Bert“
        ("Bert Brand (Gera)", None),
    ],
)
def test_a_queued_name_is_entered_where_it_is_sure_and_asked_about_where_not(
    sign_in, event, schreiber, bert, text, hits
):
    answer = send_queued(sign_in(schreiber), event, text)
    if hits is None:
        assert (answer.status_code, event.entries.count()) == (200, 1)
        assert event.entries.filter(player=bert.player).exists() == (text in ("Brandt, Bert", "bert brandt"))
    else:
        assert (answer.status_code, event.entries.count()) == (422, 0)
        assert answer.json()["refused"] == ["Wer ist gemeint?"]
        assert [hit["name"] for hit in answer.json()["hits"]] == hits


def test_a_queued_name_that_is_refused_says_why(sign_in, event, schreiber):
    desk = sign_in(schreiber)
    assert send_queued(desk, event, "4711").json() == {
        "refused": ["„4711“ ist nicht zu verstehen. Bitte schreiben wie: Hans Huber (SC Musterstadt)"]
    }
    assert send_queued(desk, event, " ").json() == {"refused": ["Bitte einen Namen eingeben."]}
    services.set_state(event, Event.State.FINAL)
    assert send_queued(desk, event, "Rosa").json() == {
        "refused": ["Diese Veranstaltung ist abgeschlossen. Zum Ändern bitte zuerst wieder öffnen."]
    }


# ---- An entry that should not be there ----


def test_an_entry_is_deleted_and_its_number_not_given_again(sign_in, event, schreiber):
    services.enter_guests(event, [("Rosa", ""), ("Roas", "")])
    desk = sign_in(schreiber)
    assert "Eintrag löschen" in desk.get(path("entry", event, 2)).text
    assert told(desk.post(path("delete_entry", event, 2), follow=True)) == [
        "Roas ist gelöscht; die Startnummer 2 wird nicht noch einmal vergeben."
    ]
    services.enter_guests(event, [("Otto", "")])
    assert entered(event) == [(1, "Rosa", ""), (3, "Otto", "")]


def test_an_entry_with_a_seat_or_a_booking_stays(sign_in, event, schreiber):
    guests = services.enter_guests(event, [(name, "") for name in ("Eins", "Zwei", "Drei", "Vier")])
    services.seat_round(event.rounds.get(number=1), {1: [1, 2, 3]})
    Booking.objects.create(event=event, entry=guests[2], kind="entry_fee", cents=1000, by=schreiber)
    Booking.objects.create(event=event, entry=guests[3], kind="entry_fee", cents=1000, by=schreiber)
    desk = sign_in(schreiber)
    refusals = [told(desk.post(path("delete_entry", event, number), follow=True)) for number in (1, 3, 4)]
    assert refusals == [
        [f"{name} lässt sich nicht mehr löschen, es gibt schon: {kinds}. Bitte „Tritt zurück“ nehmen."]
        for name, kinds in (("Eins", "Plätze"), ("Drei", "Buchungen, Plätze"), ("Vier", "Buchungen"))
    ]
    assert event.entries.count() == 4


# ---- Who Enter takes ----


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("Hans Schmidt", "e1"),
        ("Hans Schmidt (SC Zwönitz)", "guest"),  # not Hans-Jürgen
        ("Ö (SC Zwönitz)", "guest"),
        ("hans-jürgen schmidt (SC Zwönitz)", "e1"),
        ("Bert Brandt (SC Zwönitz)", "guest"),
    ],
)
def test_a_guest_typed_out_with_the_club_is_nobody_else(sign_in, event, schreiber, bert, text, chosen):
    services.enter_guests(event, [("Hans-Jürgen Schmidt", "SC Zwönitz")])
    page = sign_in(schreiber).get(path("desk", event), {"suche": text}).content.decode()
    assert re.findall(r'value="(\w+)" checked', page) == [chosen]


def test_after_the_draw_somebody_is_entered_without_a_chair(sign_in, event, schreiber):
    services.enter_guests(event, [(f"Gast {name}", "") for name in "ABC"])
    services.draw_round(event.rounds.get(number=1))
    late = type_in(sign_in(schreiber), event, "Spät Gekommen", "guest")
    page = sign_in(schreiber).get(late.url)
    assert page.context["waiting"] == {page.context["given"].pk}
    assert "noch ohne Platz" in page.content.decode()


def test_a_closed_event_takes_nobody(sign_in, event, schreiber):
    services.set_state(event, Event.State.FINAL)
    form = type_in(sign_in(schreiber), event, "Rosa", "guest").context["form"]
    assert form.errors == {"suche": ["Diese Veranstaltung ist abgeschlossen. Zum Ändern bitte zuerst wieder öffnen."]}


def test_hostile_names_are_escaped(sign_in, event, schreiber):
    desk = sign_in(schreiber)
    late = type_in(desk, event, "<script>x</script> A (<b>)", "guest")
    for address in (late.url, path("desk", event) + "?suche=<script>x"):
        assert "<script>x" not in desk.get(address).content.decode()


# ---- Classes ----


@pytest.mark.parametrize(
    ("born", "gender", "category", "expected"),
    [
        # DOMAIN 1, for 2026: on 1 January somebody born within 2005 is 20 years old, one of 2004 is 21
        (2005, "", "", "Junioren"),
        (2004, "herren", "", "Herren"),
        # born within 1965: 60 on 1 January 2026; within 1966: 59
        (1965, "damen", "", "Senioren Damen"),  # a lady over sixty stands in both
        (1965, "herren", "", "Senioren"),
        (1966, "damen", "", "Damen"),
        # at Whitsun 2026 one of 2012 is 13 or 14, one of 2011 is 14 or 15, one of 2009 is 16 or 17, of 2008 17 or 18
        (2012, "", "", "Schüler"),
        (2011, "", "", "Jugend"),
        (2009, "", "", "Jugend"),
        (2008, "", "", "Junioren"),
        (2011, "", "schueler", "Schüler"),
        (None, "damen", "", "Damen"),
        (None, "", "senioren", "Senioren"),
        (1980, "", "", ""),
        (None, "", "", ""),
    ],
)
def test_the_class_of_a_player(born, gender, category, expected):
    player = Player(birth_year=born, gender=gender, category=category)
    assert categories.usual_classes(player, 2026) == expected.split()


def in_class(event: Event) -> dict[str, list[str]]:
    return {
        category.name: list(category.entries.values_list("name", flat=True))
        for category in event.categories.order_by("pk")
    }


def test_usual_classes_in_one_step_and_everybody_in_theirs(sign_in, event, leiterin, anna, club):
    services.enter_players(event, [anna.player])  # born 1960
    categories.add_class(event, "damen")
    desk = sign_in(leiterin)
    desk.post(path("usual_classes", event))
    young = people.add_player(club, first_name="Jan", last_name="Jung", birth_year=2010)
    services.enter_players(event, [young.player])
    services.enter_guests(event, [("Gast", "")])
    assert in_class(event) == {
        "damen": [],
        "Herren": [],
        "Senioren": ["Anna Ärmel"],
        "Junioren": [],
        "Jugend": ["Jan Jung"],
        "Schüler": [],
    }
    desk.post(path("usual_classes", event))
    assert len(in_class(event)) == 6


def test_classes_of_ones_own_are_managed(sign_in, event, leiterin):
    desk = sign_in(leiterin)
    desk.post(path("classes", event), {"name": "Gäste"})
    assert desk.post(path("classes", event), {"name": "GÄSTE"}).context["form"].errors == {
        "name": ["Die Klasse „Gäste“ gibt es schon."]
    }
    listed = desk.post(path("classes", event), {"name": "Alte"}, follow=True).context["classes"]
    assert [each.name for each in listed] == ["Alte", "Gäste"]
    event.categories.get(name="Alte").delete()
    gaeste = event.categories.get()
    desk.post(path("rename_class", event, gaeste.pk), {"name": "Freunde"})
    assert in_class(event) == {"Freunde": []}
    assert told(desk.post(path("rename_class", event, gaeste.pk), {"name": ""}, follow=True)) == [
        "Dieses Feld darf nicht leer sein."
    ]
    assert told(desk.post(path("delete_class", event, gaeste.pk), follow=True)) == [
        "Die Klasse „Freunde“ gibt es nicht mehr."
    ]
    assert in_class(event) == {}


# ---- One who takes part ----


def test_everything_about_somebody_is_on_one_page(sign_in, event, schreiber):
    (guest,) = services.enter_guests(event, [("Hans Hubr", "")])
    damen, gaeste = categories.add_class(event, "Damen"), categories.add_class(event, "Gäste")
    sent = {
        "name": "Hans Huber",
        "club_name": "SC Gera",
        "categories": [damen.pk, gaeste.pk],
        "wanted_table": "1",
        "wanted_seat": "3",
    }
    desk = sign_in(schreiber)
    assert told(desk.post(path("entry", event, 1), sent, follow=True)) == ["Hans Huber ist gespeichert."]
    guest.refresh_from_db()
    assert (guest.name, guest.club_name, guest.keeps_lists, guest.wanted_table, guest.wanted_seat) == (
        "Hans Huber",
        "SC Gera",
        False,
        1,
        3,
    )
    assert in_class(event) == {"Damen": ["Hans Huber"], "Gäste": ["Hans Huber"]}
    assert guest.history.first().history_user == schreiber


def test_a_player_of_the_register_keeps_its_name_and_may_play_for_another_club(event, anna):
    (player,) = services.enter_players(event, [anna.player])
    (guest,) = services.enter_guests(event, [("Otto", "")])
    assert refused(change_entry, player, categories=[], teams={}, name="X") == [
        "Anna Ärmel steht im Register; bitte den Namen dort ändern."
    ]
    assert refused(change_entry, guest, categories=[], teams={}, name="anna ärmel") == [
        "Anna Ärmel nimmt schon teil (Startnummer 1). Wer nur so heißt, braucht einen Zusatz, zum Beispiel"
        " „Anna Ärmel II“."
    ]
    change_entry(player, categories=[], teams={}, club_name="Grand Hand Gera")
    assert entered(event) == [(1, "Anna Ärmel", "Grand Hand Gera"), (2, "Otto", "")]


def test_fixed_places_that_cannot_be_are_refused(event):
    first, second = services.enter_guests(event, [("Eins", ""), ("Zwei", "")])
    change_entry(first, categories=[], teams={}, wanted_table=2, wanted_seat=3)
    place = {"categories": [], "teams": {}, "wanted_table": 2}
    assert refused(change_entry, second, **place, wanted_seat=3) == [
        "Tisch 2, Platz 3 ist schon für 1 Eins vorgesehen."
    ]
    assert refused(change_entry, second, **place, wanted_seat=7) == ["Der feste Platz kann höchstens 5 sein."]
    assert refused(change_entry, second, **place, wanted_seat=1, keeps_lists=False) == [
        "Auf Platz 1 wird die Liste geführt. Bitte einen anderen festen Platz wählen."
    ]
    services.withdraw(first)
    change_entry(second, **place, wanted_seat=3)


def test_who_does_not_come_is_withdrawn_with_that_word(sign_in, event, schreiber):
    (guest,) = services.enter_guests(event, [("Rosa", "")])
    desk = sign_in(schreiber)
    assert told(desk.post(path("no_show", event, 1), follow=True)) == ["Rosa ist nicht erschienen."]
    assert desk.get(path("entry", event, 1)).context["no_show"] is True
    desk.post(path("readmit", event, 1))
    desk.post(path("withdraw", event, 1))
    assert desk.get(path("entry", event, 1)).context["no_show"] is False
    reasons = guest.history.order_by("history_id").values_list("withdrawn", "history_change_reason")
    assert list(reasons) == [
        (False, None),
        (True, "nicht erschienen"),
        (False, "nimmt wieder teil"),
        (True, "zurückgetreten"),
    ]


# ---- The name of the register ----


def test_a_name_of_the_register_is_taken_over_with_one_button(sign_in, event, schreiber, anna):
    services.enter_players(event, [anna.player])
    desk = sign_in(schreiber)
    assert "Name aus dem Register übernehmen" not in desk.get(path("entry", event, 1)).text
    anna.player.last_name = "Öhm"
    anna.player.save()
    assert "Name aus dem Register übernehmen: Anna Öhm" in desk.get(path("entry", event, 1)).text
    version = event.version
    page = desk.post(path("refresh_name", event, 1), follow=True)
    assert told(page) == ["Der Name ist jetzt Anna Öhm, wie im Register."]
    assert "Name aus dem Register übernehmen" not in page.text
    desk.post(path("refresh_name", event, 1))
    entry = event.entries.get()
    history = entry.history.order_by("history_id").values_list(
        "name", "history_change_reason", "history_user__username"
    )
    assert (entry.name, list(history)) == (
        "Anna Öhm",
        [("Anna Ärmel", None, None), ("Anna Öhm", "Name aus dem Register", "schreiber")],
    )
    event.refresh_from_db()
    assert event.version > version


def test_who_was_merged_gets_the_name_of_the_other(sign_in, event, schreiber, anna, bert):
    services.enter_players(event, [anna.player])
    people.merge_players(bert.player, anna.player)
    sign_in(schreiber).post(path("refresh_name", event, 1))
    assert event.entries.get().name == "Bert Brandt"


def test_a_guest_and_a_closed_event_keep_their_names(sign_in, event, schreiber, anna):
    services.enter_players(event, [anna.player])
    services.enter_guests(event, [("Rosa", "")])
    anna.player.last_name = "Öhm"
    anna.player.save()
    desk = sign_in(schreiber)
    assert "Register übernehmen" not in desk.get(path("entry", event, 2)).text
    guest = told(desk.post(path("refresh_name", event, 2), follow=True))
    assert guest == ["Rosa steht in keinem Register."]
    services.set_state(event, Event.State.FINAL)
    closed = told(desk.post(path("refresh_name", event, 1), follow=True))
    assert closed == ["Diese Veranstaltung ist abgeschlossen. Zum Ändern bitte zuerst wieder öffnen."]
    assert list(event.entries.values_list("name", flat=True)) == ["Anna Ärmel", "Rosa"]


# ---- Pages ----

PAGES = {
    "desk": lambda event: path("desk", event),
    "search": lambda event: path("desk", event) + "?suche=must",
    "given": lambda event: path("desk", event) + "?nummer=1",
    "classes": lambda event: path("classes", event),
    "entry": lambda event: path("entry", event, 1),
}


@pytest.mark.parametrize("page", PAGES)
def test_queries_do_not_grow_with_rows(sign_in, event, admin, page, django_assert_num_queries):
    browser = sign_in(admin)
    categories.add_usual_classes(event)

    def add(which: int) -> None:
        for last_name in ("Muster", "Mustermann"):
            member = people.add_player(
                event.club, first_name="Max", last_name=f"{last_name} {which}", gender="herren", birth_year=1980
            )
        services.enter_players(event, [member.player])

    add(1)
    with CaptureQueriesContext(connection) as once:
        assert browser.get(PAGES[page](event)).status_code == 200
    add(2)
    add(3)
    with django_assert_num_queries(len(once)):
        browser.get(PAGES[page](event))


def test_classes_are_ticked_in_a_table(event, leiterin, sign_in):
    """Only what was ticked otherwise changes; what somebody else has set meanwhile stays."""
    services.enter_guests(event, [("Alma Gast", ""), ("Bodo Gast", ""), ("Cora Gast", "")])
    damen, senioren = categories.add_class(event, "Damen"), categories.add_class(event, "Senioren")
    alma, bodo, cora = (event.entries.get(name=f"{name} Gast") for name in ("Alma", "Bodo", "Cora"))
    bodo.categories.add(damen)
    browser, address = sign_in(leiterin), reverse("events:classes", args=[event.slug])
    page = browser.get(address)
    assert [(entry.name, held) for entry, held in page.context["rows"]] == [
        ("Alma Gast", set()),
        ("Bodo Gast", {damen.pk}),
        ("Cora Gast", set()),
    ]
    cora.categories.add(senioren)  # by somebody else
    sent = {
        "war": [f"{bodo.pk}-{damen.pk}"],
        "klasse": [f"{alma.pk}-{damen.pk}", f"{alma.pk}-{senioren.pk}", "1-x", "999999-1"],
    }
    answer = browser.post(reverse("events:set_classes", args=[event.slug]), sent, follow=True)
    assert "3 Haken sind geändert." in answer.text
    held = {entry.name: sorted(entry.categories.values_list("name", flat=True)) for entry in event.entries.all()}
    assert held == {"Alma Gast": ["Damen", "Senioren"], "Bodo Gast": [], "Cora Gast": ["Senioren"]}


@pytest.mark.parametrize("key", ["9223372036854775807", "9223372036854775808", "-9223372036854775809", "9" * 400])
@pytest.mark.parametrize("with_classes", [True, False])
def test_a_class_of_a_key_that_no_database_holds_is_refused(key, with_classes, sign_in, event, leiterin, bert):
    services.enter_players(event, [bert.player])
    if with_classes:
        categories.add_usual_classes(event)
    entry = event.entries.get()
    page = sign_in(leiterin).post(path("entry", event, entry.start_number), {"categories": key, "club_name": "Anders"})
    assert page.status_code == 200 and "keine gültige Auswahl" in page.text
    assert not event.entries.filter(club_name="Anders").exists()


@pytest.mark.parametrize("number", ["a\x00b", "12345"])
def test_ticks_of_a_page_that_cannot_be_read_are_refused_with_a_sentence(number, sign_in, event, leiterin):
    page = sign_in(leiterin).post(path("set_classes", event), {"page": number}, follow=True)
    assert page.status_code == 200 and len(told(page)) == 1 and "geändert" not in page.text
