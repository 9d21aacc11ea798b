// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.Optional;
import org.verbena.attr.QpCap;
import org.verbena.attr.QpType;
import org.verbena.attr.SendFlag;
import org.verbena.attr.WrOpcode;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.work.SendWrLayout;
import org.verbena.spi.work.SgeLayout;

/**
 * A queue pair of libmlx5, which rejects binds of memory windows that libmlx5 would write behind the send ring.
 *
 * @see Mlx5SendRing
 */
class Mlx5Qp extends NativeQp {
    private static final int SEGMENTS_OF_BLOCK = 4;
    private static final int SEGMENT_SIZE = 16;

    /** {@code struct mlx5_wqe_umr_ctrl_seg} and {@code struct mlx5_wqe_mkey_context_seg}. */
    private static final int SEGMENTS_OF_INVALIDATION = 7;

    /** The segments of an invalidation, followed by the memory of the window, padded to a block. */
    private static final int SEGMENTS_OF_BIND = SEGMENTS_OF_INVALIDATION + SEGMENTS_OF_BLOCK;

    private final Libibverbs library;
    private final boolean xrc;
    private final Mlx5SendRing ring;

    Mlx5Qp(
            NativeContext context,
            long pointer,
            QpCap granted,
            Optional<NativeSendBuilder> builder,
            Init init,
            CqSweep sweep) {
        super(context, pointer, Verb.DESTROY_QP, granted, builder, sweep);
        this.library = context.library();
        this.ring = new Mlx5SendRing(context, pointer, toString(), granted);
        this.xrc = init.request().is(QpType.XRC_SEND);
    }

    /**
     * Checks that libmlx5 can write a bind of {@code ibv_bind_mw(3)}. The caller holds the gate of the send queue.
     *
     * @param bindsMemory whether the bind has a length; without one it only invalidates the window
     */
    void requireBind(boolean bindsMemory) {
        if (bindsMemory) {
            ring.requireBindAfter(Verb.BIND_MW.cName(), 0);
        }
    }

    @Override
    public int postSend(DriverMemory memory, long first, long badWr) {
        if (context().hasWindows()) {
            requireBinds(memory.address() + first);
        }
        return super.postSend(memory, first, badWr);
    }

    private void requireBinds(long first) {
        long blocks = 0;
        int index = 0;
        for (long wr = first; wr != 0; wr = library.pointerAt(wr + SendWrLayout.NEXT)) {
            int opcode = library.intAt(wr + SendWrLayout.OPCODE);
            if (opcode == WrOpcode.BIND_MW.value() && bindsMemory(wr)) {
                ring.requireBindInList(index, blocks);
            }
            int segments = 1 + operation(wr, opcode) + data(wr);
            blocks += (segments + SEGMENTS_OF_BLOCK - 1) / SEGMENTS_OF_BLOCK;
            index++;
        }
    }

    private boolean bindsMemory(long wr) {
        return library.pointerAt(wr + SendWrLayout.BIND_INFO_LENGTH) != 0;
    }

    /** Returns the number of segments between the control segment and the data, as _mlx5_post_send writes them. */
    private int operation(long wr, int opcode) {
        if (opcode == WrOpcode.BIND_MW.value()) {
            return bindsMemory(wr) ? SEGMENTS_OF_BIND : SEGMENTS_OF_INVALIDATION;
        }
        if (opcode == WrOpcode.LOCAL_INV.value()) {
            return SEGMENTS_OF_INVALIDATION;
        }
        int address = switch (WrOpcode.of(opcode)) {
            case RDMA_WRITE, RDMA_WRITE_WITH_IMM, RDMA_READ -> 1;
            case ATOMIC_CMP_AND_SWP, ATOMIC_FETCH_AND_ADD -> 2;
            default -> 0;
        };
        return xrc ? address + 1 : address;
    }

    /** Returns the number of data segments. Elements without bytes have none. */
    private int data(long wr) {
        int elements = library.intAt(wr + SendWrLayout.NUM_SGE);
        long element = library.pointerAt(wr + SendWrLayout.SG_LIST);
        boolean inline = (library.intAt(wr + SendWrLayout.SEND_FLAGS) & SendFlag.INLINE.mask()) != 0;
        int present = 0;
        long bytes = 0;
        for (int i = 0; i < elements; i++) {
            int length = library.intAt(element + i * (long) SgeLayout.SIZE + SgeLayout.LENGTH);
            bytes += Integer.toUnsignedLong(length);
            present += length == 0 ? 0 : 1;
        }
        if (inline) {
            return bytes == 0 ? 0 : (int) ((bytes + Integer.BYTES + SEGMENT_SIZE - 1) / SEGMENT_SIZE);
        }
        return present;
    }
}
