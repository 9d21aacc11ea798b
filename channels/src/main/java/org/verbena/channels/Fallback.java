// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels;

/** The treatment of addresses without RDMA. */
public enum Fallback {
    /**
     * The channel uses TCP, that of the JDK's own provider, if no RDMA device has or reaches the address, if nothing
     * listens there by RDMA, or if no answer comes within {@link ChannelSettings#fallbackTimeout()}. For a minute,
     * further connections to that address and port use TCP at once. A server accepts both kinds of connections.
     */
    TCP,

    /** The call fails with a {@link java.net.SocketException}. */
    FAIL
}
