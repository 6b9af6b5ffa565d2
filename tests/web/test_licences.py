"""One register for a federation: licences, changes of club, who is found, who may play in a league."""

import datetime
from types import SimpleNamespace

import pytest
from django.urls import reverse

from skatliga.access import Role
from skatliga.events.models import Entry
from skatliga.events.queries import find_at_desk, sure_at_desk
from skatliga.events.registration import register
from skatliga.exchange.uploads import import_plan
from skatliga.exchange.uploads.member_import import MemberImport
from skatliga.exchange.workbooks.table_reader import read
from skatliga.federations.access import may_license
from skatliga.federations.licences import end_licence, give_licence, spells_of, take_back
from skatliga.federations.models import Licence, StartRules
from skatliga.leagues import lineups
from skatliga.leagues.models import GroupTeam, LineupPlace, SquadMember, Team
from skatliga.leagues.start_checks import line_up_checks
from skatliga.people import services
from skatliga.people.models import Player
from skatliga.people.queries import known_elsewhere
from web.answers import refused, refused_by_database, told
from web.conftest import make_event
from web.league import groups_of, make_division
from web.replayed import world

pytestmark = pytest.mark.django_db


@pytest.fixture
@world
def land(db) -> SimpleNamespace:
    """A Landesverband with two clubs, its passes in the hands of Ida; Anna is a member of the first club."""
    top = services.create_club("Landesverband Ost", kind="Landesverband")
    asse, buben = (services.create_club(name, parent=top) for name in ("Asse", "Buben"))
    ida = services.invite(top, "ida", Role.SPIELLEITUNG).user
    fields = {"first_name": "Anna", "last_name": "Ärmel", "federation_number": "07.4711", "birth_year": 1961}
    anna = services.add_player(asse, **fields).player
    return SimpleNamespace(top=top, asse=asse, buben=buben, ida=ida, anna=anna)


def day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


def spells(player) -> list[tuple[str, str, str | None]]:
    return [(each.club.name, str(each.first), each.last and str(each.last)) for each in spells_of(player)]


# ---- Licences and changes of club


def test_a_change_of_club_ends_the_former_licence_the_day_before(land):
    give_licence(land.anna, land.asse, day("2025-01-01"), land.ida)
    give_licence(land.anna, land.buben, day("2026-07-01"), land.ida)
    assert spells(land.anna) == [("Buben", "2026-07-01", None), ("Asse", "2025-01-01", "2026-06-30")]
    assert {club.name for club in land.anna.clubs.all()} == {"Asse", "Buben"}


def test_a_licence_ends_and_another_begins_the_day_after(land):
    give_licence(land.anna, land.asse, day("2025-01-01"), land.ida)
    end_licence(land.anna, day("2025-12-31"), land.ida)
    assert spells(land.anna) == [("Asse", "2025-01-01", "2025-12-31")]
    give_licence(land.anna, land.buben, day("2026-01-01"), land.ida)
    assert spells(land.anna) == [("Buben", "2026-01-01", None), ("Asse", "2025-01-01", "2025-12-31")]


def test_two_licences_at_once_are_refused(land):
    give_licence(land.anna, land.asse, day("2026-02-01"), land.ida)
    for first in ("2026-02-01", "2025-06-01"):
        assert refused(give_licence, land.anna, land.buben, day(first), land.ida) == [
            "Am 01.02.2026 hat schon etwas begonnen (Lizenz für Asse). Bitte einen späteren Tag wählen oder das"
            " zurücknehmen."
        ]
    assert refused(give_licence, land.anna, land.asse, day("2026-03-01"), land.ida) == [
        "Anna Ärmel hat die Lizenz für Asse schon seit 01.02.2026."
    ]
    same = {"player": land.anna, "club": land.buben, "first_day": day("2026-02-01")}
    assert refused_by_database(lambda: Licence.objects.create(**same))
    assert spells(land.anna) == [("Asse", "2026-02-01", None)]


