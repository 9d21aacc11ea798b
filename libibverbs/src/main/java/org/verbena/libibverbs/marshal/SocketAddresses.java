// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.marshal;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.NetworkOrder;
import org.verbena.libibverbs.abi.SocketStructs;
import org.verbena.libibverbs.abi.SocketStructs.SockaddrIn;
import org.verbena.libibverbs.abi.SocketStructs.SockaddrIn6;
import org.verbena.libibverbs.abi.Struct;

/**
 * Converts socket addresses between Java and {@code struct sockaddr}. An IPv6 address that maps an IPv4 address stays
 * an IPv6 address.
 */
public final class SocketAddresses {
    private static final int NO_SCOPE = -1;

    private SocketAddresses() {}

    /**
     * Writes an address.
     *
     * @param frame the frame that owns the memory
     * @param address the address, resolved
     * @return a pointer to the {@code struct sockaddr}
     */
    public static long write(Frame frame, InetSocketAddress address) {
        return write(frame, address.getAddress(), address.getPort());
    }

    /**
     * Writes an address without a port.
     *
     * @param frame the frame that owns the memory
     * @param address the address
     * @return a pointer to the {@code struct sockaddr}, with port 0
     */
    public static long write(Frame frame, InetAddress address) {
        return write(frame, address, 0);
    }

    private static long write(Frame frame, InetAddress address, int port) {
        if (address instanceof Inet6Address six) {
            return frame.struct(SockaddrIn6.SIZE)
                    .put(SockaddrIn6.SIN6_FAMILY, SocketStructs.AF_INET6)
                    .put(SockaddrIn6.SIN6_PORT, NetworkOrder.of16(port))
                    .put(SockaddrIn6.SIN6_ADDR, six.getAddress())
                    .put(SockaddrIn6.SIN6_SCOPE_ID, six.getScopeId())
                    .address();
        }
        return frame.struct(SockaddrIn.SIZE)
                .put(SockaddrIn.SIN_FAMILY, SocketStructs.AF_INET)
                .put(SockaddrIn.SIN_PORT, NetworkOrder.of16(port))
                .put(SockaddrIn.SIN_ADDR, address.getAddress())
                .address();
    }

    /**
     * Reads an address.
     *
     * @param struct the source, a {@code struct sockaddr_storage}
     * @return the address; empty if its family is neither IPv4 nor IPv6
     */
    public static Optional<InetSocketAddress> read(Struct struct) {
        return switch (struct.getInt(SockaddrIn.SIN_FAMILY)) {
            case SocketStructs.AF_INET ->
                Optional.of(new InetSocketAddress(
                        four(struct.bytes(SockaddrIn.SIN_ADDR)),
                        NetworkOrder.of16(struct.getInt(SockaddrIn.SIN_PORT))));
            case SocketStructs.AF_INET6 ->
                Optional.of(new InetSocketAddress(
                        six(struct.bytes(SockaddrIn6.SIN6_ADDR), (int) struct.get(SockaddrIn6.SIN6_SCOPE_ID)),
                        NetworkOrder.of16(struct.getInt(SockaddrIn6.SIN6_PORT))));
            default -> Optional.empty();
        };
    }

    private static InetAddress four(byte[] bytes) {
        try {
            return Inet4Address.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new AssertionError(bytes.length + " bytes", e);
        }
    }

    private static InetAddress six(byte[] bytes, int scope) {
        try {
            return Inet6Address.getByAddress(null, bytes, scope == 0 ? NO_SCOPE : scope);
        } catch (UnknownHostException e) {
            throw new AssertionError(bytes.length + " bytes", e);
        }
    }
}
