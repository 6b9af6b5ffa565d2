"""The JSON form of deals and lists: reading what anybody may send, writing what the engine answers.

Reading never raises: whatever is wrong with a text comes back as violations, all at once. Numbers where true or false
belongs and the reverse are wrong, so are unknown fields, decimals, NaN and keys given twice.
"""

import json
from collections import Counter
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn

from scoring.account import Account, Violation, sentence
from scoring.cards import DECK, MAX_SPITZEN, spitzen
from scoring.deal import DEFAULTS, FIELDS, Deal, Replacement
from scoring.rulebook import RuleBook
from scoring.rulebooks import BOOKS

if TYPE_CHECKING:  # only `iss` needs its patterns, and compiling them takes as long as a hundred deals
    from scoring.iss import Judgement

Fields = dict[str, Any]
"""One JSON object as read."""
Cards = Collection[str]

_KINDS: Final[dict[str, type]] = {
    **dict.fromkeys("hand schneider_angesagt schwarz_angesagt ouvert won schneider schwarz offen".split(), bool),
    **dict.fromkeys("offen_offen kontra re strecken schenken_angenommen bock durchmarsch hand_doubled".split(), bool),
    **dict.fromkeys("spitzen bid augen stiche jungfern schieben ramsch_limit".split(), int),
    **dict.fromkeys("game mode reason accounting rulebook".split(), str),
    **dict.fromkeys(("schenken", "losers", "replacement", "cards", "skat"), object),
}
_KIND_NAMES: Final = {bool: "true oder false", int: "eine ganze Zahl", str: "ein Text"}


class DealRead(NamedTuple):
    """A deal as it was sent, with everything that is wrong with its form."""

    book: RuleBook | None
    deal: Deal | None
    violations: tuple[Violation, ...]


class _RefusedError(Exception):
    """Ends the reading of a JSON text that has no honest meaning."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.violation = form_violation(code, "", **params)


def form_violation(code: str, field: str, /, **params: object) -> Violation:
    """A violation of the JSON form; its rule is the form itself."""
    return Violation(code, field, params, "JSON")


def read_object(text: bytes | str) -> Fields | Violation:
    """One JSON object, or why there is none."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        found = _DECODER.decode(text)
    except UnicodeDecodeError as error:
        return form_violation("not_utf8", "", position=error.start)
    except _RefusedError as refused:
        return refused.violation
    except RecursionError:
        return form_violation("nested_too_deep", "")
    except json.JSONDecodeError as error:
        return form_violation("not_json", "", position=error.pos)
    except ValueError:
        return form_violation("number_too_long", "")
    return found if isinstance(found, dict) else form_violation("not_an_object", "")


def _unique(pairs: list[tuple[str, object]]) -> Fields:
    found = dict(pairs)
    if len(found) < len(pairs):
        times = Counter(name for name, _ in pairs)
        raise _RefusedError("duplicate_key", found=next(name for name in found if times[name] > 1))
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise _RefusedError("not_a_number", found=name)


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse_constant)


def read_deal(fields: Fields, default: RuleBook) -> DealRead:
    """The deal of one JSON object, with all violations of form and, where there is a deal, of its rules.

    ``default`` is the rule book of lines that name none.
    """
    found: list[Violation] = []
    book = read_book(fields, default, found)
    values: Fields = {}
    for name, value in fields.items():
        kind = _KINDS.get(name)
        if type(value) is kind:
            values[name] = value
        elif kind is None:
            found.append(form_violation("field_unknown", name, found=name))
        elif kind is object and value is not None:
            _read_compound(name, value, values, found)
        elif value is not None:
            found.append(form_violation("wrong_kind", name, name=name, kind=_KIND_NAMES[kind]))
    values.pop("rulebook", None)
    if "game" not in values:
        if "game" not in {violation.field for violation in found}:
            found.append(form_violation("field_missing", "game", name="game"))
        return DealRead(book, None, tuple(found))
    if book is None:
        return DealRead(None, None, tuple(found))
    cards = values.pop("cards", None), values.pop("skat", None)
    if values.get("bid") == 0:
        del values["bid"]
    if any(cards):
        _derive_spitzen(cards, book, values, found)
    deal = Deal(**values)
    broken = {violation.field for violation in found}
    found += [violation for violation in book.check(deal) if violation.field not in broken]
    return DealRead(book, deal, tuple(found))


def read_book(fields: Fields, default: RuleBook, found: list[Violation]) -> RuleBook | None:
    """The rule book named in an object."""
    key = fields.get("rulebook")
    if key is None:
        return default
    if isinstance(key, str) and key in BOOKS:
        return BOOKS[key]
    if isinstance(key, str):
        found.append(form_violation("rulebook_unknown", "rulebook", key=key, known=", ".join(BOOKS)))
    return None


