"""What commands write on: a terminal, or a file; and how far they are, for the page that waits for them as well."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO, cast

from django.core.management.base import BaseCommand
from rich.console import Console
from rich.progress import Progress

from skatliga.jobs import write_whole


def console_of(command: BaseCommand, soft_wrap: bool = False) -> Console:
    """What a command says, and how far it is where somebody looks on; rich ends its lines itself."""
    command.stdout.ending = ""
    # All that rich needs, Django's wrapper passes on to the file it wraps.
    return Console(file=cast(TextIO, command.stdout), highlight=False, markup=False, soft_wrap=soft_wrap)


@contextmanager
def shown(title: str, total: int, file: Path | None = None) -> Iterator[Callable[[int], None]]:
    """Shows how many of so many steps are done: as a bar on a terminal, or how many per cent that is in a file."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=bool(file) or not console.is_terminal) as progress:
        task = progress.add_task(title, total=total)

        def tell(done: int) -> None:
            progress.update(task, completed=done)
            if file:
                write_whole(file, str(min(100 * done // max(total, 1), 99)).encode())

        yield tell
