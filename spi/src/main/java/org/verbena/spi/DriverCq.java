// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.CqModeration;
import org.verbena.error.Errno;
import org.verbena.spi.model.CqRequest;

/** A completion queue, plain or extended. */
@ProviderType
public interface DriverCq extends DriverObject {
    /**
     * A request for a completion queue: the values, and the channel of the same context.
     *
     * @param request the values
     * @param channel {@code channel}
     */
    record Init(CqRequest request, Optional<DriverCompChannel> channel) {}

    /** {@return the actual number of entries, as returned by the create call or the last resize, {@code cqe}} */
    int cqe();

    /**
     * Resizes the completion queue: {@code ibv_resize_cq(3)}.
     *
     * @param cqe the requested number of entries, not negative
     */
    default void resize(int cqe) {
        throw Unsupported.verb("ibv_resize_cq", this);
    }

    /**
     * Sets the moderation of completion events: {@code ibv_modify_cq(3)}.
     *
     * @param moderation the moderation
     */
    default void moderate(CqModeration moderation) {
        throw Unsupported.verb("ibv_modify_cq", this);
    }

    /**
     * Polls completions: {@code ibv_poll_cq(3)}.
     *
     * @param memory the memory that receives an array of {@code struct ibv_wc}
     * @param offset the offset of the first struct
     * @param count the maximum number of completions
     * @return the number of completions, or a negative number for an error
     */
    default int poll(DriverMemory memory, long offset, int count) {
        return -Errno.EOPNOTSUPP.number();
    }

    /**
     * Returns the number of completions that have not been polled. The default implementation returns 0, which suits a
     * driver that only polls.
     *
     * @return the number of completions, 0 if it is unknown
     */
    default int pendingCompletions() {
        return 0;
    }

    /**
     * Requests a completion event: {@code ibv_req_notify_cq(3)}.
     *
     * @param solicitedOnly whether only solicited completions cause an event
     */
    default void requestNotify(boolean solicitedOnly) {
        throw Unsupported.verb("ibv_req_notify_cq", this);
    }

    /**
     * Acknowledges completion events: {@code ibv_ack_cq_events(3)}. The default implementation does nothing, which
     * suits a driver that does not wait for acknowledgements.
     *
     * @param count the number of events; at most the number that {@link DriverCompChannel#nextEvent} has returned and
     *     that are not yet acknowledged
     */
    default void ackEvents(int count) {}

    /** {@return the reader for the completions of an extended queue; empty for a plain queue} */
    default Optional<DriverCqReader> reader() {
        return Optional.empty();
    }
}
