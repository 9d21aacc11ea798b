// SPDX-License-Identifier: Apache-2.0
package org.verbena.bench.network;

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
import org.verbena.Verbs;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.QpType;
import org.verbena.provider.sim.SimProvider;

/** A queue pair of a simulated device at an address of the loopback interface. */
public final class SimEnd implements AutoCloseable {
    /** The maximum number of sends of which the completions are not polled. */
    public static final int SENDS = 128;

    /** The number of receives in the queue. */
    public static final int RECEIVES = 256;

    /** The size of a small message in bytes. */
    public static final int MESSAGE_BYTES = 64;

    /** The size of the memory in bytes. */
    public static final int BYTES = 1 << 20;

    private static final int UDP_PORT = 24_791;

    private final SimProvider provider;
    private final DeviceContext context;
    private final CompletionArray completions;
    private final CompletionQueue sendCq;
    private final CompletionQueue recvCq;
    private final QueuePair qp;
    private final MemoryRegion memory;

    /**
     * Opens the device and creates the queue pair.
     *
     * @param address the address of the device
     */
    public SimEnd(String address) {
        provider = (SimProvider)
                Verbs.provider("sim").configure(Map.of("address", address, "udp-port", Integer.toString(UDP_PORT)));
        context = provider.devices().get(0).open();
        ProtectionDomain pd = context.allocPd();
        sendCq = context.createCq(CqInitAttr.builder().cqe(RECEIVES).build());
        recvCq = context.createCq(CqInitAttr.builder().cqe(RECEIVES).build());
        completions = context.newCompletionArray(RECEIVES);
        qp = pd.createQp(QpInitAttr.builder()
                .qpType(QpType.RC)
                .sendCq(sendCq)
                .recvCq(recvCq)
                .maxSendWr(RECEIVES)
                .maxRecvWr(RECEIVES)
                .maxSendSge(1)
                .maxRecvSge(1)
                .build());
        memory = pd.allocMr(BYTES, AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_WRITE);
    }

    public DeviceContext context() {
        return context;
    }

    public QueuePair qp() {
        return qp;
    }

    public MemoryRegion memory() {
        return memory;
    }

    /** Returns receives of small messages. */
    public RecvBatch receives(int count) {
        RecvBatch receives = context.newRecvBatch(count);
        for (int i = 0; i < count; i++) {
            receives.add().sge(memory, 0, MESSAGE_BYTES);
        }
        return receives;
    }

    /** Waits until sends have completed, and returns their number. */
    public int awaitSent() {
        return await(sendCq);
    }

    /** Waits until receives have completed, and returns their number. */
    public int awaitReceived() {
        return await(recvCq);
    }

    /** Polls until there are completions. Other threads may run between two polls. */
    @SuppressWarnings("ThreadPriorityCheck") // only a hint: the device needs the processor
    private int await(CompletionQueue cq) {
        int polled;
        while ((polled = cq.poll(completions)) == 0) {
            Thread.yield();
        }
        for (int i = 0; i < polled; i++) {
            if (!completions.isSuccess(i)) {
                throw new IllegalStateException("failed completion: " + completions.get(i));
            }
        }
        return polled;
    }

    @Override
    public void close() {
        context.close();
        provider.close();
    }
}
