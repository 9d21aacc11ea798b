package org.verbena;

import org.osgi.annotation.versioning.ProviderType;

/** An extended completion queue: {@code struct ibv_cq_ex}. */
@ProviderType
public interface CompletionQueueEx extends CompletionQueue {
    /**
     * The fields that its completions carry.
     *
     * @return {@code wc_flags} of the request
     */
    Flags<WcFlag> wcFlags();
}
