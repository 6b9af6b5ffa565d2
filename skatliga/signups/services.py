"""What changes sign-ups; each function is one transaction and raises ValidationError to refuse.

Every one of them locks the event first: so those who come at the same moment come one after another, and whoever leaves
gives the place to exactly one. Functions that can free a place give back who has got one.
"""

import re
import secrets
from typing import NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from skatliga.desk.services import book_transfer, owes_entry_fee
from skatliga.events.models import Event
from skatliga.forms import Cleaned
from skatliga.history import demand
from skatliga.people.models import User
from skatliga.people.names import fold
from skatliga.publication import bump_version, open_to_change
from skatliga.signups.known import demand_may_start
from skatliga.signups.models import CODE_LENGTH, LETTERS, PREFIX, SignUp, SignUpTerms, person_key
from skatliga.signups.queries import Stage, count_of, fee_of, lineup_of
from skatliga.signups.signals import send_link


class AlreadySignedUpError(ValidationError):
    """Raised where somebody has signed up before; `signup` is what there is."""

    def __init__(self, signup: SignUp, by_mail: bool) -> None:
        said = (
            _("Mit dieser E-Mail-Adresse ist schon jemand angemeldet.")
            if by_mail
            else _("%(name)s ist schon angemeldet. Wer nur so heißt, braucht einen Zusatz, zum Beispiel „%(name)s II“.")
            % {"name": signup.name}
        )
        super().__init__({"email" if by_mail else "name": said})
        self.signup = signup


def open_signups(event: Event, **values: object) -> list[SignUp]:
    """Let the event take sign-ups, or do so on other terms: `values` are fields of SignUpTerms. Who has a place now.

    **D** The last moment must be still to come when it is set; what is said later leaves one that has passed as it is.
    """
    with transaction.atomic():
        stored = open_to_change(event)
        held = SignUpTerms.objects.filter(event=stored).first()
        if findings := find_in_terms(stored, values, held):
            raise ValidationError(findings)
        terms = held or SignUpTerms(event=stored, places=0)
        before = lineup_of(stored, terms.places)
        for name, value in values.items():
            setattr(terms, name, value)
        terms.full_clean(exclude=["event"])
        terms.save()
        bump_version(stored)
        return lineup_of(stored, terms.places).moved_up(before)


def find_in_terms(event: Event, values: Cleaned, held: SignUpTerms | None) -> dict[str, str]:
    """What speaks against terms, by field, as far as their values are known; `held` are those there are."""
    findings: dict[str, str] = {}
    taken = len(lineup_of(event, held.places).taken) if held else 0
    places, closes_at = values.get("places"), values.get("closes_at")
    if places is not None and places < taken:
        said = _("%(number)s haben schon einen Platz; weniger Plätze können es nicht werden.")
        findings["places"] = said % {"number": taken}
    if closes_at and closes_at <= timezone.now() and not (held and held.closes_at == closes_at):
        findings["closes_at"] = _("Diese Zeit ist schon vorbei; bitte eine spätere wählen.")
    elif closes_at and timezone.localtime(closes_at).date() > event.date:
        findings["closes_at"] = _("Die Veranstaltung ist am %(date)s; bitte eine frühere Zeit wählen.") % {
            "date": date_format(event.date, "SHORT_DATE_FORMAT")
        }
    if values.get("prepaid") and not fee_of(event):
        findings["prepaid"] = _("Es ist noch kein Startgeld festgelegt; bitte zuerst bei „Startgeld und Preisplan“.")
    return findings


@transaction.atomic
def close_signups(event: Event) -> None:
    """Take no more sign-ups from now on; who has signed up stays."""
    stored = open_to_change(event)
    terms = SignUpTerms.objects.get(event=stored)
    now = timezone.now()
    if terms.closes_at > now:
        terms.closes_at = now
        terms.opens_at = terms.opens_at if terms.opens_at and terms.opens_at < now else None
        terms.save()
        bump_version(stored)


