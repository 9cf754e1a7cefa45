#!/usr/bin/env bash
# window_input.sh SWEEP, inside xvfb-run, opens a real window with the events of a real keyboard and mouse.
# Each part opens the window, does something with xdotool, leaves with Ctrl+Q, and looks at the command line
# that --print-state prints.
set -uo pipefail
sweep=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CONFIG_HOME=$scratch/config
failures=0

# The image stands still: only input changes what is seen.
printf 'P5\n64 48\n255\n%03072d' 0 >"$scratch/grey.pgm"
cp "$scratch/grey.pgm" "$scratch/other.pgm"
# No dialog of the system, which would wait for somebody.
export PATH=$scratch/programs:$PATH
mkdir "$scratch/programs"
for dialog in zenity kdialog; do
    printf '#!/bin/sh\nexit 255\n' >"$scratch/programs/$dialog"
    chmod +x "$scratch/programs/$dialog"
done

# Prints the processor time of the program's threads, and whether one of them runs or wants to.
used_by() {
    sed 's/.*) //' /proc/"$1"/task/*/stat 2>/dev/null |
        awk '$1 != "S" { busy = "busy " NR } { ticks += $12 + $13 } END { print ticks, busy }'
}

# Waits until the program sleeps. It draws while there is something to draw, so that it has seen all input by
# then, however slow the machine is. Fails after half a minute.
rest() {
    local before now
    for _ in $(seq 150); do
        before=$(used_by "$1")
        sleep 0.2
        now=$(used_by "$1")
        [[ $now == "$before" && $now != *busy* ]] && return
    done
    echo "failed: it does not come to rest: $now"
    failures=$((failures + 1))
}

# with_window 'xdotool commands' sets $state to what --print-state prints afterwards.
picture=$scratch/grey.pgm more=()
with_window() {
    "$sweep" "$picture" --size 900x600 --sigma 5 "${more[@]}" --print-state >"$scratch/state" 2>"$scratch/error" &
    local program=$! window=
    for _ in $(seq 300); do
        window=$(xdotool search --onlyvisible --name '^Sweep' 2>/dev/null | head -1)
        [[ $window ]] && break
        sleep 0.1
    done
    rest "$program"
    # A file that cannot be read closes the first window and opens another one.
    window=$(xdotool search --onlyvisible --name '^Sweep' | head -1)
    xdotool windowfocus --sync "$window"
    while read -r line; do
        # shellcheck disable=SC2086  # a line is several words
        [[ $line ]] && xdotool $line
        rest "$program"
    done <<<"$1"
    xdotool key ctrl+q
    for _ in $(seq 300); do
        kill -0 "$program" 2>/dev/null || break
        sleep 0.1
    done
    kill "$program" 2>/dev/null && echo "it did not leave at Ctrl+Q" && failures=$((failures + 1))
    wait "$program" 2>/dev/null
    state=$(cat "$scratch/state")
}

# expect WHAT PATTERN fails unless the state matches the glob.
expect() {
    # shellcheck disable=SC2053  # $2 is a pattern
    if [[ "$state " == $2 ]]; then
        echo "ok: $1"
    else
        echo "failed: $1: '$state' is not like '$2'"
        cat "$scratch/error"
        failures=$((failures + 1))
    fi
}

with_window 'key 2
key plus
key b'
expect "keys change filter, sigma and boundary" '* --sigma=6 *--order=4 *--boundary=mirror *'

with_window 'mousemove 300 200
click 4
click 4'
expect "the wheel zooms" '* --zoom=*'

with_window 'key ctrl+0
mousemove 300 200
mousedown 1
mousemove 320 210
mousemove 340 220
mouseup 1'
expect "dragging pans" '* --zoom=1 --at=*'

with_window 'key ctrl+shift+p
type --delay 60 quintic
key Return'
expect "the palette finds and runs, and letters in it are no keys" '* --filter=bspline5 *'

with_window 'key F2
key ctrl+equal'
expect "layout and letters" '* --layout=present *--scale=1.125 *'
with_window ''
expect "and both stay for the next time" '* --layout=present *--scale=1.125 *'

# Space stops the scene: what plays does not come to rest.
with_window 'key F3 space'
expect "a layout brings its view" '* --layout=teach *'
case $state in *--view=*) echo "failed: the layout's view is said once more: $state"; failures=$((failures + 1)) ;; esac

rm -rf "$XDG_CONFIG_HOME"
# Everything of these lines comes between two frames, with one call of xdotool.
with_window 'key 2 b 2'
expect "quick keys are all heard" '* --order=4 *--boundary=mirror *'

with_window 'key ctrl+shift+p type --delay 1 quintic
key Return'
expect "letters wait for the palette's field" '* --filter=bspline5 *'

with_window 'mousemove 300 200
click 3
key Escape
key 2'
expect "Esc closes the menu, and keys are commands again" '* --order=4 *'

with_window 'mousemove 300 200
click 3
key 2
key Escape'
expect "keys do nothing behind an open menu" '*--size=900x600 --sigma=5 --accuracy=0.0003 '

with_window 'key plus
key b
key ctrl+z
key ctrl+z
key ctrl+y'
expect "undo and redo" '* --sigma=6 --accuracy=0.0003 '

with_window 'key ctrl+o
type --delay 1 ~/
key Escape
key 2'
expect "Esc closes the list of files, whose letters are no commands" '* --order=4 *'

with_window "key ctrl+o
type --delay 1 $scratch/other.pgm
key Return"
expect "a typed path opens a picture" '*other.pgm *'

# The slider of sigma is here in a window of 900 x 600; a click at its right moves it there.
with_window 'mousemove 760 333
mousedown 1
mouseup 1'
expect "a click on the slider of sigma changes it" '* --sigma=[1-9][0-9]* '

# The field beside the slider.
with_window 'mousemove 845 333 click 1 type --delay 1 17
key Return b'
expect "what is typed at once after a click goes into the field, and Enter ends it" '* --sigma=17 *--boundary=mirror *'

rm -rf "$XDG_CONFIG_HOME"
"$sweep" "$scratch/grey.pgm" --size 900x600 --layout present --scale 1.25 --frames 5
with_window ''
case $state in *--layout=* | *--scale=*) echo "failed: options of one run are settings of the next: $state"; failures=$((failures + 1)) ;; esac

# Who clicks on a file sees no terminal.
echo "no picture" >"$scratch/broken.jpg"
picture=$scratch/broken.jpg more=(--animate off)  # the scene would not come to rest
with_window ''
expect "a file that cannot be read opens the window, without it" 'sweep --size=900x600 *'
grep -q 'cannot read' "$scratch/error" || { echo "failed: nothing says that the file cannot be read"; failures=$((failures + 1)); }

exit $((failures > 0))
