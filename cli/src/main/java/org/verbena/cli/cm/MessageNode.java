// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.util.ArrayDeque;
import java.util.Deque;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.VerbsObject;
import org.verbena.attr.AccessFlag;
import org.verbena.cli.text.CommandException;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmId;

/**
 * A connection or address of a program that sends and receives a number of messages. All messages use one buffer, as in
 * C. The objects exist after {@link #open}.
 */
abstract class MessageNode implements AutoCloseable {
    private final CmId id;
    private final EventLoop loop;
    private final MessagePlan plan;
    private final int header;
    private final Deque<VerbsObject> objects = new ArrayDeque<>();
    private boolean connected;

    /**
     * Creates a node without objects.
     *
     * @param header the number of bytes in front of a received message
     */
    MessageNode(CmId id, EventLoop loop, MessagePlan plan, int header) {
        this.id = id;
        this.loop = loop;
        this.plan = plan;
        this.header = header;
    }

    final CmId id() {
        return id;
    }

    final MessagePlan plan() {
        return plan;
    }

    /** Returns whether messages can be sent. */
    final boolean isConnected() {
        return connected;
    }

    final void setConnected() {
        connected = true;
    }

    final <T extends VerbsObject> T own(T object) {
        objects.push(object);
        return object;
    }

    final CompletionQueue createCq(int entries) {
        DeviceContext context = id.verbs().orElseThrow();
        return own(context.createCq(CqInitAttr.builder().cqe(entries).build()));
    }

    /** Creates the buffer. */
    final MemoryRegion createBuffer(ProtectionDomain pd) {
        return own(pd.allocMr(Math.max(1, header + plan.size()), AccessFlag.LOCAL_WRITE));
    }

    // ---------------------------------------------------------------- connection

    /** Creates the objects. */
    abstract void open();

    /** Requests the connection. */
    abstract void connect();

    /** Accepts the request of a client. */
    abstract void accept();

    /** Handles the end of the handshake. */
    abstract void established(CmEvent event);

    // ---------------------------------------------------------------- messages

    /** Posts a receive for each message. */
    final void postRecvs(QueuePair qp, MemoryRegion buffer) {
        RecvBatch batch = qp.context().newRecvBatch(1, 1);
        batch.add().sge(buffer, 0, header + plan.size());
        for (int i = 0; i < plan.messages(); i++) {
            qp.postRecv(batch);
        }
    }

    /** Posts a send for each message. */
    final void postSends(QueuePair qp, MemoryRegion buffer) {
        SendBatch batch = qp.context().newSendBatch(1);
        prepare(batch.add().sge(buffer, header, plan.size()));
        for (int i = 0; i < plan.messages(); i++) {
            qp.postSend(batch);
        }
    }

    /** Sets the operation, the flags and the destination of a send. */
    abstract void prepare(SendWr wr);

    /** Sends all messages. */
    abstract void send();

    /** Waits until all messages were received. */
    abstract void awaitReceives();

    /** Waits until all messages were sent. */
    abstract void awaitSends();

    /**
     * Waits for a completion of each message.
     *
     * @param what the description of what is waited for
     */
    final void await(CompletionQueue cq, String what) {
        CompletionArray completions = cq.context().newCompletionArray(1);
        for (int done = 0; done < plan.messages(); done++) {
            String which = what + " " + (done + 1) + " of " + plan.messages();
            if (!loop.await(id, cq, completions, which)) {
                throw new CommandException("the peer has disconnected before " + which);
            }
            completed(completions);
        }
    }

    /** Handles a completion. */
    abstract void completed(CompletionArray completions);

    @Override
    public void close() {
        objects.forEach(VerbsObject::close);
        objects.clear();
        id.close();
    }
}
