"""Drawing tables: who sits where in the next Serie, and what that costs.

A field says who plays and what was played, what is wished and how to draw; a draw is made from it and a seed, and says
what it brings. The same field and seed give the same seating on every machine.

>>> field = DrawField(tuple(range(1, 25)), rounds=3)
>>> first = draw(field, "Pfingstpreisskat")
>>> len(first.seating), len(first.plan), first.report.repeats, first.outlook.repeats
(6, 2, 0, 0)

What was drawn becomes history; what was planned after it is followed as long as nothing changes.

>>> from dataclasses import replace
>>> field = replace(field, rounds=2, history=(first.seating,), plan=first.plan)
>>> second = draw(field, "Pfingstpreisskat")
>>> second.method, second.seating == first.plan[0]
('plan', True)

Somebody goes home, two arrive: a drawn Serie is mended with as few moves as possible.

>>> mended = repair(replace(field, players=(*range(1, 24), 25, 26)), second.seating, "Pfingstpreisskat")
>>> [len(table) for table in mended.seating]
[3, 4, 4, 4, 4, 3, 3]

What cannot be is said, with the reason, and the best that can be is drawn.

>>> team = tuple(range(1, 8))
>>> report = draw(DrawField(tuple(range(1, 25)), wishes=Wishes(teams=(team,))), 1).report
>>> report.team_pairs, report.bounds.team_pairs, report.unmet[0].reason
(1, 1, <Reason.TEAM_TOO_LARGE: 'team_too_large'>)

Modules: `draw_model` (field, draw, report), `draw_report` (counting and bounds), `drawing`, `late_changes`; beneath
them `problem` and `search` (the annealing), `plans` and `best_known` (seatings by rule), `fixed` (tables), `seats`,
`by_standing`.
"""

from scoring.seating.draw_model import (
    Displaced,
    Draw,
    DrawBounds,
    DrawField,
    DrawMeeting,
    DrawPlace,
    DrawReport,
    Mode,
    Reason,
    Seating,
    Unmet,
    Wish,
    Wishes,
    split,
)
from scoring.seating.draw_report import Counts, recount, report
from scoring.seating.drawing import alternatives, draw
from scoring.seating.late_changes import repair

__all__ = [
    "Counts",
    "Displaced",
    "Draw",
    "DrawBounds",
    "DrawField",
    "DrawMeeting",
    "DrawPlace",
    "DrawReport",
    "Mode",
    "Reason",
    "Seating",
    "Unmet",
    "Wish",
    "Wishes",
    "alternatives",
    "draw",
    "recount",
    "repair",
    "report",
    "split",
]
