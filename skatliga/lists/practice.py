"""Lists on which somebody practises: typed and checked like any other, and they count nowhere.

They belong to an event of its own for each user and club (`Event.practice_of`), which is never published: nobody else
sees it, no ranking, year, statistics, history or archive has it.

* **D** Whoever enters lists in a club may practise there; it is the club that names the rule book, by its last event.
* **D** One list each: it is gone on with as long as it is open; a finished one is annulled for the next.
"""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rulebooks import BOOKS
from skatliga.events.agreements import usual_agreements
from skatliga.events.models import Event
from skatliga.events.services import create_event, enter_guests, seat_round
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change, open_sheet
from skatliga.lists.workflow import move
from skatliga.people.models import Club, User

PLAYERS = (
    gettext_lazy("Anna Übung"),
    gettext_lazy("Bert Übung"),
    gettext_lazy("Cora Übung"),
    gettext_lazy("Dirk Übung"),
)
"""Nobody of these is in a register."""


@transaction.atomic
def practice_sheet(club: Club, user: User) -> Sheet:
    """The list on which this user practises in this club."""
    Club.objects.select_for_update().get(pk=club.pk)  # two clicks at once open one list
    event = Event.objects.filter(club=club, practice_of=user).first() or _create(club, user)
    table = event.rounds.get(number=1).tables.get()
    sheet = table.sheets.main().live().first()
    if sheet and sheet.state != Sheet.State.OPEN:
        move(sheet.pk, Sheet.State.ANNULLED, Change(sheet.revision, user, _("neue Übung")))
        sheet = None
    return sheet or open_sheet(table, user)


def _create(club: Club, user: User) -> Event:
    """An event of one Serie and one table, played as the club's last one."""
    last = Event.objects.filter(club=club, practice_of=None, target=None).order_by("-date", "-pk").first()
    book = last.book if last else next(iter(BOOKS.values()))
    event = create_event(
        club,
        name=_("Übung"),
        date=timezone.localdate(),
        rounds=1,
        practice_of=user,
        rulebook=book.key,
        evaluation=last.evaluation if last else book.evaluations[0],
        agreements=last.agreements if last else usual_agreements(book),
    )
    seats = min(max(event.table_sizes), len(PLAYERS))
    enter_guests(event, [(str(name), "") for name in PLAYERS[:seats]])
    seat_round(event.rounds.get(number=1), {1: range(1, seats + 1)})
    return event
