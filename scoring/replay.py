"""A played deal, card by card: whether it was played by the rules, what each side took, what is written for
it.

Seats are 0, 1, 2 for Vorhand, Mittelhand, Hinterhand; cards as in `cards`. `replay` looks only at the cards
and knows no book; `derive_deal` turns what it found into the line of a Spielliste, and asks the book where
a side gave up whether a level that is still owed has to be credited.

| paragraph (ISkO) | rule | where |
|---|---|---|
| 2.2 | trumps and the order of cards, Buben belong to the trumps, the order of Null | `trick_winner` |
| 3.2 | ten cards each, two in the skat | `check_deck` |
| 3.4 | two cards discarded from the twelve of the declarer | `check_discard` |
| 4.1 | Vorhand leads, then the winner of the trick, the others clockwise | `replay` |
| 4.2 | follow suit | `replay` |
| 4.3 | who takes a trick | `trick_winner` |
| 4.4 | giving up | `derive_deal` |

Decided where the sources are silent:

* **D** The first card that breaks a rule ends the replay: what was played after it would have been played
  otherwise.
* **D** Play may stop as soon as a Null has taken a trick or an announced Schwarz has lost one, and may as
  well go on; the result is the same.
* **D** Running out of time or leaving the table counts like giving up (4.1 with 4.4), and one opponent
  binds the other.
* **D** "Levels the declarer still owed" (4.4) are those he announced and those his bid needs: of the stages
  that were still possible the lowest with which he wins is credited.
* **D** The ISkO lets the declarer name the game in whose place an overtaken Null is charged (3.6.2). A
  record of the play does not say it; the cheapest that his twelve cards allow is taken.
* **D** An announced Schwarz or ouvert that was broken before the count is over is written as a verdict: won
  if 61 Augen were already reached, Schneider only if it was already certain. The announcement loses it in
  any case.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from scoring.account import Violation
from scoring.cards import DECK, MAX_SPITZEN, NULL_RANKS, RANKS, SUIT_LETTERS, augen, spitzen, trumps
from scoring.deal import Deal, Replacement
from scoring.rulebook import RuleBook

SEATS: Final = ("vorhand", "mittelhand", "hinterhand")
"""Names of the seats 0, 1, 2."""

HIDDEN: Final = "??"
"""A card that the record does not show."""

Ending = Literal["aufgegeben", "zeit", "verlassen"]
"""How a side ended the play before its time: gave up, ran out of time, left the table."""

_REASONS: Final[dict[Ending, str]] = {
    "aufgegeben": "{} hat aufgegeben (ISkO 4.4)",
    "zeit": "{} hat die Zeit überschritten (ISkO 4.4)",
    "verlassen": "{} hat den Tisch verlassen (ISkO 4.4)",
}


class Contract(NamedTuple):
    """What the declarer announced; levels that another one brings with it are written out."""

    game: str
    """A suit game, ``grand`` or ``null``."""
    hand: bool = False
    schneider_angesagt: bool = False
    schwarz_angesagt: bool = False
    ouvert: bool = False

    @property
    def owes_all(self) -> bool:
        """Whether one lost trick loses the game (ISkO 2.5)."""
        return self.game != "null" and (self.schwarz_angesagt or self.ouvert)


class End(NamedTuple):
    """Who ended the play before its time, and how."""

    how: Ending
    seat: int

    def reason(self, declarer: int | None) -> str:
        """German text for the list; without a declarer it names the seat instead of the side."""
        if declarer is None:
            side = SEATS[self.seat].capitalize()
        else:
            side = "Alleinspieler" if self.seat == declarer else "Gegenpartei"
        return _REASONS[self.how].format(side)


class PlayedDeal(NamedTuple):
    """A deal as it was dealt, announced and played."""

    hands: tuple[tuple[str, ...], ...]
    """The ten cards dealt to each seat."""
    skat: tuple[str, ...]
    """The two cards dealt to the skat."""
    declarer: int
    contract: Contract
    discard: tuple[str, ...] | None
    """The two cards discarded; `None` in a Hand game, or where play ended before."""
    plays: tuple[tuple[int, str], ...]
    """Seat and card in the order of play."""
    end: End | None = None


class Trick(NamedTuple):
    """One trick; ``winner`` is `None` while it is not complete."""

    leader: int
    cards: tuple[str, ...]
    winner: int | None


class Replay(NamedTuple):
    """What the cards say. With violations it reaches up to the first card that is wrong."""

    tricks: tuple[Trick, ...]
    augen: int
    """Augen of the declarer, those of the skat included."""
    stiche: int
    """Tricks of the declarer."""
    complete: bool
    """Whether all ten tricks were played."""
    ended: Ending | Literal["entschieden"] | None
    """Why play stopped before the tenth trick: a side ended it, or the game was decided."""
    violations: tuple[Violation, ...]


def trick_winner(cards: Sequence[str], game: str) -> int:
    """Which card of a trick takes it, counted from the card led (ISkO 4.3).

    >>> trick_winner(["HA", "D7", "HK"], "karo"), trick_winner(["CT", "CJ", "CQ"], "null")
    (1, 2)
    """
    order = _order(game)
    led = order[cards[0]][0]
    ranked = [(order[card][0] == "trumpf", order[card][0] == led, order[card][1]) for card in cards]
    return ranked.index(max(ranked))


@lru_cache(maxsize=16)
def _order(game: str) -> dict[str, tuple[str, int]]:
    """For every card its suit in this game (``trumpf`` for trumps) and its rank there (ISkO 2.2)."""
    high = trumps(game)
    order = {card: ("trumpf", -place) for place, card in enumerate(high)}
    for suit, letter in SUIT_LETTERS.items():
        for place, rank in enumerate(NULL_RANKS if game == "null" else RANKS):
            order.setdefault(letter + rank, (suit, place))
    return order


def replay(played: PlayedDeal) -> Replay:
    """Replay the cards: all faults of deal and discard at once, in the play the first wrong card.

    Raises `ValueError` for a seat or a game that cannot play.
    """
    seats = {played.declarer, *(seat for seat, _ in played.plays)}
    if not seats <= {0, 1, 2}:
        raise ValueError(f"seats are 0, 1 and 2, not {seats}")
    if played.contract.game not in (*SUIT_LETTERS, "grand", "null"):
        raise ValueError(f"{played.contract.game!r} is no game that is played with a declarer")
    found = [*_check_hidden(played), *check_deck(played.hands, played.skat), *check_discard(played)]
    if found:
        return Replay((), 0, 0, False, None, tuple(found))
    tricks, found = _play(played)
    laid = played.skat if played.discard is None else played.discard
    taken = [trick for trick in tricks if trick.winner == played.declarer]
    counted = augen(laid) + sum(augen(trick.cards) for trick in taken)
    complete = len(tricks) == 10 and tricks[-1].winner is not None
    ended: Ending | Literal["entschieden"] | None = None
    if not found and not complete:
        if played.end is not None:
            ended = played.end.how
        elif _decided(tricks, played):
            ended = "entschieden"
        else:
            found = [Violation("play_unfinished", "moves", {"count": len(played.plays)}, "ISkO 4.4")]
    return Replay(tuple(tricks), counted, len(taken), complete and not found, ended, tuple(found))


def _play(played: PlayedDeal) -> tuple[list[Trick], list[Violation]]:
    """The tricks up to the end or the first wrong card, and what is wrong with that."""
    game = played.contract.game
    hands = [set(hand) for hand in played.hands]
    if played.discard is not None:
        hands[played.declarer] |= set(played.skat)
        hands[played.declarer] -= set(played.discard)
    tricks: list[Trick] = []
    cards: tuple[str, ...] = ()
    leader = 0
    for seat, card in played.plays:
        if len(tricks) == 10:
            return tricks, [Violation("play_after_last", "moves", {"card": card}, "ISkO 4.1")]
        turn = (leader + len(cards)) % 3
        found = list(_wrong(card, seat, turn, hands[seat], cards, game, len(tricks) + 1))
        if found:
            return [*tricks, Trick(leader, cards, None)] if cards else tricks, found
        hands[seat].remove(card)
        cards += (card,)
        if len(cards) == 3:
            winner = (leader + trick_winner(cards, game)) % 3
            tricks.append(Trick(leader, cards, winner))
            leader, cards = winner, ()
    return [*tricks, Trick(leader, cards, None)] if cards else tricks, []


def _wrong(
    card: str, seat: int, turn: int, hand: Collection[str], cards: tuple[str, ...], game: str, trick: int
) -> Iterator[Violation]:
    """Everything wrong with this card from this seat; ``cards`` already lie in the trick."""
    at = {"trick": trick, "seat": SEATS[seat], "card": card}
    if card == HIDDEN:
        yield Violation("play_hidden", "moves", at, "ISkO 4.1")
        return
    if seat != turn:
        yield Violation("play_turn", "moves", {**at, "turn": SEATS[turn]}, "ISkO 4.1")
    if card not in DECK:
        yield Violation("card_unknown", "moves", {"card": card}, "ISkO 1.2")
    elif card not in hand:
        yield Violation("play_not_held", "moves", at, "ISkO 4.1")
    elif seat == turn and cards:
        order = _order(game)
        led = order[cards[0]][0]
        if order[card][0] != led and any(order[held][0] == led for held in hand):
            yield Violation("play_revoke", "moves", {**at, "suit": led}, "ISkO 4.2")


def _decided(tricks: Sequence[Trick], played: PlayedDeal) -> bool:
    """Whether a Null has taken a trick or an announced Schwarz has lost one."""
    winners = {trick.winner for trick in tricks} - {None}
    if played.contract.game == "null":
        return played.declarer in winners
    return played.contract.owes_all and bool(winners - {played.declarer})


def check_deck(hands: Sequence[Sequence[str]], skat: Sequence[str]) -> list[Violation]:
    """Hands of ten and a skat of two that are not 32 different cards (ISkO 3.2), hidden ones aside."""
    found = [
        Violation("cards_dealt", "cards", {"name": name, "count": len(cards), "most": most}, "ISkO 3.2")
        for name, cards, most in zip((*SEATS, "skat"), (*hands, skat), (10, 10, 10, 2), strict=True)
        if len(cards) != most
    ]
    seen: set[str] = set()
    for card in (card for cards in (*hands, skat) for card in cards if card != HIDDEN):
        if card not in DECK:
            found.append(Violation("card_unknown", "cards", {"card": card}, "ISkO 1.2"))
        elif card in seen:
            found.append(Violation("card_twice", "cards", {"card": card}, "ISkO 3.2"))
        seen.add(card)
    return found


def _check_hidden(played: PlayedDeal) -> list[Violation]:
    dealt = [card for cards in (*played.hands, played.skat, played.discard or ()) for card in cards]
    if HIDDEN not in dealt:
        return []
    return [Violation("cards_hidden", "cards", {"count": dealt.count(HIDDEN)}, "ISkO 3.2")]


def check_discard(played: PlayedDeal) -> list[Violation]:
    """Two different cards of the declarer's twelve are discarded, in Hand games none (ISkO 3.4)."""
    discard, rule = played.discard, "ISkO 3.4"
    if discard is None:
        if played.plays and not played.contract.hand:
            return [Violation("discard_missing", "skat", {}, rule)]
        return []
    if played.contract.hand:
        return [Violation("discard_hand", "skat", {}, rule)]
    found: list[Violation] = []
    if len(set(discard)) != 2 or len(discard) != 2:
        found.append(Violation("discard_count", "skat", {"count": len(set(discard))}, rule))
    twelve = {*played.hands[played.declarer], *played.skat}
    found += [
        Violation("discard_not_held", "skat", {"card": card}, rule)
        for card in dict.fromkeys(discard)
        if card not in twelve and card != HIDDEN
    ]
    return found


