"""What programs send to change a list, read and checked for its form; everything wrong with it is told at once.

A row has the form in which the engine reads lists (`scoring.listwire`): a deal with its declarer, a bare score, or a
penalty. A reason belongs to what it explains: in a deal or a penalty to the row, beside it to the change.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _

from scoring.faults import Foot
from scoring.wire import deal_fields, form_violation, read_deal, read_object
from skatliga.api.problems import Problem, Refused, violated
from skatliga.events.rules import MOST_DEALS
from skatliga.lists.models import Sheet
from skatliga.lists.reckoning import Entered, Frame
from skatliga.requests import Request
from skatliga.shapes import Json, JsonObject

MOST_BYTES: Final = 20_000
"""A row with everything that can stand in it has a tenth of this."""

MOST_LIST_BYTES: Final = 200_000
"""Of a whole list, which seldom has more than fifty rows."""

MOST_TEXT: Final = 500
MOST_ROWS: Final = 1_000
MOST_PENALTY: Final = 999
MOST_NUMBER: Final = 2**31 - 1
_IN_ROWS: Final = frozenset({"declarer", "score", "running", "seats_playing", "strafe", "seat", "reason"})


class Sent:
    """One body, read field by field; `finish` refuses it with all that was found."""

    def __init__(self, request: Request, *known: str, most: int = MOST_BYTES) -> None:
        """Read the body; `known` are the fields it may have, `most` the bytes of it."""
        self.problems: list[Problem] = []
        self._fields = _read(request, most)
        for name in self._fields.keys() - set(known):
            self._refuse("field_unknown", name, found=name)

    def finish(self) -> None:
        """Raise Refused where anything was wrong."""
        if self.problems:
            raise Refused(sorted(self.problems, key=lambda problem: problem.field))

    def revision(self) -> int:
        """The revision of the list that the sender has seen."""
        return self._needed("revision", MOST_NUMBER)

    def key(self) -> UUID | None:
        """By what the request is known when it is sent again."""
        text = self._text(self._fields, "key", "key")
        try:
            return UUID(text) if text else None
        except ValueError:
            self._tell("key_form", "key", _("Der Schlüssel eines Auftrags ist eine UUID; bitte eine neue erzeugen."))
            return None

    def said(self, request: Request) -> str:
        """What is asked for and where, without the key and the revision, in one way of writing it."""
        fields = {name: value for name, value in self._fields.items() if name not in ("key", "revision")}
        return f"{request.method} {request.path} {json.dumps(fields, sort_keys=True)}"

    def reason(self) -> str:
        """Why something is changed; empty where it is not said."""
        return self._text(self._fields, "reason", "reason")

    def to(self) -> str:
        """The state the list is to have."""
        told = len(self.problems)
        given = self._text(self._fields, "to", "to")
        if given not in Sheet.State.values and len(self.problems) == told:
            said = _("Diesen Stand gibt es nicht; möglich sind: %(states)s.")
            said %= {"states": ", ".join(Sheet.State.values)}
            self.problems.append(Problem(code="state_unknown", message=said, field="to", rule=""))
        return given

    def numbers(self) -> list[int]:
        """Numbers of rows."""
        given = self._fields.get("rows")
        if isinstance(given, list) and 0 < len(given) <= MOST_ROWS:
            if all(type(nr) is int and 0 < nr <= MOST_ROWS for nr in given):
                return given
        self._refuse("list_form", "rows", name="rows", kind=_("eine ganze Zahl"))
        return []

    def eingepasst(self) -> int | None:
        """How many deals were passed in."""
        return self._whole(self._fields, "eingepasst", 0, MOST_ROWS)

    def feet(self, seats: int) -> Sequence[Foot | None]:
        """The foot of every seat, None where the paper says nothing."""
        given = self._fields.get("feet")
        if not isinstance(given, list) or len(given) != seats:
            self._tell("feet_form", "feet", _("Zum Fuß gehört eine Liste mit einem Eintrag für jeden Platz."))
            return []
        return [self._foot(foot, seat) for seat, foot in enumerate(given, 1)]

    def feet_or_none(self, seats: int) -> tuple[Foot | None, ...]:
        """The same where it may be left out altogether."""
        return tuple(self.feet(seats)) if self._fields.get("feet") is not None else (None,) * seats

    def deals(self) -> int | None:
        """How many deals the list has, where it is said."""
        return self._whole(self._fields, "deals", 1, MOST_DEALS)

    def note(self) -> str:
        """Why the list counts although something does not add up."""
        return self._text(self._fields, "note", "note").strip()

    def dry_run(self) -> bool:
        """Whether it is only to be checked."""
        given = self._fields.get("dry_run")
        if not (given is None or isinstance(given, bool)):
            self._refuse("wrong_kind", "dry_run", name="dry_run", kind=_("true oder false"))
        return given is True

    def rows(self, frame: Frame) -> tuple[Entered, ...]:
        """All rows of a list, in their order."""
        given = self._fields.get("rows")
        if given is None:
            return ()
        if not isinstance(given, list) or len(given) > MOST_DEALS:
            self._refuse("list_form", "rows", name="rows", kind=_("eine Zeile"))
            return ()
        rows = []
        for nr, fields in enumerate(given, 1):
            before, self.problems = self.problems, []
            rows.append(replace(self.row(frame, fields), nr=nr))
            found = self.problems
            self.problems = before + [
                each.model_copy(update={"field": f"rows.{nr}{each.field.removeprefix('row')}"}) for each in found
            ]
        return tuple(rows)

    def row(self, frame: Frame, fields: Json = None) -> Entered:
        """The row, without its number; its deal is one the rule book of the list can read."""
        fields = self._fields.get("row") if fields is None else fields
        if not isinstance(fields, dict):
            self._refuse("row_form", "row")
            return Entered()
        running = self._whole(fields, "running", -MOST_NUMBER, MOST_NUMBER, "row.running")
        playing, reason = self._playing(fields, frame.seats), self._text(fields, "reason", "row.reason")
        penalty = fields.get("strafe") is not None
        declarer = self._seat(fields, "seat" if penalty else "declarer", frame.seats)
        if penalty:
            return self._penalty(fields, Entered(declarer=declarer, playing=playing, reason=reason))
        if fields.get("seat") is not None:
            self._refuse("field_unknown", "row.seat", found="seat")
        score = self._whole(fields, "score", -MOST_NUMBER, MOST_NUMBER, "row.score")
        rest = {name: value for name, value in fields.items() if name not in _IN_ROWS}
        if not rest and fields.get("score") is not None:
            return Entered(declarer=declarer, score=score, running=running, playing=playing, reason=reason)
        if fields.get("score") is not None:
            said = _("Eine Zeile nennt das Spiel oder nur seinen Wert; bitte eines von beiden weglassen.")
            self._tell("deal_and_score", "row.score", said)
        return Entered(declarer=declarer, deal=self._deal(rest, reason, frame), running=running, playing=playing)

    def _deal(self, rest: JsonObject, reason: str, frame: Frame) -> JsonObject:
        """The deal as the table has agreed to play it."""
        book = frame.book
        if rest.get("rulebook") not in (None, frame.rulebook):
            self._refuse("rulebook_differs", "row.rulebook", book=book.title, key=str(rest["rulebook"]))
        rest = {name: value for name, value in rest.items() if name != "rulebook"}
        for name, agreed in frame.agreements.items():
            if rest.get(name, agreed) not in (None, agreed):
                self._tell("agreed_otherwise", f"row.{name}", _("Am Tisch ist etwas anderes vereinbart."))
        read = read_deal({**rest, **frame.agreements, "reason": reason}, book)
        self.problems += [each.model_copy(update={"field": f"row.{each.field}"}) for each in violated(read.violations)]
        return deal_fields(read.deal) if read.deal and not read.violations else {}

    def _penalty(self, fields: JsonObject, row: Entered) -> Entered:
        amount = self._whole(fields, "strafe", 1, MOST_PENALTY, "row.strafe")
        for name in fields.keys() - {"strafe", "seat", "seats_playing", "reason"}:
            if fields[name] is not None:
                self._refuse("field_not_in_game", f"row.{name}", name=name, game=_("Strafe"))
        if not row.declarer:
            self._refuse("field_missing", "row.seat", name="seat")
        if not row.reason.strip():
            self._tell("reason_needed", "row.reason", _("Bitte eine Begründung angeben."))
        return Entered(declarer=row.declarer, playing=row.playing, penalty=amount or 0, reason=row.reason)

    def _foot(self, foot: Json, seat: int) -> Foot | None:
        if foot is None:
            return None
        place = f"feet.{seat}"
        if not isinstance(foot, dict) or not foot.keys() <= set(Foot._fields):
            said = _("Ein Fuß hat spielpunkte, won und lost, nach Bedarf gesamt, sonst nichts; null, wo nichts steht.")
            self._tell("totals_form", place, said)
            return None
        points, won, lost = (
            self._whole(foot, name, least, MOST_NUMBER, f"{place}.{name}", needed=True)
            for name, least in (("spielpunkte", -MOST_NUMBER), ("won", 0), ("lost", 0))
        )
        gesamt = self._whole(foot, "gesamt", -MOST_NUMBER, MOST_NUMBER, f"{place}.gesamt")
        return Foot(points or 0, won or 0, lost or 0, gesamt)

    def _playing(self, fields: JsonObject, seats: int) -> tuple[int, ...] | None:
        given = fields.get("seats_playing")
        if given is None:
            return None
        if isinstance(given, list) and all(type(seat) is int and 1 <= seat <= seats for seat in given):
            if given == sorted(set(given)) and given:
                return tuple(given)
        said = _("Die Plätze, die weiterspielen, stehen einmal und der Reihe nach: zum Beispiel [1, 3, 4].")
        self._tell("playing_form", "row.seats_playing", said)
        return None

    def _seat(self, fields: JsonObject, name: str, seats: int) -> int:
        return self._whole(fields, name, 0, seats, f"row.{name}") or 0

    def _needed(self, name: str, most: int) -> int:
        return self._whole(self._fields, name, 0, most, needed=True) or 0

    def _whole(
        self, fields: JsonObject, name: str, least: int, most: int, place: str = "", needed: bool = False
    ) -> int | None:
        """A whole number between two others; None where it is missing or wrong."""
        given = fields.get(name)
        place = place or name
        if given is None:
            if needed:
                self._refuse("field_missing", place, name=name)
            return None
        if type(given) is not int:
            self._refuse("wrong_kind", place, name=name, kind=_("eine ganze Zahl"))
            return None
        if not least <= given <= most:
            said = _("„%(name)s“ ist eine ganze Zahl von %(least)s bis %(most)s.")
            self._tell("number_range", place, said % {"name": name, "least": least, "most": most})
            return None
        return given

    def _text(self, fields: JsonObject, name: str, place: str) -> str:
        """A short text that a database can keep; empty where it is missing or wrong."""
        given = fields.get(name)
        if given is None:
            return ""
        if not isinstance(given, str):
            self._refuse("wrong_kind", place, name=name, kind=_("ein Text"))
            return ""
        if len(given) > MOST_TEXT or "\0" in given or not _is_unicode(given):
            said = _("„%(name)s“ ist ein Text von höchstens %(most)s Zeichen, ohne Steuerzeichen.")
            self._tell("text_form", place, said % {"name": name, "most": MOST_TEXT})
            return ""
        return given

    def _refuse(self, code: str, place: str, /, **params: object) -> None:
        """What the engine has a sentence for."""
        self.problems += violated([form_violation(code, place, **params)])

    def _tell(self, code: str, place: str, said: str) -> None:
        self.problems.append(Problem(code=code, message=said, field=place, rule="JSON"))


def _read(request: Request, most: int) -> JsonObject:
    """The JSON object in a request. Raises Refused."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or len(length) > 9 or int(length) > most:
        what = _("Das ist mehr, als auf eine Zeile geht: höchstens %(most)s Bytes.")
        if most > MOST_BYTES:
            what = _("Das ist mehr, als auf eine Liste geht: höchstens %(most)s Bytes.")
        said = what % {"most": most}
        raise Refused([Problem(code="too_long", message=said, field="", rule="")], 413)
    read = read_object(request.body)
    if not isinstance(read, dict):
        raise Refused(violated([read]))
    return read


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)
