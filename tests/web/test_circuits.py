"""Turnierserien: who takes part by whose yes, one person over several clubs, the table, its rule, page, file and API.

Lists are those of `web.ranks`: at a table Leistung 320, 230, 360 and -290 by seat.
"""

import dataclasses
import datetime
import json
from io import BytesIO

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.urls import reverse
from pypdf import PdfReader

from scoring.wertung.presets import TableRule
from skatliga.access import Role
from skatliga.circuits import services
from skatliga.circuits.models import Circuit, Partner
from skatliga.circuits.queries import circuits_of, known_of, played
from skatliga.circuits.rule_text import say
from skatliga.circuits.standing import account, circuit_table
from skatliga.events.models import Event
from skatliga.events.services import create_event, enter_guests, enter_players, seat_round, set_state
from skatliga.lists.models import Sheet
from skatliga.people import services as people
from skatliga.people.models import Player
from skatliga.people.services import add_player, change_player, merge_players
from web.api import API, Asker
from web.desk import text_of
from web.ranks import enter_list
from web.replayed import world

pytestmark = pytest.mark.django_db
DAYS = {"first_day": datetime.date(2026, 1, 1), "last_day": datetime.date(2026, 12, 31)}
RULE = TableRule(unit="evening", worth="places", place_points=(25, 20, 16, 13), best=2)
Answer = Partner.Answer


@pytest.fixture
@world
def direction_of_gera(other_club):
    return people.invite(other_club, "gera", Role.SPIELLEITUNG, first_name="Gera").user


@pytest.fixture
@world
def circuit(club):
    made = services.create_circuit(club, name="Städtepokal", **DAYS)
    services.set_rule(made, RULE)
    services.set_state(made, Circuit.State.PUBLISHED)
    return fresh(made)


def fresh(circuit: Circuit) -> Circuit:
    return Circuit.objects.select_related("club").get(pk=circuit.pk)


@pytest.fixture
@world
def anna_of_gera(other_club):
    """Anna Adam is a member of Grand Hand Gera."""
    return add_player(other_club, first_name="Anna", last_name="Adam").player


def tournament(club, user, day, *names, evaluation="seeger-fabian") -> Event:
    """One Serie at one table of four: players of the register, or guests as (name, club)."""
    event = create_event(
        club,
        name=f"Preisskat {club.place or club.name}",
        date=datetime.date(2026, *day),
        rounds=1,
        rulebook="isko-2022",
        evaluation=evaluation,
        deals_at_four=12,
        deals_at_three=12,
    )
    for each in names:
        if isinstance(each, Player):
            enter_players(event, [each])
        else:
            enter_guests(event, [each])
    set_state(event, Event.State.PUBLISHED)
    seat_round(event.rounds.get(), {1: [1, 2, 3, 4]})
    if evaluation == "seeger-fabian":  # for which the feet were made
        enter_list(user, event, 1, 1)
    event.refresh_from_db()
    return event


GUESTS = [("Berta Blau", "SC Jena"), ("Cora Cruse", "SC Jena"), ("Dirk Dorn", "")]


@pytest.fixture
@world
def two_clubs(circuit, club, other_club, schreiber, betreiber, anna_of_gera):
    """Gera has said yes; each club has put one tournament in. Anna plays at home, and as a guest in Altenburg."""
    here = tournament(club, schreiber, (3, 1), ("Anna Adam", "Grand Hand Gera"), *GUESTS)
    there = tournament(other_club, betreiber, (4, 1), *GUESTS, anna_of_gera)
    partner = services.invite(circuit, other_club, schreiber)
    services.answer(partner, True, betreiber)
    services.add_stops(circuit, club, [here], schreiber)
    services.add_stops(circuit, other_club, [there], betreiber)
    return fresh(circuit), here, there


def lines(circuit):
    return [
        (line.place, line.person.name, line.person.club, line.value, line.qualified)
        for line in circuit_table(played(circuit)).lines
    ]


def test_guests_of_all_clubs_stand_in_one_ranking_and_one_person_in_one_line(two_clubs):
    circuit, _here, _there = two_clubs
    # Altenburg by seat: Anna 2nd (20), Berta 3rd (16), Cora 1st (25), Dirk 4th (13).
    # Gera by seat: Berta 2nd (20), Cora 3rd (16), Dirk 1st (25), Anna 4th (13). Level ones: Leistung 590, 590 (Cora
    # 360+230, won 4, lost 1; Berta 320+230, Dirk 360-290, Anna 320-290).
    assert lines(circuit) == [
        (1, "Cora Cruse", "SC Jena", 41, False),
        (2, "Dirk Dorn", "", 38, False),
        (3, "Berta Blau", "SC Jena", 36, False),
        (4, "Anna Adam", "Grand Hand Gera", 33, False),
    ]


