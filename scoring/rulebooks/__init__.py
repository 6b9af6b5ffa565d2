"""The rule books. One more is one more file, and a line here."""

from typing import Final

from scoring.rulebook import RuleBook
from scoring.rulebooks.altenburg import ALTENBURG
from scoring.rulebooks.hausrunde import HAUSRUNDE
from scoring.rulebooks.isko import ISKO
from scoring.rulebooks.offiziersskat import OFFIZIERSSKAT
from scoring.rulebooks.skat_en_deux import SKAT_EN_DEUX
from scoring.rulebooks.skatordnung_1886 import SKATORDNUNG_1886

BOOKS: Final[dict[str, RuleBook]] = {
    book.key: book for book in (ISKO, ALTENBURG, SKATORDNUNG_1886, SKAT_EN_DEUX, OFFIZIERSSKAT, HAUSRUNDE)
}
"""Every rule book by its key. Keys carry their edition; an old key stays when a new edition comes."""
