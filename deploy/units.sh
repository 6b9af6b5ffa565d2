#!/bin/sh
# Install the units of systemd and let them write where the settings say: sh deploy/units.sh, as root. Every upgrade does
# it again, so what you change yourself belongs into drop-ins of your own (systemctl edit skatliga).
# SETTINGS (/etc/skatliga.env) and UNITS (/etc/systemd/system) say what lies where.
set -eu
cd "$(dirname "$0")/.."
set -a
. "${SETTINGS:-/etc/skatliga.env}"
set +a
units=${UNITS:-/etc/systemd/system}

# A minus lets the site start where a folder is missing; it then says itself that it cannot write there. A per cent sign
# would mean something else to systemd.
paths() {
    for folder in "${VAR_DIR:-}" "${BACKUP_DIR:-}" "${BACKUP_COPY_DIR:-}"; do
        [ -z "$folder" ] || echo "ReadWritePaths=\"-$folder\"" | sed 's/%/%%/g'
    done
}

cp deploy/systemd/* "$units"
for unit in skatliga skatliga-worker skatliga-backup skatliga-watch skatliga-alarm@; do
    mkdir -p "$units/$unit.service.d"
    { echo "[Service]" && paths; } >"$units/$unit.service.d/folders.conf"
done
systemctl daemon-reload
# Whoever forgets to enable the timer of the backup is told so by this one; systemctl mask keeps it off.
systemctl enable --now skatliga-watch.timer || true
