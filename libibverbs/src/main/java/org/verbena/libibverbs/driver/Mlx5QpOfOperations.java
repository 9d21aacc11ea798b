package org.verbena.libibverbs.driver;

import java.util.Optional;
import org.verbena.Errno;
import org.verbena.Flags;
import org.verbena.InvalidRequestException;
import org.verbena.QpCap;
import org.verbena.QpInitAttr;
import org.verbena.SendOp;
import org.verbena.Violation;
import org.verbena.WrOpcode;
import org.verbena.spi.driver.DriverMemory;
import org.verbena.spi.work.SendWrLayout;

/**
 * A queue pair of mlx5 that was made for some operations. mlx5_calc_send_wqe makes its entries as large as those need,
 * and _mlx5_post_send does not look whether it is posted another one, whose entry would reach into the next one or
 * beyond the ring: such a list is refused whole.
 */
final class Mlx5QpOfOperations extends NativeQp {
    private final Libibverbs library;
    private final Flags<SendOp> operations;

    Mlx5QpOfOperations(
            NativeContext context, long pointer, QpCap granted, Optional<NativeSendBuilder> builder, QpInitAttr attr) {
        super(context, pointer, Verb.DESTROY_QP, granted, builder, CqSweep.of(context, attr));
        this.library = context.library();
        this.operations = attr.sendOpsFlags();
    }

    @Override
    public int postSend(DriverMemory memory, long first, long badWr) {
        int index = 0;
        for (long wr = memory.address() + first; wr != 0; wr = library.pointerAt(wr + SendWrLayout.NEXT)) {
            require(library.intAt(wr + SendWrLayout.OPCODE), index);
            index++;
        }
        return super.postSend(memory, first, badWr);
    }

    /** Up to TSO, an opcode is the number of its bit in {@code enum ibv_qp_create_send_ops_flags}; others mlx5 refuses. */
    private void require(int opcode, int index) {
        boolean known = Integer.compareUnsigned(opcode, WrOpcode.TSO.value()) <= 0;
        if (known && (operations.mask() & (1L << opcode)) == 0) {
            throw new InvalidRequestException(
                    "ibv_post_send",
                    Errno.EINVAL,
                    toString(),
                    new Violation(
                            "wr[" + index + "].opcode",
                            WrOpcode.of(opcode).toString(),
                            "one of " + operations,
                            "the entries of the queue have room for the operations that it was created for",
                            "rdma-core providers/mlx5/verbs.c: mlx5_calc_send_wqe"));
        }
    }
}
