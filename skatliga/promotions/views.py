"""Pages of Aufstieg und Abstieg: what is asked and what follows, confirmed and taken back; the moves for everybody."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.exports import Export
from skatliga.forms import refusal_in
from skatliga.handouts import ExportSteps
from skatliga.leagues.access import season_for
from skatliga.leagues.models import Season
from skatliga.leagues.seasons import has_lists
from skatliga.promotions import services
from skatliga.promotions.access import decided_for, following_of, moves_state
from skatliga.promotions.forms import NextNameForm, PromotionForm
from skatliga.promotions.models import Promotion
from skatliga.promotions.next_season import NextSeason, next_season
from skatliga.promotions.tables import MovesTable
from skatliga.promotions.wording import moves_by_level
from skatliga.requests import Request, refusal_told


def step(request: Request, season: str) -> HttpResponse:
    """What is asked about a season, and what would follow; once it is confirmed, what did."""
    found = season_for(request, season, Role.SPIELLEITUNG)
    promotion = Promotion.objects.select_related("next_season", "made_by").filter(season=found).first()
    if promotion and promotion.next_season and request.method == "GET":
        return _made(request, found, promotion, promotion.next_season)
    follows = next_season(found, promotion)
    form = PromotionForm(request.POST or None, found=follows)
    if form.is_valid():
        with refusal_told(request):
            services.say(found, form.choices)
        return redirect(reverse("promotions:step", args=[season]) + "#vorschau")
    naming = None if follows.problems else NextNameForm(season=found, follows=follows)
    return _preview(request, follows, form, naming)


def _preview(request: Request, follows: NextSeason, form: PromotionForm, naming: NextNameForm | None) -> HttpResponse:
    """What is asked and what follows; `naming` confirms it, where nothing is open."""
    context = {"season": follows.season, "form": form, "next": follows, "levels": moves_by_level(follows.moves)}
    return render(request, "promotions/step.html", context | {"naming": naming})


def _made(request: Request, season: Season, promotion: Promotion, made: Season) -> HttpResponse:
    context = {"season": season, "promotion": promotion, "made": made, "begun": has_lists(made)}
    return render(request, "promotions/made.html", context | {"levels": moves_by_level(promotion.decided)})


@require_POST
def confirm(request: Request, season: str) -> HttpResponse:
    """Make the next season."""
    found = season_for(request, season, Role.SPIELLEITUNG)
    promotion = Promotion.objects.filter(season=found).first()
    with refusal_told(request):
        if promotion:
            services.demand_open(promotion)
        return _confirm(request, next_season(found, promotion))
    return redirect("promotions:step", season)


def _confirm(request: Request, follows: NextSeason) -> HttpResponse:
    """The next season is made, or the preview as it is now with what was refused."""
    found = follows.season
    form = NextNameForm(request.POST, season=found, follows=follows)
    if form.is_valid():
        with refusal_in(form):
            made = services.confirm(found, user=request.user, **form.cleaned_data)
            said = _("„%(name)s“ ist angelegt. Es fehlen noch Spielplan und Termine.") % {"name": made}
            messages.success(request, said)
            return redirect("leagues:setup", made.slug)
    form.data = {**request.POST.dict(), "token": follows.token}  # of the preview that is shown now
    return _preview(request, follows, PromotionForm(None, found=follows), None if follows.problems else form)


@require_POST
def undo(request: Request, season: str) -> HttpResponse:
    """Take the next season away."""
    found = season_for(request, season, Role.SPIELLEITUNG)
    with refusal_told(request):
        services.undo(found, request.user)
        messages.success(request, _("Die Folgesaison ist zurückgenommen. Was Sie angegeben hatten, steht noch da."))
    return redirect("promotions:step", season)


# ---- For everybody


@login_not_required
def moves(request: Request, season: str) -> HttpResponse:
    """Every move that was decided, with its reason."""
    promotion = decided_for(request, season)
    context = {"season": promotion.season, "promotion": promotion, "following": following_of(promotion, request.user)}
    return render(request, "promotions/moves.html", context | {"levels": moves_by_level(promotion.decided)})


def moves_file(request: Request, season: str) -> ExportSteps:
    """The same as a file."""
    promotion = decided_for(request, season)
    yield moves_state(promotion)
    return Export(MovesTable(promotion.decided), f"auf-und-absteiger-{season}", _("Auf- und Absteiger"))
