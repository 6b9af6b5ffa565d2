"""What can be printed for a whole Serie or event: by name, for a page, a job and the command line alike."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from skatliga.access import Role
from skatliga.events.models import Event, Round
from skatliga.events.queries import count_active
from skatliga.lists.queries import corrections
from skatliga.printing import cards, queries
from skatliga.printing.certificates import Certificate, certificate_form, certificates, picture_of
from skatliga.printing.models import CertificateForm
from skatliga.printing.notices import notice
from skatliga.printing.render import document, join
from skatliga.printing.stamping import print_lists
from skatliga.standings.queries import ranking

Tell = Callable[[int], None]
"""Is told how many sheets are done."""


class Order(NamedTuple):
    """What is to be printed, and as whom."""

    event: Event
    """With its club and Serien."""
    round: Round | None
    role: Role | None
    site: str
    """What stands before the path of an address, such as https://skat.example.org."""


@dataclass(frozen=True, slots=True)
class Work:
    """One kind of print."""

    title: Promise
    sheets: Callable[[Order], int]
    """How many sheets of paper it takes, about."""
    make: Callable[[Order, Tell], bytes]
    of_a_round: bool = True


def filename(name: str, order: Order) -> str:
    """What a print is called where it is kept."""
    return f"{name}-{order.event.slug}" + (f"-serie-{order.round.number}" if order.round else "") + ".pdf"


def _title(name: str, order: Order) -> str:
    parts = (order.event.name, order.round, WORKS[name].title)
    return ", ".join(str(part) for part in parts if part)


def _filled_lists(order: Order, tell: Tell) -> bytes:
    return print_lists(queries.filled_papers(order.round, order.role, order.site), _title("listen", order), tell)


def _blank_lists(order: Order, tell: Tell) -> bytes:
    return print_lists(queries.blank_papers(order.round, order.role, order.site), _title("leere-listen", order), tell)


def _start_cards(order: Order, tell: Tell) -> bytes:
    """Every sheet has the same back; it is turned over its long edge."""
    context = _context("startkarten", order) | {"rules": cards.rules_in_short(order.event)}
    sheets = cards.on_sheets(cards.start_cards(order.event, order.role))
    back = render_to_string("printing/start_cards_back.html", context | {"cards": range(cards.CARDS_ON_A_SHEET)})
    fronts = [render_to_string("printing/start_cards.html", context | {"cards": sheet}) for sheet in sheets]
    return join(fronts, back, tell)


def _table_cards(order: Order, tell: Tell) -> bytes:
    context = _context("tischkarten", order)
    found = cards.table_cards(order.round, order.role, order.site)
    pairs = [found[first : first + 2] for first in range(0, len(found), 2)]
    return join([render_to_string("printing/table_cards.html", context | {"cards": pair}) for pair in pairs], "", tell)


def _notice(order: Order, tell: Tell) -> bytes:
    context = _context("aushang", order) | {"notice": notice(order.round, order.role)}
    return document("printing/notice.html", context)


def ranking_pdf(order: Order, tell: Tell | None = None) -> bytes:
    """The ranking of one Serie or of all, with what was corrected."""
    event, round = order.event, order.round
    announcements = [
        each
        for each in corrections(event, order.role)
        if each.changes and (round is None or each.revocation.sheet.table.round_id == round.pk)
    ]
    context = _context("rangliste", order) | {
        "ranking": ranking(event, order.role, round and {round.number}),
        "announcements": announcements,
        "corrected": {each.revocation.sheet_id for each in announcements},
    }
    return document("printing/ranking.html", context)


def _certificates(order: Order, tell: Tell) -> bytes:
    form = certificate_form(order.event)
    return certificates_pdf(form, certificates(form, order.role), _title("urkunden", order))


def certificates_pdf(form: CertificateForm, found: Sequence[Certificate], title: str) -> bytes:
    """Certificates with the picture and the signatures of their form."""
    context = {"form": form, "certificates": found, "picture": picture_of(form), "title": title}
    return document("printing/certificates.html", context)


def _context(name: str, order: Order) -> dict[str, Any]:
    """What all documents say of themselves."""
    return {
        "event": order.event,
        "round": order.round,
        "title": _title(name, order),
        "now": timezone.now(),
        "version": order.event.version,
    }


def _tables(order: Order) -> int:
    return queries.seated_tables(order.round).count()


def _card_sheets(order: Order) -> int:
    return -(-count_active(order.event) // cards.CARDS_ON_A_SHEET)


WORKS = {
    "listen": Work(_("Listen"), lambda order: queries.sheets_of(order.round).count(), _filled_lists),
    "leere-listen": Work(_("Leere Listen"), _tables, _blank_lists),
    "startkarten": Work(_("Startkarten"), _card_sheets, _start_cards, of_a_round=False),
    "tischkarten": Work(_("Tischkarten"), lambda order: -(-_tables(order) // 2), _table_cards),
    "aushang": Work(_("Aushang"), lambda order: -(-_tables(order) // 12), _notice),
    "urkunden": Work(
        _("Urkunden"),
        lambda order: len(certificates(certificate_form(order.event), order.role)),
        _certificates,
        of_a_round=False,
    ),
    "rangliste": Work(_("Rangliste"), lambda order: -(-count_active(order.event) // 40), ranking_pdf, of_a_round=False),
}
