"""What pages of other apps show of strengths: `{% load statistics %}{% strength_on_phone entry base %}`."""

from django import template

from skatliga.events.models import Entry
from skatliga.statistics.strengths import consent_of, own_strength

register = template.Library()


@register.inclusion_tag("statistics/strength_on_phone.html")
def strength_on_phone(entry: Entry, base: str) -> dict[str, object]:
    """A player's own strength, and whether he agrees that it is shown; nothing for a guest. Two queries."""
    player = entry.player and entry.player.canonical
    if player is None:
        return {}
    return {
        "name": player.public_name,
        "strength": own_strength(player),
        "agreed": consent_of(player),
        "base": base,
    }