def _read_compound(name: str, value: object, values: Fields, found: list[Violation]) -> None:
    """The fields that are no plain number, text or truth value."""
    if name == "replacement":
        if isinstance(value, dict) and value.keys() == {"game", "spitzen"}:
            if type(value["game"]) is str and type(value["spitzen"]) is int:
                values[name] = Replacement(value["game"], value["spitzen"])
                return
        found.append(form_violation("replacement_form", name))
    elif name in ("cards", "skat"):
        cards = value.split() if isinstance(value, str) else value
        if isinstance(cards, list) and all(isinstance(card, str) and card in DECK for card in cards):
            values[name] = tuple(cards)
        else:
            found.append(form_violation("cards_form", name, name=name))
    else:
        entries = [value] if name == "schenken" and isinstance(value, str) else value
        kind = str if name == "schenken" else int
        if isinstance(entries, list) and all(type(entry) is kind for entry in entries):
            values[name] = tuple(entries)
        else:
            found.append(form_violation("list_form", name, name=name, kind=_KIND_NAMES[kind]))


def _derive_spitzen(
    cards: tuple[Cards | None, Cards | None], book: RuleBook, values: Fields, found: list[Violation]
) -> None:
    """Spitzen of the declarer's cards, hand and skat together; given ones must agree (ISkO 2.3)."""
    game = values["game"]
    hand, skat = cards[0] or (), cards[1] or ()
    all_cards = {*hand, *skat}
    if (len(hand), len(skat)) != book.dealt or len(all_cards) != len(hand) + len(skat):
        if not {"cards", "skat"} & {violation.field for violation in found}:
            params = {"cards": len(hand), "skat": len(skat), "hand": book.dealt[0], "laid": book.dealt[1]}
            found.append(form_violation("cards_count", "cards", **params))
        return
    if game == "null":
        replacement = values.get("replacement")
        if replacement is not None:
            _compare_spitzen("replacement", replacement.game, replacement.spitzen, all_cards, found)
    elif game in MAX_SPITZEN:
        if "spitzen" in values:
            _compare_spitzen("spitzen", game, values["spitzen"], all_cards, found)
        else:
            values["spitzen"] = spitzen(all_cards, game)
    else:
        found.append(form_violation("cards_needless", "cards", game=game))


def _compare_spitzen(field: str, game: str, given: int, cards: Collection[str], found: list[Violation]) -> None:
    counted = spitzen(cards, game) if game in MAX_SPITZEN else given
    if given != counted:
        found.append(form_violation("spitzen_differ", field, given=given, counted=counted))


def deal_fields(deal: Deal) -> Fields:
    """The JSON object of a deal: its fields that are not at their default; a single gift is a word, not a list."""
    fields: Fields = {"game": deal.game}
    for name, value in zip(FIELDS[1:], deal[1:], strict=True):
        if value != DEFAULTS[name]:
            fields[name] = value._asdict() if isinstance(value, Replacement) else _listed(value)
    if len(deal.schenken) == 1:
        fields["schenken"] = deal.schenken[0]
    return fields


def _listed(value: object) -> object:
    """Several values as JSON holds them, so that what is written can be read before it ever was a text."""
    return list(value) if isinstance(value, tuple) else value


def account_fields(account: Account, warnings: Collection[Violation] = ()) -> Fields:
    """The answer for a deal without violations."""
    answer: Fields = {
        "score": account.score,
        "won": account.won,
        "ueberreizt": account.ueberreizt,
        "value": account.value,
    }
    if account.base is not None:
        answer["base"] = account.base
        answer["multiplier"] = account.multiplier
    items = account.items
    answer["text"] = sentence(items, account.score)
    answer["items"] = [{"label": item.label, "count": item.count, "rule": item.rule} for item in items]
    if warnings:
        answer["warnings"] = violation_list(warnings)
    return answer


def violation_list(violations: Collection[Violation]) -> list[Fields]:
    """Violations as the answer lists them."""
    return [
        {"code": found.code, "field": found.field, "rule": found.rule, "message": found.message} for found in violations
    ]


def judgement_fields(judgement: "Judgement") -> Fields:
    """The answer to a server record; ``ended`` only where a side ended the play early."""
    answer: Fields = judgement._asdict()
    if judgement.ended is None:
        del answer["ended"]
    if judgement.deal is not None:
        answer["deal"] = deal_fields(judgement.deal)
    answer["tricks"] = [{**trick._asdict(), "cards": list(trick.cards)} for trick in judgement.tricks]
    answer["violations"] = violation_list(judgement.violations)
    return answer


def dump(answer: Mapping[str, object]) -> bytes:
    """One line of output. Text that is no Unicode comes out escaped."""
    return _ENCODER.encode(answer).encode("utf-8", "backslashreplace") + b"\n"


_ENCODER: Final = json.JSONEncoder(ensure_ascii=False)