def test_places_in_a_tournament_follow_its_ranking(two_clubs):
    circuit, _here, _there = two_clubs
    data = played(circuit)
    table = circuit_table(data)
    anna = next(line for line in table.lines if line.person.name == "Anna Adam")
    found = account(data, table, anna)
    assert [(each.stop.number, each.leistung, each.value, each.fate) for each in found.postings] == [
        (1, 320, 20, "zählt"),
        (2, -290, 13, "zählt"),
    ]
    assert [[(serie, points) for serie, points, _sheet in each.lists] for each in found.postings] == [
        [(1, 320)],
        [(1, -290)],
    ]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (TableRule(unit="evening"), {"Cora Cruse": 590, "Berta Blau": 550, "Dirk Dorn": 70, "Anna Adam": 30}),
        (
            TableRule(unit="evening", worth="places", place_points=(25, 20, 16, 13), best=1),
            {"Cora Cruse": 25, "Dirk Dorn": 25, "Berta Blau": 20, "Anna Adam": 20},
        ),
        (
            TableRule(unit="evening", worth="places", place_points=(3, 2), attendance=5),
            {"Cora Cruse": 13, "Dirk Dorn": 13, "Berta Blau": 12, "Anna Adam": 12},
        ),
        (
            TableRule(unit="evening", drop=1),
            {"Cora Cruse": 360, "Dirk Dorn": 360, "Berta Blau": 320, "Anna Adam": 320},
        ),
    ],
    ids=["sum", "best", "attendance", "drop"],
)
def test_rules(two_clubs, rule, expected):
    circuit, *_events = two_clubs
    services.set_rule(circuit, rule)
    assert {name: value for _place, name, _club, value, _q in lines(fresh(circuit))} == expected


def test_who_has_too_few_tournaments_stands_below(two_clubs, schreiber, club, sign_in, leser):
    circuit, *_events = two_clubs
    more = tournament(club, schreiber, (5, 1), ("Emil Ernst", ""), *GUESTS)
    services.add_stops(circuit, club, [more], schreiber)
    services.set_rule(circuit, TableRule(unit="evening", minimum=2))
    table = circuit_table(played(fresh(circuit)))
    assert [(line.person.name, line.shortfall) for line in table.below] == [("Emil Ernst", "1 Turnier")]
    assert table.placed[0].person.name == "Cora Cruse"
    browser = sign_in(leser)
    account = browser.get(reverse("circuits:player", args=[circuit.slug, table.below[0].person.key]))
    assert "Noch unter der Mindestzahl, fehlt: 1 Turnier." in text_of(account)
    pdf = browser.get(reverse("printing:circuit", args=[circuit.slug]))
    assert "Emil Ernst (fehlt: 1 Turnier)" in words_of(pdf.content)
    assert "Emil Ernst fehlt: 1 Turnier" in text_of(browser.get(circuit.get_absolute_url()))
    rows = json.loads(browser.get(f"{circuit.get_absolute_url()}tabelle.json").content)
    assert [(row["name"], row["place"], row["shortfall"]) for row in rows if row["shortfall"]] == [
        ("Emil Ernst", None, "1 Turnier")
    ]
    [below] = Asker().get(f"{API}turnierserien/{circuit.slug}").json()["below"]
    assert (below["name"], below["shortfall"]) == ("Emil Ernst", "1 Turnier")


def test_the_first_are_qualified(two_clubs):
    circuit, *_events = two_clubs
    services.change_circuit(circuit, qualified=2)
    assert [name for *_p, name, _c, _v, qualified in lines(fresh(circuit)) if qualified] == ["Cora Cruse", "Dirk Dorn"]
    services.change_circuit(circuit, qualified=1, per_club=True)
    # Dirk has no club.
    assert [name for *_p, name, _c, _v, qualified in lines(fresh(circuit)) if qualified] == ["Cora Cruse", "Anna Adam"]


def test_merged_players_are_one_person(two_clubs, club, schreiber, anna_of_gera):
    circuit, *_events = two_clubs
    other = add_player(club, first_name="Änne", last_name="Adam").player
    more = tournament(club, schreiber, (5, 1), other, *GUESTS)
    services.add_stops(circuit, club, [more], schreiber)
    assert len(lines(fresh(circuit))) == 5
    merge_players(anna_of_gera, other)
    assert len(lines(fresh(circuit))) == 4


