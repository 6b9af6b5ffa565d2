# Read by the other scripts: packages of the system (Debian, Ubuntu), installed where that is possible without asking.

can_be_root() {
    [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null
}

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo -n "$@"; fi
}

# apt_install what-for package...: install the packages, or say how, and fail.
apt_install() {
    purpose=$1
    shift
    if can_be_root && command -v apt-get >/dev/null; then
        echo "Systempakete für $purpose: $*"
        as_root apt-get update -q >/dev/null &&
            as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" >/dev/null &&
            return
    fi
    {
        echo "Für $purpose fehlen Systempakete. Bitte einmal als Administrator ausführen:"
        echo "    sudo apt-get update && sudo apt-get install -y --no-install-recommends $*"
    } >&2
    return 1
}
