// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqState;
import org.verbena.spi.model.WqRequest;

/** A work queue. */
@ProviderType
public interface DriverWq extends DriverObject {
    /**
     * A request for a work queue: the values, and the objects of the same context that it names.
     *
     * @param request the values
     * @param pd {@code pd}
     * @param cq {@code cq}
     */
    record Init(WqRequest request, DriverPd pd, DriverCq cq) {}

    /** {@return the work queue number, {@code wq_num}} */
    long wqNum();

    /** {@return the state that libibverbs records, {@code state}} */
    WqState state();

    /**
     * Returns the capabilities that the create call returned.
     *
     * @return the actual capabilities
     */
    WqCap grantedCap();

    /**
     * Modifies the work queue: {@code ibv_modify_wq(3)}.
     *
     * @param attr the changes
     */
    void modify(WqAttr attr);

    /**
     * Posts receive work requests: {@code ibv_post_wq_recv(3)}.
     *
     * @param memory the memory of the work requests: {@code struct ibv_recv_wr}, linked by addresses of {@code memory}
     * @param first the offset of the first work request
     * @param badWr the offset of 8 bytes that receive the address of the first rejected work request
     * @return 0, or the error number as the driver returns it
     */
    int postRecv(DriverMemory memory, long first, long badWr);
}
