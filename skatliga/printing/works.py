"""What can be printed for a whole Serie or event: by name, for a page, a job and the command line alike."""

from collections.abc import Callable, Sequence

from django.template.loader import render_to_string
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from skatliga.access import Role
from skatliga.events.models import Team
from skatliga.events.queries import count_active
from skatliga.printing import cards, cash, draws, queries, rankings, winners
from skatliga.printing.certificates import Certificate, certificate_form, certificates, picture_of
from skatliga.printing.models import CertificateForm
from skatliga.printing.notices import notice
from skatliga.printing.orders import Order, Tell, Work
from skatliga.printing.render import document, join
from skatliga.printing.stamping import print_lists, print_tagged


def _filled_lists(order: Order, context: dict[str, object], tell: Tell) -> bytes:
    papers = queries.filled_papers(order.the_round, order.role, order.site, order.edition)
    return _lists(order)(papers, context["title"], tell)


def _blank_lists(order: Order, context: dict[str, object], tell: Tell) -> bytes:
    papers = queries.blank_papers(order.the_round, order.role, order.site, order.edition)
    return _lists(order)(papers, context["title"], tell)


def _lists(order: Order) -> Callable[..., bytes]:
    return print_tagged if order.tagged else print_lists


def _start_cards(order: Order, context: dict[str, object], tell: Tell) -> bytes:
    """Every sheet has the same back; it is turned over its long edge."""
    context |= {"rules": cards.rules_in_short(order.event)}
    sheets = cards.on_sheets(cards.start_cards(order.event, order.role))
    back = render_to_string("printing/start_cards_back.html", context | {"cards": range(cards.CARDS_ON_A_SHEET)})
    fronts = [render_to_string("printing/start_cards.html", context | {"cards": sheet}) for sheet in sheets]
    return join(fronts, back, tell, order.tagged)


def _table_cards(order: Order, context: dict[str, object], tell: Tell) -> bytes:
    found = cards.table_cards(order.the_round, order.role, order.site)
    pairs = [found[first : first + 2] for first in range(0, len(found), 2)]
    sheets = [render_to_string("printing/table_cards.html", context | {"cards": pair}) for pair in pairs]
    return join(sheets, "", tell, order.tagged)


def _notice(order: Order, context: dict[str, object], tell: Tell) -> bytes:
    return document("printing/notice.html", context | {"notice": notice(order.the_round)})


def _certificates(order: Order, context: dict[str, object], tell: Tell) -> bytes:
    form = certificate_form(order.event)
    return certificates_pdf(form, certificates(form, order.role), str(context["title"]))


def certificates_pdf(form: CertificateForm, found: Sequence[Certificate], title: str) -> bytes:
    """Certificates with the picture and the signatures of their form."""
    context = {"form": form, "certificates": found, "picture": picture_of(form), "title": title}
    return document("printing/certificates.html", context)


def _tables(order: Order) -> int:
    return queries.seated_tables(order.the_round).count()


def _card_sheets(order: Order) -> int:
    return -(-count_active(order.event) // cards.CARDS_ON_A_SHEET)


def _ranking_sheets(order: Order) -> int:
    return -(-count_active(order.event) // 40)


def _day_sheets(order: Order) -> int:
    """Everybody stands there once, and once for every list."""
    return 1 + count_active(order.event) * (1 + len(order.event.rounds.all())) // 40


def _team_ranking(kind: Team.Kind) -> Work:
    def sheets(order: Order) -> int:
        return -(-order.event.teams.filter(kind=kind).count() // 8)

    return Work(format_lazy("{} {}", _("Rangliste"), kind.label), sheets, rankings.print_teams(kind), of_a_round=False)


WORKS = {
    "listen": Work(
        _("Listen"), lambda order: queries.sheets_of(order.the_round).count(), _filled_lists, has_codes=True
    ),
    "leere-listen": Work(_("Leere Listen"), _tables, _blank_lists, shows_seats=True, has_codes=True),
    "startkarten": Work(_("Startkarten"), _card_sheets, _start_cards, of_a_round=False),
    "tischkarten": Work(
        _("Tischkarten"),
        lambda order: -(-_tables(order) // 2),
        _table_cards,
        shows_seats=True,
        has_codes=True,
        needed=Role.LISTENFUEHRER,
    ),
    "auslosung": Work(_("Auslosung"), draws.count_sheets, draws.print_report),
    "aushang": Work(_("Aushang"), lambda order: -(-_tables(order) // 12), _notice, shows_seats=True),
    "urkunden": Work(
        _("Urkunden"),
        lambda order: len(certificates(certificate_form(order.event), order.role)),
        _certificates,
        of_a_round=False,
    ),
    "rangliste": Work(_("Rangliste"), _ranking_sheets, rankings.print_ranking, of_a_round=False),
    **{f"rangliste-{kind}": _team_ranking(kind) for kind in Team.Kind},
    "beste-listen": Work(_("Beste Listen"), _ranking_sheets, rankings.print_best_lists, of_a_round=False),
    "siegerliste": Work(_("Siegerliste"), winners.count_sheets, winners.print_winners, of_a_round=False),
    "kassenzettel": Work(_("Kassenzettel"), cash.count_slip_sheets, cash.print_slips, needed=Role.SPIELLEITUNG),
    "kassenblatt": Work(_("Kassenblatt"), _day_sheets, cash.print_day, of_a_round=False, needed=Role.SPIELLEITUNG),
}
