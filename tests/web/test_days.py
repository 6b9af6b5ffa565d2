"""Events on several days: which Serie on which is said on a page, and what follows from it.

That a day has a ranking of its own, the same everywhere, is shown in `test_same_everywhere`.
"""

import datetime

import pytest
from django.urls import reverse

from skatliga.access import Role
from skatliga.desk.services import copy_event
from skatliga.events.days import dates_of, days_of, set_days
from skatliga.events.models import Event
from skatliga.events.services import change_event
from skatliga.standings.rankings import left_out, ranking
from skatliga.visitors.search import played_now
from web.desk import text_of, told
from web.league import groups_of, make_division, start
from web.ranks import enter_list, make_evening
from web.replayed import world

pytestmark = pytest.mark.django_db

SATURDAY, SUNDAY, MONDAY = (datetime.date(2026, 11, day) for day in (21, 22, 23))


@pytest.fixture
@world
def event(club) -> Event:
    """Four Serien that begin on a Saturday."""
    return read(make_evening(club, rounds=4))


def read(event: Event) -> Event:
    return Event.objects.prefetch_related("rounds").get(pk=event.pk)


def address(event: Event) -> str:
    return reverse("events:days", args=[event.slug])


def test_the_days_are_typed_and_shown_where_a_serie_is(event, sign_in, leiterin, client):
    browser = sign_in(leiterin)
    assert address(event) in browser.get(event.get_absolute_url()).text
    answer = browser.post(address(event), {"day_2": "", "day_3": "2026-11-22", "day_4": "2026-11-22"})
    assert told(browser, answer) == ["Die Tage sind gespeichert."]
    event = read(event)
    assert dates_of(event) == {1: SATURDAY, 2: SATURDAY, 3: SUNDAY, 4: SUNDAY}
    assert [round.date for round in event.rounds.all()] == [None, None, SUNDAY, None]
    assert [(str(day), day.label, day.serien) for day in days_of(event)] == [
        ("Samstag, 21. November", "Samstag", {1, 2}),
        ("Sonntag, 22. November", "Sonntag", {3, 4}),
    ]
    page = text_of(client.get(event.get_absolute_url()))
    assert "21. bis 22. November 2026" in page
    assert page.count("Sonntag, 22. November") == 2
    assert "Serie 4 Sonntag, 22. November" in text_of(client.get(reverse("lists:board", args=[event.slug, 4])))
    api = client.get(f"/api/v1/veranstaltungen/{event.slug}").json()
    assert [round["date"] for round in api["rounds"]] == ["2026-11-21", "2026-11-21", "2026-11-22", "2026-11-22"]


@pytest.mark.parametrize(
    ("typed", "at", "said"),
    [
        ({"day_2": "2026-11-20"}, "day_2",
         "Die Serie davor ist am 21. November 2026; bitte diesen Tag oder einen späteren."),
        ({"day_2": "2026-11-23", "day_4": "2026-11-22"}, "day_4",
         "Die Serie davor ist am 23. November 2026; bitte diesen Tag oder einen späteren."),
        ({"day_3": "2027-11-22"}, "day_3",
         "Das ist mehr als 60 Tage nach dem Beginn; bitte einen Tag bis zum 20. Januar 2027."),
        ({"day_3": "morgen"}, "day_3", "Bitte ein gültiges Datum eingeben."),
    ],
)  # fmt: skip
def test_a_day_that_cannot_be_is_said_at_its_field(event, sign_in, leiterin, typed, at, said):
    form = sign_in(leiterin).post(address(event), typed).context["form"]
    assert form.errors == {at: [said]}
    assert form[at].value() == typed[at]
    assert not event.rounds.exclude(date=None).exists()


def test_the_last_day_that_can_be_is_taken(event, sign_in, leiterin):
    assert sign_in(leiterin).post(address(event), {"day_4": "2027-01-20"}).status_code == 302
    assert dates_of(read(event))[4] == datetime.date(2027, 1, 20)


def test_the_days_move_with_the_event_and_with_its_copy(event):
    set_days(event, {3: SUNDAY, 4: MONDAY})
    event = read(event)
    moved = change_event(event, rounds=4, date=SATURDAY + datetime.timedelta(weeks=2))
    two_weeks = datetime.timedelta(weeks=2)
    later = {number: day + two_weeks for number, day in dates_of(event).items()}
    assert dates_of(read(moved)) == later
    copied = copy_event(event, name="Nächstes Jahr", date=datetime.date(2027, 11, 20))
    saturday, sunday, monday = (datetime.date(2027, 11, day) for day in (20, 21, 22))
    assert dates_of(read(copied)) == {1: saturday, 2: saturday, 3: sunday, 4: monday}


