"""Papers of a league: what stands on them, by a click and from the command line."""

import re
import subprocess
from itertools import combinations

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse
from django.utils import translation

from skatliga.formatting import format_points
from skatliga.leagues import matchdays
from skatliga.leagues.models import Exchange
from skatliga.people.models import Player
from web.league import Book, groups_of, make_division, start
from web.replayed import world
from web.test_league_seasons import expect


@pytest.fixture
@world
def book(club, leiterin) -> Book:
    """Four teams of five players, two match days of two Serien; the first has an exchange and a signature."""
    book = Book(make_division(club, "ABCD", "1: A* B C D\n2: A B C D", players=5, rounds=2), "paper")
    [group] = groups_of(book.division, 1)
    start(group)
    book.play(group, 1)
    member = group.teams.select_related("team", "group__matchday__division__season").get(team__letter="B")
    out = member.lineup.select_related("entry", "player").get(position=2)
    matchdays.exchange(member, out, squad(5), 2, 1, "Zug verpasst", leiterin)
    book.play(group, 2)
    matchdays.sign(member, "Berta Kapitän", leiterin)
    return book


def squad(number: int) -> Player:
    return list(Player.objects.filter(squad_memberships__team__letter="B").order_by("pk"))[number - 1]


def address(book: Book, name: str, day: int | None = None) -> str:
    of_group = [groups_of(book.division, day)[0].pk] if day else []
    return reverse(f"printing:{name}", args=[book.division.season.slug, book.division.slug, *of_group])


def read(pdf: bytes) -> list[list[str]]:
    """The text of a PDF by lines, each cut into its figures and words."""
    text = subprocess.run(["pdftotext", "-layout", "-", "-"], input=pdf, capture_output=True, check=True).stdout
    return [re.sub(r" ?: ?", ":", line).split() for line in text.decode().splitlines() if line.strip()]


def written_over(pdf: bytes) -> list[tuple[str, str]]:
    """Words of a paper of one page that lie on one another."""
    text = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=pdf, capture_output=True, check=True).stdout.decode()
    word = r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>'
    words = [(*map(float, found[:4]), found[4]) for found in re.findall(word, text)]
    return [
        (one[4], other[4])
        for one, other in combinations(words, 2)
        if min(one[2], other[2]) - max(one[0], other[0]) > 1 and min(one[3], other[3]) - max(one[1], other[1]) > 4
    ]


def test_the_table(book, client):
    answer = client.get(address(book, "league_table"))
    assert written_over(answer.content) == []
    assert answer["Content-Type"] == "application/pdf"
    slug = book.division.season.slug
    assert answer["Content-Disposition"] == f'inline; filename="ligatabelle-{slug}-staffel-ost.pdf"'
    lines = read(answer.content)
    rows = [line for line in lines if line[0].isdecimal()]
    assert [(*row[:2], *row[-2:]) for row in rows] == [
        (str(each.place), each.letter, str(each.leistung), f"{format_points(each.plus)}:{format_points(each.minus)}")
        for each in expect(book, "ABCD")
    ]
    assert ["Stand", "nach", "dem", "1.", "Spieltag,", "Serie", "2,", "geprüft"] in lines
    after = read(client.get(address(book, "league_table"), {"nach": "1.1"}).content)
    places = [(line[0], line[1]) for line in after if line[0].isdecimal()]
    assert places == [(str(each.place), each.letter) for each in expect(book, "ABCD", until=(1, 1))]
    assert client.get(address(book, "league_table"), {"nach": "1.3"}).status_code == 404


def test_the_report(book, client):
    lines = read(client.get(address(book, "league_report", 1)).content)
    teams = [line[1:] for line in lines if line[0] == "Mannschaft"]
    sums = [
        [sum(own.leistung for own in book.raw[1, 1, serie, letter].values()) for serie in (1, 2)] for letter in "ABCD"
    ]
    assert teams == [[str(first), str(second), str(first + second)] for first, second in sums]
    in_order = sorted(expect(book, "ABCD"), key=lambda each: each.letter)
    assert [line[-1] for line in lines if line[0] == "Wertung"] == [
        f"{format_points(each.plus)}:{format_points(each.minus)}" for each in in_order
    ]
    assert ["Emma", "OstB", "(eingewechselt)"] in [line[1:4] for line in lines]
    text = " ".join(" ".join(line) for line in lines)
    assert "Staffel Ost B:Emma OstB für Bert OstB ab Serie 2" in text
    assert "Unterschriften der Mannschaftsführer" in text


