// SPDX-License-Identifier: Apache-2.0
package org.verbena.libibverbs.driver;

import org.verbena.attr.WqAttr;
import org.verbena.attr.WqCap;
import org.verbena.attr.WqState;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.Struct;
import org.verbena.libibverbs.abi.WqStructs.IbvWq;
import org.verbena.libibverbs.call.NativeLinker.NativeFunction;
import org.verbena.libibverbs.marshal.CapMarshal;
import org.verbena.libibverbs.marshal.WqMarshal;
import org.verbena.spi.DriverMemory;
import org.verbena.spi.DriverWq;

/** A work queue: {@code struct ibv_wq}. */
final class NativeWq extends NativeObject implements DriverWq {
    private final WqCap granted;
    private final CqSweep sweep;
    private final NativeFunction postRecv;

    /** Creates a queue. The create call has written the actual capabilities to the request. */
    NativeWq(NativeContext context, long pointer, Struct request, Init init) {
        super(context, pointer, Verb.DESTROY_WQ, "work queue");
        this.granted = CapMarshal.readWqCap(request);
        this.sweep = CqSweep.of(context, init);
        this.postRecv = context.library()
                .function(
                        struct(),
                        IbvWq.POST_RECV,
                        "ibv_post_wq_recv",
                        context.dataPath().brief().receives());
    }

    /**
     * Initialises the fields for events, as {@code ibv_create_wq} does inline after the driver has created the queue.
     */
    void initialiseEvents() {
        Struct wq = struct().put(IbvWq.WQ_CONTEXT, 0).put(IbvWq.EVENTS_COMPLETED, 0);
        context()
                .library()
                .initialiseEvents(
                        wq.inner(IbvWq.MUTEX).address(), wq.inner(IbvWq.COND).address());
    }

    @Override
    public long wqNum() {
        return struct().get(IbvWq.WQ_NUM);
    }

    @Override
    public WqState state() {
        return WqState.of(struct().getInt(IbvWq.STATE));
    }

    @Override
    public WqCap grantedCap() {
        return granted;
    }

    @Override
    public void modify(WqAttr attr) {
        if (attr.attrMask().contains(WqAttr.Mask.STATE) && attr.wqStateCode() == WqState.RESET.value()) {
            // Before the reset, because a completion does not identify its work queue.
            sweep.hold();
        }
        try (Frame frame = context().library().frame()) {
            run(Verb.MODIFY_WQ, pointer(), WqMarshal.modify(frame, attr).address());
        }
    }

    @Override
    public void destroy() {
        context().calls().withoutCreations(() -> {
            super.destroy();
            sweep.holdAfterDestroy();
            return this;
        });
    }

    @Override
    public int postRecv(DriverMemory memory, long first, long badWr) {
        return PostFunction.post(postRecv, pointer(), memory, first, badWr);
    }
}
