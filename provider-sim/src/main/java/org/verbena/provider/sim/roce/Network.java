// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.roce;

import java.net.SocketException;
import java.util.List;

/**
 * The network of a device.
 *
 * @param addresses the addresses of the device, which has one port
 * @param mtu the maximum payload of a packet in bytes
 * @param mac the Ethernet address of the first interface, 48 bits; derived from the IP address if there is none
 */
public record Network(List<NetworkAddress> addresses, int mtu, long mac) {
    private static final long LOCALLY_ADMINISTERED = 0x0200_0000_0000L;

    /**
     * Returns the network of a device with some addresses.
     *
     * @param addresses the addresses, at least one
     * @return the network
     * @throws SocketException if an interface cannot be queried
     */
    public static Network of(List<NetworkAddress> addresses) throws SocketException {
        NetworkAddress first = addresses.get(0);
        return new Network(List.copyOf(addresses), first.activeMtu(), mac(first));
    }

    private static long mac(NetworkAddress address) throws SocketException {
        byte[] hardware = address.link().getHardwareAddress();
        byte[] ip = address.ip().getAddress();
        long mac = hardware == null ? LOCALLY_ADMINISTERED : 0;
        byte[] bytes = hardware == null ? ip : hardware;
        int count = hardware == null ? 4 : 6;
        for (int i = 0; i < count; i++) {
            mac |= Byte.toUnsignedLong(bytes[bytes.length - 1 - i]) << (Byte.SIZE * i);
        }
        return mac;
    }
}
