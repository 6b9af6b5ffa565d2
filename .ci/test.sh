#!/bin/sh
# Everything that is checked: style, types, scripts, migrations, and all tests; those of the site on SQLite, and on
# PostgreSQL what can differ there. Steps run in three rows side by side: none of them keeps all processors busy, and
# with more rows each takes longer. What a step says is printed when it ends. All steps run; the last lines name what
# failed and what could not run, and say how long it took and how much of the processors. In CI nothing may be left out.
set -u
cd "$(dirname "$0")/.."
begun=$(date +%s)
sh deploy/setup.sh test || exit 1
postgres=$(sh .ci/postgres.sh)
unset DEBUG SECRET_KEY ALLOWED_HOSTS CSRF_TRUSTED_ORIGINS HTTPS EMAIL_HOST DATABASE_URL
unset PYTHONDONTWRITEBYTECODE # every worker and every process a test starts would compile everything anew

python=.venv/bin/python
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'trap "" INT; kill -TERM 0' INT # what runs in the background does not hear it otherwise

# step number title command...: run it, then print what it has said and remember how it went.
step() {
    said=$folder/$1.said
    title=$2
    number=$1
    shift 2
    if $python -m tests.bench.spent count "$@" >"$said" 2>&1; then result=ok; else result=FEHLER; fi
    printf '%-8s%s\n' "$result" "$title" >"$folder/$number.report"
    printf '\n== %s\n' "$title" | flock "$folder" cat - "$said"
}

programs() {
    step 1 "Stil (ruff)" $python -m ruff check .
    step 2 "Typen (mypy)" $python -m mypy
    step 3 "Skripte und Vorlagen" sh .ci/scripts.sh
    step 4 "Migrationen vollständig" $python manage.py makemigrations --check --dry-run
}

# The modules with examples in their docstrings, which are run, too.
examples=$(grep -rl --include='*.py' '>>>' scoring skatliga)

# Every process that tests would read and compile anew what this one leaves compiled.
compiled() {
    # shellcheck disable=SC2086
    $python -m pytest -qq --collect-only tests $examples >/dev/null 2>&1
}

# Whole files go to a worker, so that what a file makes for all its tests is made once; the dearest come first
# (tests/conftest.py).
pages() {
    # shellcheck disable=SC2086
    step 5 "Tests des Rechenkerns und der Seiten, SQLite" \
        nice -n 5 $python -m pytest -q -n auto --dist loadfile --no-loadscope-reorder tests/engine tests/web $examples
}

# Half as many workers as processors, since each has a browser beside it. They wait as long as they work and so end
# last, so the others make way for them (nice).
browser() {
    workers=$((($(getconf _NPROCESSORS_ONLN) + 1) / 2))
    step 7 "Tests im Browser" $python -m pytest -q -n $workers --dist loadfile --no-loadscope-reorder tests/browser
}

other_database() {
    if [ -n "$postgres" ]; then
        step 6 "Tests der Seiten, PostgreSQL" \
            nice -n 5 env DATABASE_URL="$postgres" $python -m pytest -q -m database tests/web
    else
        echo "FEHLT   Tests der Seiten, PostgreSQL: kein Server antwortet" >"$folder/6.report"
    fi
}

$python -m tests.bench.spent watch "$folder/speeds" 2>/dev/null &
watching=$!
{ programs; other_database; } &
rows=$!
compiled
browser &
rows="$rows $!"
pages &
# shellcheck disable=SC2086
wait $rows $!
kill "$watching"

printf '\n== Ergebnis\n'
for number in 1 2 3 4 5 6 7; do
    cat "$folder/$number.report" 2>/dev/null || echo "FEHLER  Schritt $number ist nicht zu Ende gekommen"
done | tee "$folder/report"
times >"$folder/times"
$python -m tests.bench.spent "$begun" "$folder/times" "$folder/speeds"
! grep -q "^FEHLER${CI:+\|^FEHLT}" "$folder/report"
