// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.List;
import org.verbena.RwqIndTable;
import org.verbena.RwqIndTableAttr;
import org.verbena.WorkQueue;
import org.verbena.spi.DriverRwqIndTable;

/** An indirection table. */
final class RwqIndTableHandle extends Handle implements RwqIndTable {
    private final DriverRwqIndTable driver;
    private final RwqIndTableAttr attr;

    RwqIndTableHandle(ContextHandle owner, Resource resource, DriverRwqIndTable driver, RwqIndTableAttr attr) {
        super(owner, resource);
        this.driver = driver;
        this.attr = attr;
    }

    @Override
    public long indTblNum() {
        return call("ibv_create_rwq_ind_table", driver::indTblNum);
    }

    @Override
    public List<WorkQueue> workQueues() {
        return attr.indTbl();
    }
}
