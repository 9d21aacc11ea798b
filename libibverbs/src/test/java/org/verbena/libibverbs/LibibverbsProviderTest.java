// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.Availability;
import org.verbena.Device;
import org.verbena.attr.NodeType;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.libibverbs.call.NativeLinker;

class LibibverbsProviderTest {
    private final FakeLibibverbs libibverbs = new FakeLibibverbs();
    private final FakeProvider provider = new FakeProvider(() -> libibverbs);

    @Test
    void isDescribedWithoutBeingLoaded() {
        FakeProvider unloadable = new FakeProvider(() -> {
            throw new AssertionError("loaded");
        });

        assertThat(unloadable.name()).isEqualTo("fake");
        assertThat(unloadable.priority()).isEqualTo(7);
        assertThat(unloadable.isNative()).isTrue();
    }

    @Test
    void isAvailableWithADevice() {
        assertThat(provider.availability()).isEqualTo(Availability.available("libibverbs.so.1 has fake_0"));
    }

    @Test
    void listsDevices() {
        Device device = provider.device("fake_0");

        assertThat(device.guid()).isEqualTo(0x1234);
        assertThat(device.nodeType()).isEqualTo(NodeType.CA);
        assertThat(libibverbs.calls()).endsWith("ibv_free_device_list");
    }

    @Test
    void isUnavailableWithoutADevice() {
        libibverbs.export(
                "ibv_get_device_list", arguments -> libibverbs.struct(8).address());

        assertThat(provider.devices()).isEmpty();
        assertUnavailable(provider, "no RDMA device", "ibverbs-providers", "rdma link add");
    }

    @Test
    void isUnavailableOnAKernelWithoutRdma() {
        libibverbs.export("ibv_get_device_list", arguments -> libibverbs.fail(Errno.ENOSYS.number()));

        assertThat(provider.devices()).isEmpty();
        assertUnavailable(provider, "no RDMA device");
    }

    /** A lack of file descriptors is reported as EMFILE, although libibverbs returns ENOSYS or an empty list. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLackOfFileDescriptorsIsReportedAsEmfile(boolean emptyList) {
        Device listedBefore = provider.device("fake_0");
        libibverbs.export(
                "ibv_get_device_list",
                arguments -> emptyList ? libibverbs.struct(8).address() : libibverbs.fail(Errno.ENOSYS.number()));
        List<Long> opened = new ArrayList<>();
        libibverbs.export("eventfd", arguments -> {
            libibverbs.fail(Errno.EMFILE.number());
            opened.add((long) opened.size() + 20);
            return opened.size() % 6 == 0 ? 0xFFFF_FFFFL : opened.get(opened.size() - 1);
        });
        List<Long> closed = new ArrayList<>();
        libibverbs.export("close", arguments -> {
            closed.add(arguments[0]);
            return 0;
        });

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> provider.device("fake_0"))
                .withMessageContaining("only 5 of the 8 file descriptors")
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EMFILE));
        assertThat(closed).containsExactly(20L, 21L, 22L, 23L, 24L);
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(listedBefore::open)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.EMFILE));
        assertUnavailable(provider, "EMFILE (24)", "RLIMIT_NOFILE");
    }

    @Test
    void reportsTheErrnoOfAFailedDeviceList() {
        libibverbs.export("ibv_get_device_list", arguments -> libibverbs.fail(Errno.EPERM.number()));

        assertUnavailable(provider, "ibv_get_device_list", "EPERM (1)");
    }

    @Test
    void namesThePackageOfAMissingLibrary() {
        FakeProvider without = new FakeProvider(() -> {
            throw new UnsatisfiedLinkError("libibverbs.so.1 was not found");
        });

        assertUnavailable(without, "libibverbs.so.1 was not found", "libibverbs1", "ibverbs-providers");
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(without::devices)
                .satisfies(e -> assertThat(e.errno()).isEqualTo(Errno.ENOSYS))
                .withMessageContaining(without.availability().reason());
    }

    @Test
    void namesTheFunctionsThatAnOldLibraryLacks() {
        libibverbs.lacks("_ibv_query_gid_ex").lacks("_ibv_query_gid_table");

        assertUnavailable(provider, "lacks _ibv_query_gid_ex, _ibv_query_gid_table", "rdma-core 33");
    }

    static Stream<Supplier<NativeLinker>> denials() {
        IllegalCallerException denial = new IllegalCallerException("Illegal native access");
        return Stream.of(
                () -> {
                    throw denial;
                },
                () -> {
                    throw new ExceptionInInitializerError(denial);
                },
                () -> {
                    // The message of HotSpot for the second attempt to initialise a class.
                    throw (NoClassDefFoundError) new NoClassDefFoundError("Could not initialize class X")
                            .initCause(
                                    new ExceptionInInitializerError("Exception " + denial + " [in thread \"main\"]"));
                });
    }

    @ParameterizedTest
    @MethodSource("denials")
    void namesTheFlagThatGivesNativeAccess(Supplier<NativeLinker> linker) {
        assertUnavailable(new FakeProvider(linker), "--enable-native-access=ALL-UNNAMED");
    }

    @Test
    void namesTheModuleThatNeedsNativeAccess() {
        assertThat(Obstacle.describe(new IllegalCallerException(), Object.class::getModule))
                .contains("--enable-native-access=java.base");
    }

    @Test
    void neverThrowsWhenAskedForItsAvailability() {
        FakeProvider broken = new FakeProvider(() -> {
            throw new IllegalStateException("broken");
        });

        assertUnavailable(broken, "broken");
    }

    @Test
    void isLoadedAfterAFailureWasRemedied() {
        FakeLibibverbs old = new FakeLibibverbs().lacks("ibv_alloc_pd");
        FakeLibibverbs[] installed = {old};
        FakeProvider upgraded = new FakeProvider(() -> installed[0]);
        assertUnavailable(upgraded, "ibv_alloc_pd");

        installed[0] = libibverbs;

        assertThat(upgraded.availability().isAvailable()).isTrue();
    }

    @Test
    void refusesAnArchitectureWithOtherLayouts() {
        String architecture = System.setProperty("os.arch", "s390x");
        try {
            assertUnavailable(provider, "Linux on x86-64 or aarch64", "s390x");
        } finally {
            System.setProperty("os.arch", architecture);
        }
    }

    @Test
    void refusesALibraryWhoseDeviceHasAnotherLayout() {
        libibverbs.export("ibv_get_device_name", arguments -> arguments[0] + 32);

        assertUnavailable(provider, "EPROTONOSUPPORT", "ibv_device.name = 32, limit offset 24");
    }

    @Test
    void hasNoOptions() {
        assertThat(provider.configure(Map.of())).isSameAs(provider);
        assertThatExceptionOfType(InvalidRequestException.class)
                .isThrownBy(() -> provider.configure(Map.of("colour", "blue")))
                .withMessageContaining("colour = blue");
    }

    private static void assertUnavailable(FakeProvider provider, String... reasons) {
        Availability availability = provider.availability();
        assertThat(availability.isAvailable()).isFalse();
        assertThat(availability.reason()).contains(reasons);
    }
}
