"""Aufstieg und Abstieg on the site: asked, shown, confirmed, taken back, told. What is expected follows by hand."""

import re
import subprocess
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from engine.pyramid_oracle import Oracle
from whole import share

from skatliga.leagues import fixture_plans, seasons, squads
from skatliga.leagues.models import Group, GroupTeam, Season, SquadMember, Team
from skatliga.people.models import Club
from skatliga.promotions import services
from skatliga.promotions.forms import PromotionForm
from skatliga.promotions.models import Promotion
from skatliga.promotions.next_season import NextSeason, next_season
from skatliga.promotions.wording import reason_text
from web.api import API, Asker
from web.desk import text_of
from web.ended import end_division, end_season, follow
from web.league import groups_of, make_division, start
from web.replayed import world

pytestmark = pytest.mark.django_db


@world
def make_federation(club, leiterin) -> Season:
    """Oberliga with six places, below it the Landesliga in two Staffeln.

    The fourth of the Oberliga plays off with the second of either Staffel; Asse 1 and Asse 2 are of one club.
    """
    Club.objects.create(name="Asse", slug="asse")
    season = end_season(
        club,
        leiterin,
        [
            ("Oberliga", "=4 -5-6", {"Oberliga": "Asse 1:12, O2:10, O3:8, O4:6, O5:4, O6:2"}),
            (
                "Landesliga",
                "+1 =2",
                {"Ost": "P1:9, P2:8, P3:7, P4:6, P5:5", "West": "Asse 2:19, Q2:18, Q3:17, Q4:16, Q5:15"},
            ),
        ],
    )
    for team in Team.objects.filter(name__in=["P2", "O6"]):
        captain, *_others = squads.add_lines(team, f"Anna {team.name}-Muster\nBert {team.name}-Muster")
        squads.change_team(team, captain=captain.player)
    return season


@pytest.fixture
def season(club, leiterin):
    return make_federation(club, leiterin)


SAID = {
    **{"wish-oberliga/C": "leave", "wish-ost/A": "stay", "club_limit-1": "1", "new-2": "Neue Neun (Gera)"},
    **{"place-oberliga/D": "2", "place-ost/B": "1", "place-west/B": "3"},
}
"""O3 leaves, P1 does not go up, one team of a club in the Oberliga; the play-off ended P2, O4, Q2."""
STAYS = "Der Tabellenplatz erhält die Spielklasse."
ENDS = {
    "Asse 1": ("stay", "Oberliga", STAYS),
    "O2": ("stay", "Oberliga", STAYS),
    "O3": ("out", "", "Nimmt nicht mehr teil."),
    # P2 has gone up by its place in the table, so the one place of the play-off is that of O4.
    "O4": ("stay", "Oberliga", "Platz 2 der Aufstiegsrunde erhält den Platz in Oberliga."),
    # O3 has left a place that nobody from below takes: P1 does not want it, Asse 2 may not have it.
    "O5": ("stay", "Oberliga", "In Oberliga ist ein Platz frei, deshalb kein Abstieg."),
    "O6": ("down", "Landesliga", "Platz 6 von 6 in Oberliga steigt ab."),
    "P1": ("stay", "Landesliga", f"Verzichtet auf einen Platz in Oberliga. {STAYS}"),
    "P2": ("up", "Oberliga", "Platz 2 in Ost steigt auf, weil davor nicht aufsteigt: P1."),
    "Asse 2": (
        "stay",
        "Landesliga",
        f"Ein Platz in Oberliga geht an andere: Der Verein hat dort schon Asse 1; erlaubt sind 1. {STAYS}",
    ),
    "Q2": ("up", "Oberliga", "Platz 2 in West steigt auf, weil davor nicht aufsteigt: Asse 2."),
    **dict.fromkeys(("P3", "P4", "P5", "Q3", "Q4", "Q5"), ("stay", "Landesliga", STAYS)),
    "Neue Neun": ("new", "Landesliga", "Neu gemeldet für Landesliga."),
}


def address(season: Season, page: str = "step") -> str:
    return reverse(f"promotions:{page}", args=[season.slug])


def problems(page: str) -> list[str]:
    part = re.search(r'id="offen".*?</ul>', page, re.DOTALL)
    return re.findall(r"<li>(.*?)</li>", part[0]) if part else []


