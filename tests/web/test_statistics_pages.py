"""Pages, pictures, files and papers of the statistics, held against lists counted here with a pencil."""

import datetime
import itertools
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.figures import ALL, UNKNOWN, Figures, Tried
from skatliga.access import Role
from skatliga.events.models import Event
from skatliga.events.services import set_state
from skatliga.leagues.models import Season
from skatliga.leagues.seasons import create_season
from skatliga.leagues.seasons import set_state as set_season_state
from skatliga.lists.models import Sheet
from skatliga.panels import percent
from skatliga.people import services
from skatliga.people.models import Club, Player, Publication
from skatliga.statistics import page_plots, plots
from skatliga.statistics.pages import MemberFigures, distribute
from skatliga.statistics.periods import PeriodChoice, periods
from skatliga.statistics.queries import Period
from skatliga.statistics.tables import MemberFiguresTable
from skatliga.years.models import ClubYear
from skatliga.years.services import add_evenings, create_year
from skatliga.years.services import set_state as set_year_state
from web.evenings import made_by, officers
from web.played import play_evening
from web.replayed import world

FIRST, SECOND = datetime.date(2025, 12, 5), datetime.date(2026, 1, 9)
DEALS = 12
NAMES = "Anna Ärmel,Bert Brandt,Cora Çelik,Dora Demant,Emil Engel,Fritz Frei,Gerda Groß,Hans Hartwig".split(",")
SUIT_OR_GRAND = {"9": "Karo", "0": "Herz", "1": "Pik", "2": "Kreuz", "4": "Grand", "3": "Null"}


@pytest.fixture
@world
def players(club: Club) -> list[Player]:
    """Eight of the register; Fritz appears under a pseudonym."""
    added = [
        services.add_player(club, first_name=first, last_name=last).player
        for first, last in (name.split() for name in NAMES)
    ]
    added[5].publication, added[5].pseudonym = Publication.PSEUDONYM, "Bube"
    added[5].save()
    return added


@pytest.fixture
@world
def evenings(club, players, schreiber):
    """Two evenings of two Serien: the event of each, and its lists by Serie and table as they were played."""
    return [play_evening(club, players, day, str(day), schreiber, deals=DEALS) for day in (FIRST, SECOND)]


def lists_of(evenings, number: int):
    """The lists somebody played, with his seat, in the order of time; start numbers follow the register's order."""
    return [
        (played, played.players.index(number) + 1)
        for _event, lists in evenings
        for _at, played in sorted(lists.items())
        if number in played.players
    ]