def test_the_last_step_is_taken_back(land):
    give_licence(land.anna, land.asse, day("2025-01-01"), land.ida)
    give_licence(land.anna, land.buben, day("2026-07-01"), land.ida)
    take_back(land.anna)
    assert spells(land.anna) == [("Asse", "2025-01-01", None)]
    take_back(land.anna)
    assert refused(take_back, land.anna) == ["Anna Ärmel hat keine Lizenz."]


@pytest.mark.parametrize(
    ("first", "last", "inside", "outside"),
    [("01-01", "01-31", "2026-01-31", "2026-02-01"), ("12-15", "01-15", "2026-01-15", "2026-06-15")],
)
def test_a_change_begins_within_the_days_of_the_level_above(land, first, last, inside, outside):
    StartRules.objects.create(club=land.top, transfer_first=first, transfer_last=last)
    give_licence(land.anna, land.asse, day("2025-06-01"), land.ida)  # the first one begins on any day
    end_licence(land.anna, day("2025-11-30"), land.ida)
    [sentence] = refused(give_licence, land.anna, land.buben, day(outside), land.ida)
    assert sentence.startswith(f"Wechsel beginnen bei Landesverband Ost nur vom {first[3:]}.{first[:2]}. bis")
    give_licence(land.anna, land.buben, day(inside), land.ida)
    assert spells(land.anna)[0] == ("Buben", inside, None)


def test_who_directs_the_level_above_gives_licences_and_the_club_sees_them(land, sign_in):
    vera = services.invite(land.asse, "vera", Role.ADMINISTRATOR).user
    address = reverse("federations:licence", args=[land.asse.slug, land.anna.pk])
    club = sign_in(vera)
    page = club.get(address)
    assert "Lizenzen erteilt, wer den Verband leitet" in page.text
    assert club.post(address, {"first_day": "2026-01-01"}).status_code == 403
    page = sign_in(land.ida).post(address, {"first_day": "2026-01-01"}, follow=True)
    assert (told(page), spells(land.anna)) == (["Die Lizenz ist eingetragen."], [("Asse", "2026-01-01", None)])
    ending = reverse("federations:end_licence", args=[land.asse.slug, land.anna.pk])
    page = sign_in(land.ida).post(ending, {"last_day": "2025-12-01"})
    assert "hat schon etwas begonnen" in page.text and 'value="2025-12-01"' in page.text


FILE = """Vorname;Nachname;Verbandsnummer;Jahrgang;Lizenz seit
Anna;Ärmel;07.4711;1961;01.02.2026
Bert;Blau;07.4712;;2026-02-01
Cora;Dorn;07.4713;;
Dora;Eich;07.4714;;bald
"""


def from_file(club, user, text: str = FILE) -> list[tuple[str, str, str]]:
    """What the file of a register became, line by line."""
    table = read(text.encode())
    source = MemberImport(club, user)
    stored = import_plan.store(source, source.layout.lines(table, source.layout.propose(table.heading)), {}, user)
    return [(each.name, str(each.becomes), each.says) for each in stored]


def test_the_file_of_a_register_gives_licences_where_the_federation_takes_it_in(land):
    vera = services.invite(land.asse, "vera", Role.ADMINISTRATOR).user
    no = "Lizenzen trägt ein, wer den Verband leitet. Bitte die Spalte nicht übernehmen."
    assert [becomes for _name, becomes, _says in from_file(land.asse, vera)] == ["refused", "refused", "new", "refused"]
    assert from_file(land.asse, vera)[0] == ("Anna Ärmel", "refused", no)
    assert not Licence.objects.exists() and land.asse.memberships.count() == 2
    given = [
        ("Anna Ärmel", "changed", "Lizenz ab 01.02.2026"),
        ("Bert Blau", "new", "Verbandsnummer 07.4712; Lizenz ab 01.02.2026"),
        ("Cora Dorn", "present", ""),
        ("Dora Eich", "refused", "„bald“ ist kein Tag, seit dem eine Lizenz gilt."),
    ]
    assert from_file(land.asse, land.ida) == given
    assert spells(land.anna) == [("Asse", "2026-02-01", None)]
    later = FILE.replace("01.02.2026", "01.07.2026")
    assert [becomes for _name, becomes, _says in from_file(land.asse, land.ida, later)][:2] == ["present", "present"]


