// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.verbena.Completion;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.MemoryRegion;
import org.verbena.ProtectionDomain;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.SendWr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.AhAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.Mtu;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;

/** One end of a connection: a domain, a completion queue, 4 KiB of memory and a queue pair. */
final class End {
    static final Flags<AccessFlag> ALL = Flags.of(
            AccessFlag.LOCAL_WRITE,
            AccessFlag.REMOTE_WRITE,
            AccessFlag.REMOTE_READ,
            AccessFlag.REMOTE_ATOMIC,
            AccessFlag.MW_BIND);
    private static final Flags<AccessFlag> REMOTE =
            Flags.of(AccessFlag.REMOTE_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_ATOMIC);
    private static final int SIZE = 4096;

    final DeviceContext context;
    final ProtectionDomain pd;
    final CompletionQueue cq;
    final MemoryRegion mr;
    final QueuePair qp;
    final SendBatch sends;
    final RecvBatch recvs;
    private final CompletionArray completions;

    End(DeviceContext context, QpType type) {
        this(context, type, attr -> attr);
    }

    End(DeviceContext context, QpType type, UnaryOperator<QpInitAttr.Builder> changes) {
        this.context = context;
        pd = context.allocPd();
        cq = context.createCq(CqInitAttr.builder().cqe(64).build());
        mr = pd.allocMr(SIZE, ALL);
        QpInitAttr attr =
                changes.apply(Sims.qp(type, cq).maxSendSge(2).maxRecvSge(2)).build();
        // Only ibv_create_qp_ex creates the builders.
        qp = attr.sendOpsFlags().isEmpty()
                ? pd.createQp(attr)
                : context.createQpEx(attr.toBuilder().pd(pd).build());
        sends = context.newSendBatch(16, 4, 64);
        recvs = context.newRecvBatch(16, 4);
        completions = context.newCompletionArray(64);
    }

    /** Returns an end that sends and receives datagrams. */
    static End datagrams(DeviceContext context, long qkey) {
        End end = new End(context, QpType.UD);
        end.qp.modify(QpAttr.builder()
                .qpState(QpState.INIT)
                .pkeyIndex(0)
                .portNum(1)
                .qkey(qkey)
                .build());
        end.qp.modify(QpAttr.builder().qpState(QpState.RTR).build());
        end.qp.modify(QpAttr.builder().qpState(QpState.RTS).sqPsn(0).build());
        return end;
    }

    /** Connects two ends with each other, to RTS. */
    static void connect(End one, End other) {
        one.connectTo(other, attr -> attr);
        other.connectTo(one, attr -> attr);
    }

    /** Connects two ends whose path MTUs may differ. */
    static void connect(End one, Mtu ofOne, End other, Mtu ofOther) {
        one.connectTo(other, attr -> attr.pathMtu(ofOne), attr -> attr);
        other.connectTo(one, attr -> attr.pathMtu(ofOther), attr -> attr);
    }

    /** Moves the queue pair to RTS, with the caller's attributes for the last step. */
    End connectTo(End peer, UnaryOperator<QpAttr.Builder> changes) {
        return connectTo(peer, attr -> attr, changes);
    }

    /** Moves the queue pair to RTS, with the caller's attributes for RTR and, over RC, for RTS. */
    End connectTo(End peer, UnaryOperator<QpAttr.Builder> rtrChanges, UnaryOperator<QpAttr.Builder> changes) {
        return connectTo(peer, 0, rtrChanges, changes);
    }

    /** Moves the queue pair to RTS, with the GIDs at an index of both ends. */
    End connectTo(
            End peer, int gidIndex, UnaryOperator<QpAttr.Builder> rtrChanges, UnaryOperator<QpAttr.Builder> changes) {
        qp.modify(QpAttr.builder()
                .qpState(QpState.INIT)
                .pkeyIndex(0)
                .portNum(1)
                .qpAccessFlags(REMOTE)
                .build());
        QpAttr.Builder toRtr = rtrChanges.apply(QpAttr.builder()
                .qpState(QpState.RTR)
                .ahAttr(AhAttr.global(GlobalRoute.to(peer.context.queryGid(1, gidIndex), gidIndex), 1))
                .pathMtu(Mtu.BYTES_1024)
                .destQpNum(peer.qp.qpNum())
                .rqPsn(100));
        QpAttr.Builder toRts = QpAttr.builder().qpState(QpState.RTS).sqPsn(100);
        if (qp.qpType() != QpType.UC) {
            toRtr.maxDestRdAtomic(4).minRnrTimer(12);
            toRts = changes.apply(toRts.timeout(14).retryCnt(3).rnrRetry(3).maxRdAtomic(4));
        }
        qp.modify(toRtr.build());
        qp.modify(toRts.build());
        return this;
    }

    /** Writes text to the start of the memory. */
    End write(String text) {
        mr.view(0, text.length()).put(text.getBytes(StandardCharsets.US_ASCII));
        return this;
    }

    /** Reads text from the memory. */
    String read(long offset, int length) {
        byte[] bytes = new byte[length];
        mr.view(offset, length).get(bytes);
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    /** Posts a receive into part of the memory. */
    End receive(long wrId, long offset, long length) {
        recvs.clear();
        recvs.add().wrId(wrId).sge(mr, offset, length);
        qp.postRecv(recvs);
        return this;
    }

    /** Posts one send. */
    End post(Consumer<SendWr> request) {
        sends.clear();
        request.accept(sends.add().wrId(1).signaled());
        qp.postSend(sends);
        return this;
    }

    /** Returns the next completion, which must exist. */
    Completion completion() {
        CompletionArray one = context.newCompletionArray(1);
        assertThat(cq.poll(one)).as("completions").isEqualTo(1);
        Completion completion = one.get(0);
        one.release();
        return completion;
    }

    /** Returns whether the completion queue is empty. */
    boolean isQuiet() {
        int polled = cq.poll(completions);
        completions.release();
        return polled == 0;
    }
}