def token_of(page: str) -> str:
    return re.search(r'name="token" value="(\w+)"', page)[1]


def told(moves) -> dict[str, tuple[str, str, str]]:
    return {each["name"]: (each["way"], each["target"], " ".join(map(reason_text, each["reasons"]))) for each in moves}


def found(season: Season) -> NextSeason:
    return next_season(season, Promotion.objects.filter(season=season).first())


def printed(pdf: bytes) -> str:
    """The words of a paper, cell by cell."""
    text = subprocess.run(["pdftotext", "-", "-"], input=pdf, capture_output=True, check=True).stdout
    return " ".join(text.decode().split())


def messages_of(function, *args) -> list[str]:
    with pytest.raises(ValidationError) as refused:
        function(*args)
    return refused.value.messages


def test_a_season_becomes_the_next_one_and_that_is_taken_back(season, leiterin, sign_in, client):
    chief = sign_in(leiterin)
    page = chief.get(address(season)).text
    assert problems(page) == [
        "Die Aufstiegsrunde zu „Oberliga“ ist noch offen: Bitte die Plätze eintragen, jeden einmal."
    ]
    assert 'name="token"' not in page
    assert client.get(address(season, "moves")).status_code == 404
    chief.post(address(season), SAID)
    page = chief.get(address(season)).text
    assert problems(page) == []
    for name, (_way, _level, why) in ENDS.items():
        assert name in page and (why == STAYS or why in page), name
    assert "2 steigen auf, 1 steigen ab, 12 bleiben, 1 nehmen nicht mehr teil, 1 sind neu." in page
    # O6 is put in the other Staffel by hand.
    [number] = re.findall(r'<select name="division-oberliga/F".*?<option value="(\d)" selected', page, re.DOTALL)
    chief.post(
        address(season), SAID | {"division-oberliga/F": str(3 - int(number)), "initial-division-oberliga/F": number}
    )
    shown = found(season)
    old_page, page = page, chief.get(address(season)).text
    stale = {"name": "Liga 2027", "token": token_of(old_page)}
    assert (
        "Seit der Vorschau hat sich etwas geändert." in chief.post(address(season, "confirm"), stale, follow=True).text
    )
    assert 'name="name" value="Liga 2027"' in page
    sent = {"name": "Liga 2027", "token": token_of(page)}
    assert chief.post(address(season, "confirm"), sent).url == reverse("leagues:setup", args=["liga-2027"])
    assert "Die Folgesaison ist schon angelegt." in chief.post(address(season, "confirm"), sent, follow=True).text
    promotion = Promotion.objects.get(season=season)
    made = promotion.next_season
    assert (Season.objects.count(), made.slug, promotion.made_by) == (2, "liga-2027", leiterin)
    assert told(promotion.moves) == ENDS
    # Who came down, who stayed, who came up, the best first of each; Q2 had more points than P2.
    teams = [(each.letter, each.name) for each in Team.objects.filter(division__season=made, division__level__number=1)]
    assert teams == list(zip("ABCDEF", ["Asse 1", "O2", "O4", "O5", "Q2", "P2"], strict=True))
    sizes = {}
    for level in shown.levels:
        for division in level.divisions:
            names = [shown.team(key).name for key in division.keys]
            made_of = made.divisions.get(name=division.name)
            assert (list(made_of.teams.order_by("pk").values_list("name", flat=True)), made_of.slug) == (
                names,
                division.slug,
            )
            sizes[division.name] = len(names)
    assert sizes["Oberliga"] == 6 and {sizes["Ost"], sizes["West"]} == {4, 6}
    assert [each.zones for each in made.levels.all()] == [each.zones for each in season.levels.all()]
    p2, o6 = (Team.objects.get(division__season=made, name=name) for name in ("P2", "O6"))
    assert (p2.captain.name, o6.captain.name, p2.start_plus) == ("Anna P2-Muster", "Anna O6-Muster", 0)
    assert SquadMember.objects.filter(season=made).count() == 4
    public = client.get(address(season, "moves")).text
    assert ENDS["P2"][2] in public and "Liga 2027" not in public
    assert "Auf- und Absteiger" in client.get(season.get_absolute_url()).text
    # Taken back: all is as before, with what was said.
    assert "zurückgenommen" in chief.post(address(season, "undo"), follow=True).text
    assert "schon zurückgenommen" in chief.post(address(season, "undo"), follow=True).text
    assert (Season.objects.count(), SquadMember.objects.count()) == (1, 4)
    assert client.get(address(season, "moves")).status_code == 404
    assert token_of(chief.get(address(season)).text) == sent["token"]


