// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.nio.ByteBuffer;
import java.util.List;
import org.verbena.attr.AsyncEventType;
import org.verbena.attr.DeviceAttr;
import org.verbena.attr.Ece;
import org.verbena.attr.QpAttr;
import org.verbena.cm.CmEvent;
import org.verbena.cm.CmEventType;
import org.verbena.cm.CmId;
import org.verbena.cm.ConnParam;
import org.verbena.cm.PortSpace;
import org.verbena.error.Errno;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.ConnectionBehaviours;
import org.verbena.tck.fixture.CmFixture;
import org.verbena.tck.traffic.Endpoint;

/** Connections: {@code rdma_connect(3)}, {@code rdma_accept(3)}, their parameters and their private data. */
public final class ConnectionSetup implements ConnectionBehaviours {
    private static final int REQUEST_DATA = 56;
    private static final int ANSWER_DATA = 196;
    private static final int RNR_AND_RETRY_LIMIT = 7;

    @Behaviour(id = "CMC-01", says = "both sides report ESTABLISHED, and the active side the queue pair of its peer")
    public void connects(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener);
        CmEvent request = cm.server().request(listener);
        CmId passive = request.id();
        assertThat(request.conn().orElseThrow().qpNum())
                .isEqualTo(active.qp().orElseThrow().qpNum());
        passive.createQp(CmFixture.qpRequest().build());
        passive.accept(ConnParam.defaults());

