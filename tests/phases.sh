#!/usr/bin/env bash
# Sourced: how long each part of a script takes.

# Runs a command, and notes its seconds and NAME in the file $SWEEP_PHASES, if that is set.
#   phase NAME COMMAND...
phase() {
    local start=$SECONDS status=0
    "${@:2}" || status=$?
    printf '%5d s  %s\n' $((SECONDS - start)) "$1" >>"${SWEEP_PHASES:-/dev/null}"
    return $status
}
