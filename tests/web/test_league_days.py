"""Match days that are not like the others: teams that do not come or leave early, and more or fewer Serien.

An absent team gets 0:0 or 0:3 as the season says; the others get the scale from its top.
"""

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from scoring.wertung.presets import GroupTableRule
from skatliga.leagues import binding
from skatliga.leagues.division_standing import standing
from skatliga.leagues.lineups import set_absence
from skatliga.leagues.models import Division, GroupTeam
from web.desk import text_of
from web.ended import follow
from web.league import Book, groups_of, make_division, start

PLAN = "1: A* B C D\n2: A B* C D"
BROKEN_OFF = GroupTeam.Absence.BROKEN_OFF


@pytest.fixture
def make(club):
    """A Staffel of four teams and two Serien a day, with 0:3 for the absent or without."""

    def made(minus: bool) -> Book:
        rule = GroupTableRule(absent_minus=minus, broken_off_minus=minus)
        return Book(make_division(club, "ABCD", PLAN, rounds=2, rule=rule), "absence")

    return made


def awarded(book: Book) -> dict[str, tuple[int, int, int]]:
    """Plus points, minus points and number of lists by team."""
    division = Division.objects.select_related("season", "level").get(pk=book.division.pk)
    table = standing(division)
    assert all(check.holds for check in binding.check_sums(table)), binding.check_sums(table)
    return {line.team.letter: (line.plus, line.minus, line.lists) for line in table.lines}


def member_of(book: Book, letter: str, day: int = 1) -> GroupTeam:
    return GroupTeam.objects.select_related("team", "group__event", "group__matchday__division__season").get(
        matchday__division=book.division, matchday__number=day, team__letter=letter
    )


@pytest.mark.parametrize(("absent_minus", "points"), [(False, (0, 0, 0)), (True, (0, 6, 0))])
def test_who_does_not_come(make, absent_minus, points):
    """Two Serien of three teams: 3:0, 2:1 and 1:2 each."""
    book = make(absent_minus)
    [group] = groups_of(book.division, 1)
    start(group, absent="D")
    for serie in (1, 2):
        book.play(group, serie)
    found = awarded(book)
    assert found.pop("D") == points
    assert sorted(plus + minus for plus, minus, _lists in found.values()) == [6, 6, 6]
    assert sum(plus for plus, _minus, _lists in found.values()) == 2 * (3 + 2 + 1)


@pytest.mark.parametrize(("absent_minus", "points"), [(False, (0, 0, 0)), (True, (0, 6, 0))])
def test_who_breaks_off_counts_as_absent_all_day(make, absent_minus, points):
    book = make(absent_minus)
    [group] = groups_of(book.division, 1)
    start(group)
    for serie in (1, 2):
        book.play(group, serie)
    whole = awarded(book)
    set_absence(member_of(book, "B"), BROKEN_OFF)
    found = awarded(book)
    assert found["B"] == points
    assert sum(plus for plus, _minus, _lists in found.values()) == 2 * (3 + 2 + 1)
    assert binding.find_faults(groups_of(book.division, 1)[0]) == []
    set_absence(member_of(book, "B"), "")
    assert awarded(book) == whole


def test_only_who_has_begun_breaks_off(make):
    book = make(True)
    [group] = groups_of(book.division, 1)
    with pytest.raises(ValidationError, match="Abbrechen kann nur, wer angefangen hat"):
        set_absence(member_of(book, "B"), BROKEN_OFF)
    start(group, absent="D")
    with pytest.raises(ValidationError, match="Die Gruppe hat schon angefangen"):
        set_absence(member_of(book, "B"), GroupTeam.Absence.ABSENT)
    set_absence(member_of(book, "B"), BROKEN_OFF)
    with pytest.raises(ValidationError, match="Abbrechen kann nur"):
        set_absence(member_of(book, "B"), GroupTeam.Absence.ABSENT)
    assert member_of(book, "B").lineup.count() == 4


def test_pages_ask_before_and_say_it_afterwards(make, sign_in, schreiber, client):
    book = make(True)
    [group] = groups_of(book.division, 1)
    start(group)
    for serie in (1, 2):
        book.play(group, serie)
    address = [book.division.season.slug, book.division.slug, group.pk]
    page, question = reverse("leagues:group", args=address), reverse("leagues:break_off", args=[*address, "B"])
    browser = sign_in(schreiber)
    assert f'href="{question}"' in browser.get(page).text
    assert f'href="{question}"' not in client.get(page).text
    assert "jede Serie des Tages geht 0:3 aus" in text_of(browser.get(question))
    assert browser.post(question).url == page
    said = text_of(client.get(page))
    assert "hat den Spieltag abgebrochen 0 0:3 0 0:3 0 0:6" in said
    assert "Spielt Staffel Ost B doch weiter?" in text_of(browser.get(question))
    browser.post(question)
    assert "abgebrochen" not in text_of(client.get(page))


def test_the_season_says_it_and_the_next_one_takes_it_over(make, client, leiterin):
    season = make(True).division.season
    page = reverse("leagues:season", args=[season.slug])
    assert "Wer fehlt oder abbricht, bekommt die Minuspunkte." in text_of(client.get(page))
    assert follow(season, leiterin).rule == {"absent_minus": True, "broken_off_minus": True}
    assert client.get(f"/api/v1/ligen/{season.slug}").json()["absent_minus"] is True


def test_a_match_day_has_serien_of_its_own(make, sign_in, leiterin, client):
    """Two Serien a day, the second day three; each group gives 6 Pluspunkte a Serie."""
    book = make(False)
    division = book.division
    names = [division.season.slug, division.slug]
    dates = reverse("leagues:dates", args=names)
    browser = sign_in(leiterin)
    sent = {name: str(value or "") for name, value in _shown(browser.get(dates).context["form"]).items()}
    assert "Die Termine sind gespeichert." in text_of(browser.post(dates, sent | {"rounds_2": "3"}, follow=True))
    for day, serien in ((1, 2), (2, 3)):
        [group] = groups_of(division, day)
        start(group)
        assert group.event.rounds.count() == serien
        for serie in range(1, serien + 1):
            book.play(group, serie)
    found = awarded(book)
    assert sum(plus for plus, _minus, _lists in found.values()) == (2 + 3) * (3 + 2 + 1)
    assert {lists for _plus, _minus, lists in found.values()} == {(2 + 3) * 4}
    table = reverse("leagues:division", args=names)
    known = {"1": 200, "1.2": 200, "1.3": 404, "2.3": 200, "2.4": 404}
    assert {at: client.get(table, {"nach": at}).status_code for at in known} == known
    after = client.get(f"/api/v1/ligen/{names[0]}/{names[1]}", {"nach": "2"}).json()
    assert [line["lists"] for line in after["lines"]] == [20] * 4
    refused = browser.post(dates, sent | {"rounds_2": "4"})
    assert "Eine Gruppe hat schon angefangen; die Zahl der Serien bleibt." in text_of(refused)


def _shown(form) -> dict[str, object]:
    return {name: form[name].value() for name in form.fields}
