// SPDX-License-Identifier: Apache-2.0
package org.verbena.fidelity.walk;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;
import org.verbena.attr.Gid;

/**
 * A source of the negative acknowledgements that responders send on a wire. The work requests of a walk show the status
 * of a failure only. The wire also shows the code that led to it. Its methods are called on the thread that runs the
 * walk.
 */
@ConsumerType
public interface NakSource {
    /**
     * A negative acknowledgement.
     *
     * @param destination the GID of the requester's port
     * @param qpNum the number of the requester's queue pair
     * @param syndrome the text of the syndrome
     */
    record Nak(Gid destination, long qpNum, String syndrome) {}

    /**
     * Returns the negative acknowledgements since the last call, in the order of the wire. The source may omit those
     * that depend on time, for example after a gap in the sequence numbers.
     *
     * @return the negative acknowledgements
     */
    List<Nak> next();
}
