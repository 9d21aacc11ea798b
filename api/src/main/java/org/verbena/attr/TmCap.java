// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/**
 * The tag-matching limits of a shared receive queue: {@code struct ibv_tm_cap}. Both are unsigned 32-bit numbers.
 *
 * @param maxNumTags the number of entries in the matching list
 * @param maxOps the number of outstanding operations on the matching list
 */
public record TmCap(long maxNumTags, long maxOps) implements StructRecord {
    private static final String STRUCT = "ibv_tm_cap";

    /**
     * Creates limits and checks their ranges.
     *
     * @param maxNumTags {@code max_num_tags}
     * @param maxOps {@code max_ops}
     * @throws InvalidRequestException if a value does not fit into its C field
     */
    public TmCap {
        Attr.uint32(STRUCT, "max_num_tags", maxNumTags);
        Attr.uint32(STRUCT, "max_ops", maxOps);
    }
}
