package org.verbena;

/**
 * Event moderation of a completion queue: {@code struct ibv_moderate_cq}; unsigned 16-bit numbers.
 *
 * @param cqCount completions that make an event
 * @param cqPeriod microseconds after which an event comes anyway
 */
public record CqModeration(int cqCount, int cqPeriod) {
    private static final String STRUCT = "ibv_moderate_cq";

    /**
     * Checks the ranges.
     *
     * @param cqCount {@code cq_count}
     * @param cqPeriod {@code cq_period}
     * @throws InvalidRequestException if a number does not fit into its C field
     */
    public CqModeration {
        Attr.uint16(STRUCT, "cq_count", cqCount);
        Attr.uint16(STRUCT, "cq_period", cqPeriod);
    }
}
