// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.roce;

import java.nio.ByteBuffer;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.provider.sim.wire.Route;
import org.verbena.rocev2.Icrc;
import org.verbena.rocev2.PacketDecoder;
import org.verbena.rocev2.UdpDatagram;

/**
 * The headers in front of the packets of a route in a capture: Ethernet, IP and UDP.
 *
 * <p>The wire within the process has no Ethernet addresses for all of its GIDs, and InfiniBand has no IP addresses. A
 * capture shows Ethernet addresses that follow from the IP addresses. It shows {@code fe80::}<i>lid</i> if a route has
 * only LIDs.
 */
final class CaptureHeaders {
    /** The length of an Ethernet header. */
    static final int ETHERNET_LENGTH = 14;

    /** The length of the longest headers. */
    static final int MAX_LENGTH = ETHERNET_LENGTH + UdpDatagram.IPV6_LENGTH + UdpDatagram.UDP_LENGTH;

    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86DD;
    private static final int TYPE_AT = 12;
    private static final int MAC_LENGTH = 6;
    private static final int IPV4_IN_GID = 12;
    private static final int MULTICAST_IPV4 = 0x0100_5E00;
    private static final short MULTICAST_IPV6 = 0x3333;
    private static final short LOCALLY_ADMINISTERED = 0x0200;
    private static final long LINK_LOCAL = 0xFE80_0000_0000_0000L;
    private static final int DEFAULT_HOPS = 64;

    private final Icrc icrc = new Icrc();
    private final UdpDatagram datagram = new UdpDatagram();
    private final ByteBuffer addresses = ByteBuffer.allocate(2 * Gid.LENGTH);

    /**
     * Writes the headers, except for the lengths.
     *
     * @param frame the buffer
     * @param route the addresses
     * @param sourcePort the source port of the UDP header
     * @return the position of the packet
     */
    int begin(ByteBuffer frame, Route route, int sourcePort) {
        GlobalRoute global = route.grh();
        putAddresses(route);
        boolean ipv4 =
                global != null && route.source().isMappedIpv4() && global.dgid().isMappedIpv4();
        int skipped = ipv4 ? IPV4_IN_GID : 0;
        frame.putShort(TYPE_AT, (short) (ipv4 ? IPV4 : IPV6));
        datagram.begin(frame, ETHERNET_LENGTH, ipv4)
                .identification(0, Icrc.DONT_FRAGMENT)
                .addresses(addresses, skipped, addresses, Gid.LENGTH + skipped)
                .udp(sourcePort, PacketDecoder.UDP_PORT, 0);
        if (global == null) {
            datagram.routing(0, 0, DEFAULT_HOPS);
        } else {
            datagram.routing(global.trafficClass(), (int) global.flowLabel(), hops(global));
        }
        putMac(frame, 0, Gid.LENGTH);
        putMac(frame, MAC_LENGTH, 0);
        return datagram.payloadOffset();
    }

    /** Returns the hop limit. The kernel sends the route's own value if the application gave none. */
    private static int hops(GlobalRoute global) {
        return global.hopLimit() == 0 ? DEFAULT_HOPS : global.hopLimit();
    }

    private void putAddresses(Route route) {
        if (route.grh() == null) {
            addresses.putLong(0, LINK_LOCAL).putLong(8, route.slid());
            addresses.putLong(Gid.LENGTH, LINK_LOCAL).putLong(Gid.LENGTH + 8, route.dlid());
        } else {
            addresses
                    .put(0, route.source().raw())
                    .put(Gid.LENGTH, route.destination().raw());
        }
    }

    /** Writes the Ethernet address that belongs to an IP address. */
    private void putMac(ByteBuffer frame, int at, int address) {
        int last = addresses.getInt(address + IPV4_IN_GID);
        if (addresses.get(address) == -1) {
            frame.putShort(at, MULTICAST_IPV6).putInt(at + 2, last);
        } else if (datagram.isIpv4() && last >>> 28 == 0xE) {
            frame.putInt(at, MULTICAST_IPV4).putShort(at + 4, (short) last);
            frame.put(at + 3, (byte) (last >>> 16 & 0x7F));
        } else {
            frame.putShort(at, LOCALLY_ADMINISTERED).putInt(at + 2, last);
        }
    }

    /**
     * Returns the checksum of the packet behind the headers.
     *
     * @param frame the buffer
     * @param length the length of the packet
     */
    int icrc(ByteBuffer frame, int length) {
        datagram.describe(icrc);
        return icrc.compute(frame, datagram.payloadOffset(), length);
    }

    /**
     * Writes the lengths and checksums.
     *
     * @param length the length of the packet behind the headers
     * @return the length of the frame
     */
    int end(int length) {
        int total = ETHERNET_LENGTH + datagram.end(length);
        if (!datagram.isIpv4()) {
            datagram.writeUdpChecksum();
        }
        return total;
    }
}
