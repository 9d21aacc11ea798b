// SPDX-License-Identifier: Apache-2.0
package org.verbena.core;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.verbena.CompletionArray;
import org.verbena.CompletionChannel;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.attr.CqModeration;
import org.verbena.core.observe.DataPathCounters;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.spi.DriverCq;

/** A completion queue. */
class CqHandle extends Handle implements CompletionQueue {
    private final DriverCq driver;
    private final CqInitAttr attr;
    private final Gate gate;
    private final AtomicInteger unacknowledged = new AtomicInteger();
    private final Optional<CompletionQueue> self = Optional.of(this);
    private volatile int requestedCqe;

    CqHandle(ContextHandle owner, Resource resource, DriverCq driver, CqInitAttr attr) {
        super(owner, resource);
        this.driver = driver;
        this.attr = attr;
        this.requestedCqe = attr.cqe();
        this.gate = new Gate(resource, "to read completions in place");
        resource.closesWith(new QueueClose("ibv_destroy_cq", List.of(gate), Gates.of(gate)));
    }

    /** Creates the handle of a completion queue that the driver has created. */
    static CqHandle of(ContextHandle owner, Resource resource, DriverCq driver, CqInitAttr attr) {
        return DataPathCounters.isEnabled()
                ? CountedCq.counted(owner, resource, driver, attr)
                : new CqHandle(owner, resource, driver, attr);
    }

    final Gate gate() {
        return gate;
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
        CqChecks.checkSize("ibv_resize_cq", this, cqe);
        run(
                "ibv_resize_cq",
                () -> {
                    // libmlx5 replaces the buffer that polls and in-place reads use (mlx5_resize_cq).
                    gate.enterToChange("ibv_resize_cq");
                    try {
                        driver.resize(cqe);
                    } finally {
                        gate.exitControl();
                    }
                    requestedCqe = cqe;
                },
                () -> resizing(cqe));
    }

    ModelQuery<Integer> resizing(int wanted) {
        return ModelQuery.resizeCq(driver.cqe(), wanted);
    }

    @Override
    public final void moderate(CqModeration moderation) {
        RequestChecks.present("ibv_modify_cq", this, moderation);
        run("ibv_modify_cq", () -> driver.moderate(moderation), () -> ModelQuery.moderateCq(moderation));
    }

    @Override
    public final int poll(CompletionArray completions) {
        CompletionBuffer buffer = CompletionBuffer.of(completions, this);
        int polled;
        gate.enter("ibv_poll_cq");
        try {
            polled = driver.poll(buffer.memory(), 0, buffer.capacity());
            polled(buffer, polled);
        } finally {
            try {
                gate.exit();
            } catch (StackOverflowError e) {
                gate.state = Gate.FREE; // see Gate.exit
            }
        }
        boolean believable = polled >= 0 && polled <= buffer.capacity();
        buffer.size(believable ? polled : 0);
        ErrorCompletions.watch(this, buffer);
        if (!believable) {
            throw unbelievable(polled, buffer.capacity());
        }
        return polled;
    }

    /** Counts the completions that the driver has written. The caller is inside the gate. */
    void polled(CompletionBuffer buffer, int count) {}

    private VerbsException unbelievable(int polled, int capacity) {
        if (polled < 0 && polled != Integer.MIN_VALUE) {
            return new VerbsException("ibv_poll_cq", new Errno(-polled), toString(), Diagnosis.UNKNOWN);
        }
        Violation count = new Violation(
                "num_entries",
                Integer.toString(polled),
                "0.." + capacity,
                "a driver must not return more completions than requested",
                "ibv_poll_cq(3)");
        return new VerbsException("ibv_poll_cq", Errno.EPROTO, toString(), Diagnosis.of(count));
    }

    @Override
    public final void requestNotify(boolean solicitedOnly) {
        gate.enter("ibv_req_notify_cq");
        try {
            driver.requestNotify(solicitedOnly);
        } finally {
            try {
                gate.exit();
            } catch (StackOverflowError e) {
                gate.state = Gate.FREE; // see Gate.exit
            }
        }
    }

    /** Records that the channel returns an event of this queue, and returns the queue. */
    Optional<CompletionQueue> received() {
        unacknowledged.incrementAndGet();
        return self;
    }

    @Override
    public final void ackEvents(int count) {
        run("ibv_ack_cq_events", () -> {
            int left = unacknowledged.addAndGet(-count);
            if (count < 0 || left < 0) {
                unacknowledged.addAndGet(count);
                throw RequestChecks.refuse(
                        "ibv_ack_cq_events",
                        this,
                        new Violation(
                                "nevents",
                                Integer.toString(count),
                                "0.." + (left + count),
                                "only received events can be acknowledged",
                                "ibv_ack_cq_events(3)"));
            }
            driver.ackEvents(count);
        });
    }
}
