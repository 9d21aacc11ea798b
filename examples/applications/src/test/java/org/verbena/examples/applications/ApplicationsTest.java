// SPDX-License-Identifier: Apache-2.0
package org.verbena.examples.applications;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Server;
import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.verbena.DeviceContext;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.channels.ChannelSettings;
import org.verbena.channels.Fallback;
import org.verbena.channels.RdmaSelectorProvider;
import org.verbena.examples.applications.grpc.GrpcEcho;
import org.verbena.examples.applications.http.NettyHttp;
import org.verbena.examples.applications.jetty.JettyHttp;
import org.verbena.provider.sim.SimFault;
import org.verbena.provider.sim.SimProvider;

/** Runs server and client of each application on a simulator, without TCP. The long text fills the rings many times. */
@Timeout(120)
class ApplicationsTest {
    private static final String LONG_TEXT = "0123456789abcdef".repeat(100_000);
    private static final List<String> TEXTS = List.of("hello", LONG_TEXT);

    private final SimProvider simulator = new SimProvider();
    private final RdmaSelectorProvider channels = new RdmaSelectorProvider(
            simulator, ChannelSettings.builder().fallback(Fallback.FAIL).build());
    private final LongAdder bytes = new LongAdder();

    @AfterEach
    void close() throws Exception {
        channels.close();
        simulator.close();
    }

    @Test
    void nettyEchoesOverHttp() throws Exception {
        countBytes();
        try (NettyHttp http = new NettyHttp(channels)) {
            Channel server = http.serve(new InetSocketAddress(address(), 0));
            for (String text : TEXTS) {
                assertThat(http.post((InetSocketAddress) server.localAddress(), text))
                        .isEqualTo(text);
            }
        }
        assertThat(bytes.sum()).isGreaterThan(2L * LONG_TEXT.length());
    }

    @Test
    void jettyEchoesOverHttp() throws Exception {
        countBytes();
        try (JettyHttp http = new JettyHttp(channels)) {
            int port = http.serve(new InetSocketAddress(address(), 0));
            for (String text : TEXTS) {
                assertThat(http.post(new InetSocketAddress(address(), port), text))
                        .isEqualTo(text);
            }
        }
        assertThat(bytes.sum()).isGreaterThan(2L * LONG_TEXT.length());
    }

    @Test
    void grpcEchoes() throws Exception {
        countBytes();
        try (GrpcEcho echo = new GrpcEcho(channels)) {
            Server server = echo.serve(new InetSocketAddress(address(), 0));
            for (String text : TEXTS) {
                assertThat(echo.call(new InetSocketAddress(address(), server.getPort()), text))
                        .isEqualTo(text);
            }
            server.shutdownNow().awaitTermination();
        }
        assertThat(bytes.sum()).isGreaterThan(2L * LONG_TEXT.length());
    }

    /** Counts the payload of all messages, in the condition of a fault that affects none of them. */
    private void countBytes() {
        simulator.fabric().faults().inject(SimFault.drop().where(message -> {
            bytes.add(message.length());
            return false;
        }));
    }

    private InetAddress address() throws Exception {
        try (DeviceContext context = simulator.devices().get(0).open()) {
            return context.queryGidTable().stream()
                    .map(GidEntry::gid)
                    .filter(Gid::isMappedIpv4)
                    .findFirst()
                    .orElseThrow()
                    .toInetAddress();
        }
    }
}
