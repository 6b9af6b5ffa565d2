"""How a list went on: the Spielpunkte of every seat after each deal.

* **D** A penalty is no deal: what it moved shows in the point before it, which is that of the last deal played.
"""

from skatliga.lists.display import Display
from skatliga.statistics.shown import Course, Line


def course(display: Display) -> Course | None:
    """How a list went on that a page shows; None where its deals are not known."""
    stands: list[tuple[int, ...]] = [(0,) * len(display.sittings)]
    for line in display.lines:
        if line.row.number:
            stands.append(line.stand)
        else:
            stands[-1] = line.stand
    if len(stands) == 1:
        return None
    by_seat = zip(display.sittings, zip(*stands, strict=True), strict=True)
    return Course(display.view.deals, tuple(Line(sitting.seat, sitting.name, points) for sitting, points in by_seat))
