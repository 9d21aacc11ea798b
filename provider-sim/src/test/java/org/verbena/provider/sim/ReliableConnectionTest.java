// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verbena.Completion;
import org.verbena.DeviceContext;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.WcOpcode;
import org.verbena.attr.WcStatus;

/** Checks data transfers between two connected queue pairs of one device. */
class ReliableConnectionTest {
    private DeviceContext context = Sims.open("mlx5");
    private End one = new End(context, QpType.RC);
    private End other = new End(context, QpType.RC);

    @AfterEach
    void close() {
        context.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rxe", "rxe-6.1", "mlx5", "mlx4", "hns", "irdma", "bnxt_re", "spec", "solaris", "aix"})
    void pingPong(String profile) {
        context.close();
        context = Sims.open(profile);
        one = new End(context, QpType.RC);
        other = new End(context, QpType.RC);
        End.connect(one, other);

        other.receive(7, 1024, 100);
        one.write("ping").post(wr -> wr.sendImm(0x01020304).sge(one.mr, 0, 4));

        Completion sent = one.completion();
        assertThat(sent.status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(sent.opcode()).isEqualTo(WcOpcode.SEND);
        Completion received = other.completion();
        assertThat(received.wrId()).isEqualTo(7);
        assertThat(received.status()).isEqualTo(WcStatus.SUCCESS);
        assertThat(received.opcode()).isEqualTo(WcOpcode.RECV);
        assertThat(received.byteLen()).isEqualTo(4);
        assertThat(received.qpNum()).isEqualTo(other.qp.qpNum());
        assertThat(received.immData()).isEqualTo(0x01020304);
        assertThat(other.read(1024, 4)).isEqualTo("ping");

        one.receive(8, 1024, 100);
        other.write("pong").post(wr -> wr.send().sge(other.mr, 0, 4));
        assertThat(one.completion().wrId()).isEqualTo(8);
        assertThat(one.read(1024, 4)).isEqualTo("pong");
    }

    @Test
    void writesWithImmediateDataAndReads() {
        End.connect(one, other);
        other.receive(9, 0, 0);
        one.write("written")
                .post(wr ->
                        wr.writeImm(other.mr.iova() + 2048, other.mr.rkey(), 5).sge(one.mr, 0, 7));
        assertThat(one.completion().isSuccess()).isTrue();
        Completion told = other.completion();
        assertThat(told.opcode()).isEqualTo(WcOpcode.RECV_RDMA_WITH_IMM);
        assertThat(told.byteLen()).isEqualTo(7);
        assertThat(told.immData()).isEqualTo(5);

        one.post(wr -> wr.read(other.mr.iova() + 2048, other.mr.rkey())
                .sge(one.mr, 512, 3)
                .sge(one.mr, 1024, 4));
        assertThat(one.completion().opcode()).isEqualTo(WcOpcode.RDMA_READ);
        assertThat(one.read(512, 3) + one.read(1024, 4)).isEqualTo("written");
    }

    @Test
    void atomicsReturnThePreviousValue() {
        End.connect(one, other);
        other.mr.view(0, 8).order(ByteOrder.nativeOrder()).putLong(0, 40);
        one.post(wr -> wr.fetchAdd(other.mr.iova(), other.mr.rkey(), 2).sge(one.mr, 64, 8));
        assertThat(one.completion().opcode()).isEqualTo(WcOpcode.FETCH_ADD);
        one.post(wr -> wr.compareSwap(other.mr.iova(), other.mr.rkey(), 42, 7).sge(one.mr, 72, 8));
        assertThat(one.completion().opcode()).isEqualTo(WcOpcode.COMP_SWAP);
        assertThat(one.mr.view(64, 16).order(ByteOrder.nativeOrder()).getLong(0))
                .isEqualTo(40);
        assertThat(one.mr.view(64, 16).order(ByteOrder.nativeOrder()).getLong(8))
                .isEqualTo(42);
        assertThat(other.mr.view(0, 8).order(ByteOrder.nativeOrder()).getLong(0))
                .isEqualTo(7);
    }

    @Test
    void inlineDataIsDelivered() {
        End.connect(one, other);
        other.receive(1, 0, 64);
        one.write("inline");
        one.post(wr -> wr.send().inlineData(one.mr.view(0, 6)));
        one.completion();
        assertThat(other.completion().byteLen()).isEqualTo(6);
        assertThat(other.read(0, 6)).isEqualTo("inline");
    }

    @Test
    void aForeignKeyEndsTheConnection() {
        End.connect(one, other);
        one.post(wr -> wr.write(other.mr.iova(), other.mr.rkey() + 256 * 1000).sge(one.mr, 0, 8));
        assertThat(one.completion().status()).isEqualTo(WcStatus.REM_ACCESS_ERR);
        assertThat(one.qp.query().attr().qpState()).isEqualTo(QpState.ERR);
        assertThat(other.qp.query().attr().qpState()).isEqualTo(QpState.ERR);
    }

    @Test
    void theErrorStateFlushesPostedRequests() {
        End.connect(one, other);
        one.receive(1, 0, 8).receive(2, 0, 8);
        one.qp.modify(QpAttr.builder().qpState(QpState.ERR).build());
        one.post(wr -> wr.send().noData());
        assertThat(one.completion().wrId()).isEqualTo(1);
        assertThat(one.completion().wrId()).isEqualTo(2);
        Completion late = one.completion();
        assertThat(late.status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
        assertThat(late.wrId()).isEqualTo(1);
        assertThat(one.isQuiet()).isTrue();
    }

    @Test
    void longMessagesTakeSeveralPackets() {
        End.connect(one, other);
        for (int i = 0; i < 3; i++) {
            other.receive(i, 0, 4096);
            one.post(wr -> wr.send().sge(one.mr));
            assertThat(one.completion().isSuccess()).isTrue();
            assertThat(other.completion().byteLen()).isEqualTo(4096);
        }
    }
}
