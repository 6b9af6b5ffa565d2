"""What is wrong with a list, said to the person at the keyboard: where, what, what to do, and by which rule."""

from django.utils.translation import gettext as _

from scoring import Finding
from skatliga.rules.wording import sentence


def tell(finding: Finding, number: int = 0) -> str:
    """The sentence of a finding with the number of the deal on paper (0 for what is no deal) and its paragraph."""
    said = sentence(finding)
    if number:
        said = _("Spiel %(number)s: %(sentence)s") % {"number": number, "sentence": said}
    return f"{said} ({finding.rule})" if finding.rule else said