def told(content: bytes | str) -> str:
    """What a page says, without its tags and pictures."""
    text = content.decode() if isinstance(content, bytes) else content
    text = re.sub(r"<(svg|head)\b.*?</\1>", " ", text, flags=re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", text).replace("&nbsp;", " ").split())


def german(value: Fraction | int, places: int = 1) -> str:
    return f"{float(value):.{places}f}".replace(".", ",").replace("-", "−")


def rows_of(content: bytes, caption: str) -> list[list[str]]:
    """The figures below a picture."""
    figure = content.decode().split(f"<h2>{caption}</h2>")[1].split("</figure>")[0]
    body = figure.split("<tbody>")[1].split("</tbody>")[0]
    return [[told(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row)] for row in body.split("</tr>")[:-1]]


# ---- Pages ----


def test_a_player_s_page_says_what_he_has_played(client, evenings, players):
    page = client.get(reverse("statistics:player", args=[players[0].pk]))
    played = lists_of(evenings, 1)
    results = [liste.results()[1] for liste, _seat in played]
    own = [game for liste, seat in played for game in liste.games if game.seat == seat]
    won = sum(game.value > 0 for game in own)
    average = Fraction(48 * sum(result.leistung for result in results), DEALS * len(played))
    text = told(page.content)
    leistungen = [result.leistung for result in results]
    for said in (
        f"Listen {len(played)} Spiele {DEALS * len(played)} Schnitt auf 48 Spiele {german(average)}",
        f"Beste und schlechteste Liste {german(max(leistungen), 0)} {german(min(leistungen), 0)}",
        f"Alleinspiele gewonnen {german(Fraction(100 * won, len(own)))} % {won} von {len(own)}",
    ):
        assert said in text


def test_its_pictures_come_with_their_figures(client, evenings, players):
    page = client.get(reverse("statistics:player", args=[players[0].pk])).content
    own = Counter(
        SUIT_OR_GRAND[game.text[1]]
        for liste, seat in lists_of(evenings, 1)
        for game in liste.games
        if game.seat == seat
    )
    everybody = Counter(
        SUIT_OR_GRAND[game.text[1]]
        for _event, lists in evenings
        for liste in lists.values()
        for game in liste.games
        if game.seat
    )
    at_large = {"Karo": "10,7", "Herz": "13,4", "Pik": "16,2", "Kreuz": "21,1", "Grand": "32,2", "Null": "6,4"}
    assert rows_of(page, "Welche Spiele gespielt werden") == [
        [
            game,
            f"{german(Fraction(100 * own[game], own.total()))} %",
            f"{german(Fraction(100 * everybody[game], everybody.total()))} %",
            f"{at_large[game]} %",
        ]
        for game in at_large
        if own[game]
    ]


def test_games_of_which_only_the_value_is_known_have_no_share():
    """Two Grands and six Kreuz beside eight bare values: a quarter and three quarters of what is known."""
    own = {ALL: Tried(16, 12), "kreuz": Tried(6, 5), "grand": Tried(2, 2), UNKNOWN: Tried(8, 5)}
    rows = page_plots.shares(Figures(own=own), None, True).rows
    assert [list(map(str, row[:2])) for row in rows] == [["Kreuz", "75,0 %"], ["Grand", "25,0 %"]]


def test_points_over_time_go_with_the_mean_of_the_last_ten(client, evenings, players):
    page = client.get(reverse("statistics:player", args=[players[0].pk])).content
    leistungen = [liste.results()[1].leistung for liste, _seat in lists_of(evenings, 1)]
    assert rows_of(page, "Punkte über die Zeit") == [
        [
            f"{day:%d.%m.%Y}",
            str(serie),
            german(leistungen[at], 0),
            german(Fraction(48 * leistungen[at], DEALS)),
            german(Fraction(48 * sum(leistungen[: at + 1]), DEALS * (at + 1))),
        ]
        for at, (day, serie) in enumerate(((FIRST, 1), (FIRST, 2), (SECOND, 1), (SECOND, 2)))
    ]


def test_a_period_can_be_chosen(client, evenings, players):
    address = reverse("statistics:player", args=[players[0].pk])
    assert "Listen 2 Spiele 24" in told(client.get(address, {"zeit": 2026}).content)
    assert "In diesem Zeitraum keine Liste." in told(client.get(address, {"zeit": 2020}).content)
    assert {client.get(address, {"zeit": asked}).status_code for asked in ("x", "1700", "13")} == {404}


def test_periods_are_years_and_the_last_twelve_months():
    found = [(each.label, each.query) for each in periods(PeriodChoice(None, "skat"), FIRST, SECOND)]
    assert found == [
        ("Gesamte Zeit", "spiel=skat"),
        ("Letzte 12 Monate", "zeit=12&spiel=skat"),
        ("2026", "zeit=2026&spiel=skat"),
        ("2025", "zeit=2025&spiel=skat"),
    ]
    assert list(periods(PeriodChoice(None), FIRST, FIRST)) == list(periods(PeriodChoice(None), None, None)) == []
    assert PeriodChoice(2026).period == Period(datetime.date(2026, 1, 1), datetime.date(2026, 12, 31))


@pytest.fixture
@world
def season(club) -> Season:
    season = create_season(club, name="Liga 2026", rulebook="isko-2022", evaluation="seeger-fabian")
    set_season_state(season, Season.State.PUBLISHED)
    return season


@pytest.fixture
@world
def year(club, evenings) -> ClubYear:
    year = create_year(
        club, name="Clubjahr", first_day=datetime.date(2025, 12, 1), last_day=datetime.date(2026, 11, 30)
    )
    add_evenings(year, [event for event, _lists in evenings])
    set_year_state(year, ClubYear.State.PUBLISHED)
    return year


def test_what_all_together_played_stands_with_the_club_the_event_and_the_year(client, club, evenings, year):
    of_one, of_both = evenings[:1], evenings
    for name, slug, counted in (
        ("club", club.slug, of_both),
        ("year", year.slug, of_both),
        ("event", evenings[0][0].slug, of_one),
    ):
        lists = [liste for _event, lists in counted for liste in lists.values()]
        leistung = sum(result.leistung for liste in lists for result in liste.results().values())
        text = told(client.get(reverse(f"statistics:{name}", args=[slug])).content)
        assert f"Listen {len(lists)} Spiele {DEALS * len(lists)} Schnitt auf 48 Spiele " in text
        assert german(Fraction(48 * leistung, 4 * DEALS * len(lists))) in text
        assert text.index("Anna Ärmel") > 0 and "Bube" in text and "Fritz Frei" not in text


def test_points_over_time_of_all_together_are_those_of_each_event(client, club, evenings):
    """Eight people have sat at each Serie of twelve deals."""
    rows = rows_of(client.get(reverse("statistics:club", args=[club.slug])).content, "Punkte über die Zeit")
    brought = [
        [result.leistung for liste in lists.values() for result in liste.results().values()]
        for _event, lists in evenings
    ]
    assert rows == [
        [f"{day:%d.%m.%Y}", "16", german(Fraction(48 * sum(points), DEALS * 16))]
        for day, points in zip((FIRST, SECOND), brought, strict=True)
    ]


def rates_on(page: str) -> dict[str, tuple[str, ...]]:
    """The rates a page tells, by their name: here, beside them, and published."""
    body = page.split('<table class="rates">')[1].split("</table>")[0]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in body.split("<tr>")[1:]]
    return {told(name.split("<small>")[0]): tuple(map(told, cells)) for name, *cells in rows}