@transaction.atomic
def sign_up(event: Event, *, invitation: str = "", key: UUID | None = None, **person: object) -> SignUp:
    """Somebody signs up: `person` are fields of SignUp. With the same `key` the same form is meant, sent once more."""
    stored = open_to_change(event)
    new = SignUp(event=stored, **person)
    sent_before = SignUp.objects.filter(key=key).first() if key else None
    if sent_before and sent_before.event_id == stored.pk and _is_same(sent_before, new):
        return sent_before
    new.key = None if sent_before else key
    terms = _demand_open(stored)
    if terms.invitation and not constant_time_compare(fold(terms.invitation), fold(invitation)):
        raise ValidationError({"invitation": _("Diesen Einladungscode gibt es nicht; bitte noch einmal ansehen.")})
    _demand_new(new)
    demand_may_start(stored, new)
    new.code = _free_code(stored)
    _put_last(new)
    send_link(new)
    return new


@transaction.atomic
def cancel(signup: SignUp) -> list[SignUp]:
    """Somebody does not come; done already nothing changes. Who has got the place."""
    stored = open_to_change(signup.event)
    again = SignUp.objects.get(pk=signup.pk)
    demand(
        not again.entry_id, _("Sie nehmen schon teil; wer jetzt gehen will, sagt es bitte am Tisch der Turnierleitung.")
    )
    return _leave(stored, [again], SignUp.Gone.CANCELLED)


@transaction.atomic
def come_back(signup: SignUp) -> SignUp:
    """Somebody who had cancelled comes after all: behind all others, and only as long as one can sign up."""
    stored = open_to_change(signup.event)
    again = SignUp.objects.get(pk=signup.pk)
    if not again.gone:
        return again
    demand(again.gone == SignUp.Gone.CANCELLED, _("Das kann nur die Turnierleitung wieder ändern."))
    _demand_open(stored)
    _demand_new(again)
    demand_may_start(stored, again)
    _put_last(again)
    return again


@transaction.atomic
def remove(signup: SignUp) -> list[SignUp]:
    """Those who direct take a sign-up out. Who has got the place."""
    stored = open_to_change(signup.event)
    again = SignUp.objects.get(pk=signup.pk)
    demand(not again.entry_id, _("%(name)s nimmt schon teil; bitte dort „Tritt zurück“ nehmen.") % {"name": again.name})
    return _leave(stored, [again], SignUp.Gone.REMOVED)


@transaction.atomic
def strike_absent(event: Event) -> tuple[int, list[SignUp]]:
    """Strike all who have a place and whom the desk has not taken: how many, and who has got their places."""
    stored = open_to_change(event)
    demand(stored.date <= timezone.localdate(), _("Gestrichen wird erst am Tag der Veranstaltung."))
    terms = SignUpTerms.objects.get(event=stored)
    absent = [signup for signup in lineup_of(stored, terms.places).taken if not signup.entry_id]
    return len(absent), _leave(stored, absent, SignUp.Gone.ABSENT)


def _leave(event: Event, signups: list[SignUp], why: SignUp.Gone) -> list[SignUp]:
    """These are gone, as far as they are not already. Who has got a place by that."""
    places = SignUpTerms.objects.get(event=event).places
    before = lineup_of(event, places)
    for signup in signups:
        if not signup.gone:
            signup.gone, signup.gone_at = why, timezone.now()
            signup.save()
    bump_version(event)
    return lineup_of(event, places).moved_up(before)


def _is_same(one: SignUp, other: SignUp) -> bool:
    return fold(person_key(one.name, one.club_name)) == fold(person_key(other.name, other.club_name))


def _demand_open(event: Event) -> SignUpTerms:
    """The terms on which one can sign up now; refused before and after."""
    count = count_of(event)
    demand(count is not None, _("Für diese Veranstaltung gibt es keine Voranmeldung."))
    assert count
    demand(count.stage != Stage.SOON, _("Die Anmeldung beginnt erst noch."))
    demand(count.stage == Stage.OPEN, _("Die Anmeldung ist geschlossen."))
    return count.terms


def _demand_new(signup: SignUp) -> None:
    """Refuse somebody who has signed up before."""
    others = signup.event.signups.filter(gone="").exclude(pk=signup.pk)
    if same := others.filter(same_person=fold(person_key(signup.name, signup.club_name))).first():
        raise AlreadySignedUpError(same, by_mail=False)
    if signup.email and (same := others.filter(email=signup.email).first()):
        raise AlreadySignedUpError(same, by_mail=True)


