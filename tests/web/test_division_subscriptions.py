"""Being told of a Staffel: anybody by a mail address, who directs it by his account; clubs of the deadline."""

import datetime

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from skatliga.access import Role
from skatliga.accounts import services as accounts
from skatliga.leagues import lineups, squads
from skatliga.leagues.models import Division, Group, Matchday, Season, Team
from skatliga.lists import protests
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change
from skatliga.lists.workflow import move
from skatliga.people.models import ClubRole, User
from skatliga.registrations import services as registrations
from skatliga.registrations.models import TeamTerms
from skatliga.registrations.services import SentTeam
from skatliga.subscriptions.models import Subscription
from skatliga.subscriptions.sending import send_due
from skatliga.subscriptions.telling import forget_old
from web.desk import text_of
from web.league import add_division, groups_of, make_division, play_day
from web.listeners import link_in, told

pytestmark = pytest.mark.usefixtures("mails")

DAY = datetime.timedelta(days=1)
PLAN = "1: A* B C D\n2: A B* C D"
ADDRESS = "opa@example.org"


@pytest.fixture
def division(club) -> Division:
    """A meets B, C and D on two days, by the calendar half a year from now."""
    made = make_division(club, "ABCD", PLAN, players=5)
    Matchday.objects.filter(division=made).update(date=timezone.localdate() + 180 * DAY)
    return made


@pytest.fixture
def listening(division) -> Subscription:
    """Somebody without an account has asked and said yes."""
    return confirmed(Client(), page_of(division), {"email": ADDRESS})


@pytest.fixture
def leading(division, leiterin, sign_in) -> Subscription:
    """Who directs the league has asked by the account, and said yes."""
    User.objects.filter(pk=leiterin.pk).update(email="leiterin@example.org")
    return confirmed(sign_in(leiterin), reverse("subscriptions:begin_division", args=[division.pk]), {})


def page_of(division: Division) -> str:
    return reverse("subscriptions:division", args=[division.season.slug, division.slug])


def confirmed(browser: Client, page: str, sent: dict[str, str]) -> Subscription:
    assert browser.post(page, sent).status_code == 302
    send_due()
    link = link_in(mail.outbox[-1])
    Client().post(link, {"tun": "bestaetigen"})
    mail.outbox.clear()
    return Subscription.objects.latest("pk")


# ---- Anybody


def test_anybody_asks_on_the_page_of_a_staffel_and_says_yes_by_mail(division):
    browser, page = Client(), page_of(division)
    assert page in browser.get(division.get_absolute_url()).content.decode()
    assert "Sie hören, wenn die Tabelle eines Spieltags verbindlich ist" in text_of(browser.get(page))
    assert "Wer die Staffel leitet" not in text_of(browser.get(page))
    browser.post(page, {"email": ADDRESS})
    assert "Bitte sehen Sie in Ihre E-Mail" in text_of(browser.get(page))
    assert ADDRESS not in text_of(Client().get(page))  # nobody learns who listens
    assert told() == ["Bitte bestätigen: Liga 2026"]
    assert "Nachrichten zu Staffel Ost" in mail.outbox[-1].body
    assert "wenn die Tabelle eines Spieltags verbindlich ist" in mail.outbox[-1].body
    own = link_in(mail.outbox[-1])
    assert "Ist bestätigt" in text_of(browser.post(own, {"tun": "bestaetigen"}))
    browser.post(own, {"List-Unsubscribe": "One-Click"})
    assert not Subscription.objects.exists()


def test_what_is_no_address_is_refused(division):
    answer = Client().post(page_of(division), {"email": "opa@"})
    assert answer.status_code == 422 and "Bitte gültige E-Mail-Adresse eingeben." in text_of(answer)
    assert not Subscription.objects.exists()


def test_a_table_is_told_once_each_time_it_becomes_binding(listening, division, leiterin):
    play_day(division, leiterin)
    assert told() == ["Staffel Ost: Tabelle nach dem 1. Spieltag ist da"]
    lines = mail.outbox[-1].body.splitlines()
    assert [line.partition(".")[0] for line in lines[:4]] == ["1", "2", "3", "4"]
    assert {line.partition(". ")[2].partition(":")[0] for line in lines[:4]} == {
        f"Staffel Ost {letter}" for letter in "ABCD"
    }
    assert f"https://skat.example{division.get_absolute_url()}" in mail.outbox[-1].body
    assert "Nichts mehr davon hören" in mail.outbox[-1].body
    assert told() == []
    Group.objects.filter(matchday__number=1).update(binding_at=timezone.now() + DAY)
    assert told() == ["Staffel Ost: Tabelle nach dem 1. Spieltag ist da"]


