"""A guest known by name alone who becomes a member keeps what was played; that is taken back where it was wrong."""

import datetime

import pytest
from django.urls import reverse

from skatliga.access import Role
from skatliga.circuits.models import Circuit
from skatliga.events.guests import (
    GUEST_AGAIN,
    WAS_GUEST,
    adopt_entries,
    adopted_entries,
    entries_as_guest,
    return_entries,
)
from skatliga.events.models import Entry, Event
from skatliga.events.services import create_event, enter_guests, enter_players, seat_round, set_state
from skatliga.lists.models import SeatResult
from skatliga.people.services import add_player, change_player
from skatliga.qualifications.models import Qualification
from skatliga.standings.rankings import ranking
from web.answers import refused, told
from web.ranks import enter_list
from web.replayed import world

pytestmark = pytest.mark.django_db
NAMES = ("Hans Huber", "Berta Blau", "Cora Cruse", "Dirk Dorn")


@pytest.fixture
@world
def evening(club, schreiber) -> Event:
    """Hans is a guest and has a list; the evening is closed."""
    event = _event(club, "Preisskat", 1)
    enter_guests(event, [(name, "SC Gera") for name in NAMES])
    set_state(event, Event.State.PUBLISHED)
    seat_round(event.rounds.get(), {1: [1, 2, 3, 4]})
    enter_list(schreiber, event, 1, 1)
    set_state(event, Event.State.FINAL)
    event.refresh_from_db()
    return event


@pytest.fixture
@world
def hans(club):
    return add_player(club, first_name="Hans", last_name="Huber", number="77")


def _event(club, name: str, day: int) -> Event:
    return create_event(
        club,
        **{"name": name, "date": datetime.date(2026, 3, day), "rounds": 1, "rulebook": "isko-2022"},
        **{"evaluation": "seeger-fabian", "deals_at_four": 12, "deals_at_three": 12},
    )


def places(event: Event) -> list[tuple[int, str, object]]:
    return [(line.place, line.name, line.leistung) for line in ranking(event, Role.READER).lines]


def test_what_is_ticked_becomes_the_member_s_and_no_figure_changes(evening, hans, club, sign_in, leiterin):
    office = sign_in(leiterin)
    address = reverse("events:as_guest", args=[club.slug, hans.player_id])
    before = places(evening), list(SeatResult.objects.order_by("pk").values())
    page = office.get(address)
    assert "Preisskat, 01.03.2026: Hans Huber (SC Gera)" in page.text
    [entry] = entries_as_guest(hans)
    page = office.post(address, {"entries": [entry.pk]}, follow=True)
    assert told(page) == ["1 Teilnahme gehört jetzt Hans Huber."]
    entry.refresh_from_db()
    assert (entry.player, entry.name, entry.club_name) == (hans.player, "Hans Huber", "SC Gera")
    assert (places(evening), list(SeatResult.objects.order_by("pk").values())) == before
    latest = entry.history.first()
    assert (latest.history_change_reason, latest.history_user) == ("war Gast, steht jetzt im Register", leiterin)
    assert not entries_as_guest(hans).exists()
    visited = sign_in(None).get(reverse("standings:person", args=[hans.player_id]))
    assert "Preisskat" in visited.text
    assert "kein Gast" in office.get(address).text


def test_offered_is_what_may_be_the_same_person(evening, hans, club, other_club):
    """Under a name the member has or had, in events of the club, where the member does not take part himself."""
    enter_guests(_event(other_club, "Fremd", 2), [("Hans Huber", "")])
    both = _event(club, "Beide", 3)
    enter_guests(both, [("Hans Huber", "SC Gera")])
    enter_players(both, [hans.player])
    later = _event(club, "Später", 4)
    enter_guests(later, [("Hans Lang", ""), ("Hansi Huber", "")])
    assert [entry.event.name for entry in entries_as_guest(hans)] == ["Preisskat"]
    kept = {name: getattr(hans.player, name) for name in ("birth_year", "gender", "category", "federation_number")}
    kept |= {"publication": hans.player.publication, "pseudonym": "", "first_day": None, "number": "77"}
    change_player(hans, first_name="Hans", last_name="Lang", **kept)
    assert [entry.event.name for entry in entries_as_guest(hans)] == ["Später", "Preisskat"]


def test_a_wish_for_the_first_name_alone_goes_on(evening, hans):
    Entry.objects.filter(event=evening, name="Hans Huber").update(publication="first_name")
    assert adopt_entries(hans, entries_as_guest(hans), None) == 1
    hans.player.refresh_from_db()
    assert hans.player.publication == "first_name"
    assert [line.name for line in ranking(evening, None).lines if line.start_number == 1] == ["Hans"]
    assert adopt_entries(hans, [Entry.objects.get(event=evening, start_number=1)], None) == 0


# ---- Taken back


def adopted(member) -> Entry:
    """The one entry of a guest, given to the member."""
    [entry] = entries_as_guest(member)
    adopt_entries(member, [entry], None)
    entry.refresh_from_db()
    return entry


