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
     *     hold, {@link Errno#EOPNOTSUPP} for flags that cannot change, {@link Errno#EBUSY} for a move to
     *     {@link WqState#RESET} while completions of its queue are read in place
     */
    void modify(WqAttr attr);

    /**
     * Posts receive work requests: {@code ibv_post_wq_recv(3)}. It allocates nothing.
     *
     * @param batch the work requests, all of them
     * @throws PostException {@link Errno#ENOMEM} if the queue is full, {@link Errno#EINVAL} (mlx5 and rxe) for more
     *     scatter/gather elements than granted; it names the first work request that was not posted, and those before
     *     it are posted
     * @throws InvalidRequestException if the batch is of another device context; nothing was posted
     */
    default void postRecv(RecvBatch batch) {
        postRecv(batch, 0, batch.size());
    }

    /**
     * Posts some of the work requests of a batch.
     *
     * @param batch the work requests
     * @param from the first one to post
     * @param to the one behind the last; nothing happens if it equals {@code from}
     * @throws IndexOutOfBoundsException if they are not all in the batch
     * @throws VerbsException as for a whole batch
     */
    void postRecv(RecvBatch batch, int from, int to);
}
