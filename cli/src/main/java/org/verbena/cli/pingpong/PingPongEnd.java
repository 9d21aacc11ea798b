// SPDX-License-Identifier: Apache-2.0
package org.verbena.cli.pingpong;

import static org.verbena.cli.pingpong.PingPongPlan.RECEIVES;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.verbena.AddressHandle;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Gid;
import org.verbena.attr.GidEntry;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.PortAttr;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.cli.text.UsageException;

/**
 * The queue pairs of one side. All messages use one buffer: a side returns what it has received. The attributes are
 * those of the programs of rdma-core.
 */
final class PingPongEnd {
    /** The {@code wr_id} of all receives. */
    static final long RECEIVE = 1;

    /** The {@code wr_id} of all sends. */
    static final long SEND = 2;

    private static final long QKEY = 0x1111_1111;
    private static final int PSNS = 1 << 24;
    private static final int MIN_RNR_TIMER = 12;
    private static final int TIMEOUT = 14;
    private static final int RETRIES = 7;

    private final PingPongPlan plan;
    private final ProtectionDomain pd;
    private final CompletionQueue cq;
    private final MemoryRegion region;
    private final @Nullable SharedReceiveQueue srq;
    private final List<QueuePair> qps = new ArrayList<>();
    private final List<PingPongAddress> addresses = new ArrayList<>();
    private final Optional<GidEntry> source;
    private final RecvBatch receives;
    private final SendBatch send;

    /**
     * Creates the queue pairs and posts the receives.
     *
     * @param context the device
     * @param plan the plan
     * @param source the entry of the GID table to use, empty if the peer shall use the LID
     */
    PingPongEnd(DeviceContext context, PingPongPlan plan, Optional<GidEntry> source) {
        this.plan = plan;
        this.source = source;
        PortAttr port = context.queryPort(plan.portNum());
        requireFits(port);
        pd = context.allocPd();
        cq = context.createCq(
                CqInitAttr.builder().cqe(RECEIVES + plan.queuePairs()).build());
        region = pd.allocMr(Math.max(1, plan.header() + plan.size()), AccessFlag.LOCAL_WRITE);
        srq = plan.type() == PingPongPlan.Type.SRQ
                ? pd.createSrq(SrqInitAttr.builder().maxWr(RECEIVES).maxSge(1).build())
                : null;
        receives = context.newRecvBatch(RECEIVES, 1);
        for (int i = 0; i < RECEIVES; i++) {
            receives.add().wrId(RECEIVE).sge(region, 0, plan.header() + plan.size());
        }
        send = context.newSendBatch(1);
        send.add().wrId(SEND).send().signaled();
        if (plan.size() > 0) {
            send.get(0).sge(region, plan.header(), plan.size());
        }
        for (int i = 0; i < plan.queuePairs(); i++) {
            QueuePair qp = pd.createQp(request());
            qps.add(qp);
            int psn = ThreadLocalRandom.current().nextInt(PSNS);
            addresses.add(new PingPongAddress(port.lid(), (int) qp.qpNum(), psn, gid()));
            qp.modify(toInit());
        }
        post(RECEIVES);
    }

    private void requireFits(PortAttr port) {
        int limit = 128 << port.activeMtuCode();
        if (plan.type() == PingPongPlan.Type.UD && plan.size() > limit) {
            throw new UsageException("--size " + plan.size() + " exceeds the MTU of the port, " + limit
                    + " bytes; a datagram is one packet");
        }
    }

    private Gid gid() {
        return source.map(GidEntry::gid).orElseGet(() -> Gid.of(new byte[Gid.LENGTH]));
    }

    private QpInitAttr request() {
        QpInitAttr.Builder attr = QpInitAttr.builder()
                .qpType(plan.type().qpType())
                .sendCq(cq)
                .recvCq(cq)
                .maxSendWr(1)
                .maxSendSge(1);
        return srq == null
                ? attr.maxRecvWr(RECEIVES).maxRecvSge(1).build()
                : attr.srq(srq).build();
    }

    private QpAttr toInit() {
        return plan.type() == PingPongPlan.Type.UD
                ? QpAttr.builder()
                        .qpState(QpState.INIT)
                        .pkeyIndex(0)
                        .portNum(plan.portNum())
                        .qkey(QKEY)
                        .build()
                : QpAttr.toInit(plan.portNum()).build();
    }

    /** Returns the addresses of the queue pairs, for the peer. */
    List<PingPongAddress> addresses() {
        return addresses;
    }

    /** Connects each queue pair with one of the peer. */
    void connect(List<PingPongAddress> peers) {
        for (int i = 0; i < qps.size(); i++) {
            QueuePair qp = qps.get(i);
            int psn = addresses.get(i).psn();
            PingPongAddress peer = peers.get(i);
            switch (plan.type()) {
                case RC, SRQ -> {
                    qp.modify(QpAttr.toRtr(plan.mtu(), peer.qpn(), peer.psn(), address(peer))
                            .minRnrTimer(MIN_RNR_TIMER)
                            .build());
                    qp.modify(QpAttr.toRts(psn)
                            .timeout(TIMEOUT)
                            .retryCnt(RETRIES)
                            .rnrRetry(RETRIES)
                            .build());
                }
                case UC -> {
                    qp.modify(QpAttr.builder()
                            .qpState(QpState.RTR)
                            .ahAttr(address(peer))
                            .pathMtu(plan.mtu())
                            .destQpNum(peer.qpn())
                            .rqPsn(peer.psn())
                            .build());
                    toRts(qp, psn);
                }
                case UD -> {
                    qp.modify(QpAttr.builder().qpState(QpState.RTR).build());
                    toRts(qp, psn);
                    AddressHandle handle = pd.createAh(address(peer));
                    send.get(0).to(handle, peer.qpn(), QKEY);
                }
            }
        }
    }

    private static void toRts(QueuePair qp, int psn) {
        qp.modify(QpAttr.builder().qpState(QpState.RTS).sqPsn(psn).build());
    }

    private AhAttr address(PingPongAddress peer) {
        AhAttr.Builder address = AhAttr.builder().portNum(plan.portNum()).dlid(peer.lid());
        if (peer.isGlobal() && source.isPresent()) {
            address.grh(new GlobalRoute(peer.gid(), 0, (int) source.get().gidIndex(), 1, 0));
        }
        return address.build();
    }

    CompletionQueue cq() {
        return cq;
    }

    /** Returns the buffer of all messages. */
    MemoryRegion region() {
        return region;
    }

    /** Returns the index of the queue pair with a number. */
    int indexOf(long qpNum) {
        for (int i = 0; i < qps.size(); i++) {
            if (qps.get(i).qpNum() == qpNum) {
                return i;
            }
        }
        throw new IllegalStateException("a completion of queue pair " + qpNum + ", which is not one of this command");
    }

    /** Posts receives. */
    void post(int count) {
        if (srq == null) {
            qps.get(0).postRecv(receives, 0, count);
        } else {
            srq.postRecv(receives, 0, count);
        }
    }

    /** Sends the buffer. */
    void send(int qp) {
        qps.get(qp).postSend(send);
    }
}
