"""The second person: what waits for her keeps everything from being final, and she goes through it list by list."""

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from whole import WHOLE

from scoring.foot_check import PaperFoot
from skatliga.desk.services import close_event
from skatliga.events.models import Event, Table
from skatliga.events.services import set_state
from skatliga.leagues import seasons
from skatliga.leagues.models import Season
from skatliga.lists.confirmation import waiting_for
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change, enter_feet, open_sheet
from skatliga.lists.workflow import move
from skatliga.standings.rankings import ranking
from skatliga.years import services as years
from skatliga.years.models import ClubYear
from web.desk import refused, text_of, told
from web.league import groups_of, make_division, start
from web.ranks import enter_list, make_evening
from web.replayed import world

pytestmark = pytest.mark.django_db

State = Sheet.State


@pytest.fixture
@world
def evening(club):
    return make_evening(club, second_person=True)


def where(event, **query):
    return reverse("lists:confirm", args=[event.slug], query=query)


def decide(browser, page, what, **sent):
    """Press a button of the page that shows a list."""
    sheet = page.context["sheet"]
    fields = {"liste": sheet.pk, "revision": sheet.revision, "key": page.context["key"], "tun": what, **sent}
    return browser.post(where(sheet.table.round.event), fields)


def shown(response):
    """Serie and table of the list on a page."""
    sheet = response.context["sheet"]
    return sheet and (sheet.table.round.number, sheet.table.number)


def confirm(user, *lists):
    for sheet in lists:
        sheet.refresh_from_db()
        move(sheet.pk, State.CHECKED, Change(sheet.revision, user))


# ---- Nothing is final ----


def test_lists_that_only_were_entered_let_no_event_close(evening, schreiber, leiterin, sign_in):
    lists = [enter_list(schreiber, evening, 1, table, to=State.ENTERED) for table in (1, 2)]
    with pytest.raises(ValidationError) as refusal:
        close_event(evening, "")
    assert refusal.value.messages == [
        "Diese Listen hat noch keine zweite Person bestätigt: Preisskat, Serie 1, Tisch 1; Preisskat, Serie 1, Tisch 2."
        " Bitte zuerst bestätigen lassen (Stand der Listen, „Nächste zu bestätigende Liste“)."
    ]
    page = sign_in(leiterin).get(reverse("desk:close", args=[evening.slug]))
    assert "Auf die Bestätigung durch eine zweite Person warten die Listen der Tische 1, 2." in text_of(page)
    assert 'name="fehlen"' not in page.text
    confirm(leiterin, *lists)
    close_event(evening, "")
    evening.refresh_from_db()
    assert (evening.state, ranking(evening, None).standing) == (
        Event.State.FINAL,
        "Stand nach 1. Serie, 2 von 2 Listen, endgültig",
    )


def test_a_list_in_question_waits_for_the_second_person_too(evening, schreiber):
    enter_list(schreiber, evening, 1, 1, to=State.IN_QUESTION)
    with pytest.raises(ValidationError, match="hat noch keine zweite Person bestätigt: Preisskat, Serie 1, Tisch 1"):
        close_event(evening, "1/2")


def test_an_event_that_was_let_close_without_confirmations_is_not_called_final(evening, schreiber):
    for table in (1, 2):
        enter_list(schreiber, evening, 1, table, to=State.ENTERED)
    Event.objects.update(state=Event.State.FINAL)  # as an earlier version let it
    evening.refresh_from_db()
    found = ranking(evening, None)
    assert (found.standing, found.provisional) == ("Stand nach 1. Serie, 2 von 2 Listen, vorläufig", True)


def test_without_a_second_person_what_was_entered_closes(club, schreiber):
    evening = make_evening(club)
    for table in (1, 2):
        enter_list(schreiber, evening, 1, table, to=State.ENTERED)
    close_event(evening, "")
    evening.refresh_from_db()
    assert ranking(evening, None).standing == "Stand nach 1. Serie, 2 von 2 Listen, endgültig"


def test_a_club_year_is_not_closed_over_an_unconfirmed_list(club, evening, schreiber):
    year = years.create_year(club, name="2026", first_day=evening.date, last_day=evening.date)
    years.set_state(year, ClubYear.State.PUBLISHED)
    years.add_evenings(year, [evening])
    enter_list(schreiber, evening, 1, 1, to=State.ENTERED)
    set_state(evening, Event.State.FINAL)
    with pytest.raises(ValidationError, match="hat noch keine zweite Person bestätigt: Preisskat, Serie 1, Tisch 1"):
        years.set_state(year, ClubYear.State.FINAL)


