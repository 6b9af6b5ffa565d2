"""Correcting accounts and clubs, and how players leave a register and come back to one."""

import datetime
import re

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.core import mail
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.foot_check import PaperFoot
from scoring.wertung.presets import TableRule
from skatliga.access import Role
from skatliga.events.models import Event
from skatliga.events.services import enter_guests, enter_players, seat_round
from skatliga.exchange.personal.person import PersonRecords, erase
from skatliga.leagues.models import Season, SquadMember
from skatliga.leagues.seasons import create_division, create_season, set_level
from skatliga.leagues.seasons import set_state as set_season_state
from skatliga.leagues.squads import add_players as add_to_squad
from skatliga.leagues.squads import create_teams, drop_member, squads_of
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change, enter_feet, open_sheet
from skatliga.lists.workflow import move
from skatliga.people import queries, services
from skatliga.people.models import Club, Membership, Player, User
from skatliga.years.models import ClubYear, YearSum
from skatliga.years.past_years import take_over
from skatliga.years.services import add_evenings, create_year
from skatliga.years.services import set_state as set_year_state
from web.answers import refused, told
from web.replayed import world

pytestmark = pytest.mark.django_db


def path(name: str, *args: object) -> str:
    return reverse(f"people:{name}", args=args)


def account(user: User) -> tuple[str, str, str]:
    """As the database has it."""
    return User.objects.values_list("first_name", "last_name", "email").get(pk=user.pk)


# ---- Accounts ----


def test_the_name_and_address_of_an_account_are_corrected(sign_in, settings, client, club, admin, leser):
    settings.EMAIL_HOST = "mail.example"
    User.objects.filter(pk=leser.pk).update(email="leser@example.ogr", last_name="Meyr")
    held, browser = leser.club_roles.get(), sign_in(admin)
    address = path("change_account", club.slug, held.pk)
    assert address in browser.get(path("roles", club.slug)).text
    fields = {"first_name": "Lena", "last_name": "Meyer", "email": "leser@EXAMPLE.org"}
    answer = browser.post(address, fields, follow=True)
    assert answer.redirect_chain == [(path("roles", club.slug), 302)]
    assert told(answer) == ["Die Angaben zu Lena Meyer sind gespeichert."]
    assert account(leser) == ("Lena", "Meyer", "leser@example.org")
    leser.refresh_from_db()
    leser.set_password("karo-sieben-ouvert")
    leser.save()
    for typed in ("leser@example.ogr", "leser@example.org"):
        client.post(path("forgotten_password"), {"email": typed})
    assert [letter.to for letter in mail.outbox] == [["leser@example.org"]]


def test_a_link_sent_to_the_former_address_is_worth_nothing(leser):
    services.change_account(leser, first_name="Lena", last_name="", email="alt@example.org")
    token = default_token_generator.make_token(leser)
    services.change_account(leser, first_name="Leonie", last_name="", email="alt@example.org")
    assert default_token_generator.check_token(User.objects.get(pk=leser.pk), token)
    services.change_account(leser, first_name="Leonie", last_name="", email="neu@example.org")
    assert not default_token_generator.check_token(User.objects.get(pk=leser.pk), token)


def test_what_is_no_address_is_refused(sign_in, club, admin, leser):
    address = path("change_account", club.slug, leser.club_roles.get().pk)
    answer = sign_in(admin).post(address, {"first_name": "Lena", "last_name": "", "email": "leser"})
    assert answer.context["form"].errors == {"email": ["Bitte gültige E-Mail-Adresse eingeben."]}
    assert account(leser) == ("Leser", "", "")


def test_only_who_may_set_the_password_changes_the_account(sign_in, club, admin, fremde, betreiber):
    """A changed address is a way to the password."""
    held = services.invite(club, "fremde", Role.READER)
    address, fields = path("change_account", club.slug, held.pk), {"first_name": "Eva", "last_name": "", "email": ""}
    browser = sign_in(admin)
    assert address not in browser.get(path("roles", club.slug)).text
    assert [browser.get(address).status_code, browser.post(address, fields).status_code] == [403, 403]
    assert account(fremde) == ("", "", "")
    assert sign_in(betreiber).post(address, fields).status_code == 302
    assert account(fremde) == ("Eva", "", "")


@pytest.mark.parametrize(
    ("username", "where"),
    [
        ("leser", "Ändern lassen sie sich in der Liste der Benutzer."),
        ("fremde", "Ändern kann sie der Betreiber der Seite."),
        ("betreiber", "Ändern kann sie der Betreiber der Seite."),
    ],
)
def test_an_account_there_was_keeps_its_name_and_the_page_says_so(
    sign_in, club, other_club, admin, leser, fremde, betreiber, username, where
):
    user = User.objects.get(username=username)
    user.club_roles.filter(club=club).delete()
    before = account(user)
    fields = {"username": username, "role": "reader", "first_name": "Falsch"}
    answer = sign_in(admin).post(path("roles", club.slug), fields, follow=True)
    assert told(answer) == [
        f"{user.name} hat jetzt die Rolle Leser.",
        f"Das Konto {username} gab es schon; es behält Namen und E-Mail-Adresse. {where}",
    ]
    assert account(user) == before


