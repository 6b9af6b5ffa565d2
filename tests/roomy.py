"""Room for calls: a function that is called with enough of it, so that what it calls asks the system for none.

CPython keeps what running functions need in pieces of 16 KB. A call that does not fit takes a new piece from the system
and gives it back as soon as it returns; where a loop calls just there, every call does so, and asks the system twice. A
function that is said to need much itself gets a piece that is larger than that, and what it calls finds room in the
rest.
"""

from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

SLOTS: Final = 16_000
"""Of eight bytes: with them a piece has 256 KB, of which half is left."""

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def roomy(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """The same function with room for what it calls."""

    def called(*arguments: Given.args, **named: Given.kwargs) -> Answer:
        return function(*arguments, **named)

    called.__code__ = called.__code__.replace(co_stacksize=SLOTS)
    return called
