"""The links every page ends with."""

from django import template

from skatliga.operations.legal import PAGES

register = template.Library()


@register.inclusion_tag("operations/legal_links.html")
def legal_links() -> dict[str, object]:
    """Impressum and Datenschutz, as far as there are any."""
    return {"pages": [page for page in PAGES if page.address]}
