"""What clubs, players and roles promise: the database refuses what must not be, services refuse with a sentence."""

import datetime

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from scoring.foot_check import PaperFoot
from skatliga.access import Role
from skatliga.events.models import Event
from skatliga.events.services import enter_guests, enter_players, seat_round, withdraw
from skatliga.lists.services import Change, open_sheet
from skatliga.lists.workflow import enter_totals
from skatliga.people import queries, services
from skatliga.people.access import may_set_password
from skatliga.people.models import PASS_TAKEN, Club, ClubRole, Membership, Player, User
from skatliga.people.names import fold
from web.answers import refused, refused_by_database

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "fields",
    [
        {"first_name": ""},
        {"last_name": ""},
        {"birth_year": 1899},
        {"birth_year": 2101},
        {"gender": "x"},
        {"category": "x"},
        {"publication": "x"},
        {"publication": "pseudonym"},
    ],
)
def test_database_refuses_a_player(fields):
    whole = {"first_name": "Anna", "last_name": "Ärmel"}
    Player.objects.create(**whole)
    assert refused_by_database(lambda: Player.objects.create(**whole | fields))


def test_database_refuses_a_player_merged_into_itself(anna):
    assert refused_by_database(lambda: Player.objects.filter(pk=anna.player_id).update(merged_into=anna.player_id))


def test_database_refuses_a_second_membership_number_and_pass_number(club, other_club, anna, bert):
    create = Membership.objects.create
    assert refused_by_database(lambda: create(club=club, player=anna.player))
    assert refused_by_database(lambda: Membership.objects.filter(pk=bert.pk).update(number="1"))
    create(club=other_club, player=anna.player, number="1")
    numbered = Player.objects.filter(pk__in=(anna.player_id, bert.player_id))
    assert refused_by_database(lambda: numbered.update(federation_number="07.4711"))
    numbered.filter(pk=anna.player_id).update(federation_number="07.4711a")
    assert refused_by_database(lambda: numbered.filter(pk=bert.player_id).update(federation_number="07.4711A"))


def test_database_refuses_a_second_or_unknown_role(club, leser):
    create = ClubRole.objects.create
    assert refused_by_database(lambda: create(club=club, user=leser, role=Role.SPIELLEITUNG))
    assert refused_by_database(lambda: ClubRole.objects.update(role="koenig"))


def test_database_refuses_clubs_of_one_name_number_or_address(club):
    create = Club.objects.create
    assert refused_by_database(lambda: create(name=club.name, slug="a"))
    assert refused_by_database(lambda: create(name="A", slug=club.slug))
    assert refused_by_database(lambda: create(name="A", slug="a", number=club.number))
    assert refused_by_database(lambda: create(name="", slug="a"))
    create(name="A", slug="a")
    create(name="B", slug="b")  # without a number, any number of them


def test_database_refuses_user_names_that_differ_in_case_only(leser):
    assert refused_by_database(lambda: User.objects.create_user("LESER"))
    assert User.objects.get_by_natural_key("Leser") == leser


def test_addresses_of_clubs_are_made_of_their_names(db):
    made = [services.create_club(name).slug for name in ("Grün-Weiß Köln", "Grün Weiß, Köln", "1. SC", "♣")]
    assert made == ["gruen-weiss-koeln", "gruen-weiss-koeln-2", "1-sc", "verein"]


def test_a_club_number_has_the_shape_of_the_federation():
    with pytest.raises(ValidationError) as refusal:
        services.create_club("Herz", number="7.1.116")
    assert refusal.value.message_dict == {
        "number": ["Bitte in der Form 07.01.116 angeben; für einen Landesverband 07, für eine Verbandsgruppe 07.01."]
    }
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("text", "folded"),
    [("Ärmel, Anna", "aermel, anna"), ("GROẞ", "gross"), ("Łukasz  Çelik ", "lukasz celik"), ("Müller", "mueller")],
)
def test_names_are_folded_as_in_lists_of_names(text, folded):
    assert fold(text) == folded


