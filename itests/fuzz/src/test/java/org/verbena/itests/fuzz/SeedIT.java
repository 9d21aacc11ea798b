// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs kept inputs, including those of earlier findings, without the fuzzer, for example in a debugger. */
class SeedIT {
    @TestFactory
    List<DynamicContainer> whatWasKeptDoesNoHarm() throws IOException {
        List<DynamicContainer> targets = new ArrayList<>();
        for (FuzzTarget target : FuzzTarget.values()) {
            targets.add(DynamicContainer.dynamicContainer(target.toString(), seeds(target)));
        }
        return targets;
    }

    private static Stream<DynamicTest> seeds(FuzzTarget target) throws IOException {
        List<Path> files = target.seedFiles();
        assertThat(files).as("seeds in %s", target.seeds()).isNotEmpty();
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(
                        file.getFileName().toString(), () -> target.run(Files.readAllBytes(file))));
    }
}
