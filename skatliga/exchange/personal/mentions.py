"""Where a person is named in what others have written: notes, reasons, protests, signatures, in all their versions.

Every text column of every table that belongs to a club is looked at, also of tables that were added later; a table
belongs to the clubs its foreign keys lead to. Columns that say who somebody is (players, entries, sums of years) are
not looked at here: `person` knows them by their keys.

* **D** How a name is found says `names`. A last name alone counts only where nobody else in these clubs bears it, and
  only in running text (notes, reasons, answers) and where people sign; in what names a place, a club, a team or a
  class only first and last name together.
* **D** A place is whatever word stands in the name or place of these clubs, of their events and of the teams there.
* **D** Titles with an address of their own (an event, a season, a club year, a club) stay as the club named them.
* **D** Only the clubs in which somebody plays are searched: elsewhere the same name is somebody else's.
* **D** Words of the program are no names, even where somebody is called like one (a pseudonym „Grand“): keys, and what
  is written in JSON in small letters alone, such as the game of a deal; rule books and evaluations.
* **D** An account to sign in is not the player's, so the names of users stay.
"""

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple, cast

from django.apps import apps
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Cast
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.wording import NAMES
from skatliga.database import Json
from skatliga.events.models import Entry, Event
from skatliga.exchange.models import FileName, Upload
from skatliga.leagues.models import Team
from skatliga.lists.models import Revocation, Row, Signature
from skatliga.people.models import Club, Player, User
from skatliga.people.names import fold
from skatliga.people.search import SearchKey
from skatliga.signups.models import SignUp
from skatliga.years.models import YearSum

_FURTHER_WORDS: Final = (
    "Abreizgeld Acht Altenburg Ass Bauer Bierlachs Bube Dame Eichel Fabian Gast Geber Gras Grün Hirsch Junge Jungfrau"
    " Kiebitz König Kurz Lang Meister Neun Preis Rot Runde Schellen Schreiber Seeger Serie Sieben Sieger Spieler"
    " Spitze Stich Tandem Tisch Wenzel Zehn"
)
"""Beside those the engine speaks of: cards, colours of both packs, and what is said at a table."""


@cache
def _words_of_the_game() -> frozenset[str]:
    return frozenset(fold(word) for words in (*NAMES.values(), _FURTHER_WORDS) for word in words.split())


def is_a_word_of_the_game(name: str) -> bool:
    """Whether somebody who says this may mean cards instead of a person.

    >>> is_a_word_of_the_game("Schneider"), is_a_word_of_the_game("König"), is_a_word_of_the_game("Ärmel")
    (True, True, False)
    """
    return fold(name) in _words_of_the_game()


_SHORTEST_BASE: Final = 4
"""Letters of a name whose genitive is looked for alone."""
_SIBILANTS: Final = tuple("sßxz")


def may_be_a_word(nickname: str) -> bool:
    """Whether a name on a Skat server may stand in a sentence and mean nobody.

    >>> [may_be_a_word(name) for name in ("sonne", "Sonne", "evi_w", "SkatFan", "77")]
    [True, True, False, False, True]
    """
    usual = {nickname.lower(), nickname.upper(), nickname.capitalize()}
    return nickname in usual if nickname.isalpha() else not any(map(str.isalpha, nickname))


@dataclass(frozen=True, slots=True)
class Names:
    """All names of a person."""

    pairs: frozenset[tuple[str, str]]
    """First and last name."""
    further: frozenset[str] = frozenset()
    """Names of several words in one piece: pseudonyms, and names as they stood at an event."""
    alone: frozenset[str] = frozenset()
    """Names of one word that mean nobody and nothing else, so that one of them suffices in running text."""
    titled: frozenset[str] = frozenset()
    """Names of one word that mean something else besides, so that they count only after „Herr“ or „Frau“."""
    quoted: frozenset[str] = frozenset()
    """Names of one word that count only in quotation marks."""
    not_genitive: frozenset[str] = frozenset()
    """What would be the genitive of one of these names, and is another's name or a word."""

    def pattern(self, running: bool) -> re.Pattern[str]:
        """What finds them in running text, or in a name of something."""
        forms = []
        for pair in self.pairs:
            first, last = (r"\s+".join(map(re.escape, part.split())) for part in pair)
            forms += [rf"{first}\s+{last}{self._genitive(pair[1])}", rf"{last}\s*,?\s*{first}(?!\s+{last})"]
        forms += [re.escape(name) + self._genitive(name) for name in self.further]
        if running:
            forms += [rf"(?-i:{self._alone(name)})" for name in self.alone]
            forms += [rf"(?-i:(?:(?<=Herr )|(?<=Herrn )|(?<=Frau )){self._alone(name)})" for name in self.titled]
            forms += [rf"(?-i:(?<=[„“\"‚‘'»]){re.escape(name)}(?=[“”\"‘’'«]))" for name in self.quoted]
        forms.sort(key=len, reverse=True)  # the longest form first, so that nothing is left over beside it
        return re.compile(rf"(?<![\w-])(?:{'|'.join(forms)})(?![\w-])", re.IGNORECASE)

    def _alone(self, name: str) -> str:
        return re.escape(name) + (self._genitive(name) if len(name) >= _SHORTEST_BASE else "")

    def _genitive(self, name: str) -> str:
        """What may follow a name; an apostrophe behind „Hans“ may also end a quotation, so a word must follow it."""
        if name.lower().endswith(_SIBILANTS):
            return r"(?:['’](?=\s+\w))?"
        return r"(?:['’]s)?" if f"{name}s" in self.not_genitive else r"(?:['’]?s)?"

    @property
    def stems(self) -> set[str]:
        """What stands in every text that can name them, as the database may be asked for it without regard to case.

        Some databases know the small and large letters of English only.
        """
        stems = {last for _first, last in self.pairs} | self.further | self.alone | self.titled | self.quoted
        needed = {stem for stem in stems if not any(other in stem for other in stems - {stem})}
        return {written for stem in needed for written in _as_written(stem)}


