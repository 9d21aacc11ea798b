// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.CompletionQueue;
import org.verbena.Device;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.VerbsProvider;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.GidType;
import org.verbena.attr.LinkLayer;
import org.verbena.attr.NodeType;
import org.verbena.attr.PortState;
import org.verbena.attr.QpType;
import org.verbena.attr.TransportType;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

class SimProviderTest {
    @Test
    void isFoundAndRanksBelowRealDevices() {
        assertThat(ServiceLoader.load(VerbsProvider.class)).singleElement().satisfies(provider -> {
            assertThat(provider.name()).isEqualTo("sim");
            assertThat(provider.priority()).isNegative();
            assertThat(provider.isNative()).isFalse();
            assertThat(provider.availability().isAvailable()).isTrue();
            assertThat(provider.devices()).extracting(Device::name).containsExactly("sim_mlx5_0");
        });
    }

    @Test
    void profilesBecomeDevices() {
        VerbsProvider provider = new SimProvider().configure(Map.of("profile", "rxe, mlx5,rxe-6.12", "ports", "2"));

        assertThat(provider.devices()).extracting(Device::name).containsExactly("sim_rxe_0", "sim_mlx5_0", "sim_rxe_1");
        assertThat(provider.devices()).extracting(Device::guid).doesNotHaveDuplicates();
        try (DeviceContext context = provider.device("sim_rxe_1").open()) {
            assertThat(context.queryDevice().physPortCnt()).isEqualTo(2);
            assertThat(context.queryPort(2).state()).isEqualTo(PortState.ACTIVE);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "mlx5, CA, IB",
        "irdma, CA, IB",
        "irdma-gen1, RNIC, IWARP",
        "siw, RNIC, IWARP",
        "erdma, RNIC, IWARP",
        "efa, UNSPECIFIED, UNSPECIFIED"
    })
    void theProfileDeterminesNodeTypeAndTransport(String profile, NodeType node, TransportType transport) {
        Device device = new SimProvider()
                .configure(Map.of("profile", profile))
                .devices()
                .get(0);

        assertThat(device.nodeType()).isEqualTo(node);
        assertThat(device.transportType()).isEqualTo(transport);
    }

    @Test
    void invalidOptionsAreRejectedWithTheAllowedValues() {
        SimProvider provider = new SimProvider();

        assertThatThrownBy(() -> provider.configure(Map.of("profil", "rxe")))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("profil")
                .hasMessageContaining("[profile, ports, clock, seed, address, udp-port, faults, pcap, limit.<name>]");
        assertThatThrownBy(() -> provider.configure(Map.of("profile", "cx7")))
                .hasMessageContaining("[spec, solaris, aix, rxe, ");
        assertThatThrownBy(() -> provider.configure(Map.of("ports", "0"))).hasMessageContaining("1..255");
        assertThatThrownBy(() -> provider.configure(Map.of("ports", "two"))).hasMessageContaining("a whole number");
        assertThatThrownBy(() -> provider.configure(Map.of("limit.max_qps", "1")))
                .hasMessageContaining("max_qp_wr");
    }

    @Test
    void aDeviceLimitAppliesToAllItsContexts() {
        SimProvider provider = SimProvider.builder()
                .device(SimDeviceConfig.of("rxe").name("tiny").limit("max_pd", 2))
                .build();
        Device device = provider.device("tiny");
        try (DeviceContext one = device.open();
                DeviceContext two = device.open()) {
            ProtectionDomain first = one.allocPd();
            two.allocPd();

            assertThatThrownBy(one::allocPd)
                    .isInstanceOfSatisfying(
                            VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM))
                    .hasMessageContaining("max_pd");
            first.close();
            assertThat(one.allocPd()).isNotNull();
            assertThat(one.queryDevice().maxPd()).isEqualTo(2);
        }
    }

    @Test
    void destroyedObjectsDoNotCountTowardsTheLimits() throws InterruptedException {
        SimDeviceConfig small = SimDeviceConfig.of("mlx5")
                .limit("max_pd", 4)
                .limit("max_cq", 4)
                .limit("max_qp", 4)
                .limit("max_srq", 4);
        Device device = SimProvider.builder().device(small).build().devices().get(0);
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        Runnable user = () -> {
            try (DeviceContext context = device.open()) {
                for (int i = 0; i < 500; i++) {
                    createAndDestroy(context);
                }
            }
        };

        List<Thread> threads = Stream.generate(() -> new Thread(user)).limit(4).toList();
        threads.forEach(thread -> thread.setUncaughtExceptionHandler((which, failure) -> failures.add(failure)));
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(failures).isEmpty();
    }

    private static void createAndDestroy(DeviceContext context) {
        try (ProtectionDomain pd = context.allocPd();
                CompletionQueue cq = Sims.cq(context);
                SharedReceiveQueue srq =
                        pd.createSrq(SrqInitAttr.builder().maxWr(1).maxSge(1).build())) {
            assertThatThrownBy(() -> pd.createQp(
                            Sims.qp(QpType.RC, cq).maxSendWr(1 << 20).build()))
                    .isInstanceOf(VerbsException.class);
            pd.createQp(Sims.qp(QpType.RC, cq).srq(srq).build()).close();
        }
    }

    @Test
    void roceHasAnAddressForEveryKindOfGid() {
        try (DeviceContext context = Sims.open("mlx5")) {
            assertThat(context.queryPort(1).linkLayer()).isEqualTo(LinkLayer.ETHERNET);
            assertThat(context.queryGidTable())
                    .extracting(GidEntry::gidType)
                    .containsExactly(GidType.ROCE_V1, GidType.ROCE_V2, GidType.ROCE_V1, GidType.ROCE_V2);
            assertThat(context.queryGid(1, 0).toString())
                    .startsWith("fe80:0000:")
                    .endsWith("0200:00ff:fe00:0001");
            assertThat(context.queryGid(1, 3).toString()).startsWith("0000:0000:0000:0000:0000:ffff:0a");
            assertThat(context.queryGid(1, 200).isZero()).isTrue();
            assertErrno(Errno.ENODATA, () -> context.queryGidEntry(1, 200));
            assertErrno(Errno.EINVAL, () -> context.queryGid(1, 255));
            assertErrno(Errno.EINVAL, () -> context.queryPort(2));
            assertThat(context.queryPkey(1, 0)).isEqualTo(0xFFFF);
        }
    }

    @Test
    void simulatorsHaveDistinctFabricsAndGids() {
        Set<Gid> gids = new HashSet<>();
        Set<UUID> fabrics = new HashSet<>();
        for (int i = 0; i < 4; i++) {
            SimProvider simulator =
                    SimProvider.builder().device("mlx5").device("solaris").build();
            for (Device device : simulator.devices()) {
                assertThat(device.fabric()).contains(simulator.fabric().id());
                try (DeviceContext context = device.open()) {
                    Set<Gid> own =
                            context.queryGidTable().stream().map(GidEntry::gid).collect(Collectors.toSet());
                    assertThat(gids).doesNotContainAnyElementsOf(own);
                    gids.addAll(own);
                }
            }
            assertThat(fabrics.add(simulator.fabric().id())).isTrue();
        }
    }

    @Test
    void twoDevicesCannotShareAName() {
        SimProvider.Builder builder = SimProvider.builder()
                .device(SimDeviceConfig.of("rxe").name("a"))
                .device(SimDeviceConfig.of("mlx5").name("a"));

        assertThatThrownBy(builder::build).hasMessageContaining("another device has this name");
    }

    private static void assertErrno(Errno errno, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(errno));
    }
}
