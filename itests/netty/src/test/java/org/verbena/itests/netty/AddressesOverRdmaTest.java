// SPDX-License-Identifier: Apache-2.0
package org.verbena.itests.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.testsuite.transport.socket.SocketAddressesTest;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Runs Netty's address tests. Both ends of a connection have the address of the device and a port. */
public abstract class AddressesOverRdmaTest extends SocketAddressesTest {
    @Override
    protected void assertAddress(SocketAddress address) {
        InetSocketAddress inet = (InetSocketAddress) address;
        assertThat(inet.getAddress()).isEqualTo(((InetSocketAddress) newSocketAddress()).getAddress());
        assertThat(inet.getPort()).isPositive();
    }
}
