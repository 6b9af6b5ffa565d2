"""What is to be done about sign-ups: that there are some, who waits, and who has not come yet."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.events.models import Event
from skatliga.next_actions import NextAction, Urgency
from skatliga.signups.queries import SignUpCount, Stage


def signup_actions(event: Event, count: SignUpCount | None) -> Iterator[NextAction]:
    """How many have signed up and how many wait; on the day how many are there. For those who enter players.

    **D** On the day they are the next to be looked after, as long as not all who have a place are there.
    """
    if count is None or not (event.role and event.role.enters) or event.state == Event.State.FINAL:
        return
    if not count.active:
        if count.stage == Stage.OPEN:
            said = _("Die Voranmeldung ist offen; bisher hat sich niemand angemeldet.")
            address = reverse("signups:signups", args=[event.slug])
            yield NextAction(said, _("Voranmeldungen ansehen"), address, Urgency.SOMETIME)
        return
    today = event.date == timezone.localdate()
    missing = count.taken - count.arrived
    if not missing and not count.waiting:
        return
    yield NextAction(
        _said(count, today),
        _("Voranmeldungen ansehen"),
        reverse("signups:signups", args=[event.slug]),
        Urgency.NEXT if today and missing else Urgency.SOON if count.waiting else Urgency.SOMETIME,
    )


def _said(count: SignUpCount, today: bool) -> str:
    sentence = ngettext("%(number)s hat sich angemeldet", "%(number)s haben sich angemeldet", count.active)
    parts = [sentence % {"number": count.active}]
    if today:
        parts.append(ngettext("%(number)s ist da", "%(number)s sind da", count.arrived) % {"number": count.arrived})
    if count.waiting:
        parts.append(ngettext("%(number)s wartet", "%(number)s warten", count.waiting) % {"number": count.waiting})
    return ", ".join(parts) + "."
