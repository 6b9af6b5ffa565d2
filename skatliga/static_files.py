"""How files that never change are stored where the site is installed: named after their contents, and compressed."""

import gzip
import zlib
from functools import cache
from pathlib import Path

import brotli
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class SparingCompressor(Compressor):
    """Compresses no contents twice: neither those of a file that has two names nor what an earlier version has left.

    Compressing is nine tenths of the work, and the site stands still meanwhile where it is brought to another version.
    """

    compress_brotli = staticmethod(cache(Compressor.compress_brotli))
    compress_gzip = staticmethod(cache(Compressor.compress_gzip))

    def compress(self, path: str) -> list[str]:
        """The names of the compressed files of a file; where they are there already they stay."""
        names = [f"{path}.br", f"{path}.gz"]
        return names if self._are_of(path, *names) else super().compress(path)

    def _are_of(self, path: str, *names: str) -> bool:
        try:
            contents = [brotli.decompress(Path(names[0]).read_bytes()), gzip.decompress(Path(names[1]).read_bytes())]
        except (OSError, EOFError, zlib.error, brotli.error):  # not there, or not whole
            return False
        return contents == 2 * [Path(path).read_bytes()]


class ModuleStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """One module of JavaScript names another as it is stored.

    Modules must not import each other in a ring: none of them could be named after its contents. Of libraries the
    modules stay as they are, since they name what is nowhere (an extension of htmx).
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "js/*.js",
        CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1],
    )

    def create_compressor(self, **options: bool | tuple[str, ...] | None) -> SparingCompressor:
        """What whitenoise asks for when it has named all files."""
        return SparingCompressor(**options)
