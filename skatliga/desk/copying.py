"""The next event made from an old one.

**D** Neither the teams' names are copied nor who plays for them: teams are announced for every event again, and one
that did not register would stand in its ranking without a list. Who wants to sit where, or not with whom, comes along.
"""

import datetime
from collections.abc import Mapping

from django.db import transaction
from django.forms import model_to_dict

from skatliga.desk.dues import fees_of
from skatliga.desk.models import Fees
from skatliga.desk.prizes import prize_list
from skatliga.events.models import Apart, Category, Entry, Event, Round
from skatliga.events.services import create_event, give_numbers

OWN = frozenset({"id", "club", "name", "slug", "date", "state", "seed", "version", "lots"})
"""What every event has of its own and is not copied."""


@transaction.atomic
def copy_event(event: Event, *, name: str, date: datetime.date, with_entries: bool = False) -> Event:
    """A new event played and paid for like this one: rules, Serien, classes, fees and prize plan.

    `event` comes with its Serien. The jackpot begins with what this event carries on; prizes once fixed are not copied.
    """
    fields = {field.name: getattr(event, field.name) for field in Event._meta.concrete_fields if field.name not in OWN}
    rounds = list(event.rounds.all())
    new = create_event(event.club, name=name, date=date, rounds=len(rounds), **fields)
    for round in rounds:
        Round.objects.filter(event=new, number=round.number).update(minutes=round.minutes)
    Category.objects.bulk_create(Category(event=new, name=category.name) for category in event.categories.all())
    _copy_fees(event, new)
    if with_entries:
        _copy_entries(event, new)
    return new


def _copy_fees(event: Event, new: Event) -> None:
    fees = fees_of(event)
    if fees.pk:
        values = model_to_dict(fees, exclude=("id", "event", "awards"))
        Fees.objects.create(event=new, **values | {"jackpot": prize_list(event, None).carried_on})


def _copy_entries(event: Event, new: Event) -> None:
    """Whoever has not withdrawn, in the order of the start numbers, under the name the register has today.

    **D** Players of a register are put into their classes again, since they have grown older; guests keep theirs.
    """
    old = event.entries.filter(withdrawn=False).select_related("player__merged_into").prefetch_related("categories")
    copies: dict[object, tuple[Entry, Entry]] = {}
    for entry in old:
        player = entry.player and (entry.player.merged_into or entry.player)
        copy = Entry(
            player=player,
            name=player.name if player else entry.name,
            club_name=entry.club_name,
            keeps_lists=entry.keeps_lists,
            wanted_table=entry.wanted_table,
            wanted_seat=entry.wanted_seat,
        )
        copies.setdefault(player or entry, (entry, copy))
    give_numbers(new, (copy for _entry, copy in copies.values()))
    classes = {category.name: category for category in new.categories.all()}
    for entry, copy in copies.values():
        if not entry.player:
            copy.categories.set(classes[category.name] for category in entry.categories.all())
    _copy_pairs(event, new, {entry.pk: copy for entry, copy in copies.values()})


def _copy_pairs(event: Event, new: Event, copies: Mapping[int, Entry]) -> None:
    """Who is not seated with whom, as far as both come along."""
    wished = event.aparts.values_list("one", "other")
    pairs = [sorted(copies[key].pk for key in pair if key in copies) for pair in wished]
    Apart.objects.bulk_create(Apart(event=new, one_id=pair[0], other_id=pair[1]) for pair in pairs if len(pair) == 2)