def test_an_event_and_a_year_stand_beside_the_club(client, club, evenings, year):
    """Passed in of all deals at both evenings, and at the first."""
    deals = [[game for liste in lists.values() for game in liste.games] for _event, lists in evenings]
    passed = [Fraction(100 * sum(not game.seat for game in games), len(games)) for games in deals]
    both = Fraction(sum(passed), 2)  # as many deals each evening
    pages = {
        name: rates_on(client.get(reverse(f"statistics:{name}", args=[slug])).content.decode())["eingepasst"]
        for name, slug in (("event", evenings[0][0].slug), ("year", year.slug), ("club", club.slug))
    }
    assert pages["event"][0].startswith(f"hier {german(passed[0])} %")
    assert pages["event"][1] == f"im Verein {german(both)} %"
    assert pages["year"][1] == f"im Verein {german(both)} %" and pages["year"][0].startswith(f"hier {german(both)} %")
    assert len(pages["club"]) == 2  # here and published


def test_the_paper_of_a_page_is_of_what_the_page_shows(client, sign_in, leser, club, evenings, players):
    for name, about in (("club", club.slug), ("player", players[0].pk)):
        page = sign_in(leser).get(reverse(f"statistics:{name}", args=[about]), {"zeit": 2026}).content.decode()
        assert f'href="{reverse(f"printing:{name}_statistics", args=[about])}?zeit=2026"' in page


@pytest.fixture
def matches(club, players, leiterin) -> Event:
    """Matches of Offiziersskat: Anna wins both of hers, Bert loses both."""
    event = made_by(officers, club, leiterin)
    for number in (1, 2):
        event.entries.filter(start_number=number).update(player=players[number - 1])
    return event


def test_matches_are_told_by_how_many_were_won(client, club, players, matches):
    pages = {
        name: told(client.get(reverse(f"statistics:{name}", args=[about])).content)
        for name, about in (("club", club.slug), ("event", matches.slug), ("player", players[0].pk))
    }
    for text in pages.values():
        assert "Spiele je Partie " in text
        assert "Zahlen aus großen Turnieren gibt es nur für Skat" in text
        for meaningless in ("48 Spiele", "Beste", "Verteilung", "18 Mio.", "eingepasst", "Schneider", "Hand "):
            assert meaningless not in text
    # 7 + 4 + 7 + 6 deals in four matches.
    assert "Spiele je Partie 6,0" in pages["club"]
    assert "Listen 2 Spiele 14 Partien gewonnen 100,0 % 2 von 2 Spiele je Partie 7,0" in pages["player"]
    assert "Gewonnene Partien über die Zeit" in pages["player"]
    page = client.get(reverse("statistics:player", args=[players[1].pk])).content
    day = f"{matches.date:%d.%m.%Y}"
    assert rows_of(page, "Gewonnene Partien über die Zeit") == [
        [day, "1", "9", "0", "0,0 %"],
        [day, "2", "4", "0", "0,0 %"],
    ]
    file = client.get(reverse("statistics:club_file", args=[club.slug, "csv"])).content.decode("utf-8-sig")
    assert file.split("\r\n") == [
        "Name;Listen;Spiele;Partien;gewonnen",
        "Anna Ärmel;2;14;2;100,0",
        "Bert Brandt;2;13;0;0,0",
        "",
    ]


