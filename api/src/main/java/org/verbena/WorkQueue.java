package org.verbena;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** A work queue: {@code struct ibv_wq}. */
@ProviderType
public interface WorkQueue extends VerbsObject {
    /**
     * The object of the user.
     *
     * @return {@code wq_context}, if set
     */
    Optional<Object> wqContext();

    /**
     * The number of the queue.
     *
     * @return {@code wq_num}, 0..4294967295
     */
    long wqNum();

    /**
     * The kind of queue.
     *
     * @return {@code wq_type}
     */
    WqType wqType();

    /**
     * The state as libibverbs knows it, after the last successful {@link #modify}. C has no call to query a work queue.
     *
     * @return {@code state}
     */
    WqState state();

    /**
     * The protection domain.
     *
     * @return {@code pd}
     */
    ProtectionDomain pd();

    /**
     * The completion queue.
     *
     * @return {@code cq}
     */
    CompletionQueue cq();

    /**
     * What was asked for.
     *
     * @return the capabilities of the request
     */
    WqCap requestedCap();

    /**
     * What the create call wrote back.
     *
     * @return the granted capabilities
     */
    WqCap grantedCap();

    /**
     * Changes the queue: {@code ibv_modify_wq(3)}.
     *
     * @param attr the changes
     * @throws VerbsException {@link Errno#EINVAL} for a transition that does not exist or a current state that does not
     *     hold, {@link Errno#EOPNOTSUPP} for flags that cannot change
     */
    void modify(WqAttr attr);
}
