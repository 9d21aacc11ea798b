// SPDX-License-Identifier: Apache-2.0
package org.verbena.async;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.verbena.Completion;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.Flags;

/**
 * The polled completions of a queue. The inbox polls many at once and returns them one by one, since dependents of the
 * first may wait for the others, in this thread or another one. No completion is lost if memory runs out. The inbox
 * copies completions into existing arrays, and keeps each there until its object is created.
 */
final class Inbox {
    private static final int POLL_AT_ONCE = 64;

    private final CompletionQueue cq;
    private final CompletionArray polled;
    private final ReentrantLock lock = new ReentrantLock();
    private int copied;
    private int taken;

    private final long[] wrId = new long[POLL_AT_ONCE];
    private final int[] status = new int[POLL_AT_ONCE];
    private final int[] opcode = new int[POLL_AT_ONCE];
    private final long[] vendorErr = new long[POLL_AT_ONCE];
    private final long[] byteLen = new long[POLL_AT_ONCE];
    private final int[] immData = new int[POLL_AT_ONCE];
    private final long[] qpNum = new long[POLL_AT_ONCE];
    private final long[] srcQp = new long[POLL_AT_ONCE];
    private final int[] wcFlags = new int[POLL_AT_ONCE];

    Inbox(CompletionQueue cq) {
        this.cq = cq;
        this.polled = cq.context().newCompletionArray(POLL_AT_ONCE);
    }

    /**
     * Polls the queue, unless polled completions remain.
     *
     * @param wait whether to wait for another thread that polls
     * @return whether the queue was polled
     */
    boolean poll(boolean wait) {
        if (!enter(wait)) {
            return false;
        }
        try {
            boolean empty = taken == copied;
            if (empty) {
                taken = 0;
                copied = 0;
                try {
                    cq.poll(polled);
                } finally {
                    // An Error may occur after the driver has returned completions.
                    copy();
                }
            }
            return empty;
        } finally {
            lock.unlock();
        }
    }

    private boolean enter(boolean wait) {
        if (wait) {
            lock.lock();
            return true;
        }
        return lock.tryLock();
    }

    private void copy() {
        int count = polled.size();
        for (int i = 0; i < count; i++) {
            wrId[i] = polled.wrId(i);
            status[i] = polled.statusCode(i);
            opcode[i] = polled.opcodeCode(i);
            vendorErr[i] = polled.vendorErr(i);
            byteLen[i] = polled.byteLen(i);
            wcFlags[i] = polled.wcFlags(i);
            boolean invalidated = (wcFlags[i] & CompletionFlag.WITH_INV.mask()) != 0;
            immData[i] = invalidated ? (int) polled.invalidatedRkey(i) : polled.immData(i);
            qpNum[i] = polled.qpNum(i);
            srcQp[i] = polled.srcQp(i);
        }
        copied = count;
        polled.release(); // another thread may poll next
    }

    /**
     * Takes the next polled completion.
     *
     * @param wait whether to wait for another thread that polls
     * @return the completion; null if there is none, or if another thread polls
     */
    @Nullable
    Completion next(boolean wait) {
        if (!enter(wait)) {
            return null;
        }
        try {
            if (taken == copied) {
                return null;
            }
            Completion completion = completion(taken);
            taken++;
            return completion;
        } finally {
            lock.unlock();
        }
    }

    private Completion completion(int i) {
        return new Completion(
                wrId[i],
                status[i],
                opcode[i],
                vendorErr[i],
                byteLen[i],
                immData[i],
                qpNum[i],
                srcQp[i],
                Flags.ofMask(CompletionFlag.class, Integer.toUnsignedLong(wcFlags[i])));
    }
}
