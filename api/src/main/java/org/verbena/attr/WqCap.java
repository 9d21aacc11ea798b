// SPDX-License-Identifier: Apache-2.0
package org.verbena.attr;

import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/**
 * The capabilities of a work queue: {@code max_wr} and {@code max_sge} of {@code struct ibv_wq_init_attr}. Both are
 * unsigned 32-bit numbers.
 *
 * @param maxWr the number of outstanding work requests
 * @param maxSge the number of scatter/gather elements of a work request
 */
public record WqCap(long maxWr, long maxSge) implements StructRecord {
    private static final String STRUCT = "ibv_wq_init_attr";

    /**
     * Creates capabilities and checks their ranges.
     *
     * @param maxWr {@code max_wr}
     * @param maxSge {@code max_sge}
     * @throws InvalidRequestException if a value does not fit into its C field
     */
    public WqCap {
        Attr.uint32(STRUCT, "max_wr", maxWr);
        Attr.uint32(STRUCT, "max_sge", maxSge);
    }
}