def _put_last(signup: SignUp) -> None:
    """Store somebody behind all who came before."""
    event = signup.event
    signup.number = (event.signups.aggregate(last=Max("number"))["last"] or 0) + 1
    signup.gone, signup.gone_at = "", None
    signup.full_clean(exclude=["event"])
    signup.save()
    bump_version(event)


def put_back(signup: SignUp) -> None:
    """Let somebody who had left come after all, in the transaction that has locked the event."""
    _demand_new(signup)
    _put_last(signup)


def _free_code(event: Event) -> str:
    taken = set(event.signups.values_list("code", flat=True))
    while (code := "".join(secrets.choice(LETTERS) for _each in range(CODE_LENGTH))) in taken:
        pass
    return code


# ---- Money that has come


_SUM = re.compile(r"(?<![\d.,])(\d{1,3}(?:\.\d{3})+|\d+),(\d{2})(?!\d)")
"""A sum of money as a statement writes it: 12,00 or 1.200,00."""


class PaidReport(NamedTuple):
    """What was found in lines of a bank statement."""

    marked: list[SignUp]
    already: list[SignUp]
    in_hall: list[SignUp]
    """Who has paid at the desk as well: nothing is booked a second time."""
    other_sum: list[str]
    """Lines that name sums, and not the one that is due."""
    unknown: list[str]
    """Lines in which no code of this event stands."""

    @property
    def gone(self) -> list[SignUp]:
        """Who of the newly marked has left meanwhile, and gets the money back."""
        return [signup for signup in self.marked if signup.gone]


@transaction.atomic
def mark_paid(event: Event, text: str, user: User) -> PaidReport:
    """Mark those as paid whose code stands in these lines, however it is spaced; each with the Startgeld of today.

    **D** A line that names sums, and not the Startgeld of all whose codes stand in it, marks nobody; a line without
    any sum is believed. Whoever takes part already has the transfer booked at once.
    """
    stored = open_to_change(event)
    cents = fee_of(stored)
    demand(cents > 0, _("Es ist noch kein Startgeld festgelegt; bitte zuerst bei „Startgeld und Preisplan“."))
    by_code = {f"{PREFIX}{signup.code}": signup for signup in stored.signups.select_related("entry")}
    report = PaidReport([], [], [], [], [])
    for line in filter(str.strip, text.splitlines()):
        bare = re.sub(r"[^A-Z0-9]", "", line.upper())
        found = [signup for code, signup in by_code.items() if code in bare]
        if not found:
            report.unknown.append(" ".join(line.split()))
        elif (sums := _sums_in(line)) and cents * len(found) not in sums:
            report.other_sum.append(" ".join(line.split()))
        else:
            for signup in found:
                _mark(signup, cents, user, report)
    return report


def _sums_in(line: str) -> set[int]:
    """The sums of money in a line, in cents."""
    return {int(whole.replace(".", "") + rest) for whole, rest in _SUM.findall(line)}


def _mark(signup: SignUp, cents: int, user: User, report: PaidReport) -> None:
    if signup in (*report.marked, *report.already, *report.in_hall):
        return
    if signup.paid_cents:
        report.already.append(signup)
    elif signup.entry and not owes_entry_fee(signup.entry):
        report.in_hall.append(signup)
    else:
        signup.paid_cents, signup.paid_at, signup.paid_by = cents, timezone.now(), user
        signup.save()
        if signup.entry:
            book_transfer(signup.entry, cents, user)
        report.marked.append(signup)


@transaction.atomic
def unmark_paid(signup: SignUp) -> None:
    """The money has not come after all; refused once the desk has booked it."""
    open_to_change(signup.event)
    again = SignUp.objects.get(pk=signup.pk)
    demand(not again.entry_id, _("Die Überweisung ist schon gebucht; bitte in der Kasse stornieren."))
    SignUp.objects.filter(pk=signup.pk).update(paid_cents=None, paid_at=None, paid_by=None)


def forget_mail(event: Event) -> None:
    """Delete the addresses of mail of an event that is over."""
    SignUp.objects.filter(~Q(email=""), event=event).update(email="")
