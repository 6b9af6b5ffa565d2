"""Pages of strength: of a club, of a level, of everybody; whether somebody agrees to be shown.

For templates of other apps: `{% load statistics %}{% strength_on_phone entry base %}`.
"""

from django import template
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.events.live_pages import Poll, answer_kept
from skatliga.events.models import Entry
from skatliga.federations.models import CLASSES
from skatliga.people.access import club_for, member_for
from skatliga.people.tree import above
from skatliga.requests import Request
from skatliga.statistics import page_plots, strengths
from skatliga.statistics.access import level_asked, rated_club
from skatliga.statistics.rating_run import RATE
from skatliga.statistics.strengths import LEAST_LISTS
from skatliga.statistics.tables import RankedTable, StrengthTable
from skatliga.tables import arrange

PER_PAGE = 20
RANKED_PER_PAGE = 50

register = template.Library()


@login_not_required
def strength(request: Request, slug: str) -> HttpResponse:
    """How strong the players of a club are; where it is switched off, the page on which to switch it on."""
    club, rated = rated_club(request, slug)

    def make(poll: Poll) -> HttpResponse:
        found = strengths.strengths(club, club.role)
        table = StrengthTable(found)
        arrange(request, table, PER_PAGE)
        context = {"club": club, "rated": rated, "table": table, "plot": page_plots.strong(found), "least": LEAST_LISTS}
        return render(request, "statistics/strength.html", {**context, "run": strengths.last_run()})

    return answer_kept(request, (strengths.state(), rated, club.name), club.role, make)


@require_POST
def rate(request: Request, slug: str) -> HttpResponse:
    """Switch it on or off."""
    club = club_for(request, slug, Role.ADMINISTRATOR)
    strengths.rate_players(club, "ein" in request.POST)
    return redirect("statistics:strength", slug)


@login_not_required
def ranking(request: Request, slug: str | None = None) -> HttpResponse:
    """Those who have agreed, of a level with all below it or of everybody, in a class."""
    level, start_class = level_asked(request, slug)

    def make(poll: Poll) -> HttpResponse:
        found = strengths.shown_in(level, start_class)
        page = Paginator(found, RANKED_PER_PAGE).get_page(request.GET.get("page"))
        table = RankedTable(strengths.ranked(list(page), page.start_index()), orderable=False)
        context = {
            "level": level,
            "above": above(level) if level else (),
            "classes": CLASSES.items(),
            "start_class": start_class,
            "query": "" if start_class == "open" else f"klasse={start_class}",
            "page": page,
            "table": table,
            "least": LEAST_LISTS,
            "run": strengths.last_run(),
            "running": RATE.running,
        }
        return render(request, "statistics/ranking.html", context)

    return answer_kept(request, (strengths.state(), strengths.register_state(), level and level.name), None, make)


@require_POST
def rate_all(request: Request) -> HttpResponse:
    """Have everybody rated anew, for the administrator of the site."""
    if not request.user.is_superuser:
        raise PermissionDenied
    RATE.begin()
    messages.success(request, _("Die Stärken werden neu gerechnet; das dauert einige Minuten."))
    return redirect("statistics:ranking")


def consent(request: Request, slug: str, pk: int) -> HttpResponse:
    """Whether a player has agreed to be shown, as the club records it."""
    member = member_for(request, slug, pk, Role.SPIELLEITUNG)
    if request.method == "POST":
        if "ja" in request.POST:
            strengths.agree(member.player, request.user)
        else:
            strengths.take_back(member.player)
        return redirect("statistics:consent", slug, pk)
    context = {
        "club": member.club,
        "member": member,
        "consent": strengths.consent_of(member.player),
        "strength": strengths.own_strength(member.player),
        "least": LEAST_LISTS,
    }
    return render(request, "statistics/consent.html", context)


@register.inclusion_tag("statistics/strength_on_phone.html")
def strength_on_phone(entry: Entry, base: str) -> dict[str, object]:
    """A player's own strength, and whether he agrees that it is shown; nothing for a guest. Two queries."""
    player = entry.player and entry.player.canonical
    if player is None:
        return {}
    return {
        "name": player.public_name,
        "strength": strengths.own_strength(player),
        "agreed": strengths.consent_of(player),
        "base": base,
    }
