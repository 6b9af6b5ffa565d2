"""Club years: their pages and services; what is added up over a whole year is in `test_club_year`.

Lists are entered by their foot (`web.ranks`): at a table Leistung 320, 230, 360 and -290 by seat, won 3, 2, 2, 0, lost
1, 1, 0, 3.
"""

import csv
import datetime
from io import BytesIO, StringIO

import openpyxl
import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse

from scoring.foot_check import PaperFoot
from scoring.wertung.presets import TableRule
from skatliga.access import Role
from skatliga.desk.balances import balance
from skatliga.desk.services import book_other, pay_entry_fee, set_fees
from skatliga.desk.services import reverse as reverse_booking
from skatliga.events.models import Event
from skatliga.events.roles import grant_role
from skatliga.events.services import (
    change_event,
    create_event,
    enter_guests,
    enter_players,
    withdraw,
)
from skatliga.events.services import set_state as set_event_state
from skatliga.lists.models import Row
from skatliga.lists.services import Change
from skatliga.lists.workflow import move
from skatliga.people.services import change_player, merge_players
from skatliga.wertung.wording import explain
from skatliga.years.cashbook import cash_book
from skatliga.years.forms import following
from skatliga.years.models import CashEntry, ClubYear, Evening
from skatliga.years.queries import season
from skatliga.years.records import records
from skatliga.years.seating_list import seat_first, seating_list, seating_order
from skatliga.years.services import (
    add_evenings,
    book,
    change_year,
    create_year,
    next_date,
    next_evening,
    remove_evening,
    set_state,
)
from skatliga.years.services import (
    reverse as reverse_entry,
)
from skatliga.years.year_standing import part_of, parts_of, title_of, year_table
from web.club_evenings import DAYS, NAMES, fresh
from web.desk import text_of, told
from web.ranks import State


def close(year: ClubYear) -> None:
    """Close a year, and before it its evenings."""
    for event in year.events.all():
        set_event_state(event, Event.State.FINAL)
    set_state(year, ClubYear.State.FINAL)


def directing(year: ClubYear) -> ClubYear:
    found = fresh(year)
    found.held = Role.SPIELLEITUNG
    return found


def table(year: ClubYear, role=None, part=None):
    return year_table(season(fresh(year), role), part)


def shown(lines) -> list[tuple]:
    return [(line.place, line.person.name, line.total.value) for line in lines]


def page(name: str, *args) -> str:
    return reverse(f"years:{name}", args=args)


# ---- The rule in words ----


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (TableRule(), "Es entscheidet die Summe der Punkte aller Listen."),
        (
            TableRule(measure="average", minimum=20),
            "Es entscheidet der Schnitt je Liste, auf zwei Stellen gerundet angezeigt."
            " Einen Platz hat, wer mindestens 20 Listen gespielt hat.",
        ),
        (
            TableRule(measure="average", unit="evening", minimum=1, missing_as_zero=True, projected=True),
            "Es entscheidet der Schnitt je Abend, auf zwei Stellen gerundet angezeigt."
            " Jede Liste wird auf 48 Spiele hochgerechnet. Was an 1 Abend fehlt, zählt 0.",
        ),
        (
            TableRule(unit="evening", drop=2, span="quarter", best=30, credits=1, credit=500),
            "Es entscheidet die Summe der Punkte aller Abende. In jedem Quartal werden die 2 schlechtesten Abende"
            " gestrichen. Wer fehlt, hat damit schon gestrichen. Es zählen nur die besten 30 Abende. Wer einen Abend"
            " versäumt, bekommt dafür 500 Punkte, für höchstens 1 Abend.",
        ),
    ],
)
def test_a_rule_explains_itself(rule, said):
    assert explain(rule, "Punkte") == said


def test_parts_are_counted_from_the_first_month():
    year = ClubYear(first_day=datetime.date(2026, 9, 1), last_day=datetime.date(2027, 8, 31), parts="quarter")
    days = [datetime.date(2026, 11, 30), datetime.date(2026, 12, 1), datetime.date(2027, 8, 31)]
    assert [part_of(year, "quarter", day) for day in days] == [1, 2, 4]
    assert parts_of(year, days) == [(1, "1. Quartal"), (2, "2. Quartal"), (4, "4. Quartal")]
    assert (title_of(year, "half", 2), title_of(year, "month", 5)) == ("2. Halbjahr", "Januar 2027")
    assert [part_of(year, "month", datetime.date(*day)) for day in [(2026, 8, 30), (2027, 9, 2)]] == [1, 12]


