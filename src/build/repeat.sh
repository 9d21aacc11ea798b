#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# repeat.sh N [OPTION...] [-- MAVEN ARGUMENT...]
#
# Runs the tests N times under adverse conditions, and prints a table of the runs and their failures. Without --modules
# it runs those of mvn verify, except those of the benchmarks.
#
#   --modules LIST       modules as for mvn -pl, for example provider-sim,itests/sim
#   --load               runs four busy loops concurrently
#   --xmx SIZE           the maximum heap of the JVMs that run tests, for example 256m
#   --gc serial|default  their garbage collector
#   --processors NUMBER  the processors that these JVMs see
#   --jvm OPTION         any other option of these JVMs, for example -Duser.language=tr
#
# The exit status is 1 if a test failed. target/repeat contains the output of each run, and the list of its failures
# with the commands that repeat them. Processes that tests start, such as random walks and storms, use their own JVM
# options.
set -euo pipefail
cd "$(dirname "$0")/../.."

usage() {
    sed -n '/^# repeat.sh/,/^set/{s/^# \{0,1\}//p}' "$0" >&2
    exit 2
}

[[ ${1-} =~ ^[1-9][0-9]*$ ]] || usage
runs=$1
shift
modules='!itests/softroce,!itests/browser,!bench'
load=false
jvm=()
conditions=()
while (($#)) && [[ $1 != -- ]]; do
    [[ $1 == --load ]] || (($# > 1)) || usage
    case $1 in
    --load)
        load=true
        conditions+=(load)
        shift
        continue
        ;;
    --modules) modules=$2 ;;
    --xmx) jvm+=("-Xmx$2") conditions+=("heap $2") ;;
    --processors) jvm+=("-XX:ActiveProcessorCount=$2") conditions+=("$2 processors") ;;
    --jvm) jvm+=("$2") conditions+=("$2") ;;
    --gc)
        case $2 in
        serial) jvm+=(-XX:+UseSerialGC) conditions+=("serial collector") ;;
        default) ;;
        *) usage ;;
        esac
        ;;
    *) usage ;;
    esac
    shift 2
done
[[ ${1-} != -- ]] || shift

busy=()
stop_load() {
    ((${#busy[@]} == 0)) || kill "${busy[@]}" 2>/dev/null || true
}
trap stop_load EXIT
if $load; then
    for _ in 1 2 3 4; do
        while :; do :; done &
        busy+=($!)
    done
fi

# Prints how many tests ran, how many of them failed, and how many were skipped.
count_tests() {
    shopt -s nullglob globstar
    cat /dev/null {,*/,*/*/}target/{surefire,failsafe}-reports/**/TEST-*.xml | awk '
        function attribute(name) {
            return match($0, " " name "=\"[0-9]+\"") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : 0
        }
        /^<testsuite / { tests += attribute("tests"); failed += attribute("failures") + attribute("errors") }
        /^<testsuite / { skipped += attribute("skipped") }
        END { printf "%d %d %d", tests, failed, skipped }'
}

directory=target/repeat
mkdir -p "$directory"
name=$(IFS=-; echo "${conditions[*]:-default}")
name=$(date +%Y%m%d-%H%M%S)-${name//[^A-Za-z0-9]/-}
description=$(IFS=,; echo "${conditions[*]:-no condition}")
table=$directory/$name.table
printf '| Run | Conditions | Tests | Failed | Skipped | Seconds |\n|---|---|---|---|---|---|\n' >"$table"
status=0
# The first run compiles everything. The others compile nothing, because nothing has changed.
compilation=()
for ((run = 1; run <= runs; run++)); do
    log=$directory/$name-$run.log
    rm -rf {.,*,*/*}/target/{surefire,failsafe}-reports
    start=$SECONDS
    mvn -B -Dquick --fail-at-end -Dmaven.test.failure.ignore=true -Dtest.jvm="${jvm[*]}" \
        verify -pl "$modules" -am "${compilation[@]}" "$@" >"$log" 2>&1 || status=1
    seconds=$((SECONDS - start))
    compilation=(-Dmaven.compiler.useIncrementalCompilation=false)
    src/build/failures.sh "$log" >"$directory/$name-$run.failures" || status=1
    read -r tests failed skipped <<<"$(count_tests)"
    printf '| %d | %s | %d | %d | %d | %d |\n' "$run" "${description//,/, }" "$tests" "$failed" "$skipped" "$seconds" |
        tee -a "$table"
    cat "$directory/$name-$run.failures"
done
printf '\n'
cat "$table"
exit "$status"
