// SPDX-License-Identifier: Apache-2.0
package org.verbena.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.verbena.core.model.DriverModels;

class SiteTest {
    @TempDir
    private static Path root;

    private static Path site;
    private static List<String> deadLinks;

    @BeforeAll
    static void makeRepository() throws IOException {
        Files.createDirectories(root.resolve("docs/adr"));
        Files.writeString(
                root.resolve("README.md"), "# Project\n\n[fidelity](docs/simulator-fidelity.md), [why](docs/adr)");
        Files.writeString(root.resolve("docs/simulator-fidelity.md"), "# Simulator fidelity\n\n![plot](plot.svg)");
        Files.writeString(root.resolve("docs/plot.svg"), "<svg/>");
        Files.writeString(root.resolve("docs/adr/0002-b.md"), "# 2. B\n\n[A](0001-a.md)");
        Files.writeString(root.resolve("docs/adr/0001-a.md"), "# 1. A\n");
        Files.writeString(root.resolve("docs/a.md"), "# A\n\n[b](b.md), [part](#part), [old](adr/0001-a.md#old)");
        site = root.resolve("target/site");
        deadLinks = generate(site);
    }

    private static List<String> generate(Path directory) throws IOException {
        return new Site(root, directory, "https://example.org/project").generate();
    }

    @Test
    void hasPagesOfDocumentsDriversAndCommands() throws IOException {
        assertThat(Files.readString(site.resolve("index.html"))).contains("<title>Project</title>");
        assertThat(site.resolve("docs/plot.svg")).exists();
        assertThat(Files.readString(site.resolve("docs/adr/index.html")))
                .containsSubsequence("<main>", "href=\"0001-a.html\"", "href=\"0002-b.html\"");
        assertThat(site.resolve("commands/ping.html")).exists();
        assertThat(Files.readString(site.resolve("search-index.js"))).contains("Simulator fidelity");
        assertThat(DriverModels.all()).isNotEmpty().allSatisfy(model -> {
            assertThat(Files.readString(site.resolve("drivers/" + model.name() + ".html")))
                    .contains("sim_" + model.name() + "_0 of provider sim", model.name() + "-charts.html");
            assertThat(Files.readString(site.resolve("drivers/" + model.name() + "-charts.html")))
                    .contains("max_inline_data", "\"" + model.name() + "\"");
        });
    }

    @Test
    void reportsDeadLinks() {
        assertThat(deadLinks)
                .containsExactly(
                        "docs/a.html: the link b.md is dead: no file docs/b.md",
                        "docs/a.html: the link #part is dead: docs/a.html has no anchor part",
                        "docs/a.html: the link adr/0001-a.html#old is dead: docs/adr/0001-a.html has no anchor old");
    }

    @Test
    void isTheSameInEachBuild() throws IOException {
        Path again = root.resolve("again");
        generate(again);

        List<Path> files = files(site);
        assertThat(files(again)).isEqualTo(files);
        assertThat(files)
                .isNotEmpty()
                .allSatisfy(file -> assertThat(again.resolve(file)).hasSameBinaryContentAs(site.resolve(file)));
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(directory::relativize)
                    .sorted()
                    .toList();
        }
    }
}
