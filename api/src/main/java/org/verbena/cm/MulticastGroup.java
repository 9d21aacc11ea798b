// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import java.net.InetAddress;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.error.VerbsException;

/** The membership of an identifier in a multicast group, see {@link CmId#joinMulticast}. */
@ProviderType
public interface MulticastGroup extends AutoCloseable {
    /**
     * Returns the identifier that has joined.
     *
     * @return the identifier
     */
    CmId id();

    /**
     * Returns the address of the group.
     *
     * @return the address
     */
    InetAddress address();

    /**
     * Returns the kind of membership.
     *
     * @return the kind
     */
    JoinFlag joinFlag();

    /**
     * Leaves the group and detaches the queue pair: {@code rdma_leave_multicast(3)}. A second call has no effect.
     *
     * @throws VerbsException if the kernel fails the request
     */
    @Override
    void close();
}
