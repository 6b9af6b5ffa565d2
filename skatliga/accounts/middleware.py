"""What is kept of a session, and what is demanded of whoever looks after the site."""

from collections.abc import Callable
from typing import Final

from django.http import HttpResponse
from django.shortcuts import redirect

from skatliga.accounts.factors import is_demanded, is_given
from skatliga.accounts.sessions import note_use
from skatliga.requests import Request

_ALWAYS: Final = (
    *("people:sign_in", "people:sign_out", "people:set_password", "people:change_password", "set_language", "health"),
    *("accounts:account", "accounts:confirm", "accounts:second_factor", "accounts:add_app", "accounts:make_codes"),
    *("accounts:passkey_options", "accounts:add_passkey"),
)
"""What is open without a second factor."""


class AccountMiddleware:
    """Keeps the day on which a session was used last, and demands a second factor of the administrators of the site."""

    def __init__(self, get_response: Callable[[Request], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        if request.user.is_authenticated:
            note_use(request)
        return self.get_response(request)

    def process_view(self, request: Request, *_view: object) -> HttpResponse | None:
        """Let an administrator of the site without a second factor do nothing but set one up."""
        found = request.resolver_match
        assert found  # its view is about to answer
        if not is_demanded(request.user) or is_given(request) or found.view_name in _ALWAYS:
            return None
        return redirect("accounts:second_factor")
