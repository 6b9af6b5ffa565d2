"""The settings of an installed site, with static files as they lie in the sources."""

from skatliga.settings import *  # noqa: F403
from skatliga.settings import STORAGES

STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
