// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.List;
import java.util.Optional;
import org.verbena.attr.CqCreateFlag;
import org.verbena.attr.CqModeration;
import org.verbena.attr.WcFlag;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.provider.sim.memory.SimMemory;
import org.verbena.provider.sim.transport.CompletionReader;
import org.verbena.provider.sim.transport.CompletionRing;
import org.verbena.provider.sim.transport.Engine;
import org.verbena.provider.sim.transport.EventQueue;
import org.verbena.spi.DriverCq;
import org.verbena.spi.DriverCqReader;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.model.CqRequest;

/** A completion queue. */
final class SimCq extends SimObject implements DriverCq {
    private static final long TIMESTAMPS =
            WcFlag.COMPLETION_TIMESTAMP.mask() | WcFlag.COMPLETION_TIMESTAMP_WALLCLOCK.mask();

    private final CompletionRing ring;
    private final Engine engine;
    private volatile int cqe;

    SimCq(SimKernel kernel, EventQueue events, int cqe, List<SimCompChannel> channel, CqRequest request) {
        super(kernel, ObjectType.CQ, channel);
        this.cqe = cqe;
        this.engine = kernel.engine();
        this.ring = new CompletionRing(
                kernel.nic(),
                this,
                events,
                cqe,
                channel.isEmpty() ? null : channel.get(0).events(),
                (request.wcFlags().mask() & TIMESTAMPS) != 0,
                request.effectiveFlags().contains(CqCreateFlag.IGNORE_OVERRUN));
    }

    CompletionRing ring() {
        return ring;
    }

    @Override
    public int cqe() {
        return cqe;
    }

    @Override
    public void resize(int wanted) {
        engine.run(() -> {
            int granted = kernel().model().resizeCq(cqe, wanted).orElseThrow("ibv_resize_cq", "cq of " + kernel());
            requireEntriesFor(Math.min(wanted, granted));
            cqe = granted;
            ring.resize(granted);
        });
    }

    /**
     * Checks that the queue can hold the pending completions, which are kept (rxe_cq.c, rxe_cq_chk_attr; hw/mlx4/cq.c,
     * mlx4_ib_resize_cq).
     */
    private void requireEntriesFor(int entries) {
        if (entries < ring.count()) {
            throw new VerbsException(
                    "ibv_resize_cq",
                    Errno.EINVAL,
                    "cq of " + kernel(),
                    Diagnosis.of(new Violation(
                            "cqe",
                            Integer.toString(entries),
                            ring.count() + " and above",
                            "the queue holds this number of completions",
                            "Linux drivers/infiniband/sw/rxe/rxe_cq.c: rxe_cq_chk_attr")));
        }
    }

    @Override
    public void moderate(CqModeration moderation) {
        kernel().model().moderateCq(moderation).orElseThrow("ibv_modify_cq", "cq of " + kernel());
    }

    @Override
    public int poll(DriverMemory memory, long offset, int count) {
        engine.enter();
        try {
            return ring.poll((SimMemory) memory, offset, count);
        } finally {
            try {
                engine.exit();
            } catch (StackOverflowError e) {
                engine.lock.abandoned = true;
            }
        }
    }

    @Override
    public int pendingCompletions() {
        return engine.call(ring::count);
    }

    @Override
    public void requestNotify(boolean solicitedOnly) {
        engine.run(() -> ring.arm(solicitedOnly));
    }

    /** Does nothing, because no call waits for acknowledgements. */
    @Override
    public void ackEvents(int count) {}

    @Override
    public Optional<DriverCqReader> reader() {
        long coreClock = kernel().model().deviceAttrEx(kernel().guid()).hcaCoreClock();
        return Optional.of(new CompletionReader(ring, engine, coreClock));
    }

    @Override
    void release() {
        engine.run(ring::close);
    }
}
