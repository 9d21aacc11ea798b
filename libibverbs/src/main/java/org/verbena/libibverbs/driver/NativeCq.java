package org.verbena.libibverbs.driver;

import org.verbena.CqModeration;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.IbvCq;
import org.verbena.libibverbs.marshal.CqRequests;
import org.verbena.spi.driver.DriverCq;

/** A completion queue: {@code struct ibv_cq} or {@code struct ibv_cq_ex}, which begins like it. */
final class NativeCq extends NativeObject implements DriverCq {
    NativeCq(NativeContext context, long pointer) {
        super(context, pointer, Verb.DESTROY_CQ, "completion queue");
    }

    @Override
    public int cqe() {
        return struct().getInt(IbvCq.CQE);
    }

    @Override
    public void resize(int cqe) {
        run(Verb.RESIZE_CQ, pointer(), cqe);
    }

    @Override
    public void moderate(CqModeration moderation) {
        try (Frame frame = context().library().frame()) {
            run(
                    Verb.MODIFY_CQ,
                    pointer(),
                    CqRequests.moderation(frame, moderation).address());
        }
    }
}
