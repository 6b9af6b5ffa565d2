"""What a stranger finds: search, seats, calendars, feeds, tables in frames, pictures; never a name that is hidden."""

import datetime
import json
import re
from io import BytesIO
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.urls import reverse
from PIL import Image

from skatliga.events.models import Entry, Event
from skatliga.events.services import create_event, enter_guests, enter_players, seat_round, set_state
from skatliga.people.models import Player
from skatliga.people.services import add_player, merge_players
from skatliga.visitors import search
from web.desk import text_of
from web.ranks import make_evening
from web.replayed import world

DAY = datetime.date(2026, 11, 21)


@pytest.fixture
@world
def evening(club) -> Event:
    return make_evening(club)


@pytest.fixture
def today(monkeypatch):
    monkeypatch.setattr(search.timezone, "localdate", lambda: DAY)


def found(client, text):
    return client.get(reverse("visitors:search"), {"wer": text}).context["found"]


def names(client, text) -> list[str]:
    return [person.name for person in found(client, text).persons]


def test_a_guest_is_found_by_the_beginning_of_a_name_and_leads_to_his_result(client, evening, enter):
    enter(evening, 1, 1)
    assert names(client, "zi") == names(client, "Zier") == names(client, "anton ZIER") == ["Anton Zier"]
    assert names(client, "oehm") == names(client, "Öhm, Berta") == ["Berta Öhm"]
    assert names(client, "ier") == names(client, "z") == names(client, "") == []
    page = client.get(reverse("visitors:search"), {"wer": "zier"})
    assert f'href="/ranglisten/{evening.slug}/spieler/1/"' in page.text


@pytest.mark.parametrize(
    "hide",
    [{"publication": "first_name"}, {"publication": "pseudonym", "pseudonym": "Kreuzbube"}],
    ids=["first name", "pseudonym"],
)
def test_who_objects_is_found_by_no_name(client, club, event, hide):
    player = add_player(club, first_name="Anton", last_name="Geheim").player
    enter_players(event, [player])
    assert names(client, "geheim") == ["Anton Geheim"]
    Player.objects.filter(pk=player.pk).update(**hide)
    for text in ("geheim", "anton", "anton geheim", "kreuzbube"):
        assert found(client, text).none, text
    assert "Geheim" not in text_of(client.get(reverse("visitors:where", args=[event.slug]), {"wer": "geheim"})).replace(
        "„geheim“", ""
    )


def test_a_guest_who_objects_is_found_by_no_name_but_sees_his_seat_by_the_first_one(client, evening):
    Entry.objects.filter(event=evening, start_number=2).update(publication="first_name")
    assert found(client, "ärmel").none
    where = reverse("visitors:where", args=[evening.slug])
    assert client.get(where, {"wer": "ärmel"}).context["places"] == []
    assert client.get(where, {"wer": "hans"}).url == f"/ranglisten/{evening.slug}/spieler/2/"


def test_what_is_not_published_is_not_found(client, evening):
    assert [event.name for event in found(client, "preis").events] == ["Preisskat"]
    set_state(evening, Event.State.DRAFT)
    assert found(client, "zier").none and found(client, "preis").none


def test_an_entry_merged_into_another_is_the_other(client, club, event):
    player = add_player(club, first_name="Anna", last_name="Doppelt").player
    twin = add_player(club, first_name="Anna", last_name="Doppelt-Alt").player
    enter_players(event, [twin])
    merge_players(Player.objects.get(pk=player.pk), Player.objects.get(pk=twin.pk))
    assert names(client, "doppelt") == ["Anna Doppelt-Alt"]  # as she was entered that evening
    Player.objects.filter(pk=player.pk).update(publication="first_name")
    assert found(client, "doppelt").none


def test_an_event_is_found_by_each_word_and_a_new_name_is_known_at_once(client, evening):
    evening.name = "Großer Preis von Gera"
    evening.save()
    assert [event.pk for event in found(client, "gera grosser").events] == [evening.pk]
    assert found(client, "preisskat").none


def test_a_club_is_found_by_its_place(client, club):
    assert list(found(client, "altenb").clubs) == [club]


def test_today_a_number_or_a_name_leads_to_the_seat_at_once(client, evening, today):
    for text in ("3", "öhm"):
        answer = client.get(reverse("visitors:search"), {"wer": text})
        assert (answer.status_code, answer.url) == (302, f"/ranglisten/{evening.slug}/spieler/3/")
    assert client.get(reverse("visitors:search"), {"wer": "99"}).context["found"].none


