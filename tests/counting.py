"""How much work something is, counted: the same on every machine, however busy it is.

`steps` counts the lines of Python that are run, each turn of a loop anew, and the calls of what is written in C; a
method that goes through the whole of its text or list counts as many steps as that is long. Work that C does for an
operator (`in` on a list, `+` on texts) is one step, and not seen. What the patterns of a module do is seen with
`watch_patterns`: it goes through the same expressions in Python, step by step.
"""

import re
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

GOES_THROUGH = {"count", "index", "rindex", "find", "rfind", "remove", "copy", "split", "replace", "translate", "strip"}
"""Methods that look at everything they belong to; `insert` and `pop` move all that stands behind."""
OPS: Any = re._parser  # type: ignore[attr-defined]


def steps(call: Callable[[], object]) -> int:
    """How many steps a call takes."""
    number = 0

    def profile(_frame: object, event: str, called: Any) -> None:
        nonlocal number
        if event == "c_call":
            of = getattr(called, "__self__", None)
            through = isinstance(of, str | bytes | list) and called.__name__ in GOES_THROUGH
            number += 1 + len(of) if through else 1  # type: ignore[arg-type]

    def trace(_frame: object, event: str, _arg: object) -> Any:
        nonlocal number
        number += event == "line"
        return trace

    before = sys.gettrace(), sys.getprofile()
    sys.settrace(trace)
    sys.setprofile(profile)
    try:
        call()
    finally:
        sys.settrace(before[0])
        sys.setprofile(before[1])
    return number


def watch_patterns(monkeypatch: Any, module: ModuleType) -> None:
    """The patterns of a module answer as ever, and what they do is counted by `steps`."""
    for name, value in vars(module).copy().items():
        if isinstance(value, re.Pattern):
            monkeypatch.setattr(module, name, Watched(value))


class Watched:
    """A pattern that goes through a text a second time, in Python."""

    def __init__(self, pattern: re.Pattern[str]) -> None:
        self.pattern = pattern
        self.code: list[tuple[Any, ...]] = []
        _translate(OPS.parse(pattern.pattern, pattern.flags), self.code, pattern.flags)

    def match(self, text: str, position: int = 0) -> re.Match[str] | None:
        found = self.pattern.match(text, position)
        assert _follow(self.code, text, position) == (found.end() if found else None)
        return found

    def fullmatch(self, text: str) -> re.Match[str] | None:
        _follow(self.code, text, 0)
        return self.pattern.fullmatch(text)

    def sub(self, other: str, text: str) -> str:
        at = 0
        while at < len(text):
            at = max(_follow(self.code, text, at) or 0, at + 1)
        return self.pattern.sub(other, text)


def _translate(parsed: Any, code: list[tuple[Any, ...]], flags: int) -> None:
    """An expression as steps: a character, a choice of two ways, a way elsewhere, or steps that are not taken back."""
    for op, value in parsed:
        match str(op):
            case "SUBPATTERN":
                _translate(value[3], code, flags)
            case "BRANCH":
                ends = []
                for way in value[1]:
                    choice = len(code)
                    code.append(())
                    _translate(way, code, flags)
                    ends.append(len(code))
                    code.append(())
                    code[choice] = ("either", choice + 1, len(code))
                code.append(("fail",))
                for end in ends:
                    code[end] = ("go", len(code))
            case "MAX_REPEAT":
                least, most, inner = value
                for _ in range(least):
                    _translate(inner, code, flags)
                choices = [len(code)]
                for number in range(1 if most == OPS.MAXREPEAT else most - least):
                    choices[number:] = [len(code)]
                    code.append(())
                    _translate(inner, code, flags)
                if most == OPS.MAXREPEAT:
                    code.append(("go", choices[0]))
                for choice in choices if most > least else []:
                    code[choice] = ("either", choice + 1, len(code))
            case "POSSESSIVE_REPEAT" | "ATOMIC_GROUP" | "ASSERT_NOT" | "ASSERT":
                within: list[tuple[Any, ...]] = []
                repeat = [(OPS.MAX_REPEAT, value)]
                _translate({"POSSESSIVE_REPEAT": repeat, "ATOMIC_GROUP": value}.get(str(op)) or value[1], within, flags)
                code.append((str(op), within))
            case "AT":
                code.append((str(value),))
            case _:  # one character; what it may be is asked of `re` itself
                code.append(("character", _one(op, value, flags)))


def _one(op: Any, value: Any, flags: int) -> Callable[[str], object]:
    if str(op) == "ANY":
        return lambda letter: flags & re.DOTALL or letter != "\n"
    if str(op) == "LITERAL":
        return lambda letter: ord(letter) == value
    if str(op) == "NOT_LITERAL":
        return lambda letter: ord(letter) != value
    assert str(op) == "IN", op
    kinds = {"CATEGORY_SPACE": str.isspace, "CATEGORY_DIGIT": str.isdecimal}

    def among(letter: str) -> bool:
        found, negated = False, False
        for kind, of in value:
            match str(kind):
                case "NEGATE":
                    negated = True
                case "LITERAL":
                    found |= ord(letter) == of
                case "RANGE":
                    found |= of[0] <= ord(letter) <= of[1]
                case _:
                    found |= kinds[str(of)](letter)
        return found is not negated

    return among


def _follow(code: list[tuple[Any, ...]], text: str, start: int) -> int | None:
    """Where the steps end in a text, the first way that does; None where none does."""
    ways = [(0, start)]
    while ways:
        step, at = ways.pop()
        while step < len(code):
            does, *more = code[step]
            step += 1
            if does == "character":
                if at == len(text) or not more[0](text[at]):
                    break
                at += 1
            elif does == "either":
                step = more[0]
                ways.append((more[1], at))
            elif does == "go":
                step = more[0]
            elif does == "AT_END_STRING":
                if at < len(text):
                    break
            elif does in ("ASSERT", "ASSERT_NOT"):
                if (_follow(more[0], text, at) is None) is (does == "ASSERT"):
                    break
            elif does == "fail" or (end := _follow(more[0], text, at)) is None:
                break
            else:
                at = end
        else:
            return at
    return None
