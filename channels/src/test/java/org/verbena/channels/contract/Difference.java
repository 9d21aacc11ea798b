// SPDX-License-Identifier: Apache-2.0
package org.verbena.channels.contract;

/** A legitimate difference between TCP on Linux and RDMA. Everything else is the same on each {@link TestNetwork}. */
enum Difference {
    /** {@code sendUrgentData} sends a byte out of band. rsocket has no urgent data, so the call fails there. */
    URGENT_DATA,

    /**
     * A connection to the wildcard address reaches the loopback address. An RDMA device has no loopback address, so a
     * provider maps the wildcard to a device or refuses it.
     */
    CONNECTS_TO_WILDCARD,

    /**
     * A gathering write takes at most {@code IOV_MAX} buffers, 1024 on Linux. RDMA copies the buffers into its ring and
     * has no such limit.
     */
    GATHERS_1024_BUFFERS,

    /**
     * The channel has the options of {@code jdk.net.ExtendedSocketOptions} and {@code SO_OOBINLINE}, which apply to TCP
     * on Linux.
     */
    TCP_OPTIONS,

    /**
     * A reset of TCP discards bytes that the peer has not read yet, and a close resets the connection although
     * {@code shutdownInput} has discarded the unread bytes. A reset of RDMA follows all bytes.
     */
    RESETS_EARLY
}
