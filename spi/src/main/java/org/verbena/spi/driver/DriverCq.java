package org.verbena.spi.driver;

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
}
