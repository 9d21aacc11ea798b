// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the launcher script in a separate checkout, with an mvn and JDKs that only print how they were called. */
class LauncherTest {
    private static final Path SCRIPT = Path.of("../verbena");
    private static final Path FIND_JAVA = Path.of("../src/build/java.sh");
    // Any library that always exists. The loader would print an error for a missing one.
    private static final String PRELOADED = "libm.so.6";

    @TempDir
    private Path directory;

    private Path checkout;
    private Path tools;
    private final Map<String, String> environment = new HashMap<>();

    private record Run(int exitCode, String out, String err) {}

    @BeforeEach
    void makeCheckout() throws IOException {
        checkout = Files.createDirectory(directory.resolve("checkout"));
        tools = Files.createDirectory(directory.resolve("tools"));
        Files.copy(SCRIPT, checkout.resolve("verbena"));
        Files.createDirectories(checkout.resolve("src/build"));
        Files.copy(FIND_JAVA, checkout.resolve("src/build/java.sh"));
        Files.createDirectories(checkout.resolve("src/bnd"));
        Files.createFile(checkout.resolve("pom.xml"));
        for (String module :
                List.of("api", "rocev2", "spi", "core", "libibverbs", "provider-x", "channels", "fidelity", "cli")) {
            Files.createDirectories(checkout.resolve(module).resolve("src/main"));
            Files.createFile(checkout.resolve(module).resolve("pom.xml"));
        }
        mvn("mkdir -p cli/target/verbena && touch cli/target/verbena/built");
        environment.put("PATH", tools + ":/usr/bin:/bin");
        environment.put("JAVA_HOME", jdk("25").toString());
        environment.put("HOME", directory.toString());
    }

    @Test
    void buildsAMissingProgramAndRunsIt() throws Exception {
        Run first = run("create-qp", "--type", "RC", "a b");
        Run second = run("devices");

        assertThat(first.exitCode()).isZero();
        assertThat(first.err()).startsWith("verbena: building").hasLineCount(1);
        assertThat(first.out()).contains("java 25: ").endsWith("org.verbena.cli.Main create-qp --type RC a b\n");
        assertThat(second.err()).isEmpty();
        assertThat(mvnCalls()).hasSize(1);
        assertThat(mvnCalls().get(0)).contains("-pl cli -am package");
    }

    @Test
    void rebuildsAProgramOlderThanItsSources() throws Exception {
        run("devices");
        Path source = Files.createFile(checkout.resolve("spi/src/main/New.java"));
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(2)));

        assertThat(run("devices").err()).startsWith("verbena: building");
    }

    @Test
    void printsTheModulesThatItBuilds() throws Exception {
        mvn(
                "echo '[INFO] Building Verbena SPI 0.1.0-SNAPSHOT          [7/14]'; echo '[INFO] Compiling 9 source files'");

        assertThat(run("devices").err()).endsWith("verbena: building 7/14 Verbena SPI 0.1.0-SNAPSHOT\n");
    }

    @Test
    void showsTheLogOfABuildThatFailed() throws Exception {
        mvn("echo something is broken; exit 3");

        Run run = run("devices");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("something is broken").contains("the build failed");
    }

    @Test
    void leavesThePreloadedLibraryToTheJvm() throws Exception {
        environment.put("LD_PRELOAD", PRELOADED);

        Run run = run("devices");

        assertThat(mvnCalls().get(0)).startsWith("LD_PRELOAD= ");
        assertThat(run.out()).startsWith("LD_PRELOAD=" + PRELOADED + " ");
    }

    @Test
    void prefersAJdkThatCanUseFfm() throws Exception {
        environment.put("JAVA_HOME", jdk("17").toString());
        Files.createSymbolicLink(tools.resolve("java"), jdk("22").resolve("bin/java"));

        assertThat(run("devices").out()).contains("java 22: ");
    }

    @Test
    void passesTheExitStatusOn() throws Exception {
        executable(jdk("25").resolve("bin/java"), "exit 2");

        assertThat(run("devices").exitCode()).isEqualTo(2);
    }

    @Test
    void worksThroughASymbolicLink() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), checkout.resolve("verbena"));

        Run run = run(link, "devices");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("-cp " + checkout.toRealPath() + "/cli/target/verbena/lib/*");
    }

    private Run run(String... args) throws Exception {
        return run(checkout.resolve("verbena"), args);
    }

    private Run run(Path script, String... args) throws Exception {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(args));
        Path err = directory.resolve("err");
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        try (InputStream out = process.getInputStream()) {
            String text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            return new Run(process.waitFor(), text, Files.readString(err));
        }
    }

    private void mvn(String body) throws IOException {
        executable(
                tools.resolve("mvn"),
                "echo \"LD_PRELOAD=${LD_PRELOAD-} mvn $*\" >>" + directory.resolve("mvn-calls") + "\n" + body);
    }

    private List<String> mvnCalls() throws IOException {
        return Files.readAllLines(directory.resolve("mvn-calls"));
    }

    private Path jdk(String version) throws IOException {
        Path home = Files.createDirectories(directory.resolve("jdk-" + version));
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"Nobody\"\nJAVA_VERSION=\"" + version + ".0.1\"\n");
        executable(home.resolve("bin/java"), "echo \"LD_PRELOAD=${LD_PRELOAD-} java " + version + ": $*\"");
        return home;
    }

    private static void executable(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
