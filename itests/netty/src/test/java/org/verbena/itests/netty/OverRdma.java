package org.verbena.itests.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.verbena.provider.sim.SimProvider;
import org.verbena.tck.engine.ResultLine;

/** A run of Netty's tests on one simulator, which reports the result line of a test environment. */
final class OverRdma implements AutoCloseable {
    /** Netty's tests exchange more than this, so a run without RDMA does not go unnoticed. */
    private static final long LEAST_BYTES = 10_000_000;

    private static final long LEAST_MESSAGES = 10_000;

    private final Wire wire;
    private final ServerSocket badHost;

    OverRdma(SimProvider simulator) throws IOException {
        wire = new Wire(simulator);
        badHost = badHost();
    }

    /**
     * Opens the port that Netty's test of a cancelled connection tries first. If the attempt of a java.net.Socket is
     * refused, the test does not run. The channels under test use an RDMA address, where nothing answers.
     */
    private static ServerSocket badHost() throws IOException {
        ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        System.setProperty("io.netty.testsuite.badHost", socket.getInetAddress().getHostAddress());
        System.setProperty("io.netty.testsuite.badPort", Integer.toString(socket.getLocalPort()));
        return socket;
    }

    Wire wire() {
        return wire;
    }

    /** Runs all tests, and writes the result line. */
    void run(String environment) throws Exception {
        assertThat(Catalogue.unused()).as("exclusions without a test").isEmpty();
        InetSocketAddress bad = (InetSocketAddress) badHost.getLocalSocketAddress();
        Run run;
        try (RdmaTransport transport = new RdmaTransport(wire.channels(), wire.address(), bad, wire.silentAddress())) {
            Subclasses subclasses = new Subclasses(transport);
            List<Class<?>> tests = new ArrayList<>();
            for (Class<?> test : Catalogue.classes()) {
                tests.add(subclasses.of(test));
            }
            run = Run.of(tests, Catalogue.excludedMethods());
        }
        new ResultLine(environment, "sim", wire.device())
                .write("%s, %d messages with %d bytes on the wire".formatted(run, wire.messages(), wire.bytes()));
        run.requireSuccess();
        if (!Run.isPartial()) {
            assertThat(wire.messages()).as("messages on the wire").isGreaterThan(LEAST_MESSAGES);
            assertThat(wire.bytes()).as("bytes on the wire").isGreaterThan(LEAST_BYTES);
        }
    }

    @Override
    public void close() throws IOException {
        badHost.close();
        wire.close();
    }
}
