package org.verbena;

import org.osgi.annotation.versioning.ProviderType;

/** The send builders of a queue pair: {@code struct ibv_qp_ex}. It lives as long as its queue pair. */
@ProviderType
public interface QueuePairEx {
    /**
     * The queue pair.
     *
     * @return {@code qp_base}
     */
    QueuePair queuePair();

    /**
     * The operations that have a builder, as the driver filled in the function pointers of {@code struct ibv_qp_ex}.
     * rxe gives every queue pair of the extended call this interface, but without send operations asked for it is
     * empty.
     *
     * @return the operations
     * @throws ClosedHandleException after the queue pair was closed
     */
    Flags<SendOp> sendOps();
}
