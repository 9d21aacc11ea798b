// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.Availability;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnectionManager;
import org.verbena.cm.EventChannel;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.cm.FakeLibrdmacm;

/** Checks when a provider supports connection management, and the reasons if it does not. */
class ConnectionManagementTest {
    private final FakeLibrdmacm librdmacm = new FakeLibrdmacm();
    private final FakeProvider provider = new FakeProvider(() -> librdmacm.c);

    private void assertUnavailable(String... reasons) {
        Availability availability = ConnectionManager.availability(provider);
        assertThat(availability.isAvailable()).isFalse();
        assertThat(availability.reason()).contains(reasons);
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> ConnectionManager.open(provider))
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOSYS))
                .withMessageContaining(availability.reason());
    }

    @Test
    void theLibraryIsLoadedWhenItIsUsed() {
        provider.devices();
        assertThat(librdmacm.c.calls()).doesNotContain("dlopen");

        assertThat(ConnectionManager.availability(provider))
                .isEqualTo(Availability.available("librdmacm.so.1 uses /dev/infiniband/rdma_cm"));
        assertThat(librdmacm.c.calls())
                .containsSubsequence("dlopen", "rdma_create_event_channel", "rdma_destroy_event_channel");
    }

    @Test
    void aManagerUsesTheLibrary() {
        try (ConnectionManager manager = ConnectionManager.open(provider);
                EventChannel channel = manager.createEventChannel()) {
            CmId id = channel.createId(PortSpace.TCP);

            assertThat(channel.nextEvent()).isEmpty();
            id.close();
        }
        List<String> calls = librdmacm.c.calls();
        assertThat(calls)
                .containsSubsequence("rdma_create_id", "rdma_get_cm_event", "rdma_destroy_id")
                .endsWith("rdma_destroy_event_channel");
    }

    @Test
    void aMissingLibraryIsReportedWithItsPackage() {
        librdmacm.c.export("dlopen", arguments -> 0);

        assertUnavailable("librdmacm.so.1 cannot be loaded", "the package librdmacm1 on Debian");
    }

    @Test
    void anOldLibraryIsReportedWithTheRequiredVersion() {
        librdmacm.c.lacks("rdma_init_qp_attr");

        assertUnavailable("lacks rdma_init_qp_attr (RDMACM_1.2", "install librdmacm of rdma-core 23 or newer");
    }

    @ParameterizedTest
    @CsvSource({
        "2, modprobe rdma_ucm",
        "13, read and write permission for /dev/infiniband/rdma_cm",
        "1, the version of the kernel's interface",
        "19, finds no RDMA device",
        "12, ENOMEM (12)"
    })
    void aChannelThatCannotBeCreatedHasAReason(int errno, String reason) {
        librdmacm.c.export("rdma_create_event_channel", arguments -> librdmacm.c.fail(errno));

        assertUnavailable(reason);
    }

    @Test
    void aMachineWithoutADeviceHasNoConnectionManagement() {
        librdmacm.c.export(
                "ibv_get_device_list", arguments -> librdmacm.c.struct(8).address());

        assertUnavailable("finds no RDMA device");
        assertThat(librdmacm.c.calls()).doesNotContain("dlopen");
    }

    @Test
    void aMissingLibibverbsIsReported() {
        FakeProvider without = new FakeProvider(() -> {
            throw new UnsatisfiedLinkError("libibverbs.so.1 was not found");
        });

        assertThat(ConnectionManager.availability(without).reason())
                .contains("libibverbs.so.1 was not found", "libibverbs1");
    }

    @Test
    void aClosedProviderClosesItsManagers() {
        ConnectionManager manager = ConnectionManager.open(provider);
        EventChannel channel = manager.createEventChannel();

        provider.close();

        assertThat(manager.isClosed()).isTrue();
        assertThat(channel.isClosed()).isTrue();
    }
}
