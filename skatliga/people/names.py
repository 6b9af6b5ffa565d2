"""How names are put in order and found: by DIN 5007-2, the rule for lists of names (ä counts as ae)."""

import re
import unicodedata

_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "ł": "l", "đ": "d", "ı": "i"})


def fold(text: str) -> str:
    """The text as it is sorted and searched: small letters without marks, single spaces.

    >>> fold("Größmann, Łukasz  É.")
    'groessmann, lukasz e.'
    """
    small = unicodedata.normalize("NFC", text).casefold().translate(_LETTERS)
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", small) if not unicodedata.combining(letter))
    return re.sub(r"\s+", " ", bare).strip()
