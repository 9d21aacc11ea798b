// SPDX-License-Identifier: Apache-2.0
package org.verbena.spi;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.spi.model.RwqIndTableRequest;

/** An indirection table. */
@ProviderType
public interface DriverRwqIndTable extends DriverObject {
    /**
     * A request for an indirection table: the values, and the work queues of the same context.
     *
     * @param request the values
     * @param indTbl the work queue of each slot
     */
    record Init(RwqIndTableRequest request, List<DriverWq> indTbl) {
        /**
         * Copies the list of work queues.
         *
         * @param request the values
         * @param indTbl the work queue of each slot
         */
        public Init {
            indTbl = List.copyOf(indTbl);
        }
    }

    /** {@return the table number, {@code ind_tbl_num}} */
    long indTblNum();
}
