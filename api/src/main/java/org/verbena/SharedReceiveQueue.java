// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.Flags;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;

/**
 * A shared receive queue: {@code struct ibv_srq}. When an XRC shared receive queue is closed, its completions remain in
 * their completion queue, except perhaps those that arrive during the close. The close fails with {@link Errno#EBUSY}
 * while completions of that completion queue are being read in place.
 */
@ProviderType
public interface SharedReceiveQueue extends VerbsObject {
    /** {@return the application's object that is associated with this queue, {@code srq_context}, empty if not set} */
    Optional<Object> srqContext();

    /** {@return the protection domain, {@code pd}} */
    ProtectionDomain pd();

    /** {@return the type of the queue, {@code srq_type}} */
    SrqType srqType();

    /**
     * Returns the requested attributes.
     *
     * @return the attributes of the create request
     */
    SrqAttr requestedAttr();

    /**
     * Returns the granted attributes.
     *
     * @return the attributes that the create call returned; {@code srq_limit} is the requested value
     */
    SrqAttr grantedAttr();

    /**
     * Queries the attributes: {@code ibv_query_srq(3)}. The result may differ from the granted attributes: mlx5 reports
     * the number of entries that it allocated.
     *
     * @return the attributes that the driver reports
     * @throws VerbsException if the query fails
     */
    SrqAttr query();

    /**
     * Changes the queue: {@code ibv_modify_srq(3)}.
     *
     * @param attr the new values
     * @param mask the attributes to change
     * @throws VerbsException if the driver rejects the change: {@link Errno#EINVAL} for a value that it does not
     *     accept, or if it cannot resize the queue
     */
    void modify(SrqAttr attr, Flags<SrqAttr.Mask> mask);

    /**
     * Returns the number of an XRC queue: {@code ibv_get_srq_num(3)}.
     *
     * @return the number, 0..4294967295
     * @throws VerbsException if the call fails: {@link Errno#EOPNOTSUPP} if the driver provides no number
     */
    long srqNum();

    /**
     * Posts all receive work requests of a batch: {@code ibv_post_srq_recv(3)}. This method allocates nothing. If it
     * throws a {@link PostException}, the work requests before {@link PostException#badWr()} are posted. If it throws
     * an {@link InvalidRequestException}, none is posted.
     *
     * @param batch the work requests
     * @throws PostException if the driver rejects a work request: {@link Errno#ENOMEM} if the queue is full,
     *     {@link Errno#EINVAL} (mlx5 and rxe) for more scatter/gather elements than granted
     * @throws InvalidRequestException if the batch belongs to another device context
     */
    default void postRecv(RecvBatch batch) {
        postRecv(batch, 0, batch.size());
    }

    /**
     * Posts a range of the receive work requests of a batch.
     *
     * @param batch the work requests
     * @param from the index of the first work request to post
     * @param to the index after the last work request to post; nothing happens if it equals {@code from}
     * @throws IndexOutOfBoundsException if the range is not within the batch
     * @throws VerbsException as for {@link #postRecv(RecvBatch)}
     */
    void postRecv(RecvBatch batch, int from, int to);
}
