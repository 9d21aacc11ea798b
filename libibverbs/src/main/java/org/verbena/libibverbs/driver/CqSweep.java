// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.verbena.attr.Flags;
import org.verbena.attr.WcFlag;
import org.verbena.libibverbs.marshal.QpMarshal;
import org.verbena.spi.DriverCq;
import org.verbena.spi.DriverQp;
import org.verbena.spi.DriverWq;

/**
 * Removes the completions of a queue pair or work queue from its completion queues when it is destroyed or reset.
 *
 * <p>The drivers named here remove them, but skip the last entry of a full ring ({@code __mlx5_cq_clean},
 * {@code __mlx4_cq_clean}, {@code __mthca_cq_clean}; rdma-core 44, unchanged in 64). A ring has one entry more than
 * {@code cqe}, so an overrun of the completion queue fills it. A later poll assigns that entry to the next queue with
 * the same number: it reports a work request that was never posted, or dereferences a null pointer. So this class
 * empties the completion queue, and later polls return the removed completions.
 *
 * <p>The caller holds the gates of the completion queues, and no object is created concurrently.
 */
final class CqSweep {
    private static final Set<String> DRIVERS = Set.of("mlx5", "mlx4", "mthca");

    /** The fields of {@code IBV_WC_STANDARD_FLAGS}. */
    private static final Flags<WcFlag> STANDARD_FIELDS = Flags.of(
            WcFlag.BYTE_LEN, WcFlag.IMM, WcFlag.QP_NUM, WcFlag.SRC_QP, WcFlag.SLID, WcFlag.SL, WcFlag.DLID_PATH_BITS);

    /** The sweep for drivers that skip no entry, and for objects without completion queues. */
    static final CqSweep NONE = new CqSweep(null, null);

    private final @Nullable NativeCq sends;
    private final @Nullable NativeCq receives;

    private CqSweep(@Nullable NativeCq sends, @Nullable NativeCq receives) {
        this.sends = sends;
        this.receives = receives;
    }

    static boolean isNeeded(NativeContext context) {
        return context.driver().filter(DRIVERS::contains).isPresent();
    }

    /**
     * Returns the completion fields to request from the driver for an extended completion queue. These are the fields
     * that the application requests, and the fields that a copy of a completion needs. With a timestamp, libmlx4 does
     * not support SLID and SL ({@code create_cq} in providers/mlx4/verbs.c).
     */
    static Flags<WcFlag> fields(NativeContext context, Flags<WcFlag> requested) {
        if (!isNeeded(context)) {
            return requested;
        }
        Flags<WcFlag> added = STANDARD_FIELDS;
        if (context.driver().equals(Optional.of("mlx4")) && requested.contains(WcFlag.COMPLETION_TIMESTAMP)) {
            added = added.without(WcFlag.SLID).without(WcFlag.SL);
        }
        return Flags.ofMask(WcFlag.class, requested.mask() | added.mask());
    }

    static CqSweep of(NativeContext context, DriverQp.Init init) {
        if (!isNeeded(context)) {
            return NONE;
        }
        NativeCq sends = QpMarshal.namesSendCq(init) ? queue(init.sendCq()) : null;
        NativeCq receives = QpMarshal.namesRecvCq(init) ? queue(init.recvCq()) : null;
        return new CqSweep(sends, receives == sends ? null : receives);
    }

    static CqSweep of(NativeContext context, DriverWq.Init init) {
        return isNeeded(context) ? new CqSweep(null, (NativeCq) init.cq()) : NONE;
    }

    private static @Nullable NativeCq queue(Optional<DriverCq> cq) {
        return cq.map(NativeCq.class::cast).orElse(null);
    }

    /** Empties the completion queues. */
    void hold() {
        if (sends != null) {
            sends.hold();
        }
        if (receives != null) {
            receives.hold();
        }
    }

    /** Empties the completion queues after an object was destroyed. */
    void holdAfterDestroy() {
        if (sends != null) {
            sends.holdAfterDestroy();
        }
        if (receives != null) {
            receives.holdAfterDestroy();
        }
    }

    /**
     * Drops the removed completions of a queue pair.
     *
     * @return whether any completion was dropped
     */
    boolean drop(long qpNum) {
        boolean sent = sends != null && sends.dropHeld(qpNum);
        boolean received = receives != null && receives.dropHeld(qpNum);
        return sent || received;
    }
}
