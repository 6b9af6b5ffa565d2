"""Settings of the site that is tested: with a folder of its own for what it writes, and nothing that takes time.

They are read before anything else of the tests, once by every process of them. What tests start themselves is a site
with the usual settings.
"""

import atexit
import os
from shutil import rmtree
from tempfile import mkdtemp

# Of a worker nothing is left in the end but its memory, and to give that back piece by piece takes a second.
if "PYTEST_XDIST_WORKER" in os.environ:
    atexit.register(os._exit, 0)  # the first to come is the last to be called
os.environ["VAR_DIR"] = mkdtemp(prefix="skatliga-")
atexit.register(rmtree, os.environ["VAR_DIR"], ignore_errors=True)

from skatliga.settings import *  # noqa: E402, F403
from skatliga.settings import MIDDLEWARE, TASKS  # noqa: E402

os.environ["DJANGO_SETTINGS_MODULE"] = "skatliga.settings"

# That a password takes most of a second to be checked is what Django sees to, not the tests.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Every client of a test would look through all collected files, where somebody has collected them.
WHITENOISE_AUTOREFRESH = True
# What a page orders is done before it answers, and sees the database of the test.
TASKS = {"default": TASKS["default"] | {"BACKEND": "django_tasks.backends.immediate.ImmediateBackend"}}
# Each request to the live server has a thread, and a stack, of its own.
MIDDLEWARE = ["roomy.roomy", *MIDDLEWARE]