def test_each_kind_of_game_has_figures_of_its_own(client, club, evenings, players, matches):
    address = reverse("statistics:player", args=[players[0].pk])
    page = client.get(address)
    assert "Listen 4 Spiele 48" in told(page.content) and "18 Mio. Spiele" in told(page.content)
    assert 'href="?spiel=skat" aria-current="true">Skat</a>' in page.content.decode()
    assert 'href="?spiel=offiziersskat">Offiziersskat</a>' in page.content.decode()
    other = client.get(address, {"spiel": "offiziersskat"})
    assert "Listen 2 Spiele 14" in told(other.content) and "18 Mio." not in told(other.content)
    assert 'listen.csv?spiel=offiziersskat"' in other.content.decode()
    assert client.get(address, {"spiel": "halma"}).status_code == 404
    file = reverse("statistics:player_file", args=[players[0].pk, "csv"])
    assert [client.get(file, {"spiel": kind}).content.count(b"\r\n") for kind in ("skat", "offiziersskat")] == [5, 3]


def test_from_a_period_without_the_game_asked_for_a_link_leads_to_what_was_played(client, club, evenings, matches):
    address = reverse("statistics:club", args=[club.slug])
    page = client.get(address, {"spiel": "offiziersskat", "zeit": "2025"})
    assert 'href="?zeit=2025&amp;spiel=skat">Skat</a>' in page.content.decode()
    assert "In diesem Zeitraum keine Liste." in told(page.content)
    assert "Sobald eine Liste erfasst ist" not in told(page.content)


def test_a_season_without_lists_says_what_will_stand_there(client, season):
    text = told(client.get(reverse("statistics:season", args=[season.slug])).content)
    assert "Sobald eine Liste erfasst ist, steht hier, was gespielt wurde." in text


def test_two_players_are_compared_on_the_lists_both_played(client, evenings, players):
    page = client.get(reverse("statistics:meetings", args=[players[0].pk, players[1].pk]))
    both = [liste for _event, lists in evenings for liste in lists.values() if {1, 2} <= set(liste.players)]
    pairs = [(liste.results()[1].leistung, liste.results()[2].leistung) for liste in both]
    text = told(page.content)
    assert f"{len(both)} gemeinsame Liste" in text
    assert f"Anna Ärmel lag {sum(one > other for one, other in pairs)}-mal vorn" in text
    assert f"Bert Brandt {sum(other > one for one, other in pairs)}-mal." in text
    sums = [german(sum(side), 0) for side in zip(*pairs, strict=True)]
    assert f"Ergebnis der Listen {sums[0]} {sums[1]}" in text
    assert client.get(reverse("statistics:meetings", args=[players[0].pk, players[0].pk])).status_code == 404


# ---- Who is named ----


def test_a_page_of_somebody_signed_in_is_shown_to_nobody_else(client, sign_in, fremde, club, evenings, players, year):
    """A script asks for whole pages too, such as htmx after the browser's back button."""
    fremde.first_name, fremde.last_name = "Frieda", "Fremdling"
    fremde.save()
    by_script = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    for address in (
        f"/statistik/verein/{club.slug}/",
        f"/statistik/veranstaltung/{evenings[0][0].slug}/",
        f"/statistik/spieler/{players[0].pk}/",
        f"/statistik/clubjahr/{year.slug}/",
        f"/clubjahr/{year.slug}/",
    ):
        own = sign_in(fremde).get(address, headers=by_script).content.decode()
        of_others = client.get(address, headers=by_script).content.decode()
        assert "Fremdling" in own
        assert ("Fremdling" in of_others, "csrfmiddlewaretoken" in of_others) == (False, False)


def test_a_pseudonym_is_kept(client, sign_in, leser, club, evenings, players):
    fritz = players[5]
    own = reverse("statistics:player", args=[fritz.pk])
    assert client.get(own).status_code == 404
    assert client.get(reverse("statistics:meetings", args=[players[0].pk, fritz.pk])).status_code == 404
    anna = client.get(reverse("statistics:player", args=[players[0].pk])).content.decode()
    assert own not in anna and "Fritz" not in anna
    assert client.get(reverse("statistics:club_file", args=[club.slug, "csv"])).content.decode().count("Bube") == 1
    reader = sign_in(leser)
    assert "Fritz Frei" in told(reader.get(own).content)
    assert "Fritz Frei" in told(reader.get(reverse("statistics:club", args=[club.slug])).content)


