package org.verbena.channels;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.Objects;

/** The addresses that an application passes. */
final class SocketAddresses {
    private SocketAddresses() {}

    /** Returns an internet address that is resolved. */
    static InetSocketAddress checked(SocketAddress address) {
        Objects.requireNonNull(address, "address");
        if (!(address instanceof InetSocketAddress inet)) {
            throw new UnsupportedAddressTypeException();
        }
        if (inet.isUnresolved()) {
            throw new UnresolvedAddressException();
        }
        return inet;
    }

    /** Returns the address of a peer: the loopback address for the wildcard address, as for the JDK's channels. */
    static InetSocketAddress ofPeer(SocketAddress address) {
        InetSocketAddress inet = checked(address);
        return inet.getAddress().isAnyLocalAddress()
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), inet.getPort())
                : inet;
    }
}
