"""What papers need to be written."""

from django import template

from skatliga.printing.codes import code_of
from skatliga.printing.rows import figures

register = template.Library()
register.filter("figures", figures)


@register.filter
def code(address: str) -> str:
    """The address as a picture that a camera reads."""
    return code_of(address).svg_data_uri(border=0)
