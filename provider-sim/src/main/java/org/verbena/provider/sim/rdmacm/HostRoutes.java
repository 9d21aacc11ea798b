// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.rdmacm;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;
import org.verbena.error.Errno;

/** The routes of the host that runs the simulator. */
final class HostRoutes {
    private static final int DISCARD_PORT = 9;

    private HostRoutes() {}

    /**
     * Returns the address that the host sends from. To connect a datagram socket looks up the route and sends nothing.
     */
    static InetAddress sourceTo(InetAddress destination, Refusals refusals) {
        StandardProtocolFamily family =
                destination instanceof Inet4Address ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6;
        try (DatagramChannel channel = DatagramChannel.open(family)) {
            channel.connect(new InetSocketAddress(destination, DISCARD_PORT));
            return ((InetSocketAddress) channel.getLocalAddress()).getAddress();
        } catch (NoRouteToHostException e) {
            throw unreachable(Errno.EHOSTUNREACH, destination, refusals);
        } catch (IOException e) {
            throw unreachable(Errno.ENETUNREACH, destination, refusals);
        }
    }

    private static RuntimeException unreachable(Errno errno, InetAddress destination, Refusals refusals) {
        return refusals.of(
                errno,
                "dst_addr",
                destination.getHostAddress(),
                "an address with a route",
                "this host has no route to it");
    }

    /** Returns the index of the interface with an address, -1 if there is none. */
    static int link(InetAddress ip) {
        try {
            NetworkInterface link = NetworkInterface.getByInetAddress(ip);
            return link == null ? -1 : link.getIndex();
        } catch (SocketException e) {
            return -1;
        }
    }
}
