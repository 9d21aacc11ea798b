// SPDX-License-Identifier: Apache-2.0
package org.verbena.tck.datapath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.verbena.tck.traffic.WorkRequest.fetchAdd;
import static org.verbena.tck.traffic.WorkRequest.read;
import static org.verbena.tck.traffic.WorkRequest.send;
import static org.verbena.tck.traffic.WorkRequest.write;
import static org.verbena.tck.traffic.WorkRequest.writeImm;

import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.verbena.RecvBatch;
import org.verbena.attr.QpAttr;
import org.verbena.attr.QpState;
import org.verbena.attr.QpType;
import org.verbena.attr.SendOp;
import org.verbena.attr.WcStatus;
import org.verbena.error.Errno;
import org.verbena.error.PostException;
import org.verbena.error.VerbsException;
import org.verbena.tck.engine.Behaviour;
import org.verbena.tck.engine.Capability;
import org.verbena.tck.engine.DataPathBehaviours;
import org.verbena.tck.fixture.Fixture;
import org.verbena.tck.traffic.EndpointRequest;
import org.verbena.tck.traffic.Memory;
import org.verbena.tck.traffic.QpPair;
import org.verbena.tck.traffic.WorkRequest;

/** Reliable connections: the errors that each side of a failed transfer reports, and the transition of both to ERR. */
public final class ReliableErrors implements DataPathBehaviours {
    /** An unused key. Keys of devices begin with an index, which never reaches this value. */
    private static final long NO_KEY = 0xFFFF_FE00L;

    @Override
    public List<Capability> needs() {
        return List.of(Capability.CONNECT, Capability.RC);
    }

    private static void assertBothInError(QpPair pair) {
        pair.requester().awaitState(QpState.ERR);
        pair.responder().awaitState(QpState.ERR);
    }

    // ---------------------------------------------------------------- receives

    @Behaviour(
            id = "RC-05",
            says =
                    "a message longer than its receive fails: LOC_LEN_ERR at the receiver, REM_INV_REQ_ERR at the sender")
    public void receiveTooSmall(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        pair.responder().postRecv(1, 0, 99);

        pair.post(send().id(2).data(pair.requester().memory(), 0, 100));

        pair.responder().receives().withStatus(1, WcStatus.LOC_LEN_ERR);
        pair.requester().sends().withStatus(2, WcStatus.REM_INV_REQ_ERR);
        assertBothInError(pair);
    }

    @Behaviour(
            id = "RC-05-LKEY",
            says = "a receive with an unknown lkey fails: LOC_PROT_ERR at the receiver, REM_OP_ERR at the sender")
    public void receiveWithBadKey(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        Memory to = pair.responder().memory();

        assertReceiveFails(pair, to.address(0), NO_KEY);
    }

    @Behaviour(
            id = "RC-05-BEYOND",
            says = "a receive beyond its region fails: LOC_PROT_ERR at the receiver, REM_OP_ERR at the sender")
    public void receiveBeyondRegion(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        Memory to = pair.responder().memory();

        assertReceiveFails(pair, to.address(Memory.SIZE - 50), to.lkey());
    }

    @Behaviour(
            id = "MR-02-RECV",
            says = "a receive into a closed region fails: LOC_PROT_ERR at the receiver, REM_OP_ERR at the sender")
    public void receiveIntoClosedRegion(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        pair.responder().postRecv(1, 0, 100);

        pair.responder().memory().region().close();
        pair.post(send().id(2).data(pair.requester().memory(), 0, 100));

        pair.responder().receives().withStatus(1, WcStatus.LOC_PROT_ERR);
        pair.requester().sends().withStatus(2, WcStatus.REM_OP_ERR);
        assertBothInError(pair);
    }