def test_what_is_not_published_counts_nowhere_but_on_its_own_page(sign_in, leser, club, evenings, players):
    set_state(evenings[0][0], Event.State.DRAFT)
    reader = sign_in(leser)
    assert "Listen 4 Spiele 48" in told(reader.get(reverse("statistics:club", args=[club.slug])).content)
    assert "Listen 2 Spiele 24" in told(reader.get(reverse("statistics:player", args=[players[0].pk])).content)
    own = reader.get(reverse("statistics:event", args=[evenings[0][0].slug]))
    assert "Listen 4 Spiele 48" in told(own.content)


def test_who_has_no_list_has_no_page(client, club, evenings):
    idle = services.add_player(club, first_name="Ida", last_name="Iversen").player
    assert client.get(reverse("statistics:player", args=[idle.pk])).status_code == 404


# ---- Strength ----


def test_strength_is_shown_once_an_administrator_has_switched_it_on(client, sign_in, admin, club, evenings):
    page, whole = (reverse(f"statistics:{name}", args=[club.slug]) for name in ("strength", "club"))
    office = sign_in(admin)
    assert page in office.get(whole).content.decode() and page not in client.get(whole).content.decode()
    assert "ausgeschaltet" in told(office.get(page).content)
    assert office.post(reverse("statistics:rate", args=[club.slug]), {"ein": ""}).url == page
    assert page in client.get(whole).content.decode()
    shown = client.get(page)
    assert "Noch hat niemand genug Listen." in told(shown.content)
    file = client.get(reverse("statistics:strength_file", args=[club.slug, "csv"])).content.decode("utf-8-sig")
    assert file.split("\r\n")[0] == "Name;Listen;ungenau um;Stärke"
    office.post(reverse("statistics:rate", args=[club.slug]), {"aus": ""})
    assert client.get(page).url.startswith("/anmelden/")


# ---- Kept, and made again ----


def test_a_page_is_made_again_only_after_a_change(client, evenings, players):
    address = reverse("statistics:player", args=[players[0].pk])
    first = client.get(address)
    same = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, same.status_code) == (200, 304)
    set_state(evenings[0][0], Event.State.DRAFT)
    later = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert later.status_code == 200
    assert "Listen 2 Spiele 24" in told(later.content)


def test_a_page_is_made_again_under_another_name(client, club, year):
    for name, about in (("club", club), ("year", year)):
        address = reverse(f"statistics:{name}", args=[about.slug])
        before = client.get(address)
        type(about).objects.update(name="Neuer Name")
        later = client.get(address, headers={"If-None-Match": before["ETag"]})
        assert later.status_code == 200 and "Statistik · Neuer Name" in later.content.decode()


def test_a_file_that_holds_an_event_beside_its_club_is_made_again_when_another_evening_goes(client, evenings):
    """Passed in of all deals at the first evening, alone in the club when the second one is withdrawn."""
    (first, lists), (second, _others) = evenings
    games = [game for liste in lists.values() for game in liste.games]
    passed = german(Fraction(100 * sum(not game.seat for game in games), len(games)))
    address = reverse("statistics:event_rates_file", args=[first.slug, "csv"])
    before = client.get(address)
    set_state(second, Event.State.DRAFT)
    later = client.get(address, headers={"If-None-Match": before["ETag"]})
    assert later.status_code == 200
    rows = [line.split(";") for line in later.content.decode("utf-8-sig").splitlines()]
    assert [row[4:6] for row in rows if row[0] == "eingepasst"] == [[passed, passed]]


def test_an_event_published_instead_of_another_is_seen(client, club, players, evenings, schreiber):
    """As many events, of the same days and as often changed, and yet others."""
    days = FIRST + datetime.timedelta(days=7), FIRST + datetime.timedelta(days=14)
    one, other = (play_evening(club, players, day, str(day), schreiber, deals=DEALS)[0] for day in days)
    Event.objects.filter(pk__in=[one.pk, other.pk]).update(version=7)
    set_state(other, Event.State.DRAFT)
    Event.objects.filter(pk=other.pk).update(version=7)
    address = reverse("statistics:club", args=[club.slug])
    before = client.get(address)
    Event.objects.filter(pk=one.pk).update(state=Event.State.DRAFT)
    Event.objects.filter(pk=other.pk).update(state=Event.State.PUBLISHED)
    later = client.get(address, headers={"If-None-Match": before["ETag"]})
    assert later.status_code == 200 and "19.12.2025" in told(later.content)


