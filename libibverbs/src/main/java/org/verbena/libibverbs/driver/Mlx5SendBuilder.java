// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.Arrays;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCap;
import org.verbena.attr.SendOp;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.MemoryStructs.IbvMw;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.spi.DriverMemory;

/**
 * The send builders of libmlx5, with checks that prevent writes through pointers that libmlx5 has not set. These
 * defects are in providers/mlx5/qp.c of rdma-core 44 and unchanged in 64; the first was observed to crash.
 *
 * <ul>
 *   <li>If the queue is full, {@code _common_wqe_init_op} does not change the pointer to the current entry, which is
 *       NULL if no builder has been called before. So the constructor calls a builder.
 *   <li>A queue without entries is always full, so no list is started.
 *   <li>A header whose size {@code set_tso_eth_seg} rejects leaves the pointer to the data unchanged.
 *   <li>A bind of a memory window may end behind the ring: {@link Mlx5SendRing}.
 *   <li>{@code max_inline_data} may be returned as -4, which {@code _mlx5_send_wr_set_inline_data} treats as unlimited.
 * </ul>
 */
final class Mlx5SendBuilder extends NativeSendBuilder {
    /** {@code MLX5_ETH_L2_MIN_HEADER_SIZE}. */
    private static final int MIN_TSO_HEADER = 14;

    private static final String SOURCE = "providers/mlx5/qp.c: ";
    private static final int NONE = 0;

    private final String queuePair;
    private final boolean hasQueue;
    private final boolean takesInlineData;
    private final long maxTsoHeader;
    private final Mlx5SendRing ring;

    /** The number of work requests of the list so far. */
    private int begun;

    Mlx5SendBuilder(NativeContext context, Struct qpEx, Flags<SendOp> ops, QpCap granted, long maxTsoHeader) {
        super(context, qpEx, ops);
        this.queuePair = "queue pair of " + context.name();
        this.ring = new Mlx5SendRing(context, qpEx.address(), queuePair, granted);
        this.hasQueue = granted.maxSendWr() > 0;
        this.takesInlineData = granted.maxInlineData() <= Integer.MAX_VALUE;
        this.maxTsoHeader = maxTsoHeader;
        if (hasQueue) {
            Arrays.stream(SendOp.values())
                    .filter(ops::contains)
                    .findFirst()
                    .ifPresent(op -> pointToFirstEntry(op, context.library()));
        }
    }

    /** Begins a work request and aborts it. */
    private void pointToFirstEntry(SendOp op, Libibverbs library) {
        super.start();
        next(NONE, NONE);
        begin(op, library);
        abort();
    }

    private void begin(SendOp op, Libibverbs library) {
        switch (op) {
            case RDMA_WRITE -> rdmaWrite(NONE, NONE);
            case RDMA_WRITE_WITH_IMM -> rdmaWriteImm(NONE, NONE, NONE);
            case SEND -> send();
            case SEND_WITH_IMM -> sendImm(NONE);
            case RDMA_READ -> rdmaRead(NONE, NONE);
            case ATOMIC_CMP_AND_SWP -> atomicCmpSwp(NONE, NONE, NONE, NONE);
            case ATOMIC_FETCH_AND_ADD -> atomicFetchAdd(NONE, NONE, NONE);
            case LOCAL_INV -> localInv(NONE);
            case BIND_MW -> {
                try (Frame frame = library.frame()) {
                    super.bindMw(frame.struct(IbvMw.SIZE).address(), NONE, NONE, NONE, NONE, NONE);
                }
            }
            case SEND_WITH_INV -> sendInv(NONE);
            case TSO -> super.sendTso(library.zeroes(), NONE, MIN_TSO_HEADER, NONE);
            case FLUSH, ATOMIC_WRITE -> {
                // libmlx5 has no builder for these operations.
            }
        }
    }

    @Override
    public void start() {
        if (!hasQueue) {
            throw refusal("ibv_wr_start", Errno.ENOMEM, "max_send_wr", "0", "1..", "_common_wqe_init_op");
        }
        begun = 0;
        super.start();
    }

    @Override
    public void next(long wrId, int flags) {
        begun++;
        super.next(wrId, flags);
    }

    @Override
    public void bindMw(long mw, long rkey, long mr, long addr, long length, int access) {
        if (length != 0) {
            ring.requireBindAfter("ibv_wr_bind_mw", begun - 1);
        }
        super.bindMw(mw, rkey, mr, addr, length, access);
    }

    @Override
    public void sendTso(DriverMemory memory, long offset, int length, int mss) {
        if (length < MIN_TSO_HEADER || length > maxTsoHeader) {
            throw refusal(
                    "ibv_wr_send_tso",
                    Errno.EINVAL,
                    "hdr_sz",
                    Integer.toString(length),
                    MIN_TSO_HEADER + ".." + maxTsoHeader,
                    "set_tso_eth_seg");
        }
        super.sendTso(memory, offset, length, mss);
    }

    @Override
    public void setInlineData(DriverMemory memory, long offset, int length) {
        if (!takesInlineData && length > 0) {
            throw refusal(
                    "ibv_wr_set_inline_data",
                    Errno.ENOMEM,
                    "inline data",
                    length + " bytes",
                    "0",
                    "_mlx5_send_wr_set_inline_data");
        }
        super.setInlineData(memory, offset, length);
    }

    private VerbsException refusal(
            String verb, Errno errno, String attribute, String requested, String limit, String function) {
        return new VerbsException(
                verb,
                errno,
                queuePair,
                Diagnosis.of(new Violation(
                        attribute, requested, limit, "libmlx5 would write beyond its buffer", SOURCE + function)));
    }
}