def confirmed(season: Season, user) -> Season:
    """The next season, by what was said; it is being prepared."""
    form = PromotionForm(SAID, found=found(season))
    assert form.is_valid()
    services.say(season, form.choices)
    return services.confirm(season, "Liga 2027", found(season).token, user)


def test_the_moves_are_told_to_programs(season, leiterin):
    asked = f"{API}ligen/{season.slug}/auf-und-absteiger"
    assert Asker().get(asked).status_code == 404
    made = confirmed(season, leiterin)
    answer = Asker().get(asked)
    body = answer.json()
    assert (body["season"], body["following"]) == (season.slug, None)
    assert body["sums"] == {"up": 2, "down": 1, "stay": 12, "out": 1, "new": 1}
    ends = {each["name"]: (each["way"], each["target"]) for each in body["moves"]}
    assert ends == {name: (way, target) for name, (way, target, _why) in ENDS.items()}
    [p2] = [each for each in body["moves"] if each["name"] == "P2"]
    [why] = p2.pop("reasons")
    assert (why["code"], why["said"]) == ("up_passed", ENDS["P2"][2])
    where = {"level": 2, "source": "Landesliga", "division": "Ost", "place": 2, "into": "Oberliga"}
    assert p2 == {"team": "ost/B", "name": "P2", "way": "up", "target": "Oberliga", **where}
    [new] = [each for each in body["moves"] if each["way"] == "new"]
    assert (new["place"], new["source"]) == (None, "")
    assert Asker().get(asked, If_None_Match=answer["ETag"]).status_code == 304
    seasons.set_state(made, Season.State.PUBLISHED)
    assert Asker().get(asked).json()["following"] == "liga-2027"


def test_the_moves_are_a_paper_for_everybody(season, leiterin, sign_in):
    paper = reverse("printing:league_moves", args=[season.slug])
    office = sign_in(leiterin)
    assert office.get(paper).status_code == 404
    confirmed(season, leiterin)
    assert paper in office.get(address(season, "moves")).text
    answer = office.get(paper)
    assert answer["Content-Disposition"] == f'inline; filename="auf-und-absteiger-{season.slug}.pdf"'
    text = printed(answer.content)
    assert "2 steigen auf, 1 steigen ab, 12 bleiben, 1 nehmen nicht mehr teil, 1 sind neu." in text
    assert "Steigen auf (2)" in text and "Bleiben (2)" in text and "Bleiben (6)" in text
    assert all(name in text for name in ENDS)
    # A plain stay has no sentence; three stay or do not go up for a reason of their own, which says so.
    assert text.count("erhält die Spielklasse") == 2


def test_it_is_taken_back_until_a_list_is_opened(club, leiterin):
    """With plan, line-ups and seats, but without a list, the next season goes; afterwards it stays."""
    season = make_division(club, "ABCD", "1: A* B C D").season
    made = follow(season, leiterin)
    division = made.divisions.get()
    fixture_plans.set_plan(division, fixture_plans.read("1: A* B C D"))
    fixture_plans.set_dates(division, {1: season.divisions.get().matchdays.get().date})
    [group] = groups_of(division, 1)
    start(group)
    services.undo(season, leiterin)
    assert list(Season.objects.all()) == [season] and not GroupTeam.objects.filter(group=group).exists()
    made = follow(season, leiterin)
    division = made.divisions.get()
    fixture_plans.set_plan(division, fixture_plans.read("1: A* B C D"))
    fixture_plans.set_dates(division, {1: season.divisions.get().matchdays.get().date})
    [group] = groups_of(division, 1)
    start(group)
    group.event.rounds.update(started_at=season.divisions.get().matchdays.get().date.isoformat() + "T10:00Z")
    assert messages_of(services.undo, season, leiterin) == [
        "In „Liga 2027“ ist schon eine Liste angefangen; die Folgesaison bleibt."
    ]


