package org.verbena.spi.driver;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.WqAttr;
import org.verbena.WqCap;
import org.verbena.WqState;

/** A work queue. */
@ProviderType
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

    /**
     * {@code ibv_post_wq_recv(3)}.
     *
     * @param memory where the work requests are, {@code struct ibv_recv_wr} with the addresses of {@code memory}
     * @param first the offset of the first one
     * @param badWr the offset of 8 bytes that receive the address of the first one that is refused
     * @return 0, or the error number as the driver returns it
     */
    int postRecv(DriverMemory memory, long first, long badWr);
}
