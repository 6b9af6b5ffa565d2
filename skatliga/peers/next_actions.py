"""What those who direct an event must know of the second machine; nothing where there is none."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.events.models import Event
from skatliga.next_actions import NextAction, Urgency
from skatliga.peers.queries import PairState, contradictions_of, notices_of, state_of_pair

MOST_TOLD = 3
"""Contradictions told of one by one."""


def peer_actions(event: Event) -> Iterator[NextAction]:
    """Choose what counts, give somebody his new number, bring the machines together."""
    if not (event.role and event.role.directs):
        return
    page = reverse("peers:event", args=[event.slug])
    found = contradictions_of(event)
    for each in found[:MOST_TOLD]:
        for statement in each.statements:
            where = _("dieser Rechner") if statement.here else _("der andere Rechner")
            words = {"what": each.what, "where": where, "said": statement.said}
            counts = _("%(what)s steht zweimal da. Es zählt, %(where)s: %(said)s") % words
            against = _("%(what)s, dagegen %(where)s: %(said)s") % words
            yield NextAction(
                counts if statement.counts else against,
                _("Das gilt"),
                reverse("peers:decide", args=[event.slug, statement.pk]),
                Urgency.AT_ONCE,
                (),
            )
    if further := len(found) - MOST_TOLD:
        if further > 0:
            yield NextAction(
                _("Noch %(number)s Mal steht etwas zweimal da.") % {"number": further},
                _("Ansehen"),
                page,
                Urgency.AT_ONCE,
            )
    for notice in notices_of(event):
        yield NextAction(
            _("Startnummer %(before)s war zweimal vergeben: %(name)s hat jetzt %(after)s und braucht eine neue Karte.")
            % {"before": notice.before, "name": notice.name, "after": notice.after},
            _("Gesehen"),
            reverse("peers:seen", args=[event.slug, notice.pk]),
            Urgency.AT_ONCE,
            (),
        )
    state = state_of_pair()
    if state and state.apart:
        yield NextAction(apart_sentence(state), _("Zweiter Rechner"), page, Urgency.SOON)


def apart_sentence(state: PairState) -> str:
    """How long they have been apart, and what only this machine has."""
    lists = ngettext("%(number)s Liste nur hier", "%(number)s Listen nur hier", state.lists) % {"number": state.lists}
    if state.met is None:
        return _("Der zweite Rechner war noch nicht da: %(lists)s.") % {"lists": lists}
    return ngettext(
        "Die Rechner sind seit %(minutes)s Minute getrennt: %(lists)s.",
        "Die Rechner sind seit %(minutes)s Minuten getrennt: %(lists)s.",
        state.minutes,
    ) % {"minutes": state.minutes, "lists": lists}
