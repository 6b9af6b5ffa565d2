"""Closing an event: from then on nothing in it changes.

* **D** An event may be closed although lists are missing, for some never come. The one who closes it has seen
  which: if others are missing by then, nothing is closed. Its ranking says how many are missing (`standings.progress`).
* **D** What is not confirmed is another matter than what never came: where the event demands a second person, nothing
  is closed before every list that counts is confirmed.
* **D** A Serie of which no list counts was not played; its lists are not missing.
"""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from skatliga.events.changing import open_event
from skatliga.events.models import Event
from skatliga.events.services import set_state
from skatliga.lists.confirmation import demand_confirmed
from skatliga.standings.progress import find


@transaction.atomic
def close_event(event: Event, seen: str) -> None:
    """Close an event whose missing lists, as `Progress.lacking` names them, are those that were seen."""
    open_event(event)
    demand_confirmed([event])
    if find(event, None).progress.lacking != seen:
        raise ValidationError(_("Inzwischen fehlen andere Listen. Bitte noch einmal ansehen und dann abschließen."))
    set_state(event, Event.State.FINAL)
