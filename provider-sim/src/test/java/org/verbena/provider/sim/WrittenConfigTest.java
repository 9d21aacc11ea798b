// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.DeviceContext;
import org.verbena.VerbsProvider;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.PortState;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/** Checks devices with configured limits and faults. */
class WrittenConfigTest {
    /** Longer than all retries of an {@link End}. */
    private static final Duration LONG = Duration.ofSeconds(1);

    private static SimProvider withFaults(String faults) {
        return withFaults(faults, 0);
    }

    private static SimProvider withFaults(String faults, long seed) {
        return SimProvider.builder()
                .clock(ClockMode.MANUAL)
                .seed(seed)
                .device(SimDeviceConfig.of("mlx5").name("faulty").faults(faults))
                .device(SimDeviceConfig.of("mlx5").name("sound"))
                .build();
    }

    /** Returns the status of a message from one device to another. */
    private static WcStatus send(SimProvider provider, String from, String to) {
        try (DeviceContext near = provider.device(from).open();
                DeviceContext far = provider.device(to).open()) {
            End one = new End(near, QpType.RC);
            End other = new End(far, QpType.RC);
            End.connect(one, other);
            other.receive(1, 0, 8);
            one.post(wr -> wr.send().noData());
            provider.fabric().clock().advance(LONG);
            return one.completion().status();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'', SUCCESS",
        "drop, RETRY_EXC_ERR",
        "corrupt;times=4, RETRY_EXC_ERR",
        "drop;times=3, SUCCESS",
        "drop;chance=0, SUCCESS",
        "drop;after=1;times=4, SUCCESS",
        "drop;operation=RDMA_WRITE, SUCCESS",
        "drop;operation=SEND, RETRY_EXC_ERR",
        "duplicate;times=1, SUCCESS",
        "delay=2s, RETRY_EXC_ERR",
        "drop;times=2 | corrupt;times=2, RETRY_EXC_ERR"
    })
    void configuredFaultsApplyToMessagesOfTheDevice(String faults, WcStatus status) {
        assertThat(send(withFaults(faults), "faulty", "sound")).isEqualTo(status);
    }

