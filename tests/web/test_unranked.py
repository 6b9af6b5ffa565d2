"""Außer Wertung: who plays, and whose lists count for the others, but stands in no ranking and wins nothing.

The lists are those of `web.ranks`: at each table seat 3 has 360 points, seat 1 320, seat 2 230, seat 4 -290.
"""

import re

import pytest
from django.urls import reverse

from skatliga.access import Role
from skatliga.desk.models import Fees
from skatliga.desk.prizes import prize_list
from skatliga.events.models import Event
from skatliga.events.registration import change_entry
from skatliga.events.teams import create_teams
from skatliga.standings.player_pages import list_ranking, player_in_event
from skatliga.standings.rankings import left_out, ranking
from skatliga.standings.team_rankings import team_ranking
from skatliga.years import services as years
from skatliga.years.queries import season
from skatliga.years.year_standing import year_table
from web.ranks import NAMES, enter_list, make_evening
from web.replayed import world

pytestmark = pytest.mark.django_db


@pytest.fixture
@world
def evening(club, schreiber):
    """Serie 1 with both lists; Berta Öhm, seat 3 of table 1, plays außer Wertung."""
    event = make_evening(club)
    for table in (1, 2):
        enter_list(schreiber, event, 1, table)
    change_entry(event.entries.get(start_number=3), categories=[], teams={}, unranked=True)
    return Event.objects.prefetch_related("rounds").get(pk=event.pk)


def test_the_ranking_passes_over_who_is_außer_wertung_and_shows_what_was_played(evening):
    found = ranking(evening, None)
    assert [(line.place, line.start_number, line.leistung) for line in found.lines] == [
        (1, 7, 360),
        (2, 1, 320),
        (2, 5, 320),
        (4, 2, 230),
        (4, 6, 230),
        (6, 4, -290),
        (6, 8, -290),
    ]
    assert [(line.place, line.start_number, line.leistung) for line in found.apart] == [(0, 3, 360)]
    assert (found.without_list, [best.name for best in found.best_lists]) == (0, ["Fritz"])
    assert [best.name for best in found.rounds[0].winners] == ["Fritz"]
    assert [line.start_number for line in list_ranking(evening, None).lines] == [7, 1, 5, 2, 6, 4, 8]
    own = player_in_event(evening, evening.entries.get(start_number=3), None)
    assert (own.line.place, own.line.leistung, own.played[0].result.leistung) == (0, 360, 360)


def test_pages_and_paper_mark_it(evening, sign_in):
    browser = sign_in(None)
    told = "Außer Wertung: 3 Berta Öhm (SC Gera) 360"
    assert told in " ".join(browser.get(reverse("standings:ranking", args=[evening.slug])).text.split())
    page = browser.get(reverse("standings:player", args=[evening.slug, 3])).text
    assert ("außer Wertung" in page, "Platz 0" in page) == (True, False)
    entries = " ".join(re.sub("<[^>]+>", " ", browser.get(reverse("events:entries", args=[evening.slug])).text).split())
    assert (entries.count("außer Wertung"), "3 Berta Öhm außer Wertung SC Gera" in entries) == (1, True)


def test_teams_and_prizes_do_without(evening):
    create_teams(evening, "tandem", "Asse: 3 4\nBuben: 1 2", "nachgemeldet")
    found = team_ranking(evening, None, "tandem")
    assert [(line.place, line.name, line.leistung) for line in found.lines] == [(1, "Buben", 550), (2, "Asse", -290)]
    Fees.objects.create(event=evening, entry_fee=1000, prizes={"payout_permille": 1000, "players_per_prize": 4})
    winners = prize_list(evening, Role.SPIELLEITUNG).winners
    assert [winner.name for winner in winners][:1] == ["Fritz"]
    assert "Berta Öhm" not in [winner.name for winner in winners]


def test_nobody_goes_on_at_the_cut_außer_wertung(evening):
    """Of three places the third is shared by nobody: 7, 1 and 5 go on, not 3 with as many points as the first."""
    evening.cut_after, evening.cut_places = 1, 3
    evening.save()
    assert left_out(evening, 2) == {2, 3, 4, 6, 8}


def test_the_club_year_counts_none_of_these_lists(club, evening):
    year = years.create_year(club, name="2026", first_day=evening.date, last_day=evening.date)
    years.add_evenings(year, [evening])
    table = year_table(season(year, Role.SPIELLEITUNG))
    others = {name for name in NAMES if name != "Berta Öhm"}
    assert {line.person.name for line in (*table.members, *table.guests)} == others


def test_it_is_set_on_the_page_of_the_entry_and_ends_there(evening, sign_in, schreiber):
    browser, address = sign_in(schreiber), reverse("events:entry", args=[evening.slug, 3])
    assert 'name="unranked"' in browser.get(address).text
    browser.post(address, {"name": "Berta Öhm", "club_name": "SC Gera", "keeps_lists": "on"})
    assert [line.start_number for line in ranking(evening, None).lines][:2] == [3, 7]
    browser.post(address, {"name": "Berta Öhm", "club_name": "SC Gera", "keeps_lists": "on", "unranked": "on"})
    assert [line.start_number for line in ranking(evening, None).apart] == [3]
    kept = evening.entries.get(start_number=3).history.order_by("history_id").values_list("unranked", flat=True)
    assert list(kept) == [False, True, False, True]
