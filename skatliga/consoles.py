"""What commands write on: a terminal, or a file."""

from typing import TextIO, cast

from django.core.management.base import BaseCommand
from rich.console import Console


def console_of(command: BaseCommand, soft_wrap: bool = False) -> Console:
    """What a command says, and how far it is where somebody looks on; rich ends its lines itself."""
    command.stdout.ending = ""
    # All that rich needs, Django's wrapper passes on to the file it wraps.
    return Console(file=cast(TextIO, command.stdout), highlight=False, markup=False, soft_wrap=soft_wrap)
