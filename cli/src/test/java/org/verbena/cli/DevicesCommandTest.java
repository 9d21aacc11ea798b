// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.when;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

class DevicesCommandTest {
    private final FakeProvider fake = FakeProvider.hardware();

    @Test
    void listsTheDevices() {
        CliRun run = fake.run("devices");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).isEqualToNormalizingNewlines("""
                        PROVIDER  DEVICE  NODE GUID            NODE TYPE    TRANSPORT
                        fake      fake0   fedc:ba98:7654:3210  IBV_NODE_CA  IBV_TRANSPORT_IB
                        """);
    }

    @Test
    void listsThemAsJson() {
        assertThat(fake.run("devices", "--json").json())
                .containsExactly(
                        Map.entry("provider", "fake"),
                        Map.entry(
                                "devices",
                                List.of(Map.of(
                                        "name", "fake0",
                                        "node_guid", "fedc:ba98:7654:3210",
                                        "node_type", "IBV_NODE_CA",
                                        "transport_type", "IBV_TRANSPORT_IB"))));
    }

    @Test
    void saysThatThereIsNoDevice() {
        when(fake.provider.devices()).thenReturn(List.of());

        assertThat(fake.run("devices").out()).isEqualToNormalizingNewlines("Provider fake lists no device.\n");
        assertThat(fake.run("devices", "--json").json().getArray("devices")).isEmpty();
    }

    @Test
    void reportsAFailureToListTheDevices() {
        when(fake.provider.devices())
                .thenThrow(new VerbsException("ibv_get_device_list", Errno.ENOSYS, "provider fake", Diagnosis.UNKNOWN));

        CliRun run = fake.run("devices", "--json");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.json().getObject("error")).containsEntry("errno", "ENOSYS");
    }
}
