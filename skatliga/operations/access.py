"""Who may look after the whole site: its administrator alone."""

from ipaddress import ip_address

from django.core.exceptions import PermissionDenied

from skatliga.requests import Request


def require_operator(request: Request) -> None:
    """Let the administrator of the site pass, or raise PermissionDenied; the pages need signing in anyhow."""
    if not request.user.is_superuser:
        raise PermissionDenied


def is_local(request: Request) -> bool:
    """Whether this machine itself asks; a proxy on it adds X-Forwarded-For to whatever it passes on."""
    try:
        loopback = ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:  # a socket has no address
        return False
    return loopback and "X-Forwarded-For" not in request.headers
