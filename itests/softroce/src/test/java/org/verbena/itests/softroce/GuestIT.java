package org.verbena.itests.softroce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** Boots the guest once, lets the conformance kit run there on both providers, and shows each of its tests here. */
class GuestIT {
    private static final Path LANE = Path.of("target", "lane");

    @TestFactory
    Stream<DynamicNode> behavioursInTheGuest() throws Exception {
        Prerequisites.check();
        Path share = Files.createDirectories(Path.of("target", "guest")).toRealPath();

        Guest.Outcome outcome = Guest.run(share);
        List<GuestTest> tests = GuestReport.read(share.resolve("reports"));
        copyLaneLines(share.resolve("lane"));

        Map<String, List<GuestTest>> byClass =
                tests.stream().collect(Collectors.groupingBy(GuestTest::className, TreeMap::new, Collectors.toList()));
        return Stream.concat(
                Stream.of(dynamicTest("the guest ran the kit on ffm and jna", () -> {
                    assertThat(outcome.hasRunTests()).as(outcome.toString()).isTrue();
                    assertThat(byClass).as(outcome.toString()).hasSize(Guest.TEST_CLASSES.size());
                })),
                byClass.entrySet().stream()
                        .map(entry -> dynamicContainer(
                                entry.getKey(),
                                entry.getValue().stream().map(test -> dynamicTest(test.displayName(), test::replay)))));
    }

    private static void copyLaneLines(Path from) throws IOException {
        Files.createDirectories(LANE);
        try (Stream<Path> files = Files.exists(from) ? Files.list(from) : Stream.empty()) {
            for (Path file : files.toList()) {
                String line = Files.readString(file);
                System.out.print(line);
                Files.writeString(LANE.resolve(file.getFileName()), line);
            }
        }
    }
}
