// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import org.osgi.annotation.versioning.ProviderType;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.SendFlag;

/** A memory window. */
@ProviderType
public interface DriverMw extends ReferencedObject {
    /**
     * A request to bind a window of type 1: {@code struct ibv_mw_bind}.
     *
     * @param wrId {@code wr_id}
     * @param sendFlags {@code send_flags}
     * @param mr {@code bind_info.mr}
     * @param addr {@code bind_info.addr}
     * @param length {@code bind_info.length}, unsigned; 0 unbinds the window
     * @param access {@code bind_info.mw_access_flags}
     */
    record Bind(long wrId, Flags<SendFlag> sendFlags, DriverMr mr, long addr, long length, Flags<AccessFlag> access) {}

    /** {@return the remote key, {@code rkey}, 0..4294967295} */
    long rkey();

    /**
     * Records the key that a posted bind assigns to a window of type 2, as a C program does in
     * {@code struct ibv_mw.rkey}. Drivers read the old key of the next bind from there (rdma-core providers/rxe/rxe.c:
     * wr_bind_mw, convert_send_wr). The caller holds the gate of the posting send queue. This method neither fails nor
     * allocates.
     *
     * @param rkey the new key: {@link #rkey()} with other low 8 bits
     */
    void bound(long rkey);

    /**
     * Binds a window of type 1: {@code ibv_bind_mw(3)}.
     *
     * @param qp the queue pair
     * @param bind the request
     */
    void bind(DriverQp qp, Bind bind);
}