@pytest.mark.parametrize("username", ["neu", "gast"])
def test_nothing_is_said_where_the_account_has_what_was_typed(sign_in, club, other_club, admin, username):
    services.invite(other_club, "gast", Role.READER, first_name="Gerda", last_name="Gast", email="gerda@example.org")
    fields = {"username": username, "role": "reader", "first_name": "Gerda", "email": "gerda@Example.org"}
    answer = sign_in(admin).post(path("roles", club.slug), fields, follow=True)
    assert len(told(answer)) == 1


# ---- Clubs ----


def test_a_club_is_renamed_and_keeps_its_address(sign_in, club, admin):
    browser, address = sign_in(admin), path("change_club", club.slug)
    assert address in browser.get(path("club", club.slug)).text
    fields = {"name": "Herz Bube Altenburg", "place": "Nobitz", "number": "07.01.117"}
    answer = browser.post(address, fields, follow=True)
    assert answer.redirect_chain == [("/vereine/herz-dame-altenburg/", 302)]
    assert told(answer) == ["Die Angaben sind gespeichert."]
    assert Club.objects.values("name", "place", "number", "slug").get() == fields | {"slug": "herz-dame-altenburg"}


def test_a_club_does_not_become_another_one(sign_in, club, other_club, admin):
    fields = {"name": "Grand Hand Gera", "place": "", "number": "7"}
    answer = sign_in(admin).post(path("change_club", club.slug), fields)
    assert answer.context["form"].errors == {
        "name": ["Einen Verein dieses Namens gibt es hier schon; bitte etwa den Ort dazuschreiben."],
        "number": ["Bitte in der Form 07.01.116 angeben; für einen Landesverband 07, für eine Verbandsgruppe 07.01."],
    }
    assert "Angaben · Herz Dame Altenburg" in answer.text  # not what was typed
    assert refused(services.change_club, club, name="Grand Hand Gera", place="", number="") == [
        "Einen Verein dieses Namens gibt es hier schon; bitte etwa den Ort dazuschreiben."
    ]


def test_every_page_says_the_new_name_and_rankings_the_one_of_then(client, club, played, league):
    pages = addresses(club, played) | {
        "leagues:season": reverse("leagues:season", args=[league.slug]),
        "leagues:team": reverse("leagues:team", args=[league.slug, "oberliga", "A"]),
    }
    shown(client, pages)  # so that they are kept as they were
    services.change_club(club, name="Pik Bube", place="", number="")
    now = shown(client, pages)
    assert {name for name, text in now.items() if "Pik Bube" in text} == {
        "standings:ranking",  # who arranges it, where a ranking is shared
        "standings:round",
        "years:year",
        "years:years",
        "leagues:season",
        "leagues:team",
    }
    assert {name for name, text in now.items() if re.search("Herz Dame Altenburg(?! I)", text)} == {
        "events:entries",
        "standings:lists",
        "standings:player",
        "standings:ranking",
        "standings:round",
        "standings:table",
    }


# ---- Leaving a register ----


@pytest.fixture
@world
def played(club, event, anna, schreiber) -> Event:
    """An evening of a club year; Anna has a list with three guests, and is entered for the Serie that comes."""
    enter_players(event, [anna.player])
    enter_guests(event, [(f"Gast {number}", "") for number in range(2, 5)])
    for number in (1, 2):
        seat_round(event.rounds.get(number=number), {1: [1, 2, 3, 4]})
    sheet = open_sheet(event.rounds.get(number=1).tables.get(), schreiber)
    enter_feet(
        sheet.pk, [PaperFoot(24, 1, 0, None)] + 3 * [PaperFoot(0, 0, 0, None)], 47, Change(sheet.revision, schreiber)
    )
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision + 1, schreiber))
    year = create_year(club, name="2026", first_day=datetime.date(2026, 1, 1), last_day=datetime.date(2026, 12, 31))
    add_evenings(year, [event])
    set_year_state(year, ClubYear.State.PUBLISHED)
    return event


@pytest.fixture
@world
def league(club, anna) -> Season:
    """Anna is in the squad of a team of her club."""
    season = create_season(club, name="Liga 2026", rulebook="isko-2022", evaluation="seeger-fabian")
    division = create_division(set_level(season, 1, "Oberliga", []), "Oberliga")
    add_to_squad(create_teams(division, "A Herz Dame Altenburg I")[0], [anna.player])
    set_season_state(season, Season.State.PUBLISHED)
    season.refresh_from_db()
    return season


