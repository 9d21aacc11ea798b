// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.DeviceContext;
import org.verbena.QpInitAttr;
import org.verbena.QueuePair;
import org.verbena.RecvBatch;
import org.verbena.RwqIndTableAttr;
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.attr.AhAttr;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowAttrType;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpCreateFlag;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;

/**
 * Checks PCI_WRITE_END_PADDING: zeros follow a message up to the end of the cache line, but not beyond its last
 * element. Messages have 60 bytes after their first element, which holds 40.
 */
class EndPaddingTest {
    private static final long QKEY = 0x1234;
    private static final int FIRST = 40;
    private static final int LENGTH = 60;
    private static final int LINE = 64;
    private static final int MEMORY = 4096;

    private final DeviceContext context = Sims.open("mlx5");
    private final End end = new End(context, QpType.RAW_PACKET);
    private final long line = 2048 + Math.floorMod(-end.mr.iova(), (long) LINE);
    private final byte[] memory = new byte[MEMORY];

    EndPaddingTest() {
        new Random(1).nextBytes(memory);
        memory[0] = 2;
        end.mr.view(0, MEMORY).put(memory);
        toRts(end.qp);
    }

    @AfterEach
    void close() {
        context.close();
    }

    private static void toRts(QueuePair qp) {
        qp.modify(QpAttr.builder().qpState(QpState.INIT).portNum(1).build());
        qp.modify(QpAttr.builder().qpState(QpState.RTR).build());
        qp.modify(QpAttr.builder().qpState(QpState.RTS).build());
    }

    private static void takeEverything(QueuePair qp) {
        qp.createFlow(FlowAttr.builder().type(FlowAttrType.ALL_DEFAULT).port(1).build());
    }

    /** Returns a receive whose second element begins with a cache line. */
    private RecvBatch receive(int offset, int length) {
        RecvBatch batch = context.newRecvBatch(1, 2);
        batch.add().wrId(1).sge(end.mr, 1024, FIRST).sge(end.mr, line + offset, length);
        return batch;
    }

    /** Asserts that a message is in its two elements, and that only the bytes up to a place are zeros. */
    private void assertPadded(byte[] message, int offset, int zerosTo) {
        int from = (int) line + offset;
        System.arraycopy(message, 0, memory, 1024, FIRST);
        System.arraycopy(message, FIRST, memory, from, LENGTH);
        Arrays.fill(memory, from + LENGTH, (int) line + zerosTo, (byte) 0);
        byte[] actual = new byte[MEMORY];
        end.mr.view(0, MEMORY).get(actual);
        assertThat(actual).isEqualTo(memory);
    }

    private byte[] frame() {
        return Arrays.copyOf(memory, FIRST + LENGTH);
    }

    private void transmit() {
        end.post(wr -> wr.send().sge(end.mr, 0, FIRST + LENGTH));
    }

    @ParameterizedTest
    @CsvSource({"0,512,64", "0,64,64", "0,62,62", "0,60,60", "3,512,64", "4,512,64", "5,512,128"})
    void ofAQueuePair(int offset, int element, int zerosTo) {
        QueuePair padding = context.createQpEx(Sims.qp(QpType.RAW_PACKET, end.cq)
                .maxRecvSge(2)
                .pd(end.pd)
                .createFlags(QpCreateFlag.PCI_WRITE_END_PADDING)
                .build());
        toRts(padding);
        takeEverything(padding);
        padding.postRecv(receive(offset, element));
        transmit();

        assertThat(end.completion().byteLen()).isEqualTo(FIRST + LENGTH);
        assertPadded(frame(), offset, zerosTo);
    }

    @ParameterizedTest
    @CsvSource({"0,512,64", "0,62,62"})
    void ofAWorkQueue(int offset, int element, int zerosTo) {
        WorkQueue queue = context.createWq(WqInitAttr.builder()
                .pd(end.pd)
                .cq(end.cq)
                .maxWr(1)
                .maxSge(2)
                .createFlags(WqFlag.PCI_WRITE_END_PADDING, WqFlag.CVLAN_STRIPPING)
                .build());
        queue.modify(WqAttr.builder().wqState(WqState.RDY).build());
        QueuePair spread = context.createQpEx(QpInitAttr.builder()
                .qpType(QpType.RAW_PACKET)
                .pd(end.pd)
                .rwqIndTbl(context.createRwqIndTable(RwqIndTableAttr.of(List.of(queue))))
                .rxHashConf(RxHashConf.toeplitz(new byte[40], RxHashField.SRC_IPV4))
                .build());
        takeEverything(spread);
        // A later change of another flag keeps the padding.
        queue.modify(WqAttr.builder()
                .flags(WqFlag.CVLAN_STRIPPING)
                .flagsMask(WqFlag.CVLAN_STRIPPING)
                .build());
        queue.postRecv(receive(offset, element));
        transmit();

        assertThat(end.completion().byteLen()).isEqualTo(FIRST + LENGTH);
        assertPadded(frame(), offset, zerosTo);
    }

    @ParameterizedTest
    @CsvSource({"0,512,64", "0,62,62"})
    void ofADatagram(int offset, int element, int zerosTo) {
        QueuePair padding = context.createQpEx(Sims.qp(QpType.UD, end.cq)
                .maxRecvSge(2)
                .pd(end.pd)
                .createFlags(QpCreateFlag.PCI_WRITE_END_PADDING)
                .build());
        padding.modify(QpAttr.builder()
                .qpState(QpState.INIT)
                .pkeyIndex(0)
                .portNum(1)
                .qkey(QKEY)
                .build());
        padding.modify(QpAttr.builder().qpState(QpState.RTR).build());
        padding.postRecv(receive(offset, element));
        End sender = End.datagrams(context, QKEY);
        sender.mr.view(0, LENGTH).put(memory, 0, LENGTH);
        sender.post(wr -> wr.send()
                .sge(sender.mr, 0, LENGTH)
                .to(
                        sender.pd.createAh(AhAttr.global(GlobalRoute.to(context.queryGid(1, 0), 0), 1)),
                        padding.qpNum(),
                        QKEY));

        assertThat(end.completion().byteLen()).isEqualTo(FIRST + LENGTH);
        byte[] message = new byte[FIRST + LENGTH];
        end.mr.view(1024, FIRST).get(message, 0, FIRST);
        System.arraycopy(memory, 0, message, FIRST, LENGTH);
        assertPadded(message, offset, zerosTo);
    }
}
