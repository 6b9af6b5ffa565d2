"""*Jetzt zu tun*: whole evenings, match days and years by its buttons alone; and what it says to whom."""

import datetime
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from skatliga.access import Role
from skatliga.desk.services import set_fees
from skatliga.events.models import Event
from skatliga.events.services import create_event, draw_round, enter_guests
from skatliga.leagues.models import Group
from skatliga.people import services as people
from skatliga.people.models import Club, User
from skatliga.years.models import ClubYear
from web.first_ranking import NAMES, come_to_the_first_ranking, write_lists
from web.league import make_division
from web.ranks import enter_list, make_evening
from web.walker import Walker


@pytest.fixture
def operator(db) -> Client:
    browser = Client()
    browser.force_login(User.objects.create_superuser("chefin", first_name="Ch", last_name="Efin"))
    return browser


def test_a_new_club_comes_to_its_first_finished_ranking(operator):
    """Fourteen players, two Serien of totals: the page loads besides those of the lists are counted."""
    walker = Walker(operator)
    assert walker.heading == "Jetzt zu tun"
    assert [label for _said, label in walker.says] == [
        "Verein anlegen",
        "Turnier vorbereiten",
        "Liga vorbereiten",
        "Umsehen",
    ]
    taken = come_to_the_first_ranking(walker)
    print(f"\n{taken}")
    event = Event.objects.get()
    assert (taken.ranking, event.state) == (reverse("standings:ranking", args=[event.slug]), Event.State.FINAL)
    assert (taken.clicks, taken.registering) == (1, 1)
    assert taken.final <= 12
    assert walker.heading == "Fertig – so geht es weiter"


def signed_in(club: Club, username: str, role: Role) -> Client:
    browser = Client()
    browser.force_login(people.invite(club, username, role, first_name=username.title()).user)
    return browser


def confirm_all(walker: Walker, label: str = "Bestätigen") -> int:
    """Every list that waits, one after the other; how many."""
    walker.press(label)
    number = 0
    while any("liste" in form.values for form in walker.parser.forms):
        walker.fill("tun")
        number += 1
    return number


def again(walker: Walker) -> Walker:
    """The same person comes back to the start page."""
    return Walker(walker.browser)


def test_a_tournament_with_a_second_person_a_cut_money_and_prizes(club):
    """Nine players at tables of three, three Serien, the last one for the best four."""
    direction = Walker(signed_in(club, "leitung", Role.SPIELLEITUNG))
    direction.press("Ersten Abend anlegen")
    direction.fill(name="Preisskat", rounds="3", second_person="on", cut_after="2", cut_places="4")
    event = Event.objects.get()
    set_fees(event, entry_fee=1000, list_fee=0, abreizgeld=[], prizes={})
    direction.press("Teilnehmer eintragen")
    direction.fill(guests="\n".join(f"Gast {name}" for name in NAMES[:9]))
    direction.press("Serie 1 auslosen")
    write_lists(direction, 3)
    direction.press("Serie 2 auslosen")
    second = Walker(signed_in(club, "zweite", Role.LISTENFUEHRER))
    assert second.says[0][0].endswith("Serie 2: 3 Listen fehlen – Tisch 1, 2, 3.")
    write_lists(direction, 3, worth=16)
    direction.press("Auslosung für Serie 3 ansehen")
    direction.fill("sofort")
    write_lists(direction, 1)
    said = "7 Listen haben Sie selbst erfasst; bestätigen muss sie jemand anders."
    assert (said, "Listen ansehen") in direction.says
    second = again(second)
    assert second.says[0][0].endswith("7 Listen warten auf eine zweite Person.")
    assert confirm_all(second) == 7
    assert second.says == [("Alle 7 Listen sind da.", "Rangliste ansehen")]
    direction = again(direction)
    direction.press("Veröffentlichen")
    direction.press("Kasse öffnen")
    assert "Kasse: 9 schulden 90,00\N{NO-BREAK SPACE}€." in [said for said, _label in direction.says]
    direction.fill("cents")  # all at once
    assert not [said for said, _label in direction.says if said.startswith("Kasse")]
    direction.press("Preise festsetzen")
    direction.fill(total__1=direction.shown("total-1"))
    direction.press("Abschließen")
    direction.fill("fehlen")
    direction.press("Auszahlen")
    direction.fill("cents")
    assert direction.heading == "Fertig – so geht es weiter"
    direction.press("Für das nächste Mal kopieren")
    assert direction.shown("date") == str(event.date + datetime.timedelta(weeks=1))


