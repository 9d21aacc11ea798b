// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import org.jspecify.annotations.Nullable;
import org.verbena.attr.QpCap;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.InvalidRequestException;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.Mlx5Structs.Mlx5dvObj;
import org.verbena.libibverbs.abi.Mlx5Structs.Mlx5dvQp;
import org.verbena.libibverbs.abi.NetworkOrder;
import org.verbena.libibverbs.abi.Struct;

/**
 * The position in the send ring of an mlx5 queue pair, which decides whether libmlx5 can write a bind of a memory
 * window there.
 *
 * <p>A bind occupies three blocks of 64 bytes. If the third one is the first block of the ring, {@code set_bind_wr}
 * writes it behind the ring, because it compares the wrong pointer with the end (rdma-core 44, unchanged in 65). The
 * device then reads an old entry instead. So a bind at that position is rejected.
 *
 * <p>The caller holds the gate of the send queue.
 */
final class Mlx5SendRing {
    /** The distance from the position where a bind cannot begin to the end of the ring. */
    private static final int BLOCKS_BEFORE_END = 2;

    /** The second word of the doorbell record: the number of blocks posted, modulo 2^16, in big endian. */
    private static final int SEND_COUNTER = Integer.BYTES;

    private static final String SOURCE = "rdma-core providers/mlx5/qp.c: set_bind_wr";

    private final NativeContext context;
    private final long qp;
    private final String queuePair;
    private final QpCap granted;

    /** The place of the ring, found by the first bind: most queue pairs bind no window. */
    private @Nullable Place place;

    /**
     * A ring in memory.
     *
     * @param counter the address of the doorbell record's send counter
     * @param blocks the number of blocks
     */
    private record Place(long counter, int blocks) {}

    /**
     * Creates the ring of a queue pair.
     *
     * @param qp the pointer to the queue pair
     * @param queuePair its name in messages
     * @param granted its capabilities
     */
    Mlx5SendRing(NativeContext context, long qp, String queuePair, QpCap granted) {
        this.context = context;
        this.qp = qp;
        this.queuePair = queuePair;
        this.granted = granted;
    }

    private Place place() {
        Place found = place;
        if (found == null) {
            found = find();
            place = found;
        }
        return found;
    }

    /** Asks libmlx5 for the ring. Throws VerbsException if libmlx5 does not return it. */
    private Place find() {
        Libibverbs library = context.library();
        long initObj = context.findInDriver("mlx5dv_init_obj");
        try (Frame frame = library.frame()) {
            Struct rings = frame.struct(Mlx5dvQp.SIZE);
            Struct request =
                    frame.struct(Mlx5dvObj.SIZE).put(Mlx5dvObj.QP_IN, qp).put(Mlx5dvObj.QP_OUT, rings.address());
            if (initObj == 0
                    || (int) library.call(initObj, request.address(), Mlx5dvObj.OBJ_QP)
                                    .value()
                            != 0) {
                throw new VerbsException(
                        "mlx5dv_init_obj",
                        Errno.EOPNOTSUPP,
                        queuePair,
                        Diagnosis.unexplained("the position of a bind in the send ring is unknown"));
            }
            return new Place(rings.get(Mlx5dvQp.DBREC) + SEND_COUNTER, rings.getInt(Mlx5dvQp.SQ_WQE_CNT));
        }
    }

    /**
     * Checks that a bind can follow work requests whose sizes are unknown.
     *
     * @param verb the call, for messages
     * @param earlier the number of work requests that have been built but not posted
     * @throws VerbsException if the position may be the one where a bind cannot begin
     */
    void requireBindAfter(String verb, int earlier) {
        Violation violation = violation("bind", earlier, (long) earlier * mostBlocksOfEntry());
        if (violation != null) {
            throw new VerbsException(verb, Errno.EAGAIN, queuePair, Diagnosis.of(violation));
        }
    }

    /**
     * Checks that a bind can follow a number of blocks.
     *
     * @param index the position of the bind in its list
     * @param earlier the number of blocks of the work requests before it
     * @throws InvalidRequestException if it cannot
     */
    void requireBindInList(int index, long earlier) {
        Violation violation = violation("wr[" + index + "]", earlier, earlier);
        if (violation != null) {
            throw new InvalidRequestException("ibv_post_send", Errno.EAGAIN, queuePair, violation);
        }
    }

    private long mostBlocksOfEntry() {
        return place().blocks() / Math.max(1, granted.maxSendWr());
    }

    /** Returns the violation if a bind that begins in that range may end in the first block of the ring. */
    private @Nullable Violation violation(String attribute, long fewest, long most) {
        Place ring = place();
        int blocks = ring.blocks();
        int mask = blocks - 1;
        long next = NetworkOrder.of(context.library().intAt(ring.counter())) & mask;
        long toBad = (blocks - BLOCKS_BEFORE_END - next - fewest) & mask;
        return toBad > most - fewest
                ? null
                : new Violation(
                        attribute,
                        "block " + ((next + fewest) & mask) + " of the send ring",
                        "any but block " + (blocks - BLOCKS_BEFORE_END) + " of " + blocks,
                        "libmlx5 would write the end of the bind behind the ring; post another work request first",
                        SOURCE);
    }
}
