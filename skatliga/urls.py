"""All addresses of the site; every app keeps its own list."""

from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from skatliga.desk.hall import hall
from skatliga.lists.device.views import scan
from skatliga.lists.views import devices
from skatliga.operations import legal
from skatliga.operations.views import health, legal_page
from skatliga.phones.captain_views import team_code
from skatliga.phones.views import card_code
from skatliga.signups.views import signup_code

handler500 = "skatliga.operations.outages.server_error"
urlpatterns = [
    # Without a token, so that public pages carry nothing of one visitor and can be cached; it only sets the language.
    path("sprache/", csrf_exempt(login_not_required(set_language)), name="set_language"),
    path("", include("skatliga.people.urls")),
    path("vereine/", include("skatliga.federations.urls")),
    path("regeln/", include("skatliga.rules.urls")),
    path("veranstaltungen/", include("skatliga.events.urls")),
    path("liga/", include("skatliga.registrations.urls")),
    path("liga/", include("skatliga.promotions.urls")),
    path("liga/", include("skatliga.leagues.urls")),
    path("listen/", include("skatliga.lists.urls")),
    path("fotos/", include("skatliga.reading.urls")),
    path("t/", include("skatliga.lists.device.urls")),
    # In capitals, as the short alphabet of a QR code has them.
    path("Q/", scan, name="scan"),
    path("Q/<path:payload>", scan, name="scanned"),
    path("B/<slug:digits>", devices.paper_code, name="paper_code"),
    path("L/<int:round>-<int:table>", devices.table_code, name="table_code"),
    path("L/<slug:digits>", devices.sheet_code, name="sheet_code"),
    path("M/<int:pk>/<slug:secret>", card_code, name="card_code"),
    path("K/<int:pk>/<slug:secret>", team_code, name="team_code"),
    path("V/<int:pk>/<slug:secret>", signup_code, name="signup_code"),
    path("T/<int:pk>/<slug:secret>", devices.device_code, name="device_code"),
    path("", include("skatliga.standings.urls")),
    path("", include("skatliga.visitors.urls")),
    path("", include("skatliga.phones.urls")),
    path("", include("skatliga.signups.urls")),
    path("", include("skatliga.qualifications.urls")),
    path("", include("skatliga.subscriptions.urls")),
    path("turnier/", include("skatliga.desk.urls")),
    # Short enough to type into a projector's browser.
    path("halle/", include(([path("<slug:slug>/", hall, name="hall")], "hall"))),
    path("clubjahr/", include("skatliga.years.urls")),
    path("turnierserie/", include("skatliga.circuits.urls")),
    path("prognose/", include("skatliga.forecasts.urls")),
    path("druck/", include("skatliga.printing.urls")),
    path("austausch/", include("skatliga.exchange.urls")),
    path("", include("skatliga.api.urls")),
    path("konto/", include("skatliga.accounts.urls")),
    path("statistik/", include("skatliga.statistics.urls")),
    path("", include("skatliga.peers.urls")),
    path("betrieb/", include("skatliga.operations.urls")),
    path("hilfe/", include("skatliga.manual.urls")),
    path("jetzt/", include("skatliga.todo.urls")),
    path("gesund/", health, name="health"),
    *(path(f"{page.name}/", legal_page, {"page": page}, name=page.name) for page in legal.PAGES),
]
