#!/bin/sh
# Set up what the site ("run", without argument) or its tests ("test") need: a virtual environment in .venv, the Python
# packages, the libraries of the system; or, when there is that of the tests, the tools that check the scripts ("scripts").
# What is there already is left alone, so that a further call takes no time.
set -eu
cd "$(dirname "$0")/.."
. deploy/system.sh
goal=${1:-run}

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

# The system's own Python comes first: it is kept up to date with the system, and was built to be fast, while one that
# somebody has built himself is often a quarter slower. PYTHON=... names another one.
choose_python() {
    for python in ${PYTHON:-/usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11}; do
        if new_enough "$python" && makes_environments "$python"; then
            return
        fi
    done
    echo "Skatliga braucht Python 3.11 oder neuer, mit venv (Debian 12, Ubuntu 24.04)." >&2
    return 1
}

makes_environments() {
    "$1" -c 'import ensurepip, venv' 2>/dev/null && return
    [ "$1" = /usr/bin/python3 ] && apt_install "die virtuelle Umgebung" python3-venv
}

make_environment() {
    new_enough .venv/bin/python && return
    choose_python
    echo "Virtuelle Umgebung: .venv ($("$python" --version))"
    "$python" -m venv --clear .venv
}

# The packages are installed when the lists of them have changed since the last time.
install_packages() {
    list=requirements.txt
    compile=--compile
    if [ "$goal" = test ]; then
        list=requirements-dev.txt
        compile=--no-compile # most of it is never asked for; the rest compiles when it is
    fi
    hash=$(cat requirements.txt "$list" | sha256sum)
    stamp=.venv/installed-$goal
    [ "$(cat "$stamp" 2>/dev/null)" = "$hash" ] && return
    echo "Python-Pakete: $list"
    install_with_uv || install_with_pip
    echo "$hash" >"$stamp"
}

# A fifth of the time that pip takes. It reads no settings of pip, so that pip has the last word where they matter.
install_with_uv() {
    .venv/bin/python -m pip install -qq --disable-pip-version-check uv==0.13.9 2>/dev/null &&
        .venv/bin/uv pip install -q --python .venv/bin/python ${compile}-bytecode -r "$list" 2>/dev/null
}

install_with_pip() {
    .venv/bin/python -m pip install -qq --disable-pip-version-check $compile -r "$list"
}

has_library() {
    /sbin/ldconfig -p | grep -q "$1"
}

missing_libraries() {
    has_library libpango-1.0.so.0 || echo libpango-1.0-0
    has_library libpangoft2-1.0.so.0 || echo libpangoft2-1.0-0
    has_library libharfbuzz-subset.so.0 || echo libharfbuzz-subset0
}

missing_for_tests() {
    has_library libatomic.so.1 || echo libatomic1   # for Playwright's driver
    command -v pdftotext >/dev/null || echo poppler-utils
    command -v msgfmt >/dev/null || echo gettext
    # Only in CI, since its package begins to serve port 80; elsewhere those tests are skipped.
    [ -z "${CI:-}" ] || command -v nginx >/dev/null || echo nginx-light
}

# Without them only a part is missing (paper; some tests), so that one goes on unless this is CI.
install_system() {
    missing=$(missing_libraries)
    purpose="PDF"
    if [ "$goal" = test ]; then
        missing="$missing $(missing_for_tests)"
        purpose="PDF und alle Tests"
    fi
    [ -n "$(echo $missing)" ] || return 0
    apt_install "$purpose" $missing || [ -z "${CI:-}" ]
}

# The shell draws the same pages as Chromium with its windows, for two thirds of the processor; either of them will do.
install_browser() {
    [ "$goal" = test ] || return 0
    command -v chromium-headless-shell >/dev/null || apt_install "Tests im Browser" chromium-headless-shell ||
        command -v chromium >/dev/null || [ -z "${CI:-}" ]
}

# What checks the scripts of the pages, by the lock file. npm itself is one of the Python packages for the tests.
install_script_tools() {
    hash=$(cat tests/device/package.json tests/device/package-lock.json | sha256sum)
    stamp=tests/device/node_modules/installed
    [ "$(cat "$stamp" 2>/dev/null)" = "$hash" ] && return
    echo "Werkzeuge für die Skripte: tests/device/package-lock.json"
    (cd tests/device && ../../.venv/bin/npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
    echo "$hash" >"$stamp"
}

if [ "$goal" = scripts ]; then
    install_script_tools
else
    make_environment
    install_packages
    install_system
    install_browser
fi
