"""Papers of a club year: by a click and from the command line, read back."""

import datetime
import subprocess

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from skatliga.desk.services import book_other
from skatliga.events.models import Event
from skatliga.events.services import set_state as set_event_state
from skatliga.people.models import Player
from skatliga.printing.page_papers import YEAR_WORKS
from skatliga.years.models import ClubYear
from skatliga.years.queries import season
from skatliga.years.services import add_evenings, create_year, set_state
from skatliga.years.year_standing import year_table
from web.replayed import world
from web.season import draw_season, write_season

MEMBERS = [
    f"{first} {last}" for first in ("Anna", "Bert") for last in ("Adam", "Bock", "Cruse", "Übermütig-Langenfeld")
]


@pytest.fixture
@world
def year(club, leiterin) -> ClubYear:
    lists = draw_season(MEMBERS, ["Gast <b>Gera</b>"], 3, 2, "Papier", datetime.date(2026, 3, 6), presence=1)
    events = write_season(club, lists, MEMBERS)
    days = {"first_day": datetime.date(2026, 1, 1), "last_day": datetime.date(2026, 12, 31)}
    made = create_year(club, rules=[{"measure": "average"}], name="2026", groups=3, opening=1000, **days)
    add_evenings(made, events)
    book_other(events[0], 123_456, "Tombola", leiterin)
    made.refresh_from_db()
    set_state(made, ClubYear.State.PUBLISHED)
    made.refresh_from_db()
    for event in events:
        set_event_state(event, Event.State.FINAL)
    set_state(made, ClubYear.State.FINAL)
    return ClubYear.objects.get()


def said(pdf: bytes) -> str:
    text = subprocess.run(["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True).stdout
    return " ".join(text.decode().split())


@pytest.fixture
def read(sign_in, leiterin, year):
    """What a paper says to those who direct the club."""

    def of(name: str) -> str:
        answer = sign_in(leiterin).get(reverse("printing:year", args=[year.slug, name]))
        assert answer["Content-Disposition"] == f'inline; filename="{name}-{year.slug}.pdf"'
        return said(answer.content)

    return of


def test_the_table_is_that_of_the_page(read, year):
    text = read("jahrestabelle")
    assert "Es entscheidet der Schnitt je Liste" in text
    assert "Stand nach 3 Abenden, 20.03.2026, endgültig" in text
    table = year_table(season(year, None))
    for line in table.members:
        assert f"{line.place} {line.person.name} {line.group.name} 3 6 " in text
    assert [line.person.name in text for line in table.guests] == [True] * len(table.guests)


def test_the_others_say_what_their_pages_say(read):
    assert "Am Anfang 10,00 €, jetzt 1.244,56 € in der Kasse" in read("kassenbuch")
    seated = read("setzliste")
    assert all(name in seated for name in MEMBERS)
    honours = read("ehrentafel")
    assert "Rekorde aller Jahre" in honours
    assert "1." in honours


def test_every_paper_comes_from_the_command_line_too(year, tmp_path):
    Player.objects.filter(first_name="Anna", last_name="Adam").update(publication="pseudonym", pseudonym="Pik Dame")
    for name in YEAR_WORKS:
        file = tmp_path / f"{name}.pdf"
        call_command("print", name, year.slug, output=file, role="")
        text = said(file.read_bytes())
        assert "2026" in text
        assert "Anna Adam" not in text
    with pytest.raises(CommandError, match="gibt es nicht"):
        call_command("print", "jahrestabelle", "gibt-es-nicht")


def test_on_the_wall_nobody_is_named_who_objects_to_it(read):
    Player.objects.filter(first_name="Anna", last_name="Adam").update(publication="pseudonym", pseudonym="Pik Dame")
    for name in ("jahrestabelle", "setzliste", "ehrentafel"):
        text = read(name)
        assert "Anna Adam" not in text, name
        assert "Pik Dame" in text or name == "ehrentafel"


def test_who_may_have_them(year, sign_in, leser, fremde, client):
    def asked(browser, name):
        return browser.get(reverse("printing:year", args=[year.slug, name])).status_code

    assert [asked(sign_in(leser), name) for name in ("jahrestabelle", "kassenbuch", "gibt-es-nicht")] == [200, 403, 404]
    assert [asked(sign_in(fremde), "setzliste"), asked(client, "setzliste")] == [404, 302]


@pytest.mark.parametrize(
    ("page", "paper"),
    [("year", "jahrestabelle"), ("seating", "setzliste"), ("honours", "ehrentafel"), ("cash", "kassenbuch")],
)
def test_a_page_leads_to_its_paper(page, paper, year, club, sign_in, leiterin):
    shown = sign_in(leiterin).get(reverse(f"years:{page}", args=[club.slug if page == "honours" else year.slug])).text
    assert f'href="{reverse("printing:year", args=[year.slug, paper])}' in shown


def test_who_may_not_have_the_table_on_paper_is_not_offered_it(year, client):
    shown = client.get(reverse("years:year", args=[year.slug])).text
    assert ("PDF" in shown, "CSV" in shown) == (False, True)
