"""Qualification for a championship: how its places are divided, who has one, who follows."""

import datetime

from django.http import HttpResponse
from django.utils.translation import gettext_noop
from ninja import Router
from pydantic import Field

from skatliga.access import Role
from skatliga.api.responses import PageNumber, answer, cut
from skatliga.api.v1.schemas import Paged, Shape, reads
from skatliga.qualifications.access import qualification_for
from skatliga.qualifications.models import QuotaSource
from skatliga.qualifications.queries import (
    ContestantLine,
    PlaceStage,
    fetch_persons,
    offered_places,
    sources_of,
)
from skatliga.qualifications.quota_table import QuotaTable, written_quota
from skatliga.requests import Request

router = Router(tags=[gettext_noop("Qualifikation")])


class SourceOut(Shape):
    """What feeds a championship, with its places once they are offered."""

    title: str = Field(description=gettext_noop("Der Verband, der jemanden schickt, oder die Turnierserie."))
    event: str | None = Field(description=gettext_noop("Die Veranstaltung; null bei einer Turnierserie."))
    circuit: str | None = Field(description=gettext_noop("Die Turnierserie; null bei einer Veranstaltung."))
    counted: int | None = Field(
        description=gettext_noop("Wie viele gezählt wurden; null, bevor Plätze angeboten sind.")
    )
    places: int | None
    account: str | None = Field(description=gettext_noop("Die Rechnung in Worten."))


class ContestantOut(Shape):
    """Who has a place, or may move up to one."""

    number: int = Field(description=gettext_noop("Reihenfolge, in der Plätze angeboten werden."))
    source: str = Field(description=gettext_noop("Woher; leer bei einem Titelverteidiger, der keinen Platz wegnimmt."))
    place: int | None = Field(description=gettext_noop("Platz dort; null, wenn er in keiner Rangliste steht."))
    seeded: bool = Field(description=gettext_noop("Ob er als Titelverteidiger gesetzt ist."))
    name: str
    club: str
    stage: PlaceStage = Field(
        description=gettext_noop(
            "open: Antwort offen, accepted: sagt zu, declined: sagt ab, lapsed: nicht geantwortet, next: Nachrücker."
        )
    )
    waits: int | None = Field(description=gettext_noop("Der wievielte Nachrücker; null, wenn er keiner ist."))
    place_of: str = Field(description=gettext_noop("Wessen Platz es war, wo er von einer anderen Vorrunde kommt."))
    offered: datetime.date | None
    deadline: datetime.date | None = Field(description=gettext_noop("Letzter Tag für die Antwort."))
    entered: bool = Field(description=gettext_noop("Ob er schon teilnimmt."))


class QualificationOut(Paged):
    """The places of a championship and everybody in question."""

    event: str
    way: str = Field(
        description=gettext_noop("fixed: fest, share: ein Teil, largest_remainder: Hare/Niemeyer, dhondt: d’Hondt.")
    )
    by: str = Field(description=gettext_noop("starters: Teilnehmer, members: Mitglieder."))
    places: int | None
    percent: int | None
    least: int
    inside: bool = Field(description=gettext_noop("Ob Titelverteidiger Plätze ihres Verbands nehmen."))
    pass_on: bool = Field(description=gettext_noop("Ob der nächste Verband nachrückt, wenn einer niemanden mehr hat."))
    answer_days: int
    closes_on: datetime.date
    opened_on: datetime.date | None = Field(description=gettext_noop("Seit wann Plätze angeboten sind."))
    sources: list[SourceOut]
    last_place: str = Field(description=gettext_noop("Wer den letzten Platz vor wem hat, in Worten."))
    free: int = Field(description=gettext_noop("Plätze, die niemand hat."))
    contestants: list[ContestantOut]


@reads(
    router,
    "/veranstaltungen/{slug:slug}/qualifikation",
    QualificationOut,
    gettext_noop("Wer für eine Meisterschaft qualifiziert ist"),
    gettext_noop("Die Quote mit ihrer Rechnung, wer einen Platz hat, wer nachrückt; mit öffentlichen Namen."),
)
def qualification(request: Request, slug: str, seite: int = PageNumber) -> HttpResponse:
    rule = qualification_for(request, slug, Role.READER)
    sources = sources_of(rule)
    found = offered_places(rule, sources, rule.event.role)
    page = cut(found.lines, seite)
    fetch_persons(page.items)
    quota = written_quota(rule, sources)
    said = QualificationOut(
        **{name: getattr(rule, name) for name in _PLAIN},
        event=slug,
        sources=[_source(source, quota, at) for at, source in enumerate(sources)],
        last_place=quota.last_place if quota else "",
        free=found.free,
        contestants=[_contestant(line) for line in page.items],
        **page.place,
    )
    return answer(request, said)


_PLAIN = ("way", "by", "places", "percent", "least", "inside", "pass_on", "answer_days", "closes_on", "opened_on")


def _source(source: QuotaSource, quota: QuotaTable | None, at: int) -> SourceOut:
    line = quota.lines[at] if quota and quota.lines else None
    return SourceOut(
        title=source.title,
        event=source.event.slug if source.event else None,
        circuit=source.circuit.slug if source.circuit else None,
        counted=line.counted if line else None,
        places=line.places if line else None,
        account=line.account if line else None,
    )


def _contestant(line: ContestantLine) -> ContestantOut:
    return ContestantOut(
        number=line.contestant.number,
        source=line.title,
        place=line.contestant.place,
        seeded=line.contestant.seeded,
        name=line.name,
        club=line.club,
        stage=line.stage,
        waits=line.waits or None,
        place_of=line.place_of,
        offered=line.offered,
        deadline=line.deadline,
        entered=line.entered,
    )
