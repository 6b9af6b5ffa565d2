"""The compact notation of one deal: what a practised hand types on a number pad, and what fits into a QR code.

::

    deal    := "0"                                                      eingepasst
             | seat trump ["o"] spitzen level [bid] [overbid] result    suit games and Grand
             | seat "3" kind [bid] [replacement] [overbid] result       Null
    seat    := 1 … 6, one who holds cards
    trump   := last digit of the base value: 9 Karo, 0 Herz, 1 Pik, 2 Kreuz, 4 Grand
    level   := one of `LEVELS`: "." Hand, "/" Schneider, "*" Schwarz …
    kind    := last digit of the value: 3 Null, 5 Hand, 6 ouvert, 9 ouvert Hand
    bid     := "b" number                                               the bid held
    overbid := "$" value                                                the value charged for an overbid game
    replacement := "r" letter ["o"] spitzen                             the game in place of an overtaken Null
    result  := "+" | "-"                                                as charged, so an overbid game is lost

``,`` is read as ``.``, ``u`` as ``$``, a letter for the game (k p h d g n) as its digit, ``h`` after a digit as Hand.
Text in the stored form comes back unchanged; a deal comes back as the canonical one with the same account. An overbid
deal is stored with ``$`` when its bid is the smallest that costs as much, otherwise with its bid.

>>> from scoring.rulebooks import BOOKS
>>> isko = BOOKS["isko-2022"]
>>> entry = parse("1g3h+", isko)
>>> write(entry.seat, entry.deal, isko), isko.value(entry.deal).score
('143.+', 120)
>>> parse("295+", isko, active=(1, 3, 4), dealer=2).message
'Platz 2 gibt und sitzt aus; bitte den Platz ändern.'
"""

from collections.abc import Collection, Iterable
from typing import Any, Final, NamedTuple

from scoring.account import Params, say
from scoring.cards import MAX_SPITZEN
from scoring.deal import DEFAULTS, FIELDS, Deal, Replacement
from scoring.legal import overbids
from scoring.rulebook import RuleBook
from scoring.valuation import SCHNEIDER, SCHWARZ, announced

TRUMPS: Final = {"9": "karo", "0": "herz", "1": "pik", "2": "kreuz", "4": "grand", "3": "null"}
LETTERS: Final = {"d": "9", "h": "0", "p": "1", "k": "2", "g": "4", "n": "3"}
NULL_KINDS: Final = {"3": (False, False), "5": (True, False), "6": (False, True), "9": (True, True)}
"""Last digit of the value by (hand, ouvert)."""

LEVELS: Final[dict[str, dict[str, Any]]] = {
    "": {},
    "/": {"schneider": True},
    "*": {"schneider": True, "schwarz": True},
    ".": {"hand": True},
    "./": {"hand": True, "schneider": True},
    ".*": {"hand": True, "schneider": True, "schwarz": True},
    ".//": {"hand": True, "schneider_angesagt": True},
    ".//*": {"hand": True, "schneider_angesagt": True, "schneider": True, "schwarz": True},
    ".**": {"hand": True, "schneider_angesagt": True, "schwarz_angesagt": True},
    "..": {"hand": True, "schneider_angesagt": True, "schwarz_angesagt": True, "ouvert": True},
}
"""The ten levels; every beginning of one is one itself, so a wrong key shows at once."""

_WITH_SIGN: Final = frozenset(
    "game spitzen hand schneider_angesagt schwarz_angesagt ouvert bid won schneider schwarz augen stiche replacement"
    " reason".split()
)
_WITHOUT_SIGN: Final = tuple(name for name in FIELDS if name not in _WITH_SIGN)
_GAME_DIGITS: Final = {game: digit for digit, game in TRUMPS.items()}
_GAME_LETTERS: Final = {TRUMPS[digit]: letter for letter, digit in LETTERS.items() if letter != "n"}
_KIND_DIGITS: Final = {kind: digit for digit, kind in NULL_KINDS.items()}


class ParsedDeal(NamedTuple):
    """A deal that was read; ``seat`` is the declarer's (1-based), 0 for a deal passed in."""

    seat: int
    deal: Deal


