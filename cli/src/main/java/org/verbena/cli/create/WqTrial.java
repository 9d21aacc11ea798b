package org.verbena.cli.create;

import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.Explanation;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.attr.WqCap;

/**
 * A trial that creates a work queue. C has no call to query a work queue.
 *
 * @param attr the request without the objects that it needs
 */
record WqTrial(WqInitAttr.Builder attr) implements Trial {
    @Override
    public String op() {
        return "create_wq";
    }

    @Override
    public Record requested() {
        WqInitAttr request = attr.build();
        return new WqCap(request.maxWr(), request.maxSge());
    }

    @Override
    public Outcome run(DeviceContext context) {
        try (WorkQueue wq = context.createWq(on(context))) {
            return new Outcome("wq_num", wq.wqNum(), wq.grantedCap(), null, null);
        }
    }

    @Override
    public Explanation<WqCap> explain(DeviceContext context) {
        return context.explain().createWq(on(context));
    }

    private WqInitAttr on(DeviceContext context) {
        attr.pd(context.allocPd());
        attr.cq(context.createCq(CqInitAttr.builder().cqe(1).build()));
        return attr.build();
    }
}
