"""The statistics on paper, to look at, save and print."""

from django.http import HttpResponse

from skatliga.access import Role, require
from skatliga.handouts import taking_turns
from skatliga.people.access import club_for
from skatliga.printing.render import file_response
from skatliga.printing.statistics import STATISTICS_WORKS, StatisticsOrder
from skatliga.requests import Request
from skatliga.statistics.access import player_for, refuse_without_lists
from skatliga.statistics.periods import choice_of


@taking_turns
def club(request: Request, slug: str) -> HttpResponse:
    """Of a club."""
    club = club_for(request, slug, Role.READER)
    order = StatisticsOrder(club, choice_of(request), club.role)
    return file_response(STATISTICS_WORKS["vereinsstatistik"].print(order), order.filename)


@taking_turns
def player(request: Request, pk: int) -> HttpResponse:
    """Of a player."""
    player, role = player_for(request, pk)
    require(request, role, Role.READER)
    refuse_without_lists(player)
    order = StatisticsOrder(player, choice_of(request), role)
    return file_response(STATISTICS_WORKS["spielerstatistik"].print(order), order.filename)
