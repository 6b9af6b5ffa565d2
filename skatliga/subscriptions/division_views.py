"""Asking to be told of a Staffel: anybody by a mail address, an account by one press."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from skatliga.access import Role
from skatliga.leagues.access import division_for
from skatliga.requests import Request
from skatliga.subscriptions import services
from skatliga.subscriptions.views import demand_seldom, mail_of
from skatliga.subscriptions.wording import of_directors, of_divisions


@login_not_required
@never_cache
def listen(request: Request, season: str, slug: str) -> HttpResponse:
    """What is told of a Staffel, and a mail address to which it goes. Who listens already is shown to nobody."""
    division = division_for(request, season, slug, Role.READER)
    if not division.season.public:
        raise Http404
    refused: list[str] = []
    if request.method == "POST":
        try:
            demand_seldom(request)
            services.subscribe_by_mail(division, mail_of(request))
        except ValidationError as refusal:
            refused = refusal.messages
        else:
            messages.success(request, _("Bitte sehen Sie in Ihre E-Mail und stimmen Sie dort zu."))
            return redirect(request.path)
    role = division.season.role
    context = {
        "division": division,
        "season": division.season,
        "refused": refused,
        "typed": mail_of(request),
        "mails": bool(settings.EMAIL_HOST),
        "what": of_divisions(),
        "more": of_directors() if role and role.directs else "",
        "held": request.user.is_authenticated and division.subscriptions.filter(user=request.user.pk).exists(),
    }
    return render(request, "subscriptions/division.html", context, status=422 if refused else 200)
