"""Finding people and events by the first letters of their words, with an index on both kinds of database.

What is looked for stands folded in a column of its own (`SearchKey`), written with the name however it is stored. A
search never sees more than the public does: who objects to the full name is not found by it (`found_by_name`).
"""

from django.db import connection, models
from django.db.models import Q

from skatliga.people.names import fold, parted

LAST_CHARACTER = "\U0010ffff"
FEWEST_LETTERS = 2


class SearchKey(models.CharField):
    """The name of a record as it is looked for, written with it."""

    def pre_save(self, instance: models.Model, add: bool) -> str:
        key = fold(self.words_of(instance))[: self.max_length]
        setattr(instance, self.attname, key)
        return key

    def words_of(self, instance: models.Model) -> str:
        """What the record is found by."""
        return instance.serializable_value("name")


class NameKey(SearchKey):
    """The name of a guest as it is looked for, written with it; empty for a player, who is found in the register."""

    def words_of(self, instance: models.Model) -> str:
        """The name, surname first."""
        return "" if instance.serializable_value("player") else surname_first(super().words_of(instance))


def surname_first(name: str) -> str:
    """A name as it is looked for: by the surname first; one written with a comma stands so already.

    >>> surname_first("Hans von Ärmel"), surname_first("Albers, Jens"), surname_first("Kreuzbube")
    ('Ärmel, Hans von', 'Albers, Jens', 'Kreuzbube')
    """
    if "," in name:
        return name
    first, last = parted(name)
    return f"{last}, {first}" if first else last


def words_of(text: str) -> list[str]:
    """The words somebody looks for; none where they are too short to mean anybody.

    >>> words_of("Müller, J."), words_of("x"), words_of("  ")
    (['mueller', 'j.'], [], [])
    """
    words = fold(text).replace(",", " ").split()[:6]
    return words if any(len(word) >= FEWEST_LETTERS for word in words) else []


def found_by_name(field: str, words: list[str]) -> Q:
    """That a key (surname first) begins with one of the words and contains all others."""
    found = Q(pk__in=())
    for place, word in enumerate(words):
        if len(word) < FEWEST_LETTERS:
            continue
        meant = begins(field, word)
        for other in words[:place] + words[place + 1 :]:
            meant &= Q(**{f"{field}__contains": other})
        found |= meant
    return found


def begins(field: str, text: str) -> Q:
    """That a field begins with this text, asked so that its index answers: SQLite uses none for LIKE."""
    if connection.vendor == "sqlite":
        return Q(**{f"{field}__gte": text, f"{field}__lt": text + LAST_CHARACTER})
    return Q(**{f"{field}__startswith": text})


def name_index(field: str, name: str) -> models.Index:
    """The index by which names are found that begin with something."""
    return models.Index(fields=(field,), name=name, opclasses=("varchar_pattern_ops",))
