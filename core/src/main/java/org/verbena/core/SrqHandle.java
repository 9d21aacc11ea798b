// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.List;
import java.util.Optional;
import org.verbena.ProtectionDomain;
import org.verbena.RecvBatch;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.error.PostException;
import org.verbena.spi.DriverSrq;

/** A shared receive queue. */
final class SrqHandle extends Handle implements SharedReceiveQueue {
    private static final String POST = "ibv_post_srq_recv";

    private final DriverSrq driver;
    private final RecvQueue receives;
    private final SrqInitAttr attr;
    private final ProtectionDomain pd;

    SrqHandle(ContextHandle owner, Resource resource, DriverSrq driver, SrqInitAttr attr, ProtectionDomain pd) {
        super(owner, resource);
        this.driver = driver;
        Gate gate = new Gate(resource, "a post");
        this.receives = RecvQueue.of(POST, this, gate, driver::postRecv, this::refused);
        // The request of an XRC queue names a completion queue, whose completions refer to the XRC queue.
        Gate completions = attr.cq().map(cq -> ((CqHandle) cq).gate()).orElse(gate);
        resource.closesWith(new QueueClose("ibv_destroy_srq", List.of(gate), Gates.of(gate, completions)));
        this.attr = attr;
        this.pd = pd;
    }

    @Override
    public Optional<Object> srqContext() {
        return attr.srqContext();
    }

    @Override
    public ProtectionDomain pd() {
        return pd;
    }

    @Override
    public SrqType srqType() {
        return attr.compMask().contains(SrqInitAttr.Mask.TYPE) ? attr.srqType() : SrqType.BASIC;
    }

    @Override
    public SrqAttr requestedAttr() {
        return attr.attr();
    }

    @Override
    public SrqAttr grantedAttr() {
        return call("ibv_create_srq", driver::granted);
    }

    @Override
    public SrqAttr query() {
        return call("ibv_query_srq", driver::query);
    }

    @Override
    public void modify(SrqAttr values, Flags<SrqAttr.Mask> mask) {
        RequestChecks.present("ibv_modify_srq", this, values);
        RequestChecks.mask32("ibv_modify_srq", this, "srq_attr_mask", mask);
        run("ibv_modify_srq", () -> driver.modify(values, mask), () -> modification(values, mask));
    }

    ModelQuery<SrqAttr> modification(SrqAttr values, Flags<SrqAttr.Mask> mask) {
        return ModelQuery.modifySrq(driver.query(), values, mask);
    }

    @Override
    public long srqNum() {
        return call("ibv_get_srq_num", driver::srqNum, () -> ModelQuery.getSrqNum(srqType()));
    }

    @Override
    public void postRecv(RecvBatch batch, int from, int to) {
        receives.post(batch, from, to);
    }

    private PostException refused(RecvWorkList list, int index, int result) {
        return PostExceptions.shared(
                POST,
                this,
                list,
                index,
                result,
                driver.granted().maxWr(),
                driver.granted().maxSge());
    }
}