def _as_written(stem: str) -> set[str]:
    return {stem} if stem.isascii() else {stem, stem.lower(), stem.upper()}


# ---- Mentions

DEEPEST: Final = 7
"""Foreign keys from a text to its club: a row's list, table, Serie, event, club, and two more."""
_NOT_SEARCHED: Final = (Upload, FileName, User)
"""Uploads do not last, and are mostly about others; names in files `person` knows; accounts are not the player's."""
_KNOWN_BY_KEY: Final = (Entry, Entry.history.model, YearSum, YearSum.history.model, SignUp)
_NOT_FOLLOWED: Final = (User, Player)
_WORDS: Final = ("rulebook", "evaluation")
"""Columns that hold words of the program, not what somebody wrote."""
_RUNNING: Final = ("note", "start_reason", "history_change_reason", "signed_by", "first_signature", "second_signature")
"""Columns beside those of longer texts in which people write what they like, or sign."""
_SIGNED: Final = (Signature, Signature.history.model)
_UNNAMED: Final[Mapping[type[models.Model], Promise]] = {
    Row: gettext_lazy("Spiel einer Liste"),
    Signature: gettext_lazy("Unterschrift"),
    Revocation: gettext_lazy("Korrektur"),
}
"""What is called nothing where its model is."""
_WORD: Final = re.compile(r"[a-z0-9_-]*")
"""What such a word looks like within JSON."""


class Mention(NamedTuple):
    """A cell in which the person is named."""

    model: type[models.Model]
    pk: object
    field: models.Field
    where: str
    """The event, season, year or team it belongs to."""
    text: Json
    """A text, or what a JSON column holds."""

    @property
    def what(self) -> str:
        """What kind of text it is; a version is of the kind of what it is a version of."""
        model = getattr(self.model, "instance_type", self.model)
        kind = capfirst(str(_UNNAMED.get(model) or model._meta.verbose_name))
        if isinstance(self.field, models.JSONField):
            return kind
        is_reason = self.field.name == "history_change_reason"
        return f"{kind}: {_('Begründung') if is_reason else capfirst(str(self.field.verbose_name))}"


class MentionChange(NamedTuple):
    """A text that would become another one, however often it is kept."""

    what: str
    where: str
    before: str
    after: str
    times: int


def mentions(names: Names, clubs: Collection[int]) -> Iterator[Mention]:
    """Every cell of these clubs in which one of the names stands."""
    patterns = {running: names.pattern(running) for running in (False, True)}
    for model in apps.get_models():
        paths = _ways_to_club(model) if model.__module__.startswith("skatliga.") else ()
        fields = {field: patterns[_is_running(model, field)] for field in _text_fields(model)}
        if not paths or not fields or model in _NOT_SEARCHED:
            continue
        inside = Q(**{f"{path}__isnull": True for path in paths})
        for path in paths:
            inside |= Q(**{f"{path}__in": clubs})
        rows = model._default_manager.filter(inside).annotate(where=_title(model, paths[0]))
        cells = _asked(rows, fields, names).values_list("pk", "where", *(field.name for field in fields))
        for pk, where, *texts in cells:
            for (field, pattern), text in zip(fields.items(), texts, strict=True):
                if _replaced(text, pattern, "") != text:
                    yield Mention(model, pk, field, where or "", text)


