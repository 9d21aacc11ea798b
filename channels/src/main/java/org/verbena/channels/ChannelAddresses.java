// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolFamily;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.Objects;

/** The addresses that an application passes. */
final class ChannelAddresses {
    private ChannelAddresses() {}

    /** Returns an internet address that is resolved, and of the family of the channel. */
    static InetSocketAddress checked(SocketAddress address, ProtocolFamily family) {
        Objects.requireNonNull(address, "address");
        if (!(address instanceof InetSocketAddress inet)) {
            throw new UnsupportedAddressTypeException();
        }
        if (inet.isUnresolved()) {
            throw new UnresolvedAddressException();
        }
        if (family == StandardProtocolFamily.INET && inet.getAddress() instanceof Inet6Address) {
            throw new UnsupportedAddressTypeException();
        }
        return inet;
    }

    /** Returns the address of a peer: the loopback address for the wildcard address, as for the JDK's channels. */
    static InetSocketAddress ofPeer(SocketAddress address, ProtocolFamily family) {
        InetSocketAddress inet = checked(address, family);
        return inet.getAddress().isAnyLocalAddress()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), inet.getPort())
                : inet;
    }
}