def test_who_never_came_costs_one_button(club):
    """Nobody changes the table, so nothing is asked; the next Serie is drawn by its button as before."""
    event = seated(club, 8)
    leitung = signed_in(club, "leitung", Role.SPIELLEITUNG)
    gone = event.entries.get(start_number=3)
    leitung.post(reverse("events:no_show", args=[event.slug, gone.start_number]))
    walker = Walker(leitung, event.get_absolute_url())
    assert walker.press("Nachbessern") == "Serie 1: 1 Platz ist frei geworden."
    assert "Serie 1 ist nachgebessert; niemand wechselt den Tisch." in walker.page
    assert not event.rounds.get(number=1).seats.filter(entry=gone).exists()
    assert ("Serie 2: 7 Teilnehmer, noch nicht ausgelost.", "Serie 2 auslosen") in walker.says


def test_whoever_is_alone_is_told_where_a_second_person_comes_from(club):
    """The only one who enters lists in a club that wants them confirmed."""
    chair = signed_in(club, "vorsitz", Role.ADMINISTRATOR)
    event = seated(club, 4)
    event.second_person = True
    event.save()
    walker = Walker(chair, event.get_absolute_url())
    write_lists(walker, 1)
    told = ("Noch kann niemand außer Ihnen Listen bestätigen.", "Zweite Person eintragen")
    assert told in walker.says
    walker.press("Zweite Person eintragen")
    assert walker.path == reverse("people:roles", args=[club.slug])
    assert "gibt Listen ein, bestätigt die der anderen" in walker.page
    signed_in(club, "zweite", Role.LISTENFUEHRER)
    assert told not in Walker(chair, event.get_absolute_url()).says


def test_a_match_day_of_a_league(club):
    """Four teams, two Serien, from the line-ups to the table."""
    division = make_division(club, "ABCD", "1: A B C D\n2: B A D C", rounds=2)
    walker = Walker(signed_in(club, "staffel", Role.SPIELLEITUNG))
    walker.press("Zum Spieltag")
    for _team in "ABCD":
        walker.press("Aufstellung")
        players = [option for option in walker.options("place_1") if option]
        walker.fill(**{f"place_{number}": player for number, player in enumerate(players, 1)})
    walker.press("Los geht’s")
    write_lists(walker, 4)
    assert confirm_all(walker, "Listen prüfen") == 4
    write_lists(walker, 4)
    assert confirm_all(walker, "Listen prüfen") == 4
    for letter in "ABCD":
        walker.press("Unterschreiben")
        walker.fill(name=f"Führer {letter}")
    walker.press("Verbindlich machen")
    assert Group.objects.get(matchday__number=1).binding_at
    assert walker.heading == "Fertig – so geht es weiter"
    walker.press("Tabelle ansehen")
    assert walker.path == division.get_absolute_url()
    walker.press("Zum Spieltag")
    assert "2. Spieltag" in walker.page


SQUAD = "Anna Bert Cora Dirk".split()


def test_a_new_league(operator):
    """Six teams in groups of three, from nothing to the table after the first match day."""
    today = timezone.localdate()
    walker = Walker(operator)
    walker.press("Liga vorbereiten")
    walker.fill(name="Verband Gera")
    walker.fill(None, name="Kreisliga", rounds="1", place_points="2 1 0")
    walker.fill(name="Staffel A")
    walker.fill(lines="\n".join(f"{letter} Buben {letter}" for letter in "ABCDEF"))
    walker.press("Spielplan ansehen")
    assert "üblich sind vier" not in walker.page
    walker.fill(text=walker.shown("text"))
    days = [name for name in walker.parser.forms[-1].values if name.startswith("day_")]
    walker.fill(**{name: str(today + datetime.timedelta(days=7 * number)) for number, name in enumerate(days)})
    assert walker.says[:2] == [
        ("Staffel A: 6 Mannschaften ohne Kader – A, B, C, D, E und F.", "Kader A"),
        ("Staffel A: 1. Spieltag, 2 Gruppen sind noch nicht verbindlich.", "Zum Spieltag"),
    ]
    for letter in "ABCDEF":
        walker.press(f"Kader {letter}")
        walker.fill(lines="\n".join(f"{name} {letter}dler" for name in SQUAD))
    walker.press("Zum Spieltag")
    for group in "ABC", "DEF":
        for letter in group:
            walker.press(f"Aufstellung {letter}")
            walker.fill("", place_1=walker.shown("place_1"))  # who is in a squad of four plays
        walker.press("Los geht’s")
        write_lists(walker, 4)
        assert confirm_all(walker, "Listen prüfen") == 4
        for letter in group:
            walker.press("Unterschreiben")
            walker.fill(name=f"Führer {letter}")
        walker.press("Verbindlich machen")
        if group == "ABC":
            walker.press("Zum Spieltag")
    walker.press("Tabelle ansehen")
    walker.press("Veröffentlichen")
    print(f"\nnew league of six teams to the table of its first match day: {walker.pressed} buttons")
    assert Group.objects.exclude(binding_at=None).count() == 2