def test_what_is_open_or_wrong_is_said_and_nothing_is_made(season, club, leiterin):
    services.say(season, {"places": {"oberliga/D": 1, "ost/B": 2, "west/B": 3}})
    group = Group.objects.filter(matchday__division__name="West")
    group.update(binding_at=None, binding_by=None)
    assert found(season).problems == ("„West“: Noch nicht alle Spieltage sind verbindlich.",)
    assert messages_of(services.confirm, season, "Neu", found(season).token, leiterin) == list(found(season).problems)
    group.update(binding_at="2026-10-01T10:00Z", binding_by=leiterin)
    assert found(season).problems == ()
    services.say(season, {"levels": {"1": {"places": 2}}, **Promotion.objects.get().said})
    assert found(season).problems == ("In „Oberliga“ steigen bis zu 3 Mannschaften auf, es gibt aber nur 2 Plätze.",)
    services.say(season, {"levels": {"2": {"new": "()"}}})
    assert found(season).problems == ("„()“: Bitte schreiben wie: A Herz Buben (Altenburg)",)
    level = season.levels.get(number=1)
    level.zones = [{"kind": "down", "label": "Abstieg", "first": 4, "last": 5}]
    level.save()
    services.say(season, {})
    assert found(season).problems == ("„Oberliga“: Die Plätze, die absteigen, enden vor dem letzten.",)
    assert Season.objects.count() == 1


def test_lots_part_who_is_equal_in_everything(club, leiterin):
    """Two share the last place of the Oberliga, and both first of the Landesliga are equal; one goes up."""
    season = end_season(
        club,
        leiterin,
        [
            ("Oberliga", "-3", {"Oberliga": "O1:9, O2:5, O3:5"}),
            ("Landesliga", "", {"Ost": "P1:6, P2:4", "West": "Q1:6, Q2:3"}),
        ],
    )
    services.say(season, {"levels": {"2": {"best": 1, "reach": 1}}})
    group = Group.objects.filter(matchday__division__name="West")
    [by] = group.values_list("binding_at", "binding_by")
    group.update(binding_at=None, binding_by=None)
    assert found(season).problems == ("„West“: Noch nicht alle Spieltage sind verbindlich.",)  # they may still part
    group.update(binding_at=by[0], binding_by=by[1])
    assert found(season).problems == (
        "In allem gleich sind O2 und O3: Bitte das Los eintragen.",
        "In allem gleich sind P1 und Q1: Bitte das Los eintragen.",
    )
    services.say(
        season, Promotion.objects.get().said | {"lots": {"oberliga/B": 2, "oberliga/C": 1, "ost/A": 9, "west/A": 4}}
    )
    moves = told(found(season).moves)
    assert {name: move[:2] for name, move in moves.items() if move[0] != "stay"} == {
        "O2": ("down", "Landesliga"),
        "Q1": ("up", "Oberliga"),
    }


def test_a_zone_reaches_to_the_end_of_every_table(club, leiterin):
    """Places 4 and 5 go down: two of the larger Staffel, one of the smaller."""
    levels = [("Oberliga", "-4-5", {"Nord": "N1:9, N2:8, N3:7, N4:6, N5:5", "Süd": "S1:12, S2:11, S3:1, S4:0"})]
    season = end_season(club, leiterin, [*levels, ("Landesliga", "", {"Ost": "P1:6, P2:4"})])
    services.say(season, {"levels": {"1": {"places": 6}}})
    assert {name for name, move in told(found(season).moves).items() if move[0] == "down"} == {"N4", "N5", "S4"}


def test_a_play_off_that_is_a_staffel_is_read_there(season, leiterin):
    """Its table says how it ended; it becomes no Staffel of the next season."""
    level = seasons.set_level(season, 3, "Aufstiegsrunde", [])
    end_division(seasons.create_division(level, "Aufstiegsrunde"), "O4:1, P2:2, Q2:6", leiterin)
    shown = found(season)
    assert shown.problems == ()
    moves = told(shown.moves)
    assert moves["Q2"][2] == "Platz 1 der Aufstiegsrunde berechtigt zum Aufstieg in Oberliga."
    assert moves["O4"] == ("down", "Landesliga", "Hat in der Aufstiegsrunde keinen Platz in Oberliga erreicht.")
    assert [each.level.name for each in shown.levels] == ["Oberliga", "Landesliga"]


