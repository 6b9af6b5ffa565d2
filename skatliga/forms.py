"""What forms share: how one is called and what it gives back, fields with late choices, what a service refuses."""

import datetime
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final, TypeAlias, TypedDict

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Model, QuerySet
from django.forms import BaseForm
from django.utils.datastructures import MultiValueDict

Sent: TypeAlias = Mapping[str, object] | None
"""What was typed into a form, None for one that is only shown."""
Files: TypeAlias = "MultiValueDict[str, UploadedFile] | None"
"""The files sent with it."""
Cleaned: TypeAlias = dict[str, Any]
"""What a form has read: under the name of each field what this kind of field makes of it."""
Initial: TypeAlias = dict[str, Any]
"""What a form shows at first, by the names of its fields."""

LONGEST_KEY: Final = 18
"""Digits of a key that a whole number of 64 bits surely holds."""


class FormOptions(TypedDict, total=False):
    """What every form takes beside its own arguments."""

    auto_id: str | bool
    prefix: str | None
    initial: Initial | None


def choice_field(form: forms.BaseForm, name: str) -> forms.ChoiceField:
    """The field of a form whose choices are given when it is made."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    return field


def model_field(form: forms.BaseForm, name: str) -> forms.ModelChoiceField:
    """The field of a form whose rows to choose from are given when it is made."""
    field = form.fields[name]
    assert isinstance(field, forms.ModelChoiceField)
    return field


FIRST_DAY: Final = datetime.date(1900, 1, 1)
LAST_DAY: Final = datetime.date(2199, 12, 31)
_NO_DAY: Final = " ?"
"""Put behind a day that nobody means, so that the field refuses it as none."""


class _DayInput(forms.DateInput):
    """A day; one of a year of which a digit was missed, such as 0019, is refused by any field."""

    def value_from_datadict(
        self, data: Mapping[str, Any], files: "MultiValueDict[str, UploadedFile]", name: str
    ) -> object:
        written = super().value_from_datadict(data, files, name)
        with suppress(ValidationError):
            day = forms.DateField(required=False).clean(written)
            if day and not FIRST_DAY <= day <= LAST_DAY:
                return f"{written}{_NO_DAY}"
        return written

    def format_value(self, value: object) -> str | None:
        shown = super().format_value(value)
        return shown.removesuffix(_NO_DAY) if shown else shown


def day_input() -> forms.DateInput:
    """How a day is entered: by the browser's own calendar, which writes it as 2026-03-14."""
    bounds = {"min": FIRST_DAY.isoformat(), "max": LAST_DAY.isoformat()}
    return _DayInput(format="%Y-%m-%d", attrs={"type": "date", **bounds})


class RowsField(forms.ModelMultipleChoiceField):
    """Rows of which several are chosen by their keys; a key too large for any database is none that is offered."""

    def clean(self, value: Iterable[object] | None) -> QuerySet[Model]:
        for key in value or ():
            if len(str(key)) > LONGEST_KEY:
                raise ValidationError(
                    self.error_messages["invalid_choice"], code="invalid_choice", params={"value": key}
                )
        return super().clean(value)


@contextmanager
def refusal_in(form: BaseForm, field: str | None = None) -> Iterator[None]:
    """Say what a service refuses at a field, or above the whole form (None), and go on: the page shows it again."""
    try:
        yield
    except ValidationError as refusal:
        form.add_error(field, refusal.messages)


# ---- Forms whose pages may be older than what is stored


class KeepsWhatOthersChanged(BaseForm):
    """For a form that changes something stored: a field that was sent as it was shown keeps what is stored now.

    Two who have the same page open at once so change what each has changed. **D** Where both have changed one field the
    later one holds; the history knows both.
    """

    def watch(self) -> None:
        """Let the page remember what it showed; called once all fields are there."""
        for field in self.fields.values():
            field.show_hidden_initial = True

    def clean(self) -> Cleaned:
        super().clean()
        cleaned = self.cleaned_data
        for name in cleaned.keys() - set(self.changed_data):
            if self[name].html_initial_name in self.data:
                cleaned[name] = self.stored(name)
        return cleaned

    def stored(self, name: str) -> object:
        """What is stored now of this field; of a model's form its instance is still as it was."""
        instance = getattr(self, "instance", None)
        return getattr(instance, name) if hasattr(instance, name) else self.initial.get(name)
