// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.cm;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.verbena.AddressHandle;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.SendWr;
import org.verbena.attr.Flags;
import org.verbena.attr.QpAttr;
import org.verbena.cli.text.CommandException;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.UdParam;

/** A datagram queue pair of udaddy or mckey, and the destination of its messages. */
final class DatagramNode extends MessageNode {
    /** The bytes in front of a datagram: {@code struct ibv_grh}. */
    static final int HEADER = 40;

    private final boolean signaled;
    private final boolean receives;
    private @Nullable Parts parts;
    private @Nullable Target target;

    /**
     * Creates a node without objects.
     *
     * @param receives whether the node receives messages before it sends
     * @param signaled whether its sends have completions
     */
    DatagramNode(CmId id, EventLoop loop, MessagePlan plan, boolean receives, boolean signaled) {
        super(id, loop, plan, HEADER);
        this.receives = receives;
        this.signaled = signaled;
    }

    private record Parts(ProtectionDomain pd, CompletionQueue cq, MemoryRegion buffer, QueuePair qp) {}

    private record Target(AddressHandle handle, long qpn, long qkey) {}

    private Parts parts() {
        return Objects.requireNonNull(parts);
    }

    @Override
    void open() {
        int mtu = 128 << id().verbs().orElseThrow().queryPort(id().portNum()).activeMtuCode();
        if (plan().messages() > 0 && plan().size() > mtu) {
            throw new CommandException("message_size = " + plan().size() + " bytes, limit " + mtu + ", the active MTU");
        }
        int depth = plan().depth();
        ProtectionDomain pd = id().pd().orElseThrow();
        CompletionQueue cq = createCq(2 * depth);
        MemoryRegion buffer = createBuffer(pd);
        QueuePair qp = own(id().createQp(QpInitAttr.builder()
                .sendCq(cq)
                .recvCq(cq)
                .maxSendWr(depth)
                .maxRecvWr(depth)
                .maxSendSge(1)
                .maxRecvSge(1)
                .build()));
        parts = new Parts(pd, cq, buffer, qp);
        if (receives) {
            postRecvs(qp, buffer);
        }
    }

    /** Returns the number of the queue pair. */
    long qpNum() {
        return parts().qp().qpNum();
    }

    @Override
    void connect() {
        id().connect(ConnParam.builder()
                .responderResources(0)
                .initiatorDepth(0)
                .retryCount(0)
                .rnrRetryCount(0)
                .build());
    }

    @Override
    void accept() {
        id().accept(ConnParam.builder()
                .responderResources(0)
                .initiatorDepth(0)
                .qpNum(qpNum())
                .build());
        setConnected();
    }

    @Override
    void established(CmEvent event) {
        UdParam ud = event.ud()
                .orElseThrow(() -> new CommandException("event " + event.type().cName() + " has no address"));
        target = new Target(own(parts().pd().createAh(ud.ahAttr())), ud.qpNum(), ud.qkey());
        setConnected();
    }

    @Override
    void prepare(SendWr wr) {
        Target to = target;
        if (to == null) {
            throw new CommandException("no address for a reply: the peer has sent no message");
        }
        wr.sendImm((int) qpNum()).to(to.handle(), to.qpn(), to.qkey());
        if (signaled) {
            wr.signaled();
        }
    }

    @Override
    void send() {
        postSends(parts().qp(), parts().buffer());
    }

    @Override
    void awaitReceives() {
        await(parts().cq(), "message");
    }

    @Override
    void awaitSends() {
        if (signaled) {
            await(parts().cq(), "send");
        }
    }

    /** Learns the destination of the replies from the first message. */
    @Override
    void completed(CompletionArray completions) {
        if (target == null) {
            DatagramSource source = new DatagramSource(
                    id().verbs().orElseThrow(), id().portNum(), parts().buffer().view(0, HEADER), completions);
            target = new Target(
                    own(parts().pd().createAh(source.address())),
                    Integer.toUnsignedLong(completions.immData(0)),
                    parts().qp().query(Flags.of(QpAttr.Mask.QKEY)).attr().qkey());
        }
    }
}
