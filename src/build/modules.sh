# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# The published modules, for the scripts that build them.

# Prints them as for mvn -pl: the jars that the bill of materials manages, itself, and the features file.
published_modules() {
    sed -n '/<dependencyManagement>/,$s/.*<artifactId>\(verbena-.*\)<\/artifactId>.*/:\1/p' bom/pom.xml |
        cat - <(printf '%s\n' :verbena-bom :verbena-karaf) | paste -sd,
}