def test_where_somebody_sits_is_said_with_those_at_the_table(client, evening):
    page = client.get(reverse("visitors:where", args=[evening.slug]), {"wer": "gera"})  # the club of all eight
    place = next(each for each in page.context["places"] if each.start_number == 2)
    assert (place.serie, place.table, place.seat) == (2, 1, 2)
    assert place.others == ("Anton Zier", "Berta Öhm", "Cäsar Adam")
    assert "Tisch 1, Platz 2 Serie 2 · mit Anton Zier, Berta Öhm, Cäsar Adam" in text_of(page)


def test_a_search_takes_so_many_questions_however_many_are_found(client, evening, today, django_assert_num_queries):
    enter_guests(evening, [(f"Gast Huber {number}", "") for number in range(60)])
    with django_assert_num_queries(11):
        client.get(reverse("visitors:search"), {"wer": "huber"})


@pytest.mark.parametrize("table", ["player", "guest"])
def test_an_index_answers_a_search_for_names(db, table):
    if table == "player":
        asked = Player.objects.filter(search.found_by_name("sort_key", ["huber"]))
    else:
        asked = Entry.objects.filter(search.found_by_name("search_key", ["huber"]), publication="full")
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET LOCAL enable_seqscan = off")
    plan = asked.order_by().values("pk").explain()
    index = "people_player_sort_key" if table == "player" else "guests_by_name"
    assert index in plan, plan


def test_a_key_is_written_with_the_name(club, event):
    [entry] = enter_guests(event, [("Jörg von Ärmel", "")])
    assert entry.search_key == "aermel, joerg von"
    entry.name = "Öhm, Jörg"
    entry.save()
    assert Entry.objects.get().search_key == "oehm, joerg"


# ---- Calendar, feed, frames


