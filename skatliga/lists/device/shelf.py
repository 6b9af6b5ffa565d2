"""What a phone keeps of a page so that it starts without a network: service worker, files, place on the home screen."""

from base64 import b64encode
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static

from skatliga.lists.device.state import OWN, RULES
from skatliga.requests import Request


class Shelf(NamedTuple):
    """What one kind of page keeps on a phone."""

    name: str
    page: str
    """Which addresses have such a page, as a regular expression of JavaScript."""
    files: tuple[str, ...]
    """All that the page needs besides itself."""
    forgets: bool = False
    """Whether a page goes when the site says that its address has ended."""


def worker_script(request: Request, shelf: Shelf) -> HttpResponse:
    """The service worker that keeps a page and its files; its name changes whenever one of them does.

    It knows every file by its contents and a page by its header, so that it keeps nothing that is not ours.
    """
    context = {
        "shelf": shelf,
        "files": {static(file): f"sha256-{digest_of(file)}" for file in shelf.files},
        "build": build_of(shelf.files),
        "own": OWN,
        "rules": RULES,
    }
    response = render(request, "device/sw.js", context, content_type="text/javascript")
    response["Cache-Control"] = "no-cache"
    return response


def home_screen(name: str, short: str, address: str, scope: str) -> JsonResponse:
    """What makes a page one that can be put on the home screen."""
    return JsonResponse(
        {
            "name": name,
            "short_name": short,
            "start_url": address,
            "scope": scope,
            "display": "standalone",
            "background_color": "#f8f4ea",
            "theme_color": "#17503a",
            "icons": [
                *(_picture(size) for size in (192, 512)),
                {**_picture(512), "purpose": "maskable"},
                {"src": static("img/favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
            ],
        },
        content_type="application/manifest+json",
    )


def _picture(size: int) -> dict[str, str]:
    """An icon of so many pixels, as a web app names it."""
    return {"src": static(f"img/icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}


def build_of(files: tuple[str, ...]) -> str:
    """Another name for other files."""
    named = "".join(static(file) + digest_of(file) for file in files)
    return sha256(named.encode()).hexdigest()[:12]


def digest_of(file: str) -> str:
    """SHA-256 of a file as it is served, in the letters in which a browser compares it."""
    return _digest(file) if settings.DEBUG else _kept_digest(file)


def _digest(file: str) -> str:
    try:
        with staticfiles_storage.open(_stored_name(file)) as served:
            content = served.read()
    except FileNotFoundError:  # not collected: served from where it lies
        content = Path(find(file) or file).read_bytes()
    return b64encode(sha256(content).digest()).decode()


_kept_digest = lru_cache(_digest)


def _stored_name(file: str) -> str:
    named = getattr(staticfiles_storage, "stored_name", None)
    return named(file) if named else file
