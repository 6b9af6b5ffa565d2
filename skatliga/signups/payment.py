"""What is to be transferred, in words and as the code that banks' apps read (EPC069-12, GiroCode)."""

from dataclasses import dataclass
from decimal import Decimal

from segno import QRCode
from segno.helpers import make_epc_qr

from skatliga.signups.models import SignUp, SignUpTerms


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


def transfer_of(signup: SignUp, terms: SignUpTerms, cents: int) -> Transfer:
    """What somebody who has signed up transfers."""
    return Transfer(terms.account_holder, terms.iban, cents, signup.reference)
