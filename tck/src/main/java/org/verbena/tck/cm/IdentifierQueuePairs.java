// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.fixture.RefusalAssert.assertRefused;

import java.nio.ByteBuffer;
import org.verbena.CompletionQueue;
import org.verbena.ProtectionDomain;
import org.verbena.QueuePair;
import org.verbena.SharedReceiveQueue;
import org.verbena.SrqInitAttr;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
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
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.Endpoint;
import org.verbena.tck.traffic.WorkRequest;

/** Queue pairs of identifiers, {@code rdma_create_qp(3)}, and of the application, {@code rdma_init_qp_attr(3)}. */
public final class IdentifierQueuePairs implements ConnectionBehaviours {
    private static final int PORT = 7471;

    @Behaviour(
            id = "CMQ-01",
            says = "a queue pair of an identifier is in INIT, with separate completion queues and the shared domain")
    public void creates(CmFixture cm) {
        CmId id = cm.client().addressed(PortSpace.TCP, cm.at(PORT));

        QueuePair qp = id.createQp(CmFixture.qpRequest().build());

        assertThat(id.qp()).containsSame(qp);
        assertThat(qp.qpType()).isEqualTo(QpType.RC);
        assertThat(qp.state()).isEqualTo(QpState.INIT);
        assertThat(qp.context()).isSameAs(cm.device().context());
        assertThat(qp.pd()).isEqualTo(id.pd());
        assertThat(qp.sendCq()).isEqualTo(id.sendCq()).isPresent();
        assertThat(qp.recvCq()).isEqualTo(id.recvCq()).isPresent();
        assertThat(id.sendCq()).isNotEqualTo(id.recvCq());
        assertThat(id.sendCq().orElseThrow().channel()).isPresent();
        assertThat(id.sendCq().orElseThrow().grantedCqe()).isGreaterThanOrEqualTo(16);
    }

    @Behaviour(id = "CMQ-01-SHARED", says = "all identifiers of a manager share a protection domain on a device")
    public void sharesDomain(CmFixture cm) {
        CmId first = cm.client().bound(PortSpace.TCP);
        CmId second = cm.server().bound(PortSpace.UDP);

        assertThat(first.pd()).isPresent().isEqualTo(second.pd());
    }

    @Behaviour(id = "CMQ-02", says = "a queue pair uses the domain and the completion queues of the application")
    public void usesOwnObjects(CmFixture cm) {
        CmId id = cm.client().addressed(PortSpace.TCP, cm.at(PORT));
        ProtectionDomain pd = cm.device().pd();
        CompletionQueue cq = cm.device().cq();

        QueuePair qp =
                id.createQp(CmFixture.qpRequest().pd(pd).sendCq(cq).recvCq(cq).build());

        assertThat(qp.pd()).containsSame(pd);
        assertThat(qp.sendCq()).containsSame(cq);
        assertThat(qp.recvCq()).containsSame(cq);
        assertThat(id.sendCq()).isEmpty();
        assertThat(id.recvCq()).isEmpty();
        id.destroyQp();
        assertThat(qp.isClosed()).isTrue();
        assertThat(cq.isClosed()).isFalse();
        assertThat(pd.isClosed()).isFalse();
    }

    @Behaviour(
            id = "CMQ-02-SRQ",
            needs = Capability.SRQ,
            says = "the peer of a queue pair with shared receives learns of them")
    public void usesSharedReceives(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().routed(PortSpace.TCP, listener.localAddress().orElseThrow());
        ProtectionDomain pd = active.pd().orElseThrow();
        SharedReceiveQueue srq =
                pd.createSrq(SrqInitAttr.builder().maxWr(16).maxSge(1).build());
        active.createQp(
                CmFixture.qpRequest().srq(srq).maxRecvWr(0).maxRecvSge(0).build());
        active.connect(ConnParam.defaults());

        CmEvent request = cm.server().request(listener);
        assertThat(request.conn().orElseThrow().srq()).isTrue();
        assertThat(active.qp().orElseThrow().srq()).containsSame(srq);
    }

    @Behaviour(
            id = "CMQ-03",
            says = "a second queue pair fails with EINVAL, and can be created after the first one is destroyed")
    public void hasOneQueuePair(CmFixture cm) {
        CmId id = cm.client().addressed(PortSpace.TCP, cm.at(PORT));
        QueuePair first = id.createQp(CmFixture.qpRequest().build());
        CompletionQueue cq = id.sendCq().orElseThrow();
        assertRefused(() -> id.createQp(CmFixture.qpRequest().build()))
                .byVerbena()
                .withErrno(Errno.EINVAL);

        id.destroyQp();
        assertThat(first.isClosed()).isTrue();
        assertThat(cq.isClosed()).isTrue();
        assertThat(id.qp()).isEmpty();
        assertThat(id.sendCq()).isEmpty();
        id.destroyQp();
        QueuePair second = id.createQp(CmFixture.qpRequest().build());

        assertThat(second).isNotSameAs(first);
        assertThat(id.qp()).containsSame(second);
    }

