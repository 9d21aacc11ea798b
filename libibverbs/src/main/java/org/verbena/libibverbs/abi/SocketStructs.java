// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.abi;

/** The structs of socket addresses, with their values on Linux for x86-64 and aarch64. */
public final class SocketStructs {
    /** The address family of IPv4. */
    public static final int AF_INET = 2;

    /** The address family of IPv6. */
    public static final int AF_INET6 = 10;

    private SocketStructs() {}

    /**
     * An IPv4 address and a port. Port and address are in network byte order.
     *
     * <pre>{@code
     * struct sockaddr_in {
     *     sa_family_t sin_family;
     *     in_port_t sin_port;
     *     struct in_addr sin_addr;
     *     unsigned char sin_zero[8];
     * };
     * }</pre>
     */
    public static final class SockaddrIn {
        public static final CField SIN_FAMILY = CField.u16(0);
        public static final CField SIN_PORT = CField.u16(2);
        public static final CField SIN_ADDR = CField.block(4, 4);

        public static final int SIZE = 16;

        private SockaddrIn() {}
    }

    /**
     * An IPv6 address and a port. Port and address are in network byte order, the scope is in host order.
     *
     * <pre>{@code
     * struct sockaddr_in6 {
     *     sa_family_t sin6_family;
     *     in_port_t sin6_port;
     *     uint32_t sin6_flowinfo;
     *     struct in6_addr sin6_addr;
     *     uint32_t sin6_scope_id;
     * };
     * }</pre>
     */
    public static final class SockaddrIn6 {
        public static final CField SIN6_FAMILY = CField.u16(0);
        public static final CField SIN6_PORT = CField.u16(2);
        public static final CField SIN6_ADDR = CField.block(8, 16);
        public static final CField SIN6_SCOPE_ID = CField.u32(24);

        public static final int SIZE = 28;

        private SockaddrIn6() {}
    }
}
