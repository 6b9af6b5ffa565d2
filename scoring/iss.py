"""Game records of the International Skat Server: one line a game, read, replayed and valued again.

A record is a list of properties ``NAME[value]``; in a value a bracket may be written as ``\\]``, and one
that no further property follows belongs to the value anyhow. ``MV`` holds the moves as pairs *who what*,
``R`` what the server made of the game. `parse` accepts any text and says what is wrong with it, `judge`
replays the cards and values the deal by the book it is given; both never raise for data. Seats are 0, 1, 2
as on the server: Vorhand, Mittelhand, Hinterhand.

Decided where the format or the rules are silent:

* **D** A game broken off before a contract was announced is nobody's: it is written as eingepasst with the
  reason, 0 points, and ``ended`` says why.
* **D** One opponent who resigned while the other played on has given up only if the play stops before its
  end; when both have, or the declarer has, no card may follow. Cards laid down (``SC``) end nothing.
* **D** What is wrong with auction, properties or result does not hinder the replay: bid is the last number
  named, declarer the one who announces. Without a legal replay there is no deal and no score.
* **D** ``agrees`` compares score and declarer. The server's count of Augen and tricks is read, but it
  credits rest tricks that were never played.
"""

import re
from typing import Final, NamedTuple

from scoring.account import Violation
from scoring.auction import HOLD, PASS, Auction
from scoring.deal import Deal
from scoring.replay import (
    HIDDEN,
    SEATS,
    Contract,
    End,
    Ending,
    PlayedDeal,
    Trick,
    check_deck,
    derive_deal,
    replay,
)
from scoring.rulebook import RuleBook

_REQUIRED: Final = ("GM", "ID", "P0", "P1", "P2", "MV", "R")

_START: Final = re.compile(r"\s*+\(?\s*+;")
_NAME: Final = re.compile(r"\s*+([A-Z][A-Z0-9]*+)\[")
# Up to the bracket that ends it; since nothing follows here, nothing is given back.
_VALUE: Final = re.compile(r"(?:\\.|[^\\\]]|\](?!\s*+(?:[A-Z][A-Z0-9]*+\[|;|\)|\Z)))*", re.DOTALL)
_FINISH: Final = re.compile(r"\s*+;?\s*+\)?\s*+\Z")
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)

_CARD: Final = re.compile(r"[CSHD][789TJQKA]|\?\?")
_CARDS: Final = re.compile(r"(?:[0-9A-Z]{2}|\?\?)(?:\.(?:[0-9A-Z]{2}|\?\?))*")
_CONTRACT: Final = re.compile(r"([CSHDGN])([OHSZ]{0,4})((?:\.(?:[0-9A-Z]{2}|\?\?))*)")
_NUMBER: Final = re.compile(r"[0-9]{1,4}")
_BROKEN_OFF: Final = re.compile(r"(TI|LE)\.([012])")
_RESULT_FIELD: Final = re.compile(r"([a-z]+[0-9]?):(-?[0-9]{1,4})")

_GAMES: Final = {"C": "kreuz", "S": "pik", "H": "herz", "D": "karo", "G": "grand", "N": "null"}
_ENDINGS: Final[dict[str, Ending]] = {"TI": "zeit", "LE": "verlassen"}


class IssResult(NamedTuple):
    """What the server recorded; `None` for what it left out or where nobody played."""

    declarer: int | None
    value: int
    """Signed score, 0 if everybody passed."""
    augen: int | None
    stiche: int | None
    won: bool | None = None
    """Whether the declarer won; `None` where there was no game, or where it is not said."""
    ueberreizt: bool | None = None
    """Whether the value was below the bid; `None` where it is not said."""
    penalties: tuple[int, ...] = ()
    """Seats that the server fined; that is an affair of its own lists."""


class IssRecord(NamedTuple):
    """One line as far as it could be read."""

    id: str
    players: tuple[str, ...]
    bid: int | None
    """The last value named."""
    passed: bool
    played: PlayedDeal | None
    """`None` where no contract was announced."""
    end: End | None
    """Who broke off or gave up, and how; it counts only if the cards were not all played."""
    result: IssResult | None
    violations: tuple[Violation, ...]


class Judgement(NamedTuple):
    """What a record is worth by the book, beside what it says itself."""

    id: str
    players: tuple[str, ...]
    declarer: int | None = None
    deal: Deal | None = None
    """The line of the Spielliste; `None` where the record cannot be judged."""
    tricks: tuple[Trick, ...] = ()
    augen: int | None = None
    """Augen and tricks of the declarer as far as cards were played."""
    stiche: int | None = None
    score: int | None = None
    recorded: int | None = None
    agrees: bool = False
    ended: Ending | None = None
    """How a side ended the play before the tenth trick."""
    violations: tuple[Violation, ...] = ()


