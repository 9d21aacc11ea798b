package org.verbena;

import org.osgi.annotation.versioning.ProviderType;

/** A rule that leads packets to a queue pair: {@code struct ibv_flow}. The queue pair is in use as long as it is there. */
@ProviderType
public interface Flow extends VerbsObject {
    /**
     * The queue pair that takes the packets.
     *
     * @return the queue pair
     */
    QueuePair queuePair();

    /**
     * The rule.
     *
     * @return the request that it was created from
     */
    FlowAttr attr();
}
