#!/bin/sh
# Scripts, style sheets and templates: their types, what linters say of them, and the tests of what needs no browser.
# All checks run; the last lines name what failed. Their tools are installed here, so that no other step waits for them.
set -u
cd "$(dirname "$0")/.."
sh deploy/setup.sh scripts || exit 1

python=.venv/bin/python
node=.venv/bin/node
tools=tests/device/node_modules
failed=""

# check title command...: run it and remember whether it failed.
check() {
    title=$1
    shift
    printf -- '-- %s\n' "$title"
    "$@" || failed="$failed $title;"
}

types() {
    $node $tools/typescript/bin/tsc --project tests/device
}

# There is a binary for each kind of machine, and npm has chosen the one that runs here.
lint() {
    biome=$(ls $tools/@biomejs/cli-*/biome | head -n 1)
    "$biome" lint --config-path=tests/device/lint.jsonc --error-on-warnings static/js static/css tests/device/*.mjs
}

templates() {
    .venv/bin/djlint --lint --quiet templates
}

# The expected values come from the oracle of the engine's tests. Old versions of node would take the modules for scripts.
tests() {
    $python tests/device/make_cases.py >tests/device/cases.json &&
        $node --disable-warning=MODULE_TYPELESS_PACKAGE_JSON --test --test-reporter=dot tests/device/*.test.mjs
}

check "Typen der Skripte (tsc)" types
check "Stil der Skripte und Stylesheets (Biome)" lint
check "Vorlagen (djlint)" templates
check "Skripte ohne Browser (node)" tests

[ -z "$failed" ] || {
    echo "FEHLER:$failed"
    exit 1
}
