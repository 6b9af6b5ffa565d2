"""The names a person was ever written down by, and how a text is searched for them.

* **D** A name is found as „Anna Ärmel“, „Ärmel, Anna“ and „Ärmel Anna“, whatever the case, and always as whole words:
  „Anna Wagner“ does not stand in „Anna Wagner-Berlin“, nor „Wagner“ in it.
* **D** A name of one word (the last name, a pseudonym) alone is looked for only in running text, and only in the very
  letters. If it means something else besides, a word of the game or a place, it counts there only after „Herr“ or
  „Frau“: „Grand“ is a game, „Frau Grand“ is not.
* **D** All of these are found in the genitive too: „Ärmels“, „Anna Ärmels“, „Ärmel's“, „Hans'“. Not where that is the
  name of somebody else (Peter, Peters), a word of the game or a place; and alone not of a name so short that it is more
  often a word: „Haus“ is not that of Herr Hau.
* **D** A name on a Skat server is looked for in running text in the very letters: alone where it cannot be a word (a
  digit, a stroke, a capital inside), otherwise only in quotation marks.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from scoring.wording import NAMES
from skatliga.people.names import fold

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
            first, last = _quoted(pair)
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
        """What stands in every text that can name them, as the database may be asked for it."""
        stems = {last for _first, last in self.pairs} | self.further | self.alone | self.titled | self.quoted
        return {written for stem in stems for written in (stem, stem.lower(), stem.upper())}


def _quoted(pair: tuple[str, str]) -> list[str]:
    return [r"\s+".join(map(re.escape, part.split())) for part in pair]
