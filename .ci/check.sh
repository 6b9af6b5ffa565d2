#!/bin/sh
# What a change needs at once, in less than a minute: style, types, and the tests nearest to what was touched since HEAD
# (with BASE=main since there). What is marked slow or starts processes is left to `make test`, and so is whatever has
# not had its turn when the time is over.
set -u
cd "$(dirname "$0")/.."
python=.venv/bin/python
unset PYTHONDONTWRITEBYTECODE

touched=$( (git diff --name-only "${BASE:-HEAD}" && git ls-files --others --exclude-standard) | sort -u)
apps=$(echo "$touched" | sed -nE 's#^(skatliga|templates)/([a-z_]+)/.*#\2#p' | sort -u)

# Nearest first: tests touched themselves, those with the name of an app, those that import from it.
nearest() {
    echo "$touched" | grep -E '^tests/(engine|web)/test_[a-z0-9_]+\.py$'
    echo "$touched" | grep -qE '^(scoring|tests/engine)/' && echo scoring && ls tests/engine/test_*.py
    for app in $apps; do ls tests/web/test_"$app"*.py 2>/dev/null; done
    for app in $apps; do grep -lE "^from skatliga\.$app[. ]" tests/web/test_*.py; done
}

# quick: of these files those that are there and start no processes, each once.
quick() {
    awk '!seen[$0]++' | while read -r file; do
        [ -e "$file" ] || continue
        grep -qsE 'import subprocess|web\.(serving|cluster|tournament)' "$file" || echo "$file"
    done
}

failed=0
$python -m ruff check . || failed=1
$python -m mypy || failed=1
tests=$(nearest | quick)
if [ -n "$tests" ]; then
    # File after file, the nearest first; the first fault ends it.
    # shellcheck disable=SC2086
    said=$(mktemp)
    status=$(mktemp)
    {
        timeout -s INT -k 10 "${SECONDS_AT_MOST:-35}" $python -m pytest -q -x -n auto --dist loadfile --no-loadscope-reorder -m "not slow" $tests
        echo $? >"$status"
    } 2>&1 | tee "$said"
    case $(cat "$status") in
        0) ;;
        5) echo "Nur Langsames ist betroffen: make test" ;; # nothing was selected
        124 | 137)
            if grep -qE '^(FAILED|ERROR) ' "$said"; then
                failed=1 # found before the time was over
            else
                echo "Die Zeit ist um, bis hierher ist alles gut; den Rest prüft make test."
            fi
            ;;
        *) failed=1 ;;
    esac
    rm "$said" "$status"
fi
exit $failed