        CmEvent near = cm.client().expect(CmEventType.ESTABLISHED, active);
        assertThat(near.status()).isZero();
        assertThat(near.conn().orElseThrow().qpNum())
                .isEqualTo(passive.qp().orElseThrow().qpNum());
        CmEvent far = cm.server().expect(CmEventType.ESTABLISHED, passive);
        assertThat(far.status()).isZero();
        assertThat(far.listenId()).isEmpty();
        cm.client().assertNoEvent();
        cm.server().assertNoEvent();
    }

    @Behaviour(
            id = "CMC-01-DATA",
            needs = Capability.WORK,
            says = "messages flow both ways as soon as each side is established")
    public void sendsMessages(CmFixture cm) {
        CmPair.of(cm).assertConnected();
    }

    @Behaviour(
            id = "CMC-01-EARLY",
            needs = Capability.WORK,
            says = "the active side can send before the passive side takes its event")
    public void sendsBeforeEvent(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener);
        CmId passive = cm.server().request(listener).id();
        passive.createQp(CmFixture.qpRequest().build());
        Endpoint far = CmPair.endpoint(cm, passive);
        CmPair.postRecv(far, 1);
        passive.accept(ConnParam.defaults());
        cm.client().expect(CmEventType.ESTABLISHED, active);

        CmPair.assertReceives(CmPair.endpoint(cm, active), far, 1);

        cm.server().expect(CmEventType.ESTABLISHED, passive);
    }

    @Behaviour(id = "CMC-02", says = "the peer gets the private data with zeroes to the length of the field")
    public void carriesPrivateData(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener, CmFixture.with(CmFixture.data("hello")));
        CmEvent request = cm.server().request(listener);
        assertThat(request.privateData()).isEqualTo(CmFixture.padded(CmFixture.data("hello"), REQUEST_DATA));
        assertThat(request.privateData().isReadOnly()).isTrue();
        assertThat(request.conn().orElseThrow().privateData()).isEqualTo(request.privateData());
        CmId passive = request.id();
        passive.createQp(CmFixture.qpRequest().build());
        passive.accept(CmFixture.with(CmFixture.data("welcome")));

        CmEvent established = cm.client().expect(CmEventType.ESTABLISHED, active);
        assertThat(established.privateData()).isEqualTo(CmFixture.padded(CmFixture.data("welcome"), ANSWER_DATA));
        assertThat(cm.server()
                        .expect(CmEventType.ESTABLISHED, passive)
                        .privateData()
                        .remaining())
                .isZero();
    }

    @Behaviour(id = "CMC-02-MAX", says = "a request carries 56 bytes of private data and an answer 196")
    public void carriesMaximum(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener, CmFixture.with(CmFixture.data(REQUEST_DATA)));
        CmEvent request = cm.server().request(listener);
        assertThat(request.privateData()).isEqualTo(CmFixture.data(REQUEST_DATA));
        CmId passive = request.id();
        passive.createQp(CmFixture.qpRequest().build());
        passive.accept(CmFixture.with(CmFixture.data(ANSWER_DATA)));

        assertThat(cm.client().expect(CmEventType.ESTABLISHED, active).privateData())
                .isEqualTo(CmFixture.data(ANSWER_DATA));
    }

    @Behaviour(id = "CMC-02-NONE", says = "the peer gets a field of zeroes if there is no private data")
    public void carriesNothing(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        cm.client().connecting(listener);

        assertThat(cm.server().request(listener).privateData()).isEqualTo(ByteBuffer.allocate(REQUEST_DATA));
    }

    @Behaviour(
            id = "CMC-02-BEYOND",
            says = "one byte of private data too many fails with EINVAL, and the limit is named")
    public void refusesTooMuchData(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().ready(listener);
        assertRefused(() -> active.connect(CmFixture.with(CmFixture.data(REQUEST_DATA + 1))))
                .byVerbena()
                .withErrno(Errno.EINVAL)
                .naming("private_data_len", "57", "56");
        active.connect(ConnParam.defaults());
        CmId passive = cm.server().request(listener).id();
        passive.createQp(CmFixture.qpRequest().build());

        assertRefused(() -> passive.accept(CmFixture.with(CmFixture.data(ANSWER_DATA + 1))))
                .byVerbena()
                .naming("private_data_len", "197", "196");

        passive.accept(ConnParam.defaults());
        cm.client().expect(CmEventType.ESTABLISHED, active);
    }

    @Behaviour(id = "CMC-02-COPY", says = "later changes of a buffer do not change the private data")
    public void copiesPrivateData(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        ByteBuffer buffer = ByteBuffer.allocateDirect(10);
        buffer.put(3, (byte) 5).position(3).limit(4);
        ConnParam param = ConnParam.builder().privateData(buffer).build();
        buffer.put(3, (byte) 9);

        cm.client().connecting(listener, param);

        assertThat(cm.server().request(listener).privateData())
                .isEqualTo(CmFixture.padded(ByteBuffer.wrap(new byte[] {5}), REQUEST_DATA));
        assertThat(buffer.position()).isEqualTo(3);
    }

    // ---------------------------------------------------------------- parameters

    @Behaviour(id = "CMC-03", says = "each side sees the resources of its peer as its own depth, and the reverse")
    public void exchangesParameters(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        ConnParam request = ConnParam.builder()
                .responderResources(3)
                .initiatorDepth(2)
                .retryCount(4)
                .rnrRetryCount(5)
                .flowControl(1)
                .build();
        CmId active = cm.client().connecting(listener, request);
        CmEvent event = cm.server().request(listener);
        ConnParam seen = event.conn().orElseThrow();
        assertThat(List.of(
                        seen.responderResources(),
                        seen.initiatorDepth(),
                        seen.retryCount(),
                        seen.rnrRetryCount(),
                        seen.flowControl()))
                .containsExactly(2, 3, 4, 5, 1);
        assertThat(seen.srq()).isFalse();
        CmId passive = event.id();
        passive.createQp(CmFixture.qpRequest().build());
        passive.accept(ConnParam.builder()
                .responderResources(1)
                .initiatorDepth(2)
                .rnrRetryCount(6)
                .build());

        ConnParam answer =
                cm.client().expect(CmEventType.ESTABLISHED, active).conn().orElseThrow();
        assertThat(List.of(answer.responderResources(), answer.initiatorDepth(), answer.rnrRetryCount()))
                .containsExactly(2, 1, 6);
    }

    @Behaviour(id = "CMC-03-QP", needs = Capability.QUERY_QP, says = "the queue pairs take the negotiated parameters")
    public void configuresQueuePairs(CmFixture cm) {
        // Some drivers round the numbers of reads and atomics up to powers of two.
        CmPair pair = CmPair.of(
                cm,
                ConnParam.builder()
                        .responderResources(4)
                        .initiatorDepth(2)
                        .retryCount(4)
                        .rnrRetryCount(5)
                        .build(),
                ConnParam.builder()
                        .responderResources(2)
                        .initiatorDepth(4)
                        .rnrRetryCount(6)
                        .build());
        QpAttr near = pair.active().qp().orElseThrow().query().attr();
        QpAttr far = pair.passive().qp().orElseThrow().query().attr();

        assertThat(List.of(near.maxDestRdAtomic(), near.maxRdAtomic(), near.retryCnt(), near.rnrRetry()))
                .containsExactly(4, 2, 4, 6);
        assertThat(List.of(far.maxDestRdAtomic(), far.maxRdAtomic(), far.retryCnt(), far.rnrRetry()))
                .containsExactly(2, 4, 4, 5);
        assertThat(near.destQpNum()).isEqualTo(pair.passive().qp().orElseThrow().qpNum());
        assertThat(far.destQpNum()).isEqualTo(pair.active().qp().orElseThrow().qpNum());
        assertThat(near.rqPsn()).isEqualTo(far.sqPsn());
        assertThat(far.rqPsn()).isEqualTo(near.sqPsn());
        assertThat(near.pathMtu())
                .isEqualTo(far.pathMtu())
                .isEqualTo(pair.active().path().orElseThrow().mtu());
    }

    @Behaviour(id = "CMC-03-MAX", says = "the default parameters are the limits of the device")
    public void usesMaxima(CmFixture cm) {
        DeviceAttr limits = cm.device().limits();
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener);
        CmEvent event = cm.server().request(listener);
        ConnParam seen = event.conn().orElseThrow();

        assertThat(seen.initiatorDepth()).isEqualTo(limits.maxQpRdAtom() & 0xFF);
        assertThat(seen.responderResources()).isEqualTo(limits.maxQpInitRdAtom() & 0xFF);
        assertThat(List.of(seen.retryCount(), seen.rnrRetryCount())).containsOnly(RNR_AND_RETRY_LIMIT);
        event.id().createQp(CmFixture.qpRequest().build());
        event.id().accept(ConnParam.defaults());
        cm.client().expect(CmEventType.ESTABLISHED, active);
    }

    @Behaviour(id = "CMC-03-LESS", says = "an answer with default parameters grants no more than the request asks for")
    public void grantsRequest(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client()
                .connecting(
                        listener,
                        ConnParam.builder()
                                .responderResources(1)
                                .initiatorDepth(0)
                                .build());
        CmId passive = cm.server().request(listener).id();
        passive.createQp(CmFixture.qpRequest().build());
        passive.accept(ConnParam.defaults());

        ConnParam answer =
                cm.client().expect(CmEventType.ESTABLISHED, active).conn().orElseThrow();
        assertThat(List.of(answer.responderResources(), answer.initiatorDepth()))
                .containsExactly(1, 0);
    }

    @Behaviour(id = "CMC-03-CLAMP", says = "retry counts above 7 become 7")
    public void limitsRetries(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        cm.client()
                .connecting(
                        listener,
                        ConnParam.builder().retryCount(200).rnrRetryCount(99).build());

        ConnParam seen = cm.server().request(listener).conn().orElseThrow();
        assertThat(List.of(seen.retryCount(), seen.rnrRetryCount())).containsOnly(RNR_AND_RETRY_LIMIT);
    }

    @Behaviour(
            id = "CMC-03-BEYOND",
            says = "resources beyond the limits of the device fail with EINVAL, and the limit is named")
    public void refusesResources(CmFixture cm) {
        DeviceAttr limits = cm.device().limits();
        int resources = (limits.maxQpRdAtom() & 0xFF) + 1;
        int depth = (limits.maxQpInitRdAtom() & 0xFF) + 1;
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().ready(listener);

        if (resources < ConnParam.DEVICE_MAXIMUM) {
            assertRefused(() -> active.connect(
                            ConnParam.builder().responderResources(resources).build()))
                    .byVerbena()
                    .naming("responder_resources", Integer.toString(resources), Integer.toString(resources - 1));
        }
        if (depth < ConnParam.DEVICE_MAXIMUM) {
            assertRefused(() -> active.connect(
                            ConnParam.builder().initiatorDepth(depth).build()))
                    .byVerbena()
                    .naming("initiator_depth", Integer.toString(depth), Integer.toString(depth - 1));
        }
        active.connect(ConnParam.defaults());
        assertThat(cm.server().request(listener).id().isClosed()).isFalse();
    }

    @Behaviour(
            id = "CMC-03-TIMEOUT",
            needs = Capability.QUERY_QP,
            says = "the ACK timeout option sets the timeout of the queue pair")
    public void setsAckTimeout(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().id(PortSpace.TCP);
        active.setAckTimeout(18);
        cm.client().resolveAddr(active, listener.localAddress().orElseThrow());
        cm.client().resolveRoute(active);
        active.createQp(CmFixture.qpRequest().build());
        active.connect(ConnParam.defaults());
        CmId passive = cm.server().request(listener).id();
        passive.setAckTimeout(19);
        passive.createQp(CmFixture.qpRequest().build());
        passive.accept(ConnParam.defaults());
        cm.client().expect(CmEventType.ESTABLISHED, active);

        assertThat(active.qp().orElseThrow().query().attr().timeout()).isEqualTo(18);
        assertThat(passive.qp().orElseThrow().query().attr().timeout()).isEqualTo(19);
    }

    // ---------------------------------------------------------------- other messages

    @Behaviour(
            id = "CMC-04",
            says = "COMM_EST establishes the connection of the passive side, and then fails with EISCONN")
    public void notifies(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener);
        CmId passive = cm.server().accepted(listener);

        passive.notifyEvent(AsyncEventType.COMM_EST);

        cm.server().expect(CmEventType.ESTABLISHED, passive);
        assertRefused(() -> passive.notifyEvent(AsyncEventType.COMM_EST))
                .byDevice()
                .withErrno(Errno.EISCONN);
        cm.client().expect(CmEventType.ESTABLISHED, active);
        assertRefused(() -> passive.notifyEvent(AsyncEventType.PORT_ACTIVE)).withErrno(Errno.EINVAL);
    }

    @Behaviour(id = "CMC-04-STATE", says = "a notification without an accepted request fails with EINVAL")
    public void refusesNotification(CmFixture cm) {
        CmId idle = cm.client().id(PortSpace.TCP);
        assertRefused(() -> idle.notifyEvent(AsyncEventType.COMM_EST)).withErrno(Errno.EINVAL);

        CmId listener = cm.server().listener(PortSpace.TCP);
        cm.client().connecting(listener);
        CmId passive = cm.server().request(listener).id();
        assertRefused(() -> passive.notifyEvent(AsyncEventType.COMM_EST)).withErrno(Errno.EINVAL);
    }

    @Behaviour(id = "CMC-05", says = "each side sees the connection options of its peer")
    public void exchangesEce(CmFixture cm) {
        Ece request = new Ece(0x15B3, 0x5);
        Ece answer = new Ece(0x15B3, 0x1);
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().routed(PortSpace.TCP, listener.localAddress().orElseThrow());
        assertThat(active.remoteEce()).isEqualTo(Ece.NONE);
        active.setLocalEce(request);
        active.createQp(CmFixture.qpRequest().build());
        active.connect(ConnParam.defaults());
        CmId passive = cm.server().request(listener).id();
        assertThat(passive.remoteEce()).isEqualTo(request);
        passive.setLocalEce(answer);
        passive.createQp(CmFixture.qpRequest().build());
        passive.accept(ConnParam.defaults());
        cm.client().expect(CmEventType.ESTABLISHED, active);

        assertThat(active.remoteEce()).isEqualTo(answer);
    }

    @Behaviour(
            id = "CMC-05-LATE",
            says = "connection options fail with EINVAL without a vendor, and once the queue pair exists")
    public void refusesEce(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().routed(PortSpace.TCP, listener.localAddress().orElseThrow());
        assertRefused(() -> active.setLocalEce(new Ece(0, 5))).withErrno(Errno.EINVAL);
        active.createQp(CmFixture.qpRequest().build());

        assertRefused(() -> active.setLocalEce(new Ece(0x15B3, 5))).byVerbena().withErrno(Errno.EINVAL);
    }
}
