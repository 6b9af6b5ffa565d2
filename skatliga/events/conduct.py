"""What the Spielleitung sets while an event is played: the time of a Serie, lots drawn by hand."""

from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from skatliga.events.changing import open_event, tell_pages
from skatliga.events.models import Event, Round


@transaction.atomic
def set_time(round: Round, minutes: int | None, starts: bool, again: bool = False) -> None:
    """Give a Serie its time limit; where it `starts`, the time runs from now on.

    A time that runs already is begun anew only where that is meant (`again`); the same click once more changes nothing.
    """
    event = open_event(round.event)
    changes: dict[str, object] = {"minutes": minutes}
    if starts and (again or not Round.objects.get(pk=round.pk).clock_started_at):
        changes["clock_started_at"] = timezone.now()
    Round.objects.filter(pk=round.pk).update(**changes)
    tell_pages(event)


@transaction.atomic
def record_lots(event: Event, lots: Mapping[int, int | None]) -> None:
    """Write down lots drawn by hand, the number by start number; None takes one back."""
    stored = open_event(event)
    unknown = lots.keys() - set(stored.entries.values_list("start_number", flat=True))
    if unknown:
        raise ValidationError(_("Die Startnummer %(number)s gibt es nicht.") % {"number": min(unknown)})
    recorded = {**stored.lots, **{str(number): lot for number, lot in lots.items()}}
    stored.lots = {number: lot for number, lot in recorded.items() if lot is not None}
    stored.save()
    tell_pages(stored)