    @Behaviour(id = "CMQ-03-DEVICE", says = "a queue pair without a device fails with EINVAL")
    public void needsDevice(CmFixture cm) {
        CmId id = cm.client().id(PortSpace.TCP);

        assertRefused(() -> id.createQp(CmFixture.qpRequest().build()))
                .byVerbena()
                .withErrno(Errno.EINVAL)
                .naming("verbs");
        assertThat(id.qp()).isEmpty();
    }

    @Behaviour(id = "CMQ-03-TYPE", says = "a type of queue pair that the port space does not have fails with EINVAL")
    public void refusesType(CmFixture cm) {
        CmId id = cm.client().bound(PortSpace.TCP);

        assertRefused(() -> id.createQp(CmFixture.qpRequest().qpType(QpType.UD).build()))
                .byVerbena()
                .withErrno(Errno.EINVAL)
                .naming("qp_type");
        id.createQp(CmFixture.qpRequest().qpType(QpType.RC).build());
    }

    @Behaviour(id = "CMQ-03-CONTEXT", says = "objects of another context fail with EINVAL")
    public void refusesForeignObjects(CmFixture cm) {
        Fixture other = cm.device().another();
        CmId id = cm.client().bound(PortSpace.TCP);

        assertRefused(() -> id.createQp(CmFixture.qpRequest().pd(other.pd()).build()))
                .byVerbena()
                .withErrno(Errno.EINVAL);
        assertRefused(() -> id.createQp(CmFixture.qpRequest().sendCq(other.cq()).build()))
                .byVerbena()
                .withErrno(Errno.EINVAL);
        assertThat(id.qp()).isEmpty();
        id.createQp(CmFixture.qpRequest().build());
    }

    @Behaviour(id = "CMQ-03-LIMIT", says = "a queue pair that the device does not grant leaves nothing behind")
    public void leavesNothing(CmFixture cm) {
        CmId id = cm.client().bound(PortSpace.TCP);
        // Some drivers grant a few more than the limit.
        int beyond = cm.device().limits().maxSge() * 100;

        assertRefused(() -> id.createQp(CmFixture.qpRequest().maxRecvSge(beyond).build()));
        assertThat(id.qp()).isEmpty();
        assertThat(id.sendCq()).isEmpty();
        id.createQp(CmFixture.qpRequest().build());
    }

    @Behaviour(
            id = "CMQ-04",
            needs = Capability.QUERY_QP,
            says = "a connected queue pair grants its peer writes, and reads if it has responder resources")
    public void grantsAccess(CmFixture cm) {
        CmPair pair = CmPair.of(
                cm,
                ConnParam.builder().responderResources(1).initiatorDepth(0).build(),
                ConnParam.builder().responderResources(0).initiatorDepth(1).build());

        QpAttr near = pair.active().qp().orElseThrow().query().attr();
        QpAttr far = pair.passive().qp().orElseThrow().query().attr();
        assertThat(near.qpState()).isEqualTo(QpState.RTS);
        assertThat(far.qpState()).isEqualTo(QpState.RTS);
        assertThat(near.qpAccessFlags().contains(AccessFlag.REMOTE_WRITE)).isTrue();
        assertThat(near.qpAccessFlags().contains(AccessFlag.REMOTE_READ)).isTrue();
        assertThat(far.qpAccessFlags().contains(AccessFlag.REMOTE_WRITE)).isTrue();
    }

    @Behaviour(id = "CMQ-04-READ", needs = Capability.WORK, says = "each side reads and writes the memory of its peer")
    public void readsAndWrites(CmFixture cm) {
        CmPair pair = CmPair.of(cm);
        Endpoint near = pair.near();
        Endpoint far = pair.far();
        byte[] bytes = far.memory().fill(0, 64, 5);

        near.post(WorkRequest.read(far.memory().address(0), far.memory().rkey())
                .id(1)
                .data(near.memory(), 0, 64));
        near.sends().success(1);
        assertThat(near.memory().bytes(0, 64)).isEqualTo(bytes);
        near.post(WorkRequest.write(far.memory().address(100), far.memory().rkey())
                .id(2)
                .data(near.memory(), 0, 64));
        near.sends().success(2);
        assertThat(far.memory().bytes(100, 64)).isEqualTo(bytes);
    }

