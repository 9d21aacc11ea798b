package org.verbena.spi.model;

import java.util.List;
import org.verbena.RwqIndTableAttr;
import org.verbena.WorkQueue;

/**
 * A request for an indirection table, for {@code ibv_create_rwq_ind_table(3)}.
 *
 * @param wqNums {@code wq_num} of the work queue of each slot; a power of two of them
 * @param compMask {@code comp_mask}
 */
public record RwqIndTableRequest(List<Long> wqNums, long compMask) {
    /**
     * Keeps a copy of the numbers.
     *
     * @param wqNums the numbers
     * @param compMask {@code comp_mask}
     */
    public RwqIndTableRequest {
        wqNums = List.copyOf(wqNums);
    }

    /**
     * The plain values of a request.
     *
     * @param attr what the application asks for
     * @return the request
     */
    public static RwqIndTableRequest of(RwqIndTableAttr attr) {
        return new RwqIndTableRequest(
                attr.indTbl().stream().map(WorkQueue::wqNum).toList(), attr.compMask());
    }

    /**
     * The size as C has it.
     *
     * @return {@code log_ind_tbl_size}: 2 to this power is the number of slots
     */
    public int logIndTblSize() {
        return Integer.numberOfTrailingZeros(wqNums.size());
    }
}
