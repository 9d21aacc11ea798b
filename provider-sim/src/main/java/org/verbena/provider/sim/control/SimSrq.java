package org.verbena.provider.sim.control;

import java.util.List;
import org.verbena.Flags;
import org.verbena.SrqAttr;
import org.verbena.SrqAttrMask;
import org.verbena.SrqType;
import org.verbena.spi.driver.DriverSrq;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqGrant;

/** A shared receive queue. */
final class SimSrq extends SimObject implements DriverSrq {
    private final SrqType type;
    private final SrqAttr granted;
    private final long number;
    private SrqAttr current;

    SimSrq(SimKernel kernel, SrqType type, SrqGrant grant, List<SimObject> uses) {
        super(kernel, ObjectType.SRQ, uses);
        this.type = type;
        this.granted = grant.granted();
        this.current = grant.queried();
        this.number = kernel.srqNumbers().take();
    }

    @Override
    public SrqAttr granted() {
        return granted;
    }

    @Override
    public synchronized SrqAttr query() {
        return current;
    }

    @Override
    public synchronized void modify(SrqAttr attr, Flags<SrqAttrMask> mask) {
        current = kernel().model().modifySrq(new SrqChange(current, attr, mask)).orElseThrow("ibv_modify_srq", name());
    }

    @Override
    public long srqNum() {
        kernel().model().getSrqNum(type).orElseThrow("ibv_get_srq_num", name());
        return number;
    }

    @Override
    void free() {
        kernel().srqNumbers().giveBack(number);
    }

    private String name() {
        return "srq 0x" + Long.toHexString(number) + " of " + kernel();
    }
}
