package org.verbena;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A shared receive queue: {@code struct ibv_srq}. When one for XRC is closed, its completions remain in their completion
 * queue, but perhaps for those that come while it is being closed. While completions of that queue are read in place,
 * closing is refused with {@link Errno#EBUSY}.
 */
@ProviderType
public interface SharedReceiveQueue extends VerbsObject {
    /**
     * The object of the user.
     *
     * @return {@code srq_context}, if set
     */
    Optional<Object> srqContext();

    /**
     * The protection domain.
     *
     * @return {@code pd}
     */
    ProtectionDomain pd();

    /**
     * The kind of queue.
     *
     * @return {@code srq_type}
     */
    SrqType srqType();

    /**
     * What was asked for at creation.
     *
     * @return the request
     */
    SrqAttr requestedAttr();

    /**
     * What the create call granted.
     *
     * @return the grant; {@code srq_limit} is the requested one
     */
    SrqAttr grantedAttr();

    /**
     * Asks the driver: {@code ibv_query_srq(3)}. The answer may differ from the grant: mlx5 answers the number of
     * entries that it allocated.
     *
     * @return what the driver says now
     * @throws VerbsException if the driver does not answer
     */
    SrqAttr query();

    /**
     * Changes the queue: {@code ibv_modify_srq(3)}.
     *
     * @param attr the new values
     * @param mask which of them count
     * @throws VerbsException {@link Errno#EINVAL} for a value that the driver does not take, or if it cannot resize
     */
    void modify(SrqAttr attr, Flags<SrqAttrMask> mask);

    /**
     * The number of an XRC queue: {@code ibv_get_srq_num(3)}.
     *
     * @return the number, 0..4294967295
     * @throws VerbsException {@link Errno#EOPNOTSUPP} if the driver has none
     */
    long srqNum();

    /**
     * Posts receive work requests: {@code ibv_post_srq_recv(3)}. It allocates nothing.
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
