// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.control;

import java.util.List;
import org.verbena.attr.Flags;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;
import org.verbena.error.Errno;
import org.verbena.provider.sim.memory.SimMemory;
import org.verbena.provider.sim.transport.Engine;
import org.verbena.provider.sim.transport.EventQueue;
import org.verbena.provider.sim.transport.EventSource;
import org.verbena.provider.sim.transport.Framing;
import org.verbena.provider.sim.transport.WqReceives;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.DriverWq;
import org.verbena.spi.model.WqChange;

/** A work queue. A driver may accept a wrong current state. Then the library and the kernel have different states. */
final class SimWq extends SimObject implements DriverWq {
    private final WqCap granted;
    private final long number;
    private final WqReceives receives;
    private WqState state = WqState.RESET;
    private WqState seen = WqState.RESET;

    SimWq(SimKernel kernel, EventQueue queue, WqCap granted, Flags<WqFlag> flags, SimPd pd, SimCq cq) {
        super(kernel, ObjectType.WQ, List.of(pd, cq));
        this.granted = granted;
        this.number = kernel.wqNumbers().take();
        EventSource events = new EventSource(queue, this);
        this.receives = kernel.engine()
                .call(() -> new WqReceives(
                        kernel.nic(),
                        (int) number,
                        pd,
                        cq.ring(),
                        events,
                        granted.maxWr(),
                        granted.maxSge(),
                        new Framing(
                                flags.contains(WqFlag.CVLAN_STRIPPING),
                                flags.contains(WqFlag.SCATTER_FCS),
                                flags.contains(WqFlag.PCI_WRITE_END_PADDING)),
                        flags.contains(WqFlag.DELAY_DROP)));
    }

    WqReceives receives() {
        return receives;
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
    public long wqNum() {
        return number;
    }

    @Override
    public synchronized WqState state() {
        return seen;
    }

    @Override
    public WqCap grantedCap() {
        return granted;
    }

    @Override
    public synchronized void modify(WqAttr attr) {
        WqState now = kernel().engine().call(receives::hasFailed) ? WqState.ERR : state;
        state = kernel().model()
                .modifyWq(new WqChange(now, attr))
                .orElseThrow("ibv_modify_wq", "wq 0x" + Long.toHexString(number) + " of " + kernel());
        if (attr.attrMask().contains(WqAttr.Mask.STATE)) {
            WqState next = state;
            kernel().engine().run(() -> receives.enter(next));
        }
        // hw/mlx5/qp.c, mlx5_ib_modify_wq: it changes only this flag.
        if (attr.attrMask().contains(WqAttr.Mask.FLAGS) && attr.flagsMask().contains(WqFlag.CVLAN_STRIPPING)) {
            boolean strips = attr.flags().contains(WqFlag.CVLAN_STRIPPING);
            kernel().engine().run(() -> receives.stripCvlan(strips));
        }
        // libibverbs/cmd_wq.c, ibv_cmd_modify_wq: the library records the requested state.
        if (attr.attrMask().contains(WqAttr.Mask.STATE)) {
            seen = attr.wqState();
        }
    }

    @Override
    void release() {
        kernel().engine().run(receives::close);
        kernel().wqNumbers().giveBack(number);
    }
}
