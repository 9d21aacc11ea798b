package org.verbena.provider.sim.control;

import java.util.List;
import org.verbena.CqModeration;
import org.verbena.spi.driver.DriverCq;

/** A completion queue. */
final class SimCq extends SimObject implements DriverCq {
    private volatile int cqe;

    SimCq(SimKernel kernel, int cqe, List<SimCompChannel> channel) {
        super(kernel, ObjectType.CQ, channel);
        this.cqe = cqe;
    }

    @Override
    public int cqe() {
        return cqe;
    }

    @Override
    public void resize(int wanted) {
        cqe = kernel().model().resizeCq(cqe, wanted).orElseThrow("ibv_resize_cq", "cq of " + kernel());
    }

    @Override
    public void moderate(CqModeration moderation) {
        kernel().model().moderateCq(moderation).orElseThrow("ibv_modify_cq", "cq of " + kernel());
    }
}
