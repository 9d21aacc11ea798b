package org.verbena.spi.driver;

import java.util.Optional;
import org.verbena.CqModeration;

/** A completion queue, plain or extended. */
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
    void resize(int cqe);

    /**
     * {@code ibv_modify_cq(3)}.
     *
     * @param moderation the moderation
     */
    void moderate(CqModeration moderation);

    /**
     * {@code ibv_poll_cq(3)}.
     *
     * @param memory receives {@code struct ibv_wc}
     * @param offset where the first one goes
     * @param count how many at most
     * @return their number, or a negative number for an error
     */
    int poll(DriverMemory memory, long offset, int count);

    /**
     * {@code ibv_req_notify_cq(3)}.
     *
     * @param solicitedOnly whether only solicited completions count
     */
    void requestNotify(boolean solicitedOnly);

    /**
     * {@code ibv_ack_cq_events(3)}.
     *
     * @param count at most as many as {@link DriverCompChannel#nextEvent} has answered and are not acknowledged
     */
    void ackEvents(int count);

    /**
     * The completions in place, of an extended queue.
     *
     * @return their reader; empty for a plain queue
     */
    Optional<DriverCqReader> reader();
}
