"""The pages of help, and the `?` at headings, for templates.

`{% helped %}…{% endhelped %}` adds it to the first heading of what stands between the two; `{% help_sign "club"
"kassenbuch" %}` stands in the heading of a part of a page that has a section of its own.
"""

from django import template
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template import RequestContext
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe

from skatliga.manual.pages import KEYS, address_in, page_in, where_helps
from skatliga.requests import Request

register = template.Library()


@login_not_required
@require_safe
@conditional_page
def index(request: Request) -> HttpResponse:
    """All pages."""
    language = get_language()
    return render(request, "manual/index.html", {"pages": [page_in(key, language) for key in KEYS]})


@login_not_required
@require_safe
@conditional_page
def page(request: Request, key: str) -> HttpResponse:
    """One page."""
    if key not in KEYS:
        raise Http404
    return render(request, "manual/page.html", {"help": page_in(key, get_language())})


@register.simple_block_tag(takes_context=True)
def helped(context: RequestContext, content: SafeString) -> SafeString:
    """A page with a `?` at its first heading."""
    request = context.get("request")
    found = getattr(request, "resolver_match", None)
    address = where_helps(found.view_name) if found else ""
    before, end, after = content.partition("</h1>")
    if not (address and end):
        return content
    sign = _sign(address, _("Hilfe zu dieser Seite"))
    return mark_safe(f"{before}{sign}{end}{after}")


@register.simple_tag
def help_sign(key: str, section: str) -> SafeString:
    """The sign that opens this section of help."""
    return _sign(address_in(key, section), _("Hilfe zu diesem Abschnitt"))


def _sign(address: str, label: str) -> SafeString:
    return format_html(' <a class="help-sign" href="{}" aria-label="{}"></a>', address, label)
