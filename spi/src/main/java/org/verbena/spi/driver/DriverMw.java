package org.verbena.spi.driver;

import org.verbena.MwBind;

/** A memory window. */
public interface DriverMw extends DriverObject {
    /**
     * What a work request holds for it.
     *
     * @return the number that a {@code struct ibv_send_wr} has in the place of {@code struct ibv_mw *}
     */
    long reference();

    /**
     * The remote key.
     *
     * @return {@code rkey}, 0..4294967295
     */
    long rkey();

    /**
     * {@code ibv_bind_mw(3)}.
     *
     * @param qp the queue pair
     * @param bind what is bound
     */
    void bind(DriverQp qp, MwBind bind);
}
