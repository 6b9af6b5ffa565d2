"""Ask the site on this machine whether it is well; exit status 0 if so. For containers, the upgrade and monitors.

It is not where nobody does its long works (manage.py work), although it answers then.

The address is http://127.0.0.1:PORT/gesund/ (PORT, 8000 without it), the name that of the first of ALLOWED_HOSTS; where
every name is allowed, or none is given, localhost.
"""

import os
import sys
import urllib.error
import urllib.request

names = [name.strip().removeprefix(".") for name in os.environ.get("ALLOWED_HOSTS", "").split(",")]
host = next((name for name in names if name not in {"", "*"}), "localhost")
address = f"http://127.0.0.1:{os.environ.get('PORT', '8000')}/gesund/"
try:
    with urllib.request.urlopen(urllib.request.Request(address, headers={"Host": host}), timeout=5) as answer:
        said = answer.read().decode()
except urllib.error.HTTPError as unwell:
    sys.exit(unwell.read().decode())
except OSError as error:
    sys.exit(f"{address}: {error}")
if '"workers": false' in said:
    sys.exit(f"{said}\nLange Arbeiten erledigt niemand: manage.py work läuft nicht (systemctl start skatliga-worker).")
print(said)
