// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the contents of the published files that do not depend on a release. */
class PublishedIT {
    private static final Path TOP = Path.of("..", "..");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(verbena-[a-z0-9-]+)</artifactId>");
    private static final Pattern COORDINATES =
            Pattern.compile("org\\.verbena:(verbena-[a-z0-9-]+)(?::([0-9][\\w.-]*))?");
    private static final Set<String> VERSIONS =
            Set.of(System.getProperty("project.version"), System.getProperty("released.version"));

    @ParameterizedTest
    @MethodSource("org.verbena.itests.arch.BuiltModule#all")
    void everyJarHasTheLicenceAndTheNotice(BuiltModule module) throws IOException {
        assertThat(module.text("META-INF/LICENSE")).isEqualTo(Files.readString(TOP.resolve("LICENSE")));
        assertThat(module.text("META-INF/NOTICE")).isEqualTo(Files.readString(TOP.resolve("NOTICE")));
    }

    /** Checks the published POM, which is also in the jar. */
    @ParameterizedTest
    @MethodSource("org.verbena.itests.arch.BuiltModule#all")
    void aPublishedPomHasNeitherAParentNorManagedOrTestDependencies(BuiltModule module) {
        String artifact = artifact(module);
        String pom = module.text("META-INF/maven/org.verbena/" + artifact + "/pom.xml");

        assertThat(pom)
                .contains("<artifactId>" + artifact + "</artifactId>", "<developers>", "<scm", "<url>")
                .doesNotContain("<parent>", "<dependencyManagement>", "<build>", "<scope>test</scope>", "${");
    }

    @Test
    void theBillOfMaterialsListsEveryJar() throws IOException {
        String bom = Files.readString(TOP.resolve("bom/pom.xml"));

        Stream<String> managed = ARTIFACT.matcher(bom.substring(bom.indexOf("<dependencyManagement>")))
                .results()
                .map(artifact -> artifact.group(1));
        assertThat(managed).containsExactlyInAnyOrderElementsOf(artifacts());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void coordinatesOfAPageExist(Path page) throws IOException {
        Set<String> known = artifacts();
        known.addAll(Set.of("verbena-bom", "verbena-karaf"));

        assertThat(COORDINATES.matcher(Files.readString(page)).results()).allSatisfy(coordinates -> {
            assertThat(known).contains(coordinates.group(1));
            assertThat(Optional.ofNullable(coordinates.group(2)))
                    .matches(version -> version.isEmpty() || VERSIONS.contains(version.get()));
        });
    }

    @ParameterizedTest
    @MethodSource("guides")
    void everyGuideHasCoordinates(Path guide) throws IOException {
        assertThat(COORDINATES.matcher(Files.readString(guide)).results())
                .anyMatch(coordinates -> coordinates.group(2) != null);
    }

    static List<Path> guides() throws IOException {
        try (Stream<Path> files = Files.list(TOP.resolve("docs/guide"))) {
            return files.sorted().toList();
        }
    }

    static Stream<Path> pages() throws IOException {
        return Stream.concat(Stream.of(TOP.resolve("README.md"), TOP.resolve("docs/artifacts.md")), guides().stream());
    }

    private static Set<String> artifacts() {
        return BuiltModule.all().map(PublishedIT::artifact).collect(Collectors.toSet());
    }

    private static String artifact(BuiltModule module) {
        return module.jar().getFileName().toString().replace(".jar", "");
    }
}
