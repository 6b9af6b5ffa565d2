"""A draw that anybody can check: terms published before, a value nobody knew, and one lot a Serie.

What stands in the file, and how the lots follow from it, says `scoring.seating.draw_file`; it is read here as anybody
else would read it, so that the site cannot draw otherwise than the command.

* **D** Terms that turn out wrong can be replaced, with a reason, until the value is known; the former ones stay on the
  page. Afterwards nothing of them changes.
* **D** Wishes, clubs and teams are those of the moment of publication; of who enters later his own count. A wish that
  somebody else has later is met by setting seats by hand, which the page then says.
* **D** Who enters late, withdraws or is left behind by the cut is written into the file when a Serie is drawn.
* **D** A Serie that was drawn is drawn once more, or mended, only with a reason, which stands on the page for good.
* **D** It is offered where tables are of four and three: other tables have no rule yet by which late-comers fit in.
"""

import datetime
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.draw_json import DrawReader
from scoring.seating import Mode, Seating
from scoring.seating.draw_file import METHOD, DrawFile, hash_of, redraw
from skatliga.database import JsonObject
from skatliga.desk.draws import BY_STANDING, standing, those_cut
from skatliga.desk.models import PublicDraw
from skatliga.events.draw_field import current_seating, to_tables, wishes_of
from skatliga.events.models import Entry, Event, Round
from skatliga.events.services import demand_not_started, seat_round
from skatliga.people.models import User
from skatliga.people.names import fold
from skatliga.publication import changing

MOST_REASON: Final = 200


def can_be_public(event: Event) -> bool:
    """Whether the draws of an event can be made so that anybody can check them."""
    return {3, 4} <= set(event.table_sizes)


def public_draw_of(event: Event) -> PublicDraw | None:
    """The draw of an event that was announced, if one was."""
    draw = PublicDraw.objects.select_related("published_by").filter(event=event.pk).first() if event.draw_hash else None
    if draw:
        draw.event = event
    return draw


# ---- The terms


def publish_terms(
    event: Event,
    user: User | None,
    *,
    kind: str,
    about: str,
    due: datetime.datetime,
    modes: Sequence[Mode],
    clubs_first: bool = False,
    width: int | None = None,
    reason: str = "",
) -> PublicDraw:
    """Fix who takes part, how each Serie is drawn, and what public value the lots will follow from.

    Raises ValidationError where a Serie has seats already, the value is known, or terms are replaced without a reason.
    """
    with changing(event) as stored:
        _demand_untouched(stored)
        entries = list(stored.entries.filter(withdrawn=False).order_by("start_number"))
        clubs = _numbers_of({}, entries)
        wishes = wishes_of(stored, entries)
        opened = _wishes(stored, entries)
        terms: JsonObject = {
            "format": 1,
            "method": METHOD,
            "event": stored.name,
            "players": [entry.start_number for entry in entries],
            "rounds": len(modes),
            "modes": [mode.value for mode in modes],
            "sizes": [],
            "clubs": _clubs_of(clubs, entries),
            "teams": [sorted(map(int, team)) for team in wishes.teams],
            "wishes": sorted(hash_of(each) for each in opened),
            "settings": {"clubs_first": clubs_first, "width": width},
            "public": {"kind": kind, "about": about, "due": timezone.localtime(due).isoformat(timespec="minutes")},
        }
        read({"before": terms})
        draw = _replaced(stored, reason)
        draw.terms, draw.hash = terms, hash_of(terms)
        draw.opened, draw.clubs = opened, clubs
        draw.published_at, draw.published_by = timezone.now(), user
        draw.save()
        stored.draw_hash = draw.hash
        stored.save(update_fields=["draw_hash"])
        event.draw_hash = draw.hash
    return draw


def _demand_untouched(event: Event) -> None:
    if not can_be_public(event):
        raise ValidationError(_("Öffentlich nachprüfbar wird nur an Tischen zu viert und zu dritt ausgelost."))
    if event.rounds.filter(seats__isnull=False).exists():
        raise ValidationError(
            _("Es sitzt schon jemand. Eine öffentliche Auslosung beginnt, ehe die erste Serie gesetzt ist.")
        )


