"""How names are put in order, found and made addresses of: by DIN 5007-2, where ä counts as ae."""

import re
import unicodedata
from collections.abc import Container

from django.utils.text import slugify

_NAMESAKE = re.compile(r"II|III|IV|(?:[jJ]un|[sS]en|[jJ]r|[sS]r)\.?|[1-9]")
"""What is added to the name of one of several who are called the same."""
_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "ł": "l", "đ": "d", "ı": "i"})


def fold(text: str) -> str:
    """The text as it is sorted and searched: small letters without marks, single spaces.

    The character zero counts as a space: PostgreSQL refuses to look for it.

    >>> fold("Größmann, Łukasz  É."), fold("Anna\\0")
    ('groessmann, lukasz e.', 'anna')
    """
    small = unicodedata.normalize("NFC", text).casefold().translate(_LETTERS)
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", small) if not unicodedata.combining(letter))
    return re.sub(r"[\s\0]+", " ", bare).strip()


def sign_in_name(text: str) -> str:
    """The one spelling of a name to sign in with, by which accounts are found and wrong passwords are counted.

    Case and the way a letter is encoded make no difference (NFKC, case folding).

    >>> sign_in_name("ÄRMEL") == sign_in_name("a\u0308rmel"), sign_in_name("\uff30eter")
    (True, 'peter')
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def parted(name: str) -> tuple[str, str]:
    """First names and surname of a name as it is spoken; the surname is the last word.

    **D** What tells namesakes apart is no surname, but goes with the first names: "jun.", "sen.", "II".

    >>> parted("Hans von Ärmel"), parted("Jörg Müller II"), parted("Kreuzbube")
    (('Hans von', 'Ärmel'), ('Jörg II', 'Müller'), ('', 'Kreuzbube'))
    """
    words = name.split(" ")
    if len(words) > 2 and _NAMESAKE.fullmatch(words[-1]):
        return " ".join([*words[:-2], words[-1]]), words[-2]
    return " ".join(words[:-1]), words[-1]


def read_name(text: str) -> tuple[str, str]:
    """First and last name of somebody as typed; both empty where one of them is missing.

    >>> read_name("Anna  Maria Ärmel"), read_name("Ärmel, Anna"), read_name("Anna")
    (('Anna Maria', 'Ärmel'), ('Anna', 'Ärmel'), ('', ''))
    """
    typed = " ".join(text.split())
    last, comma, first = (part.strip() for part in typed.partition(","))
    if not comma:
        first, _space, last = typed.rpartition(" ")
    return (first, last) if first and last else ("", "")


def address_of(name: str, longest: int, otherwise: str) -> str:
    """What an address says of a name; `otherwise` where it has no letter or digit.

    >>> address_of("Löwen München", 60, "verein")
    'loewen-muenchen'
    """
    return slugify(fold(name))[:longest] or otherwise


def free_address(stem: str, taken: Container[str]) -> str:
    """This address, with a number where it is taken.

    >>> free_address("loewen", {"loewen", "loewen-2"})
    'loewen-3'
    """
    address, further = stem, 1
    while address in taken:
        further += 1
        address = f"{stem}-{further}"
    return address
