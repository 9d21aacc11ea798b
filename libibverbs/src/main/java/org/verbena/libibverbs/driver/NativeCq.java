package org.verbena.libibverbs.driver;

import java.lang.ref.Reference;
import org.verbena.CqModeration;
import org.verbena.libibverbs.NativeFunction;
import org.verbena.libibverbs.abi.Frame;
import org.verbena.libibverbs.abi.IbvCq;
import org.verbena.libibverbs.marshal.CqRequests;
import org.verbena.spi.driver.DriverCq;
import org.verbena.spi.driver.DriverMemory;

/** A completion queue: {@code struct ibv_cq} or {@code struct ibv_cq_ex}, which begins like it. */
final class NativeCq extends NativeObject implements DriverCq {
    private final NativeFunction pollCq;

    NativeCq(NativeContext context, long pointer, NativeFunction pollCq) {
        super(context, pointer, Verb.DESTROY_CQ, "completion queue");
        this.pollCq = pollCq;
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

    @Override
    public int poll(DriverMemory memory, long offset, int count) {
        try {
            return (int) pollCq.call(pointer(), count, memory.address() + offset);
        } finally {
            Reference.reachabilityFence(memory);
        }
    }

    @Override
    public void requestNotify(boolean solicitedOnly) {
        run(Verb.REQ_NOTIFY_CQ, pointer(), solicitedOnly ? 1 : 0);
    }
}
