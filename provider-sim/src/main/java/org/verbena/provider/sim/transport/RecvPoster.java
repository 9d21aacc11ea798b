// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim.transport;

import org.verbena.error.Errno;
import org.verbena.provider.sim.memory.PackedInts;
import org.verbena.provider.sim.memory.SimMemory;
import org.verbena.spi.model.PostErrors;
import org.verbena.spi.work.RecvWrLayout;
import org.verbena.spi.work.SgeLayout;

/**
 * Reads lists of receive work requests into queues, and rejects the work requests that the driver's library rejects.
 */
final class RecvPoster {
    private final PostErrors errors;

    RecvPoster(PostErrors errors) {
        this.errors = errors;
    }

    int post(RecvRing ring, SimMemory memory, long first, long badWr) {
        return post(ring, memory, first, badWr, errors.recvSge(), Errno.ENOMEM.number());
    }

    int postShared(RecvRing ring, SimMemory memory, long first, long badWr) {
        return post(ring, memory, first, badWr, errors.srqSge(), errors.srqFull());
    }

    private static int post(RecvRing ring, SimMemory memory, long first, long badWr, int tooManySges, int full) {
        long base = memory.address();
        long wr = first;
        while (true) {
            int numSge = memory.getInt(wr + RecvWrLayout.NUM_SGE);
            boolean isFull = ring.isFull();
            if (isFull || numSge < 0 || numSge > ring.maxSge()) {
                memory.putLong(badWr, base + wr);
                return isFull ? full : tooManySges;
            }
            add(ring, memory, wr, numSge);
            long next = memory.getLong(wr + RecvWrLayout.NEXT);
            if (next == 0) {
                return 0;
            }
            wr = next - base;
        }
    }

    private static void add(RecvRing ring, SimMemory memory, long wr, int numSge) {
        ring.begin(memory.getLong(wr + RecvWrLayout.WR_ID));
        long sge = memory.getLong(wr + RecvWrLayout.SG_LIST) - memory.address();
        for (int i = 0; i < numSge; i++, sge += SgeLayout.SIZE) {
            long lengthAndKey = memory.getLong(sge + SgeLayout.LENGTH);
            ring.addSge(
                    memory.getLong(sge + SgeLayout.ADDR),
                    PackedInts.first(lengthAndKey),
                    PackedInts.second(lengthAndKey));
        }
        ring.push();
    }
}