def test_register_is_sorted_and_searched_with_umlauts(club):
    for last_name in ("Azzaro", "Ärmel", "Zander", "Özdemir", "Oertel", "Obst"):
        services.add_player(club, first_name="Kim", last_name=last_name, number=last_name[:2])

    def found(search: str) -> list[str]:
        return [member.player.last_name for member in queries.members(club, search)]

    # ä stands as ae, ö as oe: so Ärmel before Azzaro, Oertel before Özdemir and both after Obst
    assert found("") == ["Ärmel", "Azzaro", "Obst", "Oertel", "Özdemir", "Zander"]
    assert found("ÄRM") == found("aerm") == found("kim ärmel") == found("Ärmel, Kim") == ["Ärmel"]
    assert found("ob") == ["Obst"]
    assert found("niemand") == []


def test_a_change_of_a_player_is_in_the_history(anna):
    services.change_player(anna, number="7", first_name="Anne", last_name="Ärmel")
    assert (anna.player.name, anna.number) == ("Anne Ärmel", "7")
    history = anna.player.history.order_by("history_id")
    assert [(entry.first_name, entry.history_type) for entry in history] == [("Anna", "+"), ("Anne", "~")]


@pytest.mark.parametrize(
    ("publication", "shown"), [("full", "Anna Ärmel"), ("first_name", "Anna"), ("pseudonym", "Herzdame")]
)
def test_public_name(publication, shown):
    player = Player(first_name="Anna", last_name="Ärmel", publication=publication, pseudonym="Herzdame")
    assert player.public_name == shown


def test_merging_moves_memberships_and_fills_gaps(club, other_club, anna):
    earlier = services.add_player(club, first_name="Ana", last_name="Ärmel").player
    services.merge_players(anna.player, earlier)
    day = datetime.date(2019, 3, 14)
    double = services.add_player(club, first_name="Anna", last_name="Aermel", number="9", first_day=day).player
    Membership.objects.create(club=other_club, player=double, number="5")
    keep = services.add_player(club, first_name="A.", last_name="Ärmel").player
    services.merge_players(keep, anna.player)
    services.merge_players(keep, double)

    memberships = keep.memberships.order_by("club__name").values_list("club__name", "number", "first_day")
    assert list(memberships) == [("Grand Hand Gera", "5", None), ("Herz Dame Altenburg", "1", day)]
    assert set(keep.merged.all()) == {earlier, anna.player, double}  # one step to the entry that counts, never more
    assert Membership.objects.exclude(player=keep).count() == 0
    assert double.history.first().merged_into == keep


@pytest.mark.parametrize(
    ("kept", "other", "stricter"),
    [
        (("full", ""), ("first_name", ""), "Anna"),
        (("first_name", ""), ("pseudonym", "Herzdame"), "Herzdame"),
        (("pseudonym", "Herzdame"), ("first_name", ""), "Herzdame"),
        (("pseudonym", "Herzdame"), ("pseudonym", "Pikdame"), "Herzdame"),
        (("first_name", ""), ("full", "Pikdame"), "Anna"),
    ],
)
def test_merging_keeps_the_stricter_wish_about_publication(club, kept, other, stricter):
    keep, duplicate = (
        services.add_player(club, first_name="Anna", last_name="Ärmel", publication=publication, pseudonym=pseudonym)
        for publication, pseudonym in (kept, other)
    )
    services.merge_players(keep.player, duplicate.player)
    assert Player.objects.get(pk=keep.player_id).public_name == stricter


def test_merging_fills_what_is_not_known_of_the_person(club):
    keep = services.add_player(club, first_name="Anna", last_name="Ärmel", birth_year=1960).player
    known = {"birth_year": 1961, "gender": "damen", "category": "senioren", "federation_number": "07.4711"}
    services.merge_players(keep, services.add_player(club, first_name="A.", last_name="Ärmel", **known).player)
    assert Player.objects.values(*known).get(pk=keep.pk) == known | {"birth_year": 1960}
    assert [version.federation_number for version in keep.history.order_by("history_id")] == ["", "07.4711"]


