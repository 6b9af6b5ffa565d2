"""Drawing tables."""

from scoring.seating.drawing import alternatives, draw
from scoring.seating.model import Draw, Field, Mode, Place, Report, Seating, Wishes, split
from scoring.seating.recount import recount
from scoring.seating.repairs import repair

__all__ = ["Draw", "Field", "Mode", "Place", "Report", "Seating", "Wishes", "alternatives", "draw", "recount", "repair", "split"]
