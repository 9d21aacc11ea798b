# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Lists the published modules, for the scripts that build them.

# Prints the modules for mvn -pl: the jars in the bill of materials, the bill itself, and the features file.
published_modules() {
    sed -n '/<dependencyManagement>/,$s/.*<artifactId>\(verbena-.*\)<\/artifactId>.*/:\1/p' bom/pom.xml |
        cat - <(printf '%s\n' :verbena-bom :verbena-karaf) | paste -sd,
}
