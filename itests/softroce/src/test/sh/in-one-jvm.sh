#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# in-one-jvm.sh COMMAND [ARGUMENT...] -- [ARGUMENT...]
#
# Runs a command of verbena in a guest, in a JVM that all calls on one host share, because a JVM takes 15 seconds to
# start there. COMMAND starts the JVM (CommandServer), and the other arguments are those of verbena. The JVM ends with
# the guest.
set -euo pipefail
java=()
while [[ $1 != -- ]]; do
    java+=("$1")
    shift
done
shift

host=$(readlink /proc/self/ns/net)
files=/tmp/in-one-jvm-${host//[^0-9]/}
mkdir -p "$files"
if mkfifo "$files/requests" 2>/dev/null; then
    setsid "${java[@]}" <>"$files/requests" >/dev/console 2>&1 &
    echo $! >"$files/pid"
fi
until [[ -s $files/pid ]]; do sleep 0.1; done

# Opens the pipes for both reading and writing, because an open for one direction waits for the JVM.
mkfifo "$files/$$"
exec {status}<>"$files/$$" {requests}<>"$files/requests"
# Uses a subshell, because the JVM may open the standard output of this shell before the redirection ends.
(echo "$files/$$ $$ $*" >&"$requests")
code=
until read -r -t 5 -u "$status" part; do
    code+=$part # a timeout may split the line
    kill -0 "$(<"$files/pid")" # fails if the JVM has ended and will never answer
done
exit "$code$part"
