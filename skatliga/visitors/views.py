"""Search, *Wo sitze ich?*, the sample list, calendars, feeds, tables for other sites, pictures: for everybody."""

from django.contrib.auth.decorators import login_not_required
from django.contrib.sitemaps import views as sitemaps
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import conditional_page, require_safe

from skatliga.access import Role
from skatliga.events.access import event_for
from skatliga.events.live_pages import state_of, state_of_many
from skatliga.events.models import Event
from skatliga.federations.notices import notices_for
from skatliga.handouts import Steps, handout
from skatliga.leagues.division_standing import standing
from skatliga.leagues.models import Division, Season
from skatliga.people.access import club_for
from skatliga.people.models import Club
from skatliga.requests import Request
from skatliga.standings.rankings import ranking
from skatliga.visitors import search as finding
from skatliga.visitors.calendar_file import calendar
from skatliga.visitors.club_dates import PAST, dates_of, last_results, next_dates, result_of, state_of_club
from skatliga.visitors.feeds import SITEMAPS, ClubFeed, NoticeFeed
from skatliga.visitors.kept import in_frames, kept
from skatliga.visitors.sample import sample as sample_list
from skatliga.visitors.share import draw_event, general_picture
from skatliga.visitors.whereabouts import where_in
from skatliga.years.models import ClubYear
from skatliga.years.queries import known_of
from skatliga.years.queries import season as year_data
from skatliga.years.year_standing import year_table

LONGEST = 80
"""Letters of a search."""
FRAMED = 200
"""Lines of a table on another site; there is a link to all others."""


# ---- Looking for something


@login_not_required
@require_safe
@conditional_page
def search(request: Request) -> HttpResponse:
    """What a name, an event, a club or a start number means; to somebody who sits somewhere today at once."""
    text = _asked(request)
    found = finding.find(text)
    sitting = [(event, place) for event, places in found.seats for place in places]
    if len(sitting) == 1 and not (found.events or found.clubs or found.seasons):
        [(event, place)] = sitting
        return redirect("standings:player", event.slug, place.start_number)
    return render(request, "visitors/search.html", {"text": text, "found": found})


@login_not_required
@require_safe
@conditional_page
def where(request: Request, slug: str) -> HttpResponse:
    """*Wo sitze ich?* in one event: whoever is meant alone is led to his page."""
    event = event_for(request, slug, Role.READER)
    text = _asked(request)
    places = where_in(event, text) if text else []
    if len(places) == 1:
        return redirect("standings:player", slug, places[0].start_number)
    return render(request, "visitors/where.html", {"event": event, "text": text, "places": places})


def _asked(request: Request) -> str:
    return request.GET.get("wer", "").replace("\0", "").strip()[:LONGEST]


@login_not_required
@require_safe
@conditional_page
def sample(request: Request) -> HttpResponse:
    """A list that was made up."""
    return render(request, "visitors/sample.html", {"sample": sample_list()})


# ---- Of a club, for programs


@login_not_required
@require_safe
def club_calendar(request: Request, slug: str) -> HttpResponse:
    """The dates of a club, to subscribe to: those of the last year and all to come."""
    club = get_object_or_404(Club, slug=slug)

    def make() -> HttpResponse:
        host = request.get_host().partition(":")[0]
        now = timezone.now().replace(microsecond=0)
        entries = [
            (
                f"{each.key}@{host}",
                each.date,
                each.last or each.date,
                each.name,
                each.place,
                request.build_absolute_uri(each.url),
                each.changed or now,
            )
            for each in dates_of(club, timezone.localdate() - PAST)
        ]
        return HttpResponse(calendar(club.name, entries), "text/calendar; charset=utf-8")

    return kept(request, state_of_club(club), make)


@login_not_required
@require_safe
@conditional_page
def club_dates(request: Request, slug: str) -> HttpResponse:
    """When a club, and all that belongs to it, plays from today on."""
    club = club_for(request, slug, None)
    return render(request, "visitors/club_dates.html", {"club": club, "dates": dates_of(club, timezone.localdate())})


@login_not_required
@require_safe
def club_notices(request: Request, slug: str) -> HttpResponse:
    """What is made known to a club, as a feed."""
    club = get_object_or_404(Club, slug=slug)
    known = club.pk, club.name, [(each.pk, each.changed_at, each.club.name) for each in notices_for(club)]
    return kept(request, known, lambda: NoticeFeed()(request, slug=slug))


@login_not_required
@require_safe
def club_feed(request: Request, slug: str) -> HttpResponse:
    """The latest results of a club."""
    club = get_object_or_404(Club, slug=slug)
    return kept(request, state_of_club(club), lambda: ClubFeed()(request, slug=slug))


