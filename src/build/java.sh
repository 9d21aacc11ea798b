# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Finds the Java of this machine, for the scripts that start a JVM.

# Prints the JDKs of this machine, with the caller's choice first. The hosts of public CI set variables such as
# JAVA_HOME_17_X64.
java_homes() {
    local java variable
    if [[ -n ${JAVA_HOME-} ]]; then
        echo "$JAVA_HOME"
    fi
    if java=$(command -v java); then
        dirname "$(dirname "$(readlink -f "$java")")"
    fi
    for variable in "${!JAVA_HOME_@}"; do
        echo "${!variable}"
    done
    printf '%s\n' /usr/lib/jvm/* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* /opt/java/*
}

# Prints the feature version of a JDK from its release file, which is faster than starting it.
feature_version() {
    local line
    while read -r line; do
        if [[ $line =~ ^JAVA_VERSION=\"([0-9]+) ]]; then
            echo "${BASH_REMATCH[1]}"
            return
        fi
    done 2>/dev/null <"$1/release"
}

# Prints the home of the first JDK whose feature version meets a condition.
find_jdk() { # CONDITION, for example "version >= 22"
    local home version
    while read -r home; do
        version=$(feature_version "$home") || continue
        if [[ -x $home/bin/java ]] && (($1)); then
            echo "$home"
            return
        fi
    done <<<"$(java_homes)"
    return 1
}

# Prints the java to run: of a JDK 22 or newer if there is one, otherwise of any other.
find_java() {
    local home
    if home=$(find_jdk "version >= 22"); then
        echo "$home/bin/java"
        return
    fi
    command -v java || {
        echo "verbena: no Java here; install a JDK 22 or newer, for example Temurin 25" >&2
        return 1
    }
}