def parse(line: str | bytes) -> IssRecord:
    """Read one record; whatever it is, the answer says what is wrong with it."""
    properties, found = _read_properties(line if isinstance(line, str) else line.decode("utf-8-sig", "replace"))
    missing = [name for name in _REQUIRED if name not in properties]
    if properties or not found:
        found += [_violation("property_missing", name=name) for name in missing]
    if properties.get("GM", "Skat") != "Skat":
        found.append(_violation("record_foreign", game=properties["GM"]))
    moves = _Moves()
    if "MV" in properties:
        moves.read(properties["MV"].split())
    result = _read_result(properties.get("R", "").split())
    if result is None and "R" in properties:
        found.append(_violation("result_malformed", text=properties["R"]))
    return IssRecord(
        properties.get("ID", ""),
        tuple(properties.get(name, "") for name in ("P0", "P1", "P2")),
        moves.auction.bid or None,
        moves.auction.passed,
        moves.played(),
        moves.end if moves.hands else None,
        result,
        (*found, *moves.found),
    )


def judge(record: IssRecord, book: RuleBook) -> Judgement:
    """Replay a record and value its deal by ``book``."""
    recorded = None if record.result is None else record.result.value
    answer = Judgement(record.id, record.players, recorded=recorded, violations=record.violations)
    if record.played is not None:
        answer = _replayed(answer, record.played, record.bid, book)
    elif record.end is not None:
        deal = Deal("eingepasst", reason=record.end.reason(None))
        answer = answer._replace(deal=deal, ended=record.end.how)
    elif record.passed:
        answer = answer._replace(deal=Deal("eingepasst"))
    elif not record.violations:
        answer = answer._replace(violations=(_violation("contract_missing"),))
    return _valued(answer, record.result, book)


def _replayed(answer: Judgement, played: PlayedDeal, bid: int | None, book: RuleBook) -> Judgement:
    done = replay(played)
    return answer._replace(
        declarer=played.declarer,
        deal=derive_deal(played, done, bid, book),
        tricks=done.tricks,
        augen=done.augen,
        stiche=done.stiche,
        ended=None if done.ended == "entschieden" else done.ended,
        violations=(*answer.violations, *done.violations),
    )


def _valued(answer: Judgement, result: IssResult | None, book: RuleBook) -> Judgement:
    if answer.deal is None:
        return answer
    if refused := book.check(answer.deal):
        return answer._replace(violations=(*answer.violations, *refused))
    score = book.value(answer.deal).score
    same = answer.declarer is None or result is None or result.declarer in (None, answer.declarer)
    return answer._replace(score=score, agrees=same and score == answer.recorded)


def _violation(code: str, field: str = "record", /, **params: object) -> Violation:
    return Violation(code, field, params, "ISS")


def _read_properties(text: str) -> tuple[dict[str, str], list[Violation]]:
    """The properties of a record by name, up to the first character that is not part of one."""
    properties: dict[str, str] = {}
    found: list[Violation] = []
    start = _START.match(text)
    position = start.end() if start else 0
    while opened := _NAME.match(text, position):
        end = _end_of_value(text, opened.end())
        if not text.startswith("]", end):
            break
        name, value = opened[1], text[opened.end() : end]
        if name in properties:
            found.append(_violation("property_repeated", name=name))
        else:
            properties[name] = _ESCAPED.sub(r"\1", value) if "\\" in value else value
        position = end + 1
    if start is None or not _FINISH.match(text, position):
        found.append(_violation("record_malformed", position=position + 1))
    return properties, found


def _end_of_value(text: str, begin: int) -> int:
    """Position of the bracket that ends a value, or of what ends it wrongly."""
    value = _VALUE.match(text, begin)
    return value.end() if value else begin


def _read_result(words: list[str]) -> IssResult | None:
    """What ``R`` says, unknown fields passed over; `None` if it has neither ``passed`` nor a value."""
    if words == ["passed"]:
        return IssResult(None, 0, None, None)
    fields = {match[1]: int(match[2]) for word in words if (match := _RESULT_FIELD.fullmatch(word))}
    if "v" not in fields:
        return None
    declarer = fields.get("d", -1)
    return IssResult(
        None if declarer < 0 else declarer,
        fields["v"],
        fields.get("p"),
        fields.get("t"),
        _said(words, "win", "loss"),
        _said(words, "overbid", "bidok"),
        tuple(seat for seat in range(3) if fields.get(f"p{seat}")),
    )


def _said(words: list[str], yes: str, no: str) -> bool | None:
    """Which of two words stands there."""
    return True if yes in words else False if no in words else None


