package org.verbena.tck.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;

/** Runs the programs of the documentation on a provider other than the simulator. */
public final class GuideTests {
    /** Programs about the simulator itself, with the reason why no other provider can run them. */
    private static final Map<String, String> SIMULATOR_ONLY = Map.of(
            "Choosing", "lists the candidates of a lookup, and configures profiles of the simulator",
            "EveryDriver", "compares profiles of the simulator",
            "LostMessages", "injects faults into the simulated fabric and moves its clock",
            "FewProtectionDomains", "configures limits and faults of the simulator");

    private GuideTests() {}

    /**
     * Makes a test of each program: on the provider it prints what its page says.
     *
     * @param top the top directory of the project
     * @param provider the provider
     * @param device the name of its first device
     * @param lacking programs that need what the device lacks, with the reason
     * @return the tests, and one that every exempt program exists
     */
    public static Stream<DynamicNode> on(String provider, String device, Path top, Map<String, String> lacking) {
        List<GuideProgram> all = GuideProgram.ofProject(top);
        Map<String, String> exempt = new HashMap<>(SIMULATOR_ONLY);
        exempt.putAll(lacking);
        Stream<DynamicNode> runs = all.stream()
                .filter(program -> !exempt.containsKey(program.name()))
                .map(program -> dynamicTest(program.name(), () -> run(program.on(provider, device))));
        return Stream.concat(Stream.of(dynamicTest("exempt programs exist", () -> checkNames(all, exempt))), runs);
    }

    private static void checkNames(List<GuideProgram> all, Map<String, String> exempt) {
        List<String> names = all.stream().map(GuideProgram::name).toList();
        assertThat(names).doesNotHaveDuplicates().containsAll(exempt.keySet());
        assertThat(names).as("programs that run").hasSizeGreaterThan(exempt.size());
    }

    private static void run(GuideProgram program) throws Exception {
        Path directory = Files.createTempDirectory(program.name());
        try {
            assertThat(program.run(directory)).isEqualTo(program.output());
        } finally {
            delete(directory);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
