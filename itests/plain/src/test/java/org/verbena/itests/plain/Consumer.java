// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.plain;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Builds a copy of a project below {@code examples/consumers} with Maven offline. Maven starts with an empty local
 * repository. It fetches Verbena from the directory with the published artifacts of this build, and everything else
 * from the local repository of this build.
 */
final class Consumer {
    private static final Path PROJECTS = Path.of("..", "..", "examples", "consumers");
    private static final Path BUILD = Path.of("target", "consumers").toAbsolutePath();
    private static final String REPOSITORY = """
            <id>%s</id>
            <url>%s</url>
            <releases>
              <checksumPolicy>ignore</checksumPolicy>
            </releases>
            <snapshots>
              <checksumPolicy>ignore</checksumPolicy>
            </snapshots>
            """;
    private static final String SETTINGS = """
            <settings>
              <mirrors>
                <mirror>
                  <id>directory</id>
                  <url>%3$s</url>
                  <mirrorOf>central</mirrorOf>
                </mirror>
              </mirrors>
              <profiles>
                <profile>
                  <id>directories</id>
                  <repositories>
                    <repository>%1$s</repository>
                    <repository>%2$s</repository>
                  </repositories>
                  <pluginRepositories>
                    <pluginRepository>%2$s</pluginRepository>
                  </pluginRepositories>
                </profile>
              </profiles>
              <activeProfiles>
                <activeProfile>directories</activeProfile>
              </activeProfiles>
            </settings>
            """;

    private final Path directory;

    private Consumer(Path directory) {
        this.directory = directory;
    }

    /** Copies a project to an empty directory. */
    static Consumer copy(String name, Jdk jdk) throws IOException {
        Path directory = BUILD.resolve(name + "-" + jdk.feature());
        delete(directory);
        Files.createDirectories(BUILD);
        Path project = PROJECTS.resolve(name);
        try (Stream<Path> files = Files.walk(project)) {
            for (Path file : files.filter(file -> !file.startsWith(project.resolve("target")))
                    .toList()) {
                Files.copy(file, directory.resolve(project.relativize(file)));
            }
        }
        return new Consumer(directory);
    }

    /** Removes the artifacts of Verbena that earlier builds have fetched. */
    static void forgetPublished() throws IOException {
        delete(BUILD.resolve("repository").resolve("org/verbena"));
    }

    /** Returns a file of the project. */
    Path file(String name) {
        return directory.resolve(name);
    }

    /** Runs Maven on a JDK, and returns its output. */
    String maven(Jdk jdk, String goal) throws IOException, InterruptedException {
        Path settings = BUILD.resolve("settings.xml");
        String published = Path.of(System.getProperty("published.dir")).toUri().toString();
        String others = Path.of(System.getProperty("local.repository")).toUri().toString();
        Files.writeString(
                settings,
                SETTINGS.formatted(
                        REPOSITORY.formatted("published", published), REPOSITORY.formatted("central", others), others));
        // This directory stops the search of Maven for .mvn/maven.config in the parent directories.
        Files.createDirectories(BUILD.resolve(".mvn"));
        List<String> command = List.of(
                Path.of(System.getProperty("maven.home"), "bin", "mvn").toString(),
                "--batch-mode",
                "--no-transfer-progress",
                "--offline",
                // Maven then searches again for files that were missing in an earlier run.
                "--update-snapshots",
                "--settings=" + settings,
                "--global-settings=" + settings,
                // The two repositories are directories.
                "-Daether.offline.protocols=file",
                "-Dmaven.repo.local=" + BUILD.resolve("repository"),
                goal);
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", jdk.home().toString());
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1");
        builder.environment().remove("MAVEN_ARGS");
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(command + " failed in " + directory + "\n" + output);
        }
        return output;
    }

    private static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.delete(file);
            }
        }
    }
}