@pytest.fixture
@world
def group(club):
    """The first match day of a league, seated; somebody has said that it demands a second person."""
    group = groups_of(make_division(club, "ABCD", "1: A* B C D\n2: A B* C D", rounds=1), 1)[0]
    start(group)
    Event.objects.update(second_person=True)
    return group


def enter_first(group, user) -> Sheet:
    sheet = open_sheet(Table.objects.get(round__event=group.event, number=1), user)
    enter_feet(sheet.pk, [PaperFoot(points, 8, 0) for points in (400, 320, 240, 200)], 16, Change(sheet.revision, user))
    move(sheet.pk, State.ENTERED, Change(sheet.revision + 1, user))
    return sheet


def test_a_season_is_not_closed_over_an_unconfirmed_list(group, schreiber):
    enter_first(group, schreiber)
    with pytest.raises(ValidationError, match=r"hat noch keine zweite Person bestätigt: .*Serie 1, Tisch 1"):
        seasons.set_state(group.matchday.division.season, Season.State.FINAL)


def test_the_page_of_a_match_day_leads_to_its_lists_one_after_the_other(group, schreiber, leiterin, sign_in):
    enter_first(group, schreiber)
    group.event.refresh_from_db()
    browser = sign_in(leiterin)
    assert f'href="{where(group.event)}"' in browser.get(group.get_absolute_url()).text
    page = browser.get(where(group.event))
    assert shown(page) == (1, 1)
    assert group.get_absolute_url() in page.text


def test_lists_are_gone_through_with_one_key_each(club, schreiber, leiterin, sign_in):
    """Twelve; 48 with WHOLE=1."""
    serien = 24 if WHOLE else 6
    evening = make_evening(club, rounds=serien, second_person=True)
    for serie in range(1, serien + 1):
        for table in (1, 2):
            enter_list(schreiber, evening, serie, table, to=State.ENTERED)
    browser, pressed = sign_in(leiterin), 0
    page = browser.get(where(evening))
    while page.context["sheet"]:
        page = browser.get(decide(browser, page, "bestaetigen").url)
        pressed += 1
    assert (pressed, Sheet.objects.filter(state=State.CHECKED).count()) == (2 * serien, 2 * serien)


def test_the_api_names_the_tables_that_wait(evening, schreiber, client):
    enter_list(schreiber, evening, 1, 2, to=State.ENTERED)
    answer = client.get(f"/api/v1/veranstaltungen/{evening.slug}/rangliste").json()
    assert [(serie["number"], serie["unconfirmed"]) for serie in answer["rounds"]] == [(1, [2]), (2, [])]


# ---- The board ----


def test_the_board_counts_what_waits(evening, schreiber, leiterin, sign_in):
    lists = [enter_list(schreiber, evening, 1, table, to=State.ENTERED) for table in (1, 2)]
    confirm(leiterin, lists[0])
    page = sign_in(leiterin).get(reverse("lists:board", args=[evening.slug, 1]))
    assert "2 von 2 Listen erfasst · 1 wartet auf Bestätigung" in text_of(page)
    assert "erfasst, wartet auf Bestätigung" in text_of(page)
    assert f'href="{where(evening)}"' in page.text
    assert f'href="{where(evening)}"' not in sign_in(None).get(page.wsgi_request.path).text


# ---- The queue ----


def test_one_list_after_the_other_is_confirmed(evening, schreiber, leiterin, sign_in):
    for serie, table in ((1, 1), (1, 2), (2, 1)):
        enter_list(schreiber, evening, serie, table, to=State.ENTERED)
    browser = sign_in(leiterin)
    page, seen = browser.get(where(evening)), []
    while page.context["sheet"]:
        seen.append((shown(page), len(page.context["waiting"].mine)))
        page = browser.get(decide(browser, page, "bestaetigen").url)
    assert seen == [((1, 1), 3), ((1, 2), 2), ((2, 1), 1)]
    assert "Keine Liste wartet mehr: alle erfassten sind geprüft." in text_of(page)
    assert set(Sheet.objects.values_list("state", "checked_by")) == {("checked", leiterin.pk)}


