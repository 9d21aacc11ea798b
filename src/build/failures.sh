#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# failures.sh [LOG]
#
# Lists the failed tests of the last build from the reports of Surefire and Failsafe, each below the command that
# repeats it. LOG is the output of Maven. It names the modules that failed for another reason, for example a compiler
# error or a JVM crash. The exit status is 1 if anything failed.
set -euo pipefail
cd "$(dirname "$0")/../.."
shopt -s nullglob globstar

# Prints class, name and message of each failed test case of a report. The output of a test is in CDATA sections, which
# may contain any text.
failed_cases() { # REPORT
    awk '
        function attribute(line, name) {
            if (!match(line, " " name "=\"[^\"]*\"")) return ""
            return substr(line, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
        }
        function short(message) {
            gsub(/(&#10;|&#9;| )+/, " ", message)
            gsub(/&quot;/, "\"", message); gsub(/&lt;/, "<", message)
            gsub(/&gt;/, ">", message); gsub(/&amp;/, "\\&", message)
            return length(message) > 160 ? substr(message, 1, 160) "..." : message
        }
        in_text { if (/\]\]>/) in_text = 0; next }
        /<testcase / {
            name = attribute($0, "name")
            test = attribute($0, "classname") "\t" (name == "" ? "(before or after its tests)" : name)
        }
        /^ *<(failure|error)[ >\/]/ { print test "\t" short(attribute($0, "message")) }
        { text = $0; gsub(/<!\[CDATA\[([^\]]|\][^\]]|\]\][^>])*\]\]>/, "", text); if (text ~ /<!\[CDATA\[/) in_text = 1 }
    ' "$1"
}

# Prints the name of a test method without parameters and invocations, because Maven repeats all invocations. JUnit
# reports a failure outside the test methods as initializationError.
method() { # NAME
    local name=${1%%[(\[\{ ]*}
    if [[ $name =~ ^[A-Za-z_][A-Za-z0-9_]*$ && $name != initializationError ]]; then
        echo "$name"
    fi
}

# Prints -Dverbena.effort as the build had it. Some integration tests run only with a certain effort.
effort() { # MODULE
    sed -nE 's/.*<property name="verbena\.effort" value="([a-z]+)".*/ -Dverbena.effort=\1/p' \
        "$1"/target/failsafe-reports/TEST-*.xml | sort -u
}

# Prints the Maven command. It skips the tests of other modules, and all unit tests before an integration test.
repeat_command() { # MODULE KIND CLASS METHOD
    local chosen=$3${4:+#$4}
    case $2 in
    surefire)
        echo "mvn -Dquick verify -pl $1 -am -DskipITs -Dtest='$chosen' -Dsurefire.failIfNoSpecifiedTests=false"
        ;;
    failsafe)
        echo "mvn -Dquick verify -pl $1 -am$([[ $1 != itests/softroce ]] || echo ' -DskipITs=false')$(effort "$1")" \
            "-Dtest=None -Dsurefire.failIfNoSpecifiedTests=false" \
            "-Dit.test='$chosen' -Dfailsafe.failIfNoSpecifiedTests=false"
        ;;
    esac
}

# Prints one line for each failed test: module, kind of test, class, name and message.
all_failed_cases() {
    local report module kind
    for report in {,*/,*/*/}target/{surefire,failsafe}-reports/**/TEST-*.xml; do
        module=${report%%/target/*}
        kind=${report#*target/}
        kind=${kind%%-reports/*}
        failed_cases "$report" | awk -v OFS='\t' -v module="$module" -v kind="$kind" '{ print module, kind, $0 }'
    done | sort -u
}

# Prints the modules in which a JVM crashed or was stopped. Only Failsafe's summary contains this failure.
failed_modules() {
    local summary
    for summary in {*/,*/*/}target/failsafe-reports/failsafe-summary.xml; do
        if grep -qE 'timeout="true"|<failureMessage>' "$summary"; then
            echo "${summary%%/target/*}"
        fi
    done
}

# Prints Maven's own errors, without those that only repeat failures of tests.
failed_goals() { # LOG
    sed -nE '
        s/^\[ERROR\] (Failed to execute goal .*|There was a timeout.*|The forked VM terminated.*)/\1/p
        /^\[ERROR\] Crashed tests:/ { n; s/^\[ERROR\] /Crashed test: /p; }' "$1" | sort -u
    sed -nE 's/^\[INFO\] (.*[^ .]) \.* *SKIPPED.*/Skipped, because another module failed: \1/p' "$1"
}

failed=0
cases=$(all_failed_cases)
if [[ $cases ]]; then
    failed=1
    printf '\n%d failed tests, each below the command that repeats it\n' "$(wc -l <<<"$cases")"
    shown=
    while IFS=$'\t' read -r module kind class name message; do
        command=$(repeat_command "$module" "$kind" "$class" "$(method "$name")")
        if [[ $command != "$shown" ]]; then
            printf '\n%s\n' "$command"
            shown=$command
        fi
        printf '    %s: %s %s: %s\n' "$module" "$class" "$name" "$message"
    done <<<"$cases"
fi
modules=$(failed_modules)
if [[ $modules ]]; then
    failed=1
    printf '\nA JVM crashed, was stopped, or could not start in\n'
    while read -r module; do
        printf '    %s\n        mvn -Dquick verify -pl %s -am -Dtest=None -Dsurefire.failIfNoSpecifiedTests=false\n' \
            "$module" "$module"
    done <<<"$modules"
fi
if [[ ${1-} ]]; then
    goals=$(failed_goals "$1")
    if [[ $goals ]]; then
        failed=1
        printf '\nOther failures\n%s\n' "$goals"
    fi
fi
exit "$failed"
