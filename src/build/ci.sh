#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# ci.sh [RUNTIME]
#
# Builds and tests a change, with the test environments that this machine supports. If RUNTIME is the feature version of
# a JDK before 22, only the unit tests run, on this JDK. The tests of provider-ffm, which needs a newer JDK, do not run.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=src/build/java.sh
source src/build/java.sh

if [[ -z ${1-} ]] || (($1 >= 22)); then
    ./mvnw -B verify
    exit
fi
home=$(find_jdk "version == $1") || {
    echo "ci: no JDK $1 here" >&2
    exit 1
}
./mvnw -B -Dquick test -Djvm="$home/bin/java" -Dtest='!org.verbena.provider.ffm.**' \
    -Dsurefire.failIfNoSpecifiedTests=false \
    -pl api,rocev2,spi,core,libibverbs,provider-jna,provider-sim,channels,testing,fidelity,cli,osgi,osgi/gogo -am
