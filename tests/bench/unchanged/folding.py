"""Answers as text, without what is no matter of the program: white space between blocks, tokens, random names."""

import hashlib
import json
import re
import subprocess
from collections.abc import Collection
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZipFile, is_zipfile

INLINE: Final = frozenset(
    "a abbr b bdi br button cite code dfn em i img input kbd label mark output q s samp select small span strong sub"
    " sup text textarea time tspan u var wbr".split()
)
"""Elements in running text: white space beside them is seen."""

_TAG: Final = re.compile(r"(<!--.*?-->|<[^>]*>)", re.DOTALL)
_UUID: Final = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}")
_CODE: Final = re.compile(r'("(?:code|key)": ")[A-Z2-7]{26}')
_TOKENS: Final = (
    (re.compile(r'(name="csrfmiddlewaretoken" value=")[^"]*'), r"\1"),
    (re.compile(r'("X-CSRFToken": ")[^"]*'), r"\1"),
    (re.compile(r'(nonce=")[^"]*'), r"\1"),
)


def fold_page(text: str, known: Collection[str]) -> str:
    """A page with a line for every block; `known` are the random names that the database brings along."""
    for pattern, instead in _TOKENS:
        text = pattern.sub(instead, text)
    pieces = [_fold(piece) for piece in _TAG.split(text)]
    for at in range(1, len(pieces), 2):
        if _name(pieces[at]) not in INLINE:
            pieces[at] = f"\n{pieces[at]}\n"
            pieces[at - 1] = pieces[at - 1].rstrip(" ")
            pieces[at + 1] = pieces[at + 1].lstrip(" ")
    return fold_names(re.sub(r" *\n+ *", "\n", "".join(pieces)).strip("\n"), known)


def fold_names(text: str, known: Collection[str]) -> str:
    """Random names and codes that were made while the program ran are all alike."""
    text = _CODE.sub(r"\1", text)
    return _UUID.sub(lambda found: found[0] if found[0] in known else "(random)", text)


def unpacked(body: bytes) -> str:
    """What is in a file: of a packed one its members, each under its name; pictures by their sum."""
    if is_zipfile(BytesIO(body)):
        with ZipFile(BytesIO(body)) as archive:
            names = sorted(archive.namelist())
            return "\n".join(f"==== {name}\n{_text(archive.read(name))}" for name in names)
    return _text(body)


def pretty(body: bytes) -> str:
    """JSON with a line for every field, in its own order."""
    try:
        return json.dumps(json.loads(body), ensure_ascii=False, indent=1).encode(errors="backslashreplace").decode()
    except ValueError:
        return _text(body)


def put_papers_in_words(folder: Path) -> None:
    """Replace every PDF by its text, as it stands on the pages."""
    for paper in sorted(folder.rglob("*.pdf")):
        done = subprocess.run(["pdftotext", "-layout", paper, "-"], capture_output=True, check=True)
        lines = (re.sub(" +", " ", line).strip() for line in done.stdout.decode().split("\n"))
        paper.with_suffix(".paper.txt").write_text("\n".join(line for line in lines if line) + "\n")
        paper.unlink()


def _fold(piece: str) -> str:
    piece = re.sub(r"\s+", " ", piece)
    return re.sub(r" ?(/?>)$", r"\1", piece) if piece.startswith("<") else piece


def _name(tag: str) -> str:
    found = re.match(r"</?([A-Za-z0-9]+)", tag)
    return found[1].lower() if found else ""


def _text(body: bytes) -> str:
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return f"sha256 {hashlib.sha256(body).hexdigest()}"
    return re.sub(r">\s*<", ">\n<", text) if text.startswith("<?xml") else text
