"""Documents of public pages, made in the process of the test: that sees its database."""

import uuid
from pathlib import Path

import pytest

from skatliga import stock


@pytest.fixture(autouse=True)
def made_at_once(monkeypatch, tmp_path_factory):
    """Whoever asks for a document has it at once, and every test begins with none."""
    make_at_once(monkeypatch, tmp_path_factory.getbasetemp() / f"handouts-{uuid.uuid4()}")


def make_at_once(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """The same for what is made once for a whole file of tests."""

    def place(name: str = "") -> Path:
        (folder / name).mkdir(parents=True, exist_ok=True)
        return folder / name

    patch.setattr(stock, "FRESH", 0)
    patch.setattr(stock, "place", place)
    patch.setattr(stock.HandoutJob, "kind", str(folder / "ordered"))
