"""What programs send to change a list, read by the models that describe it; everything wrong with it is told at once.

A row has the form in which the engine reads lists (`scoring.sheet_json`): a deal with its declarer, a bare score, or a
penalty. A reason belongs to what it explains: in a deal or a penalty to the row, beside it to the change.

A model is read strictly, against the list it is for (`Frame`). A field that is null was left out.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Final, TypeVar
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    PlainValidator,
    Strict,
    ValidationError,
    ValidationInfo,
    ValidatorFunctionWrapHandler,
    WithJsonSchema,
    WrapValidator,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from scoring.deal_json import deal_fields, form_violation, read_deal, read_object
from scoring.foot_check import PaperFoot
from skatliga.api.problems import Problem, RefusedError, violated
from skatliga.database import Json, JsonObject
from skatliga.events.agreements import MOST_DEALS
from skatliga.lists.evaluation import Entered, Frame
from skatliga.lists.models import Sheet
from skatliga.requests import Request, is_longer

MOST_BYTES: Final = 20_000
"""A row with everything that can stand in it has a tenth of this."""

MOST_LIST_BYTES: Final = 200_000
"""Of a whole list, which seldom has more than fifty rows."""

MOST_TEXT: Final = 500
MOST_ROWS: Final = 1_000
MOST_PENALTY: Final = 999
MOST_NUMBER: Final = 2**31 - 1

CODES: Final = {
    "extra_forbidden": "field_unknown",
    **dict.fromkeys(("int_type", "bool_type", "string_type"), "wrong_kind"),
    **dict.fromkeys(("string_too_long", "string_unicode"), "text_form"),
    "missing": "field_missing",
}
"""What pydantic calls a mistake, as programs are told it; the other codes are those of the types below."""

LEFT_OUT: Final = {"row": "row_form", "rows": "list_form", "feet": "feet_form", "to": "state_unknown"}
"""What is said where one of these fields is missing."""

KINDS: Final = {
    "int_type": gettext_noop("eine ganze Zahl"),
    "bool_type": gettext_noop("true oder false"),
    "string_type": gettext_noop("ein Text"),
}
"""What a field must be."""

SENTENCES: Final = {
    "agreed_otherwise": gettext_noop("Am Tisch ist etwas anderes vereinbart."),
    "deal_and_score": gettext_noop(
        "Eine Zeile nennt das Spiel oder nur seinen Wert; bitte eines von beiden weglassen."
    ),
    "feet_form": gettext_noop("Zum Fuß gehört eine Liste mit einem Eintrag für jeden Platz."),
    "key_form": gettext_noop("Der Schlüssel eines Auftrags ist eine UUID; bitte eine neue erzeugen."),
    "number_range": gettext_noop("„%(name)s“ ist eine ganze Zahl von %(least)s bis %(most)s."),
    "playing_form": gettext_noop(
        "Die Plätze, die weiterspielen, stehen einmal und der Reihe nach: zum Beispiel [1, 3, 4]."
    ),
    "reason_needed": gettext_noop("Bitte eine Begründung angeben."),
    "state_unknown": gettext_noop("Diesen Stand gibt es nicht; möglich sind: %(states)s."),
    "text_form": gettext_noop("„%(name)s“ ist ein Text von höchstens %(most)s Zeichen, ohne Steuerzeichen."),
    "totals_form": gettext_noop(
        "Ein Fuß hat spielpunkte, won und lost, nach Bedarf gesamt, sonst nichts; null, wo nichts steht."
    ),
}
"""The sentences of codes for which the engine has none."""

B = TypeVar("B", bound="Body")


class Body(BaseModel):
    """What is sent; other fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _leave_out_null(cls, given: Json) -> Json:
        if not isinstance(given, dict):
            return given
        return {name: value for name, value in given.items() if value is not None or name not in cls.model_fields}


def read(request: Request, model: type[B], frame: Frame | None = None, most: int = MOST_BYTES) -> B:
    """The body of a request, of at most so many bytes, for the list of this frame. Raises RefusedError."""
    fields = _fields(request, most)
    found = [problem("field_unknown", name, found=name) for name in fields if not _is_unicode(name)]
    try:
        body = model.model_validate({name: fields[name] for name in fields if _is_unicode(name)}, context=frame)
    except ValidationError as wrong:
        found += problems_of(wrong)
    if found:
        raise RefusedError(sorted(found, key=lambda problem: problem.field))
    return body


def said_in(request: Request) -> str:
    """What is asked for and where, without the key and the revision, in one way of writing it."""
    fields = {name: value for name, value in json.loads(request.body).items() if name not in ("key", "revision")}
    return f"{request.method} {request.path} {json.dumps(fields, sort_keys=True)}"


