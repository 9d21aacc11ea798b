// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.storm;

import java.nio.ByteBuffer;
import java.util.AbstractList;
import java.util.List;
import java.util.Random;
import org.verbena.AddressHandle;
import org.verbena.MemoryRegion;
import org.verbena.QueuePairEx;
import org.verbena.attr.Flags;
import org.verbena.attr.SendFlag;
import org.verbena.error.VerbsException;
import org.verbena.tck.traffic.QpPair;

/** Builds lists of work requests, some of which contain a call that throws. */
final class FailingLists {
    private static final int LENGTH = 16;
    private static final int LONGEST_INLINE = 1 << 16;

    private final AddressHandle address;
    private final QueuePairEx builders;
    private final MemoryRegion local;
    private final MemoryRegion remote;
    private final Random random;

    FailingLists(QpPair pair, Random random) {
        this.address = pair.requester().addressFor(pair.responder());
        this.builders = pair.requester().qp().toQpEx().orElseThrow();
        this.local = pair.requester().memory().region();
        this.remote = pair.responder().memory().region();
        this.random = random;
    }

    /** A buffer list that performs another action when the library reads it. */
    private static final class Trap extends AbstractList<ByteBuffer> {
        private final Runnable action;

        Trap(Runnable action) {
            this.action = action;
        }

        @Override
        public ByteBuffer get(int index) {
            action.run();
            return ByteBuffer.allocate(LENGTH);
        }

        @Override
        public int size() {
            return 1;
        }
    }

    /**
     * Builds one list.
     *
     * @param ids the numbers of its work requests
     * @return whether the list was posted
     */
    boolean build(long[] ids) {
        int failing = random.nextBoolean() ? random.nextInt(ids.length + 1) : -1;
        builders.wrStart();
        boolean failed = false;
        for (int i = 0; i < ids.length; i++) {
            try {
                builders.wrId(ids[i]).wrFlags(Flags.of(SendFlag.SIGNALED));
                if (i == failing) {
                    fail();
                } else {
                    finish(builders.wrRdmaWrite(remote.rkey(), remote.iova()));
                }
            } catch (RuntimeException e) {
                failed = true;
            }
        }
        boolean posted = false;
        try {
            builders.wrComplete();
            posted = true;
        } catch (VerbsException e) {
            // The queue is full, or a work request exceeds the capacity of the queue pair.
            return false;
        } catch (IllegalStateException e) {
            // The list has failed, or one of its calls ended it.
        }
        if (failed && posted) {
            throw new AssertionError("a list was posted though one of its calls had failed");
        }
        if (!posted) {
            abort();
        }
        return posted;
    }

    private void abort() {
        try {
            builders.wrAbort();
        } catch (IllegalStateException e) {
            // One of the calls aborted the list.
        }
    }

    private void finish(QueuePairEx begun) {
        if (random.nextBoolean()) {
            begun.wrSetSge(local, 0, LENGTH);
        } else {
            begun.wrSetInlineDataList(List.of(ByteBuffer.allocate(3), ByteBuffer.allocate(LENGTH - 3)));
        }
    }

    /** Fails with an exception. */
    private void fail() {
        switch (random.nextInt(8)) {
            case 0 -> builders.wrRdmaWrite(-1, 0);
            case 1 -> builders.wrAtomicFetchAdd(1, 1, 1);
            case 2 -> builders.wrSend().wrSetSge(local, 0, local.length() + 1);
            case 3 -> builders.wrSend().wrSetInlineData(ByteBuffer.allocate(LONGEST_INLINE + 1));
            case 4 ->
                builders.wrSend().wrSetInlineDataList(new Trap(() -> {
                    throw new UnsupportedOperationException();
                }));
            case 5 -> builders.wrSend().wrSetInlineDataList(new Trap(builders::wrAbort));
            case 6 -> builders.wrSend().wrSetInlineDataList(new Trap(builders::wrComplete));
            default -> builders.wrRdmaRead(remote.rkey(), remote.iova()).wrSetUdAddr(address, 1, 1);
        }
    }
}
