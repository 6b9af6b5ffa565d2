"""What later apps hear of the data of persons; what they keep of a person is theirs to erase."""

from typing import Final

from django.dispatch import Signal

person_erased: Final = Signal()
"""Sent with `keys` (of the players), `names` (`mentions.Names`) and `name` (what is left), in the transaction that
erases a person and after everything else was written.
"""
