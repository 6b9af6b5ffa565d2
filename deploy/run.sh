#!/bin/sh
# Serve the site on this machine: database, demo club and static files are made ready, then Granian answers.
# PORT (8000) and HOST (127.0.0.1) choose where; see skatliga/settings.py for the variables of the site itself.
set -eu
cd "$(dirname "$0")/.."
sh deploy/setup.sh run

port=${PORT:-8000}
host=${HOST:-127.0.0.1}
manage=".venv/bin/python manage.py"

mkdir -p var
if [ -z "${SECRET_KEY:-}" ]; then
    SECRET_KEY=$(DEBUG=1 .venv/bin/python -c 'from skatliga.settings import SECRET_KEY; print(SECRET_KEY)')
fi
# Nobody but this machine is answered without HOST: the demo's administrator signs in with the password alone.
if [ "$host" = 127.0.0.1 ]; then
    export SECOND_FACTOR="${SECOND_FACTOR:-0}"
fi
export SECRET_KEY DEBUG="${DEBUG:-0}" HTTPS="${HTTPS:-0}" LOG="${LOG:-text}"

$manage migrate -v0
$manage collectstatic --no-input -v0
echo
echo "Skatliga: http://localhost:$port/   (beenden mit Strg+C)"
$manage demo
echo

# One thread a process: several would only wait for each other. A process that does not end by itself after Ctrl+C, which
# happens when the key reaches it before its parent, is ended after two seconds. The long works end with the server.
$manage work &
if [ -e "${VAR_DIR:-var}/peers/pairing.json" ]; then
    $manage meet & # the second machine of a hall
fi
exec .venv/bin/python -m granian --interface wsgi --workers "$(nproc)" --blocking-threads 1 --no-ws \
    --workers-kill-timeout 2 --host "$host" --port "$port" --log-level warning skatliga.wsgi:application
