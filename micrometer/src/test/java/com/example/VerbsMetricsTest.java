// SPDX-License-Identifier: Apache-2.0
package com.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.search.RequiredSearch;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.verbena.DeviceContext;
import org.verbena.ProtectionDomain;
import org.verbena.Verbs;
import org.verbena.VerbsProvider;
import org.verbena.attr.WcStatus;
import org.verbena.core.observe.DataPathCounters;
import org.verbena.micrometer.VerbsMetrics;
import org.verbena.testing.ConnectedPair;
import org.verbena.testing.Faults;
import org.verbena.testing.VerbsTest;

/** Checks the meters of an application. Other tests use a device of the same name before, so counts are compared. */
@VerbsTest
class VerbsMetricsTest {
    private static final String DEVICE = "sim_mlx5_0";
    private static final String ADDRESS = "127.0.0.77";

    private final MockClock clock = new MockClock();
    private final MeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
    private final VerbsMetrics metrics = new VerbsMetrics(Tags.of("application", "mesh"));

    @BeforeAll
    static void enable() {
        DataPathCounters.enable();
    }

    @AfterAll
    static void disable() {
        DataPathCounters.disable();
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    private RequiredSearch meter(String name, String... tags) {
        return registry.get(name)
                .tags("application", "mesh", "provider", "sim", "device", DEVICE)
                .tags(tags);
    }

    private double count(String name, String... tags) {
        return meter(name, tags).functionCounter().count();
    }

    private double handles(String kind) {
        clock.add(Duration.ofSeconds(1));
        return meter("verbena.handles", "kind", kind).gauge().value();
    }

    @Test
    void messagesAreCounted(ConnectedPair pair) {
        metrics.bindTo(registry);
        double sends = count("verbena.posted", "queue", "send");
        double recvs = count("verbena.posted", "queue", "recv");
        double sent = count("verbena.posted.bytes", "direction", "send");
        double read = count("verbena.posted.bytes", "direction", "read");
        double received = count("verbena.received.bytes");
        double successes = count("verbena.completions", "status", "SUCCESS");
        double polls = count("verbena.polls", "result", "completions");

        pair.server().postRecv(1);
        pair.client().postSend(2, "hello");
        assertThat(pair.server().text(pair.server().completion())).isEqualTo("hello");
        assertThat(pair.client().completion().isSuccess()).isTrue();

        assertThat(count("verbena.posted", "queue", "send") - sends).isEqualTo(1);
        assertThat(count("verbena.posted", "queue", "recv") - recvs).isEqualTo(1);
        assertThat(count("verbena.posted.bytes", "direction", "send") - sent).isEqualTo(5);
        assertThat(count("verbena.posted.bytes", "direction", "read") - read).isZero();
        assertThat(count("verbena.received.bytes") - received).isEqualTo(5);
        assertThat(count("verbena.completions", "status", "SUCCESS") - successes)
                .isEqualTo(2);
        assertThat(count("verbena.polls", "result", "completions") - polls).isEqualTo(2);
    }

    @Test
    void everyStatusHasItsCounter(ConnectedPair pair) {
        metrics.bindTo(registry);

        for (WcStatus status : WcStatus.values()) {
            assertThat(count("verbena.completions", "status", status.name())).isNotNegative();
        }
    }

    @Test
    void openHandlesAreCounted(DeviceContext context) {
        metrics.bindTo(registry);
        double before = handles("protection domain");

        ProtectionDomain pd = context.allocPd();
        assertThat(handles("protection domain")).isEqualTo(before + 1);
        assertThat(meter("verbena.handles.leaked").gauge().value()).isZero();

        pd.close();
        assertThat(handles("protection domain")).isEqualTo(before);
    }

    @Test
    void aDeviceThatIsOpenedLaterIsAdded(ConnectedPair pair) {
        metrics.bindTo(registry);
        int known = registry.getMeters().size();

        VerbsProvider simulator = Verbs.provider("sim").configure(Map.of("profile", "mlx4"));
        try (DeviceContext another = simulator.devices().get(0).open()) {
            assertThat(registry.get("verbena.handles")
                            .tag("device", another.device().name())
                            .tag("kind", "device context")
                            .gauge()
                            .value())
                    .isEqualTo(1);
        }
        assertThat(registry.getMeters()).hasSizeGreaterThan(known);
    }

    @Test
    void theNumberOfMetersIsIndependentOfTheNumberOfHandles(DeviceContext context) {
        metrics.bindTo(registry);
        int before = registry.getMeters().size();

        for (int i = 0; i < 20; i++) {
            context.allocPd().close();
        }
        try (VerbsMetrics again = new VerbsMetrics(Tags.of("application", "mesh"))) {
            again.bindTo(registry);

            assertThat(registry.getMeters()).hasSize(before);
        }
    }

    @Test
    void eventsAreCounted(DeviceContext context, Faults faults) {
        metrics.bindTo(registry);
        double before = count("verbena.events", "type", "async");

        faults.portDown(0, 1);
        assertThat(context.asyncEvents().nextEvent()).isPresent();

        assertThat(count("verbena.events", "type", "async")).isEqualTo(before + 1);
    }

    @Test
    @Timeout(120)
    void portCountersArePublished() throws Exception {
        int udpPort = freePort();
        VerbsProvider simulator = Verbs.provider("sim")
                .configure(Map.of("profile", "rxe", "address", ADDRESS, "udp-port", Integer.toString(udpPort)));
        try (DeviceContext context = simulator.devices().get(0).open();
                DatagramSocket stranger = new DatagramSocket()) {
            metrics.bindTo(registry);
            FunctionCounter dropped = registry.get("verbena.port.counters")
                    .tags("device", context.device().name(), "port", "1", "counter", "dropped_malformed")
                    .functionCounter();
            assertThat(dropped.count()).isZero();

            stranger.send(new DatagramPacket(new byte[3], 3, InetAddress.getByName(ADDRESS), udpPort));
            while (context.portCounters(1).get("dropped_malformed") == 0) {
                Thread.sleep(1);
            }

            assertThat(dropped.count()).as("counters are cached for one second").isZero();
            clock.add(Duration.ofSeconds(1));
            assertThat(dropped.count()).isEqualTo(1);
            context.close();
            clock.add(Duration.ofSeconds(1));
            assertThat(dropped.count()).as("after the device is closed").isEqualTo(1);
        }
    }

    private static int freePort() throws Exception {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getByName(ADDRESS))) {
            return socket.getLocalPort();
        }
    }

    @Test
    void closeRemovesAllMeters(ConnectedPair pair) {
        metrics.bindTo(registry);
        assertThat(registry.getMeters()).isNotEmpty();

        metrics.close();
        pair.client().context().device().open().close();

        assertThat(registry.getMeters()).isEmpty();
    }
}
