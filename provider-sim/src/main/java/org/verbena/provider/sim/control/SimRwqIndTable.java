// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.List;
import org.verbena.provider.sim.transport.WqReceives;
import org.verbena.spi.DriverRwqIndTable;

/** An indirection table. It uses a work queue once for each slot. */
final class SimRwqIndTable extends SimObject implements DriverRwqIndTable {
    private final List<SimWq> slots;
    private final long number;

    SimRwqIndTable(SimKernel kernel, List<SimWq> slots) {
        super(kernel, ObjectType.RWQ_IND_TABLE, slots);
        this.slots = List.copyOf(slots);
        this.number = kernel.indTableNumbers().take();
    }

    List<WqReceives> slots() {
        return slots.stream().map(SimWq::receives).toList();
    }

    @Override
    public long indTblNum() {
        return number;
    }

    @Override
    void release() {
        kernel().indTableNumbers().giveBack(number);
    }
}
