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
    Path device;

    private void file(String path, String content) throws IOException {
        Path file = device.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    @Test
    void bothDirectoriesAreRead() throws Exception {
        file("ports/1/counters/port_xmit_data", "12\n");
        file("ports/1/hw_counters/out_of_sequence", "18446744073709551615\n");

        assertThat(PortCounters.read(device, 1))
                .containsExactlyInAnyOrderEntriesOf(Map.of("port_xmit_data", 12L, "out_of_sequence", -1L));
    }

    @Test
    void portZeroHasTheCountersOfTheDevice() throws Exception {
        file("ports/1/hw_counters/rx_pkts", "1\n");
        file("hw_counters/alloc_pd_err", "2\n");

        assertThat(PortCounters.read(device, 0)).isEqualTo(Map.of("alloc_pd_err", 2L));
        assertThat(PortCounters.read(device, 1)).isEqualTo(Map.of("rx_pkts", 1L));
    }

    @Test
    void otherFilesAreOmitted() throws Exception {
        file("ports/1/hw_counters/sent_pkts", "7\n");
        file("ports/1/hw_counters/lifespan", "N/A\n");
        file("ports/1/hw_counters/empty", "");
        file("ports/1/hw_counters/long", "1".repeat(100_000));
        Files.createDirectory(device.resolve("ports/1/hw_counters/directory"));
        Files.createSymbolicLink(device.resolve("ports/1/hw_counters/broken"), Path.of("nowhere"));

        assertThat(PortCounters.read(device, 1)).isEqualTo(Map.of("sent_pkts", 7L));
    }

    @Test
    void portWithoutCountersHasNone() {
        assertThat(PortCounters.read(device, 1)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "../../../etc", "a/b", "a\0b"})
    void anInvalidDeviceNameHasNoCounters(String name) {
        assertThat(PortCounters.read(name, 1)).isEmpty();
    }
}
