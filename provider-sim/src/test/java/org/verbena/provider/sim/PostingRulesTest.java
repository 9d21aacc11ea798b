// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.verbena.DeviceContext;
import org.verbena.RecvBatch;
import org.verbena.SendBatch;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;
import org.verbena.error.PostException;

/** Checks which requests drivers reject in a post, and which they report in the completion. */
class PostingRulesTest {
    private static String refusal(Runnable post) {
        try {
            post.run();
            return "none";
        } catch (PostException e) {
            return e.errno().name();
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe", "mlx5", "mlx4", "hns"})
    void aFullSendQueueKeepsTheFirstRequestsOfABatch(String profile) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = new End(context, QpType.RC);
            End other = new End(context, QpType.RC);
            // The peer does not answer, so that no request leaves the queue.
            one.connectTo(other, attr -> attr.timeout(0));
            int room = Math.toIntExact(one.qp.grantedCap().maxSendWr());
            SendBatch batch = context.newSendBatch(room + 2, 1, 0);
            for (int i = 0; i < room + 2; i++) {
                batch.add().wrId(i).send().noData();
            }
            PostException refused = null;
            try {
                one.qp.postSend(batch);
            } catch (PostException e) {
                refused = e;
            }
            assertThat(refused).isNotNull();
            assertThat(refused.isQueueFull()).isTrue();
            assertThat(refused.badWr()).isEqualTo(room);
            one.qp.modify(QpAttr.builder().qpState(QpState.ERR).build());
            for (int i = 0; i < Math.min(room, one.cq.grantedCqe()); i++) {
                assertThat(one.completion().wrId()).isEqualTo(i);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,EINVAL", "mlx5,ENOMEM", "mlx4,none", "hns,EINVAL", "spec,EINVAL"})
    void theErrnoOfASendInResetDependsOnTheDriver(String profile, String errno) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = new End(context, QpType.RC);
            assertThat(refusal(() -> one.post(wr -> wr.send().noData()))).isEqualTo(errno);
        }
    }

    /** An unknown opcode fails with EINVAL even before RTS. libmlx5 checks the opcode before the number of elements. */
    @ParameterizedTest
    @CsvSource({"rxe,EINVAL", "mlx5,EINVAL", "mlx4,EINVAL", "hns,EINVAL", "spec,EINVAL"})
    void anUnknownOpcodeInResetFailsWithEinval(String profile, String errno) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = new End(context, QpType.RC);
            assertThat(refusal(() -> one.post(wr -> wr.noData().opcodeCode(77))))
                    .isEqualTo(errno);
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,EINVAL", "mlx5,EINVAL", "mlx4,none", "spec,EINVAL"})
    void theErrnoOfAReceiveInResetDependsOnTheDriver(String profile, String errno) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = new End(context, QpType.RC);
            assertThat(refusal(() -> one.receive(1, 0, 8))).isEqualTo(errno);
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,none", "mlx5,EINVAL", "mlx4,EINVAL"})
    void anUnknownOpcodeIsRejectedOrEndsInTheErrorState(String profile, String errno) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = new End(context, QpType.RC);
            End other = new End(context, QpType.RC);
            End.connect(one, other);
            assertThat(refusal(() -> one.post(wr -> wr.noData().opcodeCode(77))))
                    .isEqualTo(errno);
            assertThat(one.qp.query().attr().qpState()).isEqualTo(errno.equals("none") ? QpState.ERR : QpState.RTS);
        }
    }

    /** libmlx5 frees a slot when its completion is polled. rxe frees the slot when the work is done. */
    @ParameterizedTest
    @CsvSource({"mlx5,ENOMEM", "rxe,none"})
    void unpolledCompletionsOccupySlotsOnMlx5(String profile, String errno) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = new End(context, QpType.UC);
            End other = new End(context, QpType.UC);
            End.connect(one, other);
            long room = one.qp.grantedCap().maxSendWr();
            for (int i = 0; i < room; i++) {
                one.post(wr -> wr.send().noData());
            }
            assertThat(refusal(() -> one.post(wr -> wr.send().noData()))).isEqualTo(errno);
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe,REM_OP_ERR,LOC_QP_OP_ERR", "mlx5,REM_INV_REQ_ERR,LOC_LEN_ERR"})
    void aReceiveThatIsTooSmallFailsOnBothSides(String profile, WcStatus sent, WcStatus received) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = new End(context, QpType.RC);
            End other = new End(context, QpType.RC);
            End.connect(one, other);
            other.receive(1, 0, 7);
            one.post(wr -> wr.send().sge(one.mr, 0, 8));
            assertThat(one.completion().status()).isEqualTo(sent);
            assertThat(other.completion().status()).isEqualTo(received);
        }
    }

    /**
     * Inline data count as one element. mlx4 and rxe grant more elements than requested. The libraries of efa, siw and
     * erdma do not count inline data.
     */
    @ParameterizedTest
    @CsvSource({"mlx5,ENOMEM", "mlx4,none", "rxe,none", "spec,EINVAL"})
    void inlineDataCountsAsOneElement(String profile, String errno) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = new End(context, QpType.RC, attr -> attr.maxSendSge(0).maxInlineData(16));
            End other = new End(context, QpType.RC);
            End.connect(one, other);
            assertThat(refusal(() -> one.post(wr -> wr.send().inlineData(ByteBuffer.allocate(3)))))
                    .isEqualTo(errno);
        }
    }

    @ParameterizedTest
    @CsvSource({"rxe", "mlx5"})
    void aPostToAFullReceiveQueueFailsWithEnomem(String profile) {
        try (DeviceContext context = Sims.open(profile)) {
            End one = new End(context, QpType.UC);
            one.connectTo(one, attr -> attr);
            int room = Math.toIntExact(one.qp.grantedCap().maxRecvWr());
            RecvBatch batch = context.newRecvBatch(room + 1, 1);
            for (int i = 0; i <= room; i++) {
                batch.add().noData();
            }
            assertThat(refusal(() -> one.qp.postRecv(batch))).isEqualTo("ENOMEM");
        }
    }
}
