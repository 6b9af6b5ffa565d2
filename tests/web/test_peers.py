"""Two machines of a hall: the rule as a pure function, and both as processes that are killed and cut off."""

import datetime
import json
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from types import SimpleNamespace

import pyrage
import pytest
from bench.hall import Hall, Machine
from databases import put_sqlite
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import settings as trying
from hypothesis import strategies as st

from skatliga.access import Role
from skatliga.events.services import create_event
from skatliga.operations.databases import DamagedError
from skatliga.peers import pairing, setting_up
from skatliga.peers.items import STAYS, members
from skatliga.peers.models import MergeNotice
from skatliga.peers.registers import Dot, Saying, choose, join, lacking, say
from skatliga.people import services as people
from skatliga.people.models import User
from skatliga.people.services import create_club
from web.serving import environment_of, run, serve

MACHINES = ("ost", "west", "nord")


@st.composite
def histories(draw) -> list[frozenset[Saying]]:
    """What three machines had of one thing at many moments: they say something, or join what another one has."""
    registers: dict[str, frozenset[Saying]] = dict.fromkeys(MACHINES, frozenset())
    moments, numbers = [], dict.fromkeys(MACHINES, 0)
    for machine, other, speaks, about in draw(
        st.lists(
            st.tuples(st.sampled_from(MACHINES), st.sampled_from(MACHINES), st.booleans(), st.integers(0, 3)),
            min_size=1,
            max_size=14,
        )
    ):
        if speaks:
            numbers[machine] += 1
            followed = sorted(registers[machine], key=lambda version: version.dot)[: 1 + about % 2]
            made = say(Dot(machine, numbers[machine]), followed, about)
            registers[machine] = join(registers[machine], [made])
        else:
            registers[machine] = join(registers[machine], registers[other])
        moments.append(registers[machine])
    return moments


def chosen(register) -> Dot | None:
    if not register:
        return None
    found = choose(register, lambda version: (version.said,), lambda one, other: one.said == other.said)
    return found.counts.dot


