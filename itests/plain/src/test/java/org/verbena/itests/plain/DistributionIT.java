// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.verbena.tck.engine.TestCount;

/** Unpacks the zip of the command line, and runs it and the runnable jar on each supported JDK. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class DistributionIT {
    @RegisterExtension
    static final TestCount COUNT = new TestCount("plain", "all", "distribution");

    private static final String DISTRIBUTION = System.getProperty("distribution");
    private static final Path JAR = Path.of(DISTRIBUTION + ".jar");

    @TempDir
    static Path directory;

    private static Path home;

    private record Result(int status, String output) {}

    @BeforeAll
    static void unpack() throws Exception {
        Path zip = Path.of(DISTRIBUTION + ".zip");
        try (FileSystem files = FileSystems.newFileSystem(zip, Map.of("enablePosixFileAttributes", true));
                Stream<Path> entries = Files.walk(files.getPath("/"))) {
            for (Path entry : entries.skip(1).toList()) {
                Path copy = directory.resolve(entry.toString().substring(1));
                Files.copy(entry, copy);
                Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(entry));
            }
        }
        home = directory.resolve(Path.of(DISTRIBUTION).getFileName());
    }

    @ParameterizedTest
    @MethodSource("org.verbena.itests.plain.Jdk#tested")
    void theCommandOfTheZipRuns(Jdk jdk) throws Exception {
        Path link =
                Files.createSymbolicLink(directory.resolve("verbena-" + jdk.feature()), home.resolve("bin/verbena"));
        Map<String, String> environment = Map.of("JAVA_HOME", jdk.home().toString());

        Result ping = run(environment, link.toString(), "ping", "--profile", "mlx5", "--count", "100");
        Result doctor = run(environment, link.toString(), "doctor");

        assertThat(ping.status()).as(ping.output()).isZero();
        assertThat(ping.output()).contains("sim_mlx5_0 of provider sim: RC, messages of 64 bytes");
        assertThat(doctor.status()).as(doctor.output()).isZero();
        assertThat(doctor.output())
                .contains("sim works: ", "\nffm ", "\njna ")
                .doesNotContain("denies native access", "WARNING");
    }

    @ParameterizedTest
    @MethodSource("org.verbena.itests.plain.Jdk#tested")
    void theJarRunsWithoutOptions(Jdk jdk) throws Exception {
        String java = jdk.home().resolve("bin/java").toString();

        Result ping = run(Map.of(), java, "-jar", JAR.toString(), "ping", "--profile", "rxe", "--count", "100");
        Result doctor = run(Map.of(), java, "-jar", JAR.toString(), "doctor");

        assertThat(ping.status()).as(ping.output()).isZero();
        assertThat(doctor.status()).as(doctor.output()).isZero();
        assertThat(doctor.output())
                .contains("sim works: ", "\nffm ", "\njna ")
                .doesNotContain("denies native access", "WARNING");
    }

    @Test
    void theJarCallsLibibverbs() throws Exception {
        String java = Jdk.current().home().resolve("bin/java").toString();

        Result doctor = run(
                Map.of("LD_PRELOAD", FakedKernel.library().toString()),
                java,
                "-jar",
                JAR.toString(),
                "doctor",
                "--provider",
                "ffm");

        assertThat(doctor.status()).as(doctor.output()).isZero();
        assertThat(doctor.output()).contains("ffm works: it opened ", "jna works: it opened ");
    }

    @Test
    void theManifestNamesTheMainClassAndPermitsNativeAccess() throws Exception {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            Attributes attributes = jar.getManifest().getMainAttributes();

            assertThat(attributes.getValue(Attributes.Name.MAIN_CLASS)).isEqualTo("org.verbena.cli.Main");
            assertThat(attributes.getValue("Enable-Native-Access")).isEqualTo("ALL-UNNAMED");
        }
        try (Stream<Path> parts = Files.list(home.resolve("lib"))) {
            Path cli = parts.filter(part -> part.getFileName().toString().startsWith("verbena-cli-"))
                    .findFirst()
                    .orElseThrow();
            try (JarFile jar = new JarFile(cli.toFile())) {
                assertThat(jar.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS))
                        .isEqualTo("org.verbena.cli.Main");
            }
        }
    }

    @Test
    void theJarHasEveryProviderAndNoDuplicateEntries() throws Exception {
        try (JarFile jar = new JarFile(JAR.toFile())) {
            JarEntry services = jar.getJarEntry("META-INF/services/org.verbena.VerbsProvider");
            try (InputStream in = jar.getInputStream(services)) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .contains("FfmProvider", "JnaProvider", "SimProvider");
            }
            List<String> names = jar.stream().map(JarEntry::getName).toList();
            assertThat(names)
                    .doesNotHaveDuplicates()
                    .contains("META-INF/LICENSE", "META-INF/NOTICE")
                    .noneMatch(name -> name.endsWith("module-info.class") || name.endsWith(".SF"))
                    // The manifest does not declare a multi-release jar.
                    .noneMatch(name -> name.startsWith("META-INF/versions/") && name.endsWith(".class"));
        }
    }

    @Test
    void theNoticeNamesEveryPart() throws Exception {
        String notice = Files.readString(home.resolve("NOTICE"));

        assertThat(home.resolve("LICENSE")).hasSameTextualContentAs(Path.of("..", "..", "LICENSE"));
        try (Stream<Path> parts = Files.list(home.resolve("lib"))) {
            assertThat(parts.map(part -> part.getFileName().toString())
                            .filter(part -> !part.startsWith("verbena-"))
                            .map(part -> part.split("-")[0]))
                    .isNotEmpty()
                    .allSatisfy(part -> assertThat(notice).containsIgnoringCase(part));
        }
    }

    @Test
    void bashFindsTheCompletion() throws Exception {
        Path completion = home.resolve("share/bash-completion/completions/verbena");

        Result result = run(Map.of(), "bash", "--norc", "-c", "source " + completion + " && complete -p verbena");

        assertThat(result.status()).as(result.output()).isZero();
        assertThat(result.output()).contains("-F _complete_verbena");
    }

    @Test
    @DisabledIfSystemProperty(
            named = "distribution.manual",
            matches = "is-\\$.*",
            disabledReason = "-Dmanual generates the manual pages")
    void manShowsTheManualPages() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/man")), "man is not installed");
        Path pages = home.resolve("share/man/man1");

        Result page = run(
                Map.of("MANWIDTH", "200", "LC_ALL", "C.UTF-8"),
                "man",
                "--warnings",
                "-l",
                pages.resolve("verbena-doctor.1").toString());

        assertThat(pages.resolve("verbena.1")).exists();
        assertThat(page.status()).as(page.output()).isZero();
        assertThat(page.output())
                .contains("verbena-doctor - Check this machine step by step", "--provider=NAME")
                .doesNotContain("warning");
    }

    private static Result run(Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Result(process.waitFor(), output);
    }
}
