// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.jmh;

import org.openjdk.jmh.annotations.Param;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.MemoryRegion;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.SendBatch;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.connect.Connector;

/** Holds two connected queue pairs on one device. */
public class Loopback extends OpenedDevice {
    static final int INLINE_SIZE = 64;

    @Param("64")
    int size;

    @Param("1")
    int outstanding;

    CompletionQueue cq;
    CompletionQueue farCq;
    QueuePair near;
    QueuePair far;
    MemoryRegion memory;
    CompletionArray completions;
    int nearNum;

    @Override
    public void open() {
        super.open();
        cq = createCq();
        farCq = createCq();
        near = createQp(cq);
        far = createQp(farCq);
        memory = pd.allocMr(2L * size, Flags.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE));
        Connector.create().connect(near, far);
        completions = context.newCompletionArray(outstanding);
        nearNum = (int) near.qpNum();
    }

    private CompletionQueue createCq() {
        return context.createCq(
                CqInitAttr.builder().cqe(Math.multiplyExact(2, outstanding)).build());
    }

    QueuePair createQp(CompletionQueue completionQueue) {
        return pd.createQp(QpInitAttr.builder()
                .qpType(QpType.RC)
                .sendCq(completionQueue)
                .recvCq(completionQueue)
                .maxSendWr(outstanding)
                .maxRecvWr(outstanding)
                .maxSendSge(1)
                .maxRecvSge(1)
                .maxInlineData(INLINE_SIZE)
                .build());
    }

    SendBatch writes(int count, boolean inlined) {
        SendBatch batch = context.newSendBatch(count, 1, INLINE_SIZE);
        for (int i = 0; i < count; i++) {
            var wr = batch.add()
                    .wrId(i)
                    .write(memory.address() + size, memory.rkey())
                    .signaled();
            if (inlined) {
                wr.inlineData(memory.view(0, size));
            } else {
                wr.sge(memory, 0, size);
            }
        }
        return batch;
    }

    /** Polls until {@code count} completions have arrived. */
    void await(CompletionQueue queue, int count) {
        for (int left = count; left > 0; ) {
            left -= pollOnce(queue);
        }
    }

    /** Polls once, and fails unless every completion is a success. */
    int pollOnce(CompletionQueue queue) {
        int polled = queue.poll(completions);
        for (int i = 0; i < polled; i++) {
            if (!completions.isSuccess(i)) {
                throw new IllegalStateException("failed completion: " + completions.get(i));
            }
        }
        return polled;
    }
}
