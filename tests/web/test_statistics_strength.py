"""Strength on the site: which lists it is found from, who is shown, and how somebody agrees."""

import datetime
import re
from collections import Counter
from functools import cache
from itertools import groupby

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from scoring.federation.strength import PlayedList, Strengths
from scoring.federation.strength_fit import fit
from skatliga.events.models import Entry, Event
from skatliga.events.services import set_state
from skatliga.exchange.personal.person import PersonRecords, erase
from skatliga.people.models import Club, Gender, Player, Publication
from skatliga.people.services import create_club, take_in
from skatliga.people.tree import move
from skatliga.phones.access import phone_path
from skatliga.statistics import strengths
from skatliga.statistics.models import Rated, RatedPlayer, RatingRun, StrengthConsent
from skatliga.statistics.rating_run import rate_all
from skatliga.statistics.strengths import agree, rate_players, take_back
from web.replayed import world
from web.season import draw_season, write_season

FIRST = datetime.date(2026, 1, 7)
MEMBERS = [f"{first} Spieler" for first in ("Anna", "Bert", "Cora", "Dora", "Emil", "Fritz", "Gerd")]
QUERIES = 10
GUESTS = ["Gast Hans", "Gast Ida"]


@pytest.fixture
def season():
    return drawn()


@cache
def drawn():
    return draw_season(MEMBERS, GUESTS, evenings=30, rounds=2, seed="Stärke", first=FIRST)


@pytest.fixture
@world
def events(club):
    written = write_season(club, drawn(), MEMBERS)
    rate_all(lambda percent: None)
    return written


def by_engine(season, club):
    """The same found by the engine from the lists as they were drawn."""
    numbers = {player.name: player.pk for player in Player.objects.all()}
    lists = []
    for (_evening, day, _round, _table), seats in groupby(
        season, key=lambda each: (each.evening, each.day, each.round, each.table)
    ):
        played = list(seats)
        if len(played) < 3:
            continue
        players = tuple(numbers.get(each.name) for each in played)
        points = tuple(each.leistung for each in played)
        own = played[0].deals * {3: 1, 4: 0.75}[len(played)]  # at a table of four everybody sits out each fourth deal
        kind = f"isko-2022 seeger-fabian {len(played)}"
        lists.append(PlayedList(day.toordinal(), kind, own, players, points))
    club_of = dict.fromkeys(numbers.values(), club.pk)
    known = Strengths(fit(lists, club_of), club_of)
    for each in lists:
        known.rate(each)
    return {player: known.of(player, timezone.localdate().toordinal()) for player in known.players()}


def kept():
    return {
        each.player_id: (round(each.mean, 6), round(each.deviation, 6), each.lists)
        for each in RatedPlayer.objects.all()
    }


def names(client, address="statistics:ranking", *args, **query):
    page = client.get(reverse(address, args=args), query)
    assert page.status_code == 200
    found = re.findall(r'<th class="who" scope="row">(.*?)</th>', page.content.decode(), re.DOTALL)
    return [re.sub(r"<.*?>", "", name).strip() for name in found]


def everybody():
    return {each.first_name: each for each in Player.objects.all()}


def test_it_is_found_from_all_lists_that_count(club, events, season):
    expected = by_engine(season, club)
    assert kept() == {
        player: (round(each.mean, 6), round(each.deviation, 6), each.lists) for player, each in expected.items()
    }
    assert len(kept()) == len(MEMBERS)  # guests are nobody
    seats = Counter((each.evening, each.round, each.table) for each in season)
    assert RatingRun.objects.get().lists == sum(number > 2 for number in seats.values())


def test_what_is_withdrawn_counts_no_more(club, events, season):
    set_state(events[3], Event.State.DRAFT)
    call_command("rate")
    expected = by_engine([each for each in season if each.evening != 4], club)
    assert {player: found[2] for player, found in kept().items()} == {
        player: each.lists for player, each in expected.items()
    }
    assert RatingRun.objects.count() == 1


def test_nothing_is_played_yet(club, client):
    call_command("rate")
    assert not RatedPlayer.objects.exists()
    assert names(client) == []


def test_who_has_not_agreed_is_not_shown(client, events):
    people = everybody()
    assert names(client) == []
    agree(people["Anna"])
    agree(people["Cora"])
    assert sorted(names(client)) == ["Anna Spieler", "Cora Spieler"]
    take_back(people["Anna"])
    assert names(client) == ["Cora Spieler"]
    people["Cora"].publication, people["Cora"].pseudonym = Publication.PSEUDONYM, "Herzdame"
    people["Cora"].save()
    assert names(client) == ["Herzdame"]
    take_back(people["Cora"])
    assert names(client) == []


def test_the_strongest_come_first_with_what_is_known_of_them(client, events):
    for player in Player.objects.all():
        agree(player)
    shown = names(client)
    order = [each.player.name for each in RatedPlayer.objects.order_by("-mean").select_related("player")]
    assert shown == order
    best = RatedPlayer.objects.get(player__first_name=shown[0].split()[0])
    file = client.get(reverse("statistics:ranking_file", args=["csv"])).content.decode("utf-8-sig").split("\r\n")
    assert file[0] == "Platz;Name;Verein;Listen;ungenau um;Stärke"
    value, margin = round(1000 + best.mean), round(1.96 * best.deviation)
    assert file[1] == f"1;{shown[0]};{Club.objects.get().name};{best.lists};{margin};{value}"
    page = client.get(reverse("statistics:player", args=[best.pk])).content.decode()
    assert f"{value} ± {margin}" in page and f"aus {best.lists} Listen" in page


