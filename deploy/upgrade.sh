#!/bin/sh
# Bring an installed site to another version: sh deploy/upgrade.sh [VERSION], as root. VERSION is a tag, a branch or a
# commit; without it the newest state of the origin. The site stands still from the backup on, so that going back loses
# nothing: when a step fails, the former version, its packages and the backup are put back and the site is started.
# Whether there is room for the backup and the way back is asked before. SERVICE (skatliga), SETTINGS
# (/etc/skatliga.env), SITE_USER (skatliga) and UNITS (/etc/systemd/system) say what is installed where.
set -eu

service=${SERVICE:-skatliga}
settings=${SETTINGS:-/etc/skatliga.env}
site_user=${SITE_USER:-skatliga}
units=${UNITS:-/etc/systemd/system}
backup=
changed=

say() {
    echo "== $*"
}

fail() {
    echo "$*" >&2
    exit 1
}

manage() {
    if [ "$(id -un)" = "$site_user" ]; then
        .venv/bin/python manage.py "$@"
    else
        runuser -u "$site_user" -- .venv/bin/python manage.py "$@"
    fi
}

# What the version that is checked out needs beside its code; its units where those of the former one are installed.
install_version() {
    sh deploy/setup.sh run && .venv/bin/python manage.py collectstatic --no-input -v0 &&
        { [ ! -e "$units/skatliga.service" ] || SETTINGS=$settings UNITS=$units sh deploy/units.sh; }
}

is_well() {
    for _attempt in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
        .venv/bin/python deploy/healthy.py >/dev/null 2>&1 && return
        sleep 1
    done
    .venv/bin/python deploy/healthy.py
}

# What the check finds afterwards (exit status 3) was there before: no reason to leave the site down.
restore_backup() {
    manage restore --yes --without-backup "$backup" || [ $? = 3 ]
}

# go_back what-failed: everything as it was; says what to do where even that fails.
go_back() {
    trap '' INT TERM HUP
    echo "FEHLER bei: $1. Es geht zurück auf die Version $former." >&2
    systemctl stop "$service" || true
    if git checkout --quiet --detach "$former" && install_version &&
        { [ -z "$changed" ] || restore_backup; } &&
        systemctl start "$service" && is_well; then
        fail "Die Seite läuft wieder mit der Version $former, mit allen Daten. Bitte die Meldung oben beheben (lassen)."
    fi
    fail "Auch zurück ging es nicht. Bitte von Hand: git checkout $former; sh deploy/setup.sh run;" \
        "${changed:+manage.py restore --yes --without-backup $backup; }systemctl start $service"
}

# step title command...
step() {
    title=$1
    shift
    say "$title"
    "$@" || go_back "$title"
}

main() {
    cd "$(dirname "$0")/.."
    [ -r "$settings" ] || fail "$settings fehlt; deploy/skatliga.env ist eine Vorlage."
    set -a
    . "$settings"
    set +a
    git diff --quiet HEAD || fail "Im Programm sind Dateien geändert (git status). Bitte zuerst zurücknehmen."
    former=$(git rev-parse HEAD)
    say "Neue Versionen holen"
    git fetch --quiet --tags origin || fail "Die neuen Versionen lassen sich nicht holen; nichts ist geändert."
    wanted=${1:-HEAD}
    version=$(git rev-parse --verify --quiet "origin/$wanted^{commit}" ||
        git rev-parse --verify --quiet "$wanted^{commit}") ||
        fail "Die Version $wanted gibt es nicht; nichts ist geändert."
    [ "$version" != "$former" ] || fail "Die Version $(git describe --tags --always) läuft schon."

    manage check_room || fail "Bitte zuerst beheben, was hier steht; nichts ist geändert."

    trap 'go_back Abbruch' INT TERM HUP
    step "Seite anhalten" systemctl stop "$service"
    say "Sicherung"
    said=$(manage backup) || go_back "Sicherung"
    backup=${said##*: }
    echo "$backup"
    step "Version $version" git checkout --quiet --detach "$version"
    step "Pakete und Dateien" install_version
    changed=1
    step "Datenbank" manage migrate -v0
    step "Prüfung" manage check --deploy --fail-level ERROR
    step "Seite starten" systemctl start "$service"
    step "Antwortet die Seite?" is_well
    trap - INT TERM HUP
    # Ahead of the first visitor; the pages would count by themselves.
    manage tally >/dev/null || echo "Die Statistik wird gezählt, wenn sie jemand öffnet."
    say "Fertig: $(git describe --tags --always). Die Sicherung von vorher: $backup"
}

# Read whole before anything is checked out.
main "$@"
exit