def test_the_table_of_a_day_is_told_without_what_came_after(listening, division, leiterin):
    group = play_day(division, leiterin)
    told()
    before = mail.outbox[-1].body
    play_day(division, leiterin, 2, bound=False)
    Group.objects.filter(pk=group.pk).update(binding_at=timezone.now() + DAY)
    assert told() == ["Staffel Ost: Tabelle nach dem 1. Spieltag ist da"]
    assert mail.outbox[-1].body == before
    plus = [int(line.partition(": ")[2].partition(" :")[0]) for line in before.splitlines()[:4]]
    assert sum(plus) == 3 * (3 + 2 + 1)  # three Serien of a group of four
    assert plus == sorted(plus, reverse=True)


def test_a_table_is_not_told_while_a_group_of_the_day_is_open(club, leiterin):
    division = make_division(club, "ABCDEFGH", "1: A* B C D / E* F G H", players=5)
    confirmed(Client(), page_of(division), {"email": ADDRESS})
    Matchday.objects.update(date=timezone.localdate() - 9 * DAY)
    first, second = groups_of(division, 1)
    bound = {"binding_at": timezone.now(), "binding_by": leiterin}
    Group.objects.filter(pk=first.pk).update(**bound)
    assert told() == []
    Group.objects.filter(pk=second.pk).update(**bound)
    assert told() == ["Staffel Ost: Tabelle nach dem 1. Spieltag ist da"]


def test_a_list_opened_again_after_that_is_told_with_its_reason(listening, division, leiterin):
    play_day(division, leiterin)
    told()
    sheet = Sheet.objects.get(table__round__number=1, table__number=3)
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, leiterin, "Spiel 7 war Herz"))
    assert told() == ["Staffel Ost: Die Tabelle ändert sich nachträglich"]
    assert "Spiel 7 war Herz" in mail.outbox[-1].body
    [former] = division.former_tables.all()
    page = reverse("leagues:former_table", args=["liga-2026", division.slug, former.pk])
    assert f"https://skat.example{page}" in mail.outbox[-1].body
    assert Client().get(page).status_code == 200
    assert told() == []


def test_what_was_so_before_is_no_news(division, leiterin):
    play_day(division, leiterin)
    confirmed(Client(), page_of(division), {"email": ADDRESS})
    assert told() == []


@pytest.mark.parametrize(("days", "said"), [(-1, 0), (0, 1), (2, 1), (3, 0)])
def test_two_days_before_a_match_day_it_is_told_who_meets_where(listening, division, days, said):
    Team.objects.filter(letter="A").update(place="Gasthaus Linde")
    day = timezone.localdate() + days * DAY
    Matchday.objects.filter(number=1).update(date=day)
    assert told() == [f"Staffel Ost: 1. Spieltag am {day:%d.%m.%Y}"] * said
    if said:
        where = "Gruppe 1, bei Staffel Ost A, Gasthaus Linde: "
        assert f"{where}Staffel Ost A, Staffel Ost B, Staffel Ost C, Staffel Ost D" in mail.outbox[-1].body
    assert told() == []


def test_a_match_day_that_is_put_off_is_told_once_more(listening, division):
    today = timezone.localdate()
    Matchday.objects.filter(number=1).update(date=today + DAY)
    assert len(told()) == 1
    Matchday.objects.filter(number=1).update(date=today + 2 * DAY)
    assert told() == [f"Staffel Ost: 1. Spieltag am {today + 2 * DAY:%d.%m.%Y}"]


def test_nothing_is_told_of_a_draft_and_its_page_is_not_there(listening, division):
    Matchday.objects.filter(number=1).update(date=timezone.localdate())
    Season.objects.update(state=Season.State.DRAFT)
    assert told() == []
    assert Client().get(page_of(division)).status_code != 200


def test_anybody_hears_nothing_that_is_for_who_directs(listening, division, leiterin):
    play_day(division, leiterin, bound=False)
    sheet = Sheet.objects.get(table__round__number=1, table__number=3)
    protests.protest(sheet, "Spiel 7 war Herz.", leiterin)
    registrations.open_registration(division.season, leiterin, closes_on=timezone.localdate())
    assert told() == []


def test_an_address_that_was_never_confirmed_is_forgotten_after_two_weeks(division):
    Client().post(page_of(division), {"email": ADDRESS})
    Subscription.objects.update(created_at=timezone.now() - 13 * DAY)
    forget_old()
    assert Subscription.objects.exists()
    Subscription.objects.update(created_at=timezone.now() - 15 * DAY)
    forget_old()
    assert not Subscription.objects.exists()


def test_half_a_year_after_the_last_match_day_who_listened_is_forgotten(listening, leading):
    Matchday.objects.update(date=timezone.localdate() - 180 * DAY)
    forget_old()
    assert Subscription.objects.count() == 2
    Matchday.objects.update(date=timezone.localdate() - 181 * DAY)
    forget_old()
    assert not Subscription.objects.exists()


# ---- Who directs the league


