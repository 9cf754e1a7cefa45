#!/usr/bin/env bash
# window.sh SWEEP, inside xvfb-run, gives a lecture with the presenter's window, by keys that reach either window.
set -uo pipefail
sweep=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CONFIG_HOME=$scratch/config
"$sweep" --lecture short --size 320x200 --engine cpu --presenter --full-screen 7 >"$scratch/out" 2>"$scratch/notes" &
program=$!

fail() {
    echo "failed: $1"
    cat "$scratch/notes"
    kill "$program" 2>/dev/null
    exit 1
}
# until_true WHAT COMMAND...: waits for half a minute at most.
until_true() {
    local what=$1
    shift
    for _ in $(seq 300); do
        "$@" >/dev/null 2>&1 && return
        sleep 0.1
    done
    fail "$what"
}
is_open() { xdotool search --onlyvisible --name '^Presenter'; }
is_closed() { ! is_open; }
at_step() { [[ $(grep -cE '^[0-9]+/[0-9]+ ' "$scratch/notes") -ge $1 ]] && grep -q "^$2/" "$scratch/notes"; }
focus() { xdotool windowfocus --sync "$(xdotool search --onlyvisible --name "$1" | head -1)"; }

until_true "the presenter's window opens" is_open
focus '^Presenter'
xdotool key Next
until_true "a key in the presenter's window turns the page" at_step 2 2
focus '^Sweep'
xdotool key Next
until_true "and one on the stage" at_step 3 3
xdotool key ctrl+shift+F5
until_true "the action closes it" is_closed
xdotool key ctrl+shift+F5
until_true "and opens it" is_open
xdotool key Prior
until_true "the talk goes on" at_step 4 2
xdotool key ctrl+q
wait "$program"
code=$?
((code == 0)) || fail "it ends with $code"
echo "ok"
