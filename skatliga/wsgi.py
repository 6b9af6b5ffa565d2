"""What a WSGI server loads: `granian --interface wsgi --blocking-threads 1 skatliga.wsgi:application`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatliga.settings")
application = get_wsgi_application()
