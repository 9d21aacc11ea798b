// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import org.verbena.libibverbs.abi.WqStructs.IbvRwqIndTable;
import org.verbena.spi.DriverRwqIndTable;

/** An indirection table: {@code struct ibv_rwq_ind_table}. */
final class NativeRwqIndTable extends NativeObject implements DriverRwqIndTable {
    NativeRwqIndTable(NativeContext context, long pointer) {
        super(context, pointer, Verb.DESTROY_RWQ_IND_TABLE, "indirection table");
    }

    @Override
    public long indTblNum() {
        return Integer.toUnsignedLong(struct().getInt(IbvRwqIndTable.IND_TBL_NUM));
    }
}
