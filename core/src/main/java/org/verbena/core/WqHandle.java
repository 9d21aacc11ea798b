// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.List;
import java.util.Optional;
import org.verbena.CompletionQueue;
import org.verbena.ProtectionDomain;
import org.verbena.RecvBatch;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqState;
import org.verbena.attr.WqType;
import org.verbena.error.PostException;
import org.verbena.spi.DriverWq;

/** A work queue. */
final class WqHandle extends Handle implements WorkQueue {
    private static final String POST = "ibv_post_wq_recv";

    private final DriverWq driver;
    private final RecvQueue receives;
    private final Gates gates;
    private final WqInitAttr attr;

    WqHandle(ContextHandle owner, Resource resource, DriverWq driver, WqInitAttr attr) {
        super(owner, resource);
        this.driver = driver;
        Gate gate = new Gate(resource, "a post");
        this.receives = RecvQueue.of(POST, this, gate, driver::postRecv, this::refused);
        Gate cqGate = ((CqHandle) attr.cq().orElseThrow()).gate();
        this.gates = Gates.of(gate, cqGate);
        resource.closesWith(new QueueClose("ibv_destroy_wq", List.of(gate), gates));
        this.attr = attr;
    }

    @Override
    public Optional<Object> wqContext() {
        return attr.wqContext();
    }

    @Override
    public long wqNum() {
        return call("ibv_create_wq", driver::wqNum);
    }

    @Override
    public WqType wqType() {
        return attr.wqType();
    }

    @Override
    public WqState state() {
        return call("ibv_modify_wq", driver::state);
    }

    @Override
    public ProtectionDomain pd() {
        return attr.pd().orElseThrow();
    }

    @Override
    public CompletionQueue cq() {
        return attr.cq().orElseThrow();
    }

    @Override
    public WqCap requestedCap() {
        return new WqCap(attr.maxWr(), attr.maxSge());
    }

    @Override
    public WqCap grantedCap() {
        return call("ibv_create_wq", driver::grantedCap);
    }

    @Override
    public void modify(WqAttr changes) {
        RequestChecks.present("ibv_modify_wq", this, changes);
        run("ibv_modify_wq", () -> modifyAlone(changes), () -> modification(changes));
    }

    /**
     * Modifies the queue with exclusive access. libmlx5 searches the completion queue and takes its lock
     * (mlx5_modify_wq).
     */
    private void modifyAlone(WqAttr changes) {
        gates.runAlone("ibv_modify_wq", () -> driver.modify(changes));
    }

    ModelQuery<WqState> modification(WqAttr changes) {
        return ModelQuery.modifyWq(driver.state(), changes);
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
                driver.grantedCap().maxWr(),
                driver.grantedCap().maxSge());
    }
}