def test_a_club_year(club):
    """Two evenings, the second made from the first; the year is closed when no further one fits into it."""
    today = timezone.localdate()
    walker = Walker(signed_in(club, "vorstand", Role.SPIELLEITUNG))
    walker.press("Ersten Abend anlegen")
    walker.fill(name="Clubabend", date=str(today - datetime.timedelta(days=7)), rounds="1")
    walker.press("Teilnehmer eintragen")
    walker.fill(guests="Anna\nBert\nCora\nDirk")
    play_out(walker)
    walker.press("Clubjahr anlegen")
    assert walker.shown("name") == f"Clubjahr {today.year}"
    walker.fill(
        name="Jahr", first_day=str(today - datetime.timedelta(days=9)), last_day=str(today + datetime.timedelta(days=2))
    )
    walker.press("Nächsten Abend anlegen")
    walker.fill(events=walker.options("events")[0])
    walker.fill(date=str(today))
    walker.press("Abend vorbereiten")
    walker.press("Alle vom letzten Mal eintragen")
    play_out(walker)
    walker.press("Jahrestabelle ansehen")
    walker.press("Veröffentlichen")
    walker.press("Clubjahr abschließen")
    assert ClubYear.objects.get().state == ClubYear.State.FINAL
    assert walker.heading == "Fertig – so geht es weiter"
    assert [label for _said, label in walker.says] == ["Ehrentafel ansehen", "Nächstes Clubjahr anlegen"]


def play_out(walker: Walker) -> None:
    """An evening of one Serie and one table, to its end."""
    walker.press("Serie 1 auslosen")
    write_lists(walker, 1)
    walker.press("Veröffentlichen")
    walker.press("Abschließen")
    walker.fill("fehlen")


# ---- Who is told what, and how often the database is asked


def panel_of(browser: Client, page: str) -> str:
    found = re.search(r'<section class="todo.*?</section>', browser.get(page, follow=True).content.decode(), re.DOTALL)
    return found[0] if found else ""


def seated(club: Club, players: int) -> Event:
    """An evening of two Serien with so many guests, the first drawn."""
    event = create_event(
        club, name="Abend", date=timezone.localdate(), rounds=2, rulebook="isko-2022", evaluation="seeger-fabian"
    )
    enter_guests(event, [(f"Gast {number}", "") for number in range(players)])
    draw_round(event.rounds.get(number=1))
    return event


def test_strangers_and_readers_see_none_of_it(evening, leser, fremde, sign_in, client):
    pages = [reverse(name, args=[evening.slug]) for name in ("events:event", "events:entries", "standings:ranking")]
    for browser in (client, sign_in(leser), sign_in(fremde)):
        assert [panel_of(browser, page) for page in pages] == ["", "", ""]


def test_the_panel_asks_for_itself_and_is_sent_only_when_it_changed(club, schreiber, sign_in):
    browser, evening = sign_in(schreiber), make_evening(club)
    address = reverse("todo:event", args=[evening.slug])
    first = browser.get(address)
    again_asked = browser.get(address, headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again_asked.status_code) == (200, 304)
    enter_list(schreiber, evening, 1, 2)
    changed = browser.get(address, headers={"If-None-Match": first["ETag"]})
    assert (changed.status_code, changed["ETag"] == first["ETag"]) == (200, False)


def test_an_event_asks_as_often_for_few_tables_as_for_many(club, leiterin, sign_in):
    browser = sign_in(leiterin)
    counts = []
    for players in (4, 40):
        event = seated(club, players)
        set_fees(event, entry_fee=500)
        with CaptureQueriesContext(connection) as captured:
            browser.get(reverse("todo:event", args=[event.slug]))
        counts.append(len(captured))
    assert counts == [17, 17]


def test_the_start_page_asks_for_a_fixed_number_of_events(club, leiterin, sign_in):
    browser = sign_in(leiterin)
    counts = []
    for _more in range(3):
        for _event in range(5):
            seated(club, 8)
        with CaptureQueriesContext(connection) as captured:
            panel = panel_of(browser, "/")
        counts.append((len(captured), panel.count("<li>")))
    assert counts == [(24, 4)] * 3
