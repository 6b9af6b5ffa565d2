"""The files of an installed site: named after their contents, those that others name too."""

import gzip
import json
import re
import shutil
from pathlib import Path

import brotli
import pytest
from whitenoise.compress import Compressor

from skatliga.lists.device import views
from skatliga.settings import BASE_DIR
from skatliga.static_files import SparingCompressor
from web.collected import collect, put_collected

IMPORTED = re.compile(r'(?:from|import) ?"(\./[^"]+)"')


@pytest.fixture(scope="module")
def collected(tmp_path_factory) -> Path:
    """The folder of an installed site."""
    return put_collected(tmp_path_factory.mktemp("site") / "static")


def test_the_modules_name_each_other_as_they_are_stored(collected):
    names = json.loads((collected / "staticfiles.json").read_text())["paths"]
    imported = set()
    for module in views.MODULES:
        stored = collected / names[module]
        found = [(stored.parent / name).resolve() for name in IMPORTED.findall(stored.read_text())]
        assert all(each.is_file() for each in found), module
        imported |= {str(each.relative_to(collected)) for each in found}
    assert imported == {names[module] for module in views.MODULES if not module.endswith("main.js")}


def test_the_worker_holds_every_script_of_the_device():
    scripts = {str(path.relative_to(BASE_DIR / "static")) for path in BASE_DIR.glob("static/js/device/*.js")}
    assert scripts == {file for file in views.FILES if file.startswith("js/device/")}


@pytest.fixture
def compressed(monkeypatch) -> list[bytes]:
    """What is compressed from now on."""
    contents: list[bytes] = []

    def brotli_noted(data: bytes) -> bytes:
        contents.append(data)
        return Compressor.compress_brotli(data)

    def gzip_noted(data: bytes) -> bytes:
        contents.append(data)
        return Compressor.compress_gzip(data)

    monkeypatch.setattr(SparingCompressor, "compress_brotli", staticmethod(brotli_noted))
    monkeypatch.setattr(SparingCompressor, "compress_gzip", staticmethod(gzip_noted))
    return contents


def unpacked(file: Path) -> list[bytes]:
    """What browsers get of a file in either kind."""
    kinds = {".br": brotli.decompress, ".gz": gzip.decompress}
    return [unpack(file.with_name(file.name + ending).read_bytes()) for ending, unpack in kinds.items()]


def test_what_is_compressed_already_stays_and_what_is_not_whole_is_made_anew(collected, compressed, tmp_path):
    """What grows smaller by less than a twentieth was never kept, and is tried again."""
    again = shutil.copytree(collected, tmp_path / "static")
    changed, torn = again / "css/skatliga.css", again / "css/device.css"
    kept = torn.with_name("device.css.gz").read_bytes()
    changed.with_name("skatliga.css.br").write_bytes(brotli.compress(b"main { color: red }"))
    torn.with_name("device.css.gz").write_bytes(kept[: len(kept) // 2])
    collect(again)
    assert {data for data in compressed if len(data) > 1000} == {changed.read_bytes(), torn.read_bytes()}
    assert unpacked(changed) == 2 * [changed.read_bytes()]
    assert unpacked(torn) == 2 * [torn.read_bytes()]