def test_nothing_of_days_is_said_of_an_event_of_one_day(event, client):
    assert days_of(event) == ()
    assert "?tag=" not in client.get(reverse("standings:ranking", args=[event.slug])).text
    assert client.get(reverse("standings:ranking", args=[event.slug]), {"tag": "2026-11-21"}).status_code == 404


@pytest.mark.parametrize("query", ["tag=2026-11-24", "tag=x", "tag=2026-11-21&nach=1", "tag=2026-11-21&tabelle=1"])
def test_a_day_that_there_is_not_is_not_found(event, client, query):
    set_days(event, {3: SUNDAY})
    assert client.get(f"{reverse('standings:ranking', args=[event.slug])}?{query}").status_code == 404
    assert client.get(f"/api/v1/veranstaltungen/{event.slug}/rangliste?{query}").status_code == 404


def test_in_the_ranking_of_a_day_everything_counts(event, schreiber, client):
    """The worst Serie is dropped in the whole, and number 1 begins with 1,000 points less; neither concerns a day."""
    set_days(event, {3: SUNDAY})
    for serie in (1, 2, 3):
        enter_list(schreiber, event, serie, 1)
    Event.objects.filter(pk=event.pk).update(rules=[{"drop": 1}])
    event.entries.filter(start_number=1).update(start_points=-1000, start_reason="Strafe")
    event = read(event)
    by_number = {line.start_number: line.leistung for line in ranking(event, None).lines}
    assert by_number == {3: 720, 2: 460, 1: -360, 4: -580}
    page = client.get(reverse("standings:ranking", args=[event.slug]), {"tag": "2026-11-21"})
    assert "Stand nach 2. Serie" in text_of(page)
    assert "Rangliste Samstag, 21. November" in text_of(page)
    day = page.context["ranking"]
    assert {line.start_number: line.leistung for line in day.lines} == {3: 720, 1: 640, 2: 460, 4: -580}
    sunday = client.get(reverse("standings:ranking", args=[event.slug]), {"tag": "2026-11-22"}).context["ranking"]
    assert sunday.standing == "Ab Serie 3, Stand nach 3. Serie, 1 von 2 Listen, vorläufig"


def test_who_goes_on_at_the_cut_is_who_the_ranking_says(event, schreiber):
    """Four of eight after the first Serie; a deduction takes number 3 out, although nobody has more points."""
    event = change_event(event, rounds=4, cut_after=1, cut_places=4, cut_carries=True)
    for table in (1, 2):
        enter_list(schreiber, event, 1, table)
    event.entries.filter(start_number=3).update(start_points=-500, start_reason="Strafe")
    event = read(event)
    first = [line.start_number for line in ranking(event, Role.SPIELLEITUNG).lines][:5]
    assert first == [7, 1, 5, 2, 6]  # 360, 320 twice, 230 twice: who shares the last place goes on
    assert left_out(event, 2) == {3, 4, 8}


def test_an_event_is_played_on_its_later_days_too(event):
    set_days(event, {3: SUNDAY, 4: MONDAY})
    days = [SATURDAY + datetime.timedelta(days=number) for number in (-1, 0, 1, 2, 3, 4)]
    assert [event in played_now(day) for day in days] == [False, True, True, True, True, False]


def test_the_calendar_says_from_when_to_when(event, club, client, time_machine):
    time_machine.move_to(datetime.datetime(2026, 11, 20, 12, tzinfo=datetime.UTC))
    set_days(event, {3: SUNDAY, 4: MONDAY})
    text = client.get(reverse("visitors:club_calendar", args=[club.slug])).content.decode()
    assert "DTSTART;VALUE=DATE:20261121\r\nDTEND;VALUE=DATE:20261124\r\n" in text


def test_a_match_day_of_a_league_is_one_day(club, sign_in, leiterin):
    division = make_division(club, "ABCD", "1: A B C D")
    [group] = groups_of(division, 1)
    start(group)
    assert sign_in(leiterin).get(address(group.event)).status_code == 404
