"""What happens before a view: what is asked for, who has to sign in, and where a visitor comes from.

**D** The page a user goes back to (`HX-History-Restore-Request`) is a whole page, although htmx asks for it: browsers
keep no copies of pages with names on them (`historyCacheSize`), so it is always fetched.
"""

from collections.abc import Callable
from ipaddress import ip_address
from typing import Final

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers
from django_htmx.middleware import HtmxDetails

from skatliga.access import SignInNeededError
from skatliga.requests import Request

PART_HEADERS: Final = ("HX-Request", "HX-History-Restore-Request", "HX-Target")
"""What says whether a page or a part of it is asked for, and which part."""


class PageDetails(HtmxDetails):
    """True where a part of a page is asked for (`request.htmx`)."""

    def __bool__(self) -> bool:
        return super().__bool__() and not self.history_restore_request


class AskedMiddleware:
    """Tells views what is asked for: a page or a part of it, which no cache takes for each other."""

    def __init__(self, get_response: Callable[[Request], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        request.htmx = PageDetails(request)
        response = self.get_response(request)
        if response.status_code == 304 or response.get("Content-Type", "").startswith("text/html"):
            patch_vary_headers(response, PART_HEADERS)
        return response


class SignInMiddleware(LoginRequiredMiddleware):
    """Every page needs signing in unless its view says otherwise (`login_not_required`).

    Where the object decides whether a page is public, the view is marked as open and `require` raises
    SignInNeededError. A request for a part of a page is told so, instead of putting the sign-in page where the part
    belongs. What somebody signed in is shown stays out of shared caches.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = super().__call__(request)
        assert isinstance(response, HttpResponseBase)  # the site answers without async
        if response.status_code < 500 and request.user.is_authenticated:  # a lost database does not know who asks
            patch_cache_control(response, private=True)
        return response

    def handle_no_permission(  # type: ignore[override]  # the stubs know no other answer than a redirect
        self, request: HttpRequest, view_func: Callable[..., HttpResponseBase]
    ) -> HttpResponse:
        """To the sign-in page, and back afterwards."""
        if PageDetails(request):
            return HttpResponse(status=401)
        return super().handle_no_permission(request, view_func)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Send whoever needs to sign in there, and back afterwards."""
        if isinstance(exception, SignInNeededError):
            found = request.resolver_match
            assert found  # a view has answered
            return self.handle_no_permission(request, found.func)
        return None


def visitor_address(request: HttpRequest) -> str:
    """The network address of a visitor, by which password guessing is told apart.

    Behind the proxy that speaks https it is the last one the proxy has added; what stands before may be invented. What
    is no address (a proxy that adds the port, a word for it) counts as the proxy's own.
    """
    direct = request.META.get("REMOTE_ADDR", "")
    last = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() if settings.HTTPS else ""
    try:
        return str(ip_address(last.partition("%")[0]))  # without the zone of an address in one's own network
    except ValueError:
        return direct
