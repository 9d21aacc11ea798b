// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.jmh;

import java.util.Map;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.RecvWr;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.Verbs;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.connect.Connector;

/**
 * Drives pairs of queue pairs on one simulated device, with one completion queue for sends and one for receives. Every
 * pair has its own part of the memory, so that a walk over the pairs touches all of it.
 */
final class SimTraffic implements AutoCloseable {
    private final int size;
    private final int outstanding;
    private final DeviceContext context;
    private final ProtectionDomain pd;
    private final CompletionQueue sendCq;
    private final CompletionQueue recvCq;
    private final CompletionArray completions;
    private final QueuePair[] senders;
    private final QueuePair[] receivers;
    private final long sendAddress;
    private final long sendKey;
    private final long recvAddress;
    private final long recvKey;
    private final SendBatch sends;
    private final RecvBatch recvs;
    private int next;

    /**
     * Opens a device and creates everything except the queue pairs.
     *
     * @param profile the driver model of the device
     * @param qps the number of queue pairs, two for each pair
     * @param size the size of a message in bytes
     * @param outstanding the maximum number of messages of a pair that are not polled yet
     */
    SimTraffic(String profile, int qps, int size, int outstanding) {
        this.size = size;
        this.outstanding = outstanding;
        this.context = Verbs.provider("sim")
                .configure(Map.of("profile", profile))
                .devices()
                .get(0)
                .open();
        this.pd = context.allocPd();
        this.sendCq = context.createCq(CqInitAttr.builder().cqe(outstanding).build());
        this.recvCq = context.createCq(CqInitAttr.builder().cqe(outstanding).build());
        this.completions = context.newCompletionArray(outstanding);
        this.senders = new QueuePair[qps / 2];
        this.receivers = new QueuePair[qps / 2];
        long bytes = (long) senders.length * size;
        MemoryRegion sent = pd.allocMr(bytes, Flags.of(AccessFlag.LOCAL_WRITE));
        MemoryRegion received = pd.allocMr(bytes, Flags.of(AccessFlag.LOCAL_WRITE));
        // Each of these is a call, and no program makes it for every message.
        this.sendAddress = sent.address();
        this.sendKey = sent.lkey();
        this.recvAddress = received.address();
        this.recvKey = received.lkey();
        this.sends = context.newSendBatch(outstanding, 1, 0);
        this.recvs = context.newRecvBatch(outstanding, 1);
        for (int i = 0; i < outstanding; i++) {
            sends.add().send().signaled().sge(sent, 0, size);
            recvs.add().sge(received, 0, size);
        }
    }

    /** Creates the queue pairs. */
    void create() {
        for (int i = 0; i < senders.length; i++) {
            senders[i] = createQp();
            receivers[i] = createQp();
        }
    }

    private QueuePair createQp() {
        return pd.createQp(QpInitAttr.builder()
                .qpType(QpType.RC)
                .sendCq(sendCq)
                .recvCq(recvCq)
                .maxSendWr(outstanding)
                .maxRecvWr(outstanding)
                .maxSendSge(1)
                .maxRecvSge(1)
                .build());
    }

    /** Connects the queue pairs in pairs. */
    void connect() {
        for (int i = 0; i < senders.length; i++) {
            Connector.create().connect(senders[i], receivers[i]);
        }
    }

    @Override
    public void close() {
        context.close();
    }

    /** Returns the next pair in turn. */
    int takeTurn() {
        int pair = next;
        next = pair + 1 == senders.length ? 0 : pair + 1;
        return pair;
    }

    /** Posts a receive and a send like a program that keeps its work requests and changes only some fields. */
    void send(int pair) {
        long offset = (long) pair * size;
        address(0, pair, offset);
        receivers[pair].postRecv(recvs, 0, 1);
        senders[pair].postSend(sends, 0, 1);
    }

    /** Posts a list of receives and a list of sends in the same way. */
    void sendList(int pair) {
        long offset = (long) pair * size;
        for (int i = 0; i < outstanding; i++) {
            address(i, pair, offset);
        }
        receivers[pair].postRecv(recvs);
        senders[pair].postSend(sends);
    }

    private void address(int index, int pair, long offset) {
        RecvWr recv = recvs.get(index);
        recv.wrId(pair);
        recv.setSge(0, recvAddress + offset, size, recvKey);
        SendWr send = sends.get(index);
        send.wrId(pair);
        send.setSge(0, sendAddress + offset, size, sendKey);
    }

    /** Polls the completions of the sends and of the receives. */
    void await(int count) {
        await(recvCq, count);
        await(sendCq, count);
    }

    private void await(CompletionQueue queue, int count) {
        for (int left = count; left > 0; ) {
            int polled = queue.poll(completions);
            for (int i = 0; i < polled; i++) {
                if (!completions.isSuccess(i)) {
                    throw new IllegalStateException("failed completion: " + completions.get(i));
                }
            }
            left -= polled;
        }
    }
}
