"""The form of a deal: made of what the rule book says about the game chosen, checked by the book."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, Required, TypedDict, TypeVar, Unpack

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.account import Violation
from scoring.cards import MAX_SPITZEN
from scoring.deal import ACCOUNTINGS, DEFAULTS, Deal
from scoring.rulebook import RuleBook
from skatliga.forms import Cleaned, Initial, Sent
from skatliga.rules import wording
from skatliga.rules.books import setting_in_words, values_of
from skatliga.rules.calculator import to_deal, to_initial

GROUPS: tuple[tuple[Promise | str, tuple[str, ...]], ...] = (
    ("", ("mode", "spitzen", "bid", "replacement", "replacement_spitzen")),
    (
        gettext_lazy("Stufen"),
        (
            *("hand", "schneider_angesagt", "schwarz_angesagt", "ouvert", "offen", "offen_offen"),
            *("bock", "kontra", "re", "strecken", "schenken", "schenken_angenommen"),
        ),
    ),
    (
        gettext_lazy("Ergebnis"),
        (
            *("won", "schneider", "schwarz", "augen", "stiche", "losers"),
            *("schieben", "jungfern", "durchmarsch", "reason"),
        ),
    ),
)
"""The fields in the order of the form, and under which heading they stand; the first belong to the game above them."""

_LABELS = {"won": gettext_lazy("Ausgang"), "replacement_spitzen": gettext_lazy("Spitzen des Ersatzspiels")}
_NOTHING = ("", "–")


class DealOptions(TypedDict, total=False):
    """What a deal's form takes beside what was sent."""

    book: Required[RuleBook]
    settings: Mapping[str, object] | None
    seats: Sequence[tuple[int, str]]


class DealForm(forms.Form):
    """One deal under one rule book, with the fields of the game chosen.

    What a table has agreed on (`RuleBook.settings`) is no matter of a single deal and comes in as ``settings``. After
    `is_valid` the deal is `cleaned_deal`; what the book has against it stands on the fields, and as it was said in
    `violations`. **D** Once won or lost is stated, and no count beside it, a stage not ticked was not reached; Schwarz
    brings Schneider. **D** No loser ticked is a Ramsch in which all were level.
    """

    rare: ClassVar[tuple[str, ...]] = ()
    """Fields that are folded away below the others."""

    def __init__(
        self,
        data: Sent = None,
        *,
        book: RuleBook,
        settings: Mapping[str, object] | None = None,
        seats: Sequence[tuple[int, str]] = (),
        initial: Deal | Initial | None = None,
        prefix: str | None = None,
    ) -> None:
        """``seats`` are those who can lose a Ramsch, each with a name; without them seats 1 to 3."""
        super().__init__(data, initial=to_initial(initial) if isinstance(initial, Deal) else initial, prefix=prefix)
        self.book = book
        self.settings = settings or {}
        self.seats = seats or [(seat, _("Platz %(seat)s") % {"seat": seat}) for seat in (1, 2, 3)]
        self.violations: tuple[Violation, ...] = ()
        self.cleaned_deal: Deal | None = None
        self.fields["game"] = _game_field(book)
        chosen = self["game"].value()
        self.chosen: str = chosen if chosen in book.ways else next(iter(book.ways))
        for _legend, names in GROUPS:
            for name in filter(self._is_asked, names):
                self.fields[name] = self._field(name)

    @property
    def shown(self) -> list[forms.BoundField]:
        """The fields of the game chosen, without the choice of the game itself."""
        return [self[name] for name in self.fields if name != "game"]

    @property
    def groups(self) -> Iterator[tuple[Promise | str, list[forms.BoundField]]]:
        """What is always shown, under its headings."""
        for legend, names in GROUPS:
            if fields := [self[name] for name in names if name in self.fields and name not in self.rare]:
                yield legend, fields

    @property
    def folded(self) -> list[forms.BoundField]:
        """What is folded away."""
        return [self[name] for name in self.rare if name in self.fields]

    @property
    def unfolded(self) -> bool:
        """Whether something is written there, or wrong."""
        return any(field.value() not in (None, "") or field.errors for field in self.folded)

    @property
    def bids(self) -> list[int]:
        """The legal bids, rising, where one can be given."""
        return sorted(self.book.bids) if "bid" in self.fields else []

    def clean(self) -> Cleaned:
        cleaned = self.cleaned_data
        if not self.errors:
            self.cleaned_deal = to_deal(cleaned, self._agreed(cleaned))
            self.violations = self.book.check(self.cleaned_deal)
            for violation in self.violations:
                field = violation.field if violation.field in self.fields else None
                self.add_error(field, wording.sentence(violation))
        return cleaned

    def _agreed(self, cleaned: Cleaned) -> Mapping[str, object]:
        return self.settings

    def _is_asked(self, name: str) -> bool:
        """Whether the book has a use for the field in this game: a box must be tickable (Null has no Schneider)."""
        if name == "reason":
            return True
        if name.removesuffix("_spitzen") not in self.book.ways[self.chosen].fields:
            return False
        return name in _FIELDS or any(values_of(self.book, self.chosen)[name])

    def _field(self, name: str) -> forms.Field:
        field = _FIELDS.get(name, _tick)(self, name)
        field.label = _LABELS.get(name) or capfirst(wording.name(name))
        field.required = False
        return field


F = TypeVar("F", bound=DealForm)


def for_other_game(make: Callable[..., F], data: QueryDict, prefix: str | None = None) -> F:
    """The form after another game has been chosen: with what has been typed so far, and nothing held against it."""
    typed = make(data, prefix=prefix)
    return make(initial={name: typed[name].value() for name in typed.fields}, prefix=prefix)