def test_a_guest_without_the_club_is_somebody_else_and_told_to_the_direction(
    two_clubs, club, schreiber, direction, desk
):
    circuit, *_events = two_clubs
    more = tournament(club, schreiber, (5, 1), ("Anna Adam", ""), *GUESTS)
    services.add_stops(circuit, club, [more], schreiber)
    assert [name for _place, name, *_rest in lines(fresh(circuit))].count("Anna Adam") == 2
    page = circuit.get_absolute_url()
    assert "Mehrmals in der Tabelle:" in direction.get(page).content.decode()
    assert "Mehrmals in der Tabelle:" not in desk.get(page).content.decode()


def test_who_objects_is_not_named_even_to_roles(two_clubs, other_club, anna_of_gera, direction):
    circuit, *_events = two_clubs
    membership = other_club.memberships.get(player=anna_of_gera)
    change_player(membership, number="", publication="pseudonym", pseudonym="Kreuzbube")
    page = direction.get(circuit.get_absolute_url()).content.decode()
    assert "Kreuzbube" in page and "Anna Adam" not in page


# ---- Nobody takes another club's results without its yes


def test_an_invited_club_counts_only_when_it_has_said_yes(circuit, club, other_club, schreiber, betreiber):
    event = tournament(other_club, betreiber, (4, 1), *GUESTS, ("Emil Ernst", ""))
    partner = services.invite(circuit, other_club, schreiber)
    with pytest.raises(ValidationError, match="nimmt an dieser Turnierserie nicht teil"):
        services.add_stops(circuit, other_club, [event], betreiber)
    services.answer(partner, True, betreiber)
    services.add_stops(circuit, club, [event], schreiber)  # not its own: passed over
    assert not circuit.stops.exists()
    services.add_stops(circuit, other_club, [event], betreiber)
    assert circuit.stops.count() == 1
    services.answer(partner, False, betreiber)
    assert not circuit.stops.exists()


def test_only_public_tournaments_of_the_days_count(circuit, club, schreiber):
    event = tournament(club, schreiber, (4, 1), *GUESTS, ("Emil Ernst", ""))
    set_state(event, Event.State.DRAFT)
    services.add_stops(circuit, club, [event], schreiber)
    assert not circuit.stops.exists()
    set_state(event, Event.State.PUBLISHED)
    services.add_stops(circuit, club, [event], schreiber)
    set_state(event, Event.State.DRAFT)
    assert played(fresh(circuit)).stops == ()


def test_tournaments_counted_in_another_way_are_refused(two_clubs, club, schreiber):
    circuit, *_events = two_clubs
    other = tournament(club, schreiber, (5, 1), *GUESTS, ("Emil Ernst", ""), evaluation="seeger")
    with pytest.raises(ValidationError, match="lässt sich nicht zusammenzählen"):
        services.add_stops(circuit, club, [other], schreiber)


def test_who_may_answer_and_add(circuit, other_club, direction_of_gera, sign_in, leiterin, cast):
    services.invite(circuit, other_club, leiterin)
    address = reverse("circuits:invitation", args=[circuit.slug, other_club.slug])
    answers = {name: sign_in(user).post(address, {"answer": "ja"}).status_code for name, user in cast.items()}
    # Whoever directs the leading club is a stranger in the other one.
    assert answers == {
        "betreiber": 302, "admin": 404, "leiterin": 404, "schreiber": 404, "leser": 404, "fremde": 404, "anonym": 302,
    }  # fmt: skip
    assert sign_in(None).post(address).url.startswith("/anmelden/")
    Partner.objects.update(answer=Answer.WAITING)
    add = reverse("circuits:add_stops", args=[circuit.slug, other_club.slug])
    assert sign_in(direction_of_gera).post(add).status_code == 404
    assert sign_in(direction_of_gera).post(address, {"answer": "ja"}).status_code == 302
    assert Partner.objects.get().answer == Answer.JOINED
    assert sign_in(direction_of_gera).post(add).status_code == 302
    assert sign_in(leiterin).post(add).status_code == 404


def test_an_invited_club_reads_a_draft(circuit, other_club, direction_of_gera, sign_in, leiterin):
    services.set_state(circuit, Circuit.State.DRAFT)
    page = circuit.get_absolute_url()
    assert sign_in(direction_of_gera).get(page).status_code == 404
    partner = services.invite(circuit, other_club, leiterin)
    assert sign_in(direction_of_gera).get(page).status_code == 200
    services.answer(partner, False, direction_of_gera)
    assert sign_in(direction_of_gera).get(page).status_code == 404


