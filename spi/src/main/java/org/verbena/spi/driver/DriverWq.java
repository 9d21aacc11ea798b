package org.verbena.spi.driver;

import org.verbena.WqAttr;
import org.verbena.WqCap;
import org.verbena.WqState;

/** A work queue. */
public interface DriverWq extends DriverObject {
    /**
     * The number.
     *
     * @return {@code wq_num}
     */
    long wqNum();

    /**
     * The state as libibverbs keeps it.
     *
     * @return {@code state}
     */
    WqState state();

    /**
     * What the create call wrote back.
     *
     * @return the grant
     */
    WqCap grantedCap();

    /**
     * {@code ibv_modify_wq(3)}.
     *
     * @param attr the changes
     */
    void modify(WqAttr attr);
}