    @Test
    void messagesOfOtherDevicesPass() {
        SimProvider provider = withFaults("drop;operation=SEND");

        assertThat(send(provider, "sound", "faulty")).isEqualTo(WcStatus.SUCCESS);
        assertThat(send(provider, "sound", "sound")).isEqualTo(WcStatus.SUCCESS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5000000ns", "5000us", "5ms", " 5ms "})
    void aDelayHasAUnit(String time) {
        SimProvider provider = withFaults("delay=" + time + ";operation=SEND");
        try (DeviceContext near = provider.device("faulty").open();
                DeviceContext far = provider.device("sound").open()) {
            End one = new End(near, QpType.RC);
            End other = new End(far, QpType.RC);
            End.connect(one, other);
            other.receive(1, 0, 8);
            one.post(wr -> wr.send().noData());

            provider.fabric().clock().advance(Duration.ofNanos(4_999_999));
            assertThat(other.isQuiet()).isTrue();
            provider.fabric().clock().advance(Duration.ofNanos(1));
            assertThat(other.completion().isSuccess()).isTrue();
        }
    }

    @Test
    void theSeedDeterminesRandomFaults() {
        List<WcStatus> first = fates(7);

        assertThat(first).contains(WcStatus.SUCCESS, WcStatus.RETRY_EXC_ERR);
        assertThat(fates(7)).isEqualTo(first);
        assertThat(fates(8)).isNotEqualTo(first);
    }

    private static List<WcStatus> fates(long seed) {
        SimProvider provider = withFaults("drop;chance=0.8", seed);
        return IntStream.range(0, 20)
                .mapToObj(i -> send(provider, "faulty", "sound"))
                .toList();
    }

    @Test
    void aCreationFaultAffectsOnlyItsDevice() {
        SimProvider provider = withFaults("create=PD;nth=2;errno=EAGAIN | create=CQ");
        try (DeviceContext faulty = provider.device("faulty").open();
                DeviceContext sound = provider.device("sound").open()) {
            sound.allocPd();
            sound.allocPd();
            Sims.cq(sound);

            faulty.allocPd();
            assertErrno(Errno.EAGAIN, faulty::allocPd);
            faulty.allocPd();
            assertErrno(Errno.ENOMEM, () -> Sims.cq(faulty));
            Sims.cq(faulty);
        }
    }

    @Test
    void aPortIsDownFromTheStart() {
        SimProvider provider = SimProvider.builder()
                .device(SimDeviceConfig.of("mlx5").ports("2").faults("port-down=2"))
                .build();
        try (DeviceContext context = Fabrics.open(provider, 0)) {
            assertThat(context.queryPort(1).state()).isEqualTo(PortState.ACTIVE);
            assertThat(context.queryPort(2).state()).isEqualTo(PortState.DOWN);
            provider.fabric().faults().portUp(context.device().name(), 2);
            assertThat(context.queryPort(2).state()).isEqualTo(PortState.ACTIVE);
        }
    }

    @Test
    void aFailedDeviceIsListedButCannotBeOpened() {
        SimProvider provider = withFaults("device-fatal");

        assertErrno(Errno.EIO, () -> provider.device("faulty").open());
        assertThat(send(provider, "sound", "sound")).isEqualTo(WcStatus.SUCCESS);
    }

    @Test
    void limitsAreNamesAndNumbers() {
        SimDeviceConfig config =
                SimDeviceConfig.of("mlx5").limits("max_qp=0100, max_cq = 0x40").limits("");
        try (DeviceContext context = Sims.open(config)) {
            DeviceAttr attr = context.queryDevice();

            assertThat(attr.maxQp()).isEqualTo(100);
            assertThat(attr.maxCq()).isEqualTo(64);
        }
    }

    @Test
    void optionsHaveFaultsAndASeed() {
        VerbsProvider provider = new SimProvider()
                .configure(Map.of("profile", "mlx5,rxe", "faults", "create=PD;errno=EPERM", "seed", "0x10"));

        for (String device : List.of("sim_mlx5_0", "sim_rxe_0")) {
            try (DeviceContext context = provider.device(device).open()) {
                assertErrno(Errno.EPERM, context::allocPd);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "lose ! fault = lose, limit one of [drop, corrupt, duplicate, rnr, delay, create, port-down, device-fatal]",
                "drop | ! fault = , limit one of [drop,",
                "drop=1 ! drop = 1, limit without a value",
                "drop;chanse=1 ! condition of drop = chanse, limit one of [operation, cm, after, times, chance]",
                "drop;chance=2 ! chance = 2.0, limit 0..1",
                "drop;chance=often ! chance = often, limit a number, for example 0.01",
                "drop;times=1;times=2 ! fault = drop;times=1;times=2, limit times once",
                "drop;times=-1 ! times = -1, limit 0 and above",
                "drop;after= ! after = , limit a whole number",
                "drop;operation=WRITE ! operation = WRITE, limit one of [SEND, RDMA_WRITE,",
                "delay ! delay = , limit a whole number and one of ns, us, ms, s, for example 5ms",
                "delay=5 ! delay = 5, limit a whole number and one of ns, us, ms, s, for example 5ms",
                "delay=999999999999999s ! delay = PT277777777777H46M39S, limit at most PT8760H",
                "create=QPS ! create = QPS, limit one of [PD, XRCD,",
                "create=QP;nth=first ! nth = first, limit a whole number",
                "create=QP;nth=0 ! nth = 0, limit 1 and above",
                "create=QP;errno=12 ! errno = 12, limit one of [EPERM, ENOENT,",
                "create=QP;times=2 ! condition of create = times, limit one of [nth, errno]",
                "port-down=2 ! port_num = 2, limit 1..1",
                "port-down=4294967297 ! port-down = 4294967297, limit a number of 32 bits",
                "port-down=1;times=1 ! condition of port-down = times, limit without conditions",
                "device-fatal=now ! device-fatal = now, limit without a value"
            })
    void invalidFaultsAreRejected(String faults, String reason) {
        assertThatThrownBy(() -> withFaults(faults))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void invalidLimitsPortsClocksAndSeedsAreRejected() {
        SimDeviceConfig config = SimDeviceConfig.of("mlx5");

        assertThatThrownBy(() -> config.limits("max_qp=many"))
                .hasMessageContaining("max_qp = many, limit a whole number");
        assertThatThrownBy(() -> config.limits("max_qp=1,")).hasMessageContaining("limit a whole number");
        assertThatThrownBy(() -> config.limits("max_qps=1")).hasMessageContaining("max_qps");
        assertThatThrownBy(() -> config.limits("phys_port_cnt=1000000"))
                .hasMessageContaining("phys_port_cnt = 1000000, limit 1..255");
        assertThatThrownBy(() -> config.ports("one")).hasMessageContaining("ports = one, limit a whole number");
        assertThatThrownBy(() -> config.ports("256")).hasMessageContaining("ports = 256, limit 1..255");
        assertThatThrownBy(() -> SimProvider.builder().clock("Manual"))
                .hasMessageContaining("clock = Manual, limit one of [system, manual, virtual]");
        assertThatThrownBy(() -> SimProvider.builder().seed("dice"))
                .hasMessageContaining("seed = dice, limit a whole number");
    }

    private static void assertErrno(Errno errno, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(errno));
    }
}
