// SPDX-License-Identifier: Apache-2.0
package org.verbena.cm;

import java.net.InetAddress;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.error.VerbsException;

/** The membership of an identifier in a multicast group, see {@link CmId#joinMulticast}. */
@ProviderType
public interface MulticastGroup extends AutoCloseable {
    /** {@return the identifier that has joined} */
    CmId id();

    /** {@return the address of the group} */
    InetAddress address();

    /** {@return the kind of membership} */
    JoinFlag joinFlag();

    /**
     * Leaves the group and detaches the queue pair: {@code rdma_leave_multicast(3)}. A second call has no effect.
     *
     * @throws VerbsException if the kernel fails the request
     */
    @Override
    void close();
}
