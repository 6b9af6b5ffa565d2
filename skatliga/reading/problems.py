"""What hinders the reading of a photograph, and what to do then; needs no pictures."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PROBLEMS: Final[dict[str, Promise]] = {
    "no_sheet": _(
        "Auf dem Bild ist keine Spielliste zu finden. Bitte das ganze Blatt von oben und bei gutem Licht fotografieren."
    ),
    "several_sheets": _("Auf dem Bild sind mehrere Listen. Bitte jede einzeln fotografieren."),
    "cut_off": _("Das Blatt ist nicht ganz auf dem Bild. Bitte so fotografieren, dass alle vier Ecken zu sehen sind."),
    "blurred": _("Das Bild ist zu unscharf oder zu klein. Bitte ruhig halten, näher herangehen und noch einmal."),
    "other_list": _("Das ist eine andere Liste. Bitte das Blatt dieser Liste fotografieren oder die andere öffnen."),
    "unknown_layout": _("Diesen Vordruck kennt das Programm nicht. Bitte die Liste von Hand eintippen."),
    "other_page": _("Das ist ein anderes Blatt dieser Liste. Bitte das richtige fotografieren."),
    "unreadable": _(
        "Das Bild ist nicht zu lesen. Bitte bei gutem Licht noch einmal fotografieren oder von Hand eintippen."
    ),
}
"""Sentences by the codes of an answer."""
