package org.verbena.spi.driver;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.CqModeration;
import org.verbena.Errno;

/** A completion queue, plain or extended. */
@ProviderType
public interface DriverCq extends DriverObject {
    /**
     * The number of entries granted, by the create call or the last resize.
     *
     * @return {@code cqe}
     */
    int cqe();

    /**
     * {@code ibv_resize_cq(3)}.
     *
     * @param cqe the number wanted, not negative
     */
    default void resize(int cqe) {
        throw Unsupported.verb("ibv_resize_cq", this);
    }

    /**
     * {@code ibv_modify_cq(3)}.
     *
     * @param moderation the moderation
     */
    default void moderate(CqModeration moderation) {
        throw Unsupported.verb("ibv_modify_cq", this);
    }

    /**
     * {@code ibv_poll_cq(3)}.
     *
     * @param memory receives {@code struct ibv_wc}
     * @param offset where the first one goes
     * @param count how many at most
     * @return their number, or a negative number for an error
     */
    default int poll(DriverMemory memory, long offset, int count) {
        return -Errno.EOPNOTSUPP.number();
    }

    /**
     * {@code ibv_req_notify_cq(3)}.
     *
     * @param solicitedOnly whether only solicited completions count
     */
    default void requestNotify(boolean solicitedOnly) {
        throw Unsupported.verb("ibv_req_notify_cq", this);
    }

    /**
     * {@code ibv_ack_cq_events(3)}. Nothing to do for a driver where nobody waits for acknowledgements.
     *
     * @param count at most as many as {@link DriverCompChannel#nextEvent} has answered and are not acknowledged
     */
    default void ackEvents(int count) {}

    /**
     * The completions in place, of an extended queue.
     *
     * @return their reader; empty for a plain queue
     */
    default Optional<DriverCqReader> reader() {
        return Optional.empty();
    }
}
