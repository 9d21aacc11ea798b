// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.plain;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * A JDK of this machine.
 *
 * @param home its directory
 * @param feature its feature version, for example 17
 */
record Jdk(Path home, int feature) {
    private static final Path INSTALLED = Path.of("/usr/lib/jvm");

    /** Returns the JDK that runs this test. */
    static Jdk current() {
        return new Jdk(
                Path.of(System.getProperty("java.home")), Runtime.version().feature());
    }

    /**
     * Returns a JDK that cannot load provider-ffm. It is the one that the build names, or one in the usual
     * directory of Linux distributions.
     */
    static Optional<Jdk> olderThan22() throws IOException {
        List<Path> homes = new ArrayList<>(List.of(Path.of(System.getProperty("older.jdk"))));
        if (Files.isDirectory(INSTALLED)) {
            try (DirectoryStream<Path> directories = Files.newDirectoryStream(INSTALLED)) {
                directories.forEach(homes::add);
            }
        }
        for (Path home : homes) {
            int feature = feature(home);
            if (feature >= 17 && feature < 22 && Files.isExecutable(home.resolve("bin/java"))) {
                return Optional.of(new Jdk(home, feature));
            }
        }
        return Optional.empty();
    }

    /** Returns the JDKs to test with: the current one and, if there is one, an older one. */
    static List<Jdk> tested() throws IOException {
        List<Jdk> jdks = new ArrayList<>(List.of(current()));
        olderThan22().ifPresent(jdks::add);
        return jdks;
    }

    private static int feature(Path home) throws IOException {
        Path description = home.resolve("release");
        if (!Files.isReadable(description)) {
            return 0;
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(description)) {
            properties.load(reader);
        }
        String version = properties.getProperty("JAVA_VERSION", "\"0\"").replace("\"", "");
        return Integer.parseInt(version.split("[^0-9]", 2)[0]);
    }
}