def test_a_club_takes_its_tournament_out_and_the_leader_any(two_clubs, direction_of_gera, sign_in, leiterin):
    circuit, here, there = two_clubs
    other, own = (reverse("circuits:remove_stop", args=[circuit.slug, event.slug]) for event in (here, there))
    assert sign_in(direction_of_gera).post(other).status_code == 404
    assert sign_in(direction_of_gera).post(own).status_code == 302
    assert sign_in(leiterin).post(other).status_code == 302
    assert not circuit.stops.exists()


def test_closed_nothing_changes(two_clubs, other_club, betreiber):
    circuit, here, there = two_clubs
    with pytest.raises(ValidationError, match="Noch nicht abgeschlossen"):
        services.set_state(circuit, Circuit.State.FINAL)
    Event.objects.filter(pk__in=[here.pk, there.pk]).update(state=Event.State.FINAL)
    with pytest.raises(ValidationError, match="Bitte eine Begründung angeben"):
        services.set_rule(circuit, RULE)
    services.set_state(circuit, Circuit.State.FINAL)
    refused = (
        lambda: services.set_rule(circuit, RULE, "anders"),
        lambda: services.answer(circuit.partners.get(), False, betreiber),
        lambda: services.remove_stop(circuit.stops.first()),
        lambda: services.part_with(circuit.partners.get()),
    )
    for change in refused:
        with pytest.raises(ValidationError, match="ist abgeschlossen"):
            change()


# ---- The rule in one sentence, and the form


@pytest.mark.parametrize(
    ("rule", "qualified", "per_club", "sentence"),
    [
        (TableRule(unit="evening"), 0, False, "Es entscheidet die Summe der Punkte aller Turniere."),
        (
            RULE,
            16,
            False,
            "Es entscheidet die Summe der Punkte nach dem Platz im Turnier: 25-20-16-13, bei Gleichstand geteilt;"
            " nur die besten 2 Turniere zählen; qualifiziert sind die ersten 16.",
        ),
        (
            TableRule(unit="evening", measure="average", minimum=3, drop=1, attendance=5),
            1,
            True,
            "Es entscheidet der Schnitt der Punkte je Turnier; jedes gespielte Turnier bringt 5 Punkte dazu; das"
            " schlechteste Turnier wird gestrichen; einen Platz hat, wer mindestens 3 Turniere gespielt hat;"
            " qualifiziert ist der Erste jedes Vereins.",
        ),
    ],
)
def test_the_rule_is_one_sentence(rule, qualified, per_club, sentence):
    assert say(rule, qualified, per_club=per_club) == sentence


def test_a_rule_is_made_from_a_preset_with_a_preview(two_clubs, direction):
    circuit, *_events = two_clubs
    address = reverse("circuits:change_rule", args=[circuit.slug])
    page = direction.get(f"{address}?vorlage=grandprix").content.decode()
    assert "nur die besten 7 Turniere zählen" in page
    said = {"measure": "total", "worth": "places", "place_points": "9 5 x", "best": "1"}
    page = direction.post(address, said | {"vorschau": "1"}).content.decode()
    assert "Bitte nur Zahlen eingeben" in page
    said["place_points"] = "9 5 2"
    direction.post(address, said)
    assert fresh(circuit).rule == {"unit": "evening", "worth": "places", "place_points": [9, 5, 2], "best": 1}
    assert lines(fresh(circuit))[0][1:4] == ("Cora Cruse", "SC Jena", 9)


def test_what_nobody_can_mean_is_said_at_the_field(circuit, direction):
    said = {"name": "Pokal", "first_day": "2026-01-01", "last_day": "2026-12-31", "per_club": "on"}
    answer = direction.post(reverse("circuits:change_circuit", args=[circuit.slug]), said)
    assert answer.context["form"].errors == {
        "qualified": ["Bitte eintragen, wie viele aus jedem Verein qualifiziert sind."]
    }
    sent = {"measure": "total", "worth": "leistung", "place_points": "9 5"}
    answer = direction.post(reverse("circuits:change_rule", args=[circuit.slug]), sent)
    assert answer.context["form"].errors == {
        "place_points": ["Punkte nach Plätzen gibt es nur, wo der Platz gewertet wird."]
    }


def test_a_stored_rule_of_lists_is_refused(circuit):
    circuit.rule = {"best": 3}
    with pytest.raises(ValidationError, match="Das gibt es hier nicht"):
        circuit.full_clean()


