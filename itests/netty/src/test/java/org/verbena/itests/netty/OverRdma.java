// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Runs Netty's tests with the channels of one device. */
final class OverRdma implements AutoCloseable {
    private final Wire wire;
    private final ServerSocket badHost;

    OverRdma(Wire wire) throws IOException {
        this.wire = wire;
        badHost = badHost();
    }

    /**
     * Opens the port to which Netty's test of a cancelled connection first connects with a java.net.Socket. Netty skips
     * the test if that connection is refused. The channels under test connect to an RDMA address that no host has.
     */
    private static ServerSocket badHost() throws IOException {
        ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        System.setProperty("io.netty.testsuite.badHost", socket.getInetAddress().getHostAddress());
        System.setProperty("io.netty.testsuite.badPort", Integer.toString(socket.getLocalPort()));
        return socket;
    }

    /** Runs test classes. */
    Run run(List<Class<?>> classes) throws Exception {
        assertThat(Catalogue.unused()).as("exclusions without a test").isEmpty();
        InetSocketAddress bad = (InetSocketAddress) badHost.getLocalSocketAddress();
        try (RdmaTransport transport = new RdmaTransport(wire.channels(), wire.address(), bad, wire.silentAddress())) {
            Subclasses subclasses = new Subclasses(transport);
            List<Class<?>> tests = new ArrayList<>();
            for (Class<?> test : classes) {
                tests.add(subclasses.of(test));
            }
            return Run.of(tests, Catalogue.excludedMethods());
        }
    }

    @Override
    public void close() throws IOException {
        badHost.close();
    }
}
