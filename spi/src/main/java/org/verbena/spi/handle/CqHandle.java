package org.verbena.spi.handle;

import java.util.Optional;
import org.verbena.*;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.CqModeration;
import org.verbena.spi.driver.DriverCq;

/** A completion queue. */
class CqHandle extends Handle implements CompletionQueue {
    private final DriverCq driver;
    private final CqInitAttr attr;
    private volatile int requestedCqe;

    CqHandle(ContextHandle owner, Resource resource, DriverCq driver, CqInitAttr attr) {
        super(owner, resource);
        this.driver = driver;
        this.attr = attr;
        this.requestedCqe = attr.cqe();
    }

    final CqInitAttr initAttr() {
        return attr;
    }

    @Override
    public final Optional<Object> cqContext() {
        return attr.cqContext();
    }

    @Override
    public final Optional<CompletionChannel> channel() {
        return attr.channel();
    }

    @Override
    public final int requestedCqe() {
        return requestedCqe;
    }

    @Override
    public final int grantedCqe() {
        return call("ibv_create_cq", driver::cqe);
    }

    @Override
    public final void resize(int cqe) {
        CqRequests.checkSize("ibv_resize_cq", this, cqe);
        change(
                "ibv_resize_cq",
                () -> {
                    driver.resize(cqe);
                    requestedCqe = cqe;
                },
                () -> resizing(cqe));
    }

    Question<Integer> resizing(int wanted) {
        return Question.resizeCq(driver.cqe(), wanted);
    }

    @Override
    public final void moderate(CqModeration moderation) {
        Requests.present("ibv_modify_cq", this, moderation);
        run("ibv_modify_cq", () -> driver.moderate(moderation));
    }

    @Override
    public int poll(CompletionArray completions) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public void requestNotify(boolean solicitedOnly) {
        throw new UnsupportedOperationException("data path");
    }

    @Override
    public void ackEvents(int count) {
        throw new UnsupportedOperationException("data path");
    }
}