    // ---------------------------------------------------------------- queue pairs of the application

    @Behaviour(
            id = "CMQ-05",
            needs = Capability.WORK,
            says = "a queue pair of the application is connected with the attributes of its identifier")
    public void connectsOwnQueuePairs(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().routed(PortSpace.TCP, listener.localAddress().orElseThrow());
        QueuePair near = ownQp(cm, active);
        active.connect(numbered(near));
        CmEvent request = cm.server().request(listener);
        assertThat(request.conn().orElseThrow().qpNum()).isEqualTo(near.qpNum());
        CmId passive = request.id();
        QueuePair far = ownQp(cm, passive);
        connect(passive, far);
        passive.accept(numbered(far));

        CmEvent response = cm.client().expect(CmEventType.CONNECT_RESPONSE, active);
        assertThat(response.conn().orElseThrow().qpNum()).isEqualTo(far.qpNum());
        connect(active, near);
        active.establish();

        cm.server().expect(CmEventType.ESTABLISHED, passive);
        assertThat(active.qp()).isEmpty();
        Endpoint receiver = Endpoint.of(cm.device(), far);
        CmPair.postRecv(receiver, 1);
        CmPair.assertReceives(Endpoint.of(cm.device(), near), receiver, 1);
        cm.client().assertNoEvent();
        active.disconnect();
        cm.server().expect(CmEventType.DISCONNECTED, passive);
        passive.disconnect();
        cm.client().expect(CmEventType.DISCONNECTED, active);
        assertThat(near.state()).isEqualTo(QpState.RTS);
    }

    /** Returns parameters with a number of reads that every device supports in both directions. */
    private static ConnParam numbered(QueuePair qp) {
        return ConnParam.builder()
                .responderResources(1)
                .initiatorDepth(1)
                .qpNum(qp.qpNum())
                .build();
    }

    private static QueuePair ownQp(CmFixture cm, CmId id) {
        QueuePair qp = cm.device()
                .pd()
                .createQp(CmFixture.qpRequest()
                        .qpType(QpType.RC)
                        .sendCq(cm.device().cq(32))
                        .recvCq(cm.device().cq(32))
                        .build());
        QpAttr init = id.initQpAttr(QpState.INIT);
        assertThat(init.qpState()).isEqualTo(QpState.INIT);
        qp.modify(init);
        return qp;
    }

    private static void connect(CmId id, QueuePair qp) {
        qp.modify(id.initQpAttr(QpState.INIT));
        qp.modify(id.initQpAttr(QpState.RTR));
        qp.modify(id.initQpAttr(QpState.RTS));
    }

    @Behaviour(
            id = "CMQ-05-OWN",
            says = "an identifier with a queue pair completes its connection itself: establish fails with EINVAL")
    public void refusesEstablish(CmFixture cm) {
        CmPair pair = CmPair.of(cm);

        assertRefused(() -> pair.active().establish()).byVerbena().withErrno(Errno.EINVAL);
    }

    @Behaviour(id = "CMQ-05-STATE", says = "establish fails with EINVAL before the peer has accepted")
    public void refusesEarlyEstablish(CmFixture cm) {
        CmId routed = cm.client().routed(PortSpace.TCP, cm.at(PORT));

        assertRefused(routed::establish).withErrno(Errno.EINVAL);
    }

    @Behaviour(
            id = "CMQ-06",
            says = "attributes of a connection are available from the request on, and fail with EINVAL after its end")
    public void hasAttributes(CmFixture cm) {
        CmId listener = cm.server().listener(PortSpace.TCP);
        CmId active = cm.client().connecting(listener);
        CmId passive = cm.server().request(listener).id();
        assertRefused(() -> active.initQpAttr(QpState.RTR)).withErrno(Errno.EINVAL);

        QpAttr receiving = passive.initQpAttr(QpState.RTR);
        assertThat(receiving.destQpNum()).isEqualTo(active.qp().orElseThrow().qpNum());
        assertThat(receiving.attrMask().contains(QpAttr.Mask.AV)).isTrue();
        QpAttr sending = passive.initQpAttr(QpState.RTS);
        assertThat(sending.attrMask().contains(QpAttr.Mask.SQ_PSN)).isTrue();
        passive.reject(ByteBuffer.allocate(0));
        assertRefused(() -> passive.initQpAttr(QpState.RTR)).withErrno(Errno.EINVAL);
    }
}
