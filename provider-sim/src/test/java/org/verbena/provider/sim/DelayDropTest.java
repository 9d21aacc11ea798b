// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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
import org.verbena.WorkQueue;
import org.verbena.WqInitAttr;
import org.verbena.attr.Flags;
import org.verbena.attr.FlowAttr;
import org.verbena.attr.FlowAttrType;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.RxHashConf;
import org.verbena.attr.RxHashField;
import org.verbena.attr.WqAttr;
import org.verbena.attr.WqFlag;
import org.verbena.attr.WqState;

/**
 * Checks frames that wait for a receive of a work queue: their timeout, their memory limit, and the end of the wait.
 */
class DelayDropTest {
    private static final int FRAME = 1400;
    private static final int DEPTH = 256;

    /** The number of frames that fit into 128 KiB. Each frame takes its length and 512 bytes. */
    private static final int MOST_FRAMES = (1 << 17) / (FRAME + 512);

    private final SimProvider provider =
            SimProvider.builder().device("mlx5").clock(ClockMode.MANUAL).build();
    private final DeviceContext context = provider.devices().get(0).open();
    private final End sender = new End(context, QpType.RAW_PACKET);
    private final CompletionQueue cq =
            context.createCq(CqInitAttr.builder().cqe(DEPTH).build());
    private final CompletionArray completions = context.newCompletionArray(DEPTH);
    private final WorkQueue queue = context.createWq(WqInitAttr.builder()
            .pd(sender.pd)
            .cq(cq)
            .maxWr(DEPTH)
            .maxSge(1)
            .createFlags(WqFlag.DELAY_DROP, WqFlag.CVLAN_STRIPPING)
            .build());
    private final RwqIndTable table = context.createRwqIndTable(RwqIndTableAttr.of(List.of(queue)));
    private final QueuePair receiver = context.createQpEx(QpInitAttr.builder()
            .qpType(QpType.RAW_PACKET)
            .pd(sender.pd)
            .rwqIndTbl(table)
            .rxHashConf(RxHashConf.toeplitz(new byte[40], RxHashField.SRC_IPV4))
            .build());

    @BeforeEach
    void prepare() {
        for (QpState state : List.of(QpState.INIT, QpState.RTR, QpState.RTS)) {
            QpAttr.Builder attr = QpAttr.builder().qpState(state);
            sender.qp.modify((state == QpState.INIT ? attr.portNum(1) : attr).build());
        }
        queue.modify(WqAttr.builder().wqState(WqState.RDY).build());
        sender.mr.view(0, 1).put((byte) 2);
    }

    @AfterEach
    void close() {
        context.close();
    }

    private AutoCloseable takeEverything() {
        return receiver.createFlow(
                FlowAttr.builder().type(FlowAttrType.ALL_DEFAULT).port(1).build());
    }

    private void transmit() {
        sender.post(wr -> wr.send().sge(sender.mr, 0, FRAME));
        sender.completion();
    }

    /** Posts receives and returns the number of frames that they receive immediately. */
    private int framesFor(int receives) {
        RecvBatch batch = context.newRecvBatch(receives, 1);
        for (int i = 0; i < receives; i++) {
            batch.add().wrId(i).sge(sender.mr, 2048, FRAME);
        }
        queue.postRecv(batch);
        return cq.poll(completions);
    }

    @Test
    void frameWaitsForReceive() {
        takeEverything();
        transmit();
        provider.fabric().clock().advance(Duration.ofMillis(99));

        assertThat(framesFor(1)).isEqualTo(1);
        assertThat(completions.byteLen(0)).isEqualTo(FRAME);
    }

    @Test
    void frameIsLostAfterTheTimeout() {
        takeEverything();
        transmit();
        provider.fabric().clock().advance(Duration.ofMillis(50));
        transmit();
        provider.fabric().clock().advance(Duration.ofMillis(51));

        assertThat(framesFor(2)).as("the first one is lost, the second is not").isEqualTo(1);
    }

    @Test
    void memoryOfWaitingFramesIsLimited() {
        takeEverything();
        for (int i = 0; i < DEPTH - 1; i++) {
            transmit();
        }

        assertThat(framesFor(DEPTH - 1)).isEqualTo(MOST_FRAMES);
    }

    @Test
    void resetDropsWaitingFrames() {
        takeEverything();
        transmit();
        queue.modify(WqAttr.builder().wqState(WqState.RESET).build());
        queue.modify(WqAttr.builder().wqState(WqState.RDY).build());

        assertThat(framesFor(1)).isZero();
    }

    @Test
    void closedReceiverDropsWaitingFrames() throws Exception {
        AutoCloseable rule = takeEverything();
        transmit();
        rule.close();
        receiver.close();

        assertThat(framesFor(1)).isZero();
    }

    @Test
    void modifyEndsStrippingOfTags() {
        takeEverything();
        ByteBuffer frame = sender.mr.view(0, FRAME);
        frame.putInt(12, 0x8100_2064);
        transmit();
        assertThat(framesFor(1)).isEqualTo(1);
        assertThat(completions.byteLen(0)).isEqualTo(FRAME - 4);

        queue.modify(WqAttr.builder()
                .flags(Flags.none(WqFlag.class))
                .flagsMask(WqFlag.CVLAN_STRIPPING)
                .build());
        transmit();
        assertThat(framesFor(1)).isEqualTo(1);
        assertThat(completions.byteLen(0)).isEqualTo(FRAME);
    }
}