def test_who_directs_hears_of_a_protest_and_its_decision(leading, division, leiterin):
    play_day(division, leiterin, bound=False)
    told()
    sheet = Sheet.objects.get(table__round__number=1, table__number=3)
    made = protests.protest(sheet, "Spiel 7 war Herz.", leiterin)
    assert told() == ["1. Spieltag: Protest gegen die Liste von Serie 1, Tisch 3"]
    protests.answer(made, "rejected", "Es war Kreuz.", leiterin)
    assert told() == ["1. Spieltag: Protest entschieden, Serie 1, Tisch 3"]
    assert told() == []


def test_who_directs_hears_once_that_all_lists_of_a_match_day_are_there(leading, division, leiterin):
    assert told() == []
    play_day(division, leiterin, bound=False)
    assert told() == ["Staffel Ost: Alle Listen vom 1. Spieltag sind da"]
    sheet = Sheet.objects.get(table__round__number=1, table__number=3)
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, leiterin, "Zu früh geprüft"))
    sheet.refresh_from_db()
    move(sheet.pk, Sheet.State.CHECKED, Change(sheet.revision, leiterin))
    assert told() == []


def test_who_directs_hears_which_line_ups_are_missing_two_days_before(leading, division):
    day = timezone.localdate() + 2 * DAY
    Matchday.objects.filter(number=1).update(date=day)
    [group] = groups_of(division, 1)
    lineups.prepare(group)
    member = group.teams.select_related("group__matchday__division__season", "group__event", "team").get(
        team__letter="A"
    )
    lineups.set_lineup(member, [each.player for each in member.team.squad.all()[:4]])
    assert told() == [
        f"Staffel Ost: 1. Spieltag am {day:%d.%m.%Y}",
        f"1. Spieltag am {day:%d.%m.%Y}: 3 Aufstellungen fehlen",
    ]
    assert "Staffel Ost B\nStaffel Ost C\nStaffel Ost D" in mail.outbox[-1].body
    assert told() == []


def test_who_directs_hears_what_clubs_register_and_when_the_deadline_is_over(leading, division, club, leiterin):
    Team.objects.filter(letter__in="AB").update(club=club)
    terms = registrations.open_registration(division.season, leiterin, closes_on=timezone.localdate())
    assert told() == []
    registrations.register(terms, club, [SentTeam("Asse 1"), SentTeam("Asse 2")], leiterin)
    assert told() == [f"{club.name} hat für die nächste Saison gemeldet"]
    assert "Asse 1\nAsse 2" in mail.outbox[-1].body
    assert told() == []
    [first, _second] = terms.registrations.get().teams.all()
    registrations.register(terms, club, [SentTeam("Asse 1", held=first)], leiterin)
    assert told() == [f"{club.name} hat für die nächste Saison gemeldet"]
    assert "Asse 2" not in mail.outbox[-1].body
    TeamTerms.objects.update(closes_on=timezone.localdate() - DAY)
    assert told() == ["Liga 2026: Der Meldeschluss ist vorbei"]
    assert told() == []


def test_of_two_staffeln_who_directs_hears_once_what_concerns_both(leading, division, leiterin, sign_in):
    level = division.season.levels.get()
    other = add_division(division.season, level, "Staffel West", "ABCD", PLAN, players=4)
    Matchday.objects.update(date=timezone.localdate() + 180 * DAY)
    sign_in(leiterin).post(reverse("subscriptions:begin_division", args=[other.pk]))
    assert Subscription.objects.exclude(confirmed_at=None).count() == 2  # the address was confirmed before
    registrations.open_registration(division.season, leiterin, closes_on=timezone.localdate())
    TeamTerms.objects.update(closes_on=timezone.localdate() - DAY)
    assert told() == ["Liga 2026: Der Meldeschluss ist vorbei"]
    leading.delete()
    assert told() == []


def test_who_has_lost_the_role_hears_what_anybody_hears(leading, division, leiterin):
    ClubRole.objects.filter(user=leiterin).update(role=Role.READER)
    registrations.open_registration(division.season, leiterin, closes_on=timezone.localdate())
    TeamTerms.objects.update(closes_on=timezone.localdate() - DAY)
    day = timezone.localdate() + DAY
    Matchday.objects.filter(number=1).update(date=day)
    assert told() == [f"Staffel Ost: 1. Spieltag am {day:%d.%m.%Y}"]


def test_a_closed_account_hears_nothing_and_a_deleted_one_leaves_nothing(leading, division, leiterin):
    Matchday.objects.filter(number=1).update(date=timezone.localdate())
    accounts.close(leiterin)
    assert told() == []
    accounts.delete(leiterin)
    assert not Subscription.objects.exists()


def test_who_directs_hears_that_a_team_withdraws(leading, division, leiterin):
    team = Team.objects.select_related("division__season", "division__level").get(letter="D")
    squads.withdraw_team(team, Team.Withdrawal.KEPT, 2, "Zu wenig Spieler", leiterin)
    assert told() == ["Staffel Ost D ist ab dem 2. Spieltag zurückgezogen"]
    assert told() == []
