package org.verbena;

/**
 * Tag-matching limits of a shared receive queue: {@code struct ibv_tm_cap}; unsigned 32-bit numbers.
 *
 * @param maxNumTags entries of the matching list
 * @param maxOps outstanding operations on the matching list
 */
public record TmCap(long maxNumTags, long maxOps) {
    private static final String STRUCT = "ibv_tm_cap";

    /**
     * Checks the ranges.
     *
     * @param maxNumTags {@code max_num_tags}
     * @param maxOps {@code max_ops}
     * @throws InvalidRequestException if a number does not fit into its C field
     */
    public TmCap {
        Attr.uint32(STRUCT, "max_num_tags", maxNumTags);
        Attr.uint32(STRUCT, "max_ops", maxOps);
    }
}
