#!/bin/sh
# Print the DATABASE_URL of a PostgreSQL server on which tests may create databases; find one, or start the packaged one.
set -eu
cd "$(dirname "$0")/.."
. deploy/system.sh

answers() {
    .venv/bin/python - "$1" 2>/dev/null <<'PYTHON'
import sys

import psycopg

with psycopg.connect(sys.argv[1], connect_timeout=3) as connection:
    may = "select rolcreatedb or rolsuper from pg_roles where rolname = current_user"
    sys.exit(not connection.execute(may).fetchone()[0])
PYTHON
}

# Where a server may be: the usual socket, the network, the sockets of all clusters Debian knows of.
places() {
    echo postgres://
    echo "postgres://$(id -un)@127.0.0.1:5432"
    pg_lsclusters --no-header 2>/dev/null | awk '{ print "postgres://%2Fvar%2Frun%2Fpostgresql:" $3 }'
}

find_server() {
    for server in $(places); do
        if answers "$server/postgres"; then
            echo "$server/skatliga"
            return
        fi
    done
    return 1
}

start_server() {
    command -v pg_lsclusters >/dev/null || apt_install "die Tests mit PostgreSQL" postgresql || return 1
    can_be_root || return 1
    pg_lsclusters --no-header | while read -r version cluster port status _; do
        [ "$status" = online ] || as_root pg_ctlcluster "$version" "$cluster" start
        as_root su postgres -c "createuser --port $port --superuser '$(id -un)'" || true
    done
}

case "${DATABASE_URL:-}" in
    postgres*) echo "$DATABASE_URL" ;;
    *) find_server || { start_server >&2 && find_server; } ;;
esac
