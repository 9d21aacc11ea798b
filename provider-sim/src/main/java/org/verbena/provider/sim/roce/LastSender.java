// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.roce;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.provider.sim.wire.Route;
import org.verbena.rocev2.Icrc;
import org.verbena.rocev2.PacketDecoder;

/**
 * The last sender of a packet, and the values that follow from its address. Most packets come from few senders, so a
 * packet rarely needs new objects.
 */
final class LastSender {
    private static final int DEFAULT_HOPS = 64;
    private static final int IPV4_IN_GID = 12;

    private final Icrc icrc = new Icrc();

    /** The GIDs of the sender and of the last socket. */
    private final ByteBuffer addresses = ByteBuffer.allocate(2 * Gid.LENGTH);

    private @Nullable InetSocketAddress sender;
    private int port;
    private @Nullable RoceSocket socket;
    private Gid source = Gid.of(new byte[Gid.LENGTH]);
    private @Nullable Route route;

    /** Sets the sender, and returns its GID. */
    Gid gidOf(InetSocketAddress from) {
        if (!from.equals(sender)) {
            sender = from;
            port = from.getPort();
            source = NetworkAddress.gidOf(from.getAddress());
            route = null;
            addresses.put(0, source.raw());
        }
        return source;
    }

    /** Returns the addresses of a packet, for the header in front of datagrams. A socket hides the other fields. */
    Route routeTo(Gid destination) {
        Route known = route;
        if (known == null || !known.destination().equals(destination)) {
            GlobalRoute to = new GlobalRoute(destination, 0, 0, DEFAULT_HOPS, 0);
            known = new Route(source, 0, AhAttr.global(to, 1), true, true);
            route = known;
        }
        return known;
    }

    /**
     * Returns whether a packet is intact, so that this sender has sent it.
     *
     * @param packet the packet
     * @param buffer the buffer of the packet, from index 0
     * @param to the socket where it arrived
     */
    boolean sent(PacketDecoder packet, ByteBuffer buffer, RoceSocket to) {
        if (!to.equals(socket)) {
            socket = to;
            addresses.put(Gid.LENGTH, to.address().gid().raw());
        }
        if (to.isIpv4()) {
            int destination = addresses.getInt(Gid.LENGTH + IPV4_IN_GID);
            icrc.ipv4(addresses.getInt(IPV4_IN_GID), destination).ports(port, to.port());
            return icrc.findIdentification(buffer, 0, packet.length(), packet.icrc()) >= 0;
        }
        icrc.ipv6(addresses, 0, addresses, Gid.LENGTH).ports(port, to.port());
        return icrc.compute(buffer, 0, packet.length()) == packet.icrc();
    }
}