QUERIES = {"club": 13, "event": 19, "player": 20, "meetings": 17, "list": 9, "ranking": 10}


def test_pages_ask_as_often_for_one_serie_as_for_four(client, club, players, schreiber):
    for day, rounds in ((FIRST, 1), (SECOND, 3)):
        event, lists = play_evening(club, players, day, str(day), schreiber, rounds, DEALS)
        pair = [players[number - 1].pk for number in lists[1, 1].players if number != 6][:2]
        addresses = {
            "club": reverse("statistics:club", args=[club.slug]),
            "event": reverse("statistics:event", args=[event.slug]),
            "player": reverse("statistics:player", args=[players[0].pk]),
            "meetings": reverse("statistics:meetings", args=pair),
            "list": reverse("lists:sheet", args=[Sheet.objects.filter(table__round__event=event).first().pk]),
            "ranking": reverse("standings:ranking", args=[event.slug]),
        }
        asked = {}
        for name, address in addresses.items():
            client.get(address)  # counts what is new
            cache.clear()
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address).status_code == 200
            asked[name] = len(queries)
        assert asked == QUERIES


# ---- Pictures ----


def test_the_list_shows_how_it_went_on(client, evenings):
    event, lists = evenings[0]
    played = lists[1, 1]
    sheet = Sheet.objects.get(table__round__event=event, table__round__number=1, table__number=1)
    page = client.get(reverse("lists:sheet", args=[sheet.pk])).content
    totals, expected = [0] * 4, []
    for number, game in enumerate(played.games, 1):
        if game.seat:
            totals[game.seat - 1] += game.value
        expected.append([str(number), *(german(total, 0) for total in totals)])
    assert rows_of(page, "Stand nach jedem Spiel") == expected


def test_a_list_of_which_the_foot_alone_is_known_has_no_course(client, evening, schreiber):
    from web.ranks import FEET, enter_list

    sheet = enter_list(schreiber, evening, 1, 1, FEET, "open")
    assert "Stand nach jedem Spiel" not in client.get(reverse("lists:sheet", args=[sheet.pk])).content.decode()


def test_the_ranking_shows_how_results_are_distributed(client, evenings):
    event, lists = evenings[0]
    leistungen = [result.leistung for liste in lists.values() for result in liste.results().values()]
    page = client.get(reverse("standings:ranking", args=[event.slug])).content
    rows = rows_of(page, "Verteilung der Ergebnisse")
    bounds = [[int(bound.replace("−", "-").replace(".", "")) for bound in row[:2]] for row in rows]
    assert [int(row[2]) for row in rows] == [sum(low <= each <= high for each in leistungen) for low, high in bounds]
    assert bounds[0][0] <= min(leistungen) and max(leistungen) <= bounds[-1][1]
    first = client.get(reverse("standings:round", args=[event.slug, 1]))
    assert "Verteilung" not in first.content.decode()  # eight lists are too few


def test_the_middle_of_results_is_said_as_it_is_with_ties():
    """Of twelve lists ten came to 500: no half of them lies above or below the middle."""
    about = page_plots.spread(distribute(Counter({100: 1, 500: 10, 1300: 1}))).about
    assert about == "Wie viele Ergebnisse in welchem Bereich liegen: Schnitt 533,3; der Größe nach in der Mitte 500,0."


WORDS = plots.Words("probe", "Probe <b>", "Was zu sehen ist & bleibt.", (plots.PlotColumn("game", "Spiel"),))
PROBED = replace(WORDS, columns=tuple(plots.PlotColumn(key, key) for key in ("name", "low", "value", "high")))
COUNTED = replace(WORDS, columns=PROBED.columns[:3])
HERE, THERE = plots.PlotColumn("own", "hier", " %"), plots.PlotColumn("group", "dort", " %")