# ---- Tables that stand on other sites


@login_not_required
@require_safe
@in_frames
def framed_dates(request: Request, slug: str) -> HttpResponse:
    """When a club plays next, and how the last evenings ended."""
    club = get_object_or_404(Club, slug=slug)

    def make() -> HttpResponse:
        context = {"club": club, "dates": next_dates(club), "results": last_results(club)}
        return render(request, "visitors/framed_dates.html", context)

    return kept(request, state_of_club(club), make)


@login_not_required
@require_safe
@in_frames
def framed_ranking(request: Request, slug: str) -> HttpResponse:
    """The ranking of an event."""
    event = _public_event(slug)

    def make() -> HttpResponse:
        found = ranking(event, None)
        lines = found.lines[:FRAMED]
        context = {"event": event, "found": found, "lines": lines, "more": len(found.lines) - len(lines)}
        return render(request, "visitors/framed_ranking.html", context)

    return kept(request, state_of(event), make)


@login_not_required
@require_safe
@in_frames
def framed_year(request: Request, slug: str) -> HttpResponse:
    """The table of a club year."""
    year = get_object_or_404(ClubYear.objects.exclude(state=ClubYear.State.DRAFT).select_related("club"), slug=slug)

    def make() -> HttpResponse:
        found = year_table(year_data(year, None))
        lines = found.members[:FRAMED]
        context = {"year": year, "found": found, "lines": lines, "more": len(list(found.lines)) - len(lines)}
        return render(request, "visitors/framed_year.html", context)

    return kept(request, known_of([year]), make)


@login_not_required
@require_safe
@in_frames
def framed_division(request: Request, season: str, slug: str) -> HttpResponse:
    """The table of a Staffel."""
    public = Division.objects.exclude(season__state=Season.State.DRAFT).select_related("season", "level")
    division = get_object_or_404(public, season__slug=season, slug=slug)
    events = Event.objects.filter(league_group__matchday__division=division)
    known = (division.season.version, *state_of_many(events))

    def make() -> HttpResponse:
        context = {"division": division, "found": standing(division)}
        return render(request, "visitors/framed_division.html", context)

    return kept(request, known, make)


def _public_event(slug: str) -> Event:
    events = Event.objects.exclude(state=Event.State.DRAFT).select_related("club").prefetch_related("rounds")
    return get_object_or_404(events, slug=slug)


# ---- For those who pass an address on, and for search engines


@login_not_required
@require_safe
def picture(request: Request, slug: str) -> HttpResponse:
    """What is shown of an event where its address is passed on; the general picture until its own is drawn."""
    answer = _picture(request, slug=slug)
    if answer.status_code == 304 or answer["Content-Type"] == "image/png":
        return answer
    waiting = HttpResponse(general_picture(), "image/png")
    waiting["Cache-Control"] = "no-store"
    return waiting


@handout()
def _picture(request: Request, slug: str) -> Steps:
    event = _public_event(slug)
    yield state_of(event)
    return HttpResponse(draw_event(event, result_of(event)), "image/png")


vars(picture)["steps"] = vars(_picture)["steps"]


@login_not_required
@require_safe
def site_picture(request: Request) -> HttpResponse:
    """The picture of pages that have none of their own."""
    return kept(request, "general", lambda: HttpResponse(general_picture(), "image/png"))


@login_not_required
@require_safe
def sitemap(request: Request, section: str | None = None) -> HttpResponse:
    """The addresses of public pages: which parts there are, or the pages of one."""
    if section and section not in SITEMAPS:
        raise Http404
    years = ClubYear.objects.exclude(state=ClubYear.State.DRAFT).values_list("pk", "version").last()
    leagues = Season.objects.exclude(state=Season.State.DRAFT).values_list("pk", "version").last()
    known = (*state_of_many(finding.public_events()), years, leagues, Club.objects.count())

    def make() -> HttpResponse:
        if section:
            answer = sitemaps.sitemap(request, SITEMAPS, section)
        else:
            answer = sitemaps.index(request, SITEMAPS, sitemap_url_name="visitors:sitemap_part")
        return answer.render()

    return kept(request, known, make)


@login_not_required
@require_safe
def robots(request: Request) -> HttpResponse:
    """Where the sitemap is, and what need not be looked at."""
    address = request.build_absolute_uri(reverse("visitors:sitemap"))
    lines = ["User-agent: *", "Disallow: /suche/", "Disallow: /wo/", "Disallow: /anmelden/", f"Sitemap: {address}"]
    return HttpResponse("\n".join([*lines, ""]), "text/plain; charset=utf-8")