    private static void assertReceiveFails(QpPair pair, long addr, long lkey) {
        RecvBatch batch = pair.responder().fixture().context().newRecvBatch(1, 1);
        batch.add().wrId(1).sge(addr, 100, lkey);
        pair.responder().qp().postRecv(batch);

        pair.post(send().id(2).data(pair.requester().memory(), 0, 100));

        pair.responder().receives().withStatus(1, WcStatus.LOC_PROT_ERR);
        pair.requester().sends().withStatus(2, WcStatus.REM_OP_ERR);
        assertBothInError(pair);
    }

    // ---------------------------------------------------------------- local keys

    @Behaviour(id = "RC-07-LKEY", says = "a send with an unknown lkey completes with LOC_PROT_ERR")
    public void sendWithBadKey(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        pair.responder().postRecv(1, 0, 100);

        assertLocalError(pair, send().data(pair.requester().memory().address(0), 100, NO_KEY));
    }

    @Behaviour(id = "RC-07-LKEY-BEYOND", says = "a send from beyond its region completes with LOC_PROT_ERR")
    public void sendFromBeyondRegion(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        pair.responder().postRecv(1, 0, 100);

        Memory from = pair.requester().memory();
        assertLocalError(pair, send().data(from.address(Memory.SIZE - 50), 100, from.lkey()));
    }

    @Behaviour(id = "RC-07-LKEY-READ", says = "a read with an unknown lkey completes with LOC_PROT_ERR")
    public void readWithBadKey(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        Memory from = pair.responder().memory();

        assertLocalError(
                pair,
                read(from.address(0), from.rkey())
                        .data(pair.requester().memory().address(0), 100, NO_KEY));
    }

    @Behaviour(id = "MR-02-SEND", says = "a send from a closed region completes with LOC_PROT_ERR")
    public void sendFromClosedRegion(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        pair.responder().postRecv(1, 0, 100);
        Memory from = pair.requester().memory();
        WorkRequest request = send().data(from.address(0), 100, from.lkey());

        from.region().close();

        assertLocalError(pair, request);
    }

    private static void assertLocalError(QpPair pair, WorkRequest request) {
        pair.post(request.id(2));

        pair.requester().sends().withStatus(2, WcStatus.LOC_PROT_ERR);
        pair.requester().awaitState(QpState.ERR);
    }

    // ---------------------------------------------------------------- remote keys

    @Behaviour(id = "RC-07-RKEY", says = "a write and a read with an unknown rkey complete with REM_ACCESS_ERR")
    public void remoteKey(Fixture fixture) {
        assertRemoteAccessError(fixture, to -> write(to.address(0), NO_KEY));
        assertRemoteAccessError(fixture, from -> read(from.address(0), NO_KEY));
    }

    @Behaviour(
            id = "MR-06",
            says = "a write and a read of a byte before or after the region complete with REM_ACCESS_ERR")
    public void remoteRange(Fixture fixture) {
        for (long offset : new long[] {-1, Memory.SIZE - 99}) {
            assertRemoteAccessError(fixture, to -> write(to.address(offset), to.rkey()));
            assertRemoteAccessError(fixture, from -> read(from.address(offset), from.rkey()));
        }
    }

    @Behaviour(id = "MR-06-EDGE", says = "the first and the last byte of a region can be written and read")
    public void remoteEdges(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        Memory there = pair.responder().memory();
        Memory here = pair.requester().memory();
        byte[] bytes = here.fill(0, 100, 1);
        for (long offset : new long[] {0, Memory.SIZE - 100}) {
            pair.post(
                    write(there.address(offset), there.rkey()).id(1).data(here, 0, 100),
                    read(there.address(offset), there.rkey()).id(2).data(here, 1000, 100));

            pair.requester().sends().success(1);
            pair.requester().sends().success(2);
            assertThat(here.bytes(1000, 100)).isEqualTo(bytes);
        }
    }

    @Behaviour(id = "MR-02-REMOTE", says = "a write to a region that the peer has closed completes with REM_ACCESS_ERR")
    public void remoteClosedRegion(Fixture fixture) {
        assertRemoteAccessError(fixture, to -> {
            WorkRequest request = write(to.address(0), to.rkey());
            to.region().close();
            return request;
        });
    }