def test_a_file_changes_the_club_of_a_licence_for_those_who_direct_both(land):
    give_licence(land.anna, land.buben, day("2025-01-01"), land.ida)
    line = FILE.splitlines()[0] + "\nAnna;Ärmel;07.4711;1961;2026-07-01\n"
    StartRules.objects.create(club=land.top, transfer_first="01-01", transfer_last="01-31")
    [(_name, becomes, says)] = from_file(land.asse, land.ida, line)
    assert becomes == "refused" and says.startswith("Wechsel beginnen bei Landesverband Ost nur vom 01.01.")
    StartRules.objects.all().delete()
    away = services.create_club("Landesverband West", kind="Landesverband")
    land.buben.parent = away
    land.buben.save()
    assert from_file(land.asse, land.ida, line) == [
        (
            "Anna Ärmel",
            "refused",
            "Die Lizenz für einen anderen Verein gilt noch; wechseln lässt, wer beide Vereine leitet.",
        )
    ]
    land.buben.parent = land.top
    land.buben.save()
    assert from_file(land.asse, land.ida, line) == [("Anna Ärmel", "changed", "Lizenz ab 01.07.2026")]
    assert spells(land.anna) == [("Asse", "2026-07-01", None), ("Buben", "2025-01-01", "2026-06-30")]


def test_nobody_takes_a_player_out_of_another_federation(land):
    west = services.create_club("Landesverband West")
    damen = services.create_club("Damen", parent=west)
    wim = services.invite(west, "wim", Role.ADMINISTRATOR).user
    give_licence(land.anna, land.asse, day("2025-01-01"), land.ida)
    member = services.take_in(damen, land.anna)
    assert [may_license(user, member) for user in (wim, land.ida)] == [False, False]
    services.grant_role(land.top, wim, Role.SPIELLEITUNG)
    assert may_license(wim, member)


def test_two_who_both_have_licences_are_not_made_one(land):
    other = services.add_player(land.buben, first_name="Anna", last_name="Ärmel").player
    give_licence(land.anna, land.asse, day("2025-01-01"), land.ida)
    give_licence(other, land.buben, day("2025-01-01"), land.ida)
    assert refused(services.merge_players, land.anna, other) == [
        "Beide Einträge haben Lizenzen. Bitte zuerst die zurücknehmen, die nicht gelten soll."
    ]
    take_back(land.anna)
    services.merge_players(land.anna, other)
    assert spells(land.anna) == [("Buben", "2025-01-01", None)]


# ---- One person in all registers


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"last_name": "Ärmel", "federation_number": "07.4711"}, True),
        ({"last_name": "Aermel", "first_name": "anna", "birth_year": 1961}, True),
        ({"last_name": "Arm", "federation_number": "07.4711"}, False),
        ({"last_name": "Ärmel", "first_name": "Anna", "birth_year": 1962}, False),
    ],
)
def test_somebody_of_the_federation_joins_another_register_and_stays_one(land, asked, found):
    if not found:
        assert refused(services.take_in_known, land.buben, **asked) == [
            "Im Verband steht niemand mit diesen Angaben, der hier noch fehlt. Bitte prüfen oder neu eintragen."
        ]
        return
    assert services.take_in_known(land.buben, **asked).player == land.anna
    assert Player.objects.count() == 1


