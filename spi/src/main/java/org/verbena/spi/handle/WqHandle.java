package org.verbena.spi.handle;

import java.util.Optional;
import org.verbena.*;
import org.verbena.CompletionQueue;
import org.verbena.ProtectionDomain;
import org.verbena.WorkQueue;
import org.verbena.WqAttr;
import org.verbena.WqCap;
import org.verbena.WqInitAttr;
import org.verbena.WqState;
import org.verbena.WqType;
import org.verbena.spi.driver.DriverWq;

/** A work queue. */
final class WqHandle extends Handle implements WorkQueue {
    private final DriverWq driver;
    private final WqInitAttr attr;

    WqHandle(ContextHandle owner, Resource resource, DriverWq driver, WqInitAttr attr) {
        super(owner, resource);
        this.driver = driver;
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
        Requests.present("ibv_modify_wq", this, changes);
        change("ibv_modify_wq", () -> driver.modify(changes), () -> modification(changes));
    }

    Question<WqState> modification(WqAttr changes) {
        return Question.modifyWq(driver.state(), changes);
    }

    @Override
    public void postRecv(RecvBatch batch, int from, int to) {
        throw new UnsupportedOperationException("data path");
    }
}
