// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import java.util.Optional;
import org.verbena.attr.Flags;
import org.verbena.attr.QpCap;
import org.verbena.attr.SendOp;
import org.verbena.attr.WrOpcode;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.Violation;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.work.SendWrLayout;

/**
 * An mlx5 queue pair that was created for specific operations. mlx5_calc_send_wqe sizes the queue entries for these
 * operations. _mlx5_post_send does not check for others, whose entries would overwrite the next entry or memory behind
 * the ring. So a list that contains another operation is rejected as a whole.
 */
final class Mlx5QpOfOperations extends Mlx5Qp {
    private final Libibverbs library;
    private final Flags<SendOp> operations;

    Mlx5QpOfOperations(
            NativeContext context, long pointer, QpCap granted, Optional<NativeSendBuilder> builder, Init init) {
        super(context, pointer, granted, builder, init, CqSweep.of(context, init));
        this.library = context.library();
        this.operations = init.request().sendOps();
    }

    @Override
    public int postSend(DriverMemory memory, long first, long badWr) {
        int index = 0;
        for (long wr = memory.address() + first; wr != 0; wr = library.pointerAt(wr + SendWrLayout.NEXT)) {
            int opcode = library.intAt(wr + SendWrLayout.OPCODE);
            if (!fits(opcode)) {
                throw rejection("ibv_post_send", "wr[" + index + "].opcode", opcode);
            }
            index++;
        }
        return super.postSend(memory, first, badWr);
    }

    @Override
    void requireBind(boolean bindsMemory) {
        int opcode = WrOpcode.BIND_MW.value();
        if (!fits(opcode)) {
            throw rejection(Verb.BIND_MW.cName(), "opcode", opcode);
        }
        super.requireBind(bindsMemory);
    }

    /**
     * Returns whether the entries are large enough for an operation. Up to TSO, an opcode is the bit number in
     * {@code enum ibv_qp_create_send_ops_flags}; mlx5 rejects others itself.
     */
    private boolean fits(int opcode) {
        boolean known = Integer.compareUnsigned(opcode, WrOpcode.TSO.value()) <= 0;
        return !known || (operations.mask() & (1L << opcode)) != 0;
    }

    private InvalidRequestException rejection(String verb, String attribute, int opcode) {
        return new InvalidRequestException(
                verb,
                Errno.EINVAL,
                toString(),
                new Violation(
                        attribute,
                        WrOpcode.of(opcode).toString(),
                        "one of " + operations,
                        "the queue entries are sized for the operations that the queue pair was created with",
                        "rdma-core providers/mlx5/verbs.c: mlx5_calc_send_wqe"));
    }
}
