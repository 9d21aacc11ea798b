// SPDX-License-Identifier: Apache-2.0
package org.verbena.core.model.drivers;

import org.verbena.core.model.rules.Checklist;
import org.verbena.core.model.rules.Pow2;
import org.verbena.spi.model.Limits;

/**
 * The rings of an irdma device: rdma-core's providers/irdma/uk.c, which the kernel duplicates. A ring is a power of two
 * of 32-byte quanta. An entry takes one, two, four or eight of them.
 */
final class IrdmaRings {
    static final int GEN_1 = 1;
    static final int GEN_3 = 3;

    private static final int QUANTUM = 32;

    /** IRDMA_SQ_RSVD and IRDMA_RQ_RSVD: quanta that never hold a request. */
    private static final int SEND_RESERVED = 258;

    private static final int RECEIVE_RESERVED = 1;

    /** IRDMA_MAX_RQ_WQE_SHIFT_GEN1. */
    private static final int GEN_1_RECEIVE_SHIFT = 2;

    private static final int MIN_CQ_RING = 4;

    private final long generation;
    private final long minEntries;
    private final long maxSendQuanta;
    private final long maxReceiveQuanta;
    private final long maxSharedQuanta;

    IrdmaRings(Limits limits) {
        generation = limits.get("hw");
        minEntries = limits.get("min_hw_wq_size");
        maxSendQuanta = limits.get("max_hw_wq_quanta");
        maxReceiveQuanta = limits.get("max_hw_rq_quanta");
        maxSharedQuanta = limits.get("max_hw_srq_quanta");
    }

    /**
     * Returns the ring of a send queue (irdma_uk_calc_depth_shift_sq). From the second generation on, an entry has
     * space for immediate data.
     */
    Ring send(long wr, long sge, long inline) {
        int shift = shift(generation == GEN_1 ? sge : sge + 1, inline);
        return ring("irdma_get_sqdepth", wr, shift, SEND_RESERVED, maxSendQuanta);
    }

    /** Returns the ring of a receive queue (irdma_uk_calc_depth_shift_rq). */
    Ring receive(long wr, long sge) {
        int shift = generation == GEN_1 ? GEN_1_RECEIVE_SHIFT : shift(sge, 0);
        return ring("irdma_get_rqdepth", wr, shift, RECEIVE_RESERVED, maxReceiveQuanta);
    }

    /** Returns the ring of a shared receive queue (irdma_get_srqdepth). */
    Ring shared(long wr, long sge) {
        return ring("irdma_get_srqdepth", wr, shift(sge, 0), RECEIVE_RESERVED, maxSharedQuanta);
    }

    /** Returns the binary logarithm of the number of quanta of an entry (irdma_get_wqe_shift). */
    private int shift(long sge, long inline) {
        if (generation == GEN_1) {
            if (sge <= 1 && inline <= 16) {
                return 0;
            }
            return sge < 4 && inline <= 48 ? 1 : 2;
        }
        if (sge <= 1 && inline <= 8) {
            return 0;
        }
        if (sge < 4 && inline <= 39) {
            return 1;
        }
        return sge < 8 && inline <= 101 ? 2 : 3;
    }

    private Ring ring(String function, long wr, int shift, int reserved, long maxQuanta) {
        long quanta = Math.max(Pow2.roundUp((wr << shift) + reserved), minEntries << shift);
        return new Ring(function, wr, quanta, shift, reserved, maxQuanta);
    }

    /**
     * Returns the number of slots of a completion queue (get_cq_size). From the second generation on, an entry takes
     * two slots.
     */
    long completions(long cqe) {
        long slots = generation == GEN_1 ? cqe + 1 : 2 * (cqe + 1);
        return Math.max(Pow2.align(slots, 2), MIN_CQ_RING);
    }

    /** A ring for a number of work requests. */
    record Ring(String function, long wr, long quanta, int shift, int reserved, long maxQuanta) {
        /** Returns the number of work requests that the ring holds. */
        long entries() {
            return (quanta - reserved) >> shift;
        }

        void check(String attribute, Checklist checks) {
            long largest = (Long.highestOneBit(maxQuanta) - reserved) >> shift;
            checks.from("rdma-core providers/irdma/uk.c: " + function)
                    .require(
                            quanta <= maxQuanta,
                            attribute,
                            wr,
                            largest,
                            () -> "entries of " + (QUANTUM << shift) + " bytes share a ring of "
                                    + Long.highestOneBit(maxQuanta) * QUANTUM + ", " + reserved * QUANTUM
                                    + " of them reserved");
        }
    }
}