def addresses(club: Club, event: Event) -> dict[str, str]:
    """Pages on which Anna stands with what she played."""
    anna, year = Player.objects.get(first_name="Anna"), ClubYear.objects.get()
    sheet = event.rounds.get(number=1).tables.get().sheets.get()
    args = {
        "standings:ranking": [event.slug],
        "standings:round": [event.slug, 1],
        "standings:table": [event.slug, 1, 1],
        "standings:lists": [event.slug],
        "standings:player": [event.slug, 1],
        "standings:person": [anna.pk],
        "statistics:event": [event.slug],
        "events:entries": [event.slug],
        "lists:board": [event.slug, 2],
        "lists:sheet": [sheet.pk],
        "years:years": [club.slug],
        "years:year": [year.slug],
        "years:player": [year.slug, f"p{anna.pk}"],
        "years:records": [year.slug],
    }
    return {name: reverse(name, args=values) for name, values in args.items()}


NOWHERE = ' <span class="soft">in keinem Register</span>'
VARYING = re.compile(r"\b(\w{64}|[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})\b")


def shown(browser, addresses: dict[str, str]) -> dict[str, str]:
    """What pages say, without what is another one at every look: tokens and marks."""
    answers = {name: browser.get(address) for name, address in addresses.items()}
    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(answers, 200)
    return {name: " ".join(VARYING.sub("", answer.text).split()) for name, answer in answers.items()}


def test_who_leaves_a_club_keeps_everything_that_was_played(sign_in, club, leiterin, anna, bert, played, league):
    pages = addresses(club, played) | {
        "leagues:squad": reverse("leagues:squad", args=[league.slug, "oberliga", "A"]),
        "events:entry": reverse("events:entry", args=[played.slug, 1]),
    }
    browser = sign_in(leiterin)
    before = shown(browser, pages)
    assert [name for name, text in before.items() if "Anna Ärmel" not in text] == ["years:years"]
    leave = path("leave_club", club.slug, anna.player_id)
    assert leave in browser.get(path("player", club.slug, anna.player_id)).text
    assert re.findall("<li>(.*?)</li>", browser.get(leave).text)[-1:] == ["Herz Dame Altenburg I · Liga 2026"]
    assert club.memberships.count() == 2  # looking changes nothing

    answer = browser.post(leave, {"reason": "verzogen"}, follow=True)
    assert answer.redirect_chain == [(path("register", club.slug), 302)]
    assert told(answer) == ["Anna Ärmel steht nicht mehr im Register."]
    assert list(club.memberships.all()) == [bert]
    after = shown(browser, pages)
    squad = after["leagues:squad"]
    assert squad.count(NOWHERE) == 1
    assert after | {"leagues:squad": squad.replace(NOWHERE, "")} == before
    last = anna.player.history.first()
    assert (last.history_change_reason, last.history_user) == (
        "Ausgetragen (Herz Dame Altenburg): verzogen",
        leiterin,
    )
    assert browser.post(leave).status_code == 404


def test_the_reason_may_be_left_out_and_a_long_one_is_refused(sign_in, club, leiterin, anna):
    browser, leave = sign_in(leiterin), path("leave_club", club.slug, anna.player_id)
    assert list(browser.post(leave, {"reason": "x" * 61}).context["form"].errors) == ["reason"]
    assert browser.post(leave, {"reason": ""}).status_code == 302
    assert anna.player.history.first().history_change_reason == "Ausgetragen (Herz Dame Altenburg)"


def test_the_reason_fits_behind_the_longest_name_of_a_club(club, anna):
    Club.objects.update(name="x" * 100)
    club.refresh_from_db()
    anna.club = club
    services.leave_club(anna, "y" * 60)
    assert len(anna.player.history.first().history_change_reason) == 100


def test_who_is_taken_out_twice_has_left_once(anna):
    member = Membership.objects.get(pk=anna.pk)
    services.leave_club(anna)
    services.leave_club(member)
    assert anna.player.history.count() == 2


def test_who_has_left_is_still_in_the_squad_and_can_be_dropped_there(club, schreiber, anna, league):
    assert squads_of(anna) == [("Herz Dame Altenburg I", "Liga 2026")]
    services.leave_club(anna)
    assert list(queries.known_elsewhere(club, schreiber)) == [anna.player]
    drop_member(SquadMember.objects.get())
    assert list(queries.known_elsewhere(club, schreiber)) == []


def test_a_squad_of_a_closed_season_or_of_another_club_is_not_told(club, other_club, anna, league):
    other = Membership.objects.create(club=other_club, player=anna.player)
    assert squads_of(other) == []
    set_season_state(league, Season.State.FINAL)
    assert squads_of(anna) == []


