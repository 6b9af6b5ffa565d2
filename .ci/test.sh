#!/bin/sh
# Everything that is checked: style, types, scripts, migrations, production settings, and all tests; those of the site on
# SQLite, and on PostgreSQL what can differ there. All steps run; the last lines name what failed and what could not run,
# and say how long it took and how much of the processors. In CI nothing may be left out.
set -u
cd "$(dirname "$0")/.."
begun=$(date +%s)
sh deploy/setup.sh test || exit 1
postgres=$(sh .ci/postgres.sh)
unset DEBUG SECRET_KEY ALLOWED_HOSTS CSRF_TRUSTED_ORIGINS HTTPS EMAIL_HOST DATABASE_URL
unset PYTHONDONTWRITEBYTECODE # every worker and every process a test starts would compile everything anew

python=.venv/bin/python
folder=$(mktemp -d)
report=$folder/report
trap 'rm -rf "$folder"' EXIT

# step title command...: run it and remember how it went.
step() {
    title=$1
    shift
    printf '\n== %s\n' "$title"
    if "$@"; then result=ok; else result=FEHLER; fi
    printf '%-8s%s\n' "$result" "$title" >>"$report"
}

# Whole files go to a worker, so that what a file makes for all its tests is made once.
tests() {
    $python -m pytest -q -n auto --dist loadfile "$@"
}

step "Stil (ruff)" $python -m ruff check .
step "Typen (mypy)" $python -m mypy
step "Skripte und Vorlagen" sh .ci/scripts.sh
step "Migrationen vollständig" $python manage.py makemigrations --check --dry-run
step "Produktionseinstellungen" env ALLOWED_HOSTS=skat.example.org \
    SECRET_KEY=only-for-this-check-0123456789-abcdefghijklmnopqrstuvwxyz \
    $python manage.py check --deploy --fail-level INFO
step "Tests des Rechenkerns" $python -m pytest -q -n auto --dist worksteal scoring tests/engine
step "Tests der Seiten, SQLite" tests skatliga tests/web
if [ -n "$postgres" ]; then
    step "Tests der Seiten, PostgreSQL" env DATABASE_URL="$postgres" \
        $python -m pytest -q -n auto --dist loadfile -m database tests/web
else
    echo "FEHLT   Tests der Seiten, PostgreSQL: kein Server antwortet" >>"$report"
fi
step "Tests im Browser" tests tests/browser

printf '\n== Ergebnis\n'
cat "$report"
times >"$folder/times"
$python -m tests.bench.spent "$begun" "$folder/times"
! grep -q "^FEHLER${CI:+\|^FEHLT}" "$report"
