package org.verbena.tck.soak;

import java.util.stream.IntStream;
import org.verbena.Completion;
import org.verbena.MemoryRegion;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.tck.traffic.Memory;

/** A shared receive queue with more receives than its links have messages in flight. */
final class SoakSharedReceives {
    private static final int ROOM = Link.USUAL_ROOM;

    private final SoakContext ground;
    private final SharedReceiveQueue srq;
    private final MemoryRegion memory;

    SoakSharedReceives(SoakContext ground, int depth) {
        this.ground = ground;
        srq = ground.pd.createSrq(SrqInitAttr.builder().maxWr(depth).maxSge(1).build());
        memory = ground.pd.allocMr((long) depth * ROOM, Memory.ALL);
        IntStream.range(0, depth).forEach(this::post);
    }

    SharedReceiveQueue srq() {
        return srq;
    }

    private void post(int place) {
        long id = ground.ledger.accept(this, "a shared receive", completion -> arrived(completion, place));
        ground.receives.clear();
        ground.receives.add().wrId(id).sge(memory, (long) place * ROOM, ROOM);
        srq.postRecv(ground.receives);
    }

    private void arrived(Completion completion, int place) {
        Link link = ground.responders.get(completion.qpNum());
        if (link == null) {
            throw new AssertionError("For a queue pair that is not there: " + completion);
        }
        link.arrived(completion, memory, (long) place * ROOM);
        post(place);
    }

    @Override
    public String toString() {
        return srq.toString();
    }
}
