"""A draw that anybody can check: what the pages publish, the command of the engine agrees with; drawing on is seen."""

import json
from datetime import timedelta
from hashlib import sha256

import pytest
from django.contrib.messages import get_messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from scoring.draw_json import answer_text
from skatliga.desk.models import PublicDraw
from skatliga.events.draw_field import current_seating
from skatliga.events.queries import events_seen_by
from skatliga.events.registration import change_entry
from skatliga.events.services import draw_round, enter_guests, seat_round, withdraw
from skatliga.events.teams import keep_apart
from skatliga.todo.gathering import of_event
from web.replayed import world

VALUE = "4 2 6"


@pytest.fixture
@world
def thirteen(event):
    """Guests with three private wishes: 2 and 6 apart, 3 at table 2, 7 keeps no list."""
    enter_guests(event, [(f"Gast {letter}", f"Club {'AB'[letter < 'G']}") for letter in "ABCDEFGHIJKLM"])
    keep_apart(event, "2 6")
    change_entry(event.entries.get(start_number=3), categories=[], teams={}, wanted_table=2)
    change_entry(event.entries.get(start_number=7), categories=[], teams={}, keeps_lists=False)
    return event


def page(event, name="public_draw", *more):
    return reverse(f"desk:{name}", args=[event.slug, *more])


def terms(rounds=2, **other):
    due = timezone.localtime(timezone.now() - timedelta(minutes=1))
    modes = {f"mode_{number}": "no_repeats" for number in range(1, rounds + 1)}
    return {"kind": "dice", "about": "drei Würfel", "due": f"{due:%Y-%m-%dT%H:%M}", **modes, **other}


def told(response):
    """The last sentence that was told."""
    return [str(message) for message in get_messages(response.wsgi_request)][-1:]


def publish(browser, event, **other):
    return browser.post(page(event, "public_terms"), terms(**other))


def draw(browser, event, number, **data):
    return browser.post(page(event, "draw_publicly", number), data)


@pytest.fixture
def drawn(thirteen, leiterin, sign_in):
    """The terms are published, the dice are thrown, both Serien drawn."""
    browser = sign_in(leiterin)
    publish(browser, thirteen)
    browser.post(page(thirteen, "reveal"), {"value": VALUE, "again": VALUE})
    draw(browser, thirteen, 1)
    draw(browser, thirteen, 2)
    thirteen.refresh_from_db()
    return thirteen


def file_of(browser, event, name="public_draw_file"):
    return json.loads(browser.get(page(event, name)).content)


def checked(file):
    return answer_text(json.dumps(file), check=True)[0]


def seats(event, number):
    return [list(table) for table in current_seating(event.rounds.get(number=number))]


