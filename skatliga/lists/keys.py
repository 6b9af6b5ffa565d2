"""What the keys typed for a row say, key by key: what is understood of them, or the first that cannot be right."""

from collections.abc import Mapping
from typing import Final, NotRequired, TypedDict

from django.utils.translation import gettext as _

from scoring import Account, Misread, parse
from skatliga.lists.evaluation import View
from skatliga.rules.wording import account_text, name, sentence


class KeysRead(TypedDict):
    """The answer to the keys typed so far."""

    said: str
    complete: bool
    seat: NotRequired[int]
    position: NotRequired[int]
    """The place of the first key that cannot be right."""


_OPENINGS: Final = ("1", "3")
"""Behind the beginning of a deal these make one of which the game is known."""


def read_keys(text: str, view: View, names: Mapping[int, str]) -> KeysRead:
    """Hold the keys typed so far against the next deal of a list; ``names`` are those of its seats."""
    read = parse(text, view.frame.book, view.active, view.dealer)
    who = names.get(int(text[0]), "") if text[:1].isdecimal() else ""
    if not isinstance(read, Misread):
        said = account_text(view.frame.book.value(read.deal))
        return {"said": f"{who}: {said}" if who else said, "seat": read.seat, "complete": True}
    if text[1:2] in ("+", "-"):  # a sign after the seat begins a bare value
        bare = _("%(name)s, nur der Wert %(value)s; Enter trägt ihn ein") % {"name": who, "value": text[1:]}
        return {"said": bare if who and text[2:] else who, "complete": False}
    if read.incomplete:
        return {"said": ": ".join(part for part in (who, _game(text, view)) if part), "complete": False}
    said = _("Spiel %(number)s: %(sentence)s") % {"number": view.deals + 1, "sentence": sentence(read)}
    return {"said": said, "position": read.position, "complete": False}


def _game(text: str, view: View) -> str:
    """What is played, and what either sign brings where only the sign is missing; empty where it is not known yet."""
    won, lost = _account(text + "+", view), _account(text + "-", view)
    if known := won or lost:
        spoken = account_text(known).partition(";")[0]  # how it ended is said behind it
        ends = [
            said % {"score": account.score}
            for said, account in ((_("gewonnen %(score)+d"), won), (_("verloren %(score)+d"), lost))
            if account
        ]
        return f"{spoken}; {', '.join(ends)}"
    begun = (_account(text + opening + sign, view) for opening in _OPENINGS for sign in "+-")
    return next((name(account.deal.game) for account in begun if account), "")


def _account(text: str, view: View) -> Account | None:
    read = parse(text, view.frame.book, view.active, view.dealer)
    return None if isinstance(read, Misread) else view.frame.book.value(read.deal)
