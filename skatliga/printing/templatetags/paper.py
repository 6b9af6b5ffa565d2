"""What papers need to be written."""

from urllib.parse import quote

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from skatliga.printing.fitting import ROOMS, FittedText, Room, fit
from skatliga.printing.long_tables import is_long
from skatliga.printing.pdf import QUIET, code_of, page_address
from skatliga.printing.sheet_paper import Carried, Paper, PaperPlace
from skatliga.printing.sheet_rows import PROBE, figures

register = template.Library()
_SPOT = '<span class="room" id="{name}/room"></span><span class="em" id="{name}/em"></span>'
register.filter("figures", figures)
register.filter("is_long", is_long)


@register.filter
def code(address: str) -> str:
    """The address as a picture that a camera reads."""
    return code_of(address).svg_data_uri(border=QUIET)


@register.filter
def page_code(address: str, leaf: int) -> str:
    """The same for a page of a list."""
    return code(page_address(address, leaf))


@register.filter
def squares(pattern: tuple[str, ...]) -> str:
    """A mark as a picture."""
    rows = enumerate(pattern)
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in rows for x, square in enumerate(row) if square == "#")
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {len(pattern)} {len(pattern)}"><path d="{path}"/></svg>'
    )
    return f"data:image/svg+xml,{quote(svg)}"


@register.filter
def fitted(text: str, room: Room | str) -> str | SafeString:
    """The text as large as the room allows, its lines broken; `room` may be named (`ROOMS`)."""
    room = ROOMS[room] if isinstance(room, str) else room
    return written(fit(text, room)) if text.strip() else text


@register.filter
def written(found: FittedText) -> str | SafeString:
    """A fitted text in its lines."""
    lines = format_html_join(mark_safe("<br>"), "{}", ((line,) for line in found.lines))
    if len(found.lines) == 1 and not found.shrunk:
        return lines
    return format_html('<span class="fitted" style="font-size: {}pt">{}</span>', f"{found.size:.3f}", lines)


@register.filter
def origin(paper: Paper, place: PaperPlace) -> str | SafeString:
    """Start number and club below a name; on a form its probe."""
    found = paper.origin_of(place)
    return written(found) if found and place.origin != PROBE else place.origin


@register.simple_tag
def spot(text: str, *key: str | int) -> str | SafeString:
    """The text; on a form the marks that say where it will be set."""
    if text != PROBE:
        return text
    return format_html(_SPOT, name="-".join(map(str, key)))


@register.simple_tag
def mark(text: str, key: str) -> SafeString:
    """The letter beside a figure; on a form the mark that says where it will be set."""
    if text != PROBE:
        return format_html("<i>{}</i> ", text)
    return format_html('<i><span class="em" id="{}/mark"></span></i>', key)


@register.filter
def carried(paper: Paper, leaf: int) -> Carried:
    """What a page after the first takes over, counted from 1."""
    return paper.carried[leaf - 2]
