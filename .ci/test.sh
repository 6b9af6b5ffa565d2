#!/bin/sh
# Everything that is checked: style, types, migrations, production settings, and all tests, those of the site on both
# databases. All steps run; the last lines name what failed and what could not run. In CI nothing may be left out.
set -u
cd "$(dirname "$0")/.."
sh deploy/setup.sh test || exit 1
postgres=$(sh .ci/postgres.sh)
unset DEBUG SECRET_KEY ALLOWED_HOSTS CSRF_TRUSTED_ORIGINS HTTPS EMAIL_HOST DATABASE_URL
unset PYTHONDONTWRITEBYTECODE # every worker and every process a test starts would compile everything anew

python=.venv/bin/python
report=$(mktemp)
trap 'rm -f "$report"' EXIT

# step title command...: run it and remember how it went.
step() {
    title=$1
    shift
    printf '\n== %s\n' "$title"
    if "$@"; then result=ok; else result=FEHLER; fi
    printf '%-8s%s\n' "$result" "$title" >>"$report"
}

tests() {
    $python -m pytest -q -n auto --dist worksteal "$@"
}

step "Stil (ruff)" $python -m ruff check .
step "Typen (mypy)" $python -m mypy
step "Migrationen vollständig" $python manage.py makemigrations --check --dry-run
step "Produktionseinstellungen" env ALLOWED_HOSTS=skat.example.org \
    SECRET_KEY=only-for-this-check-0123456789-abcdefghijklmnopqrstuvwxyz \
    $python manage.py check --deploy --fail-level INFO
step "Tests des Rechenkerns" tests scoring tests/engine
step "Tests der Seiten, SQLite" tests skatliga tests/web
if [ -n "$postgres" ]; then
    # What speaks to no database, or is alike on both kinds, has had its turn.
    step "Tests der Seiten, PostgreSQL" env DATABASE_URL="$postgres" \
        $python -m pytest -q -n auto --dist worksteal -m database tests/web
else
    echo "FEHLT   Tests der Seiten, PostgreSQL: kein Server antwortet" >>"$report"
fi
step "Tests im Browser" tests tests/browser

printf '\n== Ergebnis\n'
cat "$report"
! grep -q "^FEHLER${CI:+\|^FEHLT}" "$report"