def derive_deal(played: PlayedDeal, done: Replay, bid: int | None, book: RuleBook) -> Deal | None:
    """The line of the Spielliste for a deal that was replayed; `None` if the replay found violations.

    Spitzen are those of the declarer's twelve cards. The result is the count where play was complete (in Null
    the tricks alone), else the verdict that the ISkO gives (4.4).
    """
    if done.violations:
        return None
    contract = played.contract
    held = (*played.hands[played.declarer], *played.skat)
    run = None if contract.game == "null" else spitzen(held, contract.game)
    deal = Deal(contract.game, run, *contract[1:], bid=bid or None)
    if contract.game == "null":
        return _replace_null(_null_result(deal, played, done), held, book)
    if done.complete:
        return deal._replace(augen=done.augen, stiche=done.stiche)
    others = [trick for trick in done.tricks if trick.winner not in (None, played.declarer)]
    against = sum(augen(trick.cards) for trick in others)
    certain = True if done.augen >= 90 or against >= 90 else None
    if played.end is None:
        return deal._replace(won=done.augen >= 61, schneider=certain)
    given = played.end.seat != played.declarer
    won = done.augen >= 61 or (given and against < 60)
    deal = deal._replace(won=won, schneider=certain, reason=played.end.reason(played.declarer))
    return _credit_owed(deal, against, len(others), book) if won and given else deal


