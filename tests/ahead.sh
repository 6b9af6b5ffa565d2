#!/bin/sh
# Run a command, and all it starts, in days to come: `sh tests/ahead.sh DAYS COMMAND...`, for instance
#   sh tests/ahead.sh 365 .venv/bin/python -m pytest -q -n 2 --dist loadfile tests/web
# Times of files go with the clock, and what Python has compiled is kept apart since it is known by them. Needs a C
# compiler; a server that runs already keeps its own clock.
set -eu
days=$1
shift
here=$(cd "$(dirname "$0")" && pwd)
folder=$here/../var/tests
mkdir -p "$folder"
cc -O2 -shared -fPIC -Wall -Werror -o "$folder/ahead.$$.so" "$here/ahead.c" -ldl
mv "$folder/ahead.$$.so" "$folder/ahead.so"
AHEAD=$((days * 86400)) LD_PRELOAD=$folder/ahead.so PYTHONPYCACHEPREFIX=$folder/ahead exec "$@"