def test_days_that_are_not_binding_and_a_name_there_was_are_told_before(club, leiterin, sign_in):
    season = make_division(club, "ABCD", "1: A* B C D\n2: A B* C D").season
    chief = sign_in(leiterin)
    page = chief.get(address(season))
    day = reverse("leagues:matchday", args=[season.slug, "staffel-ost", 2])
    said = "Diese Spieltage sind noch nicht verbindlich: Staffel Ost: 1. Spieltag Staffel Ost: 2. Spieltag"
    assert said in text_of(page)
    assert f'href="{day}"' in page.text
    sent = {"name": season.name.upper(), "token": token_of(page.text)}
    refused = chief.post(address(season, "confirm"), sent)
    said = "Bitte ankreuzen, oder zuerst die Spieltage verbindlich machen."
    assert refused.context["naming"].errors == {"unfinished": [said]}
    assert f'value="{season.name.upper()}"' in refused.text  # what was typed stays
    refused = chief.post(address(season, "confirm"), sent | {"unfinished": "on"})
    assert refused.context["naming"].non_field_errors() == [
        f"„{season.name.upper()}“ heißt hier schon eine Saison. Bitte der neuen einen anderen Namen geben."
    ]
    assert chief.post(address(season, "confirm"), sent | {"unfinished": "on", "name": "Liga 2028"}).status_code == 302
    assert {each.name for each in club.seasons.all()} == {season.name, "Liga 2028"}


def test_a_season_without_levels_below_goes_on_before_its_end(club, leiterin):
    """Nothing follows from its table; who withdrew is not there any more."""
    season = make_division(club, "ABCD", "1: A* B C D").season
    squads.withdraw_team(
        season.divisions.get().teams.get(letter="C"), Team.Withdrawal.ANNULLED, 1, "zu wenige", leiterin
    )
    shown = found(season)
    assert (shown.problems, len(shown.hints)) == ((), 1)
    assert told(shown.moves)["Staffel Ost C"] == ("out", "", "Nimmt nicht mehr teil.")
    made = follow(season, leiterin)
    assert list(Team.objects.filter(division__season=made).values_list("letter", "name")) == [
        ("A", "Staffel Ost A"),
        ("B", "Staffel Ost B"),
        ("C", "Staffel Ost D"),
    ]


def test_what_was_said_for_a_level_goes_on(season, leiterin):
    said = {"1": {"club_limit": 1, "places": 5}, "2": {"new": "Neue Neun", "divisions": 1}}
    services.say(season, {"levels": said, "places": {"oberliga/D": 1, "ost/B": 2, "west/B": 3}})
    made = follow(season, leiterin)
    shown = found(made)
    upper, lower = (shown.given.settings(level) for level in shown.given.levels)
    assert (upper.club_limit, upper.places, lower.new, lower.divisions) == (1, 5, "", 1)


# ---- Against the second implementation of the engine


