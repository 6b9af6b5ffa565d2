"""Who answers for the site and what becomes of personal data: two pages whose words belong to whoever runs it.

Each is a text file, in paragraphs with empty lines between them, or the address of a page that is elsewhere already. A
file that is changed counts at once.

* **D** Without a text there is no link, since an empty page would only seem to comply; *Betrieb* says what is missing.
* **D** Screens in the hall carry no links: nobody can follow them there.
"""

from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class LegalPage:
    """One of the pages the law demands."""

    name: str
    """In addresses; in capitals the setting that says where its text is."""
    title: str | Promise

    @property
    def place(self) -> str:
        """The file or the address its text is at."""
        return getattr(settings, self.name.upper())

    @property
    def is_elsewhere(self) -> bool:
        """Whether another site shows it."""
        return self.place.startswith(("https://", "http://"))

    @property
    def text(self) -> str:
        """What it says here; nothing where there is no file that can be read."""
        try:
            return Path(self.place).read_text(encoding="utf-8-sig").strip()
        except (OSError, UnicodeDecodeError):
            return ""

    @property
    def address(self) -> str:
        """Where it can be read; nothing where it cannot."""
        if self.is_elsewhere:
            return self.place
        return reverse(self.name) if self.text else ""


IMPRESSUM = LegalPage("impressum", _("Impressum"))
DATENSCHUTZ = LegalPage("datenschutz", _("Datenschutz"))
PAGES = (IMPRESSUM, DATENSCHUTZ)