class CalculatorForm(DealForm):
    """A deal of no list: it has no reason, and what a table can agree on is chosen beside it."""

    def __init__(
        self,
        data: Sent = None,
        *,
        initial: Deal | Initial | None = None,
        prefix: str | None = None,
        **given: Unpack[DealOptions],
    ) -> None:
        super().__init__(data, initial=initial, prefix=prefix, **given)
        del self.fields["reason"]
        for name in self.book.settings:
            self.fields[name] = setting_field(name)
            self.fields[name].required = False

    @property
    def agreements(self) -> list[forms.BoundField]:
        """What the table has agreed on."""
        return [self[name] for name in self.book.settings]

    def _agreed(self, cleaned: Cleaned) -> Mapping[str, object]:
        return {name: DEFAULTS[name] if cleaned[name] in (None, "") else cleaned[name] for name in self.book.settings}


def setting_field(name: str) -> forms.Field:
    """A field for something a table agrees on, of the type the deal has for it, with what is usual."""
    usual, label = DEFAULTS[name], capfirst(wording.name(name))
    if isinstance(usual, bool):
        return forms.BooleanField(label=label, initial=usual, required=False)
    if isinstance(usual, int):
        return forms.IntegerField(label=label, initial=usual)
    return forms.ChoiceField(label=label, initial=usual, choices=[(key, setting_in_words(key)) for key in ACCOUNTINGS])


def _game_field(book: RuleBook) -> forms.Field:
    return forms.ChoiceField(
        label=capfirst(wording.name("game")),
        choices=[(game, wording.name(game)) for game in book.ways],
        # Another game has other fields; the page at its own address, without what was asked before, knows them.
        widget=forms.Select(
            attrs={
                "hx-get": "?",
                "hx-target": "#spielangaben",
                "hx-include": "closest form",
                "hx-params": "not csrfmiddlewaretoken",
            }
        ),
    )


def _tick(form: DealForm, name: str) -> forms.Field:
    return forms.BooleanField()


def _number(form: DealForm, name: str) -> forms.Field:
    return forms.IntegerField(widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}))


def _bid(form: DealForm, name: str) -> forms.Field:
    field = _number(form, name)
    field.widget.attrs["list"] = form.add_prefix("reizwerte")
    return field


def _spitzen(form: DealForm, name: str) -> forms.Field:
    """Any whole number, so that the book itself says what is wrong with one that is not in the list."""
    most = MAX_SPITZEN.get(form.chosen, max(MAX_SPITZEN.values()))
    choices = [(sign * n, wording.term(code, count=n)) for code, sign in _SIGNS for n in range(1, most + 1)]
    return forms.IntegerField(widget=forms.Select(choices=[_NOTHING, *choices]))


def _enumerated(form: DealForm, name: str) -> forms.Field:
    """A small number; the book knows which there are."""
    found = values_of(form.book, form.chosen)[name]
    return forms.IntegerField(widget=forms.Select(choices=[(number, number) for number in sorted(found)]))


def _mode(form: DealForm, name: str) -> forms.Field:
    found = [mode for mode in values_of(form.book, form.chosen)[name] if mode]
    return _choice([_NOTHING, *((mode, wording.name(mode)) for mode in found)])


def _replacement(form: DealForm, name: str) -> forms.Field:
    found = [game for game in form.book.ways if game in MAX_SPITZEN]
    return forms.ChoiceField(choices=[_NOTHING, *((game, wording.name(game)) for game in found)])


def _verdict(form: DealForm, name: str) -> forms.Field:
    choices = [("True", wording.term("gewonnen")), ("False", wording.term("verloren")), ("", _("wie gezählt"))]
    return _choice(choices, "True".__eq__, forms.RadioSelect)


def _gifts(form: DealForm, name: str) -> forms.Field:
    offered = [gifts for gifts in values_of(form.book, form.chosen)[name] if gifts]
    named = [(" ".join(gifts), _(", dann ").join(capfirst(wording.term(gift)) for gift in gifts)) for gifts in offered]
    return forms.ChoiceField(choices=[_NOTHING, *named])


def _answer(form: DealForm, name: str) -> forms.Field:
    return _choice([_NOTHING, ("True", _("angenommen")), ("False", pgettext("Schenken", "abgelehnt"))], "True".__eq__)


def _losers(form: DealForm, name: str) -> forms.Field:
    return forms.TypedMultipleChoiceField(
        choices=form.seats,
        coerce=int,
        empty_value=(),  # type: ignore[arg-type]  # the stubs know lists alone
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Haben alle drei gleich viele Augen, keinen ankreuzen."),
    )


def _reason(form: DealForm, name: str) -> forms.Field:
    return forms.CharField(max_length=200)


def _choice(
    choices: list[tuple[str, str]],
    coerce: Callable[[str], object] = str,
    widget: type[forms.Widget] = forms.Select,
) -> forms.Field:
    return forms.TypedChoiceField(choices=choices, coerce=coerce, empty_value=None, widget=widget)


_SIGNS = (("mit", 1), ("ohne", -1))
_FIELDS: dict[str, Callable[[DealForm, str], forms.Field]] = {
    "mode": _mode,
    "spitzen": _spitzen,
    "bid": _bid,
    "replacement": _replacement,
    "replacement_spitzen": _spitzen,
    "schenken": _gifts,
    "schenken_angenommen": _answer,
    "won": _verdict,
    "augen": _number,
    "stiche": _number,
    "losers": _losers,
    "schieben": _enumerated,
    "jungfern": _enumerated,
    "reason": _reason,
}
"""How the fields are made that are no boxes to tick."""
