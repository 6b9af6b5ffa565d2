#!/usr/bin/env python
"""Django's commands for the site, for instance `manage.py migrate`."""

import gc
import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatliga.settings")
    gc.set_threshold(20_000, 10, 10)  # as in wsgi.py: most of what is made is loaded and stays
    execute_from_command_line(sys.argv)
