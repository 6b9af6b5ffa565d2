"""What later apps hear of sign-ups. Sign-ups know none of these apps."""

from typing import Final

from django.dispatch import Signal

from skatliga.signups.models import SignUp

link_wanted: Final = Signal()
"""Sent with `signup` when somebody should get the address of his page; who sends it answers whether a mail goes out."""


def send_link(signup: SignUp) -> bool:
    """Have the address of his page sent to somebody; whether a mail goes out."""
    return any(sent for _receiver, sent in link_wanted.send(SignUp, signup=signup))
