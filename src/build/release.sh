#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# release.sh --dry-run
# release.sh --prepare VERSION NEXT_VERSION
# release.sh --publish
#
# --dry-run creates the bundle for Maven Central from the last commit, with its version without -SNAPSHOT, and signs it
# with a key that it creates and discards. It checks the bundle, prints the artifacts with their files, and uploads
# nothing.
#
# --prepare commits VERSION, tags it, and commits NEXT_VERSION-SNAPSHOT, in which the build compares the packages with
# VERSION. It pushes nothing.
#
# --publish creates the bundle from the last commit, which has the tag of its version, and signs it with the key in
# SIGNING_KEY, or with the default key of gpg. If the bundle is valid, it uploads it to Maven Central with the token in
# CENTRAL_USERNAME and CENTRAL_PASSWORD. A maintainer publishes the deployment at https://central.sonatype.com.
#
# target/release contains the sources, the log and the unpacked bundle. docs/releasing.md describes a release.
set -euo pipefail
cd "$(dirname "$0")/../.."
# shellcheck source=src/build/java.sh
source src/build/java.sh
# shellcheck source=src/build/modules.sh
source src/build/modules.sh

directory=$PWD/target/release

fail() {
    echo "release: $*" >&2
    exit 1
}

current_version() {
    sed -n '0,/<version>/s/.*<version>\(.*\)<\/version>.*/\1/p' pom.xml
}

# Replaces the version of the project, which is the first one in each POM, in all POMs and in the Gradle example.
set_version() { # DIRECTORY FROM TO
    find "$1" -name target -prune -o -name pom.xml -print0 |
        xargs -0 sed -i "0,/<version>${2//./\\.}<\/version>/s//<version>$3<\/version>/"
    sed -i "s/\(:verbena-bom:\)${2//./\\.}\"/\1$3\"/" "$1/examples/consumers/gradle/build.gradle.kts"
}

# Replaces the version of all coordinates in the documents.
set_coordinates() { # FROM TO
    find README.md docs -name '*.md' -print0 |
        xargs -0 sed -i -E "s/(verbena-[a-z-]+[:\/]|<version>)${1//./\\.}\b/\1$2/g"
}

# Creates, unpacks and checks the bundle of the sources in $directory/source.
make_bundle() {
    local java
    java=$(find_java)
    (
        cd "$directory/source"
        # Needs JDK 22 or newer. With an older JDK, Maven's Javadoc plugin cannot read the module of provider-ffm.
        export JAVA_HOME=${java%/bin/java}
        ./mvnw -B -Prelease -Dmaven.test.skip=true -Dspotless.check.skip deploy \
            -pl "$(published_modules)" -am
    ) >"$directory/build.log" 2>&1 || {
        grep -m 20 -E '^\[(ERROR|FATAL)' "$directory/build.log" >&2 || tail -20 "$directory/build.log" >&2
        fail "the build failed; its log is $directory/build.log"
    }
    bundle=$(find "$directory/source" -path '*/target/*' -name central-bundle.zip)
    mkdir "$directory/central"
    (cd "$directory/central" && "$(dirname "$java")/jar" --extract --file "$bundle")
    "$java" src/build/java/org/verbena/build/CentralBundle.java "$directory/central"
}

# Copies the last commit, so that the working tree keeps its version and its jars.
copy_sources() {
    [[ ! -d $directory ]] || rm -rf "$directory"
    mkdir -p "$directory/source"
    git archive HEAD | tar -x -C "$directory/source"
}

use_temporary_keyring() {
    GNUPGHOME=$(mktemp -d)
    export GNUPGHOME
    trap 'gpgconf --kill gpg-agent; rm -rf "$GNUPGHOME"' EXIT
}

dry_run() {
    copy_sources
    local version
    version=$(current_version)
    set_version "$directory/source" "$version" "${version%-SNAPSHOT}"
    use_temporary_keyring
    gpg --batch --quiet --passphrase '' --quick-generate-key 'Dry run <dry-run@verbena.invalid>' ed25519 sign 1d \
        2>"$directory/gpg.log" || fail "gpg created no key: $(cat "$directory/gpg.log")"
    make_bundle
}

prepare() { # VERSION NEXT_VERSION
    local current today
    current=$(current_version)
    today=$(date -u +%Y-%m-%d)
    [[ $1 =~ ^[0-9]+\.[0-9]+\.[0-9]+$ && $2 =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] ||
        fail "versions are $1 and $2, expected MAJOR.MINOR.PATCH"
    [[ -z $(git status --porcelain) ]] || fail "the working tree has changes"
    sed -n '/^## \[Unreleased\]/,/^## \[[0-9]/p' CHANGELOG.md | grep -q '^\* ' ||
        fail "CHANGELOG.md has no unreleased change"

    set_version . "$current" "$1"
    set_coordinates "$current" "$1"
    set_coordinates "$(sed -n 's|.*<released.version>\(.*\)</released.version>.*|\1|p' pom.xml)" "$1"
    sed -i "s/^## \[Unreleased\]$/&\n\n## [$1] - $today/" CHANGELOG.md
    sed -i "s|\(<project.build.outputTimestamp>\)[^<]*|\1${today}T00:00:00Z|" pom.xml
    git commit -qam "build: release $1"
    git tag -a "v$1" -m "Verbena $1"

    set_version . "$1" "$2-SNAPSHOT"
    sed -i -e "s|\(<bnd.baseline.skip>\)[^<]*|\1false|" -e "s|\(<released.version>\)[^<]*|\1$1|" pom.xml
    git commit -qam "build: continue with $2-SNAPSHOT"
    echo "Tagged v$1. Review the two commits, and push them and the tag."
}

publish() {
    local version origin scm
    version=$(current_version)
    [[ $(git tag --points-at HEAD) == *"v$version"* ]] || fail "the last commit does not have the tag v$version"
    origin=$(git remote get-url origin)
    scm=$(sed -n 's|.*<project.home>\(.*\)</project.home>.*|\1|p' pom.xml)/verbena
    [[ ${origin%.git} == "$scm" ]] || fail "the POMs name the repository $scm, but the origin is $origin"
    : "${CENTRAL_USERNAME:?is not set}" "${CENTRAL_PASSWORD:?is not set}"
    if [[ ${SIGNING_KEY-} ]]; then
        use_temporary_keyring
        gpg --batch --quiet --import <<<"$SIGNING_KEY"
    fi
    copy_sources
    make_bundle
    curl --fail-with-body --silent --show-error --config - --form "bundle=@$bundle" \
        "https://central.sonatype.com/api/v1/publisher/upload?name=verbena-$version&publishingType=USER_MANAGED" \
        <<<"header = \"Authorization: Bearer $(printf %s "$CENTRAL_USERNAME:$CENTRAL_PASSWORD" | base64 -w0)\""
    echo
    echo "Uploaded Verbena $version. Publish it at https://central.sonatype.com/publishing/deployments."
}

case ${1-} in
--dry-run) dry_run ;;
--prepare)
    (($# == 3)) || fail "--prepare needs two versions"
    prepare "$2" "$3"
    ;;
--publish) publish ;;
*)
    sed -n '/^# release.sh/,/^set/{s/^# \{0,1\}//p}' "$0" >&2
    exit 2
    ;;
esac