def drawn() -> list[plots.Plot]:
    many = [(f"<i>{number}</i>", [(at, at * number) for at in range(5)]) for number in range(6)]
    return [
        plots.lines(WORDS, many, [(1,)], across="Spiel"),
        plots.lines(WORDS, [("einer", [(1, 2)])], [], ticks={1: "01/2026"}),
        plots.bars(WORDS, ["Karo", "<Herz>"], {HERE: [1.5, None], THERE: [2, 3]}),
        plots.histogram(COUNTED, [(-100, -1, 2), (0, 99, 5)]),
        plots.intervals(PROBED, [("<Anna>", 20, 25.5, 28), ("Bert", 1, 2, 3)]),
        # nothing to part them by
        plots.lines(WORDS, [("eins", [(0, 0), (1, 0)]), ("zwei", [(0, 0), (1, 0)])], []),
        plots.bars(WORDS, ["Karo"], {HERE: [0], THERE: [None]}),
        plots.histogram(COUNTED, [(0, 0, 12)]),
        plots.intervals(PROBED, [("Anna", 7, 7, 7)]),
    ]


def test_pictures_stand_in_a_page_that_allows_neither_scripts_nor_style():
    for plot in drawn():
        tree = ElementTree.fromstring(plot.svg)
        elements = list(tree.iter())
        assert {element.tag.split("}")[1] for element in elements} <= {
            *("svg", "title", "desc", "g", "path", "text", "rect", "circle")
        }
        assert not {name for element in elements for name in element.attrib} & {"style", "href", "onload"}
        assert tree.get("role") == "img" and tree.get("aria-labelledby") == "probe-title probe-desc"
        assert [element.text for element in elements[1:3]] == ["Probe <b>", "Was zu sehen ist & bleibt."]
        assert len(plot.svg) < 10_000


def test_lines_are_told_apart_without_colour():
    [lines, *_others] = drawn()
    tree = ElementTree.fromstring(lines.svg)
    patterns = [
        element.get("stroke-dasharray") for element in tree.iter() if element.get("class", "").startswith("serie")
    ]
    assert len(set(patterns)) == 6
    numbers = [element.text for element in tree.iter() if element.get("class") == "value"]
    assert sorted(numbers) == ["1", "2", "3", "4", "5", "6"]
    assert [name for _sample, name in lines.legend] == [f"{number + 1} <i>{number}</i>" for number in range(6)]


def test_numbers_of_lines_that_end_together_stay_in_the_picture():
    for ends in ([0] * 6, [900, 0, 0, 0], [900] * 6, [5, 4, 3, 2, 1]):
        plot = plots.lines(WORDS, [(str(nr), [(0, 0), (1, end)]) for nr, end in enumerate(ends)], [])
        labels = [each for each in ElementTree.fromstring(plot.svg).iter() if each.get("class") == "value"]
        heights = sorted(float(each.get("y")) for each in labels)
        assert len(heights) == len(ends) and heights[0] > 0 and heights[-1] < plots.HEIGHT - plots.LETTERS
        assert all(under - over >= plots.LETTERS - 0.1 for over, under in itertools.pairwise(heights))


def test_bars_and_intervals_say_their_figures():
    _lines, _one, bars, histogram, intervals, *_others = drawn()
    assert [column.heading for column in bars.columns] == ["Spiel", "hier", "dort"]
    assert bars.rows == [["Karo", "1,5 %", "2 %"], ["<Herz>", "–", "3 %"]]
    assert histogram.rows == [["−100", "−1", "2"], ["0", "99", "5"]]
    assert intervals.rows == [["<Anna>", "20", "25,5", "28"], ["Bert", "1", "2", "3"]]


def test_nothing_is_less_than_zero_that_is_zero_when_rounded():
    assert [plots.written(Fraction(each, 30)) for each in (-1, 1, -2)] == ["0,0", "0,0", "−0,1"]


def test_a_picture_in_a_page_escapes_what_was_written():
    page = render_to_string("statistics/plot.html", {"plot": drawn()[0]})
    assert "<i>" not in page and "&lt;i&gt;3&lt;/i&gt;" in page


# ---- Files and paper ----