class Drawn:
    """A season by chance as it is made on the site, and as the oracle reads it."""

    def __init__(self, seed: int, club, leiterin) -> None:
        self.random = Random(seed)
        numbers = range(1, self.random.choice((2, 3)) + 1)
        self.levels = [self._level(number, number == numbers[-1]) for number in numbers]
        made = [(f"Ebene {each['number']}", each["zones"], each["typed"]) for each in self.levels]
        self.season = end_season(club, leiterin, made)
        teams = Team.objects.filter(division__season=self.season).select_related("division")
        self.keys = {team.name: f"{team.division.slug}/{team.letter}" for team in teams}
        self.lots = self.random.sample(sorted(self.keys.values()), len(self.keys))
        wishes = {key: self.random.choice(("stay", "leave")) for key in self.lots}
        self.wishes = {key: wish for key, wish in wishes.items() if self.random.random() < 0.2}
        self.playoffs = []
        for upper, lower in zip(self.levels, self.levels[1:], strict=False):
            playing = [self.keys[name] for name in (*upper["hold"], *lower["rise"])]
            places = max(1, len(upper["hold"]))
            if playing:
                order = self.random.sample(playing, len(playing))
                self.playoffs.append({"into": str(upper["number"]), "places": places, "order": order})
            most = lower["said"]["up"] * len(lower["typed"]) + lower["said"]["best"] + (places if playing else 0)
            size = sum(len(table) for table in upper["tables"].values())
            upper["said"]["places"] = max(1, most, size + self.random.randint(-1, 1))

    def _level(self, number: int, is_lowest: bool) -> dict[str, Any]:
        size, draw = self.random.randint(3, 4), self.random.randint
        up, down = draw(0, 1) if number > 1 else 0, 0 if is_lowest else draw(0, 1)
        rises, holds = number > 1 and draw(0, 1), not is_lowest and size - down > up + 2 and draw(0, 1)
        zones = [f"+{up}"] * up + [f"={up + 1}"] * rises + [f"={size - down}"] * holds + [f"-{size}"] * down
        tables = {}
        for letter in range(1, draw(1, 2) + 1):
            points = sorted(self.random.sample(range(1, 9), size), reverse=True)
            clubs = [self.random.choice(("Herz", "Karo", "Pik", "Kreuz")) for _team in points]
            tables[f"Staffel {number}{letter}"] = [
                (f"{club} {number}{letter}{place}", club, each)
                for place, (club, each) in enumerate(zip(clubs, points, strict=True), 1)
            ]
        said = {"up": up, "best": draw(0, 1), "reach": draw(0, 3)} if number > 1 else {"up": 0, "best": 0}
        if not is_lowest:
            said |= {"worst": draw(0, 1), "club_limit": draw(1, 3)}
            said["fill"] = self.random.choice(("up,stay", "stay,up", "up", "stay", "none"))
        return {
            **{"number": number, "tables": tables, "zones": " ".join(zones), "down": down, "said": said},
            "typed": {
                name: ", ".join(f"{team}:{each}" for team, _club, each in table) for name, table in tables.items()
            },
            "rise": [table[up][0] for table in tables.values()] if rises else [],
            "hold": [table[size - down - 1][0] for table in tables.values()] if holds else [],
        }

    @property
    def choices(self) -> dict[str, Any]:
        said = ({str(level["number"]): {**level["said"]}} for level in self.levels)
        levels = {number: each for one in said for number, each in one.items()}
        for each in levels.values():
            del each["up"]  # the zones say it
        places = {key: place for each in self.playoffs for place, key in enumerate(each["order"], 1)}
        lots = {key: number for number, key in enumerate(self.lots, 1)}
        return {"levels": levels, "wishes": self.wishes, "places": places, "lots": lots}

    @property
    def document(self) -> dict[str, Any]:
        return {
            "levels": [self._as_document(each) for each in self.levels],
            "playoffs": self.playoffs,
            "lots": self.lots,
        }

    def _as_document(self, level: dict[str, Any]) -> dict[str, Any]:
        tables = {
            name: [
                {"team": (key := self.keys[team]), "club": club, "points": points}
                | ({"wish": self.wishes[key]} if key in self.wishes else {})
                for team, club, points in table
            ]
            for name, table in level["tables"].items()
        }
        fill = level["said"].get("fill", "none")
        made = {**level["said"], "level": str(level["number"]), "tables": tables, "down": level["down"]}
        made |= {"above": str(level["number"] - 1)} if level["number"] > 1 else {}
        return made | ({"fill": [] if fill == "none" else fill.split(",")} if "fill" in made else {})


@pytest.mark.parametrize("seed", range(share(80)))
def test_the_site_and_the_second_implementation_agree(seed, club, leiterin):
    drawn = Drawn(seed, club, leiterin)
    services.say(drawn.season, drawn.choices)
    shown = found(drawn.season)
    assert shown.problems == ()
    oracle = Oracle(drawn.document)
    names = {str(level["number"]): f"Ebene {level['number']}" for level in drawn.levels} | {None: ""}
    assert {each["team"]: (each["target"], each["reasons"][-1]["code"]) for each in shown.moves} == {
        key: (names[end], oracle.code[key]) for key, end in oracle.end.items()
    }
    assert [level.free for level in shown.levels] == [oracle.free[str(level["number"])] for level in drawn.levels]
