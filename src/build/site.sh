#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# site.sh
#
# Builds the documentation site with Javadoc in site/target/site.
set -euo pipefail
cd "$(dirname "$0")/../.."

./mvnw -B -q -Dquick -Dmaven.test.skip=true -Dsite.javadoc package -pl site -am
echo "The site is site/target/site/index.html."
