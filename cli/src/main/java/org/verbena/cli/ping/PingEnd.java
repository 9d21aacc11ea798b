// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.ping;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.VerbsObject;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.cm.CmId;
import org.verbena.connect.Connector;
import org.verbena.connect.Peer;

/** One of the two sides: a queue pair and its buffers. */
final class PingEnd implements AutoCloseable {
    /**
     * The number of empty receive polls per poll of the send queue. While no message arrives, sends can only report
     * errors.
     */
    private static final int POLLS_PER_REAP = 64;

    private final QueuePair qp;
    private final ProtectionDomain pd;
    private final PingPlan plan;
    private final PingSendRing sends;
    private final PingRecvRing receives;
    private final Deque<VerbsObject> objects;
    private int polls;

    private PingEnd(
            Deque<VerbsObject> objects,
            QueuePair qp,
            ProtectionDomain pd,
            PingPlan plan,
            PingSendRing sends,
            PingRecvRing receives) {
        this.objects = objects;
        this.qp = qp;
        this.pd = pd;
        this.plan = plan;
        this.sends = sends;
        this.receives = receives;
    }

    /**
     * Creates a queue pair that accepts receives, and posts them. On failure, all created objects are destroyed.
     *
     * @throws org.verbena.cli.text.CommandException if messages are too long for the port
     * @throws org.verbena.error.VerbsException if the device rejects a request
     */
    static PingEnd open(DeviceContext context, PingPlan plan, Connector connector) {
        int portNum = connector.settings().portNum();
        return open(context, plan, portNum, ProtectionDomain::createQp, connector::prepare);
    }

    /**
     * Creates the queue pair of an identifier, and posts its receives. On failure, all created objects are destroyed.
     *
     * @param id a connection whose peer is known
     * @throws org.verbena.cli.text.CommandException if messages are too long for the port
     * @throws org.verbena.error.VerbsException if the device rejects a request
     */
    static PingEnd open(CmId id, PingPlan plan) {
        DeviceContext context = id.verbs().orElseThrow();
        return open(
                context,
                plan,
                id.portNum(),
                (pd, attr) -> id.createQp(attr.toBuilder().pd(pd).build()),
                qp -> {});
    }

    private static PingEnd open(
            DeviceContext context,
            PingPlan plan,
            int portNum,
            BiFunction<ProtectionDomain, QpInitAttr, QueuePair> creation,
            Consumer<QueuePair> preparation) {
        plan.requireFit(context.queryPort(portNum));
        Deque<VerbsObject> objects = new ArrayDeque<>();
        try {
            return open(context, plan, creation, preparation, objects);
        } catch (RuntimeException e) {
            objects.forEach(VerbsObject::close);
            throw e;
        }
    }

    private static PingEnd open(
            DeviceContext context,
            PingPlan plan,
            BiFunction<ProtectionDomain, QpInitAttr, QueuePair> creation,
            Consumer<QueuePair> preparation,
            Deque<VerbsObject> objects) {
        ProtectionDomain pd = context.allocPd();
        objects.push(pd);
        CompletionQueue sendCq = cq(context, plan.depth());
        objects.push(sendCq);
        CompletionQueue recvCq = cq(context, plan.depth());
        objects.push(recvCq);
        long sent = (long) plan.depth() * plan.size();
        long received = (long) plan.depth() * plan.receiveLength();
        MemoryRegion region = pd.allocMr(Math.max(1, sent + received), Flags.of(AccessFlag.LOCAL_WRITE));
        objects.push(region);
        QpInitAttr attr = QpInitAttr.builder()
                .qpType(plan.type())
                .sendCq(sendCq)
                .recvCq(recvCq)
                .maxSendWr(plan.depth())
                .maxRecvWr(plan.depth())
                .maxSendSge(1)
                .maxRecvSge(1)
                .maxInlineData(plan.inline() ? plan.size() : 0)
                .build();
        QueuePair qp = creation.apply(pd, attr);
        objects.push(qp);
        Payload payload = new Payload(plan.size());
        PingSendRing sends = new PingSendRing(qp, sendCq, region, plan, payload);
        PingRecvRing receives = new PingRecvRing(qp, recvCq, region, sent, plan, payload);
        preparation.accept(qp);
        receives.postAll();
        return new PingEnd(objects, qp, pd, plan, sends, receives);
    }

    private static CompletionQueue cq(DeviceContext context, int entries) {
        return context.createCq(CqInitAttr.builder().cqe(entries).build());
    }

    /** Returns the queue pair, which is in state INIT and ready to be connected. */
    QueuePair qp() {
        return qp;
    }

    /** Destroys all objects, in reverse order of creation. */
    @Override
    public void close() {
        objects.forEach(VerbsObject::close);
    }

    /** Sets the peer that receives all further messages. */
    void meet(Peer peer) {
        if (plan.isDatagram()) {
            sends.address(pd, peer);
        }
    }

    /** Returns whether the next message can be sent now. */
    boolean hasFreeSlot() {
        if (!sends.hasFreeSlot()) {
            sends.reap();
        }
        return sends.hasFreeSlot();
    }

    void send(int number) {
        sends.send(number);
    }

    /**
     * Takes the next message, if one has arrived.
     *
     * @return the message number, or {@link PingRecvRing#NONE}
     */
    long take() {
        long number = receives.take();
        if (number == PingRecvRing.NONE && ++polls % POLLS_PER_REAP == 0) {
            sends.reap();
        }
        return number;
    }

    /**
     * The contents of messages, identical on both sides. They differ between {@value #VARIANTS} consecutive messages.
     */
    static final class Payload {
        private static final int VARIANTS = 256;
        private static final long SEED = 0x5642_4E41;

        private final ByteBuffer[] variants = new ByteBuffer[VARIANTS];

        Payload(int size) {
            byte[] random = new byte[size + VARIANTS];
            new Random(SEED).nextBytes(random);
            ByteBuffer bytes = ByteBuffer.allocateDirect(random.length).put(random);
            for (int i = 0; i < VARIANTS; i++) {
                variants[i] = bytes.slice(i, size);
            }
        }

        /** Returns the contents of a message, from position 0 to the limit. */
        ByteBuffer of(int number) {
            return variants[number & (VARIANTS - 1)];
        }
    }
}
