"""What workbooks and archives have in common: both are ZIP files."""

import zlib
from typing import Final
from zipfile import BadZipFile

DAMAGED: Final = (BadZipFile, zlib.error, EOFError, OSError, NotImplementedError, RuntimeError, ValueError)
"""What a damaged or encrypted file makes the library raise."""
