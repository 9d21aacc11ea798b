// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.attr.AccessFlag.LOCAL_WRITE;
import static org.verbena.attr.AccessFlag.REMOTE_ATOMIC;
import static org.verbena.attr.AccessFlag.REMOTE_READ;
import static org.verbena.attr.AccessFlag.REMOTE_WRITE;
import static org.verbena.tck.traffic.WorkRequest.fetchAdd;
import static org.verbena.tck.traffic.WorkRequest.read;
import static org.verbena.tck.traffic.WorkRequest.send;
import static org.verbena.tck.traffic.WorkRequest.write;

import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.verbena.ProtectionDomain;
import org.verbena.RecvBatch;
import org.verbena.attr.AccessFlag;
import org.verbena.attr.Flags;
import org.verbena.attr.QpType;
import org.verbena.attr.WcStatus;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.EndpointRequest;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.QpPair;
import org.verbena.tck.traffic.WorkRequest;

/**
 * Access rights of memory regions, queue pairs and protection domains, on reliable connections, which report every
 * access error.
 */
public final class AccessRights implements DataPathBehaviours {
    private static final Flags<AccessFlag> NOTHING = Flags.none(AccessFlag.class);

    @Override
    public List<Capability> needs() {
        return List.of(Capability.CONNECT, Capability.RC);
    }

    // ---------------------------------------------------------------- regions

    @Behaviour(id = "MR-05", says = "a message is sent from a region without access rights")
    public void sendsFromReadOnly(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC, request -> request.memoryAccess(NOTHING));
        byte[] sent = pair.requester().memory().fill(0, 100, 1);
        pair.responder().postRecv(1, 0, 100);

        pair.post(send().id(2).data(pair.requester().memory(), 0, 100));