BEGINNINGS = [
    # first day, last day, the days on which the halves begin, and the quarters
    ("2026-01-01", "2026-12-31", "2026-01-01 2026-07-01", "2026-01-01 2026-04-01 2026-07-01 2026-10-01"),
    ("2026-09-15", "2027-09-14", "2026-09-15 2027-03-15", "2026-09-15 2026-12-15 2027-03-15 2027-06-15"),
    # February has no day 29 to 31, and November none 31
    ("2026-08-31", "2027-08-30", "2026-08-31 2027-03-01", "2026-08-31 2026-12-01 2027-03-01 2027-05-31"),
    ("2026-08-31", "2027-08-31", "2026-08-31 2027-03-01", "2026-08-31 2026-12-01 2027-03-01 2027-05-31"),
    ("2026-11-30", "2027-11-29", "2026-11-30 2027-05-30", "2026-11-30 2027-03-01 2027-05-30 2027-08-30"),
    ("2026-11-29", "2027-11-28", "2026-11-29 2027-05-29", "2026-11-29 2027-03-01 2027-05-29 2027-08-29"),
    ("2028-02-29", "2029-02-28", "2028-02-29 2028-08-29", "2028-02-29 2028-05-29 2028-08-29 2028-11-29"),
    # shorter than a year, a day longer, and a year and a half
    ("2026-09-05", "2027-06-30", "2026-09-05 2027-03-05", "2026-09-05 2026-12-05 2027-03-05 2027-06-05"),
    ("2026-09-15", "2027-09-15", "2026-09-15 2027-03-15", "2026-09-15 2026-12-15 2027-03-15 2027-06-15"),
    (
        "2026-01-01", "2027-06-30", "2026-01-01 2026-07-01 2027-01-01",
        "2026-01-01 2026-04-01 2026-07-01 2026-10-01 2027-01-01 2027-04-01",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("first", "last", "halves", "quarters"), BEGINNINGS)
def test_halves_and_quarters_begin_on_the_day_of_the_month_on_which_the_year_does(first, last, halves, quarters):
    year = ClubYear(first_day=datetime.date.fromisoformat(first), last_day=datetime.date.fromisoformat(last))
    days = [year.first_day + datetime.timedelta(days=n) for n in range((year.last_day - year.first_day).days + 1)]
    for span, begins in (("half", halves.split()), ("quarter", quarters.split())):
        parts = [part_of(year, span, day) for day in days]
        first_days = {part: str(day) for part, day in reversed(list(zip(parts, days, strict=True)))}
        assert (parts, first_days) == (sorted(parts), dict(enumerate(begins, 1))), span


def test_months_are_those_of_the_calendar_wherever_the_year_begins():
    year = ClubYear(first_day=datetime.date(2026, 9, 15), last_day=datetime.date(2027, 9, 14), parts="month")
    days = [datetime.date(2026, 9, 30), datetime.date(2026, 10, 1), datetime.date(2027, 9, 1)]
    assert parts_of(year, days) == [(1, "September 2026"), (2, "Oktober 2026"), (13, "September 2027")]


# ---- The table ----


def test_the_table_adds_up_what_was_played(year, play):
    play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    play((1, 16), "Bert", "Anna", "Cora", "Gast Gera", year=year)
    found = table(year)
    assert shown(found.members) == [(1, "Cora Cruse", 720), (2, "Anna Adam", 550), (2, "Bert Bock", 550),
                                    (4, "Dora Dorn", -290)]  # fmt: skip
    assert [line.shared for line in found.members] == [False, True, True, False]
    assert shown(found.guests) == [(1, "Gast Gera", -290)]
    assert found.standing == "Stand nach 2 Abenden, 16.01.2026, vorläufig"
    close(year)
    assert table(year).standing == "Stand nach 2 Abenden, 16.01.2026, endgültig"


def test_a_guest_is_known_by_name_and_club_and_stays_a_guest(year, play, club, members):
    play((1, 9), "Anna", "Bert", "Cora", "Gast Gera", year=year)
    play((1, 16), "Anna", "Bert", "Cora", "GAST  gera", year=year)
    assert shown(table(year).guests) == [(1, "GAST  gera", -580)]
    members["Anna"].delete()  # leaves the club
    assert [line.person.name for line in table(year).members] == ["Cora Cruse", "Anna Adam", "Bert Bock"]


def test_two_entries_of_the_register_that_are_one_player_are_one_line(year, play, members):
    play((1, 9), "Anna", "Bert", "Cora", "Gast Gera", year=year)
    play((1, 16), "Dora", "Bert", "Cora", "Gast Gera", year=year)
    merge_players(members["Anna"].player, members["Dora"].player)
    assert ("Dora Dorn", 640) in [(line.person.name, line.total.value) for line in table(year).members]
    assert len(table(year).members) == 3


def test_who_has_too_few_lists_stands_below(year, play):
    play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    play((1, 16), "Anna", "Bert", "Cora", "Gast Gera", year=year)
    change_year(year, rules=[{"minimum": 2, "measure": "average"}])
    found = table(year)
    assert shown(found.members) == [(1, "Cora Cruse", 360), (2, "Anna Adam", 320), (3, "Bert Bock", 230)]
    assert shown(found.below) == [(None, "Dora Dorn", -290)]
    assert shown(found.guests) == [(None, "Gast Gera", -290)]


def test_an_evening_counts_when_it_is_published_and_a_list_when_it_is_entered(year, play):
    event = play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year, to=State.HANDED_IN)
    assert (shown(table(year).members), table(year).standing) == ([], "Noch kein Abend")
    play((1, 16), "Anna", "Bert", "Cora", "Dora", year=year, to=State.IN_QUESTION)
    found = table(year)
    assert (len(found.members), [night.in_question for night in found.unfinished]) == (4, [True])
    set_event_state(Event.objects.get(date=datetime.date(2026, 1, 16)), Event.State.DRAFT)
    assert table(year).members == ()
    assert event.date == datetime.date(2026, 1, 9)


def test_a_missing_list_is_named(year, play, enter, client):
    names = ["Anna", "Bert", "Cora", "Dora", "Gast A", "Gast B", "Gast C", "Gast D"]
    event = play((1, 9), *names, year=year, lists=False)
    enter(event, 1, 1)
    text = text_of(client.get(page("year", year.slug)))
    assert "Clubabend, 09.01.2026: Es fehlt noch 1 Liste." in text


