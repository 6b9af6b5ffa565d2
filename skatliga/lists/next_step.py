"""What a list comes to, and the one thing that is to be done with it next: said in the head of its page."""

from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.access import Role
from skatliga.lists.confirmation import is_second_person
from skatliga.lists.models import Protest, Sheet
from skatliga.lists.proposals import proposals_for
from skatliga.lists.services import ENTERING
from skatliga.lists.sheet_page import Display
from skatliga.people.models import User

State = Sheet.State


class Verdict(NamedTuple):
    """Whether a list agrees, in a sentence; ``agrees`` is None where it is not complete."""

    agrees: bool | None
    said: str
    suspected: str = ""
    """What is probably meant where it does not agree."""


class NextStep(NamedTuple):
    """What this user does next with a list: a page to go to, or a state to send; a sentence where it is nothing."""

    said: str
    address: str = ""
    state: str = ""


def verdict_on(sheet: Sheet, display: Display, role: Role | None) -> Verdict:
    """What the list comes to; what is suspected in it, only whoever enters lists is told."""
    view = display.view
    if not view.complete:
        if sheet.target:
            return Verdict(None, _("Die Partie ist noch nicht zu Ende."))
        said = ngettext("Es fehlt noch %(number)s Spiel.", "Es fehlen noch %(number)s Spiele.", display.missing)
        return Verdict(None, said % {"number": display.missing})
    if view.flawless:
        return Verdict(True, _("Die Liste geht auf."))
    said = next(iter([*display.findings, *(each for line in display.lines for each in line.findings)]), "")
    if role is None or not role.enters:
        return Verdict(False, said)
    offered = proposals_for(sheet, view, display.names).offered
    return Verdict(False, said, offered[0].said if offered else "")


def next_step(sheet: Sheet, display: Display, role: Role, user: User, *, by_totals: bool) -> NextStep | None:
    """The one thing this user does next with the list; None where that is nothing.

    ``by_totals``: whether this user types lists by their sums.
    """
    event = sheet.table.round.event
    if not role.enters or event.state == event.State.FINAL:
        return None
    if sheet.state in {State.CHECKED, State.BINDING} and role.directs:
        verdicts = set(Protest.unsettled().filter(sheet=sheet).values_list("verdict", flat=True))
        if Protest.Verdict.OPEN in verdicts:
            return NextStep(_("Über den Protest entscheiden"), "#proteste")
        if verdicts:
            return NextStep(_("Wieder öffnen und berichtigen"), "#stand")
    if sheet.state in ENTERING:
        if not display.view.complete:
            page = "lists:totals" if by_totals and not display.lines else "lists:entry"
            return NextStep(_("Weiter eingeben") if display.lines else _("Eingeben"), reverse(page, args=[sheet.pk]))
        if display.view.flawless:
            return NextStep(_("Liste erfasst"), state=State.ENTERED)
        return NextStep(_("Klären, was nicht stimmt"), reverse("lists:totals", args=[sheet.pk]))
    if sheet.state != State.ENTERED or sheet.kind != Sheet.Kind.MAIN:
        return None
    if event.second_person and not is_second_person(sheet, user):
        return NextStep(_("Bestätigen muss jemand anders."))
    queue = reverse("lists:confirm", args=[event.slug], query={"liste": sheet.pk})
    return NextStep(_("Jetzt bestätigen") if event.second_person else _("Jetzt prüfen"), queue)
