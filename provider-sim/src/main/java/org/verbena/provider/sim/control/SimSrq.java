// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.List;
import java.util.Optional;
import org.verbena.attr.Flags;
import org.verbena.attr.SrqAttr;
import org.verbena.attr.SrqType;
import org.verbena.error.Diagnosis;
import org.verbena.error.Errno;
import org.verbena.error.VerbsException;
import org.verbena.error.Violation;
import org.verbena.provider.sim.memory.SimMemory;
import org.verbena.provider.sim.transport.Engine;
import org.verbena.provider.sim.transport.EventQueue;
import org.verbena.provider.sim.transport.EventSource;
import org.verbena.provider.sim.transport.SrqReceives;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.DriverSrq;
import org.verbena.spi.model.SrqChange;
import org.verbena.spi.model.SrqGrant;

/** A shared receive queue. */
final class SimSrq extends SimObject implements DriverSrq {
    private final SrqType type;
    private final SrqAttr granted;
    private final long number;
    private final SrqReceives receives;
    private SrqAttr current;

    SimSrq(SimKernel kernel, EventQueue events, SrqType type, SrqGrant grant, List<SimObject> uses) {
        super(kernel, ObjectType.SRQ, uses);
        this.type = type;
        this.granted = grant.granted();
        this.current = grant.queried();
        this.number = kernel.srqNumbers().take();
        this.receives = kernel.engine()
                .call(() -> new SrqReceives(
                        kernel.nic(),
                        (int) number,
                        find(uses, SimPd.class).orElseThrow(),
                        find(uses, SimCq.class).map(SimCq::ring).orElse(null),
                        new EventSource(events, this),
                        Math.max(granted.maxWr(), current.maxWr()),
                        Math.max(granted.maxSge(), current.maxSge()),
                        current.srqLimit()));
    }

    private static <T> Optional<T> find(List<SimObject> uses, Class<T> type) {
        return uses.stream().filter(type::isInstance).map(type::cast).findFirst();
    }

    SrqReceives receives() {
        return receives;
    }

    @Override
    public SrqAttr granted() {
        return granted;
    }

    @Override
    public synchronized SrqAttr query() {
        return kernel().engine().call(this::now);
    }

    /** Returns the current attributes. After the limit event the limit is 0. */
    private SrqAttr now() {
        return new SrqAttr(current.maxWr(), current.maxSge(), receives.limit());
    }

    @Override
    public synchronized void modify(SrqAttr attr, Flags<SrqAttr.Mask> mask) {
        kernel().engine().run(() -> {
            SrqAttr next =
                    kernel().model().modifySrq(new SrqChange(now(), attr, mask)).orElseThrow("ibv_modify_srq", name());
            if (mask.contains(SrqAttr.Mask.MAX_WR)) {
                requireSlotsFor(attr.maxWr());
            }
            current = next;
            if (mask.contains(SrqAttr.Mask.LIMIT)) {
                receives.arm(current.srqLimit());
            }
            if (mask.contains(SrqAttr.Mask.MAX_WR)) {
                receives.resize(current.maxWr());
            }
        });
    }

    /**
     * Checks that the queue can hold the posted work requests, which are kept (sw/rxe/rxe_srq.c, rxe_srq_from_attr).
     */
    private void requireSlotsFor(long maxWr) {
        if (maxWr < receives.count()) {
            throw new VerbsException(
                    "ibv_modify_srq",
                    Errno.EINVAL,
                    name(),
                    Diagnosis.of(new Violation(
                            "max_wr",
                            Long.toString(maxWr),
                            receives.count() + " and above",
                            "the queue holds this number of work requests",
                            "Linux drivers/infiniband/sw/rxe/rxe_queue.c: rxe_queue_resize")));
        }
    }

    @Override
    public long srqNum() {
        kernel().model().getSrqNum(type).orElseThrow("ibv_get_srq_num", name());
        return number;
    }

    @Override
    public int postRecv(DriverMemory memory, long first, long badWr) {
        Engine engine = kernel().engine();
        engine.enter();
        try {
            return kernel().isDead() ? Errno.EIO.number() : receives.post((SimMemory) memory, first, badWr);
        } finally {
            try {
                engine.exit();
            } catch (StackOverflowError e) {
                engine.lock.abandoned = true;
            }
        }
    }

    @Override
    void release() {
        kernel().engine().run(receives::close);
        kernel().srqNumbers().giveBack(number);
    }

    private String name() {
        return "srq 0x" + Long.toHexString(number) + " of " + kernel();
    }
}
