// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.mlx5;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.tck.engine.TestProcess;

/** Checks that a process without free file descriptors gets EMFILE instead of a list without the device. */
class DescriptorLimitIT {
    /**
     * The limit allows for the JVM and its class path. It is the hard limit, to which the JVM raises the soft limit.
     */
    private static final String LIMITED = "ulimit -n 400 && exec \"$@\"";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"ffm", "jna"})
    void missingDescriptorsAreReportedAsEmfile(String provider) throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "-c", LIMITED, "sh"));
        command.addAll(TestProcess.java("--enable-native-access=ALL-UNNAMED"));
        command.addAll(List.of(DescriptorLimitProbe.class.getName(), provider));

        String last = new TestProcess(
                        "DescriptorLimitProbe " + provider, command, Map.of(), directory.resolve("output"))
                .run(Duration.ofMinutes(2));

        assertThat(last).endsWith(" attempts failed with EMFILE");
    }
}
