// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.arch;

import static org.assertj.core.api.Assertions.assertThat;

import com.grack.nanojson.JsonArray;
import com.grack.nanojson.JsonObject;
import com.grack.nanojson.JsonParser;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the bill of materials that is published with each jar lists the run-time dependencies with hashes. */
@DisabledIfSystemProperty(named = "sbom.skip", matches = "true", disabledReason = "-Dquick skips the bill of materials")
@DisabledIfSystemProperty(named = "sbom.offline", matches = "is-true", disabledReason = "the plugin runs online only")
class BillOfMaterialsIT {
    private static final Set<String> PROVIDERS =
            Set.of("verbena-provider-ffm", "verbena-provider-jna", "verbena-provider-sim");

    /**
     * The direct dependencies of each artifact. This map must change with each new dependency, which makes it a
     * deliberate decision.
     */
    private static final Map<String, Set<String>> NEEDS = Map.ofEntries(
            Map.entry("verbena-api", Set.of()),
            Map.entry("verbena-rocev2", Set.of()),
            Map.entry("verbena-spi", Set.of("verbena-api")),
            Map.entry("verbena-core", Set.of("verbena-spi")),
            Map.entry("verbena-libibverbs", Set.of("verbena-core")),
            Map.entry("verbena-provider-ffm", Set.of("verbena-libibverbs")),
            Map.entry("verbena-provider-jna", Set.of("verbena-libibverbs", "jna-jpms")),
            Map.entry("verbena-provider-sim", Set.of("verbena-core", "verbena-rocev2")),
            Map.entry("verbena-channels", Set.of("verbena-api")),
            Map.entry("verbena-testing", Set.of("verbena-api", "verbena-provider-sim", "junit-jupiter-api")),
            Map.entry("verbena-micrometer", Set.of("verbena-core")),
            Map.entry("verbena-fidelity", Set.of("verbena-core", "nanojson")),
            Map.entry(
                    "verbena-cli",
                    plus(
                            PROVIDERS,
                            "verbena-channels",
                            "verbena-fidelity",
                            "verbena-rocev2",
                            "nanojson",
                            "picocli",
                            "progressbar",
                            "HdrHistogram")),
            Map.entry("verbena-osgi", Set.of("verbena-core")),
            Map.entry("verbena-gogo", Set.of("verbena-cli")),
            Map.entry("verbena-tck", Set.of("verbena-api", "junit-jupiter-api", "assertj-core")),
            Map.entry("progressbar", Set.of("jline-terminal")),
            Map.entry("jline-terminal", Set.of("jline-native")),
            Map.entry("assertj-core", Set.of("byte-buddy")),
            Map.entry("junit-jupiter-api", Set.of("opentest4j", "junit-platform-commons", "apiguardian-api")));

    private static Set<String> plus(Set<String> some, String... more) {
        Set<String> all = new TreeSet<>(some);
        all.addAll(List.of(more));
        return all;
    }

    static Stream<String> published() {
        return BuiltModule.all()
                .map(module -> module.jar().getFileName().toString().replace(".jar", ""));
    }

    @ParameterizedTest
    @MethodSource("published")
    void listsExactlyTheRunTimeDependencies(String artifact) throws Exception {
        Set<String> needed = new TreeSet<>();
        collect(artifact, needed);

        assertThat(components(bill(artifact)).map(component -> component.getString("name")))
                .containsExactlyInAnyOrderElementsOf(needed);
    }

    private static void collect(String artifact, Set<String> needed) {
        for (String direct : NEEDS.getOrDefault(artifact, Set.of())) {
            if (needed.add(direct)) {
                collect(direct, needed);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("published")
    void versionsAndHashesMatchTheTestedJars(String artifact) throws Exception {
        List<Path> classPath = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .toList();

        assertThat(components(bill(artifact))).allSatisfy(component -> {
            String file = component.getString("name") + "-" + component.getString("version") + ".jar";
            assertThat(classPath)
                    .filteredOn(jar -> jar.getFileName().toString().equals(file))
                    .singleElement()
                    .satisfies(jar -> assertThat(hash(component)).isEqualTo(sha256(jar)));
        });
    }

    @ParameterizedTest
    @MethodSource("published")
    void containsNothingThatDiffersBetweenBuilds(String artifact) throws Exception {
        JsonObject bill = bill(artifact);

        assertThat(bill.getObject("metadata").getObject("component").getString("name"))
                .isEqualTo(artifact);
        assertThat(bill).doesNotContainKey("serialNumber");
        assertThat(bill.getObject("metadata")).doesNotContainKey("timestamp");
        assertThat(Files.readString(file(artifact)))
                .doesNotContain(System.getProperty("user.home"))
                .doesNotContain(Path.of("").toAbsolutePath().getParent().toString());
    }

    private static JsonObject bill(String artifact) throws Exception {
        return JsonParser.object().from(Files.readString(file(artifact), StandardCharsets.UTF_8));
    }

    private static Path file(String artifact) {
        String module = artifact.replace("verbena-", "");
        Path top = Path.of("..", "..");
        Path directory = module.equals("gogo") ? top.resolve("osgi").resolve(module) : top.resolve(module);
        return directory.resolve("target").resolve("bom.json");
    }

    private static Stream<JsonObject> components(JsonObject bill) {
        return bill.getArray("components", new JsonArray()).stream().map(JsonObject.class::cast);
    }

    private static String hash(JsonObject component) {
        return component.getArray("hashes").stream()
                .map(JsonObject.class::cast)
                .filter(hash -> hash.getString("alg").equals("SHA-256"))
                .map(hash -> hash.getString("content"))
                .findFirst()
                .orElseThrow();
    }

    private static String sha256(Path jar) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(jar)));
    }
}