class Misread(NamedTuple):
    """The first key that cannot be right; ``position`` counts from 0 and is the length of a text that ends too soon."""

    position: int
    code: str
    params: Params

    @property
    def message(self) -> str:
        """German sentence: what is wrong and what to do."""
        return say(self.code, self.params)

    @property
    def incomplete(self) -> bool:
        """Whether more keys can make the text right."""
        return self.code == "notation_incomplete"


def parse(
    text: str, book: RuleBook, active: Collection[int] = (1, 2, 3, 4, 5, 6), dealer: int | None = None
) -> ParsedDeal | Misread:
    """Read one deal; never raises for text.

    ``active`` are the seats that hold cards, ``dealer`` the one who deals and sits out, for the sentence that says so.
    """
    try:
        return _Reader(text.strip().lower(), book).entry(active, dealer)
    except _StopError as stop:
        return stop.misread


def write(seat: int, deal: Deal, book: RuleBook) -> str | None:
    """The stored form of a legal deal, `None` where it says more than there are signs for (its reason aside)."""
    if deal.game == "eingepasst":
        return "0"
    if deal.game not in _GAME_DIGITS or not _sayable(deal):
        return None
    account = book.value(deal)
    if deal.game == "null":
        text = f"{seat}3{_KIND_DIGITS[deal.hand, deal.ouvert]}"
    else:
        text = f"{seat}{_GAME_DIGITS[deal.game]}{_spitzen(deal.spitzen or 0)}{_level(deal, account.levels)}"
    if deal.bid:
        cheapest = account.ueberreizt and deal.bid == _smallest_bids(book, deal).get(account.value)
        bid, overbid = ("", f"${account.value}") if cheapest else (f"b{deal.bid}", "")
        text += f"{bid}{_replacement(deal.replacement)}{overbid}"
    return text + ("+" if account.won else "-")


def _replacement(replacement: Replacement | None) -> str:
    return "" if replacement is None else f"r{_GAME_LETTERS[replacement.game]}{_spitzen(replacement.spitzen)}"


def _sayable(deal: Deal) -> bool:
    """Whether nothing is in the deal but what the grammar has a sign for."""
    said = {name: getattr(deal, name) for name in _WITHOUT_SIGN}
    return said == {name: DEFAULTS[name] for name in _WITHOUT_SIGN}


def _smallest_bids(book: RuleBook, deal: Deal) -> dict[int, int]:
    """Every value that overbidding this deal can cost, with the smallest bid that does."""
    found: dict[int, int] = {}
    for account in overbids(book, deal):
        found.setdefault(account.value, account.deal.bid or 0)
    return found


def _spitzen(spitzen: int) -> str:
    return str(spitzen) if spitzen > 0 else f"o{-spitzen}"


def _level(deal: Deal, levels: int) -> str:
    """The level charged; a missed announcement is written as itself, whatever the Augen were."""
    if deal.ouvert:
        return ".."
    if deal.schwarz_angesagt:
        return ".**"
    if deal.schneider_angesagt:
        return ".//*" if levels & SCHWARZ else ".//"
    reached = "*" if levels & SCHWARZ else "/" if levels & SCHNEIDER else ""
    return ("." if announced(deal) else "") + reached


class _StopError(Exception):
    """Ends a reading at the first wrong key."""

    def __init__(self, position: int, code: str, **params: object) -> None:
        super().__init__(code)
        self.misread = Misread(position, code, params)