# ---- Page, file and API say the same


def test_page_file_and_api_agree(two_clubs, sign_in):
    circuit, *_events = two_clubs
    services.change_circuit(circuit, qualified=2)
    browser = sign_in(None)
    expected = [
        (1, "Cora Cruse", "SC Jena", 41, True),
        (2, "Dirk Dorn", "", 38, True),
        (3, "Berta Blau", "SC Jena", 36, False),
        (4, "Anna Adam", "Grand Hand Gera", 33, False),
    ]
    rows = json.loads(browser.get(f"{circuit.get_absolute_url()}tabelle.json").content)
    assert [(r["place"], r["name"], r["club"] or "", r["value"], r["qualified"]) for r in rows] == expected
    told = Asker().get(f"{API}turnierserien/{circuit.slug}").json()
    assert [(r["place"], r["name"], r["club"], r["value"], r["qualified"]) for r in told["placed"]] == expected
    assert [(stop["club"], stop["held"]) for stop in told["stops"]] == [
        ("Herz Dame Altenburg", True),
        ("Grand Hand Gera", True),
    ]
    page = browser.get(circuit.get_absolute_url()).content.decode()
    assert page.count("qualifiziert</span>") == 2


def words_of(pdf: bytes) -> str:
    return " ".join(" ".join(each.extract_text() for each in PdfReader(BytesIO(pdf)).pages).split())


def test_the_paper_says_the_same_on_the_page_and_from_the_command(two_clubs, sign_in, leser, tmp_path):
    circuit, *_events = two_clubs
    services.change_circuit(circuit, qualified=2)
    services.set_rule(circuit, dataclasses.replace(RULE, best=1, minimum=2))
    address = reverse("printing:circuit", args=[circuit.slug])
    browser = sign_in(leser)
    assert f'href="{address}"' in browser.get(circuit.get_absolute_url()).content.decode()
    assert sign_in(None).get(address).status_code == 302
    call_command("print", "turnierserie", circuit.slug, output=tmp_path / "paper.pdf")
    for pdf in (browser.get(address).content, (tmp_path / "paper.pdf").read_bytes()):
        words = words_of(pdf)
        assert "Grand Hand Gera · Herz Dame Altenburg" in words
        assert circuit_table(played(fresh(circuit))).said in words
        # By seat 20, 16, 25, 13 in Altenburg and in Gera; level ones by Leistung (360 for all three), then games won.
        for line in (
            "1 Cora Cruse SC Jena 25 (16) 2 25 ja",
            "3 Berta Blau SC Jena (16) 20 2 20",
            "3 Anna Adam Grand Hand Gera 20 (13) 2 20",
        ):
            assert line in words
        assert "2. 01.04.2026: Preisskat" in words and "Punkte in Klammern zählen nicht." in words
    with pytest.raises(CommandError, match="Diese Turnierserie gibt es nicht: keine"):
        call_command("print", "turnierserie", "keine")


def test_a_correction_is_seen_at_once(two_clubs):
    circuit, *_events = two_clubs
    before = known_of(circuit)
    sheet = Sheet.objects.filter(table__round__event__circuit_stops__circuit=circuit).first()
    event = sheet.table.round.event
    set_state(event, Event.State.DRAFT)
    assert known_of(circuit) != before


def test_queries_do_not_grow(two_clubs, club, schreiber, django_assert_num_queries):
    circuit, *_events = two_clubs
    with django_assert_num_queries(5):
        circuit_table(played(circuit))
    more = tournament(club, schreiber, (5, 1), ("Emil Ernst", ""), *GUESTS)
    services.add_stops(circuit, club, [more], schreiber)
    with django_assert_num_queries(5):
        circuit_table(played(circuit))


def test_a_club_sees_what_it_leads_and_takes_part_in(two_clubs, club, other_club):
    circuit, *_events = two_clubs
    assert [list(circuits_of(each)) for each in (club, other_club)] == [[circuit], [circuit]]


# ---- Jetzt zu tun


def test_an_invitation_is_to_be_answered(circuit, other_club, leiterin, direction_of_gera, sign_in):
    services.invite(circuit, other_club, leiterin)
    page = sign_in(direction_of_gera).get("/").content.decode()
    assert "Einladung beantworten" in page
    assert "Einladung beantworten" not in sign_in(leiterin).get("/").content.decode()


def test_the_leader_is_led_on(circuit, direction):
    page = direction.get(circuit.get_absolute_url()).content.decode()
    assert "Vereine einladen" in page and "Turniere eintragen" in page
