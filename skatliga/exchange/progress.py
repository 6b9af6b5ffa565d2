"""How far a long command is: a bar on a terminal, or a number in a file for the page that shows it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from skatliga.background import write_whole


@contextmanager
def shown(title: str, total: int, file: Path | None = None) -> Iterator[Callable[[int], None]]:
    """Shows how many of so many steps are done; in the file stands how many per cent that is."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(title, total=total)

        def tell(done: int) -> None:
            progress.update(task, completed=done)
            if file:
                write_whole(file, str(min(100 * done // max(total, 1), 99)).encode())

        yield tell