class _Reader:
    """Reads from left to right and never goes back, so the position is that of the first wrong key."""

    def __init__(self, text: str, book: RuleBook) -> None:
        self.text = text
        self.book = book
        self.position = 0

    def entry(self, active: Collection[int], dealer: int | None) -> ParsedDeal:
        if self.peek() == "0":
            self.position += 1
            return self.end(ParsedDeal(0, Deal("eingepasst")))
        seat = self.seat(active, dealer)
        key = self.take("notation_game", (*TRUMPS, *LETTERS))
        game = TRUMPS[LETTERS.get(key, key)]
        deal = self.null() if game == "null" else self.trump(game)
        return self.end(ParsedDeal(seat, self.tail(deal)))

    def end(self, entry: ParsedDeal) -> ParsedDeal:
        if self.position < len(self.text):
            raise _StopError(self.position, "notation_too_long", found=self.peek())
        return entry

    def peek(self) -> str:
        """The next key as stored, empty at the end."""
        key = self.text[self.position : self.position + 1]
        return {",": ".", "u": "$"}.get(key, key)

    def take(self, code: str, allowed: Collection[str]) -> str:
        """The next key, which must be one of these."""
        key = self.peek()
        if not key:
            raise _StopError(self.position, "notation_incomplete")
        if key not in allowed:
            raise _StopError(self.position, code, found=key)
        self.position += 1
        return key

    def seat(self, active: Collection[int], dealer: int | None) -> int:
        seat = int(self.take("notation_seat", "123456"))
        if seat == dealer and seat not in active:
            raise _StopError(self.position - 1, "seat_deals", seat=seat)
        if seat not in active:
            raise _StopError(self.position - 1, "seat_without_cards", seat=seat)
        return seat

    def null(self) -> Deal:
        hand, ouvert = NULL_KINDS[self.take("notation_null", NULL_KINDS)]
        return Deal("null", hand=hand, ouvert=ouvert)

    def trump(self, game: str) -> Deal:
        spitzen = self.spitzen(game)
        level = ""
        while self.peek() and (level + self.level_key()) in LEVELS:
            level += self.level_key()
            self.position += 1
        if self.peek() and self.peek() not in "b$+-":
            raise _StopError(self.position, "notation_level", found=self.peek())
        return Deal(game, spitzen, **LEVELS[level])

    def level_key(self) -> str:
        """The next key of a level; ``h`` stands for Hand right after the Spitzen only."""
        key = self.peek()
        return "." if key == "h" and self.text[self.position - 1].isdigit() else key

    def spitzen(self, game: str) -> int:
        """Spitzen with their sign, from 1 to what the game can have."""
        ohne = self.peek() == "o"
        self.position += ohne
        most = MAX_SPITZEN[game]
        number = self.number("notation_spitzen", range(1, most + 1), game=game, most=most)
        return -number if ohne else number

    def number(self, code: str, allowed: Iterable[int], **params: object) -> int:
        """A whole number, refused at the first digit with which none of the allowed ones begins."""
        words = {str(number) for number in allowed}
        digits = ""
        while self.peek().isdigit():
            digits += self.peek()
            if not any(word.startswith(digits) for word in words):
                raise _StopError(self.position, code, found=digits, **params)
            self.position += 1
        if digits not in words:
            missing = "notation_incomplete" if not self.peek() else code
            raise _StopError(self.position, missing, found=digits + self.peek(), **params)
        return int(digits)

    def tail(self, deal: Deal) -> Deal:
        """Bid, replacement, overbid value and result, in this order."""
        if self.skip("b"):
            deal = deal._replace(bid=self.number("notation_bid", self.book.bids))
        if deal.game == "null" and self.skip("r"):
            deal = deal._replace(replacement=self.replacement())
        if self.skip("$"):
            deal = self.overbid(deal)
        won = self.take("notation_result", "+-") == "+"
        return self.result(deal, won)

    def skip(self, key: str) -> bool:
        """Whether the next key is this one, which is then read."""
        found = self.peek() == key
        self.position += found
        return found

    def replacement(self) -> Replacement:
        game = TRUMPS[LETTERS[self.take("notation_replacement", "dhpkg")]]
        return Replacement(game, self.spitzen(game))

    def overbid(self, deal: Deal) -> Deal:
        """The smallest bid that costs this value; a bid already read must cost just that."""
        costs = _smallest_bids(self.book, deal._replace(won=False))
        if deal.bid:
            charged = self.book.value(deal._replace(won=False)).value
            costs = {charged: deal.bid} if charged in costs else {}
        value = self.number("notation_overbid", costs)
        return deal._replace(bid=costs[value])

    def result(self, deal: Deal, won: bool) -> Deal:
        """The deal with its verdict: a won announcement was reached, a lost one was not."""
        deal = deal._replace(won=won)
        if won and (deal.schneider_angesagt or deal.ouvert) and deal.game != "null":
            schwarz = deal.schwarz or deal.schwarz_angesagt or deal.ouvert
            deal = deal._replace(schneider=True, schwarz=schwarz)
        violations = self.book.check(deal)
        if violations:
            raise _StopError(self.position - 1, violations[0].code, **violations[0].params)
        if won and self.book.value(deal).ueberreizt:
            raise _StopError(self.position - 1, "notation_overbid_won", bid=deal.bid)
        return deal
