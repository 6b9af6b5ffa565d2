"""Clubs, as far as everybody may know them."""

import datetime

from django.http import HttpResponse
from django.utils.translation import gettext_noop
from ninja import Router
from pydantic import Field

from skatliga.api.responses import PageNumber, answer, cut
from skatliga.api.v1.schemas import Paged, Shape, reads
from skatliga.federations.notices import notices_for
from skatliga.people.access import club_for
from skatliga.people.models import Club
from skatliga.people.queries import clubs_seen_by
from skatliga.requests import Request
from skatliga.years.queries import years_of

router = Router(tags=[gettext_noop("Vereine")])


class ClubLine(Shape):
    """A club among others."""

    slug: str
    name: str
    place: str
    number: str
    kind: str = Field(description=gettext_noop("Ein Wort wie Landesverband; leer für einen Verein."))
    parent: str | None = Field(
        description=gettext_noop("Adresse dessen, wozu er gehört; null, wo er zu nichts gehört.")
    )


class Clubs(Paged):
    """The clubs of the site."""

    clubs: list[ClubLine]


class YearOfClub(Shape):
    """A club year by its address."""

    slug: str
    name: str
    first_day: datetime.date
    last_day: datetime.date
    state: str


class NoticeOut(Shape):
    """Something that a club, or what it belongs to, makes known."""

    club: str = Field(description=gettext_noop("Adresse dessen, der es bekannt macht."))
    title: str
    text: str
    first_day: datetime.date
    last_day: datetime.date | None = Field(description=gettext_noop("null: bis auf Weiteres."))


class ClubOut(ClubLine):
    """A club with what belongs to it, what is made known to it, its years."""

    contacts: str = Field(description=gettext_noop("Ansprechpartner, je Zeile einer."))
    units: list[ClubLine] = Field(description=gettext_noop("Was unmittelbar dazu gehört, nach Nummer und Name."))
    notices: list[NoticeOut] = Field(
        description=gettext_noop("Was heute gilt, auch von weiter oben, das Neueste zuerst.")
    )
    years: list[YearOfClub]


@reads(router, "/vereine", Clubs, gettext_noop("Alle Vereine"), gettext_noop("Nach Namen."))
def clubs(request: Request, seite: int = PageNumber) -> HttpResponse:
    page = cut(clubs_seen_by(request.user).select_related("parent").order_by("name", "pk"), seite)
    return answer(request, Clubs(clubs=[_line(each) for each in page.items], **page.place))


def _line(club: Club) -> ClubLine:
    said = {name: getattr(club, name) for name in ("slug", "name", "place", "number", "kind")}
    return ClubLine(**said, parent=club.parent.slug if club.parent else None)


@reads(
    router,
    "/vereine/{slug:slug}",
    ClubOut,
    gettext_noop("Ein Verein"),
    gettext_noop("Mit dem, was dazu gehört, Bekanntmachungen und seinen Clubjahren, das neueste zuerst."),
)
def club(request: Request, slug: str) -> HttpResponse:
    found = club_for(request, slug, None)
    days = ("title", "text", "first_day", "last_day")
    whole = ClubOut(
        **_line(found).model_dump(),
        contacts=found.contacts,
        units=[_line(unit) for unit in found.units.select_related("parent").order_by("number", "name", "pk")],
        notices=[
            NoticeOut(club=each.club.slug, **{name: getattr(each, name) for name in days})
            for each in notices_for(found)
        ],
        years=[YearOfClub.model_validate(year) for year in years_of(found)],
    )
    return answer(request, whole)
