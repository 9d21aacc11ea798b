// SPDX-License-Identifier: Apache-2.0
package org.verbena;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;
import org.verbena.error.Errno;

/**
 * An indirection table, which distributes packets to work queues: {@code struct ibv_rwq_ind_table}. Its work queues are
 * busy while it is open: closing one fails with {@link Errno#EBUSY}.
 */
@ProviderType
public interface RwqIndTable extends VerbsObject {
    /** {@return the number of the table, {@code ind_tbl_num}, 0..4294967295} */
    long indTblNum();

    /** {@return the work queue of each slot, {@code ind_tbl}} */
    List<WorkQueue> workQueues();
}