def test_a_part_of_the_year_counts_everything_played_in_it(year, play):
    change_year(year, rules=[{"best": 1, "minimum": 2}], parts="quarter")
    play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    play((2, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    play((4, 9), "Bert", "Anna", "Cora", "Dora", year=year)
    assert shown(table(year).members)[0] == (1, "Cora Cruse", 360)
    assert shown(table(year, part=1).members)[:2] == [(1, "Cora Cruse", 720), (2, "Anna Adam", 640)]
    assert shown(table(year, part=2).members)[:2] == [(1, "Cora Cruse", 360), (2, "Bert Bock", 320)]


def test_groups_are_made_of_the_places(year, play):
    change_year(year, groups=2)
    play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    assert [(line.person.name, line.group.name) for line in table(year).members] == [
        ("Cora Cruse", "Grün"), ("Anna Adam", "Grün"), ("Bert Bock", "Rot"), ("Dora Dorn", "Rot"),
    ]  # fmt: skip
    change_year(year, groups=3)  # places 1 and 2 of 4 are in the first third and a bit more: 0, 0, 1, 2
    assert [line.group.name for line in table(year).members] == ["Grün", "Grün", "Gelb", "Rot"]


# ---- Pages ----


def test_the_page_explains_the_rule_and_marks_what_does_not_count(year, play, client):
    change_year(year, rules=[{"unit": "evening", "best": 1}])
    for day in (9, 16):
        play((1, day), "Anna", "Bert", "Cora", "Dora", year=year)
    answer = client.get(page("year", year.slug))
    text = text_of(answer)
    assert "Es zählt nur der beste Abend." in text
    assert "Stand nach 2 Abenden" in text
    assert answer.text.count("<s>") == 4
    assert "360 zählt nicht" in text


def test_the_account_says_what_counts_and_why(year, play, client, members):
    change_year(year, rules=[{"unit": "evening", "drop": 1, "span": "quarter", "credits": 1, "credit": 100}])
    play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    play((1, 16), "Bert", "Anna", "Cora", "Dora", year=year)
    play((4, 10), "Gast A", "Bert", "Cora", "Dora", year=year)
    text = text_of(client.get(page("player", year.slug, f"p{members['Anna'].player_id}")))
    # 320, 230 and a credit of 100; of the first quarter the 230 is dropped, of the second the only one stays.
    assert "Platz 3. 2 von 3 Abenden zählen. Zusammen 420 Punkte." in text
    assert "09.01.2026 Clubabend Serie 1: 320 zählt 320" in text
    assert "16.01.2026 Clubabend Serie 1: 230 gestrichen, 1. Quartal 230" in text
    assert "10.04.2026 Clubabend gefehlt, Gutschrift zählt 100" in text
    rows = rows_of(client.get(page("player_file", year.slug, f"p{members['Anna'].player_id}", "csv")).content)
    assert [row[-2:] for row in rows] == [["zählt", "Punkte"], ["ja", "320"], ["", "230"], ["ja", "100"]]


def test_the_account_names_the_best_and_the_evenings_missed(year, play, client, members):
    change_year(year, rules=[{"best": 1}])
    for day in (9, 16):
        play((1, day), "Anna", "Bert", "Cora", "Dora", year=year)
    play((1, 23), "Gast A", "Bert", "Cora", "Dora", year=year)
    text = text_of(client.get(page("player", year.slug, f"p{members['Anna'].player_id}")))
    assert "Die beste von 2 Listen zählt." in text
    assert "nicht unter den besten" in text
    assert "Nicht dabei: 23.01.2026" in text
    assert client.get(page("player", year.slug, "p0")).status_code == 404


def test_nobody_is_published_who_objects(year, play, members, client, sign_in, leser):
    play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    change_player(
        members["Cora"], number="", first_name="Cora", last_name="Cruse", publication="pseudonym",
        pseudonym="Pik Dame",
    )  # fmt: skip
    close(year)
    key = f"p{members['Cora'].player_id}"
    public = [
        page("year", year.slug),
        page("player", year.slug, key),
        page("records", year.slug),
        page("honours", year.club.slug),
        page("file", year.slug, "csv"),
    ]
    for address in public:
        answer = client.get(address).content.decode()
        assert "Pik Dame" in answer, address
        assert "Cruse" not in answer, address
    assert "Cora Cruse" in sign_in(leser).get(public[0]).text


def rows_of(content: bytes) -> list[list[str]]:
    return list(csv.reader(StringIO(content.decode("utf-8-sig")), delimiter=";"))


def test_the_table_as_a_file_has_everybody_and_every_evening(year, play, client):
    change_year(year, rules=[{"measure": "average", "minimum": 2}], groups=2)
    play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    play((1, 16), "Bert", "Anna", "=Cora", "Dora", year=year)
    answer = client.get(page("file", year.slug, "csv"))
    assert f'filename="jahrestabelle-{year.slug}-vorlaeufig.csv"' in answer["Content-Disposition"]
    assert rows_of(answer.content) == [
        "Platz Name Gruppe Zugehörigkeit 09.01.2026 16.01.2026 Abende Listen Schnitt Fehlt".split(),
        ["1", "Anna Adam", "Grün", "Mitglied", "320", "230", "2", "2", "275", ""],
        ["1", "Bert Bock", "Grün", "Mitglied", "230", "320", "2", "2", "275", ""],
        ["3", "Dora Dorn", "Rot", "Mitglied", "-290", "-290", "2", "2", "-290", ""],
        ["", "Cora Cruse", "", "Mitglied, unter der Mindestzahl", "360", "", "1", "1", "360", "1 Liste"],
        ["", "'=Cora", "", "Gast", "", "360", "1", "1", "360", "1 Liste"],
    ]
    book = openpyxl.load_workbook(BytesIO(client.get(page("file", year.slug, "xlsx")).content))
    assert [cell.value for cell in book.active[2]] == [1, "Anna Adam", "Grün", "Mitglied", 320, 230, 2, 2, 275, None]
    assert client.get(page("file", year.slug, "pdf")).status_code == 404


def test_a_page_is_made_anew_only_when_something_has_changed(year, play, client, members):
    play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    first = client.get(page("year", year.slug))
    again = client.get(page("year", year.slug), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    play((1, 16), "Anna", "Bert", "Cora", "Dora", year=year)
    after = client.get(page("year", year.slug), headers={"If-None-Match": first["ETag"]})
    assert (after.status_code, "Stand nach 2 Abenden" in after.text) == (200, True)
    change_player(members["Cora"], number="", first_name="Cora", last_name="Cruse", publication="first_name")
    renamed = client.get(page("year", year.slug), headers={"If-None-Match": after["ETag"]})
    assert (renamed.status_code, "Cruse" in renamed.text) == (200, False)


QUESTIONS = {
    "year": 16,
    "player": 14,
    "records": 14,
    "evenings": 15,
    "seating": 15,
    "honours": 15,
    "cash": 6,
    "years": 4,
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_pages_ask_as_often_for_one_evening_as_for_three(
    name, year, play, members, leiterin, sign_in, django_assert_num_queries, time_machine
):
    """On a day within the year, since its pages ask less when it is over."""
    time_machine.move_to(datetime.datetime(2026, 6, 1, 12, tzinfo=datetime.UTC))
    event = play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    book_other(event, 500, "Tombola", leiterin)
    args = [year.club.slug] if name in {"honours", "years"} else [year.slug]
    args += [f"p{members['Anna'].player_id}"] if name == "player" else []
    if name == "seating":
        next_evening(year, datetime.date(2026, 12, 1))
    browser = sign_in(leiterin)
    browser.get(page(name, *args))
    with django_assert_num_queries(QUESTIONS[name]):
        browser.get(page(name, *args))
    for day in (16, 23):
        event = play((1, day), "Anna", "Bert", "Gast A", "Gast B", year=year, rounds=2)
        book_other(event, 500, "Tombola", leiterin)
    with django_assert_num_queries(QUESTIONS[name]):
        browser.get(page(name, *args))


# ---- Years ----


def test_a_year_begins_with_the_rule_of_the_last_one_and_changes_nothing_in_it(year, play, sign_in, leiterin):
    play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    change_year(year, rules=[{"measure": "average", "minimum": 1}])
    before = shown(table(year).members)
    close(year)
    browser = sign_in(leiterin)
    form = browser.get(page("create_year", year.club.slug)).context["form"]
    initial = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    assert (initial["first_day"], initial["last_day"]) == (datetime.date(2027, 1, 1), datetime.date(2027, 12, 31))
    sent = {**initial, "name": "2027", "opening": "12,50"}
    answer = browser.post(page("create_year", year.club.slug), sent)
    made = ClubYear.objects.get(name="2027")
    assert answer.url == page("rules", made.slug)
    rule = [{"measure": "average", "minimum": 1}]
    assert (made.rules, made.opening, made.slug) == (rule, 1250, f"{year.club.slug}-2027")
    assert shown(table(year).members) == before


@pytest.mark.parametrize(
    ("first", "last", "proposed"),
    [
        ("2026-01-01", "2026-12-31", ("2027-01-01", "2027-12-31")),
        ("2026-07-01", "2026-12-31", ("2027-01-01", "2027-06-30")),
        ("2026-09-01", "2027-08-31", ("2027-09-01", "2028-08-31")),
        ("2023-02-15", "2024-02-14", ("2024-02-15", "2025-02-14")),
        ("2026-01-31", "2026-02-09", ("2026-02-10", "2026-02-19")),
    ],
)
def test_the_days_of_the_next_year_are_as_long(first, last, proposed):
    days = following(ClubYear(first_day=datetime.date.fromisoformat(first), last_day=datetime.date.fromisoformat(last)))
    assert (str(days["first_day"]), str(days["last_day"])) == proposed


def test_a_closed_year_does_not_change_any_more(year, play, leiterin):
    event = play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    book(year, date=event.date, cents=500, note="Tombola", user=leiterin)
    close(year)
    refused = [
        lambda: change_year(year, rules=[{"best": 1}]),
        lambda: add_evenings(year, [event]),
        lambda: remove_evening(year.evenings.get(), "verschrieben"),
        lambda: next_evening(year, datetime.date(2026, 2, 1)),
        lambda: book(year, date=event.date, cents=1, note="Tombola", user=leiterin),
        lambda: reverse_entry(year.cash_entries.get(), "doppelt", leiterin),
    ]
    for change in refused:
        with pytest.raises(ValidationError, match="abgeschlossen"):
            change()
    set_state(year, ClubYear.State.PUBLISHED)
    change_year(year, rules=[{"best": 1}])


def test_a_year_is_closed_when_all_of_its_evenings_are(year, play, sign_in, leiterin):
    browser = sign_in(leiterin)
    evenings = [play((month, 9), *NAMES, year=year) for month in (1, 2, 3, 4, 5)]
    set_event_state(evenings[1], Event.State.FINAL)
    set_event_state(evenings[4], Event.State.DRAFT)

    def closing() -> list[str]:
        return told(browser, browser.post(page("set_state", year.slug), {"state": "final"}))

    what_to_do = (
        "Ein Clubjahr wird erst abgeschlossen, wenn alle seine Abende es sind; bitte jeden abschließen oder aus dem"
        " Clubjahr herausnehmen."
    )
    names = ["Clubabend (09.01.2026)", "Clubabend (09.03.2026)", "Clubabend (09.04.2026)"]
    assert closing() == [f"Noch nicht abgeschlossen: {', '.join(names)} und 1 weiterer. {what_to_do}"]
    remove_evening(year.evenings.get(event=evenings[4]), "findet nicht statt")
    set_event_state(evenings[0], Event.State.FINAL)
    assert closing() == [f"Noch nicht abgeschlossen: {' und '.join(names[1:])}. {what_to_do}"]
    assert fresh(year).state == "published"
    for event in evenings[2:4]:
        set_event_state(event, Event.State.FINAL)
    assert (closing(), fresh(year).state) == ([], "final")


def test_an_evening_of_a_closed_year_stays_as_it_is(year, play, sign_in, leiterin):
    """Neither its lists nor its day, nor what was paid there: the table and the cash book are final."""
    change_year(year, opening=1000)
    evening = play((1, 9), *NAMES, year=year)
    sheet = evening.rounds.get().tables.get().sheets.get()
    book_other(evening, 500, "Tombola", leiterin)
    set_fees(evening, entry_fee=500)
    close(year)
    browser = sign_in(leiterin)
    before = text_of(browser.get(page("year", year.slug))), cash_book(fresh(year))
    closed = "Diese Veranstaltung ist abgeschlossen. Zum Ändern bitte zuerst wieder öffnen."
    of_year = (
        "„Clubabend“ gehört zum Clubjahr „2026“, und das ist abgeschlossen. Zum Ändern bitte zuerst das Clubjahr"
        " wieder öffnen."
    )

    def answers(name: str, *args, **data) -> list[str]:
        return told(browser, browser.post(reverse(name, args=[evening.slug, *args]), data))

    assert answers("events:set_state", state="published") == [of_year]
    assert answers("desk:pay", 1) == [of_year]
    assert answers("desk:pay_player", 1, betrag=500) == [of_year]
    refused = [
        (lambda: change_event(evening, rounds=1, date=datetime.date(2027, 1, 5)), closed),
        (lambda: set_fees(evening, entry_fee=0), closed),
        (lambda: enter_guests(evening, [("Neu Neumann", "")]), closed),
        (lambda: withdraw(evening.entries.first()), closed),
        (lambda: move(sheet.pk, State.ANNULLED, Change(sheet.revision, leiterin, "verschrieben")), closed),
        (lambda: book_other(evening, 100, "Tombola", leiterin), of_year),
        (lambda: reverse_booking(evening.bookings.get(), "doppelt", leiterin), of_year),
    ]
    for change, sentence in refused:
        with pytest.raises(ValidationError) as refusal:
            change()
        assert refusal.value.messages == [sentence]
    assert (text_of(browser.get(page("year", year.slug))), cash_book(fresh(year))) == before
    set_state(year, ClubYear.State.PUBLISHED)
    pay_entry_fee(evening.entries.first(), leiterin)
    set_event_state(evening, Event.State.PUBLISHED)


def test_what_does_not_fit_together_is_said_at_the_form(year, sign_in, leiterin):
    browser = sign_in(leiterin)
    form = browser.get(page("change_year", year.slug)).context["form"]
    good = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    wrong = [
        ({"last_day": "2025-01-01"}, "Das Clubjahr endet, bevor es beginnt; bitte die beiden Tage prüfen."),
        ({"seating": "groups"}, "Um nach Leistungsgruppen zu setzen, bitte zwei oder drei Gruppen wählen."),
        ({"interval": "0"}, "Bitte mindestens 1 eingeben."),
        ({"interval": "1000"}, "Bitte höchstens 999 eingeben."),
        ({"last_day": "9999-12-31"}, "Bitte ein gültiges Datum eingeben."),
    ]
    for fields, sentence in wrong:
        text = text_of(browser.post(page("change_year", year.slug), good | fields))
        assert sentence in text, fields
    assert told(browser, browser.post(page("change_year", year.slug), good)) == ["Die Angaben sind gespeichert."]


@pytest.mark.parametrize(
    "wrong",
    [
        {"last_day": datetime.date(2025, 1, 1)},
        {"seating": "groups"},
        {"interval": 0},
        {"parts": "week"},
        {"groups": 7},
    ],
)
def test_the_database_refuses_it_too(year, wrong):
    with pytest.raises(IntegrityError), transaction.atomic():
        ClubYear.objects.filter(pk=year.pk).update(**wrong)


def test_two_years_of_a_name_are_refused_and_addresses_differ(year, club, other_club):
    with pytest.raises(ValidationError, match="gibt es schon"):
        create_year(club, name="2026", **DAYS)
    assert create_year(other_club, name="2026", **DAYS).slug != year.slug
    assert create_year(club, name="20 26!", **DAYS).slug == f"{club.slug}-20-26"


def test_every_change_of_the_rule_is_in_the_history(year):
    change_year(year, rules=[{"best": 3}])
    assert list(year.history.values_list("rules", "state"))[:3] == [
        ([{"best": 3}], "published"),
        ([{}], "published"),
        ([{}], "draft"),
    ]


# ---- Evenings ----


def test_evenings_belong_to_the_club_and_are_taken_out_with_a_reason(year, play, other_club, club):
    event = play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    add_evenings(year, [event])
    assert year.evenings.count() == 1
    foreign = create_event(
        other_club, name="A", date=event.date, rounds=1, rulebook="isko-2022", evaluation="seeger-fabian"
    )
    with pytest.raises(ValidationError, match="gehört einem anderen Verein"):
        add_evenings(year, [foreign])
    evening = year.evenings.get()
    with pytest.raises(ValidationError, match="Bitte einen Grund"):
        remove_evening(evening, " ")
    remove_evening(evening, "war ein Freundschaftsspiel")
    assert table(year).members == ()
    gone = Evening.history.filter(history_type="-").get()
    assert (gone.event, gone.history_change_reason) == (event, "war ein Freundschaftsspiel")
    assert event.entries.count() == 4


def test_evenings_of_different_evaluations_are_not_added_up(year, play, sign_in, leiterin):
    """Neither from the events of the time nor by the template of the next evening."""
    play((1, 9), *NAMES[:4], year=year)
    other = play((1, 16))
    Event.objects.filter(pk=other.pk).update(name="Seegerabend", evaluation="seeger")
    refusal = (
        "„Seegerabend“ wird nach „Seeger“ gewertet, „Clubabend“ nach „Seeger-Fabian“; das lässt sich nicht"
        " zusammenzählen. Bitte dafür ein eigenes Clubjahr anlegen."
    )
    browser = sign_in(leiterin)
    assert told(browser, browser.post(page("add_evenings", year.slug), {"events": [other.pk]})) == [refusal]
    ClubYear.objects.update(template=other)
    assert told(browser, browser.post(page("next_evening", year.slug), {"date": "2026-01-23"})) == [refusal]
    assert year.evenings.count() == 1


def test_an_evening_evaluated_otherwise_afterwards_counts_nowhere_and_the_page_says_so(year, play, enter, client):
    play((1, 9), *NAMES, year=year)
    before = shown(table(year).lines)
    later = play((1, 16), *NAMES, year=year, lists=False)
    change_event(later, rounds=1, evaluation="seeger")
    assert "zählt nicht" not in text_of(client.get(page("year", year.slug)))
    enter(
        later,
        1,
        1,
        [PaperFoot(100, 3, 1, 200), PaperFoot(60, 2, 1, 110), PaperFoot(110, 2, 0, 210), PaperFoot(-200, 0, 3, -350)],
    )
    told_so = "Clubabend, 16.01.2026, zählt nicht: Der Abend wird anders gewertet als die übrigen."
    assert told_so in text_of(client.get(page("year", year.slug)))
    assert shown(table(year).lines) == before


def test_the_next_evening_is_made_in_one_click(year, play, sign_in, leiterin, client):
    template = play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    set_fees(template, entry_fee=500, jackpot=1000, jackpot_share=100)
    assert next_date(year) == datetime.date(2026, 1, 16)
    browser = sign_in(leiterin)
    shown_date = browser.get(page("evenings", year.slug)).context["form"]["date"].value()
    browser.post(page("next_evening", year.slug), {"date": shown_date.isoformat()})
    event = Event.objects.get(date=datetime.date(2026, 1, 16))
    # Nobody won a Grand ouvert: the jackpot has the 10 euros and one of each of the four players.
    assert (event.name, event.state, event.rounds.count(), event.fees.entry_fee, event.fees.jackpot) == (
        "Clubabend", "published", 1, 500, 1400,
    )  # fmt: skip
    assert event.entries.count() == 0
    assert next_date(year) == datetime.date(2026, 1, 23)
    twice = browser.post(page("next_evening", year.slug), {"date": shown_date.isoformat()})
    sentence = "Am 16. Januar 2026 gibt es schon einen Abend; bitte einen anderen Tag wählen."
    assert told(browser, twice)[-1] == sentence
    assert Event.objects.filter(date=datetime.date(2026, 1, 16)).count() == 1


def test_an_evening_moved_out_of_its_year_is_told_on_its_pages(year, play, client, sign_in, leiterin):
    play((12, 4), *NAMES, year=year)
    moved = play((12, 11), *NAMES, year=year)
    draft = play((12, 18), *NAMES, year=year)
    set_event_state(draft, Event.State.DRAFT)
    change_event(moved, rounds=1, date=datetime.date(2027, 1, 5))
    change_event(draft, rounds=1, date=datetime.date(2027, 1, 12))
    told_so = "Clubabend, {}, liegt nicht im Clubjahr (01.01.2026 – 31.12.2026), zählt darin aber mit."
    what_to_do = "Bitte das Datum des Abends oder die Tage des Clubjahrs berichtigen, oder den Abend herausnehmen."
    browser = sign_in(leiterin)
    for name in ("year", "evenings"):
        text = text_of(client.get(page(name, year.slug)))
        assert told_so.format("05.01.2027") in text, name
        assert (told_so.format("12.01.2027") in text, what_to_do in text) == (False, False), name
        text = text_of(browser.get(page(name, year.slug)))
        for day in ("05.01.2027", "12.01.2027"):
            assert f"{told_so.format(day)} {what_to_do}" in text, name
    assert next_date(year) == datetime.date(2026, 12, 11)
    assert next_evening(year, next_date(year)).date == datetime.date(2026, 12, 11)
    change_event(moved, rounds=1, date=datetime.date(2026, 12, 31))
    assert "liegt nicht im Clubjahr" not in text_of(client.get(page("year", year.slug)))


def test_a_template_is_copied_and_the_jackpot_of_the_last_evening_goes_on(year, play):
    template = play((1, 2), "Anna", "Bert", "Cora", "Dora", rounds=2)
    set_fees(template, entry_fee=700, jackpot=99, jackpot_share=100)
    last = play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    set_fees(last, entry_fee=500, jackpot=1000, jackpot_share=100)
    change_year(year, template=template)
    event = next_evening(year, datetime.date(2026, 1, 16))
    assert (event.rounds.count(), event.fees.entry_fee, event.fees.jackpot) == (2, 700, 1400)


def test_an_evening_lies_in_the_year_and_needs_something_to_be_made_from(year, play, sign_in, leiterin):
    with pytest.raises(ValidationError, match="noch kein Muster"):
        next_evening(year, datetime.date(2026, 1, 16))
    play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    with pytest.raises(ValidationError) as refusal:
        next_evening(year, datetime.date(2027, 1, 16))
    assert refusal.value.messages == [
        "16. Januar 2027 liegt nicht im Clubjahr; es geht vom 1. Januar 2026 bis zum 31. Dezember 2026."
    ]
    browser = sign_in(leiterin)
    assert told(browser, browser.post(page("next_evening", year.slug), {"date": "bald"})) == [
        "Bitte den Tag des nächsten Abends angeben."
    ]


def test_events_of_the_time_are_offered(year, play, sign_in, leiterin, client):
    event = play((1, 9), "Anna", "Bert", "Cora", "Dora")
    browser = sign_in(leiterin)
    offered = browser.get(page("evenings", year.slug)).context["offered"]
    assert list(offered) == [event]
    browser.post(page("add_evenings", year.slug), {"events": [event.pk]})
    assert len(table(year).members) == 4
    assert "herausnehmen" not in client.get(page("evenings", year.slug)).text


def test_an_event_leads_to_its_years(year, play, club, sign_in, leser, fremde):
    """Who helps at this evening alone knows nothing of a year in preparation."""
    evening = play((1, 9), *NAMES[:4], year=year)
    add_evenings(create_year(club, name="Pokal", **DAYS), [evening])
    grant_role(evening, "fremde", Role.LISTENFUEHRER)
    address = reverse("events:event", args=[evening.slug])
    pages = [sign_in(user).get(address).content.decode() for user in (leser, fremde)]
    assert [[name for name in ("2026", "Pokal") if f">{name}</a>" in page] for page in pages] == [
        ["2026", "Pokal"],
        ["2026"],
    ]


def test_an_evening_in_preparation_is_not_shown_to_the_public(year, play, client, sign_in, leser):
    event = play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    set_event_state(event, Event.State.DRAFT)
    assert "09.01.2026" not in client.get(page("evenings", year.slug)).text
    assert "09.01.2026" in sign_in(leser).get(page("evenings", year.slug)).text


# ---- Seating ----


@pytest.fixture
def two_evenings(year, play):
    """Cora leads the year with 720, then Anna 550, Bert 550, Dora -290; last time Cora, Bert, Anna and a guest."""
    play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    play((1, 16), "Bert", "Anna", "Cora", "Gast Gera", year=year)
    change_year(year, seating="year")
    return fresh(year)


def order_of(year, **changes) -> list[str]:
    if changes:
        change_year(year, **changes)
    return [line.person.name.split()[0] for line in seating_order(season(fresh(year), Role.READER))]


def test_the_seating_list_goes_by_year_by_last_evening_by_groups_or_by_name(two_evenings):
    assert order_of(two_evenings) == ["Cora", "Anna", "Bert", "Dora", "Gast"]
    assert order_of(two_evenings, seating="last") == ["Cora", "Bert", "Anna", "Gast", "Dora"]
    assert order_of(two_evenings, seating="lot") == ["Anna", "Bert", "Cora", "Dora", "Gast"]
    grouped = order_of(two_evenings, seating="groups", groups=2)
    # Places 1, 2, 2, 4 of four: the first three are in the first group, since two share the second place.
    assert (set(grouped[:3]), grouped[3:]) == ({"Cora", "Anna", "Bert"}, ["Dora", "Gast"])


def test_who_is_there_is_ticked_and_the_first_serie_is_seated(two_evenings, members, sign_in, schreiber, leiterin):
    event = next_evening(two_evenings, datetime.date(2026, 1, 23))
    enter_guests(event, [("Neu Neumann", "")])
    browser = sign_in(schreiber)
    players = [members[name].player_id for name in ("Dora", "Cora", "Bert", "Anna")]
    answer = browser.post(page("seating", two_evenings.slug), {"players": players})
    assert told(browser, answer) == ["4 Spieler sind eingetragen."]
    enter_guests(event, [("Gast Gera", "SC Gera"), ("Gast X", ""), ("Gast Y", "")])
    seat_first(directing(two_evenings), leiterin)
    first = event.rounds.get(number=1)
    seats = first.seats.order_by("table__number").values_list("table__number", "entry__name")
    tables = [{name for table, name in seats if table == number} for number in (1, 2)]
    assert tables == [{"Cora Cruse", "Anna Adam", "Bert Bock", "Dora Dorn"},
                      {"Gast Gera", "Neu Neumann", "Gast X", "Gast Y"}]  # fmt: skip
    assert first.proposals.get().settings["by"] == "year"
    found = seating_list(season(directing(two_evenings), Role.SPIELLEITUNG))
    assert [(each.line.person.name, each.table) for each in found.settings] == [
        ("Cora Cruse", 1), ("Anna Adam", 1), ("Bert Bock", 1), ("Dora Dorn", 1), ("Gast Gera", 2),
    ]  # fmt: skip
    assert [entry.name for entry in found.others] == ["Neu Neumann", "Gast X", "Gast Y"]


def test_by_lot_it_is_drawn_as_everywhere(two_evenings, members, leiterin):
    change_year(two_evenings, seating="lot")
    event = next_evening(two_evenings, datetime.date(2026, 1, 23))
    enter_players(event, [member.player for member in members.values()])
    seat_first(directing(two_evenings), leiterin)
    assert event.rounds.get(number=1).seats.count() == 4


def test_seating_refuses_what_cannot_be(two_evenings, members, leiterin, sign_in, enter):
    with pytest.raises(ValidationError, match="noch keinen nächsten Abend"):
        seat_first(directing(two_evenings), leiterin)
    event = next_evening(two_evenings, datetime.date(2026, 1, 23))
    browser = sign_in(leiterin)
    assert "lassen sich nicht auf Tische" in told(browser, browser.post(page("seat", two_evenings.slug)))[0]
    assert told(browser, browser.post(page("seating", two_evenings.slug))) == ["Bitte ankreuzen, wer da ist."]
    entries = enter_players(event, [member.player for member in members.values()])
    withdraw(entries[0])
    found = seating_list(season(directing(two_evenings), Role.SPIELLEITUNG))
    assert found.entered == 3


def test_the_seating_list_is_not_for_strangers(two_evenings, sign_in, fremde, leser):
    assert sign_in(fremde).get(page("seating", two_evenings.slug)).status_code == 404
    assert sign_in(leser).post(page("seating", two_evenings.slug), {"players": []}).status_code == 403


# ---- Records and honours ----


def test_records_name_who_and_when(year, play):
    play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    # Two of twelve deals are lost: Anna 540 + 50 x 9 + 30 x 2 = 1050, Bert 18 + 50 + 60 = 128, Cora 60,
    # Dora -96 - 50 x 2 = -196; the same in both Serien.
    feet = [PaperFoot(540, 9, 0, None), PaperFoot(18, 1, 0, None), PaperFoot(0, 0, 0, None), PaperFoot(-96, 0, 2, None)]
    play((1, 16), "Anna", "Bert", "Cora", "Dora", year=year, feet=feet, rounds=2)
    found = records([season(fresh(year), None)])
    holders = [
        (kind.title, [(each.person.name, each.value, each.first.date.day, each.last.date.day) for each in kind.holders])
        for kind in found.kinds
    ]
    assert holders == [
        ("Beste Liste", [("Anna Adam", 1050, 16, 16)] * 2),
        ("Bester Abend", [("Anna Adam", 2100, 16, 16)]),
        ("Meiste gewonnene Spiele auf einer Liste", [("Anna Adam", 9, 16, 16)] * 2),
        ("Längste Serie ohne verlorenes Spiel", [("Cora Cruse", 3, 9, 16)]),
        ("Längste Serie ohne Minuspunkte", [(name, 3, 9, 16) for name in NAMES[:3]]),
        ("Meiste Listen", [(name, 3, 9, 16) for name in NAMES]),
    ]
    assert found.grand_ouverts == ()


def test_every_grand_ouvert_is_named(year, play, client):
    event = play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    sheet = event.rounds.get().tables.get().sheets.get()
    deal = {"game": "grand", "spitzen": 4, "hand": True, "ouvert": True, "schwarz_announced": True,
            "schneider_announced": True, "schwarz": True, "schneider": True, "won": True}  # fmt: skip
    Row.objects.create(sheet=sheet, nr=1, declarer=2, deal=deal)
    [found] = records([season(fresh(year), None)]).grand_ouverts
    assert (found.person.name, found.night.date, found.game.table, found.game.game) == (
        "Bert Bock", event.date, 1, 1,
    )  # fmt: skip
    assert "Bert Bock 09.01.2026, Serie 1, Tisch 1, Spiel 1" in text_of(client.get(page("records", year.slug)))


def test_honours_are_of_closed_years_and_records_of_all(year, club, play, client):
    play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    days = {"first_day": datetime.date(2027, 1, 1), "last_day": datetime.date(2027, 12, 31)}
    later = create_year(club, name="2027", **days)
    both = play((1, 16), "Anna", "Bert", "Cora", "Dora", year=year)
    add_evenings(later, [both])
    answer = client.get(page("honours", club.slug))
    assert "sobald ein Clubjahr abgeschlossen ist" in answer.text
    close(year)
    set_state(later, ClubYear.State.PUBLISHED)
    answer = client.get(page("honours", club.slug))
    assert [
        (each.table.year.name, [line.person.name for line in each.winners]) for each in answer.context["honours"]
    ] == [("2026", ["Cora Cruse", "Anna Adam", "Bert Bock"])]
    # An evening of two years is counted once.
    [most] = [kind for kind in answer.context["found"].kinds if kind.title == "Meiste Listen"]
    assert most.holders[0].value == 2


# ---- Cash ----


def test_the_cash_book_runs_on_from_evening_to_evening(year, play, leiterin):
    change_year(year, opening=10_000)
    first = play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    second = play((1, 16), "Anna", "Bert", "Cora", "Dora", year=year)
    play((1, 23), "Anna", "Bert", "Cora", "Dora", year=year)
    set_fees(first, entry_fee=500)
    for entry in first.entries.all():
        pay_entry_fee(entry, leiterin)
    book_other(second, -1200, "Kuchen", leiterin)
    book(year, date=datetime.date(2026, 1, 12), cents=-4550, note="Karten", user=leiterin)
    found = cash_book(fresh(year))
    assert [(line.date.day, line.name, line.cents, line.till) for line in found.lines] == [
        (9, "Clubabend", 2000, 12_000),
        (12, "Karten", -4550, 7450),
        (16, "Clubabend", -1200, 6250),
    ]
    assert [kind.value for kind in found.kinds] == ["entry_fee", "other"]
    assert [line.by_kind for line in found.lines] == [(2000, 0), (), (0, -1200)]
    assert (found.sums, found.evenings, found.others, found.till) == ((2000, -1200), 800, -4550, 6250)
    booked = {event.slug: balance(event).booked for event in Event.objects.prefetch_related("rounds")}
    assert {line.slug: line.cents for line in found.lines if line.slug} == {first.slug: 2000, second.slug: -1200}
    assert sum(booked.values()) == found.evenings


def test_money_is_booked_once_and_taken_back_with_a_reason(year, sign_in, leiterin):
    browser = sign_in(leiterin)
    key = browser.get(page("cash", year.slug)).context["form"]["key"].value()
    sent = {"date": "2026-03-01", "direction": "out", "amount": "45,50", "note": "Neue Karten", "key": key}
    for _ in range(2):
        browser.post(page("cash", year.slug), sent)
    entry = CashEntry.objects.get()
    assert (entry.cents, entry.note, entry.by) == (-4550, "Neue Karten", leiterin)
    undo = page("reverse", year.slug, entry.pk)
    assert browser.post(undo, {"reason": ""}).status_code == 200
    browser.post(undo, {"reason": "doppelt gekauft"})
    assert [(each.cents, each.note) for each in year.cash_entries.all()] == [
        (-4550, "Neue Karten"), (4550, "doppelt gekauft"),
    ]  # fmt: skip
    assert "schon storniert" in browser.post(undo, {"reason": "noch einmal"}).text
    reversal = year.cash_entries.last()
    assert "wird nicht storniert" in browser.post(page("reverse", year.slug, reversal.pk), {"reason": "?"}).text
    wrong = browser.post(page("cash", year.slug), sent | {"amount": "0", "key": ""})
    assert "Bitte einen Betrag über 0 eingeben." in text_of(wrong)
    assert 'value="Neue Karten"' in wrong.text
    outside = browser.post(page("cash", year.slug), sent | {"date": "2027-01-01", "key": ""})
    assert "1. Januar 2027 liegt nicht im Clubjahr" in text_of(outside)
    assert 'value="Neue Karten"' in outside.text
    assert year.cash_entries.count() == 2


def test_the_cash_book_as_a_file_is_in_euros(year, play, leiterin, sign_in):
    event = play((1, 9), "Anna", "Bert", "Cora", "Dora", year=year)
    book_other(event, 1250, "Tombola", leiterin)
    book(year, date=datetime.date(2026, 2, 1), cents=-4550, note="=Karten", user=leiterin)
    answer = sign_in(leiterin).get(page("cash_file", year.slug, "csv"))
    assert rows_of(answer.content) == [
        ["Datum", "Wofür", "Sonstiges", "Betrag", "In der Kasse"],
        ["2026-01-09", "Clubabend", "12,50", "12,50", "12,50"],
        ["2026-02-01", "'=Karten", "", "-45,50", "-33,00"],
    ]
