"""The JSON form of a quota: units, title holders and answers read, places and offers written."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple, cast

from scoring.account import Violation, say
from scoring.deal_json import Fields, read_object
from scoring.federation.offers import OfferAnswer, OfferOutcome, OfferRule, run_offers
from scoring.federation.quotas import (
    Method,
    QuotaTieError,
    Rounding,
    dhondt,
    largest_remainder,
    proportional,
    share_of,
)
from scoring.form_reader import FormReader, Given, inside

MOST: Final = 1_000_000
"""Of members, places or days; far beyond what there is."""
MOST_PLACES: Final = 10_000
METHODS: Final[dict[str, Method]] = {"largest_remainder": largest_remainder, "dhondt": dhondt}
_WAYS: Final = ("fixed", "share", *METHODS)
_SAYS: Final = ("accepted", "declined")


class QuotaUnit(NamedTuple):
    """A unit that sends somebody: a Verbandsgruppe, a Landesverband."""

    key: str
    members: int
    starters: int
    places: int
    ranking: tuple[str, ...]


class TitleHolder(NamedTuple):
    """Who has a place whatever happens."""

    player: str
    unit: str


class QuotaRule(NamedTuple):
    """How places are divided."""

    way: str
    by: str
    places: int | None
    share: Fraction
    rounding: Rounding
    least: int
    lots: tuple[str, ...]
    inside: bool
    """Whether title holders take places of their units, or have places besides."""


class OfferTerms(NamedTuple):
    """How places are offered, what was answered, and what day it is."""

    rule: OfferRule
    answers: tuple[OfferAnswer, ...]
    day: int


def answer_text(text: bytes | str) -> tuple[Fields, bool]:
    """The places of one quota, or everything that is wrong with it; and whether it is all good."""
    given = read_object(text)
    reader = QuotaReader()
    if isinstance(given, Violation):
        reader.found.append(given)
        return {"violations": _violation_list(reader.found)}, False
    answer = reader.answer(given)
    if reader.found or answer is None:
        return {"violations": _violation_list(reader.found)}, False
    return answer, True


def _violation_list(found: Sequence[Violation]) -> list[Fields]:
    return [{"code": each.code, "where": each.field, "message": each.message} for each in found]


class QuotaReader(FormReader):
    """Reads a quota and answers it."""

    def answer(self, given: Given) -> Fields | None:
        """Places by unit and who has them; None where something is wrong."""
        rule_fields = ("way", "by", "places", "share", "rounding", "least", "lots", "seeding")
        given = self.fields(dict(given), "", ("units", "seeded", "offers", *rule_fields), ("units", "way"))
        rule = self._rule(given)
        listed = self.listed(given["units"], "units") if "units" in given else ()
        units = [self._unit(each, where, rule) for each, where in listed]
        seeded = [
            self._holder(each, where) for each, where in self.listed(given.get("seeded", []), "seeded", empty=True)
        ]
        terms = self._terms(given["offers"]) if "offers" in given else None
        self._check_names(units, rule, seeded)
        if self.found:
            return None
        quotas = self._quotas(rule, units, len(seeded))
        if quotas is None:
            return None
        return self._answer(rule, units, seeded, quotas, terms)

    # ---- Reading

    def _number(self, given: Given, name: str, where: str, most: int = MOST, least: int = 0) -> int:
        found = self.count(given[name], inside(where, name), least)
        if found > most:
            self.refuse("form_bounds", inside(where, name), bounds=f"höchstens {most}")
            return 1
        return found

    def _maybe(self, given: Given, name: str, where: str, most: int = MOST) -> int:
        return self._number(given, name, where, most) if name in given else 0

    def _rule(self, given: Given) -> QuotaRule:
        way = self.word(given["way"], "way", _WAYS) if "way" in given else "fixed"
        share = Fraction(self.number(given["share"], "share")) if "share" in given else Fraction(1)
        if not 0 < share <= 1:
            self.refuse("form_bounds", "share", bounds="größer als 0, höchstens 1")
        for name, ways in (("share", ("share",)), ("rounding", ("share",)), ("by", METHODS), ("least", METHODS)):
            if name in given and way not in ways:
                self.refuse("quota_foreign", name, way=way)
        if way in METHODS and "places" not in given:
            self.refuse("field_missing", "places")
        if way == "share" and "share" not in given:
            self.refuse("field_missing", "share")
        if way == "share" and "places" in given:
            self.refuse("quota_foreign", "places", way=way)
        return QuotaRule(
            way,
            self.word(given.get("by", "members"), "by", ("members", "starters")),
            self._number(given, "places", "", MOST_PLACES) if "places" in given else None,
            share,
            cast(Rounding, self.word(given.get("rounding", "up"), "rounding", ("up", "half", "down"))),
            self._maybe(given, "least", "", MOST_PLACES),
            self._texts(given, "lots", ""),
            self.word(given.get("seeding", "outside"), "seeding", ("outside", "inside")) == "inside",
        )

    def _texts(self, given: Given, name: str, where: str) -> tuple[str, ...]:
        where = inside(where, name)
        found = tuple(self.text(each, at) for each, at in self.listed(given.get(name, []), where, empty=True))
        self._once(found, where)
        return found

    def _once(self, names: Sequence[str], where: str) -> None:
        """Note the first name that is there twice."""
        seen: set[str] = set()
        for name in names:
            if name in seen:
                self.refuse("form_twice", where, found=name)
                return
            seen.add(name)

    def _unit(self, value: object, where: str, rule: QuotaRule) -> QuotaUnit:
        counts = {"fixed": "places", "share": "starters"}.get(rule.way, rule.by)
        known = ("unit", "members", "starters", "ranking", *(("places",) if rule.way == "fixed" else ()))
        given = self.fields(value, where, known, ("unit", counts))
        return QuotaUnit(
            self.text(given["unit"], inside(where, "unit")) if "unit" in given else "?",
            self._maybe(given, "members", where),
            self._maybe(given, "starters", where),
            self._maybe(given, "places", where, MOST_PLACES),
            self._texts(given, "ranking", where),
        )

    def _holder(self, value: object, where: str) -> TitleHolder:
        given = self.fields(value, where, ("player", "unit"), ("player", "unit"))
        player, unit = (
            self.text(given[name], inside(where, name)) if name in given else "" for name in ("player", "unit")
        )
        return TitleHolder(player, unit)

    def _terms(self, value: object) -> OfferTerms:
        known = ("opens", "days", "closes", "pass_on", "answers", "day")
        given = self.fields(value, "offers", known, ("opens", "days", "day"))
        opens, days, closes, day = (self._maybe(given, name, "offers") for name in ("opens", "days", "closes", "day"))
        last = closes if "closes" in given else None
        if last is not None and last < opens:
            self.refuse("quota_closed", "offers.closes")
        answers = [
            self._answer_of(each, where)
            for each, where in self.listed(given.get("answers", []), "offers.answers", empty=True)
        ]
        return OfferTerms(OfferRule(opens, days, last, self._texts(given, "pass_on", "offers")), tuple(answers), day)

    def _answer_of(self, value: object, where: str) -> OfferAnswer:
        given = self.fields(value, where, ("player", "day", "answer"), ("player", "day", "answer"))
        player = self.text(given["player"], inside(where, "player")) if "player" in given else ""
        says = self.word(given["answer"], inside(where, "answer"), _SAYS) if "answer" in given else "declined"
        return OfferAnswer(player, self._maybe(given, "day", where), "accepted" if says == "accepted" else "declined")

    def _check_names(self, units: Sequence[QuotaUnit], rule: QuotaRule, seeded: Sequence[TitleHolder]) -> None:
        """Units and players are named once, and nobody is named who is not there."""
        keys = [unit.key for unit in units]
        players = [player for unit in units for player in unit.ranking]
        for where, names in (("units", keys), ("units", players), ("seeded", [each.player for each in seeded])):
            self._once(names, where)
        for where, names in (("lots", list(rule.lots)), ("seeded", [each.unit for each in seeded])):
            for name in sorted(set(names) - set(keys)):
                self.refuse("form_nowhere", where, found=name)

    # ---- Dividing

    def _quotas(self, rule: QuotaRule, units: Sequence[QuotaUnit], seeded: int) -> dict[str, int] | None:
        """Places by unit, without title holders who have places besides."""
        if rule.way == "fixed":
            quotas = {unit.key: unit.places for unit in units}
            total = sum(quotas.values()) + (0 if rule.inside else seeded)
            if rule.places is not None and rule.places != total:
                self.refuse("quota_sum", "places", found=total, places=rule.places)
                return None
            return quotas
        if rule.way == "share":
            return {unit.key: share_of(unit.starters, rule.share, rule.rounding) for unit in units}
        weights = {unit.key: unit.members if rule.by == "members" else unit.starters for unit in units}
        places = (rule.places or 0) - (0 if rule.inside else seeded)
        served = sum(weight > 0 for weight in weights.values())
        if not served:
            self.refuse("quota_nobody", "units")
        elif places < served * rule.least:
            self.refuse("quota_least", "least", places=places, units=served)
        else:
            try:
                return proportional(weights, places, METHODS[rule.way], rule.lots, rule.least)
            except QuotaTieError as tie:
                self.refuse("quota_lots", "lots", units=", ".join(tie.units))
        return None

    # ---- Answering

    def _answer(
        self,
        rule: QuotaRule,
        units: Sequence[QuotaUnit],
        seeded: Sequence[TitleHolder],
        quotas: dict[str, int],
        terms: OfferTerms | None,
    ) -> Fields | None:
        holders = {unit.key: [each.player for each in seeded if each.unit == unit.key] for unit in units}
        seated = {each.player for each in seeded}
        ranking = {unit.key: [player for player in unit.ranking if player not in seated] for unit in units}
        for unit in units if rule.inside else ():
            if len(holders[unit.key]) > quotas[unit.key]:
                self.refuse("quota_seeded", "seeded", unit=unit.key, places=quotas[unit.key])
        to_give = {key: quota - (len(holders[key]) if rule.inside else 0) for key, quota in quotas.items()}
        answer: Fields = {
            "places": sum(to_give.values()) + len(seeded),
            "units": [
                {
                    "unit": unit.key,
                    "quota": quotas[unit.key],
                    "seeded": holders[unit.key],
                    "qualified": ranking[unit.key][: to_give[unit.key]],
                    "next": ranking[unit.key][to_give[unit.key] :],
                }
                for unit in units
            ],
        }
        if self.found:
            return None
        if terms:
            outcome = run_offers(to_give, ranking, terms.rule, terms.answers, terms.day)
            answer |= _offer_fields(outcome)
        return answer


def _offer_fields(outcome: OfferOutcome) -> Fields:
    return {
        "offers": [offer._asdict() for offer in outcome.offers],
        "ignored": [
            {
                "player": answer.player,
                "day": answer.day,
                "code": why,
                "message": say(why, {}),
            }
            for answer, why in outcome.ignored
        ],
        "free": {unit: count for unit, count in sorted(outcome.free.items()) if count},
    }
