"""Addresses as codes that a camera reads."""

import segno

QUIET = 4
"""Squares around a code that stay white."""


def code_of(address: str) -> segno.QRCode:
    """The code of an address: as few squares as there can be, as much repeated in them as fits.

    Which of the eight masks is left out of choice, since trying all costs the most time.
    """
    return segno.make(address, micro=False, error="l", boost_error=True, mask=3)


def code_address(site: str, path: str) -> str:
    """What a code says, in capitals: `site` is what stands before the path of an address."""
    return (site + path).upper()
