// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi.model;

import java.util.List;
import org.verbena.RwqIndTableAttr;
import org.verbena.WorkQueue;

/**
 * A request for an indirection table, for {@code ibv_create_rwq_ind_table(3)}.
 *
 * @param wqNums the {@code wq_num} of the work queue of each slot; their count is a power of two
 * @param compMask {@code comp_mask}
 */
public record RwqIndTableRequest(List<Long> wqNums, long compMask) {
    /**
     * Copies the list of work queue numbers.
     *
     * @param wqNums the work queue numbers
     * @param compMask {@code comp_mask}
     */
    public RwqIndTableRequest {
        wqNums = List.copyOf(wqNums);
    }

    /**
     * Creates a request.
     *
     * @param attr the attributes that the application requests
     * @return the request
     */
    public static RwqIndTableRequest of(RwqIndTableAttr attr) {
        return new RwqIndTableRequest(
                attr.indTbl().stream().map(WorkQueue::wqNum).toList(), attr.compMask());
    }

    /** {@return the binary logarithm of the number of slots, {@code log_ind_tbl_size}} */
    public int logIndTblSize() {
        return Integer.numberOfTrailingZeros(wqNums.size());
    }
}
