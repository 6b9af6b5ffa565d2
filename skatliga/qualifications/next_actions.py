"""What is to be done about a qualification: offer the places, enter who has said yes, wait for answers."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.events.models import Event
from skatliga.next_actions import NextAction, Urgency
from skatliga.qualifications.queries import offered_places, qualification_of, sources_of


def qualification_actions(event: Event) -> Iterator[NextAction]:
    """For those who direct a championship; nothing in other events, one query where nobody qualifies."""
    if not (event.role and event.role.directs) or event.state == Event.State.FINAL:
        return
    rule = qualification_of(event)
    if rule is None:
        return
    page = reverse("qualifications:overview", args=[event.slug])
    if rule.opened_on is None:
        said = _("Qualifikation: Noch sind keine Plätze angeboten.")
        yield NextAction(said, _("Qualifikation ansehen"), page, Urgency.SOON)
        return
    places = offered_places(rule, sources_of(rule), event.role)
    if waiting := len(places.to_enter):
        said = ngettext(
            "Qualifikation: %(number)s hat zugesagt und ist noch nicht eingetragen.",
            "Qualifikation: %(number)s haben zugesagt und sind noch nicht eingetragen.",
            waiting,
        )
        yield NextAction(said % {"number": waiting}, _("Qualifikation ansehen"), page, Urgency.SOON)
    elif open_answers := len(places.open):
        said = ngettext(
            "Qualifikation: %(number)s Antwort ist offen.",
            "Qualifikation: %(number)s Antworten sind offen.",
            open_answers,
        )
        yield NextAction(said % {"number": open_answers}, _("Qualifikation ansehen"), page, Urgency.SOMETIME)
