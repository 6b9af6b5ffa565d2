"""Addresses as codes that a camera reads."""

import segno


def code_of(address: str) -> segno.QRCode:
    """The code of an address; which of the eight masks is left out of choice, since trying all costs the most time."""
    return segno.make(address, micro=False, error="m", mask=3)
