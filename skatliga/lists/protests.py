"""Protests against a list: who may see it may protest while the time runs, the Spielleitung answers.

**D** The time of the event (`Event.protest_hours`) runs from the moment a list was checked; until then a protest is
always in time. A protest that is granted does not change the list: the Spielleitung opens it again and corrects it, so
that one history shows all changes.
"""

from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from skatliga.history import demand
from skatliga.lists.models import Protest, Sheet
from skatliga.lists.services import save
from skatliga.people.models import User
from skatliga.publication import bump_version, demand_open


def deadline(sheet: Sheet) -> datetime | None:
    """Until when a protest is taken; None while the list is not checked."""
    if sheet.checked_at is None:
        return None
    return sheet.checked_at + timedelta(hours=sheet.table.round.event.protest_hours)


def is_open_to_protest(sheet: Sheet) -> bool:
    """Whether a protest would be taken now."""
    until = deadline(sheet)
    return sheet.state != Sheet.State.ANNULLED and (until is None or timezone.now() <= until)


@transaction.atomic
def protest(sheet: Sheet, text: str, user: User | None) -> Protest:
    """Take a protest, refused when the time is over."""
    stored = Sheet.objects.select_for_update(of=("self",)).select_related("table__round__event").get(pk=sheet.pk)
    demand_open(stored.table.round.event)
    demand(bool(text.strip()), _("Bitte schreiben, was an der Liste nicht stimmt."))
    if not is_open_to_protest(stored):
        until = deadline(stored)
        if until is None:
            raise ValidationError(_("Diese Liste ist annulliert."))
        when = formats.date_format(timezone.localtime(until), "SHORT_DATETIME_FORMAT")
        raise ValidationError(_("Die Protestfrist ist am %(when)s abgelaufen.") % {"when": when})
    taken = Protest(sheet=stored, text=text.strip(), made_by=user)
    save(taken, user, "")
    bump_version(stored.table.round.event)
    return taken


@transaction.atomic
def answer(protest: Protest, verdict: str, text: str, user: User | None) -> None:
    """Decide a protest, once, with a reason."""
    protests = Protest.objects.select_for_update(of=("self",)).select_related("sheet__table__round__event")
    stored = protests.get(pk=protest.pk)
    demand(stored.verdict == Protest.Verdict.OPEN, _("Dieser Protest ist schon beantwortet."))
    demand(
        verdict in {Protest.Verdict.GRANTED, Protest.Verdict.REJECTED},
        _("Bitte dem Protest stattgeben oder ihn zurückweisen."),
    )
    demand(bool(text.strip()), _("Bitte die Entscheidung begründen."))
    stored.verdict, stored.answer = verdict, text.strip()
    stored.answered_by, stored.answered_at = user, timezone.now()
    save(stored, user, "")
    bump_version(stored.sheet.table.round.event)
