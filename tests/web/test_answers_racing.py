"""Answers to offered places that come in one moment, from two devices of one player and from the office.

Three places, eight in order. What was stored is read once more by hand (`REPLAY`): who holds a place at each answer.
"""

import pytest

from web.two_desks import at_two_desks

pytestmark = pytest.mark.django_db

PREPARE = """
import datetime, django
django.setup()
from django.utils import timezone
from skatliga.events.services import create_event, enter_guests, set_state
from skatliga.people.models import User
from skatliga.people.services import create_club
from skatliga.qualifications.models import Qualification
club, day = create_club("V"), timezone.localdate()
rules = {"rounds": 1, "rulebook": "isko-2022", "evaluation": "seeger"}
below = create_event(club, name="Unten", date=day, **rules)
enter_guests(below, [(f"Gast Nr{number}", "") for number in range(1, 9)])
above = create_event(club, name="Oben", date=day + datetime.timedelta(30), championship="single-open", **rules)
set_state(above, "published")
rule = Qualification.objects.create(event=above, places=3, closes_on=day + datetime.timedelta(20), opened_on=day)
source = rule.sources.create(event=below, fixed_places=3, counted=8, granted=3)
for entry in below.entries.order_by("start_number"):
    number = entry.start_number
    rule.contestants.create(number=number, source=source, place=number).persons.create(entry=entry)
User.objects.create_user("office")
"""

DESK = """
import sys, django
django.setup()
from concurrent.futures import ThreadPoolExecutor
from django.core.exceptions import ValidationError
from django.db import connection
from skatliga.people.models import User
from skatliga.qualifications.models import Contestant
from skatliga.qualifications.services import answer
said = [(1, True), (1, False), (2, False), (2, True), (8, False), *((number, True) for number in range(3, 8))]
def come(which):
    number, accepted = said[which % len(said)]
    try:
        user = User.objects.get(username="office") if which % 3 == 0 else None
        contestant = Contestant.objects.select_related("qualification__event__club").get(number=number)
        answer(contestant, accepted, user)
    except ValidationError:
        pass
    finally:
        connection.close()
print("ready", flush=True)
sys.stdin.readline()
with ThreadPoolExecutor(10) as crowd:
    list(crowd.map(come, range(60)))
"""

REPLAY = """
import django
django.setup()
from skatliga.access import Role
from skatliga.qualifications.models import PlaceAnswer, Qualification
from skatliga.qualifications.queries import offered_places, sources_of
declined, accepted, wrong = set(), set(), []
def holders():
    return [number for number in range(1, 9) if number not in declined][:3]
for said in PlaceAnswer.objects.order_by("pk").select_related("contestant"):
    number = said.contestant.number
    allowed = number not in declined and (number in holders() and number not in accepted if said.accepted else True)
    if not allowed:
        wrong.append((number, said.accepted))
    if said.accepted:
        accepted.add(number)
    else:
        declined.add(number)
        accepted.discard(number)
rule = Qualification.objects.select_related("event__club").get()
found = offered_places(rule, sources_of(rule), Role.SPIELLEITUNG)
stages = {line.contestant.number: str(line.stage) for line in found.lines}
held = sorted(number for number, stage in stages.items() if stage in ("open", "accepted"))
said_yes = {number for number, stage in stages.items() if stage == "accepted"}
print(wrong, sorted(declined), held, found.free, accepted == said_yes)
"""


@pytest.mark.django_db(transaction=True)
def test_of_answers_in_one_moment_none_breaks_a_rule(tmp_path, put_database):
    """A no is said once and holds, a place goes on to one alone, nobody accepts what he is not offered."""
    found = at_two_desks(tmp_path, put_database, PREPARE, DESK, REPLAY)
    assert found == "[] [1, 2, 8] [3, 4, 5] 0 True"
