// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.TestCount;

/** Builds and runs the projects below {@code examples/consumers} with the published artifacts, on each JDK. */
@EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
class ConsumersIT {
    @RegisterExtension
    static final TestCount COUNT = new TestCount("consumers", "all", "builds");

    private static final Path TOP = Path.of("..", "..");
    private static final Path PROJECTS = TOP.resolve("examples").resolve("consumers");
    private static final Path GRADLE = PROJECTS.resolve("gradle");
    private static final Pattern COORDINATES = Pattern.compile("\"(org\\.[\\w.]+):([\\w.-]+)(?::([\\w.-]+))?\"");
    private static final Pattern VERSION =
            Pattern.compile("<artifactId>([\\w.-]+)</artifactId>\\s*<version>([^<]+)</version>");
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{([\\w.-]+)}");

    private static final String OLD_JUNIT = """

                  <dependency>
                    <groupId>org.junit</groupId>
                    <artifactId>junit-bom</artifactId>
                    <version>5.10.5</version>
                    <type>pom</type>
                    <scope>import</scope>
                  </dependency>""";
    private static final String FAILING_TEST = """
            package com.example;

            import org.junit.jupiter.api.Assertions;
            import org.junit.jupiter.api.Nested;
            import org.junit.jupiter.api.Test;
            import org.verbena.testing.ConnectedPair;
            import org.verbena.testing.Simulator;
            import org.verbena.testing.VerbsTest;

            @VerbsTest
            @Simulator(profile = "rxe")
            class FailingTest {
                @Nested
                class Inside {
                    @Test
                    void fails(ConnectedPair pair) {
                        Assertions.fail(pair.client().context().device().name());
                    }
                }
            }
            """;

    @BeforeAll
    static void forgetPublished() throws IOException {
        Consumer.forgetPublished();
    }

    @ParameterizedTest
    @MethodSource("org.verbena.itests.plain.Jdk#tested")
    void plainMaven(Jdk jdk) throws Exception {
        String output = Consumer.copy("plain-maven", jdk).maven(jdk, "test");

        assertThat(output)
                .contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0")
                .doesNotContain("[WARNING]");
    }

    /** An older JUnit also works. A BOM, such as that of Spring Boot 3, can select an older one than Verbena does. */
    @Test
    @EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
    void oldJUnit() throws Exception {
        Consumer consumer = Consumer.copy("plain-maven", Jdk.current());
        Path pom = consumer.file("pom.xml");
        Files.writeString(pom, Files.readString(pom).replaceFirst("(?=\\s*</dependencies>)", OLD_JUNIT));
        Files.writeString(consumer.file("src/test/java/com/example/FailingTest.java"), FAILING_TEST);

        assertThatThrownBy(() -> consumer.maven(Jdk.current(), "test"))
                .hasMessageContaining("Tests run: 3, Failures: 1, Errors: 0, Skipped: 0")
                .hasMessageContaining("sim_rxe_0")
                .hasMessageContaining("capture and event log of the simulator: ")
                .hasMessageContaining("Inside.fails.pcap");
    }

    @ParameterizedTest
    @MethodSource("org.verbena.itests.plain.Jdk#tested")
    void modulePath(Jdk jdk) throws Exception {
        Consumer consumer = Consumer.copy("module-path", jdk);
        String output = consumer.maven(jdk, "package");

        Jvm.Result result = Jvm.of(jdk)
                .with("-p", consumer.file("target/modules").toString(), "-m", "com.example.app/com.example.app.Main")
                .run();

        assertThat(output)
                .contains("Tests run: 1, Failures: 0, Errors: 0, Skipped: 0")
                .doesNotContain("[WARNING]");
        assertThat(result.output()).endsWith("\norg.verbena.provider.sim\nhello\n");
        assertThat(result.status()).isZero();
    }

    @ParameterizedTest
    @MethodSource("org.verbena.itests.plain.Jdk#tested")
    @EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
    void felixBundle(Jdk jdk) throws Exception {
        String output = Consumer.copy("felix-bundle", jdk).maven(jdk, "verify");

        assertThat(output).contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0");
    }

    @ParameterizedTest
    @MethodSource("org.verbena.itests.plain.Jdk#tested")
    @EnabledIfSystemProperty(named = "verbena.effort", matches = "full")
    void springBoot(Jdk jdk) throws Exception {
        String output = Consumer.copy("spring-boot", jdk).maven(jdk, "test");

        assertThat(output).contains("Tests run: 3, Failures: 0, Errors: 0, Skipped: 0");
    }

    /**
     * The projects use the versions that this build has fetched, because an offline build on another machine has no
     * others.
     */
    @ParameterizedTest
    @ValueSource(strings = {"plain-maven", "module-path", "felix-bundle", "spring-boot"})
    void versionsAreThoseOfTheBuild(String project) throws Exception {
        Map<String, String> known = new HashMap<>(versions(Files.readString(TOP.resolve("pom.xml"))));
        known.putAll(versions(Files.readString(Path.of("libraries", "pom.xml"))));
        known.put("verbena-bom", System.getProperty("project.version"));

        String pom = Files.readString(PROJECTS.resolve(project).resolve("pom.xml"));

        assertThat(versions(pom.substring(pom.indexOf("<dependencyManagement>"))))
                .isNotEmpty()
                .allSatisfy(
                        (artifact, version) -> assertThat(version).as(artifact).isEqualTo(known.get(artifact)));
    }

    private static Map<String, String> versions(String pom) {
        return VERSION.matcher(pom)
                .results()
                .collect(Collectors.toMap(
                        artifact -> artifact.group(1),
                        artifact ->
                                PROPERTY.matcher(artifact.group(2)).replaceAll(name -> property(pom, name.group(1))),
                        (one, other) -> one));
    }

    private static String property(String pom, String name) {
        int start = pom.indexOf("<" + name + ">");
        return start < 0 ? name : pom.substring(start + name.length() + 2, pom.indexOf("</" + name + ">"));
    }

    /** This test only compares names, because Gradle itself runs only in the public CI. */
    @Test
    void gradleNamesArtifactsOfTheBillOfMaterials() throws Exception {
        String version = System.getProperty("project.version");
        String bom = Files.readString(Path.of(System.getProperty("published.dir"))
                .resolve("org/verbena/verbena-bom/%1$s/verbena-bom-%1$s.pom".formatted(version)));

        List<MatchResult> own = COORDINATES
                .matcher(Files.readString(GRADLE.resolve("build.gradle.kts")))
                .results()
                .filter(coordinates -> coordinates.group(1).equals("org.verbena"))
                .toList();

        assertThat(own)
                .filteredOn(coordinates -> coordinates.group(3) != null)
                .singleElement()
                .satisfies(platform ->
                        assertThat(platform.group()).isEqualTo("\"org.verbena:verbena-bom:" + version + "\""));
        assertThat(own)
                .filteredOn(coordinates -> coordinates.group(3) == null)
                .hasSizeGreaterThan(1)
                .allSatisfy(artifact -> assertThat(bom).contains("<artifactId>" + artifact.group(2) + "</artifactId>"));
    }

    @Test
    void gradleCompilesTheSourcesOfPlainMaven() throws Exception {
        Path plain = GRADLE.resolveSibling("plain-maven");
        try (Stream<Path> files = Files.walk(GRADLE.resolve("src"))) {
            assertThat(files.filter(Files::isRegularFile))
                    .hasSize(2)
                    .allSatisfy(
                            file -> assertThat(file).hasSameTextualContentAs(plain.resolve(GRADLE.relativize(file))));
        }
    }
}
