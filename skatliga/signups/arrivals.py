"""Who has signed up comes to the desk: found there by name or code, taken with one press; afterwards forgotten.

* **D** Who is meant by a sign-up is said in `known`; everybody else is a guest.
* **D** Whoever stands at the desk is taken, as a stranger is: who had cancelled, too, who waits and who was struck as
  absent; the desk is told and says yes. Only who was taken out by those who direct stays out.
* **D** A guest whose name somebody of another club has already gets a further one: „Hans Huber II“. Nobody waits at the
  desk for that.
"""

import re
from itertools import count
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.dispatch import receiver
from django.utils.translation import gettext as _

from skatliga.desk.services import book_transfer
from skatliga.events.models import Entry, Event
from skatliga.events.queries import GUEST, Hit
from skatliga.events.registration import register
from skatliga.events.signals import ExpectedPeople, event_closed, register_expected
from skatliga.history import demand
from skatliga.people.models import Publication
from skatliga.people.names import fold
from skatliga.publication import open_to_change
from skatliga.signups.known import member_meant
from skatliga.signups.models import CODE_LENGTH, LETTERS, PREFIX, SignUp, SignUpTerms
from skatliga.signups.queries import SignUpLine, lines_of
from skatliga.signups.services import forget_mail, put_back

ROMAN: Final = ("", " II", " III", " IV", " V")


@transaction.atomic
def take(event: Event, number: int, admitted: str = "") -> Entry:
    """Let whoever signed up under this number take part, with a start number; taken already gives the same entry.

    What was transferred is booked. Who may not start in a championship is `admitted` for a reason, or refused.
    """
    stored = open_to_change(event)
    signup = stored.signups.select_related("entry", "paid_by").filter(number=number).first()
    if signup is None:
        raise ValidationError(_("Diese Voranmeldung gibt es nicht mehr; bitte noch einmal suchen."))
    if signup.entry:
        return signup.entry
    signup.event = stored
    _demand_welcome(signup)
    signup.entry = _enter(signup, admitted)
    signup.save()
    if signup.paid_cents and signup.paid_by:
        book_transfer(signup.entry, signup.paid_cents, signup.paid_by)
    return signup.entry


def _demand_welcome(signup: SignUp) -> None:
    demand(
        signup.gone != SignUp.Gone.REMOVED,
        _("%(name)s wurde gestrichen; wer trotzdem kommt, wird hier mit Namen eingetragen.") % {"name": signup.name},
    )
    if signup.gone:
        put_back(signup)


def _enter(signup: SignUp, admitted: str) -> Entry:
    """The participant that this sign-up becomes."""
    event = signup.event
    member = member_meant(event, signup)
    if member:
        choice = f"p{member.player_id}" if member.club_id == event.club_id else f"m{member.pk}"
        entry, _new = register(event, choice, "", admitted=admitted)
    else:
        name = _free_name(signup)
        typed = f"{name} ({signup.club_name})" if signup.club_name else name
        entry, _new = register(event, GUEST, typed, admitted=admitted)
        if entry.publication != signup.publication:
            entry.publication = Publication(signup.publication)
            entry.save()
    demand(
        not event.signups.filter(entry=entry).exists(),
        _("%(name)s nimmt schon teil (Startnummer %(number)s).") % {"name": entry.name, "number": entry.start_number},
    )
    return entry


def _free_name(signup: SignUp) -> str:
    """The name, with a number where somebody of another club, or somebody who signed up as well, has it."""
    event = signup.event
    others = {
        fold(entry.name)
        for entry in event.entries.select_related("signup")
        if hasattr(entry, "signup") or entry.player_id or entry.club_name != signup.club_name
    }
    for order in count():
        name = signup.name + (ROMAN[order] if order < len(ROMAN) else f" {order + 1}")
        if fold(name) not in others:
            return name
    raise AssertionError  # there is always a further number


# ---- What the desk finds


def find(event: Event, words: list[str]) -> dict[Hit, int | None]:
    """Who has signed up, is not there yet, and is meant by these words: parts of name and club, or the code.

    Each with the key of the player as whom he would take part. A code also finds who is there already.
    """
    terms = SignUpTerms.objects.filter(event=event).first()
    if terms is None:
        return {}
    lines = lines_of(event, terms.places)
    there = {
        Hit(f"e{entry.start_number}", entry.name, entry.club_name, entry.start_number): entry.player_id
        for line in lines
        if (entry := line.signup.entry) and _has_code(line.signup, words)
    }
    again = {line.signup.same_person for line in lines if not line.signup.gone}
    return there | {
        _as_hit(line): _key_of(line.signup, event)
        for line in lines
        if line.welcome and _is_meant(line.signup, words)
        if not (line.signup.gone and line.signup.same_person in again)
    }


def _as_hit(line: SignUpLine) -> Hit:
    return Hit(f"{'v' if line.expected else 'w'}{line.signup.number}", line.signup.name, _about(line))


def _is_meant(signup: SignUp, words: list[str]) -> bool:
    if _has_code(signup, words):
        return True
    known = fold(f"{signup.name} {signup.club_name}")
    return all(word in known for word in words)


def _has_code(signup: SignUp, words: list[str]) -> bool:
    return "".join(words).replace("-", "").upper().removeprefix(PREFIX) == signup.code


def is_code(text: str) -> bool:
    """Whether this is a code with its `PREFIX`, and no name: something stands between them, or there is a figure.

    >>> is_code("sl 47my98"), is_code("SL-ABCDEF"), is_code("SL47MY98"), is_code("Slabbert")
    (True, True, True, False)
    """
    typed = text.strip().upper()
    written = re.fullmatch(rf"{PREFIX}[- ]?(?:[{LETTERS}] ?){{{CODE_LENGTH}}}", typed)
    return bool(written) and bool(re.search(r"[- \d]", typed))


def _about(line: SignUpLine) -> str:
    paid = _("überwiesen") if line.signup.paid_cents else ""
    return " · ".join(
        filter(None, (line.signup.club_name, _("vorangemeldet"), paid, "" if line.expected else line.state))
    )


def _key_of(signup: SignUp, event: Event) -> int | None:
    """The player that the register would find as well."""
    member = member_meant(event, signup)
    return member.player_id if member else None


register_expected(ExpectedPeople(find, take, is_code))


@receiver(event_closed)
def forget(*, event: Event, **_sent: object) -> None:
    """Nobody is written to any more when an event is over."""
    forget_mail(event)
