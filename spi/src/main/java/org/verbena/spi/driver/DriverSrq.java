package org.verbena.spi.driver;

import org.verbena.Flags;
import org.verbena.SrqAttr;
import org.verbena.SrqAttrMask;

/** A shared receive queue. */
public interface DriverSrq extends DriverObject {
    /**
     * What the create call wrote back.
     *
     * @return the grant
     */
    SrqAttr granted();

    /**
     * {@code ibv_query_srq(3)}.
     *
     * @return the answer
     */
    SrqAttr query();

    /**
     * {@code ibv_modify_srq(3)}.
     *
     * @param attr the values
     * @param mask which of them count
     */
    void modify(SrqAttr attr, Flags<SrqAttrMask> mask);

    /**
     * {@code ibv_get_srq_num(3)}.
     *
     * @return the number
     */
    long srqNum();
}
