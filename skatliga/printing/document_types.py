"""What can be printed for a whole Serie or event: by name, for a page, a job and the command line alike."""

from collections.abc import Callable, Sequence

from django.template.loader import render_to_string
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from skatliga.access import Role
from skatliga.events.models import Team
from skatliga.events.queries import count_active
from skatliga.printing import cards, desk_papers, queries, ranking_papers
from skatliga.printing.cards import notice
from skatliga.printing.certificates import Certificate, certificate_form, certificates, picture_of, set_on_page
from skatliga.printing.formats import NORMAL, TICKED
from skatliga.printing.models import CertificateForm
from skatliga.printing.pdf import document, join
from skatliga.printing.print_request import DocumentType, PrintRequest, Tell
from skatliga.printing.sheet_stamping import print_lists, print_tagged


def _filled_lists(order: PrintRequest, context: dict[str, object], tell: Tell) -> bytes:
    edition = NORMAL if order.edition is TICKED else order.edition
    papers = queries.filled_papers(order.the_round, order.role, order.site, edition)
    return _lists(order)(papers, context["title"], tell)


def _blank_lists(order: PrintRequest, context: dict[str, object], tell: Tell) -> bytes:
    papers = queries.blank_papers(order.the_round, order.role, order.site, order.edition)
    return _lists(order)(papers, context["title"], tell)


def _lists(order: PrintRequest) -> Callable[..., bytes]:
    return print_tagged if order.tagged else print_lists


def _start_cards(order: PrintRequest, context: dict[str, object], tell: Tell) -> bytes:
    """Every sheet has the same back; it is turned over its long edge."""
    context |= {"rules": cards.rules_in_short(order.event)}
    sheets = cards.on_sheets(cards.start_cards(order.event, order.role, order.site))
    back = render_to_string("printing/start_cards_back.html", context | {"cards": range(cards.CARDS_ON_A_SHEET)})
    fronts = [render_to_string("printing/start_cards.html", context | {"cards": sheet}) for sheet in sheets]
    return join(fronts, back, tell, order.tagged)


def _table_cards(order: PrintRequest, context: dict[str, object], tell: Tell) -> bytes:
    found = cards.table_cards(order.the_round, order.role, order.site)
    pairs = [found[first : first + 2] for first in range(0, len(found), 2)]
    sheets = [render_to_string("printing/table_cards.html", context | {"cards": pair}) for pair in pairs]
    return join(sheets, "", tell, order.tagged)


def _notice(order: PrintRequest, context: dict[str, object], tell: Tell) -> bytes:
    return document("printing/notice.html", context | {"notice": notice(order.the_round)})


def _certificates(order: PrintRequest, context: dict[str, object], tell: Tell) -> bytes:
    form = certificate_form(order.event)
    return certificates_pdf(form, certificates(form, order.role), str(context["title"]))


def certificates_pdf(form: CertificateForm, found: Sequence[Certificate], title: str) -> bytes:
    """Certificates with the picture and the signatures of their form."""
    context = {
        "form": form,
        "certificates": [set_on_page(each, bool(form.picture)) for each in found],
        "picture": picture_of(form),
        "title": title,
    }
    return document("printing/certificates.html", context)


def _tables(order: PrintRequest) -> int:
    return queries.seated_tables(order.the_round).count()


def _card_sheets(order: PrintRequest) -> int:
    return -(-count_active(order.event) // cards.CARDS_ON_A_SHEET)


def _ranking_sheets(order: PrintRequest) -> int:
    return -(-count_active(order.event) // 40)


def _day_sheets(order: PrintRequest) -> int:
    """Everybody stands there once, and once for every list."""
    return 1 + count_active(order.event) * (1 + len(order.event.rounds.all())) // 40


def _team_ranking(kind: Team.Kind) -> DocumentType:
    def sheets(order: PrintRequest) -> int:
        return -(-order.event.teams.filter(kind=kind).count() // 8)

    return DocumentType(
        format_lazy("{} {}", _("Rangliste"), kind.label), sheets, ranking_papers.print_teams(kind), of_a_round=False
    )


DOCUMENT_TYPES = {
    "listen": DocumentType(
        _("Listen"), lambda order: queries.sheets_of(order.the_round).count(), _filled_lists, has_codes=True
    ),
    "leere-listen": DocumentType(_("Leere Listen"), _tables, _blank_lists, shows_seats=True, has_codes=True),
    "startkarten": DocumentType(_("Startkarten"), _card_sheets, _start_cards, of_a_round=False),
    "tischkarten": DocumentType(
        _("Tischkarten"),
        lambda order: -(-_tables(order) // 2),
        _table_cards,
        shows_seats=True,
        has_codes=True,
        needed=Role.LISTENFUEHRER,
    ),
    "auslosung": DocumentType(_("Auslosung"), desk_papers.count_report_sheets, desk_papers.print_report),
    "aushang": DocumentType(_("Aushang"), lambda order: -(-_tables(order) // 12), _notice, shows_seats=True),
    "urkunden": DocumentType(
        _("Urkunden"),
        lambda order: len(certificates(certificate_form(order.event), order.role)),
        _certificates,
        of_a_round=False,
    ),
    "rangliste": DocumentType(_("Rangliste"), _ranking_sheets, ranking_papers.print_ranking, of_a_round=False),
    **{f"rangliste-{kind}": _team_ranking(kind) for kind in Team.Kind},
    "beste-listen": DocumentType(_("Beste Listen"), _ranking_sheets, ranking_papers.print_best_lists, of_a_round=False),
    "siegerliste": DocumentType(
        _("Siegerliste"), ranking_papers.count_winner_sheets, ranking_papers.print_winners, of_a_round=False
    ),
    "kassenzettel": DocumentType(
        _("Kassenzettel"), desk_papers.count_slip_sheets, desk_papers.print_slips, needed=Role.SPIELLEITUNG
    ),
    "kassenblatt": DocumentType(
        _("Kassenblatt"), _day_sheets, desk_papers.print_day, of_a_round=False, needed=Role.SPIELLEITUNG
    ),
}
