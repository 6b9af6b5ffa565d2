"""How every change of an event begins and ends: nobody else changes it meanwhile, and its pages learn of it."""

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


def tell_pages(event: Event) -> None:
    """Let every page of the event know that it is no longer current."""
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
