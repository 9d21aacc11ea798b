package org.verbena;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A table that spreads packets over work queues: {@code struct ibv_rwq_ind_table}. Its work queues are busy while it is
 * open.
 */
@ProviderType
public interface RwqIndTable extends VerbsObject {
    /**
     * The number of the table.
     *
     * @return {@code ind_tbl_num}, 0..4294967295
     */
    long indTblNum();

    /**
     * The work queue of each slot.
     *
     * @return {@code ind_tbl}
     */
    List<WorkQueue> workQueues();
}