def test_the_calendar_tells_the_days_of_a_club(client, club):
    create_event(
        club,
        name="Preisskat, groß; im " + "Saal " * 20,
        date=datetime.date.today(),
        place="Gera",
        rounds=1,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
    )
    address = reverse("visitors:club_calendar", args=[club.slug])
    assert b"VEVENT" not in client.get(address).content  # not published yet
    event = Event.objects.get()
    set_state(event, Event.State.PUBLISHED)
    answer = client.get(address)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    lines = answer.content.split(b"\r\n")
    assert max(map(len, lines)) <= 75 and lines[-1] == b""
    whole = answer.content.replace(b"\r\n ", b"").decode().split("\r\n")
    assert f"UID:event-{event.pk}@testserver" in whole
    assert "SUMMARY:Preisskat\\, groß\\; im " + ("Saal " * 20) in [*whole, *(f"{line} " for line in whole)]
    assert f"DTSTART;VALUE=DATE:{event.date:%Y%m%d}" in whole and "LOCATION:Gera" in whole
    again = client.get(address, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_feed_tells_who_is_in_front(client, club, evening, enter, monkeypatch):
    enter(evening, 1, 1)
    monkeypatch.setattr("skatliga.visitors.club_dates.timezone.localdate", lambda: DAY)
    answer = client.get(reverse("visitors:club_feed", args=[club.slug]))
    atom = "{http://www.w3.org/2005/Atom}"
    [entry] = ElementTree.fromstring(answer.content).findall(f"{atom}entry")
    assert entry.find(f"{atom}title").text == "Preisskat"
    assert entry.find(f"{atom}summary").text.startswith(
        "1. Berta Öhm (360), 2. Anton Zier (320), 3. Hans von Ärmel (230)"
    )
    assert client.get(answer.wsgi_request.path, headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_a_table_may_stand_in_frames_of_the_sites_that_the_settings_name(client, evening, enter, settings):
    enter(evening, 1, 1)
    address = reverse("visitors:framed_ranking", args=[evening.slug])
    page = client.get(address)
    assert "1 Berta Öhm SC Gera 360" in text_of(page) and "X-Frame-Options" not in page
    assert "frame-ancestors *;" in page["Content-Security-Policy"] + ";"
    settings.FRAMES = ["https://verein.example"]
    assert "frame-ancestors https://verein.example" in client.get(address)["Content-Security-Policy"]
    other = client.get(reverse("standings:ranking", args=[evening.slug]))
    assert "frame-ancestors 'none'" in other["Content-Security-Policy"] and other["X-Frame-Options"] == "DENY"
    assert client.get(address, headers={"If-None-Match": page["ETag"]}).status_code == 304


def test_nobody_sees_more_in_a_frame_because_of_a_role(client, direction, evening):
    set_state(evening, Event.State.DRAFT)
    assert direction.get(reverse("visitors:framed_ranking", args=[evening.slug])).status_code == 404


# ---- Where an address is passed on


def test_an_event_tells_search_engines_what_it_is(client, evening):
    evening.name = "</script><b>Preisskat"
    evening.save()
    page = client.get(evening.get_absolute_url()).text
    [data] = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page)
    told = json.loads(data)
    assert (told["@type"], told["name"], told["startDate"]) == ("SportsEvent", "</script><b>Preisskat", "2026-11-21")
    assert told["location"]["name"] == "Altenburg" and told["organizer"]["name"] == "Herz Dame Altenburg"
    assert f'<meta property="og:image" content="http://testserver/bild/veranstaltung/{evening.slug}.png">' in page


def test_an_event_that_is_not_published_tells_nothing(direction, evening):
    set_state(evening, Event.State.DRAFT)
    assert "ld+json" not in direction.get(evening.get_absolute_url()).text


def test_the_picture_is_drawn_once_beside_the_answers(client, evening, enter, ordered):
    enter(evening, 1, 1)
    Entry.objects.filter(start_number=3).update(name="Şükrü Żółć Ижица")
    address = reverse("visitors:picture", args=[evening.slug])
    first = client.get(address)
    assert (first.status_code, first["Content-Type"], first["Cache-Control"]) == (200, "image/png", "no-store")
    ordered.pop().run()
    drawn = client.get(address)
    assert drawn.content != first.content and Image.open(BytesIO(drawn.content)).size == (1200, 630)
    assert len(drawn.content) < 60_000 and not ordered
    assert client.get(address, headers={"If-None-Match": drawn["ETag"]}).status_code == 304
    set_state(evening, Event.State.DRAFT)
    assert client.get(address).status_code == 404


def test_the_sitemap_names_what_is_public(client, club, evening):
    index = client.get(reverse("visitors:sitemap"))
    parts = re.findall(r"<loc>http://testserver(.*?)</loc>", index.text)
    listed = {
        address for part in parts for address in re.findall(r"<loc>http://testserver(.*?)</loc>", client.get(part).text)
    }
    assert listed == {club.get_absolute_url(), evening.get_absolute_url(), f"/ranglisten/{evening.slug}/"}
    assert "Sitemap: http://testserver/sitemap.xml" in client.get("/robots.txt").text


# ---- The start page


def test_the_start_page_shows_what_is_played_and_whom_to_ask(client, evening, enter, monkeypatch, settings):
    settings.CONTACT = "fragen@verein.example"
    enter(evening, 1, 1)
    for module in ("search", "club_dates"):
        monkeypatch.setattr(f"skatliga.visitors.{module}.timezone.localdate", lambda: DAY)
    page = client.get("/")
    said = text_of(page)
    assert "Gerade gespielt 21.11.2026 Preisskat Herz Dame Altenburg" in said
    assert "1. Berta Öhm, 2. Anton Zier, 3. Hans von Ärmel" in said
    assert 'href="mailto:fragen@verein.example"' in page.text and 'href="/beispiel/"' in page.text


def test_the_sample_list_is_right(client):
    """Counted by hand: 30 + 18 = 48 and so on; 50 for each deal won or lost, 30 for the lost ones of the others."""
    page = client.get("/beispiel/")
    sheet = page.context["sample"].display
    assert [(each.spielpunkte, each.won, each.lost) for each in sheet.view.players] == [
        (30 + 18, 2, 0),
        (24 - 54 + 23, 2, 1),
        (22 + 23 + 48 - 96, 3, 1),
        (72 + 30, 2, 0),
    ]
    assert [each.leistung for each in sheet.view.players] == [
        48 + 100 + 60,
        -7 + 50 + 30,
        -3 + 100 + 30,
        102 + 100 + 60,
    ]
    assert sheet.view.flawless and "ISkO 2.4" in page.text


def test_the_wall_shows_a_code_that_leads_to_the_seats(client, evening):
    page = client.get(reverse("hall:hall", args=[evening.slug]))
    assert [slide.kind for slide in page.context["slides"]][-1] == "wo"
    assert f'alt="http://testserver/wo/{evening.slug}/"' in page.text


def test_seats_follow_the_draw(client, evening):
    seat_round(evening.rounds.get(number=2), {1: [8, 7, 6, 5]})
    page = client.get(reverse("visitors:where", args=[evening.slug]), {"wer": "gera"})
    places = {each.start_number: (each.serie, each.table, each.seat) for each in page.context["places"]}
    assert places[8] == (2, 1, 1) and places[1] == (2, 0, 0)
