// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.verbena.attr.QpState;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.PortSpace;
import org.verbena.cm.RejectReason;
import org.verbena.error.Errno;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.ConnectionBehaviours;
import org.verbena.tck.fixture.CmFixture;

/** Rejected connections: {@code rdma_reject(3)}, and the rejections of the connection manager itself. */
public final class Rejections implements ConnectionBehaviours {
    private static final int REJECTION_DATA = 148;
    private static final ByteBuffer NO_DATA = ByteBuffer.allocate(0);

    private static CmEvent rejected(CmFixture cm, CmId active, RejectReason reason) {
        CmEvent event = cm.client().expect(CmEventType.REJECTED, active);
        assertThat(event.status()).as("reason %s", event.rejectReason()).isEqualTo(reason.value());
        assertThat(event.rejectReason()).isEqualTo(reason);
        assertThat(event.conn()).isEmpty();
        return event;
    }

    @Behaviour(
            id = "CMR-01",
            says = "the peer of a rejected request gets reason 28 and the private data of the rejection")
    public void rejects(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener);
        cm.server().request(listener).id().reject(CmFixture.data("not now"));

        CmEvent event = rejected(cm, active, RejectReason.CONSUMER_DEFINED);
        assertThat(event.privateData()).isEqualTo(CmFixture.padded(CmFixture.data("not now"), REJECTION_DATA));
    }

    @Behaviour(
            id = "CMR-01-MAX",
            says = "a rejection carries 148 bytes of private data, and one more fails with EINVAL")
    public void rejectsWithMaximum(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener);
        CmId passive = cm.server().request(listener).id();

        assertRefused(() -> passive.reject(CmFixture.data(REJECTION_DATA + 1)))
                .byVerbena()
                .withErrno(Errno.EINVAL)
                .naming("private_data_len", "149", "148");
        passive.reject(CmFixture.data(REJECTION_DATA));

        assertThat(rejected(cm, active, RejectReason.CONSUMER_DEFINED).privateData())
                .isEqualTo(CmFixture.data(REJECTION_DATA));
    }

    @Behaviour(id = "CMR-01-NONE", says = "the peer gets a field of zeroes if a rejection has no private data")
    public void rejectsWithoutData(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener);
        cm.server().request(listener).id().reject(NO_DATA);

        assertThat(rejected(cm, active, RejectReason.CONSUMER_DEFINED).privateData())
                .isEqualTo(ByteBuffer.allocate(REJECTION_DATA));
    }

    @Behaviour(id = "CMR-02", says = "a port without a listener rejects with reason 8")
    public void hasNoListener(CmFixture cm) {
        CmId bound = cm.server().bound(PortSpace.TCP);
        CmId active = cm.client().connecting(bound);

        rejected(cm, active, RejectReason.INVALID_SERVICE_ID);
    }

    @Behaviour(id = "CMR-02-SPACE", says = "a listener in another port space is no listener")
    public void hasListenerElsewhere(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.IB);
        CmId active = cm.client().routed(PortSpace.TCP, listener.localAddress().orElseThrow());
        active.createQp(CmFixture.qpRequest().build());
        active.connect(ConnParam.defaults());

        rejected(cm, active, RejectReason.INVALID_SERVICE_ID);
        cm.server().assertNoEvent();
    }

    @Behaviour(id = "CMR-02-CLOSED", says = "a closed listener rejects with reason 8")
    public void hasClosedListener(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().ready(listener);
        listener.close();
        active.connect(ConnParam.defaults());

        rejected(cm, active, RejectReason.INVALID_SERVICE_ID);
    }

    @Behaviour(
            id = "CMR-02-ADDRESS",
            needs = Capability.CM_IPV6,
            says = "a listener on another address of the device rejects with reason 28")
    public void listensOnOtherAddress(CmFixture cm) {
        CmId listener = cm.server().id(PortSpace.TCP);
        listener.bindAddr(new InetSocketAddress(cm.ipv6(), 0));
        listener.listen(0);
        CmId active = cm.client()
                .routed(
                        PortSpace.TCP,
                        cm.at(listener.localAddress().orElseThrow().getPort()));
        active.createQp(CmFixture.qpRequest().build());
        active.connect(ConnParam.defaults());

        rejected(cm, active, RejectReason.CONSUMER_DEFINED);
        cm.server().assertNoEvent();
    }

    @Behaviour(id = "CMR-03", says = "a rejection because of connection options has reason 35")
    public void rejectsEce(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener);
        cm.server().request(listener).id().rejectEce(CmFixture.data("options"));

        assertThat(rejected(cm, active, RejectReason.VENDOR_OPTION_NOT_SUPPORTED)
                        .privateData())
                .isEqualTo(CmFixture.padded(CmFixture.data("options"), REJECTION_DATA));
    }

    @Behaviour(id = "CMR-04", says = "a request whose identifier is closed is rejected with reason 28")
    public void rejectsByClose(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener);
        cm.server().request(listener).id().close();

        rejected(cm, active, RejectReason.CONSUMER_DEFINED);
    }

    @Behaviour(id = "CMR-05", says = "a request cannot be answered twice, or by a rejection after it was accepted")
    public void answersOnce(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener);
        CmId passive = cm.server().request(listener).id();
        passive.createQp(CmFixture.qpRequest().build());
        passive.reject(NO_DATA);

        assertRefused(() -> passive.accept(ConnParam.defaults())).withErrno(Errno.EINVAL);
        assertRefused(() -> passive.reject(NO_DATA)).withErrno(Errno.EINVAL);
        rejected(cm, active, RejectReason.CONSUMER_DEFINED);
    }

    @Behaviour(id = "CMR-06", says = "a rejected identifier cannot connect again, and its queue pair stays in INIT")
    public void staysRejected(CmFixture cm) {
        CmId bound = cm.server().bound(PortSpace.TCP);
        CmId active = cm.client().connecting(bound);
        rejected(cm, active, RejectReason.INVALID_SERVICE_ID);

        assertRefused(() -> active.connect(ConnParam.defaults())).withErrno(Errno.EINVAL);
        assertRefused(() -> active.resolveRoute(CmFixture.RESOLUTION)).withErrno(Errno.EINVAL);
        assertThat(active.qp().orElseThrow().state()).isEqualTo(QpState.INIT);
        active.destroyQp();
        active.close();
        cm.client().assertNoEvent();
    }

    @Behaviour(id = "CMR-07", says = "the active side can reject the answer of its peer")
    public void rejectsAnswer(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().routed(PortSpace.TCP, listener.localAddress().orElseThrow());
        active.connect(ConnParam.builder().qpNum(0x1234).build());
        CmId passive = cm.server().accepted(listener);
        cm.client().expect(CmEventType.CONNECT_RESPONSE, active);

        active.reject(CmFixture.data("changed"));

        CmEvent event = cm.server().expect(CmEventType.REJECTED, passive);
        assertThat(event.status()).isEqualTo(RejectReason.CONSUMER_DEFINED.value());
        assertThat(event.privateData()).isEqualTo(CmFixture.padded(CmFixture.data("changed"), REJECTION_DATA));
    }
}