def _replaced(event: Event, reason: str) -> PublicDraw:
    """The draw to which the terms go; those it had are put aside with the reason."""
    draw = PublicDraw.objects.filter(event=event).first()
    if draw is None:
        return PublicDraw(event=event)
    if draw.value:
        raise ValidationError(_("Der öffentliche Wert ist bekannt; an den Bedingungen ändert sich nichts mehr."))
    if not reason.strip():
        raise ValidationError(_("Neue Bedingungen brauchen eine Begründung; sie steht öffentlich bei der Auslosung."))
    published = draw.published_at.isoformat(timespec="seconds")
    former = {"hash": draw.hash, "terms": draw.terms, "published_at": published, "reason": reason.strip()[:MOST_REASON]}
    draw.former = [*draw.former, former]
    return draw


def reveal(event: Event, value: str) -> None:
    """Write down the public value, once and for all. Raises ValidationError where it is known, or before it is due."""
    with changing(event) as stored:
        draw = PublicDraw.objects.select_for_update().get(event=stored)
        if draw.value:
            raise ValidationError(_("Der öffentliche Wert steht schon fest: %(value)s.") % {"value": draw.value})
        due = datetime.datetime.fromisoformat(draw.terms["public"]["due"])
        if timezone.now() < due:
            raise ValidationError(
                _("Der Wert wird erst am %(due)s bekannt; vorher kann er nicht feststehen.")
                % {"due": timezone.localtime(due).strftime("%d.%m.%Y, %H:%M Uhr")}
            )
        draw.value, draw.value_at = value, timezone.now()
        read(document(draw))
        draw.save(update_fields=["value", "value_at"])


# ---- Drawing


@transaction.atomic
def draw_serie(round: Round, user: User | None, reason: str = "", *, mended: bool = False) -> None:
    """Seat a Serie by the lot that follows from terms and value; one that was drawn needs a reason.

    `mended` moves as few as possible. Raises ValidationError where the value or a result is not known yet, a Serie
    before has no seats, or nothing has changed that could be mended.
    """
    with changing(round.event) as event:
        round.event = event
        demand_not_started(round)
        draw = PublicDraw.objects.select_for_update().get(event=event)
        _demand_turn(draw, round, mended)
        lot = _next_lot(draw, round, reason, mended)
        _note_changes(draw, round, lot)
        mode = Mode(draw.terms["modes"][round.number - 1])
        if mode in BY_STANDING and not mended:
            players = [entry.start_number for entry in event.entries.filter(withdrawn=False).order_by("start_number")]
            draw.results[str(round.number)] = list(standing(event, players))
        file = read(document(draw, opened=True, up_to=round.number - 1))
        found = redraw(file)[round.number - 1]
        assert found is not None, "value, wishes and results are all known here"
        draw.drawn[str(round.number)] = [list(table) for table in found.seating]
        draw.save()
        name = f"{draw.hash[:16]}/{round.number}/{lot}"
        seat_round(round, to_tables(found.seating), found.plan, lot=name, reason=reason, user=user)


def _demand_turn(draw: PublicDraw, round: Round, mended: bool) -> None:
    if not draw.value:
        raise ValidationError(_("Der öffentliche Wert fehlt noch; bitte zuerst eintragen."))
    if round.number > len(draw.terms["modes"]):
        raise ValidationError(
            _("Von Serie %(serie)s wissen die Bedingungen nichts; bitte von Hand setzen.") % {"serie": round.number}
        )
    before = Round.objects.filter(event=round.event_id, number__lt=round.number, seats=None)
    if before.exists():
        raise ValidationError(_("Vorher sind die Serien davor auszulosen: ihre Plätze gehören zum Los."))
    if mended and str(round.number) not in draw.drawn:
        raise ValidationError(_("In dieser Serie sitzt noch niemand; bitte auslosen."))


def _next_lot(draw: PublicDraw, round: Round, reason: str, mended: bool) -> int:
    """The number of the draw to come; a further one is written down with its reason."""
    if str(round.number) not in draw.drawn:
        return 0
    if not reason.strip():
        raise ValidationError(
            _("%(round)s ist schon ausgelost. Noch einmal geht es mit einer Begründung; sie steht öffentlich dabei.")
            % {"round": round}
        )
    lot = 1 + sum(each["serie"] == round.number for each in draw.again)
    entry: JsonObject = {"serie": round.number, "lot": lot, "reason": reason.strip()[:MOST_REASON]}
    draw.again.append(entry | ({"mended": True} if mended else {}))
    return lot