def test_it_is_taken_back_and_the_history_keeps_both(evening, hans, club, sign_in, leiterin):
    before = places(evening), list(SeatResult.objects.order_by("pk").values())
    entry = adopted(hans)
    evening.refresh_from_db()
    office, address = sign_in(leiterin), reverse("events:guest_again", args=[club.slug, hans.player_id])
    assert address in office.get(reverse("events:as_guest", args=[club.slug, hans.player_id])).text
    assert "Preisskat, 01.03.2026: Hans Huber (SC Gera)" in office.get(address).text
    page = office.post(address, {"entries": [entry.pk]}, follow=True)
    assert told(page) == ["1 Teilnahme gehört wieder einem Gast."]
    entry.refresh_from_db()
    assert (entry.player, entry.name, entry.club_name) == (None, "Hans Huber", "SC Gera")
    assert (places(evening), list(SeatResult.objects.order_by("pk").values())) == before
    reasons = [(each.history_change_reason, each.player_id) for each in entry.history.all()[:2]]
    assert reasons == [(GUEST_AGAIN, None), (WAS_GUEST, hans.player_id)]
    assert entry.history.first().history_user == leiterin
    was = evening.version
    evening.refresh_from_db()
    assert evening.version > was
    assert list(entries_as_guest(hans)) == [entry] and not adopted_entries(hans).exists()
    assert "hier nichts bekommen" in office.get(address).text
    assert sign_in(None).get(reverse("standings:person", args=[hans.player_id])).status_code == 404


def test_what_was_never_a_guest_s_is_not_taken_back(hans, club, sign_in, leiterin):
    own = _event(club, "Eigener", 5)
    [entry] = enter_players(own, [hans.player])
    assert return_entries(hans, [entry], None) == (0, False)
    address = reverse("events:guest_again", args=[club.slug, hans.player_id])
    page = sign_in(leiterin).post(address, {"entries": [entry.pk]})
    assert page.status_code == 200
    entry.refresh_from_db()
    assert entry.player == hans.player


def offered_above(evening: Event, **source) -> Qualification:
    """A championship that this event, or a Turnierserie, feeds, with places that are offered."""
    above = _event(evening.club, "Meisterschaft", 9)
    days = {"closes_on": above.date, "opened_on": above.date}
    rule = Qualification.objects.create(event=above, places=1, **days)
    rule.sources.create(fixed_places=1, counted=4, granted=1, **source)
    return rule


def test_it_stays_while_a_place_is_offered_that_rests_on_it(evening, hans, club, sign_in, leiterin):
    entry = adopted(hans)
    rule = offered_above(evening, event=evening)
    contestant = rule.contestants.create(number=1, source=rule.sources.get(), place=1)
    contestant.persons.create(entry=entry)
    address = reverse("events:guest_again", args=[club.slug, hans.player_id])
    page = sign_in(leiterin).post(address, {"entries": [entry.pk]})
    said = (
        "„Preisskat“ zählt für eine Meisterschaft, deren Plätze schon angeboten sind. Solange das Angebot gilt, bleibt"
        " die Teilnahme beim Mitglied."
    )
    assert page.context["form"].non_field_errors() == [said]
    entry.refresh_from_db()
    assert entry.player == hans.player
    contestant.delete()
    assert return_entries(hans, [entry], None) == (1, False)


def test_nor_where_it_counts_in_a_turnierserie_through_another_evening(evening, hans, club):
    entry = adopted(hans)
    later = _event(club, "Später", 4)
    [other] = enter_players(later, [hans.player])
    circuit = Circuit.objects.create(club=club, name="Pokal", slug="pokal", first_day=evening.date, last_day=later.date)
    for event in (evening, later):
        circuit.stops.create(event=event)
    rule = offered_above(evening, circuit=circuit)
    contestant = rule.contestants.create(number=1, source=rule.sources.get(), place=1)
    contestant.persons.create(entry=other)
    assert len(refused(return_entries, hans, [entry], None)) == 1
    contestant.delete()
    assert return_entries(hans, [entry], None) == (1, False)


def test_the_name_is_public_again_as_it_was(evening, hans):
    Entry.objects.filter(event=evening, name="Hans Huber").update(publication="first_name")
    entry = adopted(hans)
    assert return_entries(hans, [entry], None) == (1, False)
    hans.player.refresh_from_db()
    assert hans.player.publication == "full"
    assert hans.player.history.first().history_change_reason == GUEST_AGAIN
    assert [line.name for line in ranking(evening, None).lines if line.start_number == 1] == ["Hans"]


def test_a_name_that_was_looked_at_since_stays_short(evening, hans, club, sign_in, leiterin):
    Entry.objects.filter(event=evening, name="Hans Huber").update(publication="first_name")
    entry = adopted(hans)
    hans.player.refresh_from_db()
    hans.player.save()
    address = reverse("events:guest_again", args=[club.slug, hans.player_id])
    page = sign_in(leiterin).post(address, {"entries": [entry.pk]}, follow=True)
    assert told(page)[1:] == ["Der Name von Hans Huber bleibt öffentlich gekürzt; ändern lässt er sich im Register."]
    hans.player.refresh_from_db()
    assert hans.player.publication == "first_name"


def test_a_name_stays_short_while_another_guest_s_entry_asks_for_it(evening, hans, club):
    second = _event(club, "Zweiter", 6)
    enter_guests(second, [("Hans Huber", "SC Gera")])
    Entry.objects.filter(name="Hans Huber").update(publication="first_name")
    adopt_entries(hans, entries_as_guest(hans), None)
    first = Entry.objects.get(event=evening, name="Hans Huber")
    assert return_entries(hans, [first], None) == (1, True)
    hans.player.refresh_from_db()
    assert hans.player.publication == "first_name"
    assert return_entries(hans, adopted_entries(hans), None) == (1, False)
    hans.player.refresh_from_db()
    assert hans.player.publication == "full"