    @Behaviour(
            id = "RC-08-RKEY",
            needs = Capability.ATOMICS,
            says = "an atomic with an unknown rkey completes with REM_ACCESS_ERR")
    public void atomicKey(Fixture fixture) {
        assertRemoteAccessError(fixture, to -> fetchAdd(to.address(0), NO_KEY, 1), 8);
    }

    private static void assertRemoteAccessError(Fixture fixture, Function<Memory, WorkRequest> request) {
        assertRemoteAccessError(fixture, request, 100);
    }

    private static void assertRemoteAccessError(Fixture fixture, Function<Memory, WorkRequest> request, int length) {
        QpPair pair = QpPair.of(fixture, QpType.RC);

        pair.post(request.apply(pair.responder().memory())
                .id(2)
                .data(pair.requester().memory(), 0, length));

        pair.requester().sends().withStatus(2, WcStatus.REM_ACCESS_ERR);
        assertBothInError(pair);
    }

    @Behaviour(
            id = "RC-08-ALIGN",
            needs = Capability.ATOMICS,
            says = "an atomic on an address that is not a multiple of 8 fails, or completes with an error")
    public void atomicAlignment(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC);
        Memory there = pair.responder().memory();
        try {
            pair.post(fetchAdd(there.address(4), there.rkey(), 1)
                    .id(2)
                    .data(pair.requester().memory(), 0, 8));
        } catch (PostException e) {
            assertThat(e.errno()).isEqualTo(Errno.EINVAL);
            return;
        }
        pair.requester()
                .sends()
                .withStatus(2, WcStatus.REM_INV_REQ_ERR, WcStatus.REM_ACCESS_ERR, WcStatus.LOC_QP_OP_ERR);
        assertThat(there.bytes(0, 16)).containsOnly(0);
    }

    @Behaviour(
            id = "RC-08-SHORT",
            needs = Capability.ATOMICS,
            says = "an atomic with less than 8 bytes for its result fails, or completes with an error")
    public void atomicAnswerTooShort(Fixture fixture) {
        assertAnswerTooLong(QpPair.of(fixture, QpType.RC));
    }

    @Behaviour(
            id = "RC-08-SHORT-WR",
            needs = {Capability.ATOMICS, Capability.SEND_OPS},
            says = "an atomic of a send builder with less than 8 bytes for its result does not succeed")
    public void atomicAnswerTooShortBuilt(Fixture fixture) {
        assertAnswerTooLong(QpPair.of(fixture, QpType.RC, request -> request.builders(SendOp.ATOMIC_FETCH_AND_ADD)));
    }

    private static void assertAnswerTooLong(QpPair pair) {
        Memory here = pair.requester().memory();
        Memory there = pair.responder().memory();
        there.fill(0, 8, 1);
        try {
            pair.post(fetchAdd(there.address(0), there.rkey(), 1).id(2).data(here, 0, 4));
        } catch (VerbsException e) {
            assertThat(e.errno()).isEqualTo(Errno.EINVAL);
            return;
        }
        pair.requester().sends().withStatus(2, WcStatus.LOC_LEN_ERR, WcStatus.LOC_PROT_ERR);
        pair.requester().awaitState(QpState.ERR);
        assertThat(here.bytes(4, 8)).as("behind the element").containsOnly(0);
    }

    // ---------------------------------------------------------------- retries

    private static UnaryOperator<EndpointRequest> retrying(UnaryOperator<QpAttr.Builder> attributes) {
        return request -> request.attributes(attributes);
    }

    @Behaviour(
            id = "RC-06",
            says = "a message without a posted receive completes with RNR_RETRY_EXC_ERR after rnr_retry retries")
    public void receiverNotReady(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC, retrying(attr -> attr.rnrRetry(1)));

        pair.post(send().id(2).data(pair.requester().memory(), 0, 100));

        pair.requester().sends().withStatus(2, WcStatus.RNR_RETRY_EXC_ERR);
        pair.requester().awaitState(QpState.ERR);
        pair.responder().awaitState(QpState.RTS);
    }

    @Behaviour(
            id = "RC-06-IMM",
            says = "a write with immediate data without a posted receive completes with RNR_RETRY_EXC_ERR")
    public void receiverNotReadyForImmediate(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC, retrying(attr -> attr.rnrRetry(1)));
        Memory to = pair.responder().memory();

        pair.post(writeImm(to.address(0), to.rkey(), 1)
                .id(2)
                .data(pair.requester().memory(), 0, 100));

        pair.requester().sends().withStatus(2, WcStatus.RNR_RETRY_EXC_ERR);
    }

    @Behaviour(id = "RC-06-LATE", says = "with rnr_retry = 7 a message waits until a receive is posted")
    public void waitsForReceive(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC, retrying(attr -> attr.rnrRetry(7)));
        byte[] sent = pair.requester().memory().fill(0, 100, 4);

        pair.post(send().id(2).data(pair.requester().memory(), 0, 100));
        pair.requester().sends().assertNone();
        pair.responder().postRecv(1, 0, 100);

        pair.requester().sends().success(2);
        pair.responder().receives().success(1);
        assertThat(pair.responder().memory().bytes(0, 100)).isEqualTo(sent);
    }

    @Behaviour(
            id = "PST-09",
            says = "a message to a peer in RESET completes with RETRY_EXC_ERR after retry_cnt retries")
    public void peerInReset(Fixture fixture) {
        QpPair pair = QpPair.unconnected(fixture, QpType.RC, EndpointRequest::impatient, UnaryOperator.identity());
        pair.toRequester().to(QpState.RTS);

        pair.post(send().id(2));

        pair.requester().sends().withStatus(2, WcStatus.RETRY_EXC_ERR);
        pair.requester().awaitState(QpState.ERR);
    }

    @Behaviour(id = "PST-09-INIT", says = "a write to a peer in INIT completes with RETRY_EXC_ERR")
    public void peerInInit(Fixture fixture) {
        QpPair pair = QpPair.unconnected(fixture, QpType.RC, EndpointRequest::impatient, UnaryOperator.identity());
        pair.toResponder().to(QpState.INIT);
        pair.toRequester().to(QpState.RTS);
        Memory to = pair.responder().memory();

        pair.post(write(to.address(0), to.rkey()).id(2).data(pair.requester().memory(), 0, 8));

        pair.requester().sends().withStatus(2, WcStatus.RETRY_EXC_ERR);
        assertThat(to.bytes(0, 8)).containsOnly(0);
    }

    @Behaviour(id = "PST-09-GONE", says = "a message to a destroyed queue pair completes with RETRY_EXC_ERR")
    public void peerGone(Fixture fixture) {
        QpPair pair = QpPair.of(fixture, QpType.RC, EndpointRequest::impatient);
        pair.responder().qp().close();

        pair.post(send().id(2), send().id(3));

        pair.requester().sends().withStatus(2, WcStatus.RETRY_EXC_ERR);
        pair.requester().sends().withStatus(3, WcStatus.WR_FLUSH_ERR);
    }

    @Behaviour(id = "PST-09-RTR", says = "a peer in RTR receives messages and responds to reads")
    public void peerInRtr(Fixture fixture) {
        QpPair pair = QpPair.unconnected(fixture, QpType.RC, UnaryOperator.identity(), UnaryOperator.identity());
        pair.toResponder().to(QpState.RTR);
        pair.toRequester().to(QpState.RTS);
        Memory there = pair.responder().memory();
        byte[] bytes = there.fill(0, 100, 3);
        pair.responder().postRecv(1, 200, 100);

        pair.post(
                send().id(2).data(pair.requester().memory(), 0, 100),
                read(there.address(0), there.rkey()).id(3).data(pair.requester().memory(), 0, 100));

        pair.responder().receives().success(1);
        pair.requester().sends().success(2);
        pair.requester().sends().success(3);
        assertThat(pair.requester().memory().bytes(0, 100)).isEqualTo(bytes);
    }
}
