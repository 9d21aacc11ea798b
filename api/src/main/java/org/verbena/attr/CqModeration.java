// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/**
 * The event moderation of a completion queue: {@code struct ibv_moderate_cq}. Both values are unsigned 16-bit numbers.
 *
 * @param cqCount the number of completions that trigger an event
 * @param cqPeriod the time in microseconds after which an event is sent regardless of the count
 */
public record CqModeration(int cqCount, int cqPeriod) implements StructRecord {
    private static final String STRUCT = "ibv_moderate_cq";

    /**
     * Creates the moderation and checks the ranges.
     *
     * @param cqCount {@code cq_count}
     * @param cqPeriod {@code cq_period}
     * @throws InvalidRequestException if a number does not fit into its C field
     */
    public CqModeration {
        Attr.uint16(STRUCT, "cq_count", cqCount);
        Attr.uint16(STRUCT, "cq_period", cqPeriod);
    }

    /** The attributes that {@link org.verbena.CompletionQueue#moderate} changes: {@code enum ibv_cq_attr_mask}. */
    public enum Mask implements VerbsFlag {
        /** Event moderation: {@code moderate}. */
        MODERATE("IBV_CQ_ATTR_MODERATE", 0);

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
