// SPDX-License-Identifier: Apache-2.0
package org.verbena.provider.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.verbena.AddressHandle;
import org.verbena.Completion;
import org.verbena.DeviceContext;
import org.verbena.attr.AhAttr;
import org.verbena.attr.CompletionFlag;
import org.verbena.attr.Gid;
import org.verbena.attr.GlobalRoute;
import org.verbena.attr.QpState;
import org.verbena.attr.WcStatus;

/** Checks datagrams to one and to many receivers. */
class DatagramTest {
    private static final long QKEY = 0x1234;
    private static final long ALL = 0xFFFFFF;

    private final SimProvider provider = Fabrics.of(ClockMode.VIRTUAL, "mlx5", "rxe");
    private final DeviceContext hardware = Fabrics.open(provider, 0);
    private final DeviceContext software = Fabrics.open(provider, 1);

    @AfterEach
    void close() {
        hardware.close();
        software.close();
    }

    private static End ready(DeviceContext context) {
        return End.datagrams(context, QKEY);
    }

    private static AddressHandle address(End from, Gid gid) {
        return from.pd.createAh(AhAttr.global(GlobalRoute.to(gid, 0), 1));
    }

    @Test
    void aDatagramComesWithItsHeader() {
        End one = ready(hardware);
        End other = ready(software);
        other.receive(5, 0, 100);
        AddressHandle to = address(one, software.queryGid(1, 0));
        one.write("hello").post(wr -> wr.sendImm(9).sge(one.mr, 0, 5).to(to, other.qp.qpNum(), QKEY));

        assertThat(one.completion().isSuccess()).isTrue();
        Completion received = other.completion();
        assertThat(received.byteLen()).isEqualTo(45);
        assertThat(received.srcQp()).isEqualTo(one.qp.qpNum());
        assertThat(received.immData()).isEqualTo(9);
        assertThat(received.wcFlags().contains(CompletionFlag.GRH)).isTrue();
        assertThat(other.read(40, 5)).isEqualTo("hello");
        ByteBuffer header = other.mr.view(0, 40);
        byte[] source = new byte[Gid.LENGTH];
        header.get(8, source);
        assertThat(Gid.of(source)).isEqualTo(hardware.queryGid(1, 0));
    }

    @Test
    void undeliverableDatagramsAreDroppedWithoutAnError() {
        End one = ready(hardware);
        End other = ready(hardware);
        AddressHandle to = address(one, hardware.queryGid(1, 0));
        one.post(wr -> wr.send().to(to, other.qp.qpNum(), QKEY));
        other.receive(5, 0, 100);
        one.post(wr -> wr.send().to(to, other.qp.qpNum(), QKEY + 1));
        one.post(wr -> wr.send().to(to, 0x4321, QKEY));
        for (int i = 0; i < 3; i++) {
            assertThat(one.completion().isSuccess()).isTrue();
        }
        assertThat(other.isQuiet()).isTrue();
    }

    @Test
    void aDatagramLongerThanTheMtuFailsOnAdaptersOnly() {
        End one = ready(hardware);
        one.post(wr -> wr.send().sge(one.mr, 0, 1025).to(address(one, hardware.queryGid(1, 0)), 1, QKEY));
        assertThat(one.completion().status()).isEqualTo(WcStatus.LOC_LEN_ERR);
        assertThat(one.qp.query().attr().qpState()).isEqualTo(QpState.SQE);

        End rxe = ready(software);
        rxe.post(wr -> wr.send().sge(rxe.mr, 0, 1025).to(address(rxe, software.queryGid(1, 0)), 1, QKEY));
        assertThat(rxe.completion().status()).isEqualTo(WcStatus.SUCCESS);
    }

    @Test
    void aReceiveTooSmallForADatagramStays() {
        End one = ready(hardware);
        End adapter = ready(hardware);
        End rxe = ready(software);
        adapter.receive(1, 0, 44);
        rxe.receive(1, 0, 44);
        one.post(wr -> wr.send().sge(one.mr, 0, 5).to(address(one, hardware.queryGid(1, 0)), adapter.qp.qpNum(), QKEY));
        one.post(wr -> wr.send().sge(one.mr, 0, 5).to(address(one, software.queryGid(1, 0)), rxe.qp.qpNum(), QKEY));
        assertThat(adapter.isQuiet()).isTrue();
        assertThat(rxe.isQuiet()).isTrue();
    }

    @Test
    void aReceiveTooSmallForADatagramFailsBySpecification() {
        try (DeviceContext context = Sims.open("bnxt_re")) {
            End one = ready(context);
            End other = ready(context);
            other.receive(1, 0, 44);
            one.post(wr ->
                    wr.send().sge(one.mr, 0, 5).to(address(one, context.queryGid(1, 0)), other.qp.qpNum(), QKEY));
            assertThat(other.completion().status()).isEqualTo(WcStatus.LOC_LEN_ERR);
        }
    }

    @Test
    void aGroupReceivesOnEveryDevice() {
        Gid group = Gid.parse("ff0e:0000:0000:0000:0000:0001:0002:0003");
        End one = ready(hardware);
        End near = ready(hardware);
        End far = ready(software);
        End apart = ready(software);
        near.qp.attachMcast(group, 0);
        far.qp.attachMcast(group, 0);
        near.receive(1, 0, 64);
        far.receive(2, 0, 64);
        apart.receive(3, 0, 64);
        one.write("all").post(wr -> wr.send().sge(one.mr, 0, 3).to(address(one, group), ALL, QKEY));
        assertThat(near.completion().wrId()).isEqualTo(1);
        assertThat(far.completion().wrId()).isEqualTo(2);
        assertThat(apart.isQuiet()).isTrue();
        assertThat(far.read(40, 3)).isEqualTo("all");

        far.qp.detachMcast(group, 0);
        far.receive(2, 0, 64);
        one.post(wr -> wr.send().sge(one.mr, 0, 3).to(address(one, group), ALL, QKEY));
        assertThat(far.isQuiet()).isTrue();
        near.qp.detachMcast(group, 0);
    }
}
