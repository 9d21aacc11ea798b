// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import com.grack.nanojson.JsonObject;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.GidType;
import org.verbena.cli.text.Attributes;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;

class InfoCommandTest {
    private final FakeProvider fake = FakeProvider.hardware();

    @BeforeEach
    void describe() {
        when(fake.context.numCompVectors()).thenReturn(8);
        when(fake.context.queryDeviceEx()).thenReturn(Attributes.device(2));
        when(fake.context.queryPort(1)).thenReturn(Attributes.port(4));
        when(fake.context.queryPort(2)).thenReturn(Attributes.port(1));
        when(fake.context.queryGidTable())
                .thenReturn(List.of(
                        new GidEntry(Gid.parse("fe80:0000:0000:0000:5054:00ff:fe12:3456"), 0, 1, 1, 2),
                        new GidEntry(
                                Gid.parse("0000:0000:0000:0000:0000:ffff:c0a8:6301"),
                                3,
                                1,
                                GidType.ROCE_V2.value(),
                                2)));
    }

    @Test
    void printsEverythingAsJsonByTheNamesOfC() {
        CliRun run = fake.run("info", "fake0", "--json");

        assertThat(run.exitCode()).isZero();
        JsonObject json = run.json();
        assertThat(json.keySet()).containsExactly("provider", "device", "num_comp_vectors", "device_attr_ex", "ports");
        assertThat(json).containsEntry("num_comp_vectors", 8);
        JsonObject plain = json.getObject("device_attr_ex").getObject("orig_attr");
        assertThat(plain)
                .containsEntry("fw_ver", "20.31.1014")
                .containsEntry("max_qp_wr", 32768)
                .containsEntry("atomic_cap", "IBV_ATOMIC_HCA");
        assertThat(json.getArray("ports")).hasSize(2);
        JsonObject port = json.getArray("ports").getObject(0);
        assertThat(port).containsEntry("port_num", 1);
        assertThat(port.getObject("port_attr")).containsEntry("state", "IBV_PORT_ACTIVE");
        assertThat(port.getArray("gids").getObject(1))
                .containsEntry("gid", "0000:0000:0000:0000:0000:ffff:c0a8:6301")
                .containsEntry("gid_index", 3)
                .containsEntry("gid_type", "IBV_GID_TYPE_ROCE_V2")
                .containsEntry("ndev_ifindex", 2);
        assertThat(json.getArray("ports").getObject(1).getArray("gids")).isEmpty();
    }

    @Test
    void printsTheSameAsText() {
        CliRun run = fake.run("info", "fake0");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines())
                .startsWith("fake0 of provider fake", "", "num_comp_vectors                    8", "device_attr_ex")
                .contains(
                        "    max_qp_wr                       32768",
                        "    node_guid                       fedc:ba98:7654:3210",
                        "    device_cap_flags                IBV_DEVICE_RESIZE_MAX_WR",
                        "                                    0x8000",
                        "ports[1]",
                        "  port_num                          2",
                        "  gids                              none")
                .contains("  gids                              gid fe80:0000:0000:0000:5054:00ff:fe12:3456, "
                        + "gid_index 0, port_num 1, gid_type IBV_GID_TYPE_ROCE_V1, ndev_ifindex 2");
    }

    @Test
    void closesTheDevice() {
        fake.run("info", "fake0");

        verify(fake.context).close();
    }

    @Test
    void reportsAFailedQuery() {
        when(fake.context.queryPort(2))
                .thenThrow(new VerbsException("ibv_query_port", Errno.EIO, "device fake0", Diagnosis.UNKNOWN));

        CliRun run = fake.run("info", "fake0", "--json");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.json()).containsEntry("device", "fake0");
        assertThat(run.json().getObject("error")).containsEntry("verb", "ibv_query_port");
        verify(fake.context).close();
    }

    @Test
    void reportsAFailureToOpenTheDevice() {
        when(fake.device.open())
                .thenThrow(new VerbsException("ibv_open_device", Errno.EACCES, "device fake0", Diagnosis.UNKNOWN));

        assertThat(fake.run("info", "fake0").exitCode()).isEqualTo(1);
        assertThat(fake.run("info", "fake0").err()).contains("EACCES (13)");
    }
}