        pair.requester().sends().success(2);
        assertThat(pair.responder().memory().bytes(0, 100)).isEqualTo(sent);
    }

    @Behaviour(
            id = "MR-05-RECV",
            says =
                    "a receive into a region without local write fails: LOC_PROT_ERR at the receiver, REM_OP_ERR at the sender")
    public void receiveNeedsLocalWrite(Fixture fixture) {
        QpPair pair = responder(fixture, request -> request.memoryAccess(NOTHING));
        pair.responder().postRecv(1, 0, 100);

        pair.post(send().id(2).data(pair.requester().memory(), 0, 100));

        pair.responder().receives().withStatus(1, WcStatus.LOC_PROT_ERR);
        pair.requester().sends().withStatus(2, WcStatus.REM_OP_ERR);
    }

    @Behaviour(id = "MR-05-READ-LOCAL", says = "a read into a region without local write completes with LOC_PROT_ERR")
    public void readNeedsLocalWrite(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC, request -> request.memoryAccess(NOTHING));
        Memory from = pair.responder().memory();

        pair.post(read(from.address(0), from.rkey()).id(2).data(pair.requester().memory(), 0, 100));

        pair.requester().sends().withStatus(2, WcStatus.LOC_PROT_ERR);
        assertThat(pair.requester().memory().bytes(0, 100)).containsOnly(0);
    }

    @Behaviour(id = "MR-05-WRITE", says = "a write to a region without remote write completes with REM_ACCESS_ERR")
    public void writeNeedsRemoteWrite(Fixture fixture) {
        QpPair pair = responder(fixture, request -> request.memoryAccess(Memory.ALL.without(REMOTE_WRITE)));
        pair.requester().memory().fill(0, 100, 1);

        assertRefused(pair, to -> write(to.address(0), to.rkey()), 100);
        assertThat(pair.responder().memory().bytes(0, 100)).containsOnly(0);
    }

    @Behaviour(id = "MR-05-READ", says = "a read from a region without remote read completes with REM_ACCESS_ERR")
    public void readNeedsRemoteRead(Fixture fixture) {
        QpPair pair = responder(fixture, request -> request.memoryAccess(Memory.ALL.without(REMOTE_READ)));

        assertRefused(pair, from -> read(from.address(0), from.rkey()), 100);
    }

    @Behaviour(
            id = "MR-05-ATOMIC",
            needs = Capability.ATOMICS,
            says = "an atomic on a region without remote atomic completes with REM_ACCESS_ERR")
    public void atomicNeedsRemoteAtomic(Fixture fixture) {
        QpPair pair = responder(fixture, request -> request.memoryAccess(Memory.ALL.without(REMOTE_ATOMIC)));

        assertRefused(pair, to -> fetchAdd(to.address(0), to.rkey(), 1), 8);
        assertThat(pair.responder().memory().getLong(0)).isZero();
    }

    // ---------------------------------------------------------------- queue pairs

    @Behaviour(
            id = "MR-05-QP-WRITE",
            says = "a write to a queue pair that does not allow writes fails for every region")
    public void queuePairAllowsWrite(Fixture fixture) {
        QpPair pair = responder(fixture, request -> request.qpAccess(Flags.of(LOCAL_WRITE, REMOTE_READ)));
        pair.requester().memory().fill(0, 100, 1);

        assertRefused(pair, to -> write(to.address(0), to.rkey()), 100);
        assertThat(pair.responder().memory().bytes(0, 100)).containsOnly(0);
    }

    @Behaviour(id = "MR-05-QP-READ", says = "a read from a queue pair that does not allow reads fails for every region")
    public void queuePairAllowsRead(Fixture fixture) {
        QpPair pair = responder(fixture, request -> request.qpAccess(Flags.of(LOCAL_WRITE, REMOTE_WRITE)));

        assertRefused(pair, from -> read(from.address(0), from.rkey()), 100);
    }

    @Behaviour(
            id = "MR-05-QP-ATOMIC",
            needs = Capability.ATOMICS,
            says = "an atomic on a queue pair that does not allow atomics fails for every region")
    public void queuePairAllowsAtomic(Fixture fixture) {
        QpPair pair = responder(fixture, request -> request.qpAccess(Flags.of(LOCAL_WRITE, REMOTE_WRITE, REMOTE_READ)));

        assertRefused(pair, to -> fetchAdd(to.address(0), to.rkey(), 1), 8);
        assertThat(pair.responder().memory().getLong(0)).isZero();
    }

    // ---------------------------------------------------------------- domains

    @Behaviour(id = "PD-02", says = "a write with a key of another protection domain completes with REM_ACCESS_ERR")
    public void remoteKeyOfAnotherDomain(Fixture fixture) {
        ProtectionDomain other = fixture.remote().context().allocPd();
        Memory foreign = Memory.of(other, Memory.ALL);
        QpPair pair = QpPair.of(fixture, QpType.RC);
        pair.requester().memory().fill(0, 100, 1);

        assertRefused(pair, to -> write(foreign.address(0), foreign.rkey()), 100);
        assertThat(foreign.bytes(0, 100)).containsOnly(0);
    }

    @Behaviour(id = "PD-02-LKEY", says = "a send from memory of another protection domain completes with LOC_PROT_ERR")
    public void localKeyOfAnotherDomain(Fixture fixture) {
        Memory foreign = Memory.of(fixture.context().allocPd(), Memory.ALL);
        QpPair pair = QpPair.of(fixture, QpType.RC);
        pair.responder().postRecv(1, 0, 100);

        pair.post(send().id(2).data(foreign, 0, 100));

        pair.requester().sends().withStatus(2, WcStatus.LOC_PROT_ERR);
    }

    @Behaviour(
            id = "PD-02-RECV",
            says =
                    "a receive into memory of another domain fails: LOC_PROT_ERR at the receiver, REM_OP_ERR at the sender")
    public void receiveOfAnotherDomain(Fixture fixture) {
        Memory foreign = Memory.of(fixture.remote().context().allocPd(), Memory.ALL);
        QpPair pair = QpPair.of(fixture, QpType.RC);
        RecvBatch batch = fixture.remote().context().newRecvBatch(1, 1);
        batch.add().wrId(1).sge(foreign.address(0), 100, foreign.lkey());
        pair.responder().qp().postRecv(batch);

        pair.post(send().id(2).data(pair.requester().memory(), 0, 100));

        pair.responder().receives().withStatus(1, WcStatus.LOC_PROT_ERR);
        pair.requester().sends().withStatus(2, WcStatus.REM_OP_ERR);
    }

    @Behaviour(id = "PD-02-PEERS", says = "peers can have different protection domains")
    public void peersOfDifferentDomains(Fixture fixture) {
        ProtectionDomain other = fixture.remote().context().allocPd();
        QpPair pair = responder(fixture, request -> request.pd(other));
        Memory to = pair.responder().memory();
        byte[] bytes = pair.requester().memory().fill(0, 100, 1);

        pair.post(write(to.address(0), to.rkey()).id(2).data(pair.requester().memory(), 0, 100));

        pair.requester().sends().success(2);
        assertThat(to.bytes(0, 100)).isEqualTo(bytes);
    }

    private static QpPair responder(Fixture fixture, UnaryOperator<EndpointRequest> responder) {
        return QpPair.of(fixture, QpType.RC, UnaryOperator.identity(), responder);
    }

    // If the queue pair does not allow the access, some devices report an invalid request and others an access error.
    private static void assertRefused(QpPair pair, Function<Memory, WorkRequest> request, int length) {
        pair.post(request.apply(pair.responder().memory())
                .id(2)
                .data(pair.requester().memory(), 0, length));

        pair.requester().sends().withStatus(2, WcStatus.REM_ACCESS_ERR, WcStatus.REM_INV_REQ_ERR);
    }
}
