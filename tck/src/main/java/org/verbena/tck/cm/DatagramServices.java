// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.nio.ByteBuffer;
import java.util.List;
import org.verbena.AddressHandle;
import org.verbena.QueuePair;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.PortSpace;
import org.verbena.cm.UdParam;
import org.verbena.error.Errno;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.ConnectionBehaviours;
import org.verbena.tck.fixture.CmFixture;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.WorkRequest;

/** Datagram services: port space UDP. */
public final class DatagramServices implements ConnectionBehaviours {
    private static final int REQUEST_DATA = 180;
    private static final int ANSWER_DATA = 136;
    private static final int NO_SERVICE = 1;
    private static final int REJECTED = 2;
    private static final int LENGTH = 100;

    @Override
    public List<Capability> needs() {
        return List.of(Capability.UD);
    }

    /** Accepts the next request with a queue pair. */
    private static CmId served(CmFixture cm, CmId listener, ConnParam answer) {
        CmId passive = cm.server().request(listener).id();
        passive.createQp(CmFixture.qpRequest().build());
        passive.accept(answer);
        return passive;
    }

    @Behaviour(
            id = "CMU-01",
            says = "the client of a datagram service learns its queue pair, and only the client gets an event")
    public void resolvesService(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.UDP);
        CmId active = cm.client().connecting(listener);
        CmEvent request = cm.server().request(listener);
        assertThat(request.conn()).isEmpty();
        assertThat(request.ud()).isEmpty();
        CmId passive = request.id();
        assertThat(passive.qpType()).isEqualTo(QpType.UD);
        assertThat(passive.peerAddress()).isEqualTo(active.localAddress());
        passive.createQp(CmFixture.qpRequest().build());
        passive.accept(ConnParam.defaults());

