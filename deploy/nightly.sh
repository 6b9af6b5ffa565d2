#!/bin/sh
# What the timers of systemd do, where there is none: runs for ever in a container of its own (compose.yaml). At 03:30
# the backup, what is too old forgotten, strengths found anew, everything stored checked; at 12:00 a mail where the backup is missing. What
# fails is mailed to the operators, unless it has told them itself. The hours are those of the container, so UTC.
set -u
cd "$(dirname "$0")/.."
trap 'exit 0' TERM INT

run() {
    python manage.py "$@"
    status=$?
    [ $status -eq 0 ] || MONITOR_EXIT_STATUS=$status python manage.py warn_operators --failed "skatliga-$1"
}

# seconds_until HH:MM: how many seconds that is from now.
seconds_until() {
    now=$(date +%s)
    then=$(date -d "today $1" +%s)
    [ "$then" -gt "$now" ] || then=$(date -d "tomorrow $1" +%s)
    echo $((then - now))
}

while :; do
    night=$(seconds_until 03:30)
    noon=$(seconds_until 12:00)
    sleep "$((night < noon ? night : noon))" &
    wait $! # a signal is heard here, and not while something sleeps in front
    if [ "$night" -lt "$noon" ]; then
        run backup
        run forget_old
        run rate
        run check_integrity
    else
        run warn_operators
    fi
done
