package org.verbena.spi.driver;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.MwBind;

/** A memory window. */
@ProviderType
public interface DriverMw extends DriverReferent {
    /**
     * The remote key.
     *
     * @return {@code rkey}, 0..4294967295
     */
    long rkey();

    /**
     * Notes the key that a posted bind gives a window of type 2, as a C program does in {@code struct ibv_mw.rkey}.
     * Drivers read the old key of the next bind there (rdma-core providers/rxe/rxe.c: wr_bind_mw, convert_send_wr).
     * The caller is inside the gate of the post. This neither fails nor allocates.
     *
     * @param rkey the new key: {@link #rkey()} with other low 8 bits
     */
    void bound(long rkey);

    /**
     * {@code ibv_bind_mw(3)}.
     *
     * @param qp the queue pair
     * @param bind what is bound
     */
    void bind(DriverQp qp, MwBind bind);
}
