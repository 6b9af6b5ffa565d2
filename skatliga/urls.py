"""All addresses of the site; every app keeps its own list."""

from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

urlpatterns = [
    # Without a token, so that public pages carry nothing of one visitor and can be cached; it only sets the language.
    path("sprache/", csrf_exempt(login_not_required(set_language)), name="set_language"),
    path("", include("skatliga.people.urls")),
    path("regeln/", include("skatliga.rules.urls")),
    path("veranstaltungen/", include("skatliga.events.urls")),
    path("listen/", include("skatliga.lists.urls")),
    path("", include("skatliga.standings.urls")),
    path("turnier/", include("skatliga.desk.urls")),
    path("halle/", include("skatliga.desk.hall_urls")),
    path("druck/", include("skatliga.printing.urls")),
    path("austausch/", include("skatliga.exchange.urls")),
]
