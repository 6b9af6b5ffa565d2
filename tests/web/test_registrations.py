"""Clubs register their teams for the next season, and it is made of what they have registered."""

import datetime
import re
from html import unescape

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from skatliga.access import Role
from skatliga.exchange.personal.person import PersonRecords, erase
from skatliga.leagues import squads
from skatliga.leagues.models import Season, SquadMember, Team
from skatliga.people import services as people
from skatliga.people.models import Club, Player
from skatliga.people.tree import lines_above
from skatliga.promotions.models import Promotion
from skatliga.promotions.next_season import next_season
from skatliga.promotions.services import confirm
from skatliga.registrations import services
from skatliga.registrations.models import ClubRegistration, RegisteredTeam, TeamTerms
from skatliga.registrations.queries import entry_of, registrations_of
from skatliga.registrations.services import SentTeam
from web.desk import text_of
from web.ended import end_season
from web.replayed import world

pytestmark = pytest.mark.django_db

TODAY = datetime.date(2027, 2, 26)
CLOSES = datetime.date(2027, 3, 1)
IBAN = "DE89370400440532013000"


@pytest.fixture(autouse=True)
def today(monkeypatch):
    """The day on which clubs register; a test puts it forward."""

    class Day:
        now = TODAY

        def is_(self, day: datetime.date) -> None:
            self.now = day

    day = Day()
    monkeypatch.setattr(timezone, "now", lambda: datetime.datetime.combine(day.now, datetime.time(12), datetime.UTC))
    return day


@world
def make_league(club, leiterin) -> Season:
    """Asse has two teams, Bauern one, Damen one; Elstern is the first of the Landesliga and on no site."""
    for name in ("Asse", "Bauern", "Damen"):
        made = people.create_club(name)
        if name != "Damen":
            Club.objects.filter(pk=made.pk).update(contacts=f"Obmann {name}, 0365 1{len(name)}")
        people.invite(made, f"chef-{name.lower()}", Role.SPIELLEITUNG)
    season = end_season(
        club,
        leiterin,
        [
            ("Oberliga", "-3", {"Oberliga": "Asse 1:12, Bauern 1:10, Damen 1:8"}),
            ("Landesliga", "+1", {"Landesliga": "Elstern:9, Asse 2:8"}),
        ],
    )
    asse = Club.objects.get(name="Asse")
    people.add_player(asse, first_name="Anna", last_name="Asmus")
    people.add_player(asse, first_name="Alf", last_name="Aust")
    team = Team.objects.get(name="Asse 1")
    captain, *_others = squads.add_players(team, Player.objects.filter(memberships__club=asse))
    squads.change_team(team, captain=captain.player)
    return season


@pytest.fixture
def season(club, leiterin):
    return make_league(club, leiterin)


@pytest.fixture
def terms(season, leiterin) -> TeamTerms:
    account = {"account_holder": "Skatverband Altenburg", "iban": IBAN}
    found = services.open_registration(
        season, leiterin, closes_on=CLOSES, fee_cents=6000, late_fee_cents=2500, **account
    )
    found.season = season
    return found


def club_of(name: str) -> Club:
    return Club.objects.get(name=name)


def page(terms: TeamTerms, name: str, of: str = "") -> str:
    return reverse(f"registrations:{name}", args=[terms.season.slug, *([club_of(of).slug] if of else [])])


@pytest.fixture
def chief(sign_in, season):
    """Whoever directs Asse."""
    from skatliga.people.models import User

    return sign_in(User.objects.get(username="chef-asse"))