def test_nobody_is_found_outside_the_federation_or_without_consent(land, sign_in):
    alone = services.create_club("Allein")
    asked = {"last_name": "Ärmel", "federation_number": "07.4711"}
    assert refused(services.take_in_known, alone, **asked)
    browser = sign_in(services.invite(land.buben, "bert", Role.LISTENFUEHRER).user)
    address = reverse("people:take_in_known", args=[land.buben.slug])
    person = {"last_name": "Ärmel", "first_name": "Anna", "birth_year": "1961"}
    page = browser.post(address, person)
    assert page.context["form"].non_field_errors() == [
        "Bitte die Verbandsnummer angeben, oder Vornamen und Geburtsjahr mit dem Einverständnis der Person."
    ]
    assert 'value="Ärmel"' in page.text
    assert told(browser.post(address, {**person, "agreed": "on"}, follow=True)) == [
        "Anna Ärmel steht jetzt im Register."
    ]


def test_a_role_above_offers_no_list_of_a_whole_federation(land):
    assert list(known_elsewhere(land.buben, land.ida)) == []
    services.grant_role(land.asse, land.ida, Role.SPIELLEITUNG)
    assert list(known_elsewhere(land.buben, land.ida)) == [land.anna]


# ---- At the desk


def test_the_desk_finds_players_of_the_whole_federation(land):
    """Those of the own club come first, whoever hides the name is not found by another club."""
    services.add_player(land.buben, first_name="Zoe", last_name="Ärmchen", number="7")
    services.add_player(land.asse, first_name="Arno", last_name="Ärmlich", publication="first_name")
    event = make_event(land.buben)
    assert [(hit.name, hit.about) for hit in find_at_desk(event, "ärm")] == [
        ("Ärmchen, Zoe", "7"),
        ("Ärmel, Anna", "Asse"),
    ]
    [hit] = find_at_desk(event, "Anna Ärmel")
    assert sure_at_desk([hit], "Anna Ärmel") is None  # a guest may be called so
    entry, new = register(event, hit.choice, "Anna Ärmel")
    assert (entry.player, entry.club_name, new) == (land.anna, "Asse", True)
    assert [hit.start_number for hit in find_at_desk(event, "Anna Ärmel")] == [entry.start_number]
    alone = make_event(services.create_club("Allein"))
    assert find_at_desk(alone, "ärm") == []
    assert refused(register, alone, hit.choice, "Anna Ärmel") == [
        "Das ist niemand aus dem Register dieses Vereins. Bitte noch einmal suchen."
    ]


def test_a_member_of_both_clubs_is_found_once_at_the_desk(land):
    services.take_in(land.buben, land.anna)
    [hit] = find_at_desk(make_event(land.buben), "Anna Ärmel")
    assert sure_at_desk([hit], "Anna Ärmel") == f"p{land.anna.pk}"


# ---- Who may play in a league

DAY = "2026-09-19"
"""Of the second match day that `make_division` sets."""


@pytest.fixture
@world
def member(land) -> GroupTeam:
    """Team A on the second match day is one of the Asse; the Landesverband has rules."""
    StartRules.objects.create(club=land.top)
    group = groups_of(make_division(land.top, "ABCD", "1: A* B C D\n2: A* B C D", players=4), 2)[0]
    Team.objects.filter(letter="A").update(club=land.asse)
    member = group.teams.select_related("team__club").get(team__letter="A")
    member.group = group
    return member


def test_a_line_up_takes_whoever_has_the_licence_of_the_club(land, member):
    players = [each.player for each in member.team.squad.select_related("player")]
    for player in players[:3]:
        give_licence(player, land.asse, day("2026-01-01"), land.ida)
    assert refused(lineups.set_lineup, member, players) == [
        f"{players[3].name}: Am 19.09.2026 keine Lizenz für Asse. (SpO 1.5)",
        f"{players[3].name}: Kein Spielerpass eingetragen; bitte vorlegen lassen. (SpO 1.6)",
    ]
    assert not LineupPlace.objects.exists()
    lineups.set_lineup(member, players[:3])
    assert LineupPlace.objects.count() == 3


