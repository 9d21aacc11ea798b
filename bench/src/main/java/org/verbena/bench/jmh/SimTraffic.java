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
 * Pairs of queue pairs on one simulated device, one completion queue for all that send and one for all that receive.
 * Every pair has its own part of the memory, so that whoever goes through the pairs touches all of it.
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
     * A device with all but the queue pairs.
     *
     * @param profile its driver model
     * @param qps the number of queue pairs, two for each pair
     * @param size the bytes of a message
     * @param outstanding the messages of a pair that nobody has polled, at most
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
        // Each of these is a call, which no program makes for every message.
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

    /** Connects them, two and two. */
    void connect() {
        for (int i = 0; i < senders.length; i++) {
            Connector.create().connect(senders[i], receivers[i]);
        }
    }

    @Override
    public void close() {
        context.close();
    }

    /** The pair whose turn it is. */
    int takeTurn() {
        int pair = next;
        next = pair + 1 == senders.length ? 0 : pair + 1;
        return pair;
    }

    /** Posts a receive and a send, as a program does that keeps its work requests and changes what differs. */
    void send(int pair) {
        long offset = (long) pair * size;
        address(0, pair, offset);
        receivers[pair].postRecv(recvs, 0, 1);
        senders[pair].postSend(sends, 0, 1);
    }

    /** The same for a list of them. */
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

    /** Polls what has been sent and what has been received. */
    void await(int count) {
        await(recvCq, count);
        await(sendCq, count);
    }

    private void await(CompletionQueue queue, int count) {
        for (int left = count; left > 0; ) {
            int polled = queue.poll(completions);
            for (int i = 0; i < polled; i++) {
                if (!completions.isSuccess(i)) {
                    throw new IllegalStateException(completions.get(i).toString());
                }
            }
            left -= polled;
        }
    }
}
