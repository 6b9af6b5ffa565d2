"""How every change of an event begins and ends: nobody else changes it meanwhile, and its pages learn of it.

A club year is closed only when its evenings are (`years.services`), and they stay so as long as it is.
"""

from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils.translation import gettext as _

from skatliga.events.models import Event


def open_event(event: Event) -> Event:
    """The event as it is stored, nobody else changing it until the transaction ends; refused where it is closed."""
    stored = Event.objects.select_for_update(of=("self",)).select_related("club").get(pk=event.pk)
    if stored.state == Event.State.FINAL:
        raise ValidationError(_("Diese Veranstaltung ist abgeschlossen. Zum Ändern bitte zuerst wieder öffnen."))
    return stored


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


def tell_pages(event: Event) -> None:
    """Let every page of the event know that it is no longer current."""
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
