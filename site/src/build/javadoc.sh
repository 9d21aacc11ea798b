#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# javadoc.sh DIRECTORY LIBRARIES
#
# Writes the Javadoc of all modules with a public API to DIRECTORY, with one index. LIBRARIES is the path of the jars
# that these modules need.
set -euo pipefail
output=$1
libraries=$2
cd "$(dirname "$0")/../../.."
# shellcheck source=src/build/java.sh
source src/build/java.sh

modules=(api channels rocev2 spi core testing fidelity tck micrometer provider-sim provider-ffm)

arguments=()
names=()
for module in "${modules[@]}"; do
    name=org.verbena.${module//-/.}
    names+=("$name")
    arguments+=(--module-source-path "$name=$module/src/main/java")
done
javadoc=$(dirname "$(find_java)")/javadoc
"$javadoc" -quiet -Xdoclint:none -notimestamp -encoding UTF-8 -windowtitle Verbena -doctitle Verbena \
    "${arguments[@]}" --module-path "$libraries" --module "$(IFS=, && echo "${names[*]}")" -d "$output"