def _note_changes(draw: PublicDraw, round: Round, lot: int) -> None:
    """Write down who has come or gone since the draw before."""
    event, out = round.event, those_cut(round)
    entries = {entry.start_number: entry for entry in event.entries.filter(withdrawn=False)}
    present = entries.keys() - out
    known = set(read(document(draw)).players(round.number, lot))
    cut, gone, new = known & out & entries.keys(), known - entries.keys(), present - known
    if cut:
        draw.changes.append({"serie": round.number, "gone": sorted(cut), "reason": "Schnitt", "lot": lot})
    if gone:
        draw.changes.append({"serie": round.number, "gone": sorted(gone), "reason": "zurückgetreten", "lot": lot})
    if new:
        late = [entries[number] for number in sorted(new)]
        draw.clubs = _numbers_of(draw.clubs, late)
        opened = [each for each in _wishes(event, late) if each["wish"] not in [kept["wish"] for kept in draw.opened]]
        draw.opened += opened
        draw.changes.append(
            {
                "serie": round.number,
                "new": sorted(new),
                "clubs": _clubs_of(draw.clubs, late),
                "wishes": sorted(hash_of(each) for each in opened),
                "reason": "nach Anmeldeschluss gekommen",
                "lot": lot,
            }
        )


# ---- The file


def document(draw: PublicDraw, *, opened: bool = False, up_to: int | None = None) -> JsonObject:
    """The draw file, with the private wishes only where they are asked for, and seats up to a Serie."""
    file: JsonObject = {"before": draw.terms, "hash": draw.hash}
    if opened:
        file["opened"] = draw.opened
    if draw.value:
        file["after"] = {
            "value": draw.value,
            "seated": seated(draw.event, up_to),
            "changes": draw.changes,
            "results": draw.results,
            "again": draw.again,
        }
    return file


def seated(event: Event, up_to: int | None = None) -> list[list[list[int]]]:
    """Who sits where, Serie by Serie, as far as there are seats."""
    found: list[list[list[int]]] = []
    for round in event.rounds.order_by("number"):
        seating = current_seating(round) if up_to is None or round.number <= up_to else ()
        if not seating:
            break
        found.append([[int(player) for player in table] for table in seating])
    return found


def read(file: JsonObject) -> DrawFile:
    """A draw file as the engine reads it. Raises ValidationError with everything that is wrong with it."""
    reader = DrawReader()
    found = reader.file(file)
    if found is None:
        raise ValidationError([each.message for each in reader.found])
    return found


def agrees(draw: PublicDraw, serie: int, seating: Seating) -> bool:
    """Whether a Serie sits as its lot gave."""
    return [list(table) for table in seating] == draw.drawn.get(str(serie))


# ---- What of persons goes into it


def _numbers_of(known: Mapping[str, int], entries: Iterable[Entry]) -> dict[str, int]:
    """The numbers of clubs, in the order in which their players were entered."""
    numbers = dict(known)
    for entry in entries:
        if name := fold(entry.club_name):
            numbers.setdefault(name, len(numbers) + 1)
    return numbers


def _clubs_of(numbers: Mapping[str, int], entries: Iterable[Entry]) -> dict[str, int]:
    return {str(entry.start_number): numbers[fold(entry.club_name)] for entry in entries if fold(entry.club_name)}


def _wishes(event: Event, entries: Sequence[Entry]) -> list[JsonObject]:
    """The private wishes of these, each with a salt, so that nobody can guess what is committed."""
    numbers = {entry.start_number for entry in entries}
    aparts = event.aparts.values_list("one__start_number", "other__start_number").order_by("one", "other")
    wishes: list[JsonObject] = [{"apart": sorted(pair)} for pair in aparts if numbers.intersection(pair)]
    for entry in entries:
        if entry.wanted_table or entry.wanted_seat:
            wishes.append({"place": [entry.start_number, entry.wanted_table, entry.wanted_seat]})
        if not entry.keeps_lists:
            wishes.append({"no_list": entry.start_number})
    return [{"salt": secrets.token_hex(16), "wish": wish} for wish in wishes]