def test_the_players_of_a_club_as_a_file(client, club, evenings):
    rows = (
        client.get(reverse("statistics:club_file", args=[club.slug, "csv"])).content.decode("utf-8-sig").split("\r\n")
    )
    assert rows[0] == "Name;Listen;Spiele;Alleinspiele;Gewinnquote;Leistung;auf 48 Spiele"
    anna = next(row.split(";") for row in rows if row.startswith("Anna"))
    results = [liste.results()[1] for liste, _seat in lists_of(evenings, 1)]
    leistung = sum(result.leistung for result in results)
    declared, won = sum(result.won + result.lost for result in results), sum(result.won for result in results)
    numbers = [anna[0], *(float(cell.replace(",", ".")) for cell in anna[1:])]
    average = round(48 * leistung / (DEALS * len(results)), 1)
    assert numbers == ["Anna Ärmel", 4, 48, declared, round(100 * won / declared, 1), leistung, average]


def test_the_file_of_rates_has_the_columns_of_its_page(client, club, evenings, players, matches):
    def heading(name: str, about: object) -> list[str]:
        answer = client.get(reverse(f"statistics:{name}_rates_file", args=[about, "csv"]))
        return answer.content.decode("utf-8-sig").splitlines()[0].split(";")

    first = ["Anteil", "Bedeutung", "Anzahl", "insgesamt"]
    assert heading("club", club.slug) == [*first, "hier (%)", "18 Mio. Spiele (%)"]
    assert heading("event", evenings[0][0].slug) == [*first, "hier (%)", "im Verein (%)", "18 Mio. Spiele (%)"]
    assert heading("event", matches.slug) == [*first, "hier (%)", "im Verein (%)"]
    address = reverse("statistics:player_rates_file", args=[players[0].pk, "csv"])
    english = client.get(address, headers={"Accept-Language": "en"}).content.decode("utf-8-sig").splitlines()[0]
    assert english.split(";")[4:] == ["Player (%)", "all there (%)", "18 million deals (%)"]


def test_a_share_is_rounded_alike_on_the_page_and_in_the_file():
    """23 of 80 are 28.75 %, between two tenths: the even one is meant, which a binary fraction misses."""
    member = MemberFigures(1, "Anna", False, lists=5, deals=240, declared=80, won=23, spielpunkte=0, leistung=0)
    assert percent(member.success) == "28,8 %"
    assert MemberFiguresTable([member], None).value_success(member) == 28.8


@pytest.mark.parametrize("name", ["vereinsstatistik", "spielerstatistik"])
def test_paper_says_what_the_page_says(name, club, evenings, players, paper_as_html, tmp_path):
    file = tmp_path / "statistik.pdf"
    slug = club.slug if name == "vereinsstatistik" else str(players[0].pk)
    call_command("print", name, slug, output=file, jahr=2026)
    text = told(file.read_text())
    assert "Statistik · 2026" in text
    assert "Welche Spiele gespielt werden" in text
    assert ("Fritz Frei" in text, "Listen 4 Spiele 48" in text) == (name == "vereinsstatistik",) * 2


def test_paper_of_nobody_is_refused(db):
    for name, slug in (("vereinsstatistik", "gibt-es-nicht"), ("spielerstatistik", "x"), ("spielerstatistik", "0")):
        with pytest.raises(CommandError, match=f"Diesen Verein oder Spieler gibt es nicht: {slug}"):
            call_command("print", name, slug)


def test_pictures_are_set_on_paper(club, evenings, sign_in, leser):
    paper = sign_in(leser).get(reverse("printing:club_statistics", args=[club.slug]))
    assert paper.content.startswith(b"%PDF-")
    assert 'filename="statistik-herz-dame-altenburg.pdf"' in paper["Content-Disposition"]
    assert leser.club_roles.get().role == Role.READER


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ({"spiel": "skat"}, "statistik-herz-dame-altenburg-skat.pdf"),
        ({"spiel": "offiziersskat", "zeit": "2026"}, "statistik-herz-dame-altenburg-offiziersskat-2026.pdf"),
        ({"zeit": "2026"}, "statistik-herz-dame-altenburg-2026.pdf"),
    ],
)
def test_papers_and_files_of_two_games_have_two_names(asked, name, club, sign_in, leser, paper_as_html):
    browser = sign_in(leser)
    paper = browser.get(reverse("printing:club_statistics", args=[club.slug]), asked)
    assert f'filename="{name}"' in paper["Content-Disposition"]
    file = browser.get(reverse("statistics:club_rates_file", args=[club.slug, "csv"]), asked)
    named = name.replace("statistik", "anteile").replace("pdf", "csv")
    assert file["Content-Disposition"] == f'attachment; filename="{named}"'
