"""The moves of a season as a table: its values go into files."""

from collections.abc import Sequence

import django_tables2 as tables
from django.utils.translation import gettext_lazy

from skatliga.promotions.models import MoveJson
from skatliga.promotions.wording import moves_by_level


class MovesTable(tables.Table):
    """A team a line, level by level."""

    level = tables.Column(gettext_lazy("Ebene"))
    way = tables.Column(gettext_lazy("Weg"))
    team = tables.Column(gettext_lazy("Mannschaft"))
    division = tables.Column(gettext_lazy("Staffel"))
    place = tables.Column(gettext_lazy("Platz"))
    target = tables.Column(gettext_lazy("neue Ebene"))
    into = tables.Column(gettext_lazy("neue Staffel"))
    why = tables.Column(gettext_lazy("Begründung"))

    def __init__(self, moves: Sequence[MoveJson]) -> None:
        super().__init__(
            [
                {
                    "level": level.name,
                    "way": str(group.heading),
                    "team": line.move["name"],
                    "division": line.move["division"],
                    "place": line.move["place"] or None,
                    "target": line.move["target"],
                    "into": line.move["into"],
                    "why": line.why,
                }
                for level in moves_by_level(moves)
                for group in level.groups
                for line in group.lines
            ]
        )