def test_who_played_against_each_other_is_not_merged(club, schreiber, event):
    members = [services.add_player(club, first_name=name, last_name="Ärmel") for name in ("Anna", "A.", "Änne", "Ana")]
    one, other, earlier, absent = (member.player for member in members)
    services.merge_players(other, earlier)
    enter_players(event, [one, earlier, absent])
    enter_guests(event, [("Bert", ""), ("Cora", "")])
    seat_round(event.rounds.get(number=1), {1: [1, 2, 4, 5]})
    seat_round(event.rounds.get(number=2), {1: [3, 1, 4, 5]})
    sheet = open_sheet(event.rounds.get(number=1).tables.get(), schreiber)
    enter_totals(sheet.pk, [PaperFoot(0, 0, 0)] * 4, 48, Change(0, schreiber))
    with pytest.raises(ValidationError, match="Beide haben in „Clubabend“ dieselbe Serie gespielt"):
        services.merge_players(one, other)
    entered_twice = "Beide sind in „Clubabend“ eingetragen. Bitte dort zuerst den doppelten Eintrag abmelden"
    with pytest.raises(ValidationError, match=entered_twice):
        services.merge_players(one, absent)  # who was only drawn has not played
    withdraw(event.entries.get(player=absent))
    with pytest.raises(ValidationError, match=entered_twice):
        services.merge_players(one, absent)  # who still has his place beside the other
    seat_round(event.rounds.get(number=2), {1: [1, 4, 5]})
    services.merge_players(one, absent)


def test_who_was_entered_twice_in_an_evening_long_closed_is_merged(club, anna, bert, event):
    enter_players(event, [anna.player, bert.player])
    Event.objects.update(state=Event.State.FINAL)
    services.merge_players(anna.player, bert.player)
    assert set(club.players.all()) == {anna.player}


def test_merging_with_itself_or_what_is_already_merged_is_refused(club, anna, bert):
    services.merge_players(anna.player, bert.player)
    third = services.add_player(club, first_name="C", last_name="C").player
    for keep, duplicate in ((third, third), (third, bert.player), (bert.player, third)):
        with pytest.raises(ValidationError):
            services.merge_players(keep, duplicate)
    assert set(club.players.all()) == {anna.player, third}


def test_a_role_is_given_changed_withdrawn_and_remembered(club, admin, fremde):
    held = services.grant_role(club, fremde, Role.READER)
    services.grant_role(club, fremde, Role.SPIELLEITUNG)
    services.withdraw_role(held)
    assert not fremde.club_roles.exists()
    history = ClubRole.history.filter(user=fremde).order_by("history_id").values_list("role", "history_type")
    assert list(history) == [("reader", "+"), ("spielleitung", "~"), ("spielleitung", "-")]


def test_the_last_administrator_stays(club, admin, fremde):
    own = admin.club_roles.get()
    with pytest.raises(ValidationError):
        services.withdraw_role(own)
    with pytest.raises(ValidationError):
        services.grant_role(club, admin, Role.READER)
    assert admin.club_roles.get().role == Role.ADMINISTRATOR
    services.grant_role(club, fremde, Role.ADMINISTRATOR)
    services.withdraw_role(own)
    assert [held.user for held in club.roles.all()] == [fremde]


def test_inviting_makes_an_account_only_where_there_is_none(club, other_club, leser):
    waiting = services.invite(other_club, "LESER", Role.SPIELLEITUNG, first_name="Falsch")
    services.accept(waiting, waiting.code, "", "karo-sieben-ouvert")
    new = services.invite(club, "neu", Role.READER, first_name="Nina", last_name="Neu").user
    assert sorted(leser.club_roles.values_list("club__name", "role")) == [
        ("Grand Hand Gera", "spielleitung"),
        ("Herz Dame Altenburg", "reader"),
    ]
    leser.refresh_from_db()
    assert (leser.first_name, leser.managed_by) == ("Leser", club)
    assert (new.name, new.managed_by, new.has_usable_password()) == ("Nina Neu", club, False)


