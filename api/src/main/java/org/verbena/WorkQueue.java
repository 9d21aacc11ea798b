// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqState;
import org.verbena.attr.WqType;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;

/** A work queue: {@code struct ibv_wq}. */
@ProviderType
public interface WorkQueue extends VerbsObject {
    /** {@return the application's object that is associated with this queue, {@code wq_context}, empty if not set} */
    Optional<Object> wqContext();

    /** {@return the number of the queue, {@code wq_num}, 0..4294967295} */
    long wqNum();

    /** {@return the type of the queue, {@code wq_type}} */
    WqType wqType();

    /**
     * Returns the state that libibverbs recorded at the last successful {@link #modify}. C has no call to query a work
     * queue.
     *
     * @return {@code state}
     */
    WqState state();

    /** {@return the protection domain, {@code pd}} */
    ProtectionDomain pd();

    /** {@return the completion queue, {@code cq}} */
    CompletionQueue cq();

    /**
     * Returns the requested capabilities.
     *
     * @return the capabilities of the request
     */
    WqCap requestedCap();

    /**
     * Returns the granted capabilities.
     *
     * @return the capabilities that the create call returned
     */
    WqCap grantedCap();

    /**
     * Changes the queue: {@code ibv_modify_wq(3)}.
     *
     * @param attr the changes
     * @throws VerbsException if the change fails: {@link Errno#EINVAL} for an invalid state transition, or a current
     *     state that is not the actual one; {@link Errno#EOPNOTSUPP} for flags that cannot change; {@link Errno#EBUSY}
     *     while completions of its completion queue are being read in place
     */
    void modify(WqAttr attr);

    /**
     * Posts all receive work requests of a batch: {@code ibv_post_wq_recv(3)}. This method allocates nothing. If it
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
