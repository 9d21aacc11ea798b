// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/**
 * Attributes of a shared receive queue: {@code struct ibv_srq_attr}; unsigned 32-bit numbers.
 *
 * @param maxWr outstanding work requests
 * @param maxSge scatter/gather elements of a work request
 * @param srqLimit the limit event fires when fewer work requests than this are left; 0 is off
 */
public record SrqAttr(long maxWr, long maxSge, long srqLimit) implements StructRecord {
    /** All attributes 0. */
    public static final SrqAttr ZERO = new SrqAttr(0, 0, 0);

    private static final String STRUCT = "ibv_srq_attr";

    /**
     * Checks the ranges.
     *
     * @param maxWr {@code max_wr}
     * @param maxSge {@code max_sge}
     * @param srqLimit {@code srq_limit}
     * @throws InvalidRequestException if a number does not fit into its C field
     */
    public SrqAttr {
        Attr.uint32(STRUCT, "max_wr", maxWr);
        Attr.uint32(STRUCT, "max_sge", maxSge);
        Attr.uint32(STRUCT, "srq_limit", srqLimit);
    }

    /** The attributes of {@link SrqAttr} that a modify call changes: {@code enum ibv_srq_attr_mask}. */
    public enum Mask implements VerbsFlag {
        /** {@code max_wr}: resizes the queue. */
        MAX_WR("IBV_SRQ_MAX_WR", 0),

        /** {@code srq_limit}: arms the limit event. */
        LIMIT("IBV_SRQ_LIMIT", 1);

        private final String cName;
        private final int bit;

        Mask(String cName, int bit) {
            this.cName = cName;
            this.bit = bit;
        }

        @Override
        public String cName() {
            return cName;
        }

        @Override
        public long mask() {
            return 1L << bit;
        }
    }
}
