// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.CqModeration;
import org.verbena.attr.SendFlag;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;

/** A completion queue: {@code struct ibv_cq}. */
@ProviderType
public interface CompletionQueue extends VerbsObject {
    /** {@return the application's object that is associated with this queue, {@code cq_context}, empty if not set} */
    Optional<Object> cqContext();

    /** {@return the channel that receives the events of this queue, {@code channel}, empty if not set} */
    Optional<CompletionChannel> channel();

    /**
     * Returns the number of entries that was requested, at creation or by the last successful resize.
     *
     * @return the requested number of entries
     */
    int requestedCqe();

    /** {@return the number of entries that the driver granted, {@code cqe}} */
    int grantedCqe();

    /**
     * Changes the number of entries: {@code ibv_resize_cq(3)}.
     *
     * @param cqe the requested number of entries
     * @throws InvalidRequestException if the number is negative
     * @throws IllegalStateException if completions are being read in place, see {@link CompletionQueueEx#startPoll}
     * @throws VerbsException if the request fails: {@link Errno#EINVAL} for a size that the device does not support or
     *     that is below the number of completions in the queue, {@link Errno#EOPNOTSUPP} if the driver cannot resize,
     *     {@link Errno#ENOMEM} if there is no memory (bnxt_re: also if the queue already has that size)
     */
    void resize(int cqe);

    /**
     * Sets the event moderation of this queue: {@code ibv_modify_cq(3)}.
     *
     * @param moderation the moderation
     * @throws VerbsException if the driver does not support it: {@link Errno#EOPNOTSUPP}
     */
    void moderate(CqModeration moderation);

    /**
     * Takes completions from this queue: {@code ibv_poll_cq(3)}. It does not wait for completions and allocates no
     * memory.
     *
     * @param completions the array to fill; it receives all available completions, up to its capacity
     * @return the number of completions, possibly 0
     * @throws InvalidRequestException if the array belongs to another device context
     * @throws IllegalStateException if completions are being read in place, see {@link CompletionQueueEx#startPoll}
     * @throws VerbsException if the queue has failed: the errno of the driver, or {@link Errno#EPROTO} if the driver
     *     returns more completions than requested
     */
    int poll(CompletionArray completions);

    /**
     * Requests an event on the channel for the next completion: {@code ibv_req_notify_cq(3)}. Each request causes one
     * event. Completions that are already in the queue cause none, so poll once more after the request.
     *
     * @param solicitedOnly true for an event only on errors, and on receives whose sender set
     *     {@link SendFlag#SOLICITED}
     * @throws IllegalStateException if completions are being read in place, see {@link CompletionQueueEx#startPoll}
     * @throws VerbsException if the driver rejects the request
     */
    void requestNotify(boolean solicitedOnly);

    /**
     * Acknowledges events of this queue: {@code ibv_ack_cq_events(3)}. The call takes a lock, so acknowledge many
     * events at once. Closing the queue acknowledges the remaining events, and therefore cannot hang.
     *
     * @param count the number of events, at most the number received and not yet acknowledged
     * @throws InvalidRequestException if the count is negative or exceeds that number
     */
    void ackEvents(int count);
}
