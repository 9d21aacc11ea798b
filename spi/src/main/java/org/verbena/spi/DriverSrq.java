// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.Flags;
import org.verbena.attr.SrqAttr;
import org.verbena.spi.model.SrqRequest;

/** A shared receive queue. */
@ProviderType
public interface DriverSrq extends DriverObject {
    /**
     * A request for a shared receive queue: the values, and the objects of the same context that it names.
     *
     * @param request the values
     * @param pd {@code pd}, always present for the plain call
     * @param xrcd {@code xrcd}
     * @param cq {@code cq}
     */
    record Init(SrqRequest request, Optional<DriverPd> pd, Optional<DriverXrcd> xrcd, Optional<DriverCq> cq) {}

    /**
     * Returns the attributes that the create call returned.
     *
     * @return the actual attributes
     */
    SrqAttr granted();

    /**
     * Queries the attributes: {@code ibv_query_srq(3)}.
     *
     * @return the attributes
     */
    SrqAttr query();

    /**
     * Modifies attributes: {@code ibv_modify_srq(3)}.
     *
     * @param attr the values
     * @param mask the attributes to modify
     */
    void modify(SrqAttr attr, Flags<SrqAttr.Mask> mask);

    /** {@return the number of the shared receive queue: {@code ibv_get_srq_num(3)}} */
    long srqNum();

    /**
     * Posts receive work requests: {@code ibv_post_srq_recv(3)}.
     *
     * @param memory the memory of the work requests: {@code struct ibv_recv_wr}, linked by addresses of {@code memory}
     * @param first the offset of the first work request
     * @param badWr the offset of 8 bytes that receive the address of the first rejected work request
     * @return 0, or the error number as the driver returns it
     */
    int postRecv(DriverMemory memory, long first, long badWr);
}
