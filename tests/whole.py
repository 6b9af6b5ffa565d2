"""How much is tried: a share that holds every kind of case and every border, or with WHOLE=1 everything."""

import os

WHOLE = os.environ.get("WHOLE") == "1"


def share(count: int, part: int = 8) -> int:
    """How many of so many random cases are tried; at least ten."""
    return count if WHOLE else min(count, max(10, count // part))