# ---- Coming back, and into a second club ----


def choices(browser, club: Club) -> list[str]:
    """Who can be taken in without being typed."""
    known = browser.get(path("add_player", club.slug)).context["known"]
    return [label for key, label in known.fields["player"].choices if key]


def test_who_has_left_is_taken_in_again_as_the_same_person(sign_in, club, schreiber, anna, played):
    browser = sign_in(schreiber)
    assert "Schon bekannt" not in browser.get(path("add_player", club.slug)).text
    services.leave_club(anna)
    assert choices(browser, club) == ["Ärmel, Anna (hat schon hier gespielt, 1960)"]
    assert "Schon bekannt" in browser.get(path("add_player", club.slug)).text
    answer = browser.post(path("take_in", club.slug), {"player": anna.player_id}, follow=True)
    assert told(answer) == ["Anna Ärmel steht jetzt im Register."]
    assert [member.player for member in club.memberships.all()] == [anna.player]
    assert choices(browser, club) == []


def test_former_members_are_those_of_past_years_too_and_nobody_whose_data_were_deleted(club, schreiber, anna, bert):
    days = (datetime.date(2001, 1, 1), datetime.date(2001, 12, 31))
    sums = [YearSum(name=each.player.name, gesamt=9, player=each.player) for each in (anna, bert)]
    take_over(club, "2001", days, TableRule(), sums, schreiber)
    services.leave_club(bert)
    erase(PersonRecords(anna.player), schreiber)
    assert [player.name for player in queries.known_elsewhere(club, schreiber)] == ["Bert Brandt"]


def test_a_merged_entry_comes_back_as_the_one_that_counts(club, schreiber, anna, bert, played):
    services.merge_players(bert.player, anna.player)
    services.leave_club(bert)
    assert list(queries.known_elsewhere(club, schreiber)) == [bert.player]


def test_players_of_a_league_event_were_never_members_of_the_organiser(club, other_club, schreiber, league, event):
    guest = services.add_player(other_club, first_name="Cora", last_name="Çelik").player
    enter_players(event, [guest])
    assert list(queries.known_elsewhere(club, schreiber)) == [guest]
    matchday = league.divisions.get().matchdays.create(number=1)
    matchday.groups.create(number=1, event=event)
    assert list(queries.known_elsewhere(club, schreiber)) == []


def test_who_directs_two_clubs_enters_a_player_of_one_in_the_other(sign_in, club, other_club, schreiber, anna):
    cora = services.add_player(other_club, first_name="Cora", last_name="Çelik").player
    Membership.objects.create(club=other_club, player=anna.player)  # who is in both is not offered
    browser = sign_in(schreiber)
    for role, offered in ((Role.LISTENFUEHRER, []), (Role.SPIELLEITUNG, ["Çelik, Cora (Grand Hand Gera)"])):
        services.grant_role(other_club, schreiber, role)
        assert choices(browser, club) == offered
    browser.post(path("take_in", club.slug), {"player": cora.pk})
    assert {member.club for member in cora.memberships.all()} == {club, other_club}
    assert Player.objects.count() == 2
    assert refused(services.take_in, club, cora) == ["Dieser Spieler steht schon im Register des Vereins."]


@pytest.mark.parametrize("typed", ["", "0", "stranger"])
def test_who_is_not_offered_is_not_taken_in(sign_in, club, other_club, schreiber, typed):
    stranger = services.add_player(other_club, first_name="Cora", last_name="Çelik").player
    typed = stranger.pk if typed == "stranger" else typed
    answer = sign_in(schreiber).post(path("take_in", club.slug), {"player": typed}, follow=True)
    assert answer.redirect_chain == [(path("add_player", club.slug), 302)]
    assert told(answer) == ["Bitte jemanden aus der Liste wählen."]
    assert not club.memberships.exists()


# ---- How much the pages ask ----


@pytest.mark.parametrize(
    ("name", "number"),
    # session, user, club or role, then: names and numbers | roles elsewhere | who is known, where | member, squads
    [("change_club", 3), ("change_account", 5), ("add_player", 5), ("leave_club", 5)],
)
def test_queries_do_not_grow_with_rows(name, number, sign_in, club, other_club, admin, anna, leser):
    services.grant_role(other_club, admin, Role.ADMINISTRATOR)
    args = {"change_account": [leser.club_roles.get().pk], "leave_club": [anna.player_id]}
    address, browser = path(name, club.slug, *args.get(name, [])), sign_in(admin)
    for further in range(3):
        services.add_player(other_club, first_name="Zoe", last_name=f"Zander {further}")
        services.invite(club, f"user{further}", Role.READER)
        with CaptureQueriesContext(connection) as captured:
            assert browser.get(address).status_code == 200
        assert len(captured) == number
