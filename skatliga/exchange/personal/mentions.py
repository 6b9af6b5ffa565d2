"""Where a person is named in what others have written: notes, reasons, protests, signatures, in all their versions.

Every text column of every table that belongs to a club is looked at, also of tables that were added later; a table
belongs to the clubs its foreign keys lead to. Columns that say who somebody is (players, entries, past results) are not
looked at here: `erasing` knows them by their keys.

* **D** A name is found as „Anna Ärmel“, „Ärmel, Anna“ and „Ärmel Anna“, whatever the case; the last name alone only as
  a word of its own, and only where nobody else in these clubs bears it.
* **D** Titles with an address of their own (an event, a season, a club year, a club) stay as the club named them.
* **D** Only the clubs in which somebody plays are searched: elsewhere the same name is somebody else's.
* **D** Words of the program are no names, whoever is called like one (a pseudonym „Grand“): keys, and what is written
  in JSON in small letters alone, such as the game of a deal; rule books and evaluations.
"""

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.apps import apps
from django.db import models
from django.db.models import Q
from django.db.models.functions import Cast

from skatliga.events.models import Entry
from skatliga.exchange.models import Upload
from skatliga.people.models import Club, Player, User
from skatliga.people.names import fold
from skatliga.years.models import PastResult

DEEPEST: Final = 7
"""Foreign keys from a text to its club: a row's list, table, Serie, event, club, and two more."""
_THROWN_AWAY: Final = (Upload,)
"""What is not searched because it does not last, and is mostly about others."""
_KNOWN_BY_KEY: Final = (Entry, Entry.history.model, PastResult)
_NOT_FOLLOWED: Final = (User, Player)
_WORDS: Final = ("rulebook", "evaluation")
"""Columns that hold words of the program, not what somebody wrote."""
_WORD: Final = re.compile(r"[a-z0-9_-]*")
"""What such a word looks like within JSON."""


class Mention(NamedTuple):
    """A cell in which the person is named."""

    model: type[models.Model]
    pk: Any
    field: str
    text: Any
    """A text, or what a JSON column holds."""


@dataclass(frozen=True, slots=True)
class Names:
    """All names a person was ever written down by: pairs of first and last name."""

    pairs: frozenset[tuple[str, str]]
    further: frozenset[str] = frozenset()
    """Names in one piece: pseudonyms, and names as they stood at an event."""
    alone: frozenset[str] = frozenset()
    """Last names that nobody else bears, so that one of them suffices."""

    @property
    def pattern(self) -> re.Pattern[str]:
        """What finds them in a text."""
        forms = [
            form
            for first, last in map(_quoted, self.pairs)
            for form in (rf"{first}\s+{last}", rf"{last}\s*,?\s*{first}")
        ]
        forms += [re.escape(name) for name in self.further]
        forms += [rf"(?-i:{re.escape(last)})" for last in self.alone]
        forms.sort(key=len, reverse=True)  # the longest form first, so that nothing is left over beside it
        return re.compile(rf"(?<!\w)(?:{'|'.join(forms)})(?!\w)", re.IGNORECASE)

    @property
    def stems(self) -> set[str]:
        """What stands in every text that can name them, as the database may be asked for it."""
        stems = {last for _first, last in self.pairs} | self.further
        return {written for stem in stems for written in (stem, stem.lower(), stem.upper())}


def _quoted(pair: tuple[str, str]) -> list[str]:
    return [r"\s+".join(map(re.escape, part.split())) for part in pair]


def mentions(names: Names, clubs: Collection[int]) -> Iterator[Mention]:
    """Every cell of these clubs in which one of the names stands."""
    pattern = names.pattern
    for model in apps.get_models():
        paths = list(_paths_to_club(model)) if model.__module__.startswith("skatliga.") else []
        if not paths or model in _THROWN_AWAY:
            continue
        inside = Q(**{f"{path}__isnull": True for path in paths})
        for path in paths:
            inside |= Q(**{f"{path}__in": clubs})
        for field in _text_fields(model):
            rows = model._default_manager.filter(inside)
            for pk, text in _asked(rows, field, names).values_list("pk", field.name):
                if _replaced(text, pattern, "") != text:
                    yield Mention(model, pk, field.name, text)


def replaced(mention: Mention, names: Names, instead: str) -> Any:
    """The cell with another name in place of the person's."""
    new = _replaced(mention.text, names.pattern, instead)
    longest = mention.model._meta.get_field(mention.field).max_length
    return new[:longest] if longest and isinstance(new, str) else new


def _replaced(text: Any, pattern: re.Pattern[str], instead: str) -> Any:
    match text:
        case str():
            return pattern.sub(instead, text)
        case list():
            return [_replaced_inside(each, pattern, instead) for each in text]
        case dict():
            return {key: _replaced_inside(each, pattern, instead) for key, each in text.items()}
    return text


def _replaced_inside(text: Any, pattern: re.Pattern[str], instead: str) -> Any:
    """Part of what a JSON column holds."""
    is_word = isinstance(text, str) and _WORD.fullmatch(text)
    return text if is_word else _replaced(text, pattern, instead)


def _asked(rows: models.QuerySet, field: models.Field, names: Names) -> models.QuerySet:
    """The rows in which a name can stand at all."""
    column = field.name
    stems = set(names.stems)
    if isinstance(field, models.JSONField):
        rows = rows.annotate(written=Cast(column, models.TextField()))
        column = "written"
        stems |= {json.dumps(stem)[1:-1] for stem in stems}
    asked = Q()
    for stem in stems:
        asked |= Q(**{f"{column}__contains": stem})
    return rows.filter(asked).order_by()


def _text_fields(model: type[models.Model]) -> Iterator[models.Field]:
    has_address = any(isinstance(field, models.SlugField) for field in model._meta.fields)
    for field in model._meta.concrete_fields:
        if not isinstance(field, models.CharField | models.TextField | models.JSONField):
            continue
        title = field.name == "name" and (has_address or model in _KNOWN_BY_KEY)
        if not (field.choices or title or field.name in _WORDS or isinstance(field, models.SlugField)):
            yield field


def _paths_to_club(model: type[models.Model], deep: int = 0, met: tuple[type, ...] = ()) -> Iterator[str]:
    """The clubs the rows of a table belong to, as a query names them: the shortest way over every foreign key."""
    for field in model._meta.concrete_fields:
        target = field.related_model
        if not target or target in (*_NOT_FOLLOWED, *met, model):
            continue
        if target is Club:
            yield field.name
        elif deep < DEEPEST:
            further = list(_paths_to_club(target, deep + 1, (*met, model)))
            if further:
                yield f"{field.name}__{min(further, key=lambda path: path.count('__'))}"


def borne_by_others(pair: tuple[str, str], own: Collection[int], clubs: Collection[int]) -> bool:
    """Whether anybody else in these clubs, or who took part in an event of theirs, has this last name.

    A guest of the very same name is not somebody else.
    """
    first, last = pair
    in_register = Player.objects.filter(clubs__in=clubs, sort_key__startswith=f"{fold(last)},").exclude(pk__in=own)
    taking_part = Entry.objects.filter(event__club__in=clubs, name__endswith=f" {last}")
    taking_part = taking_part.exclude(player__in=own).exclude(player=None, name=f"{first} {last}")
    return in_register.exists() or taking_part.exists()
