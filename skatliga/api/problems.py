"""What went wrong, in the one form in which programs are told: every problem with a code and a sentence.

The sentences are in the language asked for (``Accept-Language``) and are for people; the codes stay as they are.
"""

from collections.abc import Iterable, Sequence

from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, JsonResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from ninja import NinjaAPI
from ninja.errors import ValidationError as BadParameters
from pydantic import BaseModel, Field

from scoring.account import Violation
from skatliga.access import SignInNeededError
from skatliga.api.access import NotAcceptedError, ReadOnly
from skatliga.requests import Request
from skatliga.rules.wording import sentence


class Problem(BaseModel):
    """One thing that is wrong."""

    code: str = Field(description=gettext_noop("Bleibt gleich und ist für Programme."))
    message: str = Field(description=gettext_noop("Ein Satz, der sagt, was nicht stimmt und was zu tun ist."))
    field: str = Field(description=gettext_noop("Das Feld, das gemeint ist; leer für das Ganze."))
    rule: str = Field(description=gettext_noop("Der Paragraph, der es sagt; leer, wo es keinen gibt."))


class Problems(BaseModel):
    """Everything that is wrong at once."""

    problems: list[Problem]


class RefusedError(Exception):
    """What was sent cannot be carried out; all that is wrong with it."""

    def __init__(self, problems: Sequence[Problem], status: int = 422) -> None:
        super().__init__(problems)
        self.problems = problems
        self.status = status


def answer(status: int, problems: Iterable[Problem], **more: object) -> JsonResponse:
    """The answer that tells of problems; text that is no Unicode comes out escaped."""
    response = JsonResponse({"problems": [problem.model_dump() for problem in problems], **more}, status=status)
    response["Cache-Control"] = "no-store"
    if status == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response


def one(status: int, code: str, message: str) -> JsonResponse:
    """The answer where there is a single problem."""
    return answer(status, [Problem(code=code, message=message, field="", rule="")])


def told(refusal: ValidationError) -> list[Problem]:
    """What a service refuses, sentence by sentence."""
    problems = []
    for each in refusal.error_list:
        [message] = each.messages
        problems.append(Problem(code=each.code or "refused", message=message, field="", rule=""))
    return problems


def key_taken(refusal: ValidationError) -> list[Problem]:
    """That the key of a request belongs to another one."""
    return [Problem(code="key_taken", message=message, field="key", rule="") for message in refusal.messages]


def violated(violations: Iterable[Violation]) -> list[Problem]:
    """What the engine refuses."""
    return [
        Problem(code=found.code, message=sentence(found), field=found.field, rule=found.rule) for found in violations
    ]


def not_found() -> JsonResponse:
    """The answer for what there is not, or what a stranger may not know of."""
    return one(404, "not_found", _("Das gibt es hier nicht, oder es ist nicht veröffentlicht."))


def tell_problems(api: NinjaAPI) -> None:
    """Let an interface answer every refusal in this form."""

    @api.exception_handler(Http404)
    def missing(request: Request, refusal: Http404) -> JsonResponse:
        return not_found()

    @api.exception_handler(SignInNeededError)
    def nobody(request: Request, refusal: SignInNeededError) -> JsonResponse:
        return one(401, "key_needed", _("Dafür wird ein Zugangsschlüssel gebraucht."))

    @api.exception_handler(NotAcceptedError)
    def unknown_key(request: Request, refusal: NotAcceptedError) -> JsonResponse:
        return one(401, "key_not_accepted", str(refusal))

    @api.exception_handler(PermissionDenied)
    def forbidden(request: Request, refusal: PermissionDenied) -> JsonResponse:
        return one(403, "role_too_weak", _("Dafür reicht die Rolle nicht, die der Benutzer des Schlüssels hier hat."))

    @api.exception_handler(ReadOnly)
    def read_only(request: Request, refusal: ReadOnly) -> JsonResponse:
        return one(403, "read_only", str(refusal))

    @api.exception_handler(RefusedError)
    def refused(request: Request, refusal: RefusedError) -> JsonResponse:
        return answer(refusal.status, refusal.problems)

    @api.exception_handler(BadParameters)
    def bad_parameters(request: Request, refusal: BadParameters) -> JsonResponse:
        said = _("Der Wert von „%(name)s“ passt nicht; bitte in der Beschreibung nachsehen.")
        names = [str(error["loc"][-1]) for error in refusal.errors]
        told = [Problem(code="bad_parameter", message=said % {"name": name}, field=name, rule="") for name in names]
        return answer(422, told)
