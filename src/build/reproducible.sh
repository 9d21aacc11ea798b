#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# reproducible.sh
#
# Builds the published jars of the last commit twice, in directories of different names, and compares jars, sources,
# POMs and bills of materials byte by byte. The exit status is 1 if a file differs. target/reproducible contains both
# builds.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=src/build/java.sh
source src/build/java.sh
# shellcheck source=src/build/modules.sh
source src/build/modules.sh

java=$(find_java)
directory=$PWD/target/reproducible
[[ ! -d $directory ]] || rm -rf "$directory"
modules=$(published_modules)
commit=$(git rev-parse HEAD)

build() { # NAME
    mkdir -p "$directory/$1"
    git archive "$commit" | tar -x -C "$directory/$1"
    (
        cd "$directory/$1"
        export JAVA_HOME=${java%/bin/java}
        ./mvnw -B -Dmaven.test.skip=true -Dmaven.javadoc.skip -Dspotless.check.skip -Dheaders.skip -Denforcer.skip \
            package -pl "$modules" -am
    ) >"$directory/$1.log" 2>&1 || {
        echo "reproducible: the build failed; its log is $directory/$1.log" >&2
        exit 1
    }
    (
        cd "$directory/$1"
        find . -path '*/target/*' \( -name 'verbena-*.jar' -o -name published-pom.xml -o -name bom.json \
            -o -name features.xml \) -not -path '*/target/verbena/*' -not -path '*/classes/*' -print0 |
            sort -z | xargs -0 sha256sum
    ) >"$directory/$1.sums"
}

build first
build second-build
if ! diff "$directory/first.sums" "$directory/second-build.sums"; then
    echo "reproducible: two builds of one commit differ" >&2
    exit 1
fi
echo "$(wc -l <"$directory/first.sums") files are the same in two builds of the last commit"
