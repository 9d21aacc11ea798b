#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# headers.sh [--check]
#
# Adds the licence header to each source file, script and POM that lacks it. --check only reports these files, and exits
# with status 1 if there are any. Documents and test data have no header.
set -euo pipefail
cd "$(dirname "$0")/../.."

header='SPDX-License-Identifier: Apache-2.0'

sources() {
    find . \( -name target -o -name .git -o -name .idea -o -path './itests/fuzz/src/test/resources' \) -prune -o \
        -type f \( -name '*.java' -o -name '*.kts' -o -name '*.c' -o -name '*.h' -o -name '*.sh' -o -name '*.xml' \
        -o -name '*.bnd' -o -name '*.css' -o -name '*.js' -o -name '*.html' -o -name '*.yml' -o -name '*.properties' -o -name '*.map' \
        -o -name Makefile -o -path ./verify -o -path ./verbena -o -path ./verbena-bench -o -path ./.ci/run \) \
        -not -path './.mvn/wrapper/*' -print0
}

lacking() {
    sources | xargs -0 grep -LF "$header" | sort || true
}

# Inserts the header, after a line that must remain the first, such as #!.
add() { # FILE
    local comment
    case $1 in
    *.java | *.js | *.kts) comment="// $header" ;;
    *.c | *.h | *.css | *.map) comment="/* $header */" ;;
    *.xml | *.html) comment="<!-- $header -->" ;;
    *) comment="# $header" ;;
    esac
    awk -v comment="$comment" '
        NR == 1 && !/^(#!|<\?xml|<!DOCTYPE)/ { print comment }
        { print }
        NR == 1 && /^(#!|<\?xml|<!DOCTYPE)/ { print comment; if (/^#!/) print "#" }
    ' "$1" >"$1.with-header"
    cat "$1.with-header" >"$1"
    rm "$1.with-header"
}

mapfile -t files < <(lacking)
if [[ ${1-} == --check ]]; then
    ((${#files[@]})) || exit 0
    printf '%s has no line "%s"\n' "${files[0]}" "$header" >&2
    echo "headers: ${#files[@]} files lack the licence header; src/build/headers.sh adds it" >&2
    exit 1
fi
for file in "${files[@]}"; do
    add "$file"
done
echo "${#files[@]} files changed"
