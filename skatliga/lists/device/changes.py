"""What the office has changed on a list that lies at its table: those who sit there are told, once a device.

A device remembers the sentences that somebody has seen, so each says a fact that stays the same until it is changed
again. The end of the Serie's time is not among them: a device sees it by its clock.

**D** Why it was changed is not said: the address of a table may be photographed by anybody, and reasons are for those
who hold a role.
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from skatliga.lists.display import Display
from skatliga.lists.models import Sheet


def changes(sheet: Sheet, display: Display) -> Iterator[str]:
    """In sentences: how many deals the list has, where the players sit, who is at the table. At most one query."""
    yield from _of_length(sheet)
    if sheet.history.filter(table=sheet.table_id).exclude(seating__in=("", sheet.seating)).exists():
        places = "; ".join(f"{each.seat} {each.name}" for each in display.sittings)
        yield _("Die Turnierleitung hat die Plätze geändert: %(places)s.") % {"places": places}
    yield from _of_players(display)
    for each in display.sittings:
        if each.substitute:
            said = {"deal": each.substitute_from, "new": each.substitute_name, "old": each.name}
            yield _("Ab Spiel %(deal)s spielt %(new)s für %(old)s.") % said


def _of_length(sheet: Sheet) -> Iterator[str]:
    """Deals struck when time was up, or a round that is played on."""
    usual = sheet.table.round.event.deals_at(sheet.seats)
    said = {"deals": sheet.deals, "usual": usual}
    if sheet.deals_fixed and sheet.deals < usual:
        yield _("Die Turnierleitung hat die Liste gekürzt: Schluss ist nach Spiel %(deals)s statt %(usual)s.") % said
    if sheet.deals_fixed and sheet.deals > usual:
        yield _("Die Turnierleitung hat die Liste verlängert: bis Spiel %(deals)s statt %(usual)s.") % said


def _of_players(display: Display) -> Iterator[str]:
    """Somebody has gone home, or has come back."""
    playing, deal = tuple(sorted(display.names)), 1
    for row in display.view.rows:
        if row.playing != playing:
            playing = row.playing
            names = [each.name_at(deal) for each in display.sittings if each.seat in playing]
            said = {"deal": deal, "names": "; ".join(names)}
            if deal > 1:
                yield _("Ab Spiel %(deal)s sitzen am Tisch: %(names)s.") % said
        deal += row.number > 0