def test_outsiders_have_hash_and_file_before_anybody_knows_the_lot(thirteen, leiterin, sign_in):
    assert sign_in(None).get(page(thirteen)).status_code == 404
    publish(sign_in(leiterin), thirteen)
    file = file_of(sign_in(None), thirteen)
    canonical = json.dumps(file["before"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert file["hash"] == sha256(canonical.encode()).hexdigest()
    assert (file["before"]["players"], file["before"]["rounds"], set(file)) == (
        list(range(1, 14)), 2, {"before", "hash"}
    )  # fmt: skip
    assert len(file["before"]["wishes"]) == 3
    text = sign_in(None).get(page(thirteen)).content.decode()
    assert file["hash"] in text
    assert "Gast" not in json.dumps(file)
    assert checked(file)["waiting"] == []  # all Serien have closed wishes
    assert checked(file)["closed"] == [1, 2]


def test_what_is_seated_is_what_the_command_draws(drawn, leiterin, sign_in):
    opened = file_of(sign_in(leiterin), drawn, "opened_draw_file")
    assert checked(opened) | {"hash": ""} == {
        "agrees": True, "differs": [], "hash": "", "drawn": [1, 2], "closed": [], "waiting": []
    }  # fmt: skip
    assert [seats(drawn, 1), seats(drawn, 2)] == opened["after"]["seated"]
    seed = sha256(f"{opened['hash']}/{VALUE}/1/0".encode()).hexdigest()
    assert seed in sign_in(None).get(page(drawn)).content.decode()
    tables = seats(drawn, 1)
    assert 3 in tables[1]
    assert not any({2, 6} <= set(table) for table in tables)
    assert 7 not in [table[0] for table in tables]


def test_drawing_on_until_it_pleases_stands_on_the_page(drawn, leiterin, sign_in):
    browser = sign_in(leiterin)
    before = seats(drawn, 2)
    assert told(draw(browser, drawn, 2)) == [
        "Serie 2 ist schon ausgelost. Noch einmal geht es mit einer Begründung; sie steht öffentlich dabei."
    ]
    assert seats(drawn, 2) == before
    draw(browser, drawn, 2, reason="Stromausfall bei der Auslosung")
    assert seats(drawn, 2) != before
    text = sign_in(None).get(page(drawn)).content.decode()
    assert "Stromausfall bei der Auslosung" in text
    assert "2-mal ausgelost" in text
    assert checked(file_of(browser, drawn, "opened_draw_file"))["agrees"] is True


def test_who_comes_or_goes_is_in_the_file_and_others_keep_their_seats(drawn, leiterin, sign_in):
    browser = sign_in(leiterin)
    before = seats(drawn, 2)
    withdraw(drawn.entries.get(start_number=5))
    enter_guests(drawn, [("Gast N", "Club B"), ("Gast O", "")])
    change_entry(drawn.entries.get(start_number=14), categories=[], teams={}, keeps_lists=False)
    draw(browser, drawn, 2, reason="zwei kamen spät", art="nachbessern")
    after = seats(drawn, 2)
    kept = [player for one, other in zip(before, after, strict=True) for player in one if player in other]
    assert len(kept) >= 11
    assert sorted(player for table in after for player in table) == [*range(1, 5), *range(6, 16)]
    file = file_of(browser, drawn, "opened_draw_file")
    assert [(each["serie"], each["lot"], each.get("gone"), each.get("new")) for each in file["after"]["changes"]] == [
        (2, 1, [5], None), (2, 1, None, [14, 15])
    ]  # fmt: skip
    assert checked(file)["agrees"] is True


def test_seats_set_by_hand_are_called_so(drawn, leiterin, sign_in):
    tables = seats(drawn, 2)
    tables[0], tables[1] = tables[1], tables[0]
    seat_round(drawn.rounds.get(number=2), dict(enumerate(tables, 1)), reason="Rollstuhl")
    assert "von Hand anders gesetzt" in sign_in(None).get(page(drawn)).content.decode()
    answer = checked(file_of(sign_in(leiterin), drawn, "opened_draw_file"))
    assert (answer["agrees"], [each["where"] for each in answer["differs"]]) == (False, ["after.seated[1]"])


def test_no_lot_of_ones_own_beside_it(drawn, leiterin, sign_in):
    browser = sign_in(leiterin)
    with pytest.raises(ValidationError, match="öffentlich nachprüfbar"):
        draw_round(drawn.rounds.get(number=2))
    for name in ("draw", "redraw"):
        browser.post(reverse(f"desk:{name}", args=[drawn.slug, 2]), {"mode": "lot", "sofort": "1", "reason": "x"})
    browser.post(reverse("desk:mend", args=[drawn.slug, 2]))
    assert not drawn.rounds.get(number=2).proposals.exists()


def test_the_value_stands_for_good(thirteen, leiterin, sign_in):
    browser = sign_in(leiterin)
    publish(browser, thirteen)
    assert told(draw(browser, thirteen, 1)) == ["Der öffentliche Wert fehlt noch; bitte zuerst eintragen."]
    wrong = browser.post(page(thirteen, "reveal"), {"value": VALUE, "again": "4 2 5"})
    assert "nicht dasselbe" in told(wrong)[0]
    browser.post(page(thirteen, "reveal"), {"value": VALUE, "again": VALUE})
    again = browser.post(page(thirteen, "reveal"), {"value": "1 1 1", "again": "1 1 1"})
    assert "Der öffentliche Wert steht schon fest: 4 2 6." in told(again)
    refused = publish(browser, thirteen, reason="passt nicht")
    assert "an den Bedingungen ändert sich nichts mehr" in refused.content.decode()
    assert PublicDraw.objects.get().value == VALUE


def test_a_value_cannot_be_known_before_its_time(thirteen, leiterin, sign_in):
    browser = sign_in(leiterin)
    later = timezone.localtime(timezone.now() + timedelta(hours=2))
    publish(browser, thirteen, due=f"{later:%Y-%m-%dT%H:%M}")
    response = browser.post(page(thirteen, "reveal"), {"value": VALUE, "again": VALUE})
    assert told(response) == [
        f"Der Wert wird erst am {later:%d.%m.%Y, %H:%M} Uhr bekannt; vorher kann er nicht feststehen."
    ]


def test_terms_that_were_replaced_stay_on_the_page(thirteen, leiterin, sign_in):
    browser = sign_in(leiterin)
    publish(browser, thirteen)
    former = PublicDraw.objects.get().hash
    assert "reason" in publish(browser, thirteen).context["form"].errors
    publish(browser, thirteen, about="vier Würfel", reason="ein Würfel mehr")
    text = sign_in(None).get(page(thirteen)).content.decode()
    assert former in text
    assert "ein Würfel mehr" in text
    assert PublicDraw.objects.get().hash in text


def test_it_begins_before_anybody_sits(thirteen, leiterin, sign_in):
    draw_round(thirteen.rounds.get(number=1))
    response = publish(sign_in(leiterin), thirteen)
    assert "Es sitzt schon jemand." in response.content.decode()
    assert not PublicDraw.objects.exists()


def test_whom_a_wish_concerns_can_look_it_up(drawn, leiterin, sign_in):
    [text, *_] = [each.text for each in openings(sign_in(leiterin), drawn)]
    stranger = sign_in(None)
    assert "✔ Diese Zusage gehört zur Auslosung." in stranger.post(
        page(drawn, "look_up_wish"), {"zusage": text}
    ).content.decode()  # fmt: skip
    other = text.replace("[2,6]", "[2,5]")
    assert other != text
    answers = [stranger.post(page(drawn, "look_up_wish"), {"zusage": each}).content.decode() for each in (other, "x")]
    assert "gehört nicht zur Auslosung" in answers[0]
    assert "Das ist keine Zusage." in answers[1]


class Opening:
    def __init__(self, line):
        self.persons, self.said, self.text = line


def openings(browser, event):
    return [Opening(line) for line in browser.get(page(event, "openings")).context["lines"]]


def test_private_wishes_are_for_those_who_direct(drawn, leiterin, schreiber, leser, sign_in):
    said = [(each.persons, each.said) for each in openings(sign_in(leiterin), drawn)]
    assert said == [
        ("2 Gast B, 6 Gast F", "sitzen nicht zusammen"),
        ("3 Gast C", "Tisch 2"),
        ("7 Gast G", "führt keine Liste"),
    ]
    for user in (schreiber, leser, None):
        browser = sign_in(user)
        assert browser.get(page(drawn, "openings")).status_code in (302, 403)
        assert browser.get(page(drawn, "opened_draw_file")).status_code in (302, 403)
        assert "opened" not in file_of(browser, drawn)


def test_the_next_step_leads_to_the_public_draw(thirteen, leiterin, sign_in):
    publish(sign_in(leiterin), thirteen)
    event = events_seen_by(leiterin).prefetch_related("rounds").get(pk=thirteen.pk)
    assert next(action.url for action in of_event(event, leiterin)) == page(thirteen)


def test_the_database_refuses_a_value_without_its_time(thirteen, leiterin, sign_in):
    publish(sign_in(leiterin), thirteen)
    with pytest.raises(IntegrityError), transaction.atomic():
        PublicDraw.objects.update(value="1")