def test_a_list_is_sent_back_with_a_reason_only(evening, schreiber, leiterin, sign_in):
    sheet = enter_list(schreiber, evening, 1, 1, to=State.ENTERED)
    enter_list(schreiber, evening, 2, 1, to=State.ENTERED)
    browser = sign_in(leiterin)
    page = browser.get(where(evening))
    silent = decide(browser, page, "zurueck", reason=" ")
    assert (silent.status_code, refused(silent), shown(silent)) == (422, ["Bitte eine Begründung angeben."], (1, 1))
    answer = decide(browser, page, "zurueck", reason="g von Platz 2")
    assert told(browser, answer) == ["Serie 1, Tisch 1 ist zurückgegeben; der Vermerk steht bei der Liste."]
    assert shown(browser.get(answer.url)) == (2, 1)
    sheet.refresh_from_db()
    assert (sheet.state, sheet.note) == ("handed_in", "g von Platz 2")
    for page in ("totals", "entry", "sheet"):
        assert "Vermerk: g von Platz 2" in text_of(browser.get(reverse(f"lists:{page}", args=[sheet.pk])))
    board = reverse("lists:board", args=[evening.slug, 1])
    assert "abgegeben" in text_of(browser.get(board)) and "Vermerk: g von Platz 2" in text_of(browser.get(board))
    assert "Vermerk" not in text_of(sign_in(None).get(board))


def test_whoever_entered_a_list_is_not_offered_it(evening, schreiber, leiterin, sign_in):
    enter_list(schreiber, evening, 1, 1, to=State.ENTERED)
    enter_list(leiterin, evening, 1, 2, to=State.ENTERED)
    typed = enter_list(schreiber, evening, 2, 1, to=State.HANDED_IN)  # written by one alone, closed by the other
    move(typed.pk, State.ENTERED, Change(typed.revision, leiterin))
    assert {user: shown(sign_in(user).get(where(evening))) for user in (leiterin, schreiber)} == {
        leiterin: (1, 1),
        schreiber: (1, 2),
    }
    browser = sign_in(schreiber)
    rest = browser.get(decide(browser, browser.get(where(evening)), "bestaetigen").url)
    assert rest.context["sheet"] is None
    assert "Für Sie ist nichts mehr zu tun: 2 Listen warten noch, bestätigen muss sie jemand anders" in text_of(rest)
    assert waiting_for(evening, schreiber)[1:] == (2, 0)


def test_a_list_is_put_off_and_comes_again(evening, schreiber, leiterin, sign_in):
    for table in (1, 2):
        enter_list(schreiber, evening, 1, table, to=State.ENTERED)
    browser = sign_in(leiterin)
    first = browser.get(where(evening))
    later = browser.get(where(evening, nach=first.context["sheet"].pk))
    again = browser.get(where(evening, nach=later.context["sheet"].pk))
    assert [shown(page) for page in (first, later, again)] == [(1, 1), (1, 2), (1, 1)]


def test_two_who_confirm_at_once_do_not_meet_again(evening, schreiber, leiterin, admin, sign_in):
    for serie, table in ((1, 1), (1, 2), (2, 1), (2, 2)):
        enter_list(schreiber, evening, serie, table, to=State.ENTERED)
    one, other = sign_in(leiterin), sign_in(admin)
    same = other.get(where(evening))
    ahead = decide(one, one.get(where(evening)), "bestaetigen")
    beaten = decide(other, same, "bestaetigen")
    assert told(other, beaten) == ["Serie 1, Tisch 1 hat inzwischen jemand anders bearbeitet."]
    assert (shown(one.get(ahead.url)), shown(other.get(beaten.url))) == ((1, 2), (2, 1))


def test_without_a_second_person_everybody_checks_everything(club, schreiber, sign_in):
    evening = make_evening(club)
    for table in (1, 2):
        enter_list(schreiber, evening, 1, table, to=State.ENTERED)
    page = sign_in(schreiber).get(where(evening))
    assert (shown(page), len(page.context["waiting"].mine)) == ((1, 1), 2)
    assert "Geprüft, nächste Liste" in text_of(page)


def test_checked_on_its_own_page_leads_to_the_next_list(evening, schreiber, leiterin, sign_in):
    sheets = [enter_list(schreiber, evening, 1, table, to=State.ENTERED) for table in (1, 2)]
    browser = sign_in(leiterin)
    answers = [
        browser.post(reverse("lists:move", args=[sheet.pk]), {"stand": "checked", "revision": sheet.revision})
        for sheet in sheets
    ]
    assert [answer.url for answer in answers] == [
        where(evening, liste=sheets[1].pk),
        reverse("lists:sheet", args=[sheets[1].pk]),
    ]