@trying(max_examples=30, deadline=None)
@given(histories())
def test_in_whatever_order_and_however_often_machines_meet_they_agree(moments):
    some = moments[-3:]
    whole = join(*some)
    assert {join(*order) for order in permutations(some)} == {whole}
    assert {
        join(join(one, two), three) for one, two, three in permutations([some[0], some[-1], some[len(some) // 2]])
    } == {join(some[0], some[-1], some[len(some) // 2])}
    assert join(whole, whole) == join(whole, some[0]) == whole
    assert len({chosen(register) for register in (whole, frozenset(list(whole)[::-1]))}) == 1


@trying(max_examples=30, deadline=None)
@given(histories())
def test_nothing_leaves_but_for_what_follows_it(moments):
    said = {version for moment in moments for version in moment}
    left = join(*moments)
    assert left <= said
    for version in said - left:
        assert any(other.follows(version) for other in left)
    assert not any(one.follows(other) for one in left for other in left)


@trying(max_examples=30, deadline=None)
@given(histories(), st.integers(0, 13))
def test_what_is_lacking_is_enough(moments, number):
    """Whoever has everything up to some counts and gets the rest has the same as if he got everything."""
    mine, theirs = moments[number % len(moments)], join(*moments)
    has: dict[str, int] = {}
    for version in mine:
        for dot in (version.dot, *version.seen):
            has[dot.machine] = max(has.get(dot.machine, 0), dot.number)
    # A count says that everything up to it is here; what of it is not is said again.
    gaps = [
        version for version in theirs if version.dot.number <= has.get(version.dot.machine, 0) and version not in mine
    ]
    assert join(mine, lacking(theirs, has), gaps) == join(mine, theirs)


def test_every_kind_of_record_is_exchanged_or_stays_for_a_reason():
    exchanged = {member.model._meta.label for parts in members().values() for member in parts}
    there = {model._meta.label for model in apps.get_models(include_auto_created=True) if model._meta.managed}
    assert exchanged | set(STAYS) == there
    assert not exchanged & set(STAYS)


def test_a_code_is_proved_without_being_said_and_not_guessed_for_ever(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    code = pairing.new_code()
    spoken = f"{code[:4]} {code[4:].lower()}"
    assert pairing.is_proved(pairing.proof_of(spoken))
    for _guess in range(pairing.MOST_GUESSES):
        assert not pairing.is_proved("0" * 64)
    assert not pairing.is_proved(pairing.proof_of(code))


def test_only_the_other_machine_can_read_and_be_believed(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    one, stranger = pairing.new_pairing(0), pairing.new_pairing(1)
    two = pairing.new_pairing(1, one.identity)
    sealed = pairing.seal(one, b"24 Spiele")
    assert pairing.unseal(two, sealed) == b"24 Spiele"
    for wrong, data in (
        (stranger, sealed),
        (two, sealed[:-1]),
        (two, pairing.seal(stranger, b"24 Spiele")),
        (two, b""),
    ):
        with pytest.raises(pairing.UnsealedError):
            pairing.unseal(wrong, data)


def test_machines_that_are_apart_give_different_start_numbers(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    assert [pairing.next_number(last) for last in (0, 1, 57)] == [1, 2, 58]
    pairing.keep(pairing.new_pairing(0))
    assert [pairing.next_number(last) for last in (0, 1, 57)] == [1, 3, 59]
    pairing.keep(pairing.new_pairing(1))
    assert [pairing.next_number(last) for last in (0, 1, 57)] == [2, 2, 58]
    pairing.note_meeting()
    assert [pairing.next_number(last) for last in (0, 1, 57)] == [1, 2, 58]


# ---- Two machines, each in a process and with a database of its own


@pytest.fixture(scope="module")
def hall(tmp_path_factory) -> Iterator[Hall]:
    if connection.vendor != "sqlite":
        pytest.skip("a second machine needs SQLite")
    made = Hall(Path(tmp_path_factory.mktemp("hall")), seed=7)
    made.begin()
    yield made
    made.end()


def agree(hall: Hall) -> dict:
    one, two = hall.heal(exchanges=2)
    assert json.dumps(one, sort_keys=True) == json.dumps(two, sort_keys=True)
    assert one["wrong"] == 0
    return one


def test_both_come_to_the_same_after_cuts_and_deaths_and_nothing_is_lost(hall):
    for number in range(8):
        hall.round(number)
    agree(hall)
    assert hall.lost() == []
    assert hall.counted["SIGKILL"] and hall.counted["Trennungen"] and hall.counted["Austausche"]


def test_two_different_lists_wait_for_a_decision_and_one_that_goes_on_does_not(hall):
    one, two = hall.machines
    before = agree(hall)["contradictions"]
    assert one.do("type_rows", table=1, scores=[24, 48]) and agree(hall)["contradictions"] == before
    two.do("type_rows", table=1, scores=[30])
    assert agree(hall)["contradictions"] == before  # it only goes on
    one.do("type_rows", table=1, scores=[36, 40])
    two.do("type_rows", table=1, scores=[27])
    stands = agree(hall)
    assert stands["contradictions"] == sorted([*before, ["list", 2]])
    assert one.do("scores", table=1) == [24, 48, 30, 36, 40]  # the one with more deals, until somebody chooses
    assert two.do("choose", table=1, scores=[24, 48, 30, 27])
    assert agree(hall)["contradictions"] == before
    assert [machine.do("scores", table=1) for machine in hall.machines] == [[24, 48, 30, 27]] * 2


def test_of_two_draws_the_later_counts_and_the_other_stands_with_its_reason(hall):
    one, two = hall.machines
    agree(hall)
    serie = one.do("add_serie")
    agree(hall)
    assert one.do("draw", number=serie)
    drawn = one.do("seats", number=serie)
    assert two.do("draw", number=serie) and two.do("draw", number=serie)  # the first lot is that of the other machine
    later = two.do("seats", number=serie)
    agree(hall)
    assert one.do("seats", number=serie) == two.do("seats", number=serie) == later
    assert [machine.do("former", number=serie) for machine in hall.machines] == [[drawn]] * 2


def test_a_number_given_twice_stays_with_the_first_machine_and_a_member_enters_once(hall):
    one, two = hall.machines
    agree(hall)
    number = 900
    assert [machine.do("enter_as", number=number, name=name) for machine, name in ((one, "Ost"), (two, "West"))]
    assert [machine.do("enter_member", name="Mit Glied") for machine in hall.machines]
    entries = agree(hall)["entries"]
    assert [number, "Ost"] in entries
    [west] = [entry for entry in entries if entry[1] == "West"]
    assert west[0] > number
    assert len([entry for entry in entries if entry[1] == "Mit Glied"]) == 1


SET_UP_AND_MEET = """
import sqlite3, sys, django
django.setup()
from django.core.management import CommandError, call_command
from skatliga.events.models import Entry, Event
from skatliga.events.services import enter_guests
from skatliga.peers import pairing
address, code, first = sys.argv[1:]
try:
    call_command("second_machine", address, "22223333")
except CommandError as refused:
    print(refused)
call_command("second_machine", address, code)
enter_guests(Event.objects.get(), [("Aus dem Westen", "")])
with sqlite3.connect(first) as other:
    other.execute("UPDATE events_event SET place = 'Ost'")
call_command("meet", "--once")
print(Event.objects.get().place, Entry.objects.filter(name="Aus dem Westen").count())
mine = pairing.current()
pairing.keep(pairing.Pairing(mine.machine, mine.side, mine.identity, "http://127.0.0.1:9"))
call_command("meet", "--once")
print(pairing.last_meeting().said)
"""


def test_a_code_sets_a_second_up_and_they_meet_over_the_network(settings, tmp_path):
    if connection.vendor != "sqlite":
        pytest.skip("a second machine needs SQLite")
    first = Machine(tmp_path / "first")
    put_sqlite(first.database)
    first.start()
    first.do("found", rounds=1, guests=4)
    first.do("first")
    settings.VAR_DIR = first.folder
    code = pairing.new_code()
    with serve(first.environment) as (address, _process):
        arguments = (address, code.lower(), str(first.database))
        said = run(environment_of(tmp_path), "-c", SET_UP_AND_MEET, *arguments).splitlines()
    assert [line for line in said if not line.startswith("Bitte SECRET_KEY")] == [
        "Der Code gilt nicht. Am ersten Rechner bitte einen neuen anzeigen lassen.",
        "Fertig. Dieser Rechner hat alles und tauscht sich mit dem ersten aus, sobald er läuft.",
        "Ost 1",
        "Der andere Rechner antwortet nicht.",
    ]
    assert "Aus dem Westen" in [name for _number, name in first.do("state")["entries"]]
    first.end()


def test_the_page_says_how_far_both_are_and_only_who_looks_after_the_site_sees_a_code(
    client, evening, settings, tmp_path
):
    settings.VAR_DIR = tmp_path
    event, director, operator = evening
    code = pairing.new_code() if connection.vendor == "sqlite" else ""
    page = reverse("peers:event", args=[event.slug])
    client.force_login(director)
    assert code[:4] not in client.get(page).text or not code
    if not code:
        return
    client.force_login(operator)
    assert f"{code[:4]}-{code[4:8]}" in client.get(page).text
    mine = pairing.new_pairing(0)
    pairing.keep(mine)
    MergeNotice.objects.create(event=event, name="West", before=57, after=63)
    client.force_login(director)
    said = client.get(event.get_absolute_url()).text
    assert "Startnummer 57 war zweimal vergeben: West hat jetzt 63 und braucht eine neue Karte." in said
    assert "Der zweite Rechner war noch nicht da: 0 Listen nur hier." in said
    client.post(reverse("peers:seen", args=[event.slug, MergeNotice.objects.get().pk]))
    assert not MergeNotice.objects.exists()
    pairing.note_meeting()
    assert "alles da" in client.get(page).text
    sealed = pairing.seal(pairing.new_pairing(1), b"x")
    refused = Client().post(reverse("peers:exchange"), sealed, content_type="application/octet-stream")
    assert (refused.status_code, refused.text) == (
        403,
        "Die Rechner gehören nicht mehr zusammen; bitte neu einrichten.",
    )


@pytest.fixture
def evening(db):
    club = create_club("Verein")
    event = create_event(
        club, name="Abend", date=datetime.date(2026, 11, 20), rounds=1, rulebook="isko-2022", evaluation="seeger-fabian"
    )
    director = people.invite(club, "leiter", Role.SPIELLEITUNG, first_name="Lei").user
    return event, director, User.objects.create_superuser("chefin")


def test_a_machine_that_is_busy_just_now_opens_the_beginning_a_little_later(monkeypatch):
    """It reckons from how quick it was a moment ago; what a wrong code says is final."""
    busy = pyrage.DecryptError("Excessive work parameter for passphrase.\nDecryption would take around 32 seconds.")
    answers = [busy, busy, b'{"a": 1}']
    tried = []

    def decrypt(sealed: bytes, code: str) -> bytes:
        tried.append(code)
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(setting_up, "passphrase", SimpleNamespace(decrypt=decrypt))
    monkeypatch.setattr(setting_up.time, "sleep", lambda seconds: None)
    assert (setting_up._unsealed(b"", "code"), len(tried)) == ({"a": 1}, 3)
    answers[:] = [pyrage.DecryptError("Decryption failed")]
    with pytest.raises(DamagedError):
        setting_up._unsealed(b"", "wrong")
    assert tried[3:] == ["wrong"]
