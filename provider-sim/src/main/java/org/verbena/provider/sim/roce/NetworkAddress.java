// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.roce;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.verbena.attr.Gid;

/**
 * An IP address of this host that a device uses.
 *
 * @param ip the address
 * @param gid the GID of the address: {@code ::ffff:}<i>a.b.c.d</i> for IPv4 (kernel: {@code rdma_ip2gid})
 * @param link the network interface
 */
public record NetworkAddress(InetAddress ip, Gid gid, NetworkInterface link) {
    private static final int IPV4_PREFIX = 0xFFFF;
    private static final int IPV4_AT = 12;
    private static final int OVERHEAD = 80;
    private static final int SMALLEST_MTU = 256;
    private static final int LARGEST_MTU = 4096;

    /**
     * Returns an address of this host.
     *
     * @param ip the address
     * @return the address with its interface
     * @throws SocketException if no interface has the address
     */
    public static NetworkAddress of(InetAddress ip) throws SocketException {
        NetworkInterface link = NetworkInterface.getByInetAddress(ip);
        if (link == null && ip.isLoopbackAddress()) {
            // All of 127.0.0.0/8 belongs to the loopback interface, which lists only one address.
            link = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress());
        }
        if (link == null) {
            throw new SocketException("no network interface of this host has the address");
        }
        return new NetworkAddress(ip, gidOf(ip), link);
    }

    /**
     * Returns the GID of an IP address.
     *
     * @param ip the address
     * @return the GID
     */
    public static Gid gidOf(InetAddress ip) {
        ByteBuffer raw = ByteBuffer.allocate(Gid.LENGTH);
        if (ip instanceof Inet4Address) {
            raw.putInt(Long.BYTES, IPV4_PREFIX).put(IPV4_AT, ip.getAddress());
        } else {
            raw.put(0, ip.getAddress());
        }
        return Gid.of(raw.array());
    }

    /**
     * Returns the IP address of a GID on an interface. An address that is valid on one link only needs the interface.
     *
     * @param gid the GID
     * @param link the interface
     * @return the address
     */
    static InetAddress ipOf(Gid gid, NetworkInterface link) {
        InetAddress ip = gid.toInetAddress();
        if (gid.isMappedIpv4() || !(ip.isLinkLocalAddress() || ip.isMCLinkLocal())) {
            return ip;
        }
        try {
            return Inet6Address.getByAddress(null, ip.getAddress(), link);
        } catch (UnknownHostException e) {
            throw new AssertionError("IPv6 addresses have 16 bytes", e);
        }
    }

    /**
     * Returns the maximum payload of a packet on the link (rxe: {@code eth_mtu_int_to_enum} of rxe_param.h).
     *
     * @return the number of bytes, 256..4096
     * @throws SocketException if the MTU of the interface is unknown
     */
    public int activeMtu() throws SocketException {
        int fits = Integer.highestOneBit(Math.max(link.getMTU() - OVERHEAD, SMALLEST_MTU));
        return Math.min(Math.max(fits, SMALLEST_MTU), LARGEST_MTU);
    }
}
