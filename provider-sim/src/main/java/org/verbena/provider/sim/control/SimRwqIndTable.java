package org.verbena.provider.sim.control;

import java.util.List;
import org.verbena.spi.driver.DriverRwqIndTable;

/** An indirection table; it uses a work queue once for each slot. */
final class SimRwqIndTable extends SimObject implements DriverRwqIndTable {
    private final long number;

    SimRwqIndTable(SimKernel kernel, List<SimWq> slots) {
        super(kernel, ObjectType.RWQ_IND_TABLE, slots);
        this.number = kernel.indTableNumbers().take();
    }

    @Override
    public long indTblNum() {
        return number;
    }

    @Override
    void free() {
        kernel().indTableNumbers().giveBack(number);
    }
}
