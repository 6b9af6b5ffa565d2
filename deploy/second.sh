#!/bin/sh
# Make this machine the second one of a hall: it gets everything of the first one, which shows the code (Zweiter Rechner).
# What was here is backed up before. FROM is the first one's address, CODE its code.
set -eu
cd "$(dirname "$0")/.."
sh deploy/setup.sh run
mkdir -p var
export DEBUG="${DEBUG:-1}"
exec .venv/bin/python manage.py second_machine "${FROM:?Adresse des ersten Rechners fehlt: FROM=http://192.168.1.10:8000}" \
    "${CODE:?Code fehlt: CODE=…}"
