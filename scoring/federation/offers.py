"""Places that are offered: accepted, declined or lapsed, and who is next.

>>> rule = OfferRule(opens=1, days=7)
>>> answers = [OfferAnswer("Anna", 3, "accepted"), OfferAnswer("Bert", 5, "declined")]
>>> for offer in run_offers({"VG 1": 2}, {"VG 1": ["Anna", "Bert", "Cora"]}, rule, answers, day=6).offers:
...     print(offer.player, offer.offered, offer.deadline, offer.state)
Anna 1 8 accepted
Bert 1 8 declined
Cora 5 12 open

Days are numbers, counted from anywhere; what is today is said, not looked up.

* **D** An answer counts until the end of the last day. The day after, the place is offered to the next.
* **D** Who has accepted may still decline as long as places are offered. Who has declined, or has let his offer lapse,
  is out. Who declines before he is offered anything is passed over when it is his turn.
* **D** Whoever is offered a place late has as many days, but not longer than until offering ends. A place that is free
  after that stays free.
* **D** Where a unit has nobody left, its place goes to the units of `pass_on` in turn.
"""

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

OfferState = Literal["open", "accepted", "declined", "lapsed"]
Ignored = Literal["answer_without_offer", "answer_late", "answer_again", "answer_not_yet"]


class OfferRule(NamedTuple):
    """When places are offered, and how long somebody may think."""

    opens: int
    """The day of the first offers."""
    days: int
    """How many days later an answer must be there."""
    closes: int | None = None
    """The last day on which anything is offered or answered."""
    pass_on: tuple[str, ...] = ()


class OfferAnswer(NamedTuple):
    """What somebody said, and when."""

    player: str
    day: int
    says: Literal["accepted", "declined"]


class IgnoredAnswer(NamedTuple):
    """An answer that changes nothing, and why."""

    answer: OfferAnswer
    why: Ignored


class PlaceOffer(NamedTuple):
    """A place that somebody was offered."""

    player: str
    unit: str
    place_of: str
    """Whose place it was; another unit's where that has nobody left."""
    offered: int
    deadline: int
    state: OfferState


class OfferOutcome(NamedTuple):
    """Who was offered a place up to a day, in this order; what was not heeded; places that nobody has, by unit."""

    offers: tuple[PlaceOffer, ...]
    ignored: tuple[IgnoredAnswer, ...]
    free: Mapping[str, int]


def run_offers(
    places: Mapping[str, int],
    ranking: Mapping[str, Sequence[str]],
    rule: OfferRule,
    answers: Sequence[OfferAnswer],
    day: int,
) -> OfferOutcome:
    """What became of all places until the end of a day; players are ranked in one unit only."""
    offering = _Offering(ranking, rule)
    early = min(rule.opens, day + 1)
    offering.hear_early([each for each in answers if each.day < early])
    if day >= rule.opens:
        for unit in sorted(places):
            for _place in range(places[unit]):
                offering.offer(unit, rule.opens)
    coming = deque(sorted((each for each in answers if each.day >= early), key=lambda answer: answer.day))
    while (today := offering.next_day(coming)) is not None and today <= day:
        offering.lapse(today)
        now = []
        while coming and coming[0].day == today:
            now.append(coming.popleft())
        offering.hear(now)
    offering.ignored += [IgnoredAnswer(answer, "answer_not_yet") for answer in coming]
    return OfferOutcome(tuple(offer.told() for offer in offering.offers), tuple(offering.ignored), dict(offering.free))


@dataclass
class _Made:
    """An offer that was made."""

    player: str
    unit: str
    place_of: str
    offered: int
    deadline: int
    state: OfferState = "open"

    def told(self) -> PlaceOffer:
        return PlaceOffer(self.player, self.unit, self.place_of, self.offered, self.deadline, self.state)


class _Offering:
    """Makes offers and hears answers."""

    def __init__(self, ranking: Mapping[str, Sequence[str]], rule: OfferRule) -> None:
        self.rule = rule
        self.left = {unit: deque(players) for unit, players in ranking.items()}
        self.rank = {player: (unit, n) for unit, players in ranking.items() for n, player in enumerate(players)}
        self.turn = list(rule.pass_on)
        self.offers: list[_Made] = []
        self.open: list[_Made] = []
        self.by_player: dict[str, _Made] = {}
        self.ignored: list[IgnoredAnswer] = []
        self.unwilling: set[str] = set()
        self.free: Counter[str] = Counter()

    def offer(self, place_of: str, today: int) -> None:
        """Offer a place to the next."""
        closes = self.rule.closes
        unit = self._unit_for(place_of)
        if unit is None or (closes is not None and today > closes):
            self.free[place_of] += 1
            return
        deadline = today + self.rule.days
        if closes is not None:
            deadline = min(deadline, closes)
        made = _Made(self.left[unit].popleft(), unit, place_of, today, deadline)
        self.offers.append(made)
        self.open.append(made)
        self.by_player[made.player] = made

    def _has_somebody(self, unit: str) -> bool:
        left = self.left.get(unit)
        while left and left[0] in self.unwilling:
            left.popleft()
        return bool(left)

    def _unit_for(self, place_of: str) -> str | None:
        if self._has_somebody(place_of):
            return place_of
        for unit in self.turn:
            if self._has_somebody(unit):
                self.turn.remove(unit)
                self.turn.append(unit)
                return unit
        return None

    def next_day(self, coming: Sequence[OfferAnswer]) -> int | None:
        """The next day on which something happens."""
        self.open = [offer for offer in self.open if offer.state == "open"]
        days = [offer.deadline + 1 for offer in self.open]
        if coming:
            days.append(coming[0].day)
        return min(days, default=None)

    def lapse(self, today: int) -> None:
        """Pass on what was not answered in time."""
        for offer in [offer for offer in self.open if offer.state == "open" and offer.deadline < today]:
            offer.state = "lapsed"
            self.offer(offer.place_of, today)

    def hear(self, answers: Sequence[OfferAnswer]) -> None:
        """The answers of one day; whoever is offered a place by one may answer on the same day."""
        waiting = sorted(answers, key=lambda answer: (self.rank.get(answer.player, ("", 0)), answer.player))
        while heard := [answer for answer in waiting if answer.player in self.by_player]:
            waiting = [answer for answer in waiting if answer.player not in self.by_player]
            for answer in heard:
                self._heed(answer, self.by_player[answer.player])
        self.hear_early(waiting)

    def hear_early(self, answers: Sequence[OfferAnswer]) -> None:
        """Answers of those who were offered nothing yet."""
        for answer in answers:
            if answer.player in self.unwilling:
                self.ignored.append(IgnoredAnswer(answer, "answer_again"))
            elif answer.says == "declined" and answer.player in self.rank:
                self.unwilling.add(answer.player)
            else:
                self.ignored.append(IgnoredAnswer(answer, "answer_without_offer"))

    def _heed(self, answer: OfferAnswer, offer: _Made) -> None:
        closes = self.rule.closes
        if offer.state == "lapsed" or (closes is not None and answer.day > closes):
            self.ignored.append(IgnoredAnswer(answer, "answer_late"))
        elif offer.state == "declined" or offer.state == answer.says:
            self.ignored.append(IgnoredAnswer(answer, "answer_again"))
        else:
            offer.state = answer.says
            if answer.says == "declined":
                self.offer(offer.place_of, answer.day)
