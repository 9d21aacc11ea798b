// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PortCountersTest {
    @TempDir
    Path port;

    private void file(String path, String content) throws IOException {
        Path file = port.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    @Test
    void bothDirectoriesAreRead() throws Exception {
        file("counters/port_xmit_data", "12\n");
        file("hw_counters/out_of_sequence", "18446744073709551615\n");

        assertThat(PortCounters.read(port))
                .containsExactlyInAnyOrderEntriesOf(Map.of("port_xmit_data", 12L, "out_of_sequence", -1L));
    }

    @Test
    void otherFilesAreOmitted() throws Exception {
        file("hw_counters/sent_pkts", "7\n");
        file("hw_counters/lifespan", "N/A\n");
        file("hw_counters/empty", "");
        file("hw_counters/long", "1".repeat(100_000));
        Files.createDirectory(port.resolve("hw_counters/directory"));
        Files.createSymbolicLink(port.resolve("hw_counters/broken"), Path.of("nowhere"));

        assertThat(PortCounters.read(port)).isEqualTo(Map.of("sent_pkts", 7L));
    }

    @Test
    void portWithoutCountersHasNone() {
        assertThat(PortCounters.read(port)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "../../../etc", "a/b", "a\0b"})
    void nameThatIsNoDeviceHasNone(String name) {
        assertThat(PortCounters.read(name, 1)).isEmpty();
    }
}
