package org.verbena.spi.driver;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.Flags;
import org.verbena.SrqAttr;
import org.verbena.SrqAttrMask;

/** A shared receive queue. */
@ProviderType
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

    /**
     * {@code ibv_post_srq_recv(3)}.
     *
     * @param memory where the work requests are, {@code struct ibv_recv_wr} with the addresses of {@code memory}
     * @param first the offset of the first one
     * @param badWr the offset of 8 bytes that receive the address of the first one that is refused
     * @return 0, or the error number as the driver returns it
     */
    int postRecv(DriverMemory memory, long first, long badWr);
}
