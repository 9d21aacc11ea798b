# SPDX-License-Identifier: Apache-2.0
#
# shellcheck shell=bash
# Functions for one side of exchanges between a program in C and one in Java. The variable "side" is c or java, and
# "directory" is the directory that both sides share. The caller sets "file" to the output of its side of an exchange,
# which a failure shows.

other=$([[ $side == c ]] && echo java || echo c)
limit=3600 # seconds, which only a hanging program reaches

report_failure() {
    local status=$?
    ((status == 0)) || { echo "status $status" && tail -v -n 20 "$file"; } >&2
}
trap report_failure EXIT

# Runs a program in the process group of the script, which ends if the other side fails.
limited() { # PROGRAM [ARGUMENT...]
    timeout --foreground $limit "$@"
}

librspreload() {
    echo /usr/lib/*/rsocket/librspreload.so # find takes six seconds in a guest
}

# Returns the number of RoCE packets that rxe0 has sent and received.
packets() {
    local counters=/sys/class/infiniband/rxe0/ports/1/hw_counters
    echo $(($(<$counters/sent_pkts) + $(<$counters/rcvd_pkts)))
}

# Waits until the other side has printed a line that matches.
await_line() { # NAME PATTERN SECONDS
    local tries=$((5 * $3))
    until grep -qs "$2" "$directory/$1-$other.txt"; do
        ((tries-- > 0)) || return 1
        sleep 0.2
    done
}
