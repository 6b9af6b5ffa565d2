"""What pages of other apps show to visitors, for templates: `{% load visitors %}{% front_page as front %}`."""

from dataclasses import dataclass
from typing import Final

from django import template
from django.conf import settings
from django.core.cache import cache
from django.template import RequestContext
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import mark_safe

from skatliga.events.models import Event
from skatliga.federations.models import OfficialNotice
from skatliga.federations.notices import notices_for
from skatliga.people.models import Club
from skatliga.visitors.club_dates import ClubDate, EventResult, last_results, last_year, next_dates
from skatliga.visitors.search import NOW, played_now
from skatliga.visitors.share import event_data, picture_path
from skatliga.years.models import ClubYear

BELIEVED: Final = 3
"""Seconds for which one process believes that nothing on the front page has changed."""
LATEST: Final = 4

register = template.Library()


@dataclass(frozen=True, slots=True)
class FrontPage:
    """What is played, now and last, and whom to ask."""

    now: list[Event]
    results: list[EventResult]
    contact: str
    """A mail address or the address of a page; empty where nothing was set."""

    @property
    def contact_link(self) -> str:
        """Where the contact leads."""
        return f"mailto:{self.contact}" if "@" in self.contact and "/" not in self.contact else self.contact


@register.simple_tag
def front_page() -> FrontPage:
    """What the start page shows to everybody."""
    held: tuple[list[Event], list[EventResult]] | None = cache.get("front-page")
    if held is None:
        held = list(played_now()[:NOW]), last_results(most=LATEST)
        cache.set("front-page", held, BELIEVED)
    return FrontPage(*held, settings.CONTACT)


@dataclass(frozen=True, slots=True)
class ClubNews:
    """What a club tells the public."""

    dates: list[ClubDate]
    results: list[EventResult]
    year: ClubYear | None
    notices: list[OfficialNotice]


@register.simple_tag
def club_news(club: Club) -> ClubNews:
    """The next dates of a club, its last results, its latest public year, what is made known there today."""
    return ClubNews(next_dates(club), last_results(club), last_year(club), list(notices_for(club)))


@register.inclusion_tag("visitors/share.html", takes_context=True)
def share(context: RequestContext, event: Event, path: str) -> dict[str, object]:
    """How a page of an event is shown where its address is passed on; nothing before it is public."""
    if not event.public:
        return {}
    whole = context["request"].build_absolute_uri
    image = whole(picture_path(event))
    data = event_data(event, whole(event.get_absolute_url()), image, whole(event.club.get_absolute_url()))
    return {"event": event, "url": whole(path), "image": image, "data": mark_safe(data)}


@register.inclusion_tag("visitors/framed_text.html", takes_context=True)
def framed_text(context: RequestContext, name: str, title: str, *args: str) -> dict[str, object]:
    """What has to be copied into another site to show a table there."""
    url = context["request"].build_absolute_uri(reverse(f"visitors:framed_{name}", args=args))
    frame = '<iframe src="{}" title="{}" width="100%" height="600" loading="lazy" style="border: 0"></iframe>'
    return {"text": format_html(frame, url, title), "title": title}


@register.inclusion_tag("visitors/where_form.html")
def where_form(event: Event, text: str = "") -> dict[str, object]:
    """The field in which somebody looks for his seat."""
    return {"event": event, "text": text}
