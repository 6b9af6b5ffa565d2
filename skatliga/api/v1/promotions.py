"""Aufstieg und Abstieg: every move after a season with its reasons."""

import datetime

from django.http import HttpResponse
from django.utils.translation import gettext_noop
from ninja import Router
from pydantic import Field

from skatliga.api.responses import answer
from skatliga.api.v1.schemas import Shape, reads
from skatliga.promotions.access import decided_for, following_of
from skatliga.promotions.models import MoveJson, Promotion, ReasonJson, Way
from skatliga.promotions.wording import count_ways, reason_text
from skatliga.requests import Request

router = Router(tags=[gettext_noop("Ligen")])


class MoveReasonOut(Shape):
    """Why a team goes where it goes."""

    code: str
    params: dict[str, str | int]
    said: str = Field(description=gettext_noop("Die Begründung als Satz."))


class TeamMoveOut(Shape):
    """What became of a team."""

    team: str = Field(description=gettext_noop("Staffel und Buchstabe in der alten Saison, wie staffel-ost/A."))
    name: str
    way: Way = Field(description=gettext_noop("up, down, stay, out: nimmt nicht mehr teil, new: neu gemeldet."))
    level: int = Field(description=gettext_noop("Nummer der Ebene, in der sie war; bei neuen der, in der sie beginnt."))
    source: str = Field(description=gettext_noop("Die Ebene, in der sie war; leer bei neuen."))
    division: str
    place: int | None
    target: str = Field(description=gettext_noop("Die Ebene der Folgesaison; leer, wo sie nicht mehr teilnimmt."))
    into: str = Field(description=gettext_noop("Die Staffel der Folgesaison."))
    reasons: list[MoveReasonOut]


class MovesOut(Shape):
    """Every move after a season."""

    season: str
    following: str | None = Field(description=gettext_noop("Die Folgesaison, sobald man sie lesen darf."))
    decided_at: datetime.datetime
    sums: dict[str, int] = Field(description=gettext_noop("Wie viele Mannschaften jeden Weg gehen."))
    moves: list[TeamMoveOut]


@reads(
    router,
    "/ligen/{slug:season}/auf-und-absteiger",
    MovesOut,
    gettext_noop("Auf- und Absteiger einer Saison"),
    gettext_noop("Sobald sie festgestellt sind: jede Mannschaft mit ihrem Weg und der Begründung."),
)
def moves(request: Request, season: str) -> HttpResponse:
    found = decided_for(request, season)
    following = following_of(found, request.user)
    return answer(request, _shape(found, following.slug if following else None))


def _shape(promotion: Promotion, following: str | None) -> MovesOut:
    assert promotion.made_at
    return MovesOut(
        season=promotion.season.slug,
        following=following,
        decided_at=promotion.made_at,
        sums={str(way): number for way, number in count_ways(promotion.decided).items()},
        moves=[_move(move) for move in promotion.decided],
    )


def _move(move: MoveJson) -> TeamMoveOut:
    reasons = [_reason(each) for each in move["reasons"]]
    return TeamMoveOut.model_validate({**move, "place": move["place"] or None, "reasons": reasons})


def _reason(reason: ReasonJson) -> MoveReasonOut:
    return MoveReasonOut(code=reason["code"], params=reason["params"], said=reason_text(reason))
