"""What everything shares that is played by a rule book: an event, a season, a single list, the evenings of a file."""

from scoring.rulebook import RuleBook
from scoring.rulebooks import BOOKS
from skatliga.rules.contents import Evaluation
from skatliga.shapes import JsonObject


class Agreed:
    """Something played by the rule book of this key with what was agreed on, and evaluated by this evaluation."""

    __slots__ = ()

    rulebook: str
    agreements: JsonObject
    evaluation: str

    @property
    def book(self) -> RuleBook:
        """The rule book as it was agreed to be played."""
        return BOOKS[self.rulebook].agree(**self.agreements)

    @property
    def result_heading(self) -> str:
        """What the result is called by which places go."""
        return Evaluation(self.evaluation).result

    @property
    def adds(self) -> bool:
        """Whether the result is something else than the Spielpunkte."""
        return Evaluation(self.evaluation).adds