def test_only_the_club_that_looks_after_an_account_may_set_its_password(
    club, other_club, admin, leser, fremde, betreiber
):
    stranger = services.invite(other_club, "chefin", Role.ADMINISTRATOR).user
    for user in (leser, fremde, betreiber):
        services.grant_role(other_club, user, Role.READER)
    assert not may_set_password(admin, leser, club)  # who acts elsewhere too
    assert may_set_password(admin, services.invite(club, "neu", Role.READER).user, club)
    assert not may_set_password(stranger, leser, other_club)
    assert not may_set_password(stranger, fremde, other_club)
    assert not may_set_password(stranger, betreiber, other_club)
    assert may_set_password(betreiber, leser, other_club)


def test_roles_of_clubs_as_somebody_sees_them(club, other_club, leser, betreiber):
    def seen(user: User) -> list[tuple[str, Role | None]]:
        return [(club.name, club.role) for club in queries.clubs_seen_by(user)]

    assert seen(leser) == [("Grand Hand Gera", None), ("Herz Dame Altenburg", Role.READER)]
    assert {role for _, role in seen(betreiber)} == {Role.ADMINISTRATOR}


@pytest.mark.parametrize(
    ("age", "said", "expected"),
    [
        (12, {}, "first_name"),
        (18, {}, "first_name"),  # perhaps not yet eighteen
        (19, {}, "full"),
        (None, {}, "full"),
        (12, {"publication": "full"}, "full"),
        (40, {"publication": "first_name"}, "first_name"),
    ],
)
def test_minors_appear_by_their_first_name_where_nothing_else_is_said(club, age, said, expected):
    born = age and timezone.localdate().year - age
    member = services.add_player(club, first_name="Jan", last_name="Jung", birth_year=born, **said)
    assert member.player.publication == expected


# ---- A pass number exists once


def test_a_pass_number_of_somebody_else_is_refused_in_a_sentence(club, other_club, anna, bert):
    services.change_player(anna, number="1", federation_number="07.A1")
    taken = [str(PASS_TAKEN)]
    assert refused(services.change_player, bert, number="2", federation_number="07.a1") == taken
    fields = {"first_name": "Cora", "last_name": "Cruse", "federation_number": "07.A1"}
    assert refused(services.add_player, other_club, **fields) == taken
    assert Player.objects.count() == 2


def test_two_entries_of_one_number_become_one_and_the_number_exists_once(club, anna, bert):
    """From before a number existed once: both keep it until somebody settles it."""
    Player.objects.filter(pk=anna.player_id).update(federation_number="07.1")
    Player.objects.filter(pk=bert.player_id).update(federation_number="07.1", number_doubled=True)
    [double] = queries.doubles_of(Membership.objects.get(pk=anna.pk))
    assert (double, double.here) == (bert.player, True)
    services.merge_players(bert.player, anna.player)
    kept = Player.objects.get(pk=bert.player_id)
    assert (kept.federation_number, kept.number_doubled) == ("07.1", False)
    assert not queries.doubles_of(kept.memberships.get()).exists()


def test_another_number_settles_it_too(club, anna, bert):
    Player.objects.filter(pk=anna.player_id).update(federation_number="07.1")
    Player.objects.filter(pk=bert.player_id).update(federation_number="07.1", number_doubled=True)
    bert.player.refresh_from_db()
    services.change_player(bert, number="2", federation_number="07.1", birth_year=1970)
    assert bert.player.number_doubled  # nothing was said about it
    services.change_player(bert, number="2", federation_number="07.2")
    assert not bert.player.number_doubled