        CmEvent established = cm.client().expect(CmEventType.ESTABLISHED, active);
        assertThat(established.conn()).isEmpty();
        UdParam service = established.ud().orElseThrow();
        assertThat(service.qpNum()).isEqualTo(passive.qp().orElseThrow().qpNum());
        assertThat(service.qkey()).isEqualTo(UdParam.UDP_QKEY);
        assertThat(service.ahAttr().grh()).isPresent();
        cm.server().assertNoEvent();
    }

    @Behaviour(
            id = "CMU-01-DATA",
            needs = Capability.WORK,
            says = "the client sends datagrams to the service with the address of the event")
    public void sendsDatagrams(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.UDP);
        CmId active = cm.client().connecting(listener);
        CmId passive = served(cm, listener, ConnParam.defaults());
        UdParam service =
                cm.client().expect(CmEventType.ESTABLISHED, active).ud().orElseThrow();
        Endpoint near = CmPair.endpoint(cm, active);
        Endpoint far = CmPair.endpoint(cm, passive);
        AddressHandle to = active.pd().orElseThrow().createAh(service.ahAttr());
        far.postRecv(1, 0, Endpoint.GRH + LENGTH);
        byte[] sent = near.memory().fill(0, LENGTH, 1);

        near.post(WorkRequest.send().id(2).data(near.memory(), 0, LENGTH).to(to, service.qpNum(), service.qkey()));

        near.sends().success(2);
        assertThat(far.receives().success(1).srcQp())
                .isEqualTo(active.qp().orElseThrow().qpNum());
        assertThat(far.memory().bytes(Endpoint.GRH, LENGTH)).isEqualTo(sent);
    }

    @Behaviour(id = "CMU-02", says = "a queue pair of datagrams is in RTS with the Q_Key of the port space")
    public void createsQueuePair(CmFixture cm) {
        CmId id = cm.client().bound(PortSpace.UDP);

        QueuePair qp = id.createQp(CmFixture.qpRequest().build());

        assertThat(qp.qpType()).isEqualTo(QpType.UD);
        assertThat(qp.state()).isEqualTo(QpState.RTS);
    }

    @Behaviour(
            id = "CMU-02-QKEY",
            needs = Capability.QUERY_QP,
            says = "the Q_Key of a queue pair of datagrams is that of the port space")
    public void setsQkey(CmFixture cm) {
        CmId id = cm.client().bound(PortSpace.UDP);

        QpAttr attr = id.createQp(CmFixture.qpRequest().build()).query().attr();

        assertThat(attr.qkey()).isEqualTo(UdParam.UDP_QKEY);
    }

    @Behaviour(id = "CMU-03", says = "a request for datagrams carries 180 bytes of private data and an answer 136")
    public void carriesMaximum(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.UDP);
        CmId active = cm.client().connecting(listener, CmFixture.with(CmFixture.data(REQUEST_DATA)));
        CmEvent request = cm.server().request(listener);
        assertThat(request.privateData()).isEqualTo(CmFixture.data(REQUEST_DATA));
        request.id().createQp(CmFixture.qpRequest().build());
        request.id().accept(CmFixture.with(CmFixture.data(ANSWER_DATA)));

        assertThat(cm.client().expect(CmEventType.ESTABLISHED, active).privateData())
                .isEqualTo(CmFixture.data(ANSWER_DATA));
    }

    @Behaviour(
            id = "CMU-03-PADDED",
            says = "the peer of a datagram service gets private data with zeroes to the length of the field")
    public void padsData(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.UDP);
        CmId active = cm.client().connecting(listener, CmFixture.with(CmFixture.data("who")));
        CmEvent request = cm.server().request(listener);
        assertThat(request.privateData()).isEqualTo(CmFixture.padded(CmFixture.data("who"), REQUEST_DATA));
        request.id().createQp(CmFixture.qpRequest().build());
        request.id().accept(CmFixture.with(CmFixture.data("me")));

        assertThat(cm.client().expect(CmEventType.ESTABLISHED, active).privateData())
                .isEqualTo(CmFixture.padded(CmFixture.data("me"), ANSWER_DATA));
    }

    @Behaviour(
            id = "CMU-03-BEYOND",
            says = "one byte of private data too many for a datagram service fails with EINVAL")
    public void refusesTooMuchData(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.UDP);
        CmId active = cm.client().ready(listener);
        assertRefused(() -> active.connect(CmFixture.with(CmFixture.data(REQUEST_DATA + 1))))
                .byVerbena()
                .withErrno(Errno.EINVAL)
                .naming("private_data_len", "181", "180");
        active.connect(ConnParam.defaults());
        CmId passive = cm.server().request(listener).id();
        passive.createQp(CmFixture.qpRequest().build());

        assertRefused(() -> passive.accept(CmFixture.with(CmFixture.data(ANSWER_DATA + 1))))
                .byVerbena()
                .naming("private_data_len", "137", "136");
        assertRefused(() -> passive.reject(CmFixture.data(ANSWER_DATA + 1)))
                .byVerbena()
                .naming("private_data_len", "137", "136");
        passive.accept(ConnParam.defaults());
        cm.client().expect(CmEventType.ESTABLISHED, active);
    }

    @Behaviour(
            id = "CMU-04",
            says = "a rejected client of a datagram service gets UNREACHABLE with status 2 and the private data")
    public void rejects(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.UDP);
        CmId active = cm.client().connecting(listener);
        cm.server().request(listener).id().reject(CmFixture.data("closed"));

        CmEvent event = cm.client().expect(CmEventType.UNREACHABLE, active);
        assertThat(event.status()).isEqualTo(REJECTED);
        assertThat(event.privateData()).isEqualTo(CmFixture.padded(CmFixture.data("closed"), ANSWER_DATA));
    }

    @Behaviour(id = "CMU-04-CLOSE", says = "a client whose request is closed gets UNREACHABLE with status 2")
    public void rejectsByClose(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.UDP);
        CmId active = cm.client().connecting(listener);
        cm.server().request(listener).id().close();

        assertThat(cm.client().expect(CmEventType.UNREACHABLE, active).status()).isEqualTo(REJECTED);
    }

    @Behaviour(id = "CMU-05", says = "a port without a datagram service gives UNREACHABLE with status 1")
    public void hasNoService(CmFixture cm) {
        CmId bound = cm.server().bound(PortSpace.UDP);
        CmId active = cm.client().connecting(bound);

        CmEvent event = cm.client().expect(CmEventType.UNREACHABLE, active);
        assertThat(event.status()).isEqualTo(NO_SERVICE);
    }

    @Behaviour(id = "CMU-06", says = "the client and the service can be closed without an event of the other side")
    public void closes(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.UDP);
        CmId active = cm.client().connecting(listener);
        CmId passive = served(cm, listener, ConnParam.defaults());
        cm.client().expect(CmEventType.ESTABLISHED, active);

        active.close();
        cm.server().assertNoEvent();
        passive.close();
        assertThat(passive.isClosed()).isTrue();
    }

    @Behaviour(id = "CMU-07", says = "a service answers several clients")
    public void servesSeveral(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.UDP);
        List<CmId> actives = List.of(
                cm.client().connecting(listener),
                cm.client().connecting(listener),
                cm.client().connecting(listener));
        List<Long> services = actives.stream()
                .map(active -> served(cm, listener, ConnParam.defaults()))
                .map(passive -> passive.qp().orElseThrow().qpNum())
                .toList();

        List<Long> seen = actives.stream()
                .map(active -> cm.client().expect(CmEventType.ESTABLISHED, active))
                .map(event -> event.ud().orElseThrow().qpNum())
                .toList();
        assertThat(seen).containsExactlyInAnyOrderElementsOf(services);
    }

    @Behaviour(id = "CMU-08", says = "a queue pair of the application answers for a datagram service")
    public void answersWithOwnQueuePair(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.UDP);
        CmId active = cm.client().connecting(listener);
        CmId passive = cm.server().request(listener).id();
        passive.accept(ConnParam.builder().qpNum(0x4321).build());

        UdParam service =
                cm.client().expect(CmEventType.ESTABLISHED, active).ud().orElseThrow();
        assertThat(service.qpNum()).isEqualTo(0x4321);
        assertThat(passive.qp()).isEmpty();
    }

    @Behaviour(id = "CMU-09", says = "a request for datagrams cannot be answered twice")
    public void answersOnce(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.UDP);
        CmId active = cm.client().connecting(listener);
        CmId passive = served(cm, listener, ConnParam.defaults());

        assertRefused(() -> passive.accept(ConnParam.defaults())).withErrno(Errno.EINVAL);
        assertRefused(() -> passive.reject(ByteBuffer.allocate(0))).withErrno(Errno.EINVAL);
        cm.client().expect(CmEventType.ESTABLISHED, active);
    }
}
