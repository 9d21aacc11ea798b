// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.List;
import org.verbena.error.InvalidRequestException;
import org.verbena.internal.Attr;

/**
 * A request for an indirection table: {@code struct ibv_rwq_ind_table_init_attr}, for
 * {@link DeviceContext#createRwqIndTable}.
 *
 * @param indTbl the work queue of each slot; a work queue may occupy several slots
 * @param compMask {@code comp_mask} as a C number; libibverbs defines no bits
 */
public record RwqIndTableAttr(List<WorkQueue> indTbl, long compMask) {
    private static final String STRUCT = "ibv_rwq_ind_table_init_attr";

    /**
     * Creates a request and checks the number of slots.
     *
     * @param indTbl the work queue of each slot
     * @param compMask {@code comp_mask}
     * @throws InvalidRequestException if the number of slots is not a power of two, which {@code log_ind_tbl_size}
     *     cannot express, or if {@code compMask} is wider than 32 bits
     */
    public RwqIndTableAttr {
        indTbl = List.copyOf(Attr.present(STRUCT, "ind_tbl", indTbl));
        Attr.uint32(STRUCT, "comp_mask", compMask);
        if (Integer.bitCount(indTbl.size()) != 1) {
            throw Attr.refuse(
                    STRUCT,
                    "ind_tbl",
                    indTbl.size() + " work queues",
                    "1, 2, 4, 8 ...",
                    "the table has 2^log_ind_tbl_size slots");
        }
    }

    /**
     * Creates a request for a table of the given work queues.
     *
     * @param workQueues the work queue of each slot; their number is a power of two
     * @return the request
     * @throws InvalidRequestException if the number of work queues is not a power of two
     */
    public static RwqIndTableAttr of(List<WorkQueue> workQueues) {
        return new RwqIndTableAttr(workQueues, 0);
    }

    /** {@return the base-2 logarithm of the number of slots, {@code log_ind_tbl_size}} */
    public int logIndTblSize() {
        return Integer.numberOfTrailingZeros(indTbl.size());
    }
}