def shown(html: str) -> dict[str, str]:
    """What a form would send as it is shown."""
    values = {}
    for tag in re.findall(r"<input[^>]*>", html):
        at = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if at.get("type") == "checkbox" and not re.search(r"\bchecked\b", tag):
            continue
        if "name" in at and at["name"] != "csrfmiddlewaretoken":
            values[at["name"]] = unescape(at.get("value", "on" if at.get("type") == "checkbox" else ""))
    for name, options in re.findall(r'<select name="([^"]+)".*?>(.*?)</select>', html, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        values[name] = chosen[1] if chosen else ""
    return values


def refused(function, *args, **fields) -> list[str]:
    with pytest.raises(ValidationError) as refusal, transaction.atomic():
        function(*args, **fields)
    return refusal.value.messages


# ---- A league opens it


def test_a_league_asks_its_clubs(season, leiterin, sign_in, today):
    direct = sign_in(leiterin)
    address = reverse("registrations:terms", args=[season.slug])
    over = direct.post(address, {"closes_on": "2027-02-25", "fee_cents": "60", "late_fee_cents": "x", "iban": "DE1"})
    said = over.context["form"].errors
    assert said["late_fee_cents"] == ["Bitte einen Betrag in Euro eingeben, zum Beispiel 5 oder 5,00."]
    assert said["iban"] == ["Das ist keine gültige IBAN; bitte noch einmal mit dem Kontoauszug vergleichen."]
    over = direct.post(address, {"closes_on": "2027-02-25", "fee_cents": "60", "late_fee_cents": "25"})
    assert over.context["form"].errors == {
        "closes_on": [
            "Der 25.02.2027 ist schon vorbei. Bitte einen Tag angeben, bis zu dem die Vereine noch melden können."
        ]
    }
    alone = {"closes_on": "2027-03-01", "iban": "DE89 3704 0044 0532 0130 00"}
    assert "Zum Überweisen gehören Kontoinhaber und IBAN." in direct.post(address, alone).text
    assert not TeamTerms.objects.exists()
    direct.post(address, alone | {"account_holder": "Skatverband", "fee_cents": "60", "late_fee_cents": "25"})
    made = TeamTerms.objects.get()
    assert (made.closes_on, made.fee_cents, made.late_fee_cents, made.iban) == (CLOSES, 6000, 2500, IBAN)
    # Once it is over, the rest may change with the deadline as it was.
    today.is_(datetime.date(2027, 3, 3))
    services.open_registration(season, leiterin, closes_on=CLOSES, late_fee_cents=0)
    assert [each.late_fee_cents for each in TeamTerms.history.order_by("pk")] == [2500, 0]


def test_who_has_teams_is_asked_on_his_own_page(terms, chief, sign_in, leiterin):
    own = chief.get(club_of("Asse").get_absolute_url()).text
    assert "Liga 2026: Mit welchen Mannschaften spielt Asse weiter? Meldeschluss 01.03.2027." in own
    assert page(terms, "club_teams", "Asse") in own and page(terms, "club_teams", "Asse") in chief.get("/").text
    assert page(terms, "club_teams", "Asse") not in sign_in(leiterin).get("/").text
    services.register_as_before(terms, club_of("Asse"), None)
    assert "Asse hat für die nächste Saison gemeldet." in chief.get(club_of("Asse").get_absolute_url()).text
    Season.objects.update(state=Season.State.DRAFT)
    assert page(terms, "club_teams", "Asse") not in chief.get("/").text
    assert chief.get(page(terms, "club_teams", "Asse")).status_code == 404


# ---- A club registers


def test_as_many_as_before_with_one_confirmation(terms, chief):
    """What is shown is sent as it is; what is missing is said, and can be added later."""
    address = page(terms, "club_teams", "Asse")
    form = chief.get(address).text
    answer = chief.post(address, shown(form), follow=True).text
    assert "Asse: 2 Mannschaften sind gemeldet." in answer
    assert "Bitte nachtragen, wer die Mannschaft führt und wie er zu erreichen ist: Asse 1, Asse 2." in answer
    found = {each.name: each for each in RegisteredTeam.objects.select_related("team", "captain")}
    assert {name: each.team.name for name, each in found.items()} == {"Asse 1": "Asse 1", "Asse 2": "Asse 2"}
    assert (found["Asse 1"].captain.name, found["Asse 2"].captain) == ("Anna Asmus", None)
    # A captain for the second, a new name and wishes for the first, and one more team.
    sent = shown(answer)
    first, second = (f"t{found[name].team_id}" for name in ("Asse 1", "Asse 2"))
    alf = Player.objects.get(first_name="Alf")
    sent |= {f"{first}-name": "Asse Gera", f"{first}-wishes": "nicht im Mai", f"{first}-contact": "0365 77"}
    sent |= {f"{second}-captain": str(alf.pk), f"{second}-contact": "alf@example.org"}
    more = chief.post(address, sent | {"mehr": "1"}).text
    assert RegisteredTeam.objects.count() == 2
    sent = shown(more)
    assert (sent["neu"], sent["n1-name"], sent[f"{first}-name"]) == ("1", "Asse 3", "Asse Gera")
    more = chief.post(address, sent | {"n1-place": "Gera", "mehr": "1"}).text
    sent = shown(more)
    assert (sent["neu"], sent["n1-place"], sent["n2-name"]) == ("2", "Gera", "Asse 4")
    del sent["n2-plays"]
    answer = chief.post(address, sent, follow=True).text
    entry = entry_of(terms, club_of("Asse"))
    assert [(team.name, team.captain and team.captain.name, team.contact, team.wishes) for team in entry.teams] == [
        ("Asse 2", "Alf Aust", "alf@example.org", ""),
        ("Asse 3", None, "", ""),
        ("Asse Gera", "Anna Asmus", "0365 77", "nicht im Mai"),
    ]
    assert {each.pk for each in found.values()} < {each.pk for each in entry.teams}
    # One less: its tick is taken away.
    sent = shown(answer)
    del sent[f"{second}-plays"]
    answer = chief.post(address, sent, follow=True).text
    entry = entry_of(terms, club_of("Asse"))
    assert [team.name for team in entry.teams] == ["Asse 3", "Asse Gera"]
    assert [team.name for team in entry.ended] == ["Asse 2"]
    assert RegisteredTeam.history.filter(history_type="-").count() == 1
    # And none at all is an answer too.
    chief.post(address, {"neu": "0"})
    entry = entry_of(terms, club_of("Asse"))
    assert (entry.registration is not None, entry.teams) == (True, [])


def test_what_cannot_be_is_said_where_it_is_and_nothing_typed_is_lost(terms, chief):
    address = page(terms, "club_teams", "Asse")
    first, second = (f"t{Team.objects.get(name=name).pk}" for name in ("Asse 1", "Asse 2"))
    sent = shown(chief.get(address).text)
    refused_page = chief.post(address, sent | {f"{first}-name": " ", f"{second}-place": "Ronneburg"})
    assert "Bitte der Mannschaft einen Namen geben, oder das Häkchen wegnehmen." in refused_page.text
    assert shown(refused_page.text)[f"{second}-place"] == "Ronneburg"
    refused_page = chief.post(address, sent | {f"{second}-name": "ASSE 1", f"{first}-wishes": "nie"}).text
    assert "Zwei Mannschaften heißen „ASSE 1“. Bitte jeder einen eigenen Namen geben." in refused_page
    assert shown(refused_page)[f"{first}-wishes"] == "nie"
    anna = str(Player.objects.get(first_name="Anna").pk)
    twice = chief.post(address, sent | {f"{first}-captain": anna, f"{second}-captain": anna}).text
    assert "Anna Asmus wäre Mannschaftsführer von zwei Mannschaften." in twice
    stranger = chief.post(address, sent | {f"{first}-captain": "999999999999999999999"})
    assert list(stranger.context["form"].forms[0].errors) == ["captain"]
    longer = chief.post(address, sent | {f"{first}-contact": "1" * 121, "neu": "9" * 40})
    assert list(longer.context["form"].forms[0].errors) == ["contact"]
    assert len(chief.post(address, sent | {"neu": "99", "mehr": "1"}).context["form"].forms) == 20
    assert not ClubRegistration.objects.exists()
    lines = [SentTeam(f"Asse {number}") for number in range(21)]
    assert refused(services.register, terms, club_of("Asse"), lines, None) == [
        "Ein Verein meldet höchstens 20 Mannschaften."
    ]
    other = people.create_club("Fremde")
    assert refused(services.register, terms, other, [], None) == ["Fremde gehört nicht zu dieser Liga."]


def test_two_teams_may_change_their_names(terms):
    asse = club_of("Asse")
    services.register_as_before(terms, asse, None)
    one, two = entry_of(terms, asse).teams
    services.register(terms, asse, [SentTeam("Asse 2", team=one.team, held=one), SentTeam("Asse 1", held=two)], None)
    assert {team.pk: team.name for team in entry_of(terms, asse).teams} == {one.pk: "Asse 2", two.pk: "Asse 1"}
    with pytest.raises(IntegrityError), transaction.atomic():
        RegisteredTeam.objects.update(name="Asse 1")
    with pytest.raises(IntegrityError), transaction.atomic():
        ClubRegistration.objects.create(terms=terms, club=asse)


def test_a_captain_who_is_only_in_the_kader_is_kept(terms, chief):
    guest = people.add_player(people.create_club("Nachbarn"), first_name="Gesa", last_name="Grün").player
    team = Team.objects.get(name="Asse 2")
    squads.add_players(team, Player.objects.filter(pk=guest.pk))
    squads.change_team(team, captain=guest)
    address = page(terms, "club_teams", "Asse")
    sent = shown(chief.get(address).text)
    assert sent[f"t{team.pk}-captain"] == str(guest.pk)
    chief.post(address, sent)
    assert entry_of(terms, club_of("Asse")).teams[1].captain == guest


def test_what_was_said_of_a_team_that_was_withdrawn_is_there_again(terms, chief):
    address = page(terms, "club_teams", "Asse")
    first = f"t{Team.objects.get(name='Asse 1').pk}"
    told = {f"{first}-contact": "0365 77", f"{first}-wishes": "nicht im Mai"}
    chief.post(address, shown(chief.get(address).text) | told)
    sent = shown(chief.get(address).text)
    del sent[f"{first}-plays"]
    again = shown(chief.post(address, sent, follow=True).text)
    assert f"{first}-plays" not in again
    assert [again[f"{first}-{name}"] for name in ("contact", "wishes")] == ["0365 77", "nicht im Mai"]
    chief.post(address, again | {f"{first}-plays": "on"})
    assert [team.contact for team in entry_of(terms, club_of("Asse")).teams] == ["0365 77", ""]


def test_who_registers_late_is_told_before(terms, chief, today):
    address = page(terms, "club_teams", "Asse")
    today.is_(CLOSES)
    assert "gilt als verspätet" not in text_of(chief.get(address))
    today.is_(CLOSES + datetime.timedelta(1))
    day = date_format(CLOSES, "DATE_FORMAT")
    said = f"Der Meldeschluss war am {day}. Jede Mannschaft, die jetzt dazukommt, gilt als verspätet."
    said += " Das kostet 25,00 € mehr."
    found = text_of(chief.get(address))
    assert said in found and "Meldeschluss ist der" not in found


def test_a_club_without_a_team_is_offered_to_register_one(club, terms, sign_in, leiterin):
    new = people.create_club("Neulinge")
    Club.objects.filter(pk=new.pk).update(parent=club)
    user = people.invite(new, "chef-neu", Role.SPIELLEITUNG).user
    day = date_format(CLOSES, "SHORT_DATE_FORMAT")
    offered = f"{terms.season.name}: Neulinge kann Mannschaften melden. Meldeschluss {day}."
    address = page(terms, "club_teams", "Neulinge")
    for shown_on in ("/", new.get_absolute_url()):
        found = sign_in(user).get(shown_on)
        assert offered in text_of(found) and f'href="{address}"' in found.text, shown_on
    assert offered not in text_of(sign_in(leiterin).get("/"))  # who directs the league does not answer for all clubs
    services.register(terms, new, [SentTeam("Neulinge 1")], None)
    assert f"{terms.season.name}: Neulinge hat für die nächste Saison gemeldet." in text_of(sign_in(user).get("/"))


# ---- What it costs


def test_late_teams_cost_more_and_it_is_transferred_by_code(terms, chief, leiterin, sign_in, today):
    asse = club_of("Asse")
    today.is_(CLOSES)
    services.register(terms, asse, [SentTeam("Asse 1", team=Team.objects.get(name="Asse 1"))], None)
    today.is_(CLOSES + datetime.timedelta(1))
    [held] = entry_of(terms, asse).teams
    services.register(terms, asse, [SentTeam("Asse I", team=held.team, held=held), SentTeam("Asse 9")], None)
    entry = entry_of(terms, asse)
    assert ([team.name for team in entry.late], entry.due, entry.owed) == (["Asse 9"], 14500, 14500)
    assert (entry.transfer.cents, entry.transfer.reference) == (14500, "Liga 2026, Asse")
    own = chief.get(page(terms, "club_teams", "Asse")).text
    assert entry.transfer.picture in unescape(own) and "DE89 3704 0044 0532 0130 00" in own
    direct = sign_in(leiterin)
    assert "Asse: Bitte einen Betrag" in direct.post(page(terms, "pay", "Asse"), {"paid": "viel"}, follow=True).text
    direct.post(page(terms, "pay", "Asse"), {"paid": "145,00 €"})
    entry = entry_of(terms, asse)
    assert (entry.paid, entry.owed, entry.transfer, entry.registration.paid_by) == (14500, 0, None, leiterin)
    assert "Es ist alles bezahlt." in chief.get(page(terms, "club_teams", "Asse")).text
    direct.post(page(terms, "pay", "Asse"), {"paid": ""})
    assert entry_of(terms, asse).registration.paid_at is None
    answer = direct.post(page(terms, "pay", "Bauern"), {"paid": "5"}, follow=True).text
    assert "Bauern hat noch nicht gemeldet." in answer
    # The deadline is put off, and nothing is late any more.
    services.open_registration(terms.season, leiterin, closes_on=CLOSES + datetime.timedelta(7))
    assert entry_of(TeamTerms.objects.get(), asse).due == 12000


# ---- What the league sees


def test_the_league_sees_who_lacks_with_whom_to_ask(terms, leiterin, sign_in, today):
    direct = sign_in(leiterin)
    services.register_as_before(terms, club_of("Asse"), None)
    html = direct.get(page(terms, "overview")).text
    lacking = html[html.index('id="fehlt"') : html.index('id="gemeldet"')]
    assert "Obmann Bauern, 0365 16" in lacking and "Der Verein nennt keinen Ansprechpartner." in lacking
    assert "Asse" not in lacking and "Elstern" in html[html.index('id="gemeldet"') :]
    with CaptureQueriesContext(
        connection,
    ) as before:
        direct.get(page(terms, "overview"))
    today.is_(CLOSES + datetime.timedelta(1))
    answer = direct.post(page(terms, "as_before", "Bauern"), follow=True).text
    assert "Bauern: 1 Mannschaft ist gemeldet." in answer and "verspätet" in answer
    assert "Bauern hat schon gemeldet." in direct.post(page(terms, "as_before", "Bauern"), follow=True).text
    with CaptureQueriesContext(connection) as after:
        direct.get(page(terms, "overview"))
    assert len(after) == len(before)
    assert [entry.club.name for entry in registrations_of(terms).missing] == ["Damen"]


# ---- The next season is made of it


def follow(season: Season, user) -> Season:
    found = next_season(season, Promotion.objects.filter(season=season).first())
    assert found.problems == ()
    return confirm(season, "Liga 2027", found.token, user)


def test_registration_says_who_plays_and_promotion_where(season, terms, leiterin, today, sign_in):
    """Asse sends 1 under another name and a new third one, Bauern all; Damen has not answered."""
    asse = club_of("Asse")
    anna, alf = (Player.objects.get(first_name=name) for name in ("Anna", "Alf"))
    teams = {team.name: team for team in Team.objects.all()}
    services.register(
        terms,
        asse,
        [
            SentTeam("Asse Gera", "Gera", alf, "0365 77", "nicht im Mai", team=teams["Asse 1"]),
            SentTeam("Asse 3", captain=anna, contact="0365 78"),
        ],
        None,
    )
    services.register_as_before(terms, club_of("Bauern"), None)
    assert next_season(season, None).problems == ("Bis zum 01.03.2027 können noch melden: Damen.",)
    today.is_(CLOSES + datetime.timedelta(1))
    found = next_season(season, None)
    assert found.hints[0] == "Damen hat nicht gemeldet. Seine Mannschaften nehmen nicht mehr teil."
    form = sign_in(leiterin).get(reverse("promotions:step", args=[season.slug])).context["form"]
    assert {name for name, field in form.fields.items() if name.startswith("wish-") and field.disabled} == {
        "wish-oberliga/C",
        "wish-landesliga/B",
    }
    made = follow(season, leiterin)
    # Elstern goes up to the third place of the Oberliga; below stays what was registered anew.
    assert sorted(Team.objects.filter(division__season=made).values_list("division__name", "name")) == [
        ("Landesliga", "Asse 3"),
        ("Oberliga", "Asse Gera"),
        ("Oberliga", "Bauern 1"),
        ("Oberliga", "Elstern"),
    ]
    gera = Team.objects.get(division__season=made, name="Asse Gera")
    assert (gera.place, gera.captain, gera.club) == ("Gera", alf, asse)
    # Both were in the squad of Asse 1; Anna leads the new one.
    squads_made = SquadMember.objects.filter(season=made).values_list("team__name", "player__first_name")
    assert sorted(squads_made) == [("Asse 3", "Anna"), ("Asse Gera", "Alf")]
    assert refused(services.register_as_before, terms, club_of("Damen"), None) == [
        "Die neue Saison ist schon angelegt; die Meldung ist zu. Bitte die Staffelleitung fragen."
    ]
    told = {move["name"]: move["way"] for move in Promotion.objects.get(season=season).moves}
    assert told == {
        **{"Asse 1": "stay", "Bauern 1": "stay", "Damen 1": "out"},
        **{"Elstern": "up", "Asse 2": "out", "Asse 3": "new"},
    }


def test_the_tree_says_which_clubs_are_near():
    top, north, south = (people.create_club(name) for name in ("Verband", "Nord", "Süd"))
    clubs = [people.create_club(name) for name in ("Kiel", "Ulm", "Frei")]
    for unit, parent in ((north, top), (south, top), (clubs[0], north), (clubs[1], south)):
        Club.objects.filter(pk=unit.pk).update(parent=parent)
    keys = [club.pk for club in clubs]
    assert lines_above(keys) == {keys[0]: f"{top.pk}.{north.pk}", keys[1]: f"{top.pk}.{south.pk}"}


def test_how_a_captain_is_reached_is_deleted_with_him(terms, leiterin, admin):
    anna = Player.objects.get(first_name="Anna")
    services.register(terms, club_of("Asse"), [SentTeam("Asse 1", captain=anna, contact="0365 77")], None)
    erase(PersonRecords(anna), leiterin)
    assert {each.contact for each in (RegisteredTeam.objects.get(), RegisteredTeam.history.get())} == {""}
