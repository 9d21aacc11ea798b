// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.FlowAttr;
import org.verbena.error.Errno;

/**
 * A flow rule, which directs packets to a queue pair: {@code struct ibv_flow}. Closing the queue pair fails with
 * {@link Errno#EBUSY} while the rule exists.
 */
@ProviderType
public interface Flow extends VerbsObject {
    /** {@return the queue pair that receives the packets} */
    QueuePair queuePair();

    /**
     * Returns the attributes of the rule.
     *
     * @return the attributes that the rule was created with
     */
    FlowAttr attr();
}
