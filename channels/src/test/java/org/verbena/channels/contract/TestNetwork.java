// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.util.Optional;
import java.util.Set;

/** A provider of channels, with an address on which its servers listen. The contract is the same on each network. */
abstract class TestNetwork implements AutoCloseable {
    private final SelectorProvider provider;
    private final InetAddress host;
    private final Set<Difference> differences;

    TestNetwork(SelectorProvider provider, InetAddress host, Set<Difference> differences) {
        this.provider = provider;
        this.host = host;
        this.differences = differences;
    }

    /** Returns the provider under test. */
    final SelectorProvider provider() {
        return provider;
    }

    /** Returns the address of all servers. */
    final InetAddress host() {
        return host;
    }

    /** Returns the address for a server that takes a free port. */
    final InetSocketAddress address() {
        return new InetSocketAddress(host, 0);
    }

    /** Returns an address that never answers a connection attempt, if the network has one. */
    abstract Optional<InetSocketAddress> silentAddress() throws IOException;

    /** Returns whether the network behaves as TCP on Linux does. */
    final boolean has(Difference difference) {
        return differences.contains(difference);
    }

    /** Returns whether the channels of this network are those of the library. */
    abstract boolean isRdma();

    /** Returns the number of packets that the device has sent, or -1 if the network does not count packets. */
    abstract long packets();

    @Override
    public abstract void close() throws Exception;

    /** Returns a short description for the names of tests. */
    @Override
    public abstract String toString();
}