def test_the_blank_report_names_the_players_and_leaves_the_rest(book, client):
    lines = read(client.get(address(book, "league_report", 1), {"leer": "1"}).content)
    assert [line for line in lines if line[0] == "Mannschaft"] == [["Mannschaft"]] * 4
    assert [line for line in lines if line[0] == "1"] == [["1", "Anna", "OstA"]]
    assert "Berta" not in {word for line in lines for word in line}
    lines = read(client.get(address(book, "league_report", 2)).content)
    assert [line[0] for line in lines if line[1:3] == ["Staffel", "Ost"] and len(line) == 4] == list("ABCD")


def test_the_list_of_exchanges(book, sign_in, leser, client):
    lines = read(sign_in(leser).get(address(book, "league_exchanges", 1)).content)
    text = " ".join(" ".join(line) for line in lines)
    assert all(word in text for word in ("Bert OstB", "Emma OstB", "verpasst", "Es kommt", "Unterschrift"))
    assert "Bert OstB" not in str(read(client.get(address(book, "league_exchanges", 2)).content))


def test_reasons_and_signatures_are_for_those_with_a_role(book, client, sign_in, leser, paper_as_html):
    """A reason may be an illness, and a captain may have chosen not to be named."""
    found = []
    for browser in (client, sign_in(leser)):
        text = " ".join(browser.get(address(book, f"league_{name}", 1)).text for name in ("report", "exchanges"))
        found.append([word in text for word in ("Emma", "verpasst", "Kapitän")])
    assert found == [[True, False, False], [True, True, True]]


def test_the_report_is_one_page_also_with_exchanges(book, sign_in, leiterin):
    [group] = groups_of(book.division, 1)
    for letter in "AC":
        member = group.teams.select_related("team", "group__matchday__division__season").get(team__letter=letter)
        Exchange.objects.create(
            group_team=member,
            out=member.lineup.get(position=1).entry,
            into=member.lineup.get(position=2).entry,
            serie=2,
            reason="hat den letzten Zug der Nacht zu nehmen",
            by=leiterin,
        )
    for blank in ({}, {"leer": "1"}):
        content = sign_in(leiterin).get(address(book, "league_report", 1), blank).content
        info = subprocess.run(["pdfinfo", "-"], input=content, capture_output=True, check=True).stdout.decode()
        assert re.search(r"Pages:\s+1\n", info)


def test_names_are_those_this_visitor_may_see(book, client, sign_in, leser, paper_as_html):
    player = squad(1)
    player.publication, player.pseudonym = "pseudonym", "Pik Sieben"
    player.save()
    public = client.get(address(book, "league_report", 1)).text
    assert "Pik Sieben" in public and "Anna OstB" not in public
    assert "Anna OstB" in sign_in(leser).get(address(book, "league_report", 1)).text


def test_the_command_prints_them(book, tmp_path):
    of = f"{book.division.season.slug}/{book.division.slug}"
    found = {}
    for name, options in {
        "ligatabelle": {"nach": 1, "serie": 1},
        "spielbericht": {"gruppe": "1.1", "leer": True},
        "wechselliste": {"gruppe": "1.1"},
    }.items():
        call_command("print", name, of, output=tmp_path / name, language="en", **options)
        found[name] = " ".join(" ".join(line) for line in read((tmp_path / name).read_bytes()))
    assert "1805" not in found["spielbericht"] and "Anna OstA" in found["spielbericht"]
    assert "Emma OstB" in found["wechselliste"]
    translation.activate("de")
    for name, slug, options, said in (
        ("ligatabelle", "x/y", {}, "Diese Staffel gibt es nicht: x/y"),
        ("ligatabelle", of, {"nach": 1, "serie": 7}, "Diese Serie gibt es nicht: 1.7"),
        ("spielbericht", of, {}, "Bitte Spieltag und Gruppe nennen: --gruppe 3.2"),
        ("spielbericht", of, {"gruppe": "1.9"}, "Diese Gruppe gibt es nicht: 1.9"),
    ):
        with pytest.raises(CommandError, match=said):
            call_command("print", name, slug, **options)