def test_the_page_of_the_line_up_says_it_in_colours_and_words(land, member, sign_in):
    one, two, *_others = [each.player for each in member.team.squad.select_related("player")]
    Player.objects.filter(pk=one.pk).update(federation_number="07.1")
    for player in (one, two):
        give_licence(player, land.asse, day("2026-01-01"), land.ida)
    division = member.group.matchday.division
    page = sign_in(land.ida).get(
        reverse("leagues:lineup", args=[division.season.slug, division.slug, member.group.pk, "A"])
    )
    colours = {check.player: check.colour for check in page.context["checks"]}
    assert (colours[one], colours[two]) == ("green", "yellow")
    assert list(colours.values()).count("red") == 2 and "darf nicht spielen" in page.text


REASONS = {
    # by the Sportordnung: for whom somebody starts says 1.5, in one league for one team the Ausschreibung
    "no licence": "Am 19.09.2026 keine Lizenz für Asse. (SpO 1.5)",
    "of another club": "Am 19.09.2026 keine Lizenz für Asse. (SpO 1.5)",
    "begins a day late": "Am 19.09.2026 keine Lizenz für Asse. (SpO 1.5)",
    "ended a day early": "Am 19.09.2026 keine Lizenz für Asse. (SpO 1.5)",
    "started for another club": "Im Jahr 2026 schon für Buben gestartet; erlaubt ist nur ein Verein. (SpO 1.5)",
    "played for another team": "In dieser Liga schon für Staffel Ost C gespielt. (Ausschreibung)",
}


def test_500_who_may_not_start_are_refused_each_with_the_paragraph(land, member, django_assert_num_queries):
    """Eighty-four of each kind, drawn one after the other, and as many who may."""
    kinds = [*REASONS, "may"] * 84
    players = Player.objects.bulk_create(
        Player(first_name="Max", last_name=f"{number}", sort_key=f"{number}, max", federation_number=f"07.{number}")
        for number in range(len(kinds))
    )
    licences, earlier = [], []
    for player, kind in zip(players, kinds, strict=True):
        club = land.buben if kind == "of another club" else land.asse
        first = {"begins a day late": "2026-09-20"}.get(kind, "2026-01-01")
        if kind != "no licence":
            licences.append(Licence(player=player, club=club, first_day=day(first)))
        if kind == "ended a day early":
            licences.append(Licence(player=player, first_day=day(DAY)))
        if kind in ("started for another club", "played for another team"):
            earlier.append((player, "B" if kind == "started for another club" else "C"))
    Licence.objects.bulk_create(licences)
    _played_before(member, earlier, land)
    with django_assert_num_queries(7):
        checks = line_up_checks(member, players)
    found = [(kind, check.colour, *check.sentences) for kind, check in zip(kinds, checks, strict=True)]
    expected = [(kind, "red", REASONS[kind]) if kind in REASONS else (kind, "green") for kind in kinds]
    assert found == expected
    assert sum(check.colour == "red" for check in checks) == 504
    for player, kind in zip(players[:7], kinds, strict=False):
        SquadMember.objects.create(season=member.group.matchday.division.season, team=member.team, player=player)
        if kind in REASONS:
            assert refused(lineups.set_lineup, member, [player]) == [f"{player.name}: {REASONS[kind]}"]


def _played_before(member: GroupTeam, earlier: list[tuple[Player, str]], land: SimpleNamespace) -> None:
    """They have played on the first match day: for B, a team of the Buben in another league, or for C in this one."""
    Team.objects.filter(letter="C").update(club=land.asse)
    other = make_division(land.top, "BEFH", "1: B* E F H", players=4, name="Pokal 2026")
    Team.objects.filter(letter="B", division=other).update(club=land.buben)
    groups = {"C": groups_of(member.group.matchday.division, 1)[0], "B": groups_of(other, 1)[0]}
    for letter, group in groups.items():
        event = lineups.prepare(group)
        members = [player for player, played_for in earlier if played_for == letter]
        entries = Entry.objects.bulk_create(
            Entry(event=event, player=player, name=player.name, start_number=number)
            for number, player in enumerate(members, 1000)
        )
        team = group.teams.get(team__letter=letter)
        LineupPlace.objects.bulk_create(
            LineupPlace(matchday=group.matchday, group_team=team, player=entry.player, entry=entry) for entry in entries
        )
