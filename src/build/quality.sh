#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# quality.sh mutation|coverage
#
# Prints the quality of the tests of the last build, from the reports of PIT or JaCoCo: how many mutants they killed, or
# the coverage of each module.
set -euo pipefail
cd "$(dirname "$0")/../.."

# Reports one execution of PIT.
mutants() {
    awk -F, -v name="$2" '
        $6 == "KILLED" || $6 == "TIMED_OUT" { killed++ }
        END { printf "environment mutation %s: %d of %d mutants killed (%d %%)\n", name, killed, NR, int(100 * killed / NR) }
    ' "itests/mutation/target/pit-reports/$1/mutations.csv"
}

case $1 in
mutation)
    mutants rules 'rules'
    mutants posting 'posting and futures'
    ;;
coverage)
    awk -F, '
        function percent(covered, missed) { return 100 * covered / (covered + missed) }
        NR > 1 {
            sub(/.*\//, "", $1); sub(/^verbena-/, "", $1)
            branches_missed[$1] += $6; branches[$1] += $7; lines_missed[$1] += $8; lines[$1] += $9
        }
        END {
            for (module in lines) {
                printf "coverage %s: lines %.1f %%, branches %.1f %%\n", module,
                    percent(lines[module], lines_missed[module]), percent(branches[module], branches_missed[module])
            }
        }' itests/coverage/target/site/jacoco-aggregate/jacoco.csv | sort
    ;;
esac
