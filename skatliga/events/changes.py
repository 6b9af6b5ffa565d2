"""What the Spielleitung sets while an event is played, and what the club year of an event refuses.

A club year is closed only when its evenings are (`years.services`), and they stay so as long as it is.
"""

from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from skatliga.events.models import Event, Round
from skatliga.publication import changing


def demand_open_years(event: Event) -> None:
    """Refuse where the event is an evening of a closed club year; whoever asks has locked the event."""
    closed = event.years.filter(state=Event.State.FINAL).first()
    if closed:
        raise ValidationError(
            _(
                "„%(event)s“ gehört zum Clubjahr „%(year)s“, und das ist abgeschlossen. Zum Ändern bitte zuerst das"
                " Clubjahr wieder öffnen."
            )
            % {"event": event, "year": closed}
        )


def set_time(round: Round, minutes: int | None, starts: bool, again: bool = False) -> None:
    """Give a Serie its time limit; where it `starts`, the time runs from now on.

    A time that runs already is begun anew only where that is meant (`again`); the same click once more changes nothing.
    """
    with changing(round.event):
        changes: dict[str, object] = {"minutes": minutes}
        if starts and (again or not Round.objects.get(pk=round.pk).clock_started_at):
            changes["clock_started_at"] = timezone.now()
        Round.objects.filter(pk=round.pk).update(**changes)


def record_lots(event: Event, lots: Mapping[int, int | None]) -> None:
    """Write down lots drawn by hand, the number by start number; None takes one back."""
    with changing(event) as stored:
        unknown = lots.keys() - set(stored.entries.values_list("start_number", flat=True))
        if unknown:
            raise ValidationError(_("Die Startnummer %(number)s gibt es nicht.") % {"number": min(unknown)})
        recorded = {**stored.lots, **{str(number): lot for number, lot in lots.items()}}
        stored.lots = {number: lot for number, lot in recorded.items() if lot is not None}
        stored.save()
