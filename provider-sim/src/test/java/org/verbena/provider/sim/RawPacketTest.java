// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.verbena.CompletionArray;
import org.verbena.CompletionQueue;
import org.verbena.CqInitAttr;
import org.verbena.DeviceContext;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.RwqIndTable;
import org.verbena.RwqIndTableAttr;
import org.verbena.SendBatch;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowAttrType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqState;

/** Checks Ethernet frames: looped back, segmented, and distributed over work queues. */
class RawPacketTest {
    private static final int FRAME = 60;
    private static final int HEADERS = 54;
    private static final byte[] KEY = new byte[40];

    static {
        for (int i = 0; i < KEY.length; i++) {
            KEY[i] = (byte) (17 * i + 5);
        }
    }

    private final DeviceContext context = Sims.open("mlx5");

    @AfterEach
    void close() {
        context.close();
    }

    private End ready() {
        End end = new End(context, QpType.RAW_PACKET);
        toRts(end.qp);
        return end;
    }

    /** Directs all packets that reach the port to a queue pair. */
    private static void takeEverything(QueuePair qp) {
        qp.createFlow(FlowAttr.builder().type(FlowAttrType.ALL_DEFAULT).port(1).build());
    }

    private static void toRts(QueuePair qp) {
        qp.modify(QpAttr.builder().qpState(QpState.INIT).portNum(1).build());
        qp.modify(QpAttr.builder().qpState(QpState.RTR).build());
        qp.modify(QpAttr.builder().qpState(QpState.RTS).build());
    }

    /** Returns an IPv4/TCP header for an unused address. */
    private static ByteBuffer headers(int source) {
        ByteBuffer frame = ByteBuffer.allocateDirect(FRAME);
        frame.put(12, new byte[] {0x08, 0x00, 0x45});
        frame.put(23, (byte) 6);
        frame.putInt(26, source).putInt(30, 0x0A000001);
        frame.putShort(34, (short) (1000 + source)).putShort(36, (short) 80);
        frame.putInt(38, 7);
        frame.put(0, new byte[] {0x0A, 1, 2, 3, 4, 5});
        return frame;
    }

    @Test
    void aFrameForAnUnusedAddressIsLoopedBack() {
        End one = ready();
        takeEverything(one.qp);
        one.receive(1, 1024, 128);
        one.mr.view(0, FRAME).put(headers(1));
        one.post(wr -> wr.send().sge(one.mr, 0, FRAME));
        assertThat(one.completion().byteLen()).isEqualTo(FRAME);
        assertThat(one.mr.view(1024, FRAME)).isEqualTo(headers(1));
    }

    @Test
    void aLargeSendBecomesSegments() {
        End receiver = ready();
        takeEverything(receiver.qp);
        QueuePair sender = context.createQpEx(Sims.qp(QpType.RAW_PACKET, receiver.cq)
                .pd(receiver.pd)
                .maxRecvWr(0)
                .maxTsoHeader(64)
                .build());
        toRts(sender);
        for (int i = 0; i < 3; i++) {
            receiver.receive(i, 1024 + 256L * i, 256);
        }
        receiver.write("abcdefghij");
        SendBatch batch = context.newSendBatch(1, 1, 64);
        batch.add().wrId(9).signaled().tso(headers(1).limit(HEADERS), 4).sge(receiver.mr, 0, 10);
        sender.postSend(batch);

        for (int i = 0; i < 3; i++) {
            assertThat(receiver.completion().byteLen()).isEqualTo(HEADERS + (i < 2 ? 4 : 2));
            assertThat(receiver.mr.view(1024 + 256L * i, HEADERS).getInt(38))
                    .as("sequence number")
                    .isEqualTo(7 + 4 * i);
        }
        assertThat(receiver.completion().wrId()).isEqualTo(9);
        assertThat(receiver.read(1024 + HEADERS, 4)).isEqualTo("abcd");
        assertThat(receiver.read(1536 + HEADERS, 2)).isEqualTo("ij");
    }

    @Test
    void aTableSpreadsFrames() {
        End sender = ready();
        CompletionQueue cq = context.createCq(CqInitAttr.builder().cqe(64).build());
        List<WorkQueue> queues = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            WorkQueue queue = context.createWq(WqInitAttr.builder()
                    .pd(sender.pd)
                    .cq(cq)
                    .maxWr(16)
                    .maxSge(1)
                    .build());
            queue.modify(WqAttr.builder().wqState(WqState.RDY).build());
            RecvBatch receives = context.newRecvBatch(16, 1);
            for (int r = 0; r < 16; r++) {
                receives.add().wrId(r).sge(sender.mr, 2048, 128);
            }
            queue.postRecv(receives);
            queues.add(queue);
        }
        RwqIndTable table = context.createRwqIndTable(RwqIndTableAttr.of(queues));
        QueuePair spread = context.createQpEx(QpInitAttr.builder()
                .qpType(QpType.RAW_PACKET)
                .pd(sender.pd)
                .rwqIndTbl(table)
                .rxHashConf(RxHashConf.toeplitz(
                        KEY,
                        RxHashField.SRC_IPV4,
                        RxHashField.DST_IPV4,
                        RxHashField.SRC_PORT_TCP,
                        RxHashField.DST_PORT_TCP))
                .build());
        takeEverything(spread);
        for (int flow = 0; flow < 12; flow++) {
            sender.mr.view(0, FRAME).put(headers(flow));
            sender.post(wr -> wr.send().sge(sender.mr, 0, FRAME));
            sender.completion();
        }
        CompletionArray completions = context.newCompletionArray(64);
        assertThat(cq.poll(completions)).isEqualTo(12);
        assertThat(completions.qpNum(0))
                .isIn(queues.stream().map(WorkQueue::wqNum).toList());
        long used =
                IntStream.range(0, 12).mapToLong(completions::qpNum).distinct().count();
        assertThat(used).as("queues that received a flow").isGreaterThan(1);
    }
}