def problems_of(wrong: ValidationError) -> Iterator[Problem]:
    """Everything that a model refuses, in our codes and sentences."""
    for error in wrong.errors(include_url=False):
        place = ".".join(str(part + 1) if isinstance(part, int) else part for part in error["loc"])
        if error["type"] == "problems":
            yield from (each.model_copy(update={"field": f"{place}.{each.field}"}) for each in error["ctx"]["problems"])
        elif place != "reason" or error["type"] not in ("missing", "string_too_short"):
            yield _problem_of(error, place)
        elif wrong.error_count() == 1:  # as the services say it, who look only at what has the right form
            yield Problem(
                code="refused", message=_("Eine gestrichene Zeile braucht eine Begründung."), field="", rule=""
            )


def _problem_of(error: ErrorDetails, place: str) -> Problem:
    kind = error["type"]
    code = CODES.get(kind, kind)
    if kind == "missing":
        code = LEFT_OUT.get(place, code)
    name, of = place.rpartition(".")[2], _(KINDS.get(kind, KINDS["int_type"]))
    params = {"name": name, "found": name, "kind": of, "most": MOST_TEXT, "states": ", ".join(Sheet.State.values)}
    return problem(code, place, **params | error.get("ctx", {}))


def problem(code: str, place: str, /, **params: object) -> Problem:
    """A problem with its sentence, which is ours or the engine's."""
    if code in SENTENCES:
        rule = "" if code == "state_unknown" else "JSON"
        return Problem(code=code, message=_(SENTENCES[code]) % params, field=place, rule=rule)
    [found] = violated([form_violation(code, place, **params)])
    return found


def told_as(code: str, *kinds: str) -> WrapValidator:
    """Tell whatever is wrong in a field, or only these kinds of it, as one problem of the whole field."""

    def check(given: Json, handler: ValidatorFunctionWrapHandler) -> object:
        try:
            return handler(given)
        except ValidationError as wrong:
            if kinds and not any(error["type"] in kinds for error in wrong.errors()):
                raise
            raise PydanticCustomError(code, "") from None

    return WrapValidator(check)


def within(least: int, most: int) -> AfterValidator:
    """A whole number between two others."""
    return AfterValidator(lambda given: _between(given, least, most))


def _between(given: int, least: int, most: int) -> int:
    if not least <= given <= most:
        raise PydanticCustomError("number_range", "", {"least": least, "most": most})
    return given


def _short(given: str) -> str:
    """A text that a database can keep."""
    if len(given) > MOST_TEXT or "\0" in given or not _is_unicode(given):
        raise PydanticCustomError("text_form", "")
    return given


def _uuid(given: Json) -> Json:
    if not isinstance(given, str):
        raise PydanticCustomError("string_type", "")
    text = _short(given)
    try:
        return UUID(text) if text else None
    except ValueError:
        raise PydanticCustomError("key_form", "") from None


def _state(given: str) -> str:
    if given not in Sheet.State.values:
        raise PydanticCustomError("state_unknown", "")
    return given


def _frame(info: ValidationInfo) -> Frame:
    """The frame of the list that a body is for."""
    assert isinstance(info.context, Frame)
    return info.context


def _seat(given: int, info: ValidationInfo) -> int:
    return _between(given, 0, _frame(info).seats)


