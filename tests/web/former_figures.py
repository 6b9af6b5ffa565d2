"""What the tables of a site say, asked by address; run on a database file, it migrates that one first.

DATABASE_URL=sqlite:////tmp/copy.sqlite3 python tests/web/former_figures.py ADDRESSES ANSWERS
"""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Figures = dict[str, Any]


def asked(addresses: Iterable[str]) -> Figures:
    """What the files for programs say, as whoever looks after the site reads them."""
    from django.test import Client

    from skatliga.people.models import User

    browser = Client()
    browser.force_login(User.objects.create_superuser("betrachter"))
    return {address: json.loads(browser.get(address).content) for address in addresses}


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "skatliga.settings"
    sys.path.insert(0, os.getcwd())
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["testserver"]
    call_command("migrate", verbosity=0)
    found = asked(json.loads(Path(sys.argv[1]).read_text()))
    Path(sys.argv[2]).write_text(json.dumps(found))
