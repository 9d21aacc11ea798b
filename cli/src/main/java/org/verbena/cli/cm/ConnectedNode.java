// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.SendWr;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;

/** A connection of ucmatose. */
final class ConnectedNode extends MessageNode {
    /** As in C. The server takes rnr_retry_count 0 as well, so the client posts its receives before it connects. */
    private static final ConnParam PARAM = ConnParam.builder()
            .responderResources(1)
            .initiatorDepth(1)
            .retryCount(5)
            .rnrRetryCount(0)
            .build();

    private final OptionalInt ackTimeout;
    private @Nullable Parts parts;

    ConnectedNode(CmId id, EventLoop loop, MessagePlan plan, OptionalInt ackTimeout) {
        super(id, loop, plan, 0);
        this.ackTimeout = ackTimeout;
    }

    private record Parts(CompletionQueue sendCq, CompletionQueue recvCq, MemoryRegion buffer, QueuePair qp) {}

    private Parts parts() {
        return Objects.requireNonNull(parts);
    }

    @Override
    void open() {
        int depth = plan().depth();
        ProtectionDomain pd = id().pd().orElseThrow();
        CompletionQueue sendCq = createCq(depth);
        CompletionQueue recvCq = createCq(depth);
        MemoryRegion buffer = createBuffer(pd);
        QueuePair qp = own(id().createQp(QpInitAttr.builder()
                .sendCq(sendCq)
                .recvCq(recvCq)
                .maxSendWr(depth)
                .maxRecvWr(depth)
                .maxSendSge(1)
                .maxRecvSge(1)
                .sqSigAll(true)
                .build()));
        parts = new Parts(sendCq, recvCq, buffer, qp);
        postRecvs(qp, buffer);
    }

    @Override
    void connect() {
        id().connect(PARAM);
    }

    @Override
    void accept() {
        ackTimeout.ifPresent(id()::setAckTimeout);
        id().accept(ConnParam.defaults());
    }

    @Override
    void established(CmEvent event) {
        setConnected();
    }

    @Override
    void prepare(SendWr wr) {
        wr.send();
    }

    @Override
    void send() {
        postSends(parts().qp(), parts().buffer());
    }

    @Override
    void awaitReceives() {
        await(parts().recvCq(), "message");
    }

    @Override
    void awaitSends() {
        await(parts().sendCq(), "send");
    }

    @Override
    void completed(CompletionArray completions) {
        // The completion queues are separate, and the contents of messages do not matter.
    }
}