def _playing(given: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
    if not given or list(given) != sorted(set(given)) or not 1 <= given[0] <= given[-1] <= _frame(info).seats:
        raise PydanticCustomError("playing_form", "")
    return given


def _one_a_seat(given: Json, info: ValidationInfo) -> Json:
    if not isinstance(given, list) or len(given) != _frame(info).seats:
        raise PydanticCustomError("feet_form", "")
    return given


def _a_list(given: Json) -> Json:
    if not isinstance(given, list) or len(given) > MOST_DEALS:
        raise PydanticCustomError("list_form", "", {"kind": _("eine Zeile")})
    return given


Number = Annotated[int, within(-MOST_NUMBER, MOST_NUMBER)]
Count = Annotated[int, within(0, MOST_NUMBER)]
Deals = Annotated[int, within(0, MOST_ROWS)]
RowNumbers = Annotated[list[Annotated[int, within(1, MOST_ROWS)]], told_as("list_form")]
Text = Annotated[str, AfterValidator(_short)]
State = Annotated[Text, AfterValidator(_state)]
Key = Annotated[UUID | None, BeforeValidator(_uuid)]
Seat = Annotated[int, AfterValidator(_seat)]
Playing = Annotated[tuple[int, ...], Strict(False), AfterValidator(_playing), told_as("playing_form")]


class FootBody(Body):
    """The foot of the paper for one seat."""

    spielpunkte: Number
    won: Count
    lost: Count
    gesamt: Number | None = None

    @property
    def foot(self) -> PaperFoot:
        """As the engine checks it."""
        return PaperFoot(self.spielpunkte, self.won, self.lost, self.gesamt)


_AFoot = Annotated[FootBody, told_as("totals_form", "extra_forbidden", "model_type", "string_unicode")]
Feet = Annotated[list[_AFoot | None], BeforeValidator(_one_a_seat)]


class _Fields(BaseModel):
    """What a row says besides its deal."""

    model_config = ConfigDict(strict=True)
    running: Number | None = None
    seats_playing: Playing | None = None
    reason: Text = ""


class _PlayedOut(_Fields):
    declarer: Seat = 0
    score: Number | None = None

    def entered(self, given: JsonObject, frame: Frame, found: list[Problem]) -> Entered:
        """The row; its deal is one the rule book of the list can read."""
        row = Entered(declarer=self.declarer, running=self.running, playing=self.seats_playing)
        rest = {name: value for name, value in given.items() if name not in _IN_ROWS}
        if given.get("seat") is not None:
            found.append(problem("field_unknown", "seat", found="seat"))
        if given.get("score") is not None:
            if not rest:
                return replace(row, score=self.score, reason=self.reason)
            found.append(problem("deal_and_score", "score"))
        return replace(row, deal=_deal(rest, self.reason, frame, found))


class _Penalty(_Fields):
    strafe: Annotated[int, within(1, MOST_PENALTY)] = 0
    seat: Seat = 0

    def entered(self, given: JsonObject, frame: Frame, found: list[Problem]) -> Entered:
        """The row; nothing of a deal belongs to it."""
        for name in given.keys() - {"strafe", "seat", "seats_playing", "reason"}:
            if given[name] is not None:
                found.append(problem("field_not_in_game", name, name=name, game=_("Strafe")))
        if not self.seat:
            found.append(problem("field_missing", "seat", name="seat"))
        if not self.reason.strip():
            found.append(problem("reason_needed", "reason"))
        return Entered(declarer=self.seat, playing=self.seats_playing, penalty=self.strafe, reason=self.reason)


_IN_ROWS: Final = _PlayedOut.model_fields.keys() | _Penalty.model_fields.keys()


def _row(given: Json, info: ValidationInfo) -> Entered:
    """A row, without its number, with everything that is wrong with it and its deal."""
    if not isinstance(given, dict):
        raise PydanticCustomError("row_form", "")
    model = _PlayedOut if given.get("strafe") is None else _Penalty
    said = {name: given[name] for name in model.model_fields if given.get(name) is not None}
    try:
        fields, found = model.model_validate(said, context=info.context), list[Problem]()
    except ValidationError as wrong:
        found = list(problems_of(wrong))
        broken = {each.field for each in found}
        fields = model.model_construct(**{name: value for name, value in said.items() if name not in broken})
    row = fields.entered(given, _frame(info), found)
    if found:
        raise PydanticCustomError("problems", "", {"problems": found})
    return row


def _deal(rest: JsonObject, reason: str, frame: Frame, found: list[Problem]) -> JsonObject:
    """The deal as the table has agreed to play it."""
    if rest.get("rulebook") not in (None, frame.rulebook):
        found.append(problem("rulebook_differs", "rulebook", book=frame.book.title, key=str(rest["rulebook"])))
    for name, agreed in frame.agreements.items():
        if rest.get(name, agreed) not in (None, agreed):
            found.append(problem("agreed_otherwise", name))
    read = read_deal({**rest, "rulebook": None, **frame.agreements, "reason": reason}, frame.book)
    found += violated(read.violations)
    return deal_fields(read.deal) if read.deal and not read.violations else {}


Row = Annotated[Entered, PlainValidator(_row), WithJsonSchema({"additionalProperties": True, "type": "object"})]
Rows = Annotated[list[Row], BeforeValidator(_a_list)]


def _fields(request: Request, most: int) -> JsonObject:
    """The JSON object in a request. Raises RefusedError."""
    if is_longer(request, most):
        what = _("Das ist mehr, als auf eine Zeile geht: höchstens %(most)s Bytes.")
        if most > MOST_BYTES:
            what = _("Das ist mehr, als auf eine Liste geht: höchstens %(most)s Bytes.")
        raise RefusedError([Problem(code="too_long", message=what % {"most": most}, field="", rule="")], 413)
    read = read_object(request.body)
    if not isinstance(read, dict):
        raise RefusedError(violated([read]))
    return read


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)