def _null_result(deal: Deal, played: PlayedDeal, done: Replay) -> Deal:
    """A Null is lost with the first trick; until then the side that gives up loses it (ISkO 4.4)."""
    if done.complete or done.stiche or played.end is None:
        return deal._replace(stiche=done.stiche)
    won = played.end.seat != played.declarer
    return deal._replace(won=won, reason=played.end.reason(played.declarer))


def _credit_owed(deal: Deal, against: int, tricks: int, book: RuleBook) -> Deal:
    """A game the opponents gave up, with the stage its declarer still owed if that was possible (ISkO 4.4).

    ``against`` and ``tricks`` are the Augen and tricks that the opponents have.
    """
    possible = [deal]
    if against <= 30:
        possible.append(deal._replace(schneider=True))
    if tricks == 0:
        possible.append(deal._replace(schneider=True, schwarz=True))
    for candidate in possible:
        if not book.check(candidate) and book.value(candidate).won:
            return candidate
    return deal


def _replace_null(deal: Deal, held: Collection[str], book: RuleBook) -> Deal:
    """The Null itself, or with the cheapest game in its place if its bid has overtaken it (ISkO 3.6.2)."""
    if all(violation.code != "replacement_missing" for violation in book.check(deal)):
        return deal
    charged = [deal._replace(replacement=Replacement(game, spitzen(held, game))) for game in MAX_SPITZEN]
    legal = [candidate for candidate in charged if not book.check(candidate)]
    return max(legal, key=lambda candidate: book.value(candidate).score, default=deal)