class _Moves:
    """The moves of one record, read one after the other up to the first that cannot be understood."""

    def __init__(self) -> None:
        self.found: list[Violation] = []
        self.auction = Auction()
        self.hands: tuple[tuple[str, ...], ...] = ()
        self.skat: tuple[str, ...] = ()
        self.taken = False
        self.declarer = 0
        self.contract: Contract | None = None
        self.discard: tuple[str, ...] | None = None
        self.plays: list[tuple[int, str]] = []
        self.resigned: set[int] = set()
        self.over = False
        self.end: End | None = None

    def read(self, words: list[str]) -> None:
        """Read ``who what who what …``."""
        for number in range(0, len(words), 2):
            who, what = words[number], words[number + 1] if number + 1 < len(words) else ""
            code = self._world(what) if who == "w" else self._seat(who, what)
            if code is not None:
                self._note(code, move=number // 2 + 1, who=who, what=what)
                self.end = self.end if self.over else None
                break
        if not self.hands and not self.found:
            self._note("deal_missing")
        elif self.hands and self.contract is None:
            self.found += check_deck(self.hands, self.skat)

    def played(self) -> PlayedDeal | None:
        """The deal for the replay."""
        if self.contract is None:
            return None
        dealt = (self.hands, self.skat, self.declarer)
        return PlayedDeal(*dealt, self.contract, self.discard, tuple(self.plays), self.end)

    def _note(self, code: str, **params: object) -> None:
        self.found.append(_violation(code, "moves", **params))

    def _world(self, what: str) -> str | None:
        if match := _BROKEN_OFF.fullmatch(what):
            if not self.over:
                self.over, self.end = True, End(_ENDINGS[match[1]], int(match[2]))
            return None
        if not _CARDS.fullmatch(what.replace("|", ".")) or self.over:
            return "move_unknown"
        cards = tuple(what.replace("|", ".").split("."))
        if not self.hands:
            self.hands, self.skat = (cards[:10], cards[10:20], cards[20:30]), cards[30:]
            return None
        if not self.taken or len(cards) != 2:
            return "move_unknown"
        if HIDDEN not in self.skat and not {HIDDEN, *self.skat}.issuperset(cards):
            self._note("skat_shown", cards=what)
        return None

    def _seat(self, who: str, what: str) -> str | None:
        if who not in ("0", "1", "2"):
            return "move_unknown"
        if not self.hands:
            return "deal_missing"
        if self.over:
            return "move_after_end"
        return (self._before if self.contract is None else self._after)(int(who), what)

    def _before(self, seat: int, what: str) -> str | None:
        """A move of the auction, taking the skat, or the announcement."""
        if what in (HOLD, PASS) or _NUMBER.fullmatch(what):
            last = self.auction.bid
            self.auction, wrong = self.auction.say(seat, what)
            if wrong is not None:
                self._note(wrong, seat=SEATS[seat], bid=what, last=last)
            return None
        match = _CONTRACT.fullmatch(what)
        if what != "s" and match is None:
            return "move_unknown"
        if not self.auction.may_play(seat):
            self.auction = self.auction._replace(broken=True)
            self._note("declarer_unexpected", seat=SEATS[seat])
        self.declarer = seat
        if match is None:
            self.taken = True
        else:
            self._announce(match)
        return None

    def _announce(self, match: re.Match[str]) -> None:
        game, levels = _GAMES[match[1]], match[2]
        ouvert = "O" in levels
        schwarz = "Z" in levels or (ouvert and game != "null")
        schneider = "S" in levels or schwarz
        self.contract = Contract(game, "H" in levels or schneider, schneider, schwarz, ouvert)
        if self.contract.hand == self.taken:
            self._note("hand_after_skat" if self.taken else "skat_not_taken", seat=SEATS[self.declarer])
        self._lay(tuple(match[3].split(".")[1:]))

    def _lay(self, cards: tuple[str, ...]) -> None:
        """The cards discarded; an ouvert shows the ten that are left behind them, or alone."""
        shown = cards[-10:] if len(cards) >= 10 else ()
        laid = cards[: len(cards) - len(shown)]
        if laid:
            self.discard = laid
        held = set(self.hands[self.declarer])
        if self.discard is not None:
            held = (held | set(self.skat)) - set(self.discard)
        if shown and HIDDEN not in (*held, *shown) and set(shown) != held:
            self._note("ouvert_cards", seat=SEATS[self.declarer])

    def _after(self, seat: int, what: str) -> str | None:
        """A card, the discard in a move of its own, cards laid down, or giving up."""
        if _CARD.fullmatch(what):
            self.plays.append((seat, what))
        elif what == "RE":
            self.resigned.add(seat)
            self.end = End("aufgegeben", seat)
            self.over = seat == self.declarer or len(self.resigned) == 2
        elif what == "SC" or what.startswith("SC."):
            return None
        elif self.discard is None and not self.plays and seat == self.declarer and _CARDS.fullmatch(what):
            self._lay(tuple(what.split(".")))
        else:
            return "move_unknown"
        return None
