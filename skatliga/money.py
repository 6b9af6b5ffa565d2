"""Money as it is typed, and transfers: in words and as the code that banks' apps read (EPC069-12, GiroCode)."""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from segno import QRCode
from segno.helpers import make_epc_qr

from skatliga.formatting import read_euros, write_euros

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MOST: Final = 10_000_000
"""More cents than these are a slip of the hand."""
MOST_BYTES: Final = 210
"""Of an account's holder."""


def write_amount(cents: int) -> str:
    """An amount as it stands in a field, without the sign of the euro."""
    return write_euros(cents).removesuffix("\N{NO-BREAK SPACE}€")


class EuroField(forms.Field):
    """An amount of at least nothing, cleaned to cents; an empty field is nothing."""

    def __init__(
        self,
        *,
        label: "StrOrPromise",
        required: bool = False,
        initial: int | None = None,
        help_text: "StrOrPromise" = "",
    ) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "class": "euros"})
        super().__init__(label=label, required=required, initial=initial, help_text=help_text, widget=widget)

    def to_python(self, value: object) -> int | None:
        text = str(value or "").strip()
        if not text:
            return None if self.required else 0
        cents = read_euros(text)
        if cents is None or not 0 <= cents <= MOST:
            raise ValidationError(_("Bitte einen Betrag in Euro eingeben, zum Beispiel 5 oder 5,00."))
        return cents

    def prepare_value(self, value: object) -> object:
        return write_amount(value) if isinstance(value, int) else value


# ---- Accounts and transfers


def read_iban(text: str) -> str:
    """The number of an account, however it is typed."""
    return re.sub(r"\s", "", text).upper()


def validate_iban(iban: str) -> None:
    """Refuse what is no account number: its shape, or its check digits (ISO 13616, modulo 97).

    >>> validate_iban("DE89370400440532013000")
    """
    moved = iban[4:] + iban[:4]
    if not re.fullmatch(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}", iban) or _as_number(moved) % 97 != 1:
        raise ValidationError(_("Das ist keine gültige IBAN; bitte noch einmal mit dem Kontoauszug vergleichen."))


def validate_holder(name: str) -> None:
    """Refuse a name that is too long for the code of a transfer, which has room for 331 bytes in all."""
    if len(name.encode()) > MOST_BYTES:
        raise ValidationError(_("Bitte so schreiben, wie es auf dem Kontoauszug steht."))


def _as_number(text: str) -> int:
    return int("".join(str(int(letter, 36)) for letter in text))


@dataclass(frozen=True, slots=True)
class Transfer:
    """A transfer in euros to the account of an organiser."""

    holder: str
    iban: str
    cents: int
    reference: str

    @property
    def iban_in_fours(self) -> str:
        """The account as it is read aloud and compared."""
        return " ".join(self.iban[start : start + 4] for start in range(0, len(self.iban), 4))

    @property
    def code(self) -> QRCode:
        """The code: service BCD, version 2, SEPA transfer, UTF-8, the reference as free text."""
        return make_epc_qr(
            name=self.holder,
            iban=self.iban,
            amount=Decimal(self.cents).scaleb(-2),
            text=self.reference,
            encoding="utf-8",
        )

    @property
    def picture(self) -> str:
        """The code as the source of an image."""
        return self.code.svg_data_uri(border=2, light="white")