def replaced(mention: Mention, names: Names, instead: str) -> Json:
    """The cell with another name in place of the person's."""
    new = _replaced(mention.text, names.pattern(_is_running(mention.model, mention.field)), instead)
    longest = mention.field.max_length
    return new[:longest] if longest and isinstance(new, str) else new


def replaced_everywhere(data: Json, names: Names, instead: str) -> Json:
    """What is kept as JSON with another name in place of the person's, as in running text."""
    return _replaced(data, names.pattern(running=True), instead)


def changes(found: Iterable[Mention], names: Names, instead: str) -> list[MentionChange]:
    """What would become of these cells; of JSON the texts in it that would be others. Equal ones are told once."""
    times: Counter[tuple[str, str, str, str]] = Counter()
    for mention in found:
        pairs = zip(_texts_in(mention.text), _texts_in(replaced(mention, names, instead)), strict=True)
        times.update((mention.what, mention.where, before, after) for before, after in pairs if before != after)
    return [MentionChange(*each, count) for each, count in sorted(times.items())]


def _texts_in(value: Json) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list():
            yield from (text for each in value for text in _texts_in(each))
        case dict():
            yield from (text for each in value.values() for text in _texts_in(each))


def _title(model: type[models.Model], path: str) -> F | Value:
    """What the event or whatever else it belongs to is called, as a query names it."""
    if "__" in path:
        steps = path.split("__")
        within: type[models.Model] = model
        for step in steps[:-1]:
            within = cast(type[models.Model], within._meta.get_field(step).related_model)
        return F("__".join([*(steps[:-1] if _has_name(within) else steps), "name"]))
    return F("name") if _has_name(model) else Value("")


def _has_name(model: type[models.Model]) -> bool:
    return any(field.name == "name" for field in model._meta.concrete_fields)


def _is_running(model: type[models.Model], field: models.Field) -> bool:
    """Whether whole sentences may stand in this column, or who has signed."""
    if isinstance(field, models.TextField) or field.name in _RUNNING:
        return True
    return model in _SIGNED and field.name == "name"


def _replaced(text: Json, pattern: re.Pattern[str], instead: str) -> Json:
    match text:
        case str():
            return pattern.sub(instead, text)
        case list():
            return [_replaced_inside(each, pattern, instead) for each in text]
        case dict():
            return {key: _replaced_inside(each, pattern, instead) for key, each in text.items()}
    return text


def _replaced_inside(text: Json, pattern: re.Pattern[str], instead: str) -> Json:
    """Part of what a JSON column holds."""
    is_word = isinstance(text, str) and _WORD.fullmatch(text)
    return text if is_word else _replaced(text, pattern, instead)


def _asked(rows: models.QuerySet, fields: Iterable[models.Field], names: Names) -> models.QuerySet:
    """The rows in which a name can stand at all in one of these columns."""
    asked, plain = [], names.stems
    escaped = plain | {json.dumps(stem)[1:-1] for stem in plain}
    for field in fields:
        column, stems = field.name, plain
        if isinstance(field, models.JSONField):
            column, stems = f"written_{field.name}", escaped
            rows = rows.annotate(**{column: Cast(field.name, models.TextField())})
        asked += [(f"{column}__icontains", stem) for stem in sorted(stems)]
    return rows.filter(Q(*asked, _connector=Q.OR)).order_by()


def _text_fields(model: type[models.Model]) -> Iterator[models.Field]:
    has_address = any(isinstance(field, models.SlugField) for field in model._meta.fields)
    for field in model._meta.concrete_fields:
        if isinstance(field, SearchKey) or not isinstance(
            field, models.CharField | models.TextField | models.JSONField
        ):
            continue
        title = field.name == "name" and (has_address or model in _KNOWN_BY_KEY)
        if not (field.choices or title or field.name in _WORDS or isinstance(field, models.SlugField)):
            yield field


@cache
def _ways_to_club(model: type[models.Model]) -> tuple[str, ...]:
    return tuple(_paths_to_club(model))


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


def written_as_places(words: Collection[str], clubs: Collection[int]) -> set[str]:
    """Which of these words stand in what clubs, events and teams are called, or where they are."""
    columns: tuple[tuple[models.QuerySet, str], ...] = (
        *((Club.objects.filter(pk__in=clubs), column) for column in ("name", "place")),
        *((Event.objects.filter(club__in=clubs), column) for column in ("name", "place")),
        (Entry.objects.filter(event__club__in=clubs), "club_name"),
        *((Team.objects.filter(division__season__club__in=clubs), column) for column in ("name", "place")),
    )
    found = set()
    for word in words:
        pattern = re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)
        for rows, column in columns:
            asked = rows.filter(**{f"{column}__icontains": word}).order_by().values_list(column, flat=True).distinct()
            if any(map(pattern.search, asked)):
                found.add(word)
    return found