def test_few_lists_say_too_little(client, events, monkeypatch):
    for player in Player.objects.all():
        agree(player)
    monkeypatch.setattr(strengths, "LEAST_LISTS", RatedPlayer.objects.order_by("-lists")[0].lists)
    assert len(names(client)) < len(MEMBERS)


def test_levels_and_classes(client, club, events):
    for player in Player.objects.all():
        agree(player)
    people = everybody()
    federation = create_club(name="Verband Nord", kind="Verband", place="")
    other = create_club(name="Skatfreunde Ost", place="")
    move(club, federation)
    take_in(other, people["Emil"])
    assert len(names(client, "statistics:level_ranking", federation.slug)) == len(MEMBERS)
    assert names(client, "statistics:level_ranking", other.slug) == ["Emil Spieler"]
    year = timezone.localdate().year
    Player.objects.filter(pk=people["Anna"].pk).update(gender=Gender.DAMEN, birth_year=year - 60)
    Player.objects.filter(pk=people["Bert"].pk).update(gender=Gender.HERREN, birth_year=year - 59)
    Player.objects.filter(pk=people["Cora"].pk).update(birth_year=year - 21)
    Player.objects.filter(pk=people["Dora"].pk).update(birth_year=year - 22)
    Player.objects.filter(pk=people["Gerd"].pk).update(category="senioren")
    RatingRun.objects.update(made_at=timezone.now())
    assert names(client, klasse="women") == ["Anna Spieler"]
    assert names(client, klasse="men") == ["Bert Spieler"]
    assert sorted(names(client, klasse="seniors")) == ["Anna Spieler", "Gerd Spieler"]
    assert names(client, klasse="juniors") == ["Cora Spieler"]  # she was twenty on the first day of the year, or is
    assert len(names(client, klasse="nonsense")) == len(MEMBERS)


def test_a_club_has_a_page_when_it_wants_one(client, sign_in, admin, club, events):
    page = reverse("statistics:strength", args=[club.slug])
    assert client.get(page).url.startswith("/anmelden/")
    rate_players(club, True)
    assert Rated.objects.count() == 1
    agree(everybody()["Dora"])
    assert names(client, "statistics:strength", club.slug) == ["Dora Spieler"]
    office = sign_in(admin)
    assert len(names(office, "statistics:strength", club.slug)) == len(MEMBERS)
    rate_players(club, False)
    assert client.get(page).url.startswith("/anmelden/")
    assert list(Rated.history.values_list("history_type", flat=True)) == ["-", "+"]


def test_the_club_records_that_somebody_agrees(client, sign_in, admin, club, events):
    anna = everybody()["Anna"]
    address = reverse("statistics:consent", args=[club.slug, anna.pk])
    assert client.post(address, {"ja": ""}).url.startswith("/anmelden/")
    assert not StrengthConsent.objects.exists()
    office = sign_in(admin)
    assert "Der Spieler hat zugestimmt" in office.get(address).content.decode()
    assert office.post(address, {"ja": ""}).url == address
    consent = StrengthConsent.objects.get()
    assert (consent.player, consent.since, consent.by) == (anna, timezone.localdate(), admin)
    assert admin.name in office.get(address).content.decode()
    office.post(address, {"ja": ""})
    assert StrengthConsent.objects.count() == 1
    office.post(address, {"nein": ""})
    assert not StrengthConsent.objects.exists()


def test_deletion_ends_it(admin, club, events):
    anna = everybody()["Anna"]
    agree(anna)
    erase(PersonRecords(anna), admin)
    assert not StrengthConsent.objects.exists()
    assert not RatedPlayer.objects.filter(player=anna).exists()


def test_a_player_agrees_on_his_own_page(client, events):
    entry = Entry.objects.filter(player__first_name="Anna").first()
    own = phone_path(entry)
    before = client.get(own)
    assert "Nur Sie sehen das." in before.content.decode()
    client.post(f"{own}staerke/", {"ja": ""})
    consent = StrengthConsent.objects.get()
    assert (consent.player_id, consent.since, consent.by) == (entry.player_id, timezone.localdate(), None)
    again = client.get(own, headers={"If-None-Match": before["ETag"]})
    assert again.status_code == 200 and "Nicht mehr zeigen" in again.content.decode()
    assert names(client) == ["Anna Spieler"]
    client.post(f"{own}staerke/", {"nein": ""})
    assert not StrengthConsent.objects.exists()
    assert names(client) == []


def test_a_guest_has_nothing_to_agree_to(client, events):
    entry = Entry.objects.filter(player=None).first()
    assert "Spielstärke" not in client.get(phone_path(entry)).content.decode()
    assert client.post(f"{phone_path(entry)}staerke/", {"ja": ""}).status_code == 404


def test_pages_are_kept_until_something_changes(client, events):
    address = reverse("statistics:ranking")
    first = client.get(address)
    assert "s-maxage" in first["Cache-Control"]
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    agree(everybody()["Anna"])
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_queries_do_not_grow_with_the_players(client, club, events, django_assert_num_queries):
    people = list(Player.objects.all())
    agree(people[0])
    counts = []
    for player in [None, *people[1:]]:
        if player:
            agree(player)
        with django_assert_num_queries(QUERIES):
            client.get(reverse("statistics:ranking"))
        counts.append(len(names(client)))
    assert counts == list(range(1, len(MEMBERS) + 1))
